/** A table as this browser knows it: what the server told, what is being shown of it, and what one asks of it. */
import type {
  Action,
  AnyEntry,
  Choice,
  Clocks,
  Event,
  Hand,
  Party,
  Planned,
  PreviewJson,
  Previewed,
  Refused,
  ServerMessage,
  Table,
  View,
  Why,
} from "../shared/wire";
import { build } from "./build.svelte";
import { Line, type LineState, type Reply, type Request } from "./connection";
import { flowOf, type Flow } from "./flow";
import { editionOf, indexOf } from "./game";
import { nameSeat, readLikes, tokensOf } from "./keep";
import { path } from "./ring";
import { Teller, money, type Fields } from "./say";
import type { Sound } from "./sound";
import { has, listed, t, type Key } from "./strings";
import { inWords } from "./why";

export interface LogLine {
  key: string;
  seq: number;
  ply: number;
  seat: number | null;
  text: string;
  clause: string;
  kind: string;
}

export interface Delta {
  key: number;
  seat: number;
  amount: number;
}

/** Money on its way from one purse to another. */
export interface Flight extends Flow {
  key: number;
}

/** Who wants how many of what, as far as they have said. */
export interface Call {
  building: "house" | "hotel";
  opener: number;
  wishes: Record<number, number>;
}

/** Somebody who retired in this turn, and where it all went. */
export interface Fall {
  seat: number;
  creditor: Party;
  amount: number;
  deeds: string[];
  cash: number;
}

export type Mode =
  | { kind: "deed"; slug: string }
  /** All of one's own deeds, and the one among them that was chosen on the board. */
  | { kind: "deeds"; slug?: string }
  | { kind: "deal"; to: number; answers?: number; give?: string[]; get?: string[]; debt?: number }
  | { kind: "offer"; number: number }
  | null;

const LONGEST_LOG = 2000;
const STEP: Record<string, number> = { calm: 140, brisk: 70, instant: 0 };
const TUMBLE: Record<string, number> = { calm: 700, brisk: 400, instant: 0 };
const LAND: Record<string, number> = { calm: 900, brisk: 550, instant: 0 };
const MOST_FLIGHTS = 8;
const REACTION = 4_000;
const QUIET = new Set(["turn-began", "turn-ended"]);

export class TableState {
  table = $state.raw<Table | null>(null);
  view = $state.raw<View | null>(null);
  hands = $state.raw<Hand[]>([]);
  mine = $state.raw<number[]>([]);
  host = $state(false);
  clocks = $state.raw<Clocks>({ now: 0, timers: [], hammer: null, hour: null });
  lines = $state.raw<LogLine[]>([]);
  online = $state.raw<number[]>([]);
  line = $state<LineState>("connecting");
  gone = $state(false);
  private asking = $state(false);
  /** Nothing can be done now: an answer is awaited, or the table is paused. */
  busy = $derived(this.asking || this.table?.status === "paused");
  refusal = $state.raw<Refused | null>(null);
  mode = $state.raw<Mode>(null);
  rule = $state<{ clause: string; reason: string } | null>(null);
  spoken = $state("");

  /** Where the tokens stand on the screen, which walk while the game has gone on. */
  shown = $state<number[]>([]);
  moving = $state(false);
  tumbling = $state(false);
  dice = $state.raw<{ die1: number; die2: number; seat: number; count: number } | null>(null);
  card = $state.raw<{ deck: "chance" | "chest"; text: string; seat: number } | null>(null);
  lit = $state(-1);
  deltas = $state.raw<Delta[]>([]);
  /** What the ledger shows as cash: what there was until the tokens have stopped. */
  purses = $state.raw<number[]>([]);
  flights = $state.raw<Flight[]>([]);
  call = $state.raw<Call | null>(null);
  fall = $state.raw<Fall | null>(null);
  /** A bankrupt's deeds that are still to be auctioned. */
  estate = $state.raw<{ seat: number; deeds: string[] } | null>(null);
  reactions = $state.raw<{ key: number; seat: number; reaction: string }[]>([]);

  private readonly wire: Line;
  private offset = 0;
  private steps: { seat: number; at: number }[] = [];
  private timer = 0;
  private count = 0;
  private flows: Flow[] = [];

