/** How a menu is laid out: what answers the decision at hand, what is about one's deeds, what is grave. Not what is lawful. */
import type { Choice, ViewAwaiting } from "../shared/wire";
import type { Mode } from "./table.svelte";

const DEEDS = new Set(["build", "sell", "sell-group", "mortgage", "lift"]);
const OFFERS = new Set(["accept", "reject", "withdraw", "counter", "offer"]);
const GRAVE = new Set(["bankrupt", "resign"]);

/** Decisions that leave a phone's stage no room for anything beside them. */
export const FILLS_A_PHONE = new Set(["bid", "buy", "debt", "want", "place", "receive"]);

/** What takes a phone's whole board: a deal, all of one's deeds, a way out of a debt. */
export function spreadsOut(mode: Mode, awaiting: ViewAwaiting | null, way: boolean): boolean {
  return mode ? mode.kind === "deal" || mode.kind === "deeds" : way && awaiting?.kind === "debt";
}

export interface Layout {
  /** Answers to what the game waits for, likeliest first. */
  main: Choice[];
  bids: Choice[];
  deeds: Choice[];
  grave: Choice[];
}

/** A menu laid out, in the server's order. */
export function layOut(legal: Choice[], awaiting: ViewAwaiting | null, mine: boolean): Layout {
  const kind = awaiting?.kind ?? "nothing";
  const deedsDecide = mine && (kind === "receive" || kind === "place");
  const found: Layout = { main: [], bids: [], deeds: [], grave: [] };
  for (const choice of legal) {
    const name = choice.action.do;
    if (OFFERS.has(name)) continue;
    if (name === "bid") found.bids.push(choice);
    else if (GRAVE.has(name)) found.grave.push(choice);
    else if (DEEDS.has(name)) {
      if (deedsDecide && (name === "build" || name === "lift")) found.main.push(choice);
      else found.deeds.push(choice);
    } else found.main.push(choice);
  }
  return found;
}
