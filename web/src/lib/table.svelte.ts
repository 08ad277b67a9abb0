/** A table as this browser knows it: what the server sent, and who may do what. */
import type { Absent, Choice, Clocks, Events, Hand, Party, Problem, Table, View } from "../shared/wire";
import { awaitedSeat, awaitingOf } from "./awaiting";
import { build } from "./build.svelte";
import { Commands } from "./commands.svelte";
import { Connection, type ConnectionState, type Heard } from "./connection";
import { Drafts, type DealDraft } from "./drafts.svelte";
import { forgetToken, nameSeat, tokensOf } from "./keep";
import { gameBoard } from "./board.svelte";
import { Shares } from "./nonces";
import { Presentation } from "./presentation.svelte";
import { editionOf } from "./rulebook";
import { Teller, money, type Fields } from "./say";
import { listed, t, type Key } from "./strings";
import { inWords } from "./why";

/** What the stage shows instead of the decision. */
export type Mode =
  | { kind: "deed"; slug: string }
  /** All of the player's own deeds, and the one among them that was chosen on the board. */
  | { kind: "deeds"; slug?: string }
  | { kind: "deal"; draft: DealDraft }
  | { kind: "offer"; number: number }
  | null;

/** Errors that a second hello would get again. */
const FINAL = new Set(["no-table", "bad-token", "not-allowed", "too-many", "malformed"]);

export class TableState {
  info = $state.raw<Table | null>(null);
  view = $state.raw<View | null>(null);
  hands = $state.raw<Hand[]>([]);
  mine = $state.raw<number[]>([]);
  host = $state(false);
  clocks = $state.raw<Clocks>({ now: 0, timers: [], hammer: null, hour: null });
  /** The people who are not connected. */
  private absences = $state.raw<readonly Absent[]>([]);
  connection = $state<ConnectionState>("connecting");
  /** Why this table cannot be shown; empty if it can. */
  gone = $state("");
  /** Whether nobody can act now: the table is paused, the connection lost, or the app out of date. */
  halted = $derived(this.info?.status === "paused" || this.connection === "lost" || build.state !== "");
  /** By seat, the item for which it has stopped bidding. */
  outOf = $state<Record<number, string>>({});
  /** The seat of the player who holds this device, if several share it. */
  holder = $state<number | null>(null);
  /** Whether a bankrupt player chose to watch the rest of the game. */
  watchesOn = $state(false);
  rule = $state<{ clause: string; reason: string } | null>(null);

  readonly presentation: Presentation;
  readonly commands: Commands;
  readonly drafts: Drafts;
  private readonly socket: Connection;
  private readonly shares: Shares;
  private looking = $state.raw<Mode>(null);
  /** The deal or plan that was open before the player looked at a deed or an offer. */
  private making: Mode = null;
  private offset = 0;

  constructor(readonly id: string) {
    this.presentation = new Presentation(this);
    this.socket = new Connection(
      id,
      () => tokensOf(id),
      (message) => this.receive(message),
      (state) => this.connect(state),
    );
    this.commands = new Commands(this, (request) => this.socket.ask(request));
    this.shares = new Shares((request) => this.socket.ask(request));
    this.drafts = new Drafts(this);
    this.socket.open();
  }

  /** Say hello again, with the seats that this device has now. */
  renew(): void {
    this.presentation.finish();
    this.presentation.clear();
    this.socket.seen = 0;
    this.socket.renew();
  }

  close(): void {
    gameBoard.use({});
    this.presentation.close();
    this.socket.close();
  }

  // --- what the stage shows ---
  get mode(): Mode {
    return this.looking;
  }
  set mode(next: Mode) {
    if (next?.kind !== "deed" && next?.kind !== "offer") this.making = next;
    this.looking = next;
  }

  /** Go back from a deed or an offer to the deal or plan that was open, and from there to the game. */
  back(): void {
    this.mode = this.mode === this.making ? null : this.making;
  }

  /** Go back and drop the deal or plan. */
  giveUp(): void {
    const { mode } = this;
    if (mode?.kind === "deal") this.drafts.drop(mode.draft);
    else if (!this.making || mode === this.making) this.drafts.plan = [];
    this.back();
  }

  /** Drop a deal that was sent, and close its panel unless another one was opened meanwhile. */
  finish(draft: DealDraft): void {
    this.drafts.drop(draft);
    if (this.making?.kind === "deal" && this.making.draft === draft) this.mode = null;
  }

