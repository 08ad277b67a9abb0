import { describe, expect, it } from "vitest";
import { CLAUSES, RULINGS, clauseOf, differs, hits, isAbout, linked, marked, search, searchHouse } from "./rules";

describe("the rules", () => {
  it("names other clauses by their titles", () => {
    const { title } = clauseOf("debt.raise")!;
    expect(linked("except as debt.raise, now.")).toEqual([
      { text: "except as " },
      { text: title, clause: "debt.raise" },
      { text: ", now." },
    ]);
  });
  it("are found by words in any of the books, or in a ruling", () => {
    expect(search("rent mortgaged").map((each) => each.id)).toContain("rent.monopoly-mortgaged");
    expect(search("tie for the highest throw").map((each) => each.id)).toContain("start.throw");
    expect(search("just visiting").map((each) => each.title)).toContain("Just visiting");
    expect(search("§ rent.ask").map((each) => each.id)).toContain("rent.ask");
    expect(search("§rent.ask").map((each) => each.id)).toContain("rent.ask");
    expect(search("no such words anywhere")).toEqual([]);
  });
  it("have a clause for every ruling", () => {
    expect(RULINGS.filter((each) => !clauseOf(each.clause))).toEqual([]);
    expect(CLAUSES.length).toBeGreaterThan(50);
  });
  it("list the house rules", () => {
    expect(searchHouse("parking pot").map((each) => each.name)).toContain("free_parking_pot");
  });
  it("differ where they are played otherwise, not where they have other words", () => {
    const [salary, jail] = [clauseOf("go.salary")!, clauseOf("jail.doubles-no-second")!];
    expect(salary.says["1935"]).not.toBe(salary.says["official"]);
    expect(differs(salary, ["1935", "official"])).toBe(false);
    expect(differs(jail, ["1935", "official"])).toBe(true);
    expect(differs(jail, ["classic", "official"])).toBe(false);
  });
  it("mark the words that differ", () => {
    expect(marked("Two to six may play.", "Two to eight may play.")).toEqual([
      { text: "Two to ", differs: false },
      { text: "six ", differs: true },
      { text: "may play.", differs: false },
    ]);
    expect(marked("The same.", "The same.")).toEqual([{ text: "The same.", differs: false }]);
  });
  it("mark the whole of a text that shares little with the other", () => {
    const text = "The Bank sells a hotel for the price of a house on each lot.";
    expect(marked(text, "Hotels are bought by the owner of a whole group, and the four houses go back.")).toEqual([
      { text, differs: true },
    ]);
  });
  it("show the words that were searched for, and know what is about them", () => {
    expect(hits("A mortgaged lot (1)", "lot MORTGAGE (")).toEqual([
      { text: "A ", hit: false },
      { text: "mortgage", hit: true },
      { text: "d ", hit: false },
      { text: "lot", hit: true },
      { text: " ", hit: false },
      { text: "(", hit: true },
      { text: "1)", hit: false },
    ]);
    expect(hits("A lot", " ")).toEqual([{ text: "A lot", hit: false }]);
    expect([
      isAbout({ title: "Just visiting" }, "visit"),
      isAbout({ title: "Jail" }, "visit"),
      isAbout({ title: "Jail" }, ""),
    ]).toEqual([true, false, false]);
    const titles = searchHouse("parking").map((each) => each.title);
    expect(titles.findLastIndex((title) => /parking/i.test(title))).toBe(
      titles.filter((title) => /parking/i.test(title)).length - 1,
    );
  });
  it("mark no word for its full stop or its comma, or because a sentence begins with it", () => {
    expect(marked("Buy it, or not.", "Or not, buy it, or not (now).").filter((each) => each.differs)).toEqual([]);
    expect(
      marked("Pay $10.", "Pay 10%.")
        .filter((each) => each.differs)
        .map((each) => each.text),
    ).toEqual(["$10."]);
  });
});
