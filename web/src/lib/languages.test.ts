import { afterEach, describe, expect, it } from "vitest";
import { everything, skeleton, rulebookTexts } from "./skeleton";
import { EDITIONS, SPACES, shortName, spaceOf } from "./rulebook";
import { HOUSE_RULES } from "./house";
import { tell } from "./reasons";
import { CLAUSES, FAMILIES, RULINGS, clauseOf, search } from "./rules";
import { Teller } from "./say";
import { adopt, speak, t, type Tongue } from "./strings";
import { inWords } from "./why";

afterEach(() => adopt("en", { default: {} }));

/** A few strings of each kind, in German. */
const GERMAN: Tongue = {
  default: {
    language: "de-DE",
    "home.play": "Jetzt spielen",
    "table.houses": "Häuser: {count}",
    "players.deeds": "{count} Urkunden",
    "players.deeds.one": "{count} Urkunde",
  },
  sentences: {
    words: { bank: "die Bank", debt: "{amount} der Schuld" },
    event: { bought: "{seat} kauft {deed} für {amount}." },
    menu: { pass: "Passen" },
    reason: { "give-own": "{deed} gehört {seat} nicht.", "seat-taken": "Dort sitzt schon jemand." },
  },
  texts: {
    "edition.official.title": "Das offizielle Regelheft",
    "edition.1935.short.title": "Das kurze Spiel von 1935",
    "group.official.light-blue": "hellblaue",
    "space.boardwalk": "Uferpromenade",
    "space.boardwalk.short": "Uferpromenade",
    "option.rounds.title": "Runden",
    "card.classic.chance.8": "Geh drei Felder zurück.",
    "family.rent.title": "Miete",
    "clause.setup.players.classic": "Zwei bis acht Spieler.",
    "ruling.setup.players.1.answer": "Zwei bis acht.",
  },
};

describe("a second language", () => {
  it("is one file: its words, sentences and texts are said, and English where it has none", () => {
    adopt("de", GERMAN);
    const teller = new Teller(["Ada", "Bo"], "official", "classic");
    expect([t("home.play"), t("home.new")]).toEqual(["Jetzt spielen", "New table"]);
    expect(teller.event({ event: "bought", seat: 0, deed: "boardwalk", amount: 1400 })).toBe(
      "Ada kauft Uferpromenade für $1.400.",
    );
    expect(teller.event({ event: "hour-struck" })).toBe("The agreed hour strikes.");
    expect(teller.menu({ do: "pass" }, {})).toBe("Passen");
    expect([teller.party("bank"), teller.terms({ debt: 5 })]).toEqual(["die Bank", "$5 der Schuld"]);
    expect(teller.card("chance", 8)).toBe("Geh drei Felder zurück.");
    expect(teller.group("light-blue")).toBe("hellblaue");
    expect(tell([{ name: "give-own", fields: { deed: "boardwalk", seat: 1 } }], teller)).toBe(
      "Uferpromenade gehört Bo nicht.",
    );
    expect(EDITIONS.find((each) => each.name === "official")!.title).toBe("Das offizielle Regelheft");
    expect(EDITIONS.find((each) => each.name === "1935")!.variants[0]!.title).toBe("Das kurze Spiel von 1935");
    expect([spaceOf("boardwalk").name, shortName(spaceOf("boardwalk"))]).toEqual(["Uferpromenade", "Uferpromenade"]);
    expect(shortName(spaceOf("oriental"))).toBe("Oriental");
    expect(HOUSE_RULES.find((each) => each.name === "rounds")!.title).toBe("Runden");
    expect(FAMILIES.find((each) => each.name === "rent")!.title).toBe("Miete");
    // Editions with the same wording share one text.
    expect(clauseOf("setup.players")!.says["official"]).toBe("Zwei bis acht Spieler.");
    expect(clauseOf("setup.players")!.says["modern"]).toBe("Two to six may play.");
    expect(RULINGS.find((each) => each.clause === "setup.players")!.answer).toBe("Zwei bis acht.");
    expect(search("acht spieler").map((each) => each.id)).toEqual(["setup.players"]);
  });

  it("has its own forms for numbers, and no English ones beside its own words", () => {
    adopt("de", GERMAN);
    expect([1, 2].map((count) => t("players.deeds", { count }))).toEqual(["1 Urkunde", "2 Urkunden"]);
    expect([1, 2].map((count) => t("table.houses", { count }))).toEqual(["Häuser: 1", "Häuser: 2"]);
    expect([1, 2].map((count) => t("table.hotels", { count }))).toEqual(["1 hotel left", "2 hotels left"]);
  });

  it("names nothing that does not exist", () => {
    const all = everything();
    expect(Object.keys(GERMAN.texts!).filter((key) => !(key in all.texts))).toEqual([]);
    for (const [kind, templates] of Object.entries(GERMAN.sentences!))
      expect(
        Object.keys(templates).filter((name) => !(name in all.sentences[kind as keyof typeof all.sentences]!)),
      ).toEqual([]);
  });

  it("starts from a file with everything in it", () => {
    const { texts } = everything();
    expect(Object.keys(texts).length).toBeGreaterThan(800);
    expect(texts["clause.setup.players.classic"]).toBe("Nothing is said about how many may play, so two to eight may.");
    expect(texts["space.oriental.short"]).toBe("Oriental");
    expect(Object.values(texts).filter((text) => typeof text !== "string" || !text)).toEqual([]);
    expect(skeleton()).toContain('"edition.official.title"');
  });
});

