/** Unfinished deals and plans. They survive closing their panel and reloading the page. */
import type { Action, Planned } from "../shared/wire";
import { readBegun, writeBegun } from "./keep";
import type { TableState } from "./table.svelte";

export interface DealDraft {
  by: number;
  to: number;
  /** The number of the offer that it answers, or 0. */
  answers: number;
  give: string[];
  get: string[];
  giveCash: number | null;
  getCash: number | null;
  giveCards: string[];
  getCards: string[];
  debt: number | null;
}

/** Fields that older versions of the app did not store. */
const BLANK: DealDraft = {
  by: -1,
  to: -1,
  answers: 0,
  give: [],
  get: [],
  giveCash: null,
  getCash: null,
  giveCards: [],
  getCards: [],
  debt: null,
};

type Begun = Pick<Drafts, "said" | "bid" | "plan"> & { deals: DealDraft[] };

export class Drafts {
  private deals = $state<DealDraft[]>([]);
  /** The deal that was sent and is not yet answered. It is not opened again. */
  sending = $state.raw<DealDraft | null>(null);
  /** The chat message that is not sent yet. */
  said = $state("");
  /** The bid that was typed, and the auction it is for. */
  bid = $state.raw<{ call: string; sum: number | null } | null>(null);
  /** The plan to pay a debt. It is valid for its ply only. */
  way = $state.raw<Planned | null>(null);
  /** The building plan. */
  plan = $state.raw<Extract<Action, { do: "build" | "sell" | "mortgage" | "lift" }>[]>([]);

  constructor(private readonly table: TableState) {
    const { deals = [], ...others } = readBegun<Begun>(table.id);
    this.deals = deals.map((deal) => ({ ...BLANK, ...deal }));
    Object.assign(this, others);
  }

  /** Store the drafts for a reload. The debt plan is not stored: the server computes it again. */
  keep(): void {
    const { said, bid, plan } = this;
    writeBegun(this.table.id, { deals: $state.snapshot(this.deals), said, bid, plan } satisfies Begun);
  }

  /** The number of the open offer that a draft answers, or 0. */
  answered({ answers }: DealDraft): number {
    return this.table.view?.offers.some((offer) => offer.number === answers) ? answers : 0;
  }

  /** Open the deal draft, or begin one. Optionally choose another partner or add a deed. */
  open({ to, answers, get, debt }: { to?: number; answers?: number; get?: string; debt?: number } = {}): void {
    const { view, me } = this.table;
    const offer = view?.offers.find((each) => each.number === answers);
    const number = offer?.number ?? 0;
    const by = offer?.recipient ?? me;
    const others = view?.seats.filter((seat) => seat.seat !== by && !seat.retired).map((seat) => seat.seat) ?? [];
    if (by === null || !others.length) return;
    const begun = () =>
      this.deals.find((each) => each !== this.sending && each.by === by && this.answered(each) === number);
    if (!begun())
      this.deals.push({
        by,
        to: offer?.proposer ?? others[0]!,
        answers: number,
        // The terms are reversed: what the other gets is what the player gives.
        give: [...(offer?.get.deeds ?? [])],
        get: [...(offer?.give.deeds ?? [])],
        giveCash: offer?.get.cash || null,
        getCash: offer?.give.cash || null,
        giveCards: [...(offer?.get.jail_cards ?? [])],
        getCards: [...(offer?.give.jail_cards ?? [])],
        debt: null,
      });
    const draft = begun()!;
    this.turn(draft, to ?? (others.includes(draft.to) ? draft.to : others[0]!));
    if (get && !draft.get.includes(get)) draft.get.push(get);
    if (debt) draft.debt = debt;
    this.table.mode = { kind: "deal", draft };
  }

  /** Choose a partner, and drop what the previous partner would have given. */
  turn(draft: DealDraft, to: number): void {
    if (to !== draft.to) Object.assign(draft, { to, get: [], getCards: [], debt: null });
  }

  drop(draft: DealDraft): void {
    this.deals = this.deals.filter((each) => each !== draft);
  }
}
