/** What this browser stores: the secrets of seats, tables visited, and settings. */
import type { Piece } from "./pieces";

export interface Kept {
  table: string;
  seat: number;
  token: string;
  name: string;
  title: string;
  at: number;
}

export interface Likes {
  name: string;
  piece: Piece | null;
  /** The code of a language; empty: English. */
  language: string;
  theme: "auto" | "light" | "dark";
  speed: "calm" | "brisk" | "instant";
  hints: boolean;
  notify: boolean;
  sound: boolean;
  /** Whether the coach says afterwards what a move cost. */
  coach: boolean;
  /** Whether the next player's name fills the screen, where several people share the device. */
  handOver: boolean;
}

/** What this browser noted about a table's dice, to check them at the end without trusting the server. */
export interface Noted {
  table: string;
  /** The server's hash of its seed, as it was shown first. */
  commitment: string;
  /** The hash of each seat's nonce, in the order of the seats, as it was when this browser revealed its own. */
  seats: string[];
  /** Every nonce that this browser drew for the table, by its hash. */
  nonces: Record<string, string>;
}

const SEATS = "ventnor.seats";
const LIKES = "ventnor.likes";
const DICE = "ventnor.dice";
const BEGUN = "ventnor.begun.";
const DEFAULTS: Likes = {
  name: "",
  piece: null,
  language: "",
  theme: "auto",
  speed: "brisk",
  hints: true,
  notify: false,
  sound: false,
  coach: false,
  handOver: true,
};

function read<T>(key: string, otherwise: T, kept = () => localStorage): T {
  try {
    const text = kept().getItem(key);
    return text ? (JSON.parse(text) as T) : otherwise;
  } catch {
    return otherwise;
  }
}

function write(key: string, value: unknown, kept = () => localStorage): void {
  try {
    kept().setItem(key, JSON.stringify(value));
  } catch {
    // A browser without storage can play, but a reload loses the seat.
  }
}

export function keptSeats(): Kept[] {
  return read<Kept[]>(SEATS, []);
}

export function tokensOf(table: string): string[] {
  return keptSeats()
    .filter((each) => each.table === table)
    .map((each) => each.token);
}

/** The secret of one seat. A private link does not say which seat it opens. */
export function tokenOf(table: string, seat: number): string | undefined {
  return keptSeats().find((each) => each.table === table && each.seat === seat)?.token ?? tokensOf(table)[0];
}

export function keepSeat(seat: Kept): void {
  const others = keptSeats().filter((each) => each.token !== seat.token || each.table !== seat.table);
  write(SEATS, [seat, ...others].slice(0, 40));
}

/** In a rematch the same secrets open the seats at the new table. */
export function followSeats(from: string, to: string): void {
  if (tokensOf(to).length) return;
  for (const each of keptSeats().filter(({ table }) => table === from))
    keepSeat({ ...each, table: to, at: Date.now() });
}

/** Add the name and the title of a seat opened by a private link, once the table is known. */
export function nameSeat(table: string, name: string, title: string): void {
  const seats = keptSeats();
  if (!seats.some((each) => each.table === table && !each.title)) return;
  write(
    SEATS,
    seats.map((each) => (each.table === table && !each.title ? { ...each, name, title } : each)),
  );
}

/** Forget a secret that opens no seat. */
export function forgetToken(table: string, token: string): void {
  write(
    SEATS,
    keptSeats().filter((each) => each.table !== table || each.token !== token),
  );
}

export function forgetTable(table: string): void {
  write(
    SEATS,
    keptSeats().filter((each) => each.table !== table),
  );
}

export function notedOf(table: string): Noted | undefined {
  return read<Noted[]>(DICE, []).find((each) => each.table === table);
}

export function note(noted: Noted): void {
  const others = read<Noted[]>(DICE, []).filter((each) => each.table !== noted.table);
  write(DICE, [noted, ...others].slice(0, 40));
}

export function readLikes(): Likes {
  return { ...DEFAULTS, ...read<Partial<Likes>>(LIKES, {}) };
}

export function writeLikes(likes: Likes): void {
  write(LIKES, likes);
}

/** Drafts of a table, kept across a reload of the tab. */
export function readBegun<T extends object>(table: string): Partial<T> {
  return read<Partial<T>>(BEGUN + table, {}, () => sessionStorage);
}

export function writeBegun(table: string, begun: object): void {
  write(BEGUN + table, begun, () => sessionStorage);
}
