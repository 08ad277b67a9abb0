import { afterEach, describe, expect, it, vi } from "vitest";
import type { AnyEntry } from "../shared/wire";
import { verify } from "./fair";
import { hexOf } from "./hashes";
import type { Noted } from "./keep";
import { hmac, sha256 } from "./sha256";

// A short game of 1935 that the library played with FairChance(bytes(range(32)), [b"ann" * 5, b"ben" * 5]).
const SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
const NONCES = ["616e6e616e6e616e6e616e6e616e6e", "62656e62656e62656e62656e62656e"];
const PLIES = [
  "1 deal 0 illinois, 2 deal 1 reading, 3 deal 2 pennsylvania-rr, 4 deal 0 water-works, 5 deal 1 marvin-gardens",
  "6 deal 2 north-carolina, 8 throw 6 5, 10 throw 5 5, 12 throw 6 3, 14 throw 5 1, 18 throw 4 2, 22 throw 3 4",
  "23 draw chance 7, 26 throw 5 1, 30 throw 2 6, 34 throw 1 1, 35 draw chest 15, 37 throw 3 6, 41 throw 3 5",
  "44 throw 6 3, 48 throw 1 1, 51 throw 3 6, 52 draw chance 8, 54 throw 4 3, 58 throw 3 6, 62 throw 4 5",
  "65 throw 6 6, 68 throw 3 3, 71 throw 5 3, 75 throw 3 2, 79 throw 5 4, 82 throw 4 5, 83 draw chance 9",
  "87 throw 2 5, 91 throw 4 2, 95 throw 3 5, 98 throw 6 2, 102 throw 2 2, 104 throw 3 6, 108 throw 1 4",
  "112 throw 1 5, 116 throw 1 4, 120 throw 5 3, 123 throw 4 5, 127 throw 6 2, 128 draw chest 14, 131 throw 5 4",
  "135 throw 5 3",
]
  .join(", ")
  .split(", ");

afterEach(() => vi.unstubAllGlobals());

describe("hashes of our own", () => {
  // Every length around the size of a block, and messages of several blocks.
  const bytes = (length: number, first: number) => Uint8Array.from({ length }, (_, at) => (first + at * 73) & 255);
  const lengths = [...Array.from({ length: 140 }, (_, length) => length), 1000, 4097];
  it("are those of the browser: SHA-256", async () => {
    for (const length of lengths) {
      const message = bytes(length, length);
      expect(sha256(message)).toEqual(new Uint8Array(await crypto.subtle.digest("SHA-256", message)));
    }
  });
  it("are those of the browser: HMAC", async () => {
    for (const [size, length] of lengths.slice(1).map((each) => [(each * 7) % 150 || 1, each] as const)) {
      const key = await crypto.subtle.importKey("raw", bytes(size, 5), { name: "HMAC", hash: "SHA-256" }, false, [
        "sign",
      ]);
      const message = bytes(length, 9);
      expect(hmac(bytes(size, 5), message)).toEqual(new Uint8Array(await crypto.subtle.sign("HMAC", key, message)));
    }
  });
});

describe("the dice of a game", () => {
  const fairness = { commitment: COMMITMENT, nonces: NONCES, seed: SEED };
  const game = (plies: string[]): AnyEntry[] =>
    plies.map((text) => {
      const [ply, what, first = "", second = ""] = text.split(" ");
      const action =
        what === "throw"
          ? { do: what, die1: Number(first), die2: Number(second) }
          : what === "draw"
            ? { do: what, deck: first, card: Number(second) }
            : { do: what, seat: Number(first), deed: second };
      return { type: "ply", actor: "nature", ply: Number(ply), action } as unknown as AnyEntry;
    });

  it("follow from the seed: throws, cards and dealt deeds", async () => {
    const counted = (what: string) => PLIES.filter((each) => each.includes(what)).length;
    expect(await verify(fairness, game(PLIES))).toEqual({
      noted: false,
      promised: true,
      shares: true,
      leftOut: [],
      own: true,
      throws: counted("throw"),
      cards: counted("draw"),
      deals: counted("deal"),
      differs: null,
    });
  });
  it("differ where somebody changed a throw", async () => {
    const at = PLIES.findIndex((each) => each.includes("throw"));
    const [ply, , first, second] = PLIES[at]!.split(" ");
    const changed = PLIES.with(at, `${ply} throw ${(Number(first) % 6) + 1} ${second}`);
    expect((await verify(fairness, game(changed))).differs).toBe(Number(ply));
  });
  it("are found without the browser's hashes, too", async () => {
    vi.stubGlobal("crypto", {});
    expect(await verify(fairness, game(PLIES))).toMatchObject({ promised: true, differs: null });
    expect((await verify({ ...fairness, seed: "ff".repeat(32) }, game(PLIES))).promised).toBe(false);
  });
  it("are checked against what this browser noted, not against what the server says at the end", async () => {
    const hash = (hex: string) => hexOf(sha256(Uint8Array.from(hex.match(/../g)!, (pair) => parseInt(pair, 16))));
    const noted: Noted = { table: "t", commitment: COMMITMENT, seats: NONCES.map(hash), nonces: {} };
    const check = (changes: Partial<Noted>) => verify(fairness, game(PLIES), { ...noted, ...changes });
    expect(await check({})).toMatchObject({ noted: true, promised: true, shares: true, leftOut: [], differs: null });
    expect((await check({ commitment: hash("00") })).promised).toBe(false);
    expect((await check({ seats: [hash("00"), noted.seats[1]!] })).shares).toBe(false);
    expect((await check({ seats: noted.seats.toReversed() })).shares).toBe(false);
    const withBot = [noted.seats[0]!, "", hash("00"), noted.seats[1]!];
    expect(await check({ seats: withBot })).toMatchObject({ shares: true, leftOut: [2] });
  });
  it("need a nonce of this browser, whatever hashes the server showed for its seat", async () => {
    const hash = (hex: string) => hexOf(sha256(Uint8Array.from(hex.match(/../g)!, (pair) => parseInt(pair, 16))));
    const noted: Noted = { table: "t", commitment: COMMITMENT, seats: NONCES.map(hash), nonces: {} };
    const check = (...nonces: string[]) =>
      verify(fairness, game(PLIES), { ...noted, nonces: Object.fromEntries(nonces.map((each) => [hash(each), each])) });
    expect((await check()).own).toBe(true);
    expect((await check("aa".repeat(16), NONCES[1]!)).own).toBe(true);
    expect(await check("aa".repeat(16))).toMatchObject({ shares: true, own: false });
  });
  it("are not those of another seed", async () => {
    const found = await verify({ ...fairness, seed: "ff".repeat(32) }, game(PLIES));
    expect(found.promised).toBe(false);
    expect(found.differs).not.toBeNull();
  });
});
