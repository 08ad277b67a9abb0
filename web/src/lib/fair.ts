/**
 * The dice of a finished game, computed again in the browser from the seed, as docs/dice.md has it: every throw, every
 * card and every dealt deed. Nothing but HMAC-SHA256 and counting.
 */
import type { Action, AnyEntry, Fairness } from "../shared/wire";
import { SPACES } from "./game";

const CARDS = 16;
const SPAN = 2 ** 32;

export interface Verdict {
  /** Whether the seed is the one that was promised. */
  promised: boolean;
  throws: number;
  cards: number;
  deals: number;
  /** The first ply that does not follow from the seed; null if all do. */
  differs: number | null;
}

export function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array((hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
}

export function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

interface Hashes {
  digest(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
  /** HMAC with this key. */
  signer(key: Uint8Array<ArrayBuffer>): Promise<(message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>>;
}

/** The browser's own; it has them only on pages that came encrypted, or from this machine. */
const WEB_CRYPTO: Hashes = {
  async digest(bytes) {
    return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  },
  async signer(bytes) {
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return async (message) => new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
  },
};

async function hashes(): Promise<Hashes> {
  if (crypto.subtle) return WEB_CRYPTO;
  const { sha256, hmac } = await import("./sha256");
  return { digest: async (bytes) => sha256(bytes), signer: async (key) => async (message) => hmac(key, message) };
}

/** The stream of words that a seed and the players' nonces make. */
export class Stream {
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

  /** A number below the bound; where only one is possible no word is taken. */
  async below(bound: number): Promise<number> {
    if (bound === 1) return 0;
    const limit = SPAN - (SPAN % bound);
    let word = await this.word();
    while (word >= limit) word = await this.word();
    return word % bound;
  }
}

/** What nature had to answer, ply by ply, against what it answered. */
export async function verify(fairness: Fairness, entries: readonly AnyEntry[]): Promise<Verdict> {
  const seed = bytesOf(fairness.seed ?? "");
  const verdict: Verdict = { promised: hexOf(await (await hashes()).digest(seed)) === fairness.commitment, throws: 0, cards: 0, deals: 0, differs: null };
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
      good = deeds[await stream.below(deeds.length)] === action.space;
      deeds.splice(deeds.indexOf(action.space), 1);
      verdict.deals++;
    }
    if (!good) return { ...verdict, differs: entry.ply };
  }
  return verdict;
}

function cards(): number[] {
  return Array.from({ length: CARDS }, (_, card) => card);
}
