import { describe, expect, it } from "vitest";
import { chancesAt, gain, moved, percent, points, turnsOf, type GameReview } from "./insight";

const ply = (number: number, turn: number, chances: number[]) => ({
  ply: number,
  turn,
  actor: 0,
  text: "roll",
  sentences: "",
  chances,
  luck: null,
  decision: null,
});
const seat = (number: number) => ({
  seat: number,
  name: `P${number}`,
  luck: 0,
  skill: 0,
  accuracy: 100,
  decisions: 0,
  inaccuracies: 0,
  mistakes: 0,
  blunders: 0,
});
const review: GameReview = {
  seats: [seat(0), seat(1)],
  plies: [ply(1, 1, [0.6, 0.4]), ply(2, 1, [0.45, 0.55]), ply(3, 2, [1, 0])],
  luckiest: 3,
  deal: null,
  turn: 3,
  swings: [2, 3],
  rollouts: 0,
  title: "",
};

describe("a review", () => {
  it("knows the chances after every ply, and before the first", () => {
    expect(chancesAt(review, 0)).toEqual([0.5, 0.5]);
    expect(chancesAt(review, 2)).toEqual([0.45, 0.55]);
    expect(chancesAt(review, 99)).toEqual([1, 0]);
  });
  it("tells whom a ply moved, and by how much", () => {
    expect(gain(review, 3, 0)).toBeCloseTo(0.55);
    expect(gain(review, 1, 1)).toBeCloseTo(-0.1);
    expect(moved(review, 3)).toBe(0);
  });
  it("finds where turns begin", () => {
    expect(turnsOf(review.plies)).toEqual([1, 3]);
  });
  it("writes points and percents", () => {
    expect(points(0.0567)).toBe("+5.7");
    expect(points(-0.1)).toBe("−10.0");
    expect(points(0)).toBe("±0.0");
    expect(percent(0.256)).toBe(26);
  });
});