describe("the language that nobody speaks", () => {
  it("makes every text longer but names of spaces", async () => {
    const before = texts(rulebookTexts());
    await speak("pseudo");
    const after = texts(rulebookTexts());
    const same = before.filter((text, index) => text === after[index]);
    const known = new Set([
      ...SPACES.flatMap((space) => [space.slug, space.name, shortName(space), space.kind, space.group]),
      ...EDITIONS.flatMap((edition) => [
        edition.name,
        edition.decks,
        ...edition.variants.map((variant) => variant.name),
      ]),
      ...CLAUSES.map((clause) => clause.id),
      ...HOUSE_RULES.flatMap((rule) => [rule.name, rule.type]),
      ...FAMILIES.flatMap((family) => [family.name, family.edition, family.variant]),
      ...["stated", "part", "differs", "silent", "all", "value", "jail_turns", "", undefined],
    ]);
    expect(same.filter((text) => !known.has(text) && /[a-z]/i.test(text))).toEqual([]);
    expect(tell([{ name: "give-own", fields: { deed: "boardwalk", seat: 0 } }], new Teller(["Ada"]))).toBe(
      "Boardwalk ïïs ñöööt Ada'ss.",
    );
  });
});

describe("an answer that says no", () => {
  const because = [{ name: "cash-short", fields: { seat: 1, cash: 1500, amount: 9000 } }];
  it("is told with names, in the app's own words", async () => {
    const refused = {
      type: "error" as const,
      code: "illegal" as const,
      id: "",
      why: "Seat 1 has $1,500, not $9,000.",
      because,
    };
    expect((await inWords(refused, new Teller(["Ada", "Bo"]))).why).toBe("Bo has $1,500, not $9,000.");
  });
  it("keeps the server's sentence where the reason is not known here", async () => {
    const refused = {
      type: "error" as const,
      code: "busy" as const,
      id: "",
      why: "Not today.",
      because: [{ name: "not-today", fields: {} }],
    };
    expect((await inWords(refused)).why).toBe("Not today.");
  });
  it("calls house rules by their titles", () => {
    const reason = { name: "rules-contradict", fields: { rule: "no_auctions", other: "auction_floor" } };
    expect(tell([reason], new Teller([]))).toMatch(/^The house rules No auctions and Auction floor contradict/);
  });
});

function texts(thing: unknown): string[] {
  if (typeof thing === "string") return [thing];
  return thing && typeof thing === "object" ? Object.values(thing).flatMap(texts) : [];
}
