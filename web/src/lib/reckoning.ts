/** The figures of a finished game, added up from its record: wealth over time, rents, deals, rounds. */
import type { Event } from "../shared/wire";
import { flowOf } from "./flow";
import { SPACES, spaceOf } from "./rulebook";

export interface Rent {
  payer: number;
  owner: number;
  deed: string;
  amount: number;
}

export interface Reckoning {
  /** What each seat had at the end of each turn: cash, deeds at their price and buildings at theirs. */
  wealth: number[][];
  /** Rent that each deed brought its owners, the best first. */
  earners: { deed: string; amount: number; times: number }[];
  rents: Rent[];
  deals: number;
  turns: number;
  rounds: number;
}

const HOTEL = 5;
const MOST = 3;

/** Add up a game from its events and each player's cash at the end. */
export function reckon(events: Event[], seats: number, cashAtEnd: readonly number[]): Reckoning {
  const owner = new Map<string, number>();
  const houses = new Map<string, number>();
  const mortgaged = new Set<string>();
  const cash = Array.from({ length: seats }, () => 0);
  const earned = new Map<string, { amount: number; times: number }>();
  const rents: Rent[] = [];
  const wealth: number[][] = [];
  const property: number[][] = [];
  const balances: number[][] = [];
  let deals = 0;
  let turns = 0;
  const turnsOf = Array.from({ length: seats }, () => 0);

  function note(): void {
    const worth = Array.from({ length: seats }, () => 0);
    for (const [deed, seat] of owner) {
      const { price = 0, house_price = 0, mortgage = 0 } = spaceOf(deed);
      worth[seat]! += (mortgaged.has(deed) ? price - mortgage : price) + (houses.get(deed) ?? 0) * house_price;
    }
    property.push(worth);
    balances.push([...cash]);
  }
  for (const event of events) {
    const flow = flowOf(event);
    if (flow) {
      if (typeof flow.from === "number") cash[flow.from]! -= flow.amount;
      if (typeof flow.to === "number") cash[flow.to]! += flow.amount;
    }
    switch (event.event) {
      case "bought":
      case "deed-dealt":
        owner.set(event.deed, event.seat);
        break;
      case "auction-won":
        if (SPACES.some(({ slug, price }) => price && slug === event.item)) owner.set(event.item, event.seat);
        break;
      case "deed-passed":
        if (typeof event.receiver === "number") owner.set(event.deed, event.receiver);
        else owner.delete(event.deed);
        break;
      case "mortgaged":
        mortgaged.add(event.deed);
        break;
      case "lifted":
        mortgaged.delete(event.deed);
        break;
      case "house-built":
      case "hotel-built":
        houses.set(event.deed, event.event === "hotel-built" ? HOTEL : (houses.get(event.deed) ?? 0) + 1);
        break;
      case "house-sold":
      case "hotel-sold":
        houses.set(event.deed, (houses.get(event.deed) ?? 1) - 1);
        break;
      case "group-sold":
        for (const { slug, group } of SPACES) if (group === event.group) houses.set(slug, 0);
        break;
      case "buildings-returned":
        for (const [deed, seat] of owner) if (seat === event.seat) houses.delete(deed);
        break;
      case "rent-paid": {
        const so = earned.get(event.deed) ?? { amount: 0, times: 0 };
        earned.set(event.deed, { amount: so.amount + event.amount, times: so.times + 1 });
        rents.push({ payer: event.payer, owner: event.owner, deed: event.deed, amount: event.amount });
        break;
      }
      case "deal-made":
        deals++;
        break;
      case "turn-began":
        if (turns++) note();
        turnsOf[event.seat]!++;
        break;
      default:
    }
  }
  note();
  // Everybody's first cash is the cash at the end less all payments.
  const start = cash.map((now, seat) => (cashAtEnd[seat] ?? 0) - now);
  balances.forEach((had, turn) =>
    wealth.push(had.map((each, seat) => Math.max(0, each + start[seat]! + property[turn]![seat]!))),
  );
  return {
    wealth,
    earners: [...earned]
      .map(([deed, so]) => ({ deed, ...so }))
      .sort((one, other) => other.amount - one.amount)
      .slice(0, MOST),
    rents: rents.sort((one, other) => other.amount - one.amount).slice(0, MOST),
    deals,
    turns,
    rounds: Math.max(0, ...turnsOf),
  };
}
