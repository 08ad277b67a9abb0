/** My games: the finished games that this device stores. They can be saved as a file and opened elsewhere. */
import type { Event, Record as WholeRecord } from "../shared/wire";
import { fetchJson } from "./connection";
import type { GameReview } from "./insight";
import { tokenOf } from "./keep";
import { DEEDS_OF, GROUPS } from "./rulebook";
import { t } from "./strings";
import type { TableState } from "./table.svelte";
import { counting } from "./undone";

/** A finished game of one of its players. */
export interface PlayedGame {
  table: string;
  /** When it ended, in milliseconds since 1970. */
  at: number;
  edition: string;
  title: string;
  name: string;
  rivals: string[];
  place: number;
  players: number;
  /** How many deeds the player got of each group. */
  groups: Record<string, number>;
  /** Luck and skill as parts of 1; null until the game has been reviewed. */
  luck: number | null;
  skill: number | null;
}

const KEY = "ventnor.games";
const FORMAT = "ventnor games";
const MOST = 500;
const LARGEST_FILE = 2_000_000;

export function playedGames(): PlayedGame[] {
  try {
    return check(JSON.parse(localStorage.getItem(KEY) ?? "[]"));
  } catch {
    return [];
  }
}

function write(games: readonly PlayedGame[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(games.toSorted((a, b) => b.at - a.at).slice(0, MOST)));
  } catch {
    // A browser without storage has no list.
  }
}

/** Store a game that the player finished. Known games stay as they are. */
export function keepGame(table: TableState, review: GameReview | null): void {
  const { info, me } = table;
  const standing = info?.outcome?.standings.find((each) => each.seat === me);
  if (!info || me === null || !standing) return;
  const before = playedGames().find((each) => each.table === info.id);
  const sums = review?.seats.find((each) => each.seat === me);
  const game: PlayedGame = {
    table: info.id,
    at: before?.at ?? Date.now(),
    edition: info.edition,
    title: info.title,
    name: standing.name,
    rivals: info.seats.filter((each) => each.seat !== me).map((each) => each.name),
    place: standing.place,
    players: info.seats.length,
    groups: before?.groups ?? {},
    luck: sums?.luck ?? before?.luck ?? null,
    skill: sums?.skill ?? before?.skill ?? null,
  };
  write([game, ...playedGames().filter((each) => each.table !== info.id)]);
  if (!before) void noteDeeds(info.id, me);
}

/** Look up in the record which deeds a seat bought, group by group. */
async function noteDeeds(table: string, seat: number): Promise<void> {
  try {
    const path = `api/tables/${encodeURIComponent(table)}/record.json`;
    const record = await fetchJson<WholeRecord>(path, undefined, tokenOf(table, seat));
    const groups = groupsOf(
      counting(record.entries).flatMap((each) => (each.type === "ply" ? each.events : [])),
      seat,
    );
    write(playedGames().map((each) => (each.table === table ? { ...each, groups } : each)));
  } catch {
    // Without its record the game counts for no colour.
  }
}

/** How many deeds of each group a seat got from the Bank, by purchase or auction. */
function groupsOf(events: readonly Event[], seat: number): Record<string, number> {
  const found: Record<string, number> = {};
  for (const event of events) {
    if ((event.event !== "bought" && event.event !== "auction-won") || event.seat !== seat) continue;
    const deed = "deed" in event ? event.deed : "item" in event ? event.item : "";
    const group = GROUPS.find((each) => DEEDS_OF[each]?.some((slug) => slug === deed));
    if (group) found[group] = (found[group] ?? 0) + 1;
  }
  return found;
}

export interface Totals {
  games: number;
  wins: number;
  /** The best place, and among how many; null without games. */
  best: PlayedGame | null;
  /** The mean place, from 0 (first) to 1 (last). */
  places: Map<number, number>;
  /** The colour group of which I got most deeds. */
  favourite: string | null;
  luck: number;
  skill: number;
  /** How many games have been reviewed. */
  reviewed: number;
}