  // --- who may do what ---
  teller = $derived(
    new Teller(
      (this.info?.seats ?? []).map((seat) => seat.name),
      this.info?.edition,
      typeof this.info?.options["decks"] === "string" ? this.info.options["decks"] : undefined,
      this.mine.length === 1 ? this.mine[0] : undefined,
    ),
  );
  awaiting = $derived(this.view?.awaiting ?? null);
  /** Whether people play on a real board, and enter what they throw, draw and deal. */
  real = $derived(this.info?.nature === "manual");
  /** What this device has to enter now; empty if nothing, or if another device enters it. */
  enters = $derived.by<"" | "throw" | "card" | "deal">(() => {
    const { awaiting } = this;
    if (!this.real || !awaiting || this.halted) return "";
    const what = awaiting.kind === "dice" ? "throw" : awaiting.kind;
    if (what !== "throw" && what !== "card" && what !== "deal") return "";
    return "seat" in awaiting && (this.host || this.mine.includes(awaiting.seat)) ? what : "";
  });
  /** Whether this device may undo the last entry at a real board. */
  undoes = $derived.by(() => {
    const last = this.presentation.entered.at(-1);
    if (!this.real || last === undefined || this.halted || this.view?.over) return false;
    return this.host || this.mine.includes(last.seat);
  });
  /** The seat that the Banker acts for at a real board, in place of the one that the game waits for. */
  speaker = $state<number | null>(null);
  /** The seats of this device still in the game, if the player may choose which to act for. */
  speakers = $derived(
    this.real && this.mine.length > 1
      ? this.mine.filter((seat) => !this.info?.seats[seat]?.away && !this.view?.seats[seat]?.retired)
      : [],
  );
  isNature = $derived(["dice", "card", "deal"].includes(this.awaiting?.kind ?? ""));
  /** The seat that decides, or that the dice or cards are for; null when the game is over. */
  awaited = $derived(awaitedSeat(this.awaiting));
  /** The seat that answers an offer while the game waits for another seat of this device. */
  answering = $derived.by(() => {
    const { mode, view, mine } = this;
    const number = mode?.kind === "offer" ? mode.number : mode?.kind === "deal" ? mode.draft.answers : 0;
    const seat = view?.offers.find((offer) => offer.number === number)?.recipient ?? -1;
    return mine.length > 1 && mine.includes(seat) && seat !== this.awaited ? seat : null;
  });
  /** Whether the game waits for a seat of this device that no bot plays, and no other seat here answers an offer. */
  isMine = $derived.by(() => {
    const seat = this.awaited;
    return (
      this.answering === null &&
      (this.speaker === null || this.speaker === seat) &&
      seat !== null &&
      this.mine.includes(seat) &&
      !this.isNature &&
      !this.info?.seats[seat]?.away
    );
  });
  /**
   * The seat to act for now: the one the game waits for, or else the first that has an action, the seat that holds
   * the device first.
   */
  me = $derived.by(() => {
    if (this.answering !== null) return this.answering;
    if (this.speaker !== null) return this.speaker;
    if (this.isMine) return this.awaited;
    const { holder } = this;
    const hands = [...this.hands].sort((one, other) => +(other.seat === holder) - +(one.seat === holder));
    const asked = hands.find((hand) => hand.claims.some((claim) => claim.owner === hand.seat));
    const bids = hands.find((hand) => hand.legal.some((choice) => choice.action.do === "bid"));
    return asked?.seat ?? bids?.seat ?? holder ?? this.mine[0] ?? null;
  });
  /** Whether the player is out of the auction that runs. */
  isOut = $derived(this.awaiting?.kind === "bid" && this.awaiting.item === this.outOf[this.me ?? -1]);
  /** Whether a bot plays the player's seat. Until it is taken back, nothing else is offered. */
  replaced = $derived(this.me !== null && (this.info?.seats[this.me]?.away ?? false));
  legal = $derived.by<Choice[]>(() => {
    if (this.replaced) return [];
    const all = this.hands.find((hand) => hand.seat === this.me)?.legal ?? [];
    // At a real board the dice are entered as they fell.
    return this.real ? all.filter(({ action }) => action.do !== "roll") : all;
  });
  claims = $derived.by(() =>
    this.replaced ? [] : this.hands.flatMap((hand) => hand.claims.filter((claim) => claim.owner === hand.seat)),
  );
  offersToMe = $derived((this.view?.offers ?? []).filter((offer) => this.mine.includes(offer.recipient)));
  /** The offers made by this device, without those to another seat of it. */
  offersOfMine = $derived(
    (this.view?.offers ?? []).filter(
      ({ proposer, recipient }) => this.mine.includes(proposer) && !this.mine.includes(recipient),
    ),
  );

