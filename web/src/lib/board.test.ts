import { afterEach, describe, expect, it } from "vitest";
import { gameBoard } from "./board.svelte";
import { cardOf, shortName, spaceOf } from "./rulebook";
import { Teller } from "./say";

afterEach(() => gameBoard.use({}));

describe("the board of a game", () => {
  it("is that of the rulebooks unless a house rule names another", () => {
    gameBoard.use({ double_salary: true });
    expect(spaceOf("boardwalk").name).toBe("Boardwalk");
    expect(spaceOf("boardwalk").price).toBe(400);
  });

  it("gives its names, figures and groups", () => {
    gameBoard.use({ board: "orbit" });
    expect(spaceOf("boardwalk").name).toBe("Edge of the Sun");
    expect(spaceOf("boardwalk").rents).toEqual([75, 300, 900, 2100, 2550, 3000]);
    expect(new Teller([]).group("railroads")).toBe("shuttles");
    expect(cardOf("classic", "chance", 0)).toContain("Fly forward");
    gameBoard.use({ board: "london" });
    expect(shortName(spaceOf("baltic"))).toBe("Whitechapel");
    expect([0, 1, 2, 3].map((card) => cardOf("classic", "chance", card)).join()).not.toContain("Boardwalk");
  });

  it("is read from the text of a board of somebody's own", () => {
    gameBoard.use({ board: '{"title":"Mine","space":{"boardwalk":{"name":"Top Street","price":501}}}' });
    expect(spaceOf("boardwalk")).toMatchObject({ name: "Top Street", price: 501, mortgage: 250, house_price: 200 });
    gameBoard.use(undefined);
    expect(spaceOf("boardwalk").name).toBe("Boardwalk");
  });
});
