/** The components and modules that are loaded when they are first needed, so that the play page stays small. */
import type { Component, ComponentProps } from "svelte";
import { withRetries } from "./retry";

const PARTS = {
  Beaten: () => import("../stage/Beaten.svelte"),
  Call: () => import("../stage/Call.svelte"),
  CoachAdvice: () => import("../parts/CoachAdvice.svelte"),
  CoachNote: () => import("../parts/CoachNote.svelte"),
  Corner: () => import("../stage/Corner.svelte"),
  Deal: () => import("../stage/Deal.svelte"),
  Debt: () => import("../stage/Debt.svelte"),
  DeedPanel: () => import("../stage/DeedPanel.svelte"),
  End: () => import("../stage/End.svelte"),
  EndReview: () => import("../stage/EndReview.svelte"),
  Enter: () => import("../stage/Enter.svelte"),
  Fallen: () => import("../stage/Fallen.svelte"),
  Celebration: () => import("../stage/Celebration.svelte"),
  Gone: () => import("../pages/Gone.svelte"),
  HandOver: () => import("../parts/HandOver.svelte"),
  Home: () => import("../pages/Home.svelte"),
  How: () => import("../pages/How.svelte"),
  HouseRules: () => import("../parts/HouseRules.svelte"),
  Middle: () => import("../stage/Middle.svelte"),
  LiveChances: () => import("../parts/LiveChances.svelte"),
  Lobby: () => import("../pages/Lobby.svelte"),
  Mine: () => import("../pages/Mine.svelte"),
  New: () => import("../pages/New.svelte"),
  Offer: () => import("../stage/Offer.svelte"),
  Planner: () => import("../stage/Planner.svelte"),
  Players: () => import("../parts/Players.svelte"),
  Reactions: () => import("../parts/Reactions.svelte"),
  Reckoning: () => import("../stage/Reckoning.svelte"),
  Recap: () => import("../stage/Recap.svelte"),
  Receive: () => import("../stage/Receive.svelte"),
  Review: () => import("../pages/Review.svelte"),
  Replay: () => import("../pages/Replay.svelte"),
  RuleSheet: () => import("../pages/RuleSheet.svelte"),
  Rules: () => import("../pages/Rules.svelte"),
  Settings: () => import("../parts/Settings.svelte"),
  Speakers: () => import("../parts/Speakers.svelte"),
  Steps: () => import("../stage/Steps.svelte"),
};

/** Modules without a component. Callers handle a server that cannot be reached. */
export const modules = {
  reasons: () => import("./reasons"),
  replay: () => import("./replay"),
  rules: () => import("./rules"),
  sha256: () => import("./sha256"),
  sound: () => import("./sound"),
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
    found = withRetries(PARTS[part] as () => Promise<{ default: unknown }>).then((module) => module.default as Loaded);
    found.catch(() => loading.delete(part));
    loading.set(part, found);
  }
  return found;
}