  /** Whether every seat of this device is bankrupt while others play on. */
  beaten = $derived.by(() => {
    const { view, mine } = this;
    return view !== null && !view.over && mine.length > 0 && mine.every((seat) => view.seats[seat]?.retired);
  });

  name(seat: number): string {
    return this.info?.seats[seat]?.name ?? "";
  }

  /** Whether a seat is the reader's only one, and so called "you". */
  isMe(seat: unknown): boolean {
    return this.mine.length === 1 && this.mine[0] === seat;
  }

  /** Words about a seat. If it is the reader's, those of the key that ends in `.me`. */
  about(key: Key, seat: Party, fields: Record<string, string | number> = {}): string {
    return this.teller.about(key, seat, fields);
  }

  private absence(seat: number): Absent | undefined {
    return this.info?.seats[seat]?.away ? undefined : this.absences.find((each) => each.seat === seat);
  }

  /** Since when, by the server's clock, a person whose seat no bot plays is not connected; null for anybody else. */
  absentSince(seat: number): number | null {
    return this.absence(seat)?.since ?? null;
  }

  /** In how many seconds this device may let a bot play for somebody who is gone; null: not at all. */
  replaceableIn(seat: number): number | null {
    const absence = this.absence(seat);
    if (!absence || this.view?.over) return null;
    if (this.host) return 0;
    if (!this.mine.length || seat !== this.awaited || absence.replaceable === null) return null;
    return Math.max(0, Math.ceil((absence.replaceable ?? Infinity) - this.now()));
  }

  label(choice: Choice): string {
    const tax = choice.action.do === "tax" ? awaitingOf(this.awaiting, "tax") : undefined;
    const known = tax ? { amount: tax.amount, percent: tax.percent } : {};
    return this.teller.menu(choice.action as Fields, { ...known, ...(choice.fields as Fields) });
  }

  now(): number {
    return Date.now() / 1000 + this.offset;
  }

  /** What a throw is for: who begins, a way out of Jail, or a move. */
  private thrown = $derived.by<"opening" | "jail" | "throw">(() => {
    if (awaitingOf(this.awaiting, "throw", "dice")?.purpose === "opening") return "opening";
    return this.view?.seats[this.awaited ?? 0]?.jail_turn ? "jail" : "throw";
  });

  /** What the game waits for, in words. */
  headline = $derived.by(() => {
    const awaiting = this.awaiting;
    const view = this.view;
    if (!awaiting || !view) return "";
    if (this.presentation.beat === "dice") return t("await.nature");
    if (this.presentation.beat === "card") return t("await.card");
    if (this.presentation.beat === "step" || this.presentation.beat === "moment")
      return this.presentation.lines.findLast((line) => line.kind === "threw")?.text ?? "";
    if (awaiting.kind === "nothing") return t("await.nothing");
    if (this.enters) return t(`real.${this.enters}`, { name: this.teller.seat(this.awaited) });
    if (awaiting.kind === "dice") return t("await.nature");
    if (awaiting.kind === "card") return t("await.card");
    if (awaiting.kind === "deal") return t("await.deal");
    const what = awaiting.kind === "throw" ? this.thrown : awaiting.kind;
    const fields = {
      name: this.name(awaiting.seat),
      deed: "deed" in awaiting ? this.teller.item(awaiting.deed) : "",
      amount: money("amount" in awaiting ? (awaiting.amount ?? 0) : 0),
      creditor: awaiting.kind === "debt" ? this.teller.party(awaiting.creditor) : "",
    };
    if (this.isMine && !this.speakers.length) return t(`await.${what}.me`, fields);
    // Every bidder may bid at any moment, asked or not.
    return t(
      what === "bid" && !this.speakers.length && this.legal.some(({ action }) => action.do === "bid")
        ? "await.bid.any"
        : `await.${what}`,
      fields,
    );
  });

  /** Whether the player has a whole group to build on and has not built yet. */
  private canStartBuilding = $derived(
    (this.awaiting?.kind === "throw" || this.awaiting?.kind === "end") &&
      this.legal.some(({ action }) => action.do === "build") &&
      !this.view?.deeds.some((deed) => deed.owner === this.me && deed.houses),
  );