export function totalsOf(games: readonly PlayedGame[]): Totals {
  const groups = new Map<string, number>();
  const places = new Map<number, number>();
  for (const game of games) {
    places.set(game.place, (places.get(game.place) ?? 0) + 1);
    for (const [group, count] of Object.entries(game.groups)) groups.set(group, (groups.get(group) ?? 0) + count);
  }
  const colours = [...groups].filter(([group]) => group !== "railroads" && group !== "utilities");
  const reviewed = games.filter((each) => each.luck !== null);
  return {
    games: games.length,
    wins: games.filter((each) => each.place === 1).length,
    best: games.toSorted((a, b) => a.place - b.place || b.players - a.players || b.at - a.at)[0] ?? null,
    places: new Map([...places].sort(([a], [b]) => a - b)),
    favourite: colours.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null,
    luck: reviewed.reduce((sum, each) => sum + (each.luck ?? 0), 0),
    skill: reviewed.reduce((sum, each) => sum + (each.skill ?? 0), 0),
    reviewed: reviewed.length,
  };
}

export function forgetGame(table: string): void {
  write(playedGames().filter((each) => each.table !== table));
}

// --- files ---
/** What a saved file holds. */
export function exported(): string {
  return JSON.stringify({ format: FORMAT, version: 1, games: playedGames() }, null, 1);
}

/** Take over the games of a saved file. Return how many were new. After an error, in words, nothing has changed. */
export function imported(text: string): number {
  if (text.length > LARGEST_FILE) throw new Error(t("mine.bad.large"));
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw new Error(t("mine.bad.file"));
  }
  const file = found as { format?: unknown; version?: unknown; games?: unknown } | null;
  if (typeof file !== "object" || file?.format !== FORMAT) throw new Error(t("mine.bad.file"));
  if (file.version !== 1) throw new Error(t("mine.bad.version"));
  const games = check(file.games);
  const known = new Set(playedGames().map((each) => each.table));
  const fresh = games.filter((each) => !known.has(each.table));
  write([...playedGames(), ...fresh]);
  return fresh.length;
}

const MOST_WORDS = 60;
const isText = (value: unknown, least = 0): value is string =>
  typeof value === "string" && value.length >= least && value.length <= MOST_WORDS;
const isCount = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
const isSum = (value: unknown): value is number | null =>
  value === null || (typeof value === "number" && Number.isFinite(value) && Math.abs(value) < 1_000);

/** Check the games of a file and return them. Throws an error that names the game and the field. */
export function check(games: unknown): PlayedGame[] {
  if (!Array.isArray(games)) throw new Error(t("mine.bad.file"));
  const seen = new Set<string>();
  return games.map((each: unknown, index) => {
    const game = (typeof each === "object" && each ? each : {}) as Record<string, unknown>;
    const bad = (field: string): never => {
      throw new Error(t("mine.bad.field", { number: index + 1, field }));
    };
    const { table, at, edition, title, name, rivals, place, players, groups, luck, skill } = game;
    if (!isText(table, 1) || !/^[a-z0-9]+$/.test(table) || seen.has(table)) return bad("table");
    seen.add(table);
    if (!isCount(at, 0, 8.64e15)) return bad("at");
    if (!isText(edition, 1)) return bad("edition");
    if (!isText(title)) return bad("title");
    if (!isText(name)) return bad("name");
    if (!Array.isArray(rivals) || rivals.length > 7 || !rivals.every((rival) => isText(rival))) return bad("rivals");
    if (!isCount(players, 2, 8)) return bad("players");
    if (!isCount(place, 1, players)) return bad("place");
    if (!isSum(luck)) return bad("luck");
    if (!isSum(skill)) return bad("skill");
    const counts = typeof groups === "object" && groups && !Array.isArray(groups) ? Object.entries(groups) : null;
    const isKnown = (name: string): boolean => GROUPS.some((group) => group === name);
    if (!counts?.every(([group, count]) => isKnown(group) && isCount(count, 0, 999))) return bad("groups");
    return {
      table,
      at,
      edition,
      title,
      name,
      rivals: rivals as string[],
      place,
      players,
      groups: Object.fromEntries(counts) as Record<string, number>,
      luck,
      skill,
    };
  });
}
