/** Who paid whom, read from the events, for the animation of payments. It knows no rule. */
import type { Event } from "../shared/wire";

export type Purse = number | "bank";

export interface Flow {
  from: Purse;
  to: Purse;
  amount: number;
}

const purse = (party: number | string): Purse => (typeof party === "number" ? party : "bank");

/** The money that an event moved; null if it moved none, or if the event does not say how much. */
export function flowOf(event: Event): Flow | null {
  switch (event.event) {
    case "salary-paid":
    case "pot-collected":
    case "collected":
    case "house-sold":
    case "hotel-sold":
    case "group-sold":
    case "mortgaged":
    case "buildings-returned":
      return { from: "bank", to: event.seat, amount: event.amount };
    case "bought":
    case "auction-won":
    case "deed-dealt":
    case "house-built":
    case "hotel-built":
    case "lifted":
    case "kept":
      return { from: event.seat, to: "bank", amount: event.amount };
    case "rent-paid":
      return { from: event.payer, to: event.owner, amount: event.amount };
    case "paid":
      return { from: event.seat, to: purse(event.to), amount: event.amount };
    case "cash-passed":
      return { from: purse(event.giver), to: purse(event.receiver), amount: event.amount };
    case "estate-shared":
      return { from: "bank", to: event.creditor, amount: event.amount };
    default:
      return null;
  }
}
