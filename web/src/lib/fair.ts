/**
 * The dice of a finished game, computed again in the browser from the seed, as docs/dice.md has it: every throw, every
 * card and every dealt deed. It needs only HMAC-SHA256 and counting.
 */
import type { Action, AnyEntry, Fairness } from "../shared/wire";
import { bytesOf, hashes, hexOf } from "./hashes";
import type { Noted } from "./keep";
import { SPACES } from "./rulebook";

const CARDS = 16;
const SPAN = 2 ** 32;

export interface Verdict {
  /** Whether this browser noted the hash of the seed before the first throw. Otherwise the server's word counts. */
  noted: boolean;
  /** Whether the seed has the hash that was published. */
  promised: boolean;
  /** Whether every nonce has a hash that was noted before it was revealed, in the order of the seats. */
  shares: boolean;
  /** Seats whose hash was noted and whose nonce is not in the dice. */
  leftOut: number[];
  /** Whether a nonce that this browser drew is in the dice. Otherwise the server could have chosen them alone. */
  own: boolean;
  throws: number;
  cards: number;
  deals: number;
  /** The first ply that does not follow from the seed; null if all do. */
  differs: number | null;
}

/** The stream of words that a seed and the players' nonces make. */
class Stream {
  private words: number[] = [];
  private block = 0;

  private constructor(
    private readonly sign: (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>,
    private readonly prefix: Uint8Array,
  ) {}

  static async of(seed: Uint8Array<ArrayBuffer>, nonces: readonly Uint8Array[]): Promise<Stream> {
    const sign = await (await hashes()).signer(seed);
    const prefix: number[] = [];
    for (const nonce of nonces) prefix.push(0, 0, nonce.length >> 8, nonce.length & 255, ...nonce);
    return new Stream(sign, new Uint8Array(prefix));
  }

  private async word(): Promise<number> {
    if (!this.words.length) {
      const message = new Uint8Array(this.prefix.length + 8);
      message.set(this.prefix);
      new DataView(message.buffer).setBigUint64(this.prefix.length, BigInt(this.block++));
      const found = new DataView((await this.sign(message)).buffer);
      this.words = Array.from({ length: 8 }, (_, index) => found.getUint32(4 * (7 - index)));
    }
    return this.words.pop()!;
  }

  /** Return a number below the bound. If only one is possible, no word is used. */
  async below(bound: number): Promise<number> {
    if (bound === 1) return 0;
    const limit = SPAN - (SPAN % bound);
    let word = await this.word();
    while (word >= limit) word = await this.word();
    return word % bound;
  }
}

/** The seats whose noted hash has no nonce; null if a nonce was not noted, or is out of order. */
async function seatsLeftOut(nonces: readonly string[], noted: readonly string[]): Promise<number[] | null> {
  const { digest } = await hashes();
  const used = await Promise.all(nonces.map(async (nonce) => hexOf(await digest(bytesOf(nonce)))));
  const left: number[] = [];
  let next = 0;
  noted.forEach((commitment, seat) => {
    if (commitment && commitment === used[next]) next++;
    else if (commitment) left.push(seat);
  });
  return next === used.length ? left : null;
}

/** Whether one of these nonces is the browser's own; also true if it drew none. */
function ownsOne(nonces: readonly string[], noted: Noted): boolean {
  const own = Object.values(noted.nonces);
  return !own.length || own.some((nonce) => nonces.includes(nonce));
}

/**
 * Compute every throw, card and dealt deed again and compare it with the record. The hashes are those that this browser
 * noted; the server's are used only if nothing was noted.
 */
export async function verify(fairness: Fairness, entries: readonly AnyEntry[], noted?: Noted): Promise<Verdict> {
  const seed = bytesOf(fairness.seed ?? "");
  const left = noted?.seats.length ? await seatsLeftOut(fairness.nonces, noted.seats) : [];
  const verdict: Verdict = {
    noted: noted !== undefined,
    promised: hexOf(await (await hashes()).digest(seed)) === (noted?.commitment ?? fairness.commitment),
    shares: left !== null,
    leftOut: left ?? [],
    own: !noted || ownsOne(fairness.nonces, noted),
    throws: 0,
    cards: 0,
    deals: 0,
    differs: null,
  };
  if (!seed.length) return { ...verdict, promised: false };
  const stream = await Stream.of(seed, fairness.nonces.map(bytesOf));
  const unseen = { chance: cards(), chest: cards() };
  const deeds: string[] = SPACES.filter((space) => space.price).map((space) => space.slug);
  for (const entry of entries) {
    if (entry.type !== "ply" || entry.actor !== "nature") continue;
    const action: Action = entry.action;
    let good = true;
    if (action.do === "throw") {
      const both = await stream.below(36);
      good = action.die1 === Math.floor(both / 6) + 1 && action.die2 === (both % 6) + 1;
      verdict.throws++;
    } else if (action.do === "draw") {
      const left = unseen[action.deck];
      if (left.length) {
        good = left[await stream.below(left.length)] === action.card;
        unseen[action.deck] = left.filter((card) => card !== action.card);
      } // A deck that has gone round comes in an order that everybody knows: nothing is left to chance.
      verdict.cards++;
    } else if (action.do === "deal") {
      const deed = action.deed ?? (action as { space?: string }).space; // games stored before 0.2 say `space`
      good = deeds[await stream.below(deeds.length)] === deed;
      deeds.splice(deeds.indexOf(deed), 1);
      verdict.deals++;
    }
    if (!good) return { ...verdict, differs: entry.ply };
  }
  return verdict;
}

function cards(): number[] {
  return Array.from({ length: CARDS }, (_, card) => card);
}