  constructor(readonly id: string) {
    this.wire = new Line(
      id,
      () => tokensOf(id),
      (message) => this.receive(message),
      (state) => {
        if (state === "open" && this.line === "lost" && this.view) this.spoken = t("say.reconnected");
        if (state === "lost" && this.line !== "lost") void build.check();
        this.line = state;
        if (state === "open") void build.check();
      },
    );
    this.wire.open();
  }

  // --- who and what ---
  teller = $derived(
    new Teller(
      (this.table?.seats ?? []).map((seat) => seat.name),
      this.table?.edition,
      typeof this.table?.options["decks"] === "string" ? this.table.options["decks"] : undefined,
      this.mine.length === 1 ? this.mine[0] : undefined,
    ),
  );
  awaiting = $derived(this.view?.awaiting ?? null);
  isNature = $derived(["dice", "card", "deal"].includes(this.awaiting?.kind ?? ""));
  isMine = $derived(this.awaiting?.seat !== undefined && this.mine.includes(this.awaiting.seat) && !this.isNature);
  /** The seat that one acts for now: the one the game waits for, or else the first that has something to say. */
  me = $derived.by(() => {
    if (this.isMine) return this.awaiting!.seat!;
    const asked = this.hands.find((hand) => hand.claims.some((claim) => claim.owner === hand.seat));
    return asked?.seat ?? this.mine[0] ?? null;
  });
  legal = $derived.by<Choice[]>(() => this.hands.find((hand) => hand.seat === this.me)?.legal ?? []);
  claims = $derived.by(() => this.hands.flatMap((hand) => hand.claims.filter((claim) => claim.owner === hand.seat)));
  offersToMe = $derived((this.view?.offers ?? []).filter((offer) => this.mine.includes(offer.recipient)));
  offersOfMine = $derived((this.view?.offers ?? []).filter((offer) => this.mine.includes(offer.proposer)));

  name(seat: number): string {
    return this.table?.seats[seat]?.name ?? "";
  }

  /** Whether a seat is the reader's only one, and so called "you". */
  isMe(seat: unknown): boolean {
    return this.mine.length === 1 && this.mine[0] === seat;
  }

  /** Words about somebody: those of the same key for the reader, where it is the reader. */
  about(key: Key, seat: Party, fields: Record<string, string | number> = {}): string {
    const mine = `${key}.me`;
    return this.isMe(seat) && has(mine) ? t(mine, fields) : t(key, { ...fields, name: this.teller.party(seat) });
  }

  label(choice: Choice): string {
    return this.teller.menu(choice.action as Fields, choice.fields as Fields);
  }

  now(): number {
    return Date.now() / 1000 + this.offset;
  }

  /** What the game waits for, in words. */
  headline = $derived.by(() => {
    const awaiting = this.awaiting;
    const view = this.view;
    if (!awaiting || !view) return "";
    if (awaiting.kind === "nothing") return t("await.nothing");
    if (awaiting.kind === "dice") return t("await.nature");
    if (awaiting.kind === "card") return t("await.card");
    if (awaiting.kind === "deal") return t("await.deal");
    const seat = awaiting.seat ?? 0;
    const jailed = awaiting.kind === "throw" && (view.seats[seat]?.jail_turn ?? 0) > 0;
    const what = jailed ? "jail" : awaiting.kind;
    const fields = {
      name: this.name(seat),
      deed: awaiting.deed ? this.teller.lot(awaiting.deed) : "",
      amount: money(awaiting.amount ?? 0),
      creditor: awaiting.creditor === undefined ? "" : this.teller.party(awaiting.creditor),
    };
    return this.isMine ? t(`await.${what}.me`, fields) : t(`await.${what}`, fields);
  });

  /** The explanation that belongs to what one decides now, by its key; empty where it is another's decision. */
  hint = $derived.by(() => {
    const awaiting = this.awaiting;
    if (!this.isMine || !awaiting || awaiting.seat === undefined) return "";
    const jailed = awaiting.kind === "throw" && (this.view?.seats[awaiting.seat]?.jail_turn ?? 0) > 0;
    if (awaiting.kind === "buy" && this.table?.options["no_auctions"]) return "hint.buy.bank";
    return `hint.${jailed ? "jail" : awaiting.kind}`;
  });

