/**
 * This browser's shares in the dice (docs/dice.md). It draws a nonce for each of its seats and sends the hash. When the
 * host starts the game it notes all hashes, and only then reveals the nonces.
 */
import type { Table } from "../shared/wire";
import type { Request } from "./connection";
import { bytesOf, hashes, hexOf } from "./hashes";
import { note, notedOf, type Noted } from "./keep";

export interface Drawn {
  nonce: string;
  commitment: string;
}

/** Draw a nonce that was never used before. */
export async function draw(): Promise<Drawn> {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return { nonce: hexOf(bytes), commitment: await commitmentOf(hexOf(bytes)) };
}

async function commitmentOf(nonce: string): Promise<string> {
  return hexOf(await (await hashes()).digest(bytesOf(nonce)));
}

/** Store the first hash of the seed that a table showed, and the nonces drawn for the table. */
export function remember(table: Pick<Table, "id" | "fairness">, ...drawn: Drawn[]): Noted {
  const known = notedOf(table.id);
  const noted: Noted = {
    table: table.id,
    commitment: known?.commitment ?? table.fairness.commitment,
    seats: known?.seats ?? [],
    nonces: { ...known?.nonces, ...Object.fromEntries(drawn.map((each) => [each.commitment, each.nonce])) },
  };
  note(noted);
  return noted;
}

/** Note the hashes of all seats and return the reveals of this browser's own. Later changes of a hash are not noted. */
export function reveals(table: Table, mine: readonly number[]): Extract<Request, { type: "reveal" }>[] {
  const noted = remember(table);
  if (!noted.seats.length) note({ ...noted, seats: table.seats.map((seat) => seat.commitment) });
  return mine.flatMap((seat) => {
    const nonce = noted.nonces[table.seats[seat]?.commitment ?? ""];
    return nonce ? [{ type: "reveal" as const, seat, nonce }] : [];
  });
}

/** Takes part in the dice of one table, as far as its seats are this browser's. */
export class Shares {
  private committing = new Set<number>();
  private revealed = false;

  constructor(private readonly ask: (request: Request) => Promise<unknown>) {}

  /** Do what the table waits for: send a hash for each seat that has none, or reveal. */
  async take(table: Table, mine: readonly number[]): Promise<void> {
    if (table.status === "starting" && !this.revealed) {
      this.revealed = true;
      await Promise.all(reveals(table, mine).map((each) => this.ask(each)));
    }
    if (table.status !== "lobby" || table.nature === "manual") return;
    for (const seat of mine) {
      if (table.seats[seat]?.commitment || this.committing.has(seat)) continue;
      this.committing.add(seat);
      const drawn = await draw();
      remember(table, drawn);
      await this.ask({ type: "commit", seat, commitment: drawn.commitment });
      this.committing.delete(seat);
    }
  }
}
