/** A finished game, ply by ply: of a table of this server, or of a file that somebody opened. The server plays it. */
import type { Action, Event, FileRecord, FileView, Lobby, PlyView, Record as WholeRecord, View } from "../shared/wire";
import { fetchJson } from "./connection";
import type { LoggedPly } from "./lines";
import type { Piece } from "./pieces";
import { counting } from "./undone";

export interface Shown {
  ply: number;
  view: View;
  /** Who did what; null before the first ply. */
  actor: number | "nature" | "clock" | null;
  action: Action | null;
  events: Event[];
}

export interface Replay {
  /** The id of the table, or "file". */
  id: string;
  names: string[];
  /** The tokens by seat; a file has none. */
  pieces: (Piece | null)[];
  edition: string;
  options: Record<string, unknown>;
  plies: number;
  /** What each ply brought, in order. */
  story: LoggedPly[];
  at(ply: number): Promise<Shown>;
}

const FILE = "ventnor.replay";

/** Store a file for this tab, so that each of its plies has an address. */
export function keepFile(text: string): void {
  sessionStorage.setItem(FILE, text);
}

/** The file that this tab keeps, if there is one. */
export function savedFile(): string | null {
  return sessionStorage.getItem(FILE);
}

/** The text of a replay file, or of a record that was saved as JSON. */
export function textOf(file: string): string {
  if (!file.trimStart().startsWith("{")) return file;
  const found = JSON.parse(file) as Partial<WholeRecord>;
  return found.replay ?? file;
}

export async function openFile(text: string | null = savedFile()): Promise<Replay> {
  if (!text) throw new Error("no file");
  const record = await fetchJson<FileRecord>("api/replays", { text });
  return {
    id: "file",
    names: record.names,
    pieces: [],
    edition: record.edition,
    options: record.options,
    plies: record.plies.length,
    story: record.plies.map((events, index) => ({ type: "ply", seq: index, ply: index + 1, events })),
    at: kept(async (ply) => {
      const found = await fetchJson<FileView>(`api/replays/${ply}`, { text });
      return { ply, view: found.view, actor: found.actor, action: found.action, events: found.events };
    }),
  };
}

export async function openTable(id: string): Promise<Replay> {
  const path = `api/tables/${encodeURIComponent(id)}`;
  // Ask by the list of tables: an unknown game is then an empty list, not an error in the console.
  const [known] = (await fetchJson<Lobby>(`api/tables?id=${encodeURIComponent(id)}`)).tables;
  if (known?.status !== "over") throw new Error("no finished game");
  const record = await fetchJson<WholeRecord>(`${path}/record.json`);
  return {
    id,
    names: record.table.seats.map((seat) => seat.name),
    pieces: record.table.seats.map((seat) => seat.piece),
    edition: record.table.edition,
    options: record.table.options,
    plies: record.table.ply,
    story: counting(record.entries).filter((entry) => entry.type === "ply"),
    at: kept(async (ply) => {
      const found = await fetchJson<PlyView>(`${path}/plies/${ply}`);
      return {
        ply,
        view: found.view,
        actor: found.entry?.actor ?? null,
        action: found.entry?.action ?? null,
        events: found.entry?.events ?? [],
      };
    }),
  };
}

/** How many positions are cached. A long game has thousands. */
const MOST_KEPT = 120;

/** Return a position from the cache, or ask the server. */
function kept(load: (ply: number) => Promise<Shown>): (ply: number) => Promise<Shown> {
  const found = new Map<number, Promise<Shown>>();
  return (ply) => {
    const known = found.get(ply) ?? load(ply);
    found.delete(ply);
    found.set(ply, known);
    const [oldest] = found.keys();
    if (found.size > MOST_KEPT) found.delete(oldest!);
    known.catch(() => found.delete(ply));
    return known;
  };
}
