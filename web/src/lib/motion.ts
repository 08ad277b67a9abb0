/** What the eye is led through before an outcome stands: dice tumble, a token walks, a card is turned. */
import type { Event } from "../shared/wire";
import { indexOf } from "./game";
import type { Likes } from "./keep";
import { path } from "./ring";

export type Beat =
  | { kind: "dice"; seat: number; die1: number; die2: number }
  | { kind: "step"; seat: number; at: number }
  | { kind: "card"; seat: number; deck: "chance" | "chest"; card: number };

type Speed = Likes["speed"];

const LENGTH: Record<Beat["kind"], Record<Speed, number>> = {
  dice: { calm: 700, brisk: 400, instant: 0 },
  step: { calm: 140, brisk: 70, instant: 0 },
  card: { calm: 1_600, brisk: 900, instant: 0 },
};
const LONG_WAY = 14;

/** The beats of an event, in order; none where there is nothing to see before its outcome. */
export function beatsOf(event: Event): Beat[] {
  const { event: kind } = event;
  if (kind === "threw") return [{ kind: "dice", seat: event.seat, die1: event.die1, die2: event.die2 }];
  if (kind === "card-drawn") return [{ kind: "card", seat: event.seat, deck: event.deck, card: event.card }];
  if (kind === "jailed") return [{ kind: "step", seat: event.seat, at: indexOf("jail") }];
  if (kind !== "moved") return [];
  const way = path(indexOf(event.origin), indexOf(event.space), event.backward ?? false);
  return way.map((at) => ({ kind: "step", seat: event.seat, at }));
}

/** How long a beat is looked at, in milliseconds; steps are quicker while there are many left. */
export function lengthOf(beat: Beat, speed: Speed, left: number): number {
  const length = LENGTH[beat.kind][speed];
  return beat.kind === "step" && left > LONG_WAY ? length / 2 : length;
}