  // --- asking ---
  async act(action: Action, seat: number | null = this.me): Promise<boolean> {
    // At a paused table the server says why not.
    if (seat === null || !this.view || this.asking) return false;
    this.asking = true;
    this.refusal = null;
    const reply = await this.ask({ type: "act", seat, ply: this.view.ply, action });
    this.asking = false;
    return this.heed(reply);
  }

  /** Several actions, one after the other, as long as they are accepted. */
  async actAll(actions: Action[], seat: number | null = this.me): Promise<boolean> {
    for (const action of actions) if (!(await this.act(action, seat))) return false;
    return true;
  }

  async command(request: Request): Promise<Reply> {
    const reply = await this.ask(request);
    this.heed(reply);
    return reply;
  }

  async preview(actions: Action[], seat = this.me): Promise<PreviewJson | Refused | null> {
    const found = await this.previewed(actions, seat, false);
    return found?.type === "previewed" ? found.preview : found;
  }

  /** What actions would bring in the order in which they may be done, and that order. */
  async previewed(actions: Action[], seat: number | null, any_order = true): Promise<Previewed | Refused | null> {
    if (seat === null) return null;
    const reply = await this.ask({ type: "preview", seat, actions, any_order });
    return reply.type === "previewed" || reply.type === "refused" ? reply : null;
  }

  async whyNot(action: Action, seat = this.me): Promise<Why | null> {
    if (seat === null) return null;
    const reply = await this.ask({ type: "why-not", seat, action });
    return reply.type === "explained" ? reply.why_not : null;
  }

  async plan(seat = this.me): Promise<Planned | null> {
    if (seat === null) return null;
    const reply = await this.ask({ type: "plan", seat });
    if (reply.type === "planned") return reply;
    this.heed(reply);
    return null;
  }

  private async ask(request: Request): Promise<Reply> {
    return inWords(await this.wire.ask(request), this.teller);
  }

  private heed(reply: Reply): boolean {
    if (reply.type === "refused") this.refusal = reply;
    if (reply.type === "error") this.refusal = { ...reply, type: "refused", ply: 0, clause: "", rule: "", allowed: [], missed: [] };
    return reply.type === "done";
  }

  renew(): void {
    this.wire.seen = 0;
    this.lines = [];
    this.wire.renew();
  }

  close(): void {
    clearTimeout(this.timer);
    this.wire.close();
  }

  /** Ends all motion: everything stands where it is. */
  finish(): void {
    clearTimeout(this.timer);
    this.steps = [];
    this.moving = this.tumbling = false;
    if (!this.view) return;
    this.shown = this.view.seats.map((seat) => indexOf(seat.space));
    this.settle(this.view);
  }

  /** Now that the tokens have stopped, money flies and the ledger counts. */
  private settle(view: View): void {
    const before = this.purses;
    const flows = this.flows;
    this.flows = [];
    this.purses = view.seats.map((seat) => seat.cash);
    if (before.length !== this.purses.length || this.isStill) return;
    this.count_money(before, view);
    if (!flows.length) return;
    this.noise("money");
    const fresh = flows.slice(-MOST_FLIGHTS).map((flow) => ({ ...flow, key: ++this.count }));
    this.flights = [...this.flights, ...fresh].slice(-MOST_FLIGHTS);
    const keys = new Set(fresh.map((flight) => flight.key));
    window.setTimeout(() => (this.flights = this.flights.filter((flight) => !keys.has(flight.key))), (LAND[readLikes().speed] ?? 550) + 120 * fresh.length);
  }

