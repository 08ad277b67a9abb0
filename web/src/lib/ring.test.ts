import { describe, expect, it } from "vitest";
import { path, reach, ring, spot } from "./ring";

describe("the ring", () => {
  for (const [name, made] of [
    ["square", ring(1000, 1000, 11, 118, 118)],
    ["tall", ring(390, 560, 8, 390 / 8, 40)],
  ] as const) {
    it(`has forty cells that touch and do not overlap: ${name}`, () => {
      expect(made.cells).toHaveLength(40);
      const area = made.cells.reduce((sum, cell) => sum + cell.w * cell.h, 0);
      expect(area + made.stage.w * made.stage.h).toBeCloseTo(made.width * made.height, 3);
      made.cells.forEach((cell, index) => {
        const next = made.cells[(index + 1) % 40]!;
        const apart = Math.max(
          Math.abs(cell.x + cell.w / 2 - next.x - next.w / 2) - (cell.w + next.w) / 2,
          Math.abs(cell.y + cell.h / 2 - next.y - next.h / 2) - (cell.h + next.h) / 2,
        );
        expect(apart).toBeCloseTo(0, 6);
      });
    });
  }
  it("puts the corners of the square where a player expects them", () => {
    const { cells } = ring(1000, 1000, 11, 118, 118);
    expect([cells[0]!.x, cells[10]!.x, cells[20]!.y, cells[30]!.x]).toEqual([882, 0, 0, 882]);
  });
  it("walks forward past GO and backward", () => {
    expect(path(38, 2, false)).toEqual([39, 0, 1, 2]);
    expect(path(7, 4, true)).toEqual([6, 5, 4]);
    expect(path(5, 5, false)).toEqual([]);
  });
  it("lets tokens reach over the stage only so far", () => {
    const made = ring(1000, 1000, 11, 118, 118);
    made.cells.forEach((cell) => {
      for (let count = 1; count <= 8; count++)
        for (let index = 0; index < count; index++) {
          const { x, y } = spot(cell, index, count, 40, cell.corner ? 28 : null);
          const { stage } = made;
          const inside = Math.min(
            x + 20 - stage.x,
            stage.x + stage.w - x + 20,
            y + 20 - stage.y,
            stage.y + stage.h - y + 20,
          );
          if (!cell.corner) expect(inside).toBeLessThanOrEqual(reach(40) + 1e-9);
        }
    });
  });
  it("leaves the rents along the edge of the top row free", () => {
    for (const [made, size] of [
      [ring(1000, 1000, 11, 118, 118), 40],
      [ring(384, 558, 8, 48, 558 / 14), 18],
    ] as const)
      for (const cell of made.cells.filter((each) => each.side === "top" && !each.corner))
        expect(spot(cell, 0, 1, size, null).y - size / 2).toBeGreaterThanOrEqual(cell.y + cell.h);
  });
  it("keeps eight tokens on one space apart", () => {
    const cell = ring(1000, 1000, 11, 118, 118).cells[0]!;
    const places = Array.from({ length: 8 }, (_, index) => spot(cell, index, 8, 32, 28));
    expect(new Set(places.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`)).size).toBe(8);
  });
  it("leaves a corner its name, however many stand there", () => {
    for (const height of [470, 560, 660]) {
      const cell = ring(390, height, 8, 390 / 8, height / 14).cells[0]!;
      const places = Array.from({ length: 8 }, (_, index) => spot(cell, index, 8, 15, 13));
      for (const { y } of places) expect(y + 7.5).toBeLessThanOrEqual(cell.y + cell.h - 12.5);
      const beside = ring(390, height, 8, 390 / 8, height / 14).cells[27]!;
      const { x, y } = spot(beside, 0, 1, 18, null);
      expect(Math.hypot(x - beside.x, y - beside.y - beside.h)).toBeLessThan(18);
      expect(new Set(places.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)).size).toBe(8);
    }
  });
});
