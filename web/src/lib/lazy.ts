/** The components that are loaded when they are first needed, so that the play page stays small. */
import type { Component, ComponentProps } from "svelte";
import { bring } from "./bring";

const PARTS = {
  Beaten: () => import("../stage/Beaten.svelte"),
  Call: () => import("../stage/Call.svelte"),
  Corner: () => import("../stage/Corner.svelte"),
  Deal: () => import("../stage/Deal.svelte"),
  Debt: () => import("../stage/Debt.svelte"),
  End: () => import("../stage/End.svelte"),
  Fallen: () => import("../stage/Fallen.svelte"),
  Gone: () => import("../pages/Gone.svelte"),
  Home: () => import("../pages/Home.svelte"),
  How: () => import("../pages/How.svelte"),
  HouseRules: () => import("../parts/HouseRules.svelte"),
  Lobby: () => import("../pages/Lobby.svelte"),
  New: () => import("../pages/New.svelte"),
  Planner: () => import("../stage/Planner.svelte"),
  Players: () => import("../parts/Players.svelte"),
  Reactions: () => import("../parts/Reactions.svelte"),
  Receive: () => import("../stage/Receive.svelte"),
  Replay: () => import("../pages/Replay.svelte"),
  RuleSheet: () => import("../pages/RuleSheet.svelte"),
  Rules: () => import("../pages/Rules.svelte"),
  Settings: () => import("../parts/Settings.svelte"),
  Steps: () => import("../stage/Steps.svelte"),
};

export type Part = keyof typeof PARTS;
type Props<P extends Part> = ComponentProps<Awaited<ReturnType<(typeof PARTS)[P]>>["default"]>;
/** The props of a component; unknown for one that has none. */
export type PartProps<P extends Part> = Props<P> extends Record<string, never> ? unknown : Props<P>;
/** Any of the components: `PartProps` checks the props of each. */
type Loaded = Component<Record<string, unknown>>;

const loading = new Map<Part, Promise<Loaded>>();

/** Load a component, once. A load that fails can be tried again. */
export function loadPart(part: Part): Promise<Loaded> {
  let found = loading.get(part);
  if (!found) {
    found = bring(PARTS[part] as () => Promise<{ default: unknown }>).then((module) => module.default as Loaded);
    found.catch(() => loading.delete(part));
    loading.set(part, found);
  }
  return found;
}