  private get isStill(): boolean {
    return document.hidden || readLikes().speed === "instant" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  private noise(sound: Sound): void {
    if (readLikes().sound && !document.hidden) void import("./sound").then(({ play }) => play(sound));
  }

  // --- hearing ---
  private receive(message: ServerMessage): void {
    switch (message.type) {
      case "welcome": {
        const first = this.view === null;
        this.table = message.table;
        this.mine = message.mine;
        this.host = message.host;
        if (this.mine.length) nameSeat(this.id, listed(this.mine.map((seat) => this.name(seat))), message.table.title || editionOf(message.table.edition).title);
        this.take(message.entries, message.view, message.hands, message.clocks, first);
        if (first) this.finish();
        break;
      }
      case "events": {
        const gap = message.entries[0] && message.entries[0].seq > this.wire.seen + 1;
        if (gap) return this.wire.renew();
        if (message.table) this.table = message.table;
        this.take(message.entries, message.view, message.hands, message.clocks, false);
        break;
      }
      case "presence":
        this.online = message.online;
        break;
      case "reacted": {
        const key = ++this.count;
        this.reactions = [...this.reactions.filter((each) => each.seat !== message.seat), { key, seat: message.seat, reaction: message.reaction }];
        window.setTimeout(() => (this.reactions = this.reactions.filter((each) => each.key !== key)), REACTION);
        break;
      }
      case "error":
        if (message.code === "no-table") {
          this.gone = true;
          this.wire.close();
        } else if (message.code === "protocol") {
          build.renew();
          this.wire.close();
        } else if (message.code === "bad-token") {
          void inWords(message, this.teller).then((told) => this.heed(told));
        }
        break;
      default:
    }
  }

  private take(entries: AnyEntry[], view: View | null, hands: Hand[], clocks: Clocks, quietly: boolean): void {
    const fresh = entries.filter((entry) => entry.seq > this.wire.seen);
    this.wire.seen = Math.max(this.wire.seen, ...fresh.map((entry) => entry.seq));
    this.clocks = clocks;
    this.offset = clocks.now - Date.now() / 1000;
    const mine = this.isMine;
    this.view = view;
    this.hands = hands;
    const added = fresh.flatMap((entry) => this.linesOf(entry));
    if (added.length) this.lines = [...this.lines, ...added].slice(-LONGEST_LOG);
    if (!view) return;
    if (this.shown.length !== view.seats.length) this.shown = view.seats.map((seat) => indexOf(seat.space));
    if (this.mode?.kind === "offer" && !view.offers.some((offer) => this.mode?.kind === "offer" && offer.number === this.mode.number)) this.mode = null;
    for (const entry of fresh) if (entry.type === "ply") for (const event of entry.events) this.happen(event, quietly);
    if (!quietly) {
      if (this.isMine && !mine) this.noise("turn");
      const told = added.filter((line) => !QUIET.has(line.kind)).slice(-4).map((line) => line.text);
      if (told.length) this.spoken = told.join(" ");
      this.walk();
    }
  }

  private happen(event: Event, quietly: boolean): void {
    const flow = flowOf(event);
    if (flow && !quietly) this.flows.push(flow);
    this.follow(event);
    switch (event.event) {
      case "turn-began":
        this.card = null;
        break;
      case "bid":
        if (!quietly) this.noise("knock");
        break;
      case "game-ended":
        if (!quietly) this.noise("end");
        break;
      case "threw":
        this.card = null;
        this.dice = { die1: event.die1, die2: event.die2, seat: event.seat, count: (this.dice?.count ?? 0) + 1 };
        if (!quietly) {
          this.tumbling = true;
          this.noise("dice");
        }
        break;
      case "card-drawn":
        if (!quietly) this.noise("card");
        this.card = { deck: event.deck, text: this.teller.card(event.deck, event.card), seat: event.seat };
        break;
      case "moved":
        if (!quietly)
          for (const at of path(indexOf(event.origin), indexOf(event.space), event.backward ?? false)) this.steps.push({ seat: event.seat, at });
        break;
      case "jailed":
        if (!quietly) this.steps.push({ seat: event.seat, at: indexOf("jail") });
        break;
      default:
    }
  }

  /** What a panel tells of what goes on: a building call, an estate, somebody's fall. */
  private follow(event: Event): void {
    switch (event.event) {
      case "turn-began":
        this.fall = null;
        break;
      case "call-opened":
        this.call = { building: event.building, opener: event.seat, wishes: {} };
        break;
      case "wished":
        if (this.call) this.call = { ...this.call, wishes: { ...this.call.wishes, [event.seat]: event.count } };
        break;
      case "call-closed":
        this.call = null;
        break;
      case "went-bankrupt":
        this.fall = { seat: event.seat, creditor: event.creditor, amount: event.amount, deeds: [], cash: 0 };
        break;
      case "deed-passed":
        if (this.fall && event.giver === this.fall.seat) this.fall = { ...this.fall, deeds: [...this.fall.deeds, event.deed] };
        break;
      case "cash-passed":
        if (this.fall && event.giver === this.fall.seat) this.fall = { ...this.fall, cash: this.fall.cash + event.amount };
        break;
      case "estate-opened":
        this.estate = { seat: event.seat, deeds: event.deeds };
        break;
      case "auction-won":
      case "auction-failed": {
        const deeds = this.estate?.deeds.filter((deed) => deed !== event.lot) ?? [];
        this.estate = this.estate && deeds.length ? { ...this.estate, deeds } : null;
        break;
      }
      default:
    }
  }

  private walk(): void {
    const speed = readLikes().speed;
    if (this.isStill || this.steps.length > 40) return this.finish();
    if (!this.steps.length && !this.tumbling) return this.finish();
    if (this.moving) return;
    this.moving = true;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.step(), this.tumbling ? (TUMBLE[speed] ?? 400) : 0);
  }

