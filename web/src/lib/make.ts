/** Making tables: what is asked of the server, and the seats that this browser keeps. */
import type { Made, NewTable } from "../shared/wire";
import { fetchJson, nonce } from "./connection";
import { keepSeat } from "./keep";
import type { Piece } from "./pieces";

/** Names for bots, so that a table reads like one. */
export const BOT_NAMES = ["Agnes", "Bruno", "Celia", "Dmitri", "Edda", "Farid", "Gwen"];

/** Who sits down with whoever plays at once: an easy rival, and two that know how to build. */
const PLAY_NOW = ["cautious", "builder", "builder"];

export function playNow(name: string, piece: Piece | null): NewTable {
  return {
    seats: [{ kind: "mine", name, piece }, ...BOT_NAMES.slice(0, 3).map((bot, index) => ({ kind: "bot" as const, name: bot, bot: PLAY_NOW[index]! }))],
    edition: "official",
    pace: 0.7,
    nonce: nonce(),
  };
}

export async function make(table: NewTable, name: string, title: string): Promise<Made> {
  const made = await fetchJson<Made>("api/tables", table);
  for (const seat of made.seats) keepSeat({ table: made.table.id, seat: seat.seat, token: seat.token, name, title, at: Date.now() });
  return made;
}

/** Begins a table over HTTP, as its host. */
export async function begin(made: Made): Promise<void> {
  await fetchJson(`api/tables/${made.table.id}/commands`, { type: "start", id: `start-${made.table.id.slice(0, 20)}` }, made.seats[0]?.token);
}
