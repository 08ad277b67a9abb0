import { describe, expect, it } from "vitest";
import { indexOf } from "./rulebook";
import { beatsOf, lengthOf } from "./motion";

describe("beats", () => {
  it("are the spaces of a way, one by one", () => {
    const beats = beatsOf({ event: "moved", seat: 1, origin: "boardwalk", space: "mediterranean" });
    expect(beats).toEqual(["go", "mediterranean"].map((slug) => ({ kind: "step", seat: 1, at: indexOf(slug) })));
  });

  it("go back where the token does", () => {
    const beats = beatsOf({ event: "moved", seat: 0, origin: "chance-1", space: "income-tax", backward: true });
    expect(beats.map((beat) => beat.kind === "step" && beat.at)).toEqual([6, 5, 4]);
  });

  it("lead to jail in one step", () => {
    expect(beatsOf({ event: "jailed", seat: 2, how: "space" })).toEqual([
      { kind: "step", seat: 2, at: indexOf("jail") },
    ]);
  });

  it("show dice and cards, and nothing of what comes of them", () => {
    expect(beatsOf({ event: "threw", seat: 0, die1: 2, die2: 3 })).toEqual([
      { kind: "dice", seat: 0, die1: 2, die2: 3 },
    ]);
    expect(beatsOf({ event: "card-drawn", seat: 0, deck: "chest", card: 4 })).toEqual([
      { kind: "card", seat: 0, deck: "chest", card: 4 },
    ]);
    expect(beatsOf({ event: "bought", seat: 0, deed: "boardwalk", amount: 400 })).toEqual([]);
  });

  it("are quicker on a long way, and take no time when motion is not wanted", () => {
    const step = { kind: "step", seat: 0, at: 3 } as const;
    expect(lengthOf(step, "calm", 20)).toBe(lengthOf(step, "calm", 2) / 2);
    expect(lengthOf({ kind: "dice", seat: 0, die1: 1, die2: 1 }, "instant", 1)).toBe(0);
  });
});