  private step(): void {
    this.tumbling = false;
    const next = this.steps.shift();
    if (!next) return this.finish();
    this.shown[next.seat] = next.at;
    this.lit = next.at;
    this.noise("step");
    const pace = STEP[readLikes().speed] ?? 70;
    this.timer = window.setTimeout(() => this.step(), this.steps.length > 14 ? pace / 2 : pace);
  }

  private count_money(before: number[], view: View): void {
    const fresh = view.seats
      .map((seat, index) => ({ key: ++this.count, seat: index, amount: seat.cash - (before[index] ?? seat.cash) }))
      .filter((delta) => delta.amount !== 0);
    if (!fresh.length) return;
    const seats = new Set(fresh.map((delta) => delta.seat));
    this.deltas = [...this.deltas.filter((delta) => !seats.has(delta.seat)), ...fresh];
    const keys = new Set(fresh.map((delta) => delta.key));
    window.setTimeout(() => (this.deltas = this.deltas.filter((delta) => !keys.has(delta.key))), 2200);
  }

  private linesOf(entry: AnyEntry): LogLine[] {
    const line = (text: string, kind: string, seat: number | null = null, clause = "", ply = 0, part = 0): LogLine => ({
      key: `${entry.seq}.${part}`,
      seq: entry.seq,
      ply,
      seat,
      text,
      clause,
      kind,
    });
    const who = "seat" in entry ? this.name(entry.seat) : "";
    switch (entry.type) {
      case "ply":
        return entry.events.map((event, part) => {
          const fields = event as unknown as Fields;
          const seat = ["seat", "payer", "debtor", "proposer", "giver"].map((name) => fields[name]).find((value) => typeof value === "number");
          return line(this.teller.event(fields), event.event, (seat as number | undefined) ?? null, event.clause ?? "", entry.ply, part);
        });
      case "seated":
        return [line(t("log.seated", { name: entry.name }), "seated", entry.seat)];
      case "left":
        return [line(t("log.left", { name: who }), "left", entry.seat)];
      case "began":
        return [line(t("log.began", { commitment: t("name.short", { start: entry.commitment.slice(0, 12) }) }), "began")];
      case "handed":
        return [line(entry.bot ? t("log.handed", { bot: has(`bot.${entry.bot}`) ? t(`bot.${entry.bot}` as Key) : entry.bot, name: who }) : t("log.back", { name: who }), "handed", entry.seat)];
      case "paused":
        return [line(t("log.paused"), "paused")];
      case "resumed":
        return [line(t("log.resumed"), "resumed")];
      case "time-added":
        return [line(t("log.time", { name: who, seconds: Math.round(entry.seconds) }), "time", entry.seat)];
      case "chat":
        return [line(t("log.chat", { name: who, text: entry.text }), "chat", entry.seat)];
      case "muted":
        return [line(t(entry.muted ? "log.muted" : "log.unmuted", { name: who }), "muted", entry.seat)];
      case "woke":
        return [line(t("log.woke"), "woke")];
      case "carried":
        return [line(t("log.carried"), "carried")];
      case "ended":
        return [line(t("log.ended", { seed: t("name.short", { start: entry.seed.slice(0, 12) }) }), "ended")];
      case "rematch":
        return [line(t("log.rematch"), "rematch")];
      default:
        return [];
    }
  }
}
