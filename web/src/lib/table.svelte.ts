/** A table as this browser knows it: what the server told, what is being shown of it, and what one asks of it. */
import type {
  Action,
  Choice,
  Clocks,
  Event,
  Events,
  Hand,
  Party,
  Planned,
  PreviewJson,
  Previewed,
  Problem,
  Refused,
  ServerMessage,
  Table,
  View,
  Why,
} from "../shared/wire";
import { bring } from "./bring";
import { build } from "./build.svelte";
import { Line, type LineState, type Reply, type Request } from "./connection";
import { Drafts, type DealDraft } from "./drafts.svelte";
import { flowOf, type Flow } from "./flow";
import { editionOf, indexOf } from "./game";
import { forgetToken, nameSeat, tokensOf } from "./keep";
import { likes } from "./likes.svelte";
import { linesOf, type LogLine } from "./lines";
import { beatsOf, lengthOf, type Beat } from "./motion";
import { Teller, money, type Fields } from "./say";
import type { Sound } from "./sound";
import { listed, t, type Key } from "./strings";
import { inWords } from "./why";

export interface Delta {
  key: number;
  seat: number;
  amount: number;
}

/** Money on its way from one purse to another. */
export interface Flight extends Flow {
  key: number;
}

/** What a message of the server brought, on its way to the page: first what is to be seen, then how all stands. */
interface Scene {
  beats: { beat: Beat; tells: LogLine[] }[];
  events: Event[];
  lines: LogLine[];
  spoken: string;
  view: View | null;
  hands: Hand[];
  clocks: Clocks;
  quiet: boolean;
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
  | { kind: "deal"; draft: DealDraft }
  | { kind: "offer"; number: number }
  | null;

const LONGEST_LOG = 2000;
const LAND: Record<string, number> = { calm: 900, brisk: 550, instant: 0 };
const MOST_FLIGHTS = 8;
/** With more than this still to be shown, the page would tell of a game long past. */
const MOST_BEATS = 80;
const MOST_SCENES = 4;
const REACTION = 4_000;
/** Answers to a hello that will be the same next time. */
const FINAL = new Set(["no-table", "bad-token", "not-allowed", "too-many", "malformed"]);
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
  /** Why there is nothing to be seen here, and never will be. */
  gone = $state("");
  private asking = $state(false);
  /** Nothing can be done now: an answer is awaited, the table is paused, or the line is lost. */
  /** Whether nothing can be done for now, whoever is to act. */
  halted = $derived(this.table?.status === "paused" || this.line === "lost" || build.state !== "");
  busy = $derived(this.asking || this.halted);
  refusal = $state.raw<Refused | null>(null);
  private looking = $state.raw<Mode>(null);
  /** What one was making when one began to look at a deed or an offer. */
  private making: Mode = null;
  readonly drafts: Drafts;
  rule = $state<{ clause: string; reason: string } | null>(null);
  spoken = $state("");

  /** Where the tokens stand on the screen. */
  shown = $state<number[]>([]);
  /** What is being shown that the game has already done: until it is over, all else stands as before. */
  private showing = $state<Beat["kind"] | null>(null);
  moving = $derived(this.showing !== null);
  tumbling = $derived(this.showing === "dice");
  dice = $state.raw<{ die1: number; die2: number; count: number } | null>(null);
  card = $state.raw<{ deck: "chance" | "chest"; text: string } | null>(null);
  lit = $state(-1);
  deltas = $state.raw<Delta[]>([]);
  /** What the ledger shows as cash. */
  purses = $state.raw<number[]>([]);
  flights = $state.raw<Flight[]>([]);
  fall = $state.raw<Fall | null>(null);
  /** What became of the offer that was answered last. */
  fate = $state.raw<{ number: number; text: string } | null>(null);
  reactions = $state.raw<{ key: number; seat: number; reaction: string }[]>([]);

  private readonly wire: Line;
  private offset = 0;
  private scenes: Scene[] = [];
  private timer = 0;
  private count = 0;
  private flows: Flow[] = [];

  constructor(readonly id: string) {
    this.drafts = new Drafts(this);
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
    document.addEventListener("visibilitychange", this.hide);
  }

