/** How a menu is laid out: answers to the decision, actions on deeds, grave actions. The server says what is legal. */
import data from "../shared/rulebook.json";
import type { Awaiting, Choice } from "../shared/wire";
import type { Mode } from "./table.svelte";

const ROLES: Record<string, string> = data.roles;

/** Decisions that fill a phone's stage. */
export const FILLS_A_PHONE = new Set(["bid", "buy", "debt", "want", "place", "receive"]);

/** Panels that cover a phone's whole board: a deal, the player's deeds, a debt plan. */
export function spreadsOut(mode: Mode, awaiting: Awaiting | null, way: boolean): boolean {
  return mode ? mode.kind === "deal" || mode.kind === "deeds" : way && awaiting?.kind === "debt";
}

interface Layout {
  /** Answers to what the game waits for, likeliest first. */
  main: Choice[];
  bids: Choice[];
  deeds: Choice[];
  grave: Choice[];
}

/** Sort a menu into its parts, in the server's order. */
export function layOut(legal: Choice[], awaiting: Awaiting | null, mine: boolean): Layout {
  const kind = awaiting?.kind ?? "nothing";
  const deedsDecide = mine && (kind === "receive" || kind === "place");
  const found: Layout = { main: [], bids: [], deeds: [], grave: [] };
  for (const choice of legal) {
    const name = choice.action.do;
    const role = ROLES[name];
    if (role === "deal") continue;
    if (name === "bid") found.bids.push(choice);
    else if (role === "leave" || name === "bankrupt") found.grave.push(choice);
    else if (role === "property") {
      if (deedsDecide && (name === "build" || name === "lift")) found.main.push(choice);
      else found.deeds.push(choice);
    } else found.main.push(choice);
  }
  return found;
}
