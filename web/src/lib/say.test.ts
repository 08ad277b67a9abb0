import { describe, expect, it } from "vitest";
import { SPACES, shortName } from "./rulebook";
import { stretch } from "./pseudo";
import { Teller, money } from "./say";

const teller = new Teller(["Ada", "Bo", "Cy"], "official");

describe("sentences", () => {
  it("fills in names, money and spaces", () => {
    expect(teller.event({ event: "bought", seat: 1, deed: "oriental", amount: 100 })).toBe(
      "Bo buys Oriental Avenue for $100.",
    );
  });
  it("takes the first template that fits", () => {
    expect(teller.event({ event: "threw", seat: 0, die1: 3, die2: 3 })).toBe("Ada throws doubles: 3 and 3.");
    expect(teller.event({ event: "threw", seat: 0, die1: 3, die2: 4 })).toBe("Ada throws 3 and 4.");
  });
  it("tells both sides of a deal", () => {
    const give = { deeds: ["reading", "b-and-o"], cash: 50 };
    expect(teller.event({ event: "offered", number: 1, proposer: 0, recipient: 2, give, get: {} })).toBe(
      "Ada offers Cy Reading Railroad, B. & O. Railroad and $50 for nothing.",
    );
  });
  it("calls an action what the moment makes of it", () => {
    expect(teller.menu({ do: "buy" }, { deed: "oriental", amount: 100 })).toBe("Buy Oriental Avenue for $100");
    expect(teller.menu({ do: "buy" }, {})).toBe("Buy it");
  });
  it("knows the parties that are no seats", () => {
    expect(teller.event({ event: "paid", seat: 0, to: "bank", amount: 75, cause: "tax" })).toBe(
      "Ada pays the Bank $75 tax.",
    );
  });
  it("calls a colour as its edition does", () => {
    expect(new Teller([], "modern").group("purple")).toBe("brown");
    expect(teller.group("purple")).toBe("purple");
  });
  it("calls whoever reads it you, where a sentence says so", () => {
    const entry = [{ you: "seat", text: "{deed} is not yours." }, { text: "{deed} is not {seat}'s." }];
    const sentences = [0, 1, undefined].map((reader) =>
      new Teller(["Ada", "Bo"], "official", undefined, reader).say(entry, { seat: 1, deed: "oriental" }),
    );
    expect(sentences).toEqual([
      "Oriental Avenue is not Bo's.",
      "Oriental Avenue is not yours.",
      "Oriental Avenue is not Bo's.",
    ]);
  });
  it("has no two short names alike for different places", () => {
    const names = new Map(SPACES.map((space) => [space.name, shortName(space)]));
    expect(new Set(names.values()).size).toBe(names.size);
  });
  it("writes what is owed with a minus", () => {
    expect(money(-5)).toBe("−$5");
  });
  it("writes thousands with a comma", () => {
    expect([money(1500), money(-12345), money(999)]).toEqual(["$1,500", "−$12,345", "$999"]);
  });
});

describe("the language that nobody speaks", () => {
  it("is 40% longer, keeps what is filled in, and breaks where English does", () => {
    expect(stretch("Bid {amount:money} for {item}")).toBe("Bïïïd {amount:money} fööör {item}");
    const text = "Sell buildings, mortgage deeds or make a deal until you have the cash.";
    expect(stretch(text).length / text.length).toBeGreaterThan(1.38);
    expect(stretch(text).split(" ")).toHaveLength(text.split(" ").length);
  });
});
