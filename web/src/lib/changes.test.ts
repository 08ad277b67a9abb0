import { describe, expect, it } from "vitest";
import type { Change } from "../shared/wire";
import { withChanges, type Shown } from "./changes";

const SHOWN = {
  view: {
    ply: 1,
    dice: null,
    seats: [
      { seat: 0, cash: 1500 },
      { seat: 1, cash: 1500 },
    ],
  },
  hands: [{ seat: 0, legal: [{ text: "roll" }, { text: "mortgage boardwalk" }, { text: "resign" }], claims: [] }],
} as unknown as Shown;

describe("changes", () => {
  it("put values where their paths lead, also into fields that were left out", () => {
    const changes: Change[] = [
      [["view", "ply"], 3],
      [
        ["view", "dice"],
        [2, 5],
      ],
      [["view", "seats", 1, "cash"], 1320],
      [["view", "seats", 1, "deeds"], ["oriental"]],
      [["view", "seats", 0], { seat: 0, cash: 0 }],
    ];
    expect(withChanges(SHOWN, changes)).toEqual({
      view: {
        ply: 3,
        dice: [2, 5],
        seats: [
          { seat: 0, cash: 0 },
          { seat: 1, cash: 1320, deeds: ["oriental"] },
        ],
      },
      hands: SHOWN.hands,
    });
  });

  it("replace a part of a list", () => {
    const after = withChanges(SHOWN, [
      [["hands", 0, "legal"], [{ text: "end-turn" }, { text: "lift boardwalk" }], 0, 2],
    ]);
    expect(after.hands[0]!.legal.map(({ text }) => text)).toEqual(["end-turn", "lift boardwalk", "resign"]);
  });

  it("leave what was shown before as it was, and what they do not name the same", () => {
    const before = JSON.stringify(SHOWN);
    const after = withChanges(SHOWN, [[["view", "seats", 1, "cash"], 1]]);
    expect(JSON.stringify(SHOWN)).toBe(before);
    expect(after.hands).toBe(SHOWN.hands);
    expect(after.view!.seats[0]).toBe(SHOWN.view!.seats[0]);
  });

  it("begin a game, whose view comes whole", () => {
    const none: Shown = { view: null, hands: [] };
    expect(
      withChanges(none, [
        [["view"], { ply: 0 }],
        [["hands"], [{ seat: 1 }]],
      ]),
    ).toEqual({
      view: { ply: 0 },
      hands: [{ seat: 1 }],
    });
  });
});