  /** The key of the hint for the player's present decision; empty if another player decides. */
  hint = $derived.by(() => {
    const awaiting = this.awaiting;
    if (!this.isMine || !awaiting || this.halted) return "";
    if (this.enters && this.thrown === "throw") return "hint.real";
    if (this.canStartBuilding) return "hint.build";
    if (awaiting.kind === "buy") return `hint.buy.${awaiting.otherwise}`;
    if (awaiting.kind === "bid" && this.clocks.hammer !== null) return "hint.bid.hammer";
    // If the player cannot raise enough, the panel itself says so.
    if (awaiting.kind === "debt" && this.legal.some(({ action }) => action.do === "bankrupt")) return "";
    if (awaiting.kind !== "throw") return `hint.${awaiting.kind}`;
    if (this.thrown !== "throw") return `hint.${this.thrown}`;
    if (awaiting.cannot_buy) return awaiting.rent_at_once ? "hint.throw.lap.paid" : "hint.throw.lap";
    return awaiting.rent_at_once ? "hint.throw.paid" : "hint.throw";
  });

  // --- what the server sends ---
  /** Take over the view that is now shown. */
  stand(view: View | null, hands: Hand[], clocks: Clocks): void {
    // The choice of a seat to act for ends with the wait that it was made in.
    if (awaitedSeat(view?.awaiting ?? null) !== this.awaited || view?.awaiting.kind !== this.awaiting?.kind)
      this.speaker = null;
    this.view = view;
    this.hands = hands;
    this.clocks = clocks;
    // An offer that is gone leads back to the open deal or plan. Without one, the offer's panel says that it is gone.
    const { mode } = this;
    if (this.making && mode?.kind === "offer" && !view?.offers.some((offer) => offer.number === mode.number))
      this.back();
  }

  private connect(state: ConnectionState): void {
    if (state === "open" && this.connection === "lost" && this.view) this.presentation.spoken = t("say.reconnected");
    if (state === "lost" && this.connection !== "lost") void build.check();
    if (state === "lost") this.presentation.unseen = true;
    this.connection = state;
    if (state === "open") void build.check();
  }

  private receive(message: Heard): void {
    switch (message.type) {
      case "welcome": {
        const first = this.view === null;
        this.info = message.table;
        gameBoard.use(message.table.options);
        this.mine = message.mine;
        this.host = message.host;
        if (this.mine.length)
          nameSeat(
            this.id,
            listed(this.mine.map((seat) => this.name(seat))),
            message.table.title || editionOf(message.table.edition).title,
          );
        this.take(message, first);
        this.presentation.finish();
        void this.shares.take(message.table, this.mine);
        break;
      }
      case "events": {
        if (message.table) {
          this.info = message.table;
          void this.shares.take(message.table, this.mine);
        }
        this.take(message, false);
        break;
      }
      case "presence":
        if (message.now) this.offset = message.now - Date.now() / 1000;
        this.absences = message.absent ?? [];
        break;
      case "reacted":
        this.presentation.react(message.seat, message.reaction);
        break;
      case "error":
        // The sender of a command handles its answer.
        if (!message.id) void this.turnAway(message);
        break;
      default:
    }
  }

  private take(message: Pick<Events, "entries" | "view" | "hands" | "clocks">, quiet: boolean): void {
    const entries = message.entries.filter((entry) => entry.seq > this.socket.seen);
    this.socket.seen = Math.max(this.socket.seen, ...entries.map((entry) => entry.seq));
    this.offset = message.clocks.now - Date.now() / 1000;
    this.presentation.add({ ...message, entries }, quiet);
  }

  /** Handle the server's refusal of a hello. */
  private async turnAway(problem: Problem): Promise<void> {
    if (problem.code === "protocol") {
      build.renew();
      this.socket.close();
      return;
    }
    const bad =
      problem.code === "bad-token" ? tokensOf(this.id)[Number(problem.because[0]?.fields["number"])] : undefined;
    if (bad) {
      // After a bad private link this device keeps its other seats, or watches.
      forgetToken(this.id, bad);
      this.socket.renew();
      this.commands.heed(await inWords(problem, this.teller));
    } else if (FINAL.has(problem.code)) {
      this.socket.close();
      this.gone = problem.code === "no-table" ? t("table.gone") : (await inWords(problem, this.teller)).why;
    }
  }
}
