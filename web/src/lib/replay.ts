/** A finished game, ply by ply: of a table of this server, or of a file that somebody opened. The server plays it. */
import type { Action, Event, FileView, Lobby, PlyView, Record as WholeRecord, View } from "../shared/wire";
import { fetchJson } from "./connection";
import type { Piece } from "./pieces";

export interface Shown {
  ply: number;
  view: View;
  /** Who did what; null before the first ply. */
  actor: number | "nature" | "clock" | null;
  action: Action | null;
  events: Event[];
}

export interface Replay {
  /** Where it is: the name of a table, or "file". */
  id: string;
  names: string[];
  /** The tokens by seat; a file tells none. */
  pieces: (Piece | null)[];
  edition: string;
  decks: string | undefined;
  plies: number;
  /** What each ply brought, where it is known beforehand. */
  story: { ply: number; events: Event[] }[];
  at(ply: number): Promise<Shown>;
}

const FILE = "ventnor.replay";

/** Keeps a file for this tab, so that each of its plies has an address too. */
export function keepFile(text: string): void {
  sessionStorage.setItem(FILE, text);
}

/** The text of a replay file, or of a record that was saved as JSON. */
export function textOf(file: string): string {
  if (!file.trimStart().startsWith("{")) return file;
  const found = JSON.parse(file) as Partial<WholeRecord>;
  return found.replay ?? file;
}

export async function openFile(text: string | null = sessionStorage.getItem(FILE)): Promise<Replay> {
  if (!text) throw new Error("no file");
  const look = (ply: number) => fetchJson<FileView>(`api/replays/${ply}`, { text });
  const end = await look(999_999_999);
  return {
    id: "file",
    names: end.names,
    pieces: [],
    edition: end.edition,
    decks: decksOf(end.options),
    plies: end.plies,
    story: [],
    at: kept(async (ply) => {
      const found = await look(ply);
      return { ply, view: found.view, actor: found.actor, action: found.action, events: found.events };
    }),
  };
}

export async function openTable(id: string): Promise<Replay> {
  const path = `api/tables/${encodeURIComponent(id)}`;
  // Asked by a list: that there is no such game is no error.
  const [known] = (await fetchJson<Lobby>(`api/tables?id=${encodeURIComponent(id)}`)).tables;
  if (known?.status !== "over") throw new Error("no finished game");
  const record = await fetchJson<WholeRecord>(`${path}/record.json`);
  return {
    id,
    names: record.table.seats.map((seat) => seat.name),
    pieces: record.table.seats.map((seat) => seat.piece),
    edition: record.table.edition,
    decks: decksOf(record.table.options),
    plies: record.table.ply,
    story: record.entries.flatMap((entry) => (entry.type === "ply" ? [{ ply: entry.ply, events: entry.events }] : [])),
    at: kept(async (ply) => {
      const found = await fetchJson<PlyView>(`${path}/plies/${ply}`);
      return { ply, view: found.view, actor: found.entry?.actor ?? null, action: found.entry?.action ?? null, events: found.entry?.events ?? [] };
    }),
  };
}

function decksOf(options: Record<string, unknown>): string | undefined {
  return typeof options["decks"] === "string" ? options["decks"] : undefined;
}

/** What was once asked for is not asked for again. */
function kept(load: (ply: number) => Promise<Shown>): (ply: number) => Promise<Shown> {
  const found = new Map<number, Promise<Shown>>();
  return (ply) => {
    const known = found.get(ply) ?? load(ply);
    found.set(ply, known);
    known.catch(() => found.delete(ply));
    return known;
  };
}