  // --- what one looks at ---
  get mode(): Mode {
    return this.looking;
  }
  set mode(next: Mode) {
    if (next?.kind !== "deed" && next?.kind !== "offer") this.making = next;
    this.looking = next;
  }

  /** Back from a deed or an offer to what one was making, and from there to the game. */
  back(): void {
    this.mode = this.mode === this.making ? null : this.making;
  }

  /** The same; what was being made here is given up. */
  giveUp(): void {
    const { mode } = this;
    if (mode?.kind === "deal") this.drafts.drop(mode.draft);
    else if (!this.making || mode === this.making) this.drafts.plan = [];
    this.back();
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
    const bids = this.hands.find((hand) => hand.legal.some((choice) => choice.action.do === "bid"));
    return asked?.seat ?? bids?.seat ?? this.mine[0] ?? null;
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
    return this.teller.about(key, seat, fields);
  }

  label(choice: Choice): string {
    return this.teller.menu(choice.action as Fields, choice.fields as Fields);
  }

  now(): number {
    return Date.now() / 1000 + this.offset;
  }

  /** What a throw is for: who begins, a way out of Jail, or a move. */
  private thrown = $derived.by<"opening" | "jail" | "throw">(() => {
    if (this.awaiting?.purpose === "opening") return "opening";
    return this.view?.seats[this.awaiting?.seat ?? 0]?.jail_turn ? "jail" : "throw";
  });

  /** What the game waits for, in words. */
  headline = $derived.by(() => {
    const awaiting = this.awaiting;
    const view = this.view;
    if (!awaiting || !view) return "";
    if (this.showing === "dice") return t("await.nature");
    if (this.showing === "card") return t("await.card");
    if (this.showing === "step") return this.lines.findLast((line) => line.kind === "threw")?.text ?? "";
    if (awaiting.kind === "nothing") return t("await.nothing");
    if (awaiting.kind === "dice") return t("await.nature");
    if (awaiting.kind === "card") return t("await.card");
    if (awaiting.kind === "deal") return t("await.deal");
    const seat = awaiting.seat ?? 0;
    const what = awaiting.kind === "throw" ? this.thrown : awaiting.kind;
    const fields = {
      name: this.name(seat),
      deed: awaiting.deed ? this.teller.lot(awaiting.deed) : "",
      amount: money(awaiting.amount ?? 0),
      creditor: awaiting.creditor === undefined ? "" : this.teller.party(awaiting.creditor),
    };
    if (this.isMine) return t(`await.${what}.me`, fields);
    // Whoever may bid does so at any moment, asked or not.
    return t(what === "bid" && this.legal.some(({ action }) => action.do === "bid") ? "await.bid.any" : `await.${what}`, fields);
  });

  /** The explanation that belongs to what one decides now, by its key; empty where it is another's decision. */
  hint = $derived.by(() => {
    const awaiting = this.awaiting;
    if (!this.isMine || !awaiting || awaiting.seat === undefined || this.halted) return "";
    if (awaiting.kind === "buy") return `hint.buy.${awaiting.otherwise}`;
    if (awaiting.kind === "bid" && this.clocks.hammer !== null) return "hint.bid.hammer";
    // Where nothing brings enough, the panel itself says so.
    if (awaiting.kind === "debt" && this.legal.some(({ action }) => action.do === "bankrupt")) return "";
    if (awaiting.kind !== "throw") return `hint.${awaiting.kind}`;
    if (this.thrown !== "throw") return `hint.${this.thrown}`;
    if (awaiting.cannot_buy) return awaiting.rent_at_once ? "hint.throw.lap.paid" : "hint.throw.lap";
    return awaiting.rent_at_once ? "hint.throw.paid" : "hint.throw";
  });

