import { describe, expect, it } from "vitest";
import type { Event } from "../shared/wire";
import { reckon } from "./reckoning";

const began = (seat: number): Event => ({ event: "turn-began", seat }) as Event;
const EVENTS = [
  began(0),
  { event: "bought", seat: 0, deed: "oriental", amount: 100 },
  began(1),
  { event: "rent-paid", payer: 1, owner: 0, deed: "oriental", amount: 6 },
  began(0),
  { event: "salary-paid", seat: 0, amount: 200 },
  { event: "rent-paid", payer: 1, owner: 0, deed: "oriental", amount: 30 },
  { event: "mortgaged", seat: 0, deed: "oriental", amount: 50 },
  { event: "deal-made", proposer: 0, recipient: 1, number: 1 },
  { event: "deed-passed", giver: 0, receiver: 1, deed: "oriental" },
] as unknown as Event[];

describe("The reckoning of a game", () => {
  // Both began with 1500.
  const found = reckon(EVENTS, 2, [1500 - 100 + 6 + 200 + 30 + 50, 1500 - 6 - 30]);

  it("has everybody's wealth after each turn", () => {
    expect(found.wealth).toEqual([
      [1500, 1500],
      [1500 + 6, 1500 - 6],
      [1686, 1464 + 100 - 50],
    ]);
  });
  it("knows the best deeds and the biggest rents", () => {
    expect(found.earners).toEqual([{ deed: "oriental", amount: 36, times: 2 }]);
    expect(found.rents.map((rent) => rent.amount)).toEqual([30, 6]);
  });
  it("counts deals, turns and rounds", () => {
    expect([found.deals, found.turns, found.rounds]).toEqual([1, 3, 2]);
  });
});
