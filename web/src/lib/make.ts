/** Create tables, and store the secrets of this browser's seats. */
import type { AnyCommand, Made, NewTable } from "../shared/wire";
import { fetchJson } from "./connection";
import { keepSeat } from "./keep";
import { draw, remember, reveals } from "./nonces";
import type { Piece } from "./pieces";
import { editionOf } from "./rulebook";

/** Names for bots. */
export const BOT_NAMES = ["Agnes", "Bruno", "Celia", "Dmitri", "Edda", "Farid", "Gwen"];

/** The bots of Play now. All of them deal, so that games end. */
export const LEVELS = {
  easy: ["easy", "easy", "easy"],
  medium: ["medium", "medium", "medium"],
  hard: ["tycoon", "tycoon", "tycoon"],
  magnate: ["magnate", "magnate", "magnate"],
} as const;
export type Level = keyof typeof LEVELS;

/** The level of the bots at a table; easy if they are of no level. */
export function levelOf(bots: readonly string[]): Level {
  const levels = Object.keys(LEVELS) as Level[];
  return levels.find((level) => LEVELS[level].some((bot) => bots.includes(bot))) ?? "easy";
}

export type Length = "whole" | "short";
/** The rulebook of each length: the whole game of the official one, or the short game of the anniversary's. */
const LENGTHS: Record<Length, Pick<NewTable, "edition" | "variant">> = {
  whole: { edition: "official", variant: "" },
  short: { edition: "anniversary", variant: "short" },
};

/** Make and start a table with three bots, at which rent is collected by itself. Return its id. */
export async function playNow(name: string, piece: Piece | null, level: Level, length: Length): Promise<string> {
  const bots = LEVELS[level].map((bot, number) => ({ kind: "bot" as const, name: BOT_NAMES[number] ?? "", bot }));
  const rules = LENGTHS[length];
  const wanted = { seats: [{ kind: "mine" as const, name, piece }, ...bots], ...rules, pace: 0.7, coach: true };
  const made = await make(wanted, editionOf(rules.edition ?? "official").title);
  await collectRents(made);
  await begin(made);
  return made.table.id;
}

/** Let the server ask for the rents of all of this browser's seats. */
export async function collectRents(made: Made): Promise<void> {
  const id = `rent-${made.table.id.slice(0, 20)}`;
  for (const { seat } of made.seats)
    await command(made, { type: "always-ask", id: `${id}-${seat}`, seat, on: true }, seat);
}

/** Make a table, and keep the secret of each of this browser's seats under its own name. */
export async function make(table: NewTable, title: string): Promise<Made> {
  // Real dice need no shares of anybody.
  const drawn = table.nature === "manual" ? [] : await Promise.all(table.seats.map(() => draw()));
  const seats = table.seats.map((seat, number) =>
    seat.kind === "mine" ? { ...seat, commitment: drawn[number]?.commitment ?? null } : seat,
  );
  const made = await fetchJson<Made>("api/tables", { ...table, seats });
  if (drawn.length) remember(made.table, ...drawn.filter((_, number) => seats[number]?.kind === "mine"));
  for (const { seat, token } of made.seats) {
    const name = made.table.seats[seat]?.name ?? "";
    keepSeat({ table: made.table.id, seat, token, name, title, at: Date.now() });
  }
  return made;
}

/** Start a table over HTTP, as its host, and reveal the nonces of this browser's seats. */
export async function begin(made: Made): Promise<void> {
  await command(made, { type: "start", id: `start-${made.table.id.slice(0, 20)}` });
  const mine = made.seats.map(({ seat }) => seat);
  for (const each of reveals(made.table, mine)) await command(made, { ...each, id: `reveal-${each.seat}` }, each.seat);
}

async function command(made: Made, wanted: AnyCommand, as = made.seats[0]?.seat): Promise<void> {
  const token = made.seats.find(({ seat }) => seat === as)?.token;
  await fetchJson(`api/tables/${made.table.id}/commands`, wanted, token);
}