  // --- asking ---
  async act(action: Action, seat: number | null = this.me): Promise<boolean> {
    this.finish();
    // At a paused table the server says why not.
    if (seat === null || !this.view || this.asking || this.line === "lost") return false;
    this.asking = true;
    this.refusal = null;
    const reply = await this.ask({ type: "act", seat, ply: this.view.ply, action });
    this.asking = false;
    if (reply.type === "done" && (action.do === "bid" || action.do === "pass")) this.drafts.bid = null;
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

  /** The rule in the way of an action; null where there was no answer. */
  async whyNot(action: Action, seat = this.me): Promise<Pick<Why, "clause" | "reason"> | null> {
    if (seat === null) return null;
    const reply = await this.ask({ type: "why-not", seat, action });
    if (reply.type === "explained") return reply.why_not ?? { clause: "", reason: t("why.may") };
    this.heed(reply);
    return null;
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
    this.finish();
    this.wire.seen = 0;
    this.lines = [];
    this.wire.renew();
  }

  close(): void {
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.hide);
    this.wire.close();
  }

  // --- showing ---
  /** Ends all motion: everything stands where it is. */
  finish(): void {
    if (!this.scenes.length) return;
    clearTimeout(this.timer);
    for (const scene of this.scenes.splice(0)) {
      for (const { beat } of scene.beats) this.show(beat);
      this.tell(scene.beats.flatMap(({ tells }) => tells));
      this.stand(scene);
    }
    this.showing = null;
    this.settle();
  }

  /** Timers hardly run in a tab that nobody sees. */
  private readonly hide = (): void => {
    if (document.hidden) this.finish();
  };

  /** Shows what is next, and after its time what follows it. */
  private next(): void {
    for (let scene = this.scenes[0]; scene; scene = this.scenes[0]) {
      const { beats } = scene;
      if (beats[0]) {
        const { beat, tells } = beats[0];
        this.showing = beat.kind;
        this.show(beat);
        this.noise(beat.kind);
        this.timer = window.setTimeout(() => {
          beats.shift();
          this.tell(tells);
          this.next();
        }, lengthOf(beat, likes.now.speed, beats.length));
        return;
      }
      this.scenes.shift();
      this.stand(scene);
      this.settle();
    }
    this.showing = null;
  }

  private show(beat: Beat): void {
    if (beat.kind === "card") this.card = { deck: beat.deck, text: this.teller.card(beat.deck, beat.card) };
    if (beat.kind === "dice") {
      this.card = null;
      this.dice = { die1: beat.die1, die2: beat.die2, count: (this.dice?.count ?? 0) + 1 };
    }
    if (beat.kind === "step") this.shown[beat.seat] = this.lit = beat.at;
  }

  private tell(lines: LogLine[]): void {
    if (lines.length) this.lines = [...this.lines, ...lines].slice(-LONGEST_LOG);
  }

  /** Everything stands as the server said. */
  private stand({ events, lines, spoken, view, hands, clocks, quiet }: Scene): void {
    const mine = this.isMine;
    this.view = view;
    this.hands = hands;
    this.clocks = clocks;
    this.tell(lines);
    if (!view) return;
    this.shown = view.seats.map((seat) => indexOf(seat.space));
    // An offer that is gone leads back to what one was making; where that is nothing, its panel says so.
    const { mode: looked } = this;
    if (this.making && looked?.kind === "offer" && !view.offers.some((offer) => offer.number === looked.number)) this.back();
    // A fall is looked at until somebody's next turn, not only until the turn that it ended is over.
    if (events.some(({ event }) => event === "turn-began")) this.fall = null;
    for (const event of events) this.follow(event);
    if (quiet) return;
    this.flows.push(...events.map(flowOf).filter((flow) => flow !== null));
    if (events.some(({ event }) => event === "bid")) this.noise("knock");
    if (events.some(({ event }) => event === "game-ended")) this.noise("end");
    if (this.isMine && !mine) this.noise("turn");
    if (spoken) this.spoken = spoken;
  }

  /** Now that the tokens have stopped, money flies and the ledger counts. */
  private settle(): void {
    const before = this.purses;
    const flows = this.flows;
    this.flows = [];
    this.purses = this.view?.seats.map((seat) => seat.cash) ?? [];
    if (before.length !== this.purses.length || document.hidden) return;
    this.countMoney(before);
    if (this.isStill || !flows.length) return;
    this.noise("money");
    const fresh = flows.slice(-MOST_FLIGHTS).map((flow) => ({ ...flow, key: ++this.count }));
    this.flights = [...this.flights, ...fresh].slice(-MOST_FLIGHTS);
    const keys = new Set(fresh.map((flight) => flight.key));
    window.setTimeout(() => (this.flights = this.flights.filter((flight) => !keys.has(flight.key))), (LAND[likes.now.speed] ?? 550) + 120 * fresh.length);
  }

