import { beforeEach, describe, expect, it, vi } from "vitest";
import { Drafts, type DealDraft } from "./drafts.svelte";
import type { Mode, TableState } from "./table.svelte";

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
});

const OFFER = {
  number: 4,
  proposer: 2,
  recipient: 0,
  give: { deeds: ["ventnor"], cash: 100 },
  get: { deeds: ["reading"], jail_cards: ["chance"] },
};

/** A table of three, one of them retired; the player has seat 0. */
function sit(offers: object[] = []) {
  const table = {
    id: "t",
    me: 0,
    mode: null as Mode,
    view: { offers, seats: [0, 1, 2, 3].map((seat) => ({ seat, retired: seat === 3 })) },
  };
  return {
    table,
    drafts: new Drafts(table as unknown as TableState),
    draft: () => (table.mode as { draft: DealDraft }).draft,
  };
}

describe("deals that are begun", () => {
  it("begin with the first who is still there, and are found again", () => {
    const { table, drafts, draft } = sit();
    drafts.open();
    expect(draft()).toMatchObject({ by: 0, to: 1, answers: 0, give: [], get: [], debt: null });
    draft().giveCash = 35;
    table.mode = null;
    drafts.open();
    expect(draft().giveCash).toBe(35);
    drafts.drop(draft());
    drafts.open();
    expect(draft().giveCash).toBe(null);
  });

  it("keep one's own side with another partner, and nothing of the other's", () => {
    const { drafts, draft } = sit();
    drafts.open({ to: 1, get: "baltic", debt: 60 });
    drafts.open({ get: "baltic" }); // once is enough
    Object.assign(draft(), { give: ["reading"], getCards: ["chest"] });
    expect(draft()).toMatchObject({ to: 1, get: ["baltic"], debt: 60 });
    drafts.open({ to: 2 });
    expect(draft()).toMatchObject({ to: 2, give: ["reading"], get: [], getCards: [], debt: null });
  });

  it("turn to somebody else when the partner has retired", () => {
    const { table, drafts, draft } = sit();
    drafts.open({ to: 2 });
    table.view.seats[2]!.retired = true;
    drafts.open();
    expect(draft().to).toBe(1);
    for (const seat of table.view.seats) seat.retired = true;
    table.mode = null;
    drafts.open();
    expect(table.mode).toBe(null);
  });

  it("answer an offer with its own terms, seen from the other side", () => {
    const { drafts, draft } = sit([OFFER]);
    drafts.open({ answers: 4 });
    expect(draft()).toMatchObject({
      by: 0,
      to: 2,
      answers: 4,
      give: ["reading"],
      get: ["ventnor"],
      giveCash: null,
      getCash: 100,
      giveCards: ["chance"],
      getCards: [],
    });
    draft().get.push("atlantic");
    expect(OFFER.give.deeds).toEqual(["ventnor"]);
  });

  it("are not mixed up with answers, until what is answered no longer stands", () => {
    const { table, drafts, draft } = sit([OFFER]);
    drafts.open({ to: 1 });
    drafts.open({ answers: 4 });
    const answer = draft();
    expect(drafts.answered(answer)).toBe(4);
    drafts.open();
    expect(draft().to).toBe(1);
    drafts.drop(draft());
    table.view.offers = [];
    expect(drafts.answered(answer)).toBe(0);
    drafts.open();
    expect(draft()).toMatchObject({ to: 2, give: ["reading"], get: ["ventnor"] });
  });
});

describe("what is begun", () => {
  it("outlives the page, at its own table", () => {
    const first = sit();
    first.drafts.open({ to: 2, get: "ventnor" });
    first.drafts.said = "good ev";
    first.drafts.bid = { call: "7", sum: 120 };
    first.drafts.plan = [{ do: "build", deed: "oriental" }];
    first.drafts.keep();
    const second = sit();
    second.drafts.open();
    expect(second.draft()).toMatchObject({ to: 2, get: ["ventnor"] });
    expect([second.drafts.said, second.drafts.bid, second.drafts.plan]).toEqual([
      "good ev",
      { call: "7", sum: 120 },
      [{ do: "build", deed: "oriental" }],
    ]);
    expect([...kept.keys()]).toEqual(["ventnor.begun.t"]);
  });

  it("is taken as it is from an older page, and not at all from a broken one", () => {
    kept.set("ventnor.begun.t", '{"deals": [{"by": 0, "to": 2}]}');
    const older = sit();
    older.drafts.open();
    expect(older.draft()).toMatchObject({ to: 2, give: [], giveCards: [], debt: null });
    kept.set("ventnor.begun.t", "{");
    expect(sit().drafts.said).toBe("");
  });
});
