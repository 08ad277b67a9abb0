/** The animations ("beats") played before an outcome is shown: dice, a walking token, a card, a payment. */
import type { Event, Party } from "../shared/wire";
import { indexOf } from "./rulebook";
import type { Likes } from "./keep";
import { path } from "./ring";

export type Beat =
  | { kind: "dice"; seat: number; die1: number; die2: number }
  | { kind: "step"; seat: number; at: number }
  | { kind: "card"; seat: number; deck: "chance" | "chest"; card: number }
  | Moment;

/** A payment that the stage shows: who pays whom, how much, and why. */
export interface Moment {
  kind: "moment";
  from: Party;
  to: Party;
  amount: number;
  cause: "rent" | "tax" | "fine" | "card" | "interest" | "salary" | "pot";
  deed: string;
}

type Speed = Likes["speed"];

const LENGTH: Record<Beat["kind"], Record<Speed, number>> = {
  dice: { calm: 700, brisk: 400, instant: 0 },
  step: { calm: 140, brisk: 70, instant: 0 },
  card: { calm: 1_600, brisk: 900, instant: 0 },
  moment: { calm: 1_500, brisk: 800, instant: 0 },
};
const LONG_WAY = 14;

/** The beats of an event, in order; none if its outcome needs no animation. */
export function beatsOf(event: Event): Beat[] {
  const { event: kind } = event;
  if (kind === "threw") return [{ kind: "dice", seat: event.seat, die1: event.die1, die2: event.die2 }];
  if (kind === "card-drawn") return [{ kind: "card", seat: event.seat, deck: event.deck, card: event.card }];
  if (kind === "jailed") return [{ kind: "step", seat: event.seat, at: indexOf("jail") }];
  const moment = momentOf(event);
  if (moment) return [moment];
  if (kind !== "moved") return [];
  const way = path(indexOf(event.origin), indexOf(event.space), event.backward ?? false);
  return way.map((at) => ({ kind: "step", seat: event.seat, at }));
}

function momentOf(event: Event): Moment | null {
  const moment = (from: Party, to: Party, amount: number, cause: Moment["cause"], deed = ""): Moment => ({
    kind: "moment",
    from,
    to,
    amount,
    cause,
    deed,
  });
  switch (event.event) {
    case "rent-paid":
      return moment(event.payer, event.owner, event.amount, "rent", event.deed);
    case "paid":
      return moment(event.seat, event.to, event.amount, event.cause);
    case "salary-paid":
      return moment("bank", event.seat, event.amount, "salary");
    case "collected":
      return moment("bank", event.seat, event.amount, "card");
    case "pot-collected":
      return moment("bank", event.seat, event.amount, "pot");
    default:
      return null;
  }
}

/** How long a beat lasts, in milliseconds. Steps are quicker while many are left. */
export function lengthOf(beat: Beat, speed: Speed, left: number): number {
  const length = LENGTH[beat.kind][speed];
  return beat.kind === "step" && left > LONG_WAY ? length / 2 : length;
}