  private countMoney(before: number[]): void {
    const fresh = this.purses
      .map((cash, seat) => ({ key: ++this.count, seat, amount: cash - (before[seat] ?? cash) }))
      .filter((delta) => delta.amount !== 0);
    if (!fresh.length) return;
    const seats = new Set(fresh.map((delta) => delta.seat));
    this.deltas = [...this.deltas.filter((delta) => !seats.has(delta.seat)), ...fresh];
    const keys = new Set(fresh.map((delta) => delta.key));
    window.setTimeout(() => (this.deltas = this.deltas.filter((delta) => !keys.has(delta.key))), 2200);
  }

  private get isStill(): boolean {
    return document.hidden || likes.now.speed === "instant" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  private noise(sound: Sound): void {
    // Before anything was pressed a browser lets no page sound.
    if (likes.now.sound && !document.hidden && navigator.userActivation?.hasBeenActive) void bring(() => import("./sound")).then(({ play }) => play(sound));
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
        this.take(message, first);
        this.finish();
        break;
      }
      case "events": {
        const gap = message.entries[0] && message.entries[0].seq > this.wire.seen + 1;
        if (gap) return this.wire.renew();
        if (message.table) this.table = message.table;
        this.take(message, false);
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
        // What answers a command is heeded where that was asked.
        if (!message.id) void this.turnAway(message);
        break;
      default:
    }
  }

  /** The server lets nobody in with this hello. */
  private async turnAway(problem: Problem): Promise<void> {
    if (problem.code === "protocol") {
      build.renew();
      this.wire.close();
      return;
    }
    const bad = problem.code === "bad-token" ? tokensOf(this.id)[Number(problem.because[0]?.fields["number"])] : undefined;
    if (bad) {
      // A private link that opens nothing takes nothing away: one's other seats here, or watching, are still there.
      forgetToken(this.id, bad);
      this.wire.renew();
      this.heed(await inWords(problem, this.teller));
    } else if (FINAL.has(problem.code)) {
      this.wire.close();
      this.gone = problem.code === "no-table" ? t("table.gone") : (await inWords(problem, this.teller)).why;
    }
  }

  private take({ entries, view, hands, clocks }: Pick<Events, "entries" | "view" | "hands" | "clocks">, quiet: boolean): void {
    const fresh = entries.filter((entry) => entry.seq > this.wire.seen);
    this.wire.seen = Math.max(this.wire.seen, ...fresh.map((entry) => entry.seq));
    this.offset = clocks.now - Date.now() / 1000;
    const scene: Scene = { beats: [], events: [], lines: [], spoken: "", view, hands, clocks, quiet };
    const told = fresh.map((entry) => ({ entry, lines: linesOf(entry, this.teller) }));
    scene.spoken = told.flatMap(({ lines }) => lines.filter((line) => !QUIET.has(line.kind))).slice(-4).map((line) => line.text).join(" ");
    for (const { entry, lines } of told) {
      const events = entry.type === "ply" ? entry.events : [];
      scene.events.push(...events);
      lines.forEach((line, part) => {
        scene.lines.push(line);
        const beats = events[part] ? beatsOf(events[part]) : [];
        // What happened up to here is told when it has been seen.
        beats.forEach((beat, index) => scene.beats.push({ beat, tells: index === beats.length - 1 ? scene.lines.splice(0) : [] }));
      });
    }
    if (this.scenes.length >= MOST_SCENES) this.finish();
    this.scenes.push(scene);
    if (this.isStill || scene.beats.length > MOST_BEATS) this.finish();
    else if (!this.moving) this.next();
  }

  /** What is told of somebody's fall or of an offer's end, and where a turn begins anew. */
  private follow(event: Event): void {
    switch (event.event) {
      case "turn-began":
        this.card = this.dice = null;
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
      case "deal-made":
      case "rejected":
      case "withdrawn":
      case "offer-lapsed":
      case "countered":
        this.fate = { number: event.event === "countered" ? event.answers : event.number, text: this.teller.event(event as unknown as Fields) };
        break;
      default:
    }
  }
}
