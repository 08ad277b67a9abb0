import { describe, expect, it } from "vitest";
import type { Awaiting, Choice, View, ViewPlayer } from "../shared/wire";
import { tableIn } from "./address";
import { GROUPS, SPACES, DEEDS_OF } from "./rulebook";
import { levelOf } from "./make";
import { layOut } from "./menu";
import { ENGLISH, isSign, speak, t } from "./strings";
import { holdings, near, needs } from "./tables";

function view(owners: Record<string, number>, said: Partial<ViewPlayer>[] = []): View {
  return {
    seats: [0, 1, 2].map((seat) => ({ seat, cash: 100, space: "go", ...said[seat] })),
    deeds: SPACES.filter((space) => space.price).map((space) => ({
      deed: space.slug,
      group: space.group,
      price: space.price,
      ...(space.slug in owners ? { owner: owners[space.slug] } : {}),
    })),
  } as unknown as View;
}
const choice = (action: Choice["action"]): Choice => ({ action, text: JSON.stringify(action), fields: {} });

describe("who holds what", () => {
  it("counts deeds by group", () => {
    const found = holdings(view({ oriental: 0, vermont: 0, connecticut: 1 }), 0).find(
      (each) => each.group === "light-blue",
    )!;
    expect([found.held, found.size]).toEqual([2, 3]);
  });
  it("leaves it to the server which groups are whole, and which one deed short", () => {
    const [purple, blue] = holdings(view({ oriental: 0, vermont: 0 }, [{ sets: ["light-blue"], near: ["baltic"] }]), 0);
    expect([purple!.whole, purple!.short, blue!.whole, blue!.short]).toEqual([false, true, true, false]);
  });
  it("tells who would complete a group, and who has some of it", () => {
    expect(
      needs(view({ oriental: 0, vermont: 0, "st-charles": 1 }, [{ near: ["connecticut"] }]), "connecticut"),
    ).toEqual([{ seat: 0, held: 2, size: 3, completes: true }]);
    expect(needs(view({ oriental: 0, vermont: 2 }), "connecticut").map((each) => [each.seat, each.completes])).toEqual([
      [0, false],
      [2, false],
    ]);
  });
  it("tells who is one deed from a group, and who has that deed", () => {
    expect(
      near(
        view({ oriental: 0, connecticut: 0, vermont: 1, baltic: 2 }, [
          { near: ["vermont"] },
          {},
          { near: ["mediterranean"] },
        ]),
      ),
    ).toEqual([
      { seat: 0, group: "light-blue", missing: "vermont", owner: 1 },
      { seat: 2, group: "purple", missing: "mediterranean", owner: undefined },
    ]);
  });
  it("has ten groups with all twenty-eight deeds", () => {
    expect(GROUPS.flatMap((group) => DEEDS_OF[group] ?? [])).toHaveLength(28);
  });
});

describe("the menu", () => {
  const awaiting = { kind: "buy", seat: 0 } as Awaiting;
  it("keeps the server's order and sets deeds and grave things apart", () => {
    const laid = layOut(
      [
        choice({ do: "buy" }),
        choice({ do: "decline" }),
        choice({ do: "mortgage", deed: "oriental" }),
        choice({ do: "resign" }),
      ],
      awaiting,
      true,
    );
    expect(laid.main.map((each) => each.action.do)).toEqual(["buy", "decline"]);
    expect(laid.deeds.map((each) => each.action.do)).toEqual(["mortgage"]);
    expect(laid.grave.map((each) => each.action.do)).toEqual(["resign"]);
  });
  it("makes deeds the decision where they are one", () => {
    const laid = layOut(
      [choice({ do: "keep", deed: "oriental" }), choice({ do: "lift", deed: "oriental" })],
      { kind: "receive", seat: 0 } as Awaiting,
      true,
    );
    expect(laid.main).toHaveLength(2);
  });
  it("keeps the server's order where deeds are the decision too", () => {
    const legal = [
      choice({ do: "build", deed: "oriental" }),
      choice({ do: "pass" }),
      choice({ do: "ask-rent", deed: "oriental", payer: 1 }),
    ];
    expect(layOut(legal, { kind: "place", seat: 0 } as Awaiting, true).main).toEqual(legal);
  });
});

describe("the catalogue", () => {
  it("fills in fields and leaves unknown ones", () => {
    expect(t("home.free", { free: 2, all: 4 })).toBe("2 of 4 seats free");
  });
  it("has a form for one thing, where it is written", () => {
    expect([
      t("players.deeds", { count: 1 }),
      t("players.deeds", { count: 2 }),
      t("players.deeds", { count: 0 }),
    ]).toEqual(["1 deed", "2 deeds", "0 deeds"]);
  });
  it("has a longer language with the same fields", async () => {
    await speak("pseudo");
    for (const [key, text] of Object.entries(ENGLISH)) {
      if (isSign(key)) continue;
      const longer = t(key as keyof typeof ENGLISH);
      if (/[A-Za-z]/.test(text.replace(/\{[a-z0-9]+\}/g, ""))) expect(longer.length).toBeGreaterThan(text.length);
      expect(longer.match(/\{[a-z0-9]+\}/g)).toEqual(text.match(/\{[a-z0-9]+\}/g));
    }
    await speak("en");
  });
});

describe("what somebody types to join", () => {
  it("is a link, a table's name, or a code that was said", () => {
    expect(tableIn("http://10.0.0.2:8000/#/t/abc123def456/secret_1")).toEqual({
      id: "abc123def456",
      secret: "secret_1",
    });
    expect(tableIn("abcdefghijkl0123")).toEqual({ id: "abcdefghijkl0123", secret: "" });
    expect(tableIn(" KMN-pqr ")).toEqual({ code: "kmnpqr" });
    expect(tableIn("16yelp")).toEqual({ code: "i6yeip" });
    expect(tableIn("what?")).toBeNull();
  });
});

describe("who plays again", () => {
  it("meets bots of the same level", () => {
    expect(levelOf(["", "tycoon", "tycoon"])).toBe("hard");
    expect(levelOf(["", "random"])).toBe("easy");
  });
});
