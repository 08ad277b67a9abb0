/** What the screen shows of a table: dice, walking tokens, flying money and the log, a moment behind the server. */
import type { AnyEntry, Clocks, Event, Events, Hand, Party, PlyEntry, TurnedDownEntry, View } from "../shared/wire";
import { withRetries } from "./retry";
import { CELEBRATION, celebrationOf, type Celebration } from "./celebration";
import { flowOf, type Flow } from "./flow";
import { modules } from "./lazy";
import { likes } from "./likes.svelte";
import { linesOf, type LogLine } from "./lines";
import { beatsOf, lengthOf, type Beat, type Moment } from "./motion";
import { indexOf, spaceOf } from "./rulebook";
import type { Fields } from "./say";
import type { Sound } from "./sound";
import { t } from "./strings";
import type { TableState } from "./table.svelte";

/** The latest changes of a player's cash, payment by payment. */
interface Delta {
  key: number;
  seat: number;
  amounts: number[];
}

/** An animated payment from one purse to another. */
export interface Flight extends Flow {
  key: number;
}

/** A message of the server. Its beats are played first, then its view is shown. */
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

/** A player who went bankrupt in this turn, and who got what they had. */
export interface Fall {
  seat: number;
  creditor: Party;
  amount: number;
  deeds: string[];
  cash: number;
}

const LONGEST_LOG = 2000;
const LONGEST_RECAP = 200;
/** How long money flies, in milliseconds. */
const FLIGHT: Record<string, number> = { calm: 900, brisk: 550, instant: 0 };
const MOST_FLIGHTS = 8;
/** A message with more beats than this is shown without motion. */
const MOST_BEATS = 80;
const MOST_SCENES = 4;
const DELTA = 2_200;
const REACTION = 4_000;
/** More payments than this are shown as one sum. */
const MOST_PILLS = 3;
/** Events that a screen reader does not announce. */
const SILENT = new Set(["turn-began", "turn-ended"]);

/** Events of nature that name the seat that threw, drew or was dealt to. */
const DRAWN = new Set(["threw", "card-drawn", "deed-dealt"]);

function isSpoken(line: LogLine): boolean {
  return !SILENT.has(line.kind);
}

export class Presentation {
  lines = $state.raw<LogLine[]>([]);
  /** The text that a screen reader announces. */
  spoken = $state("");
  /** Where the tokens stand on the screen. */
  shown = $state<number[]>([]);
  /** The kind of beat that is playing. The rest of the screen waits for it. */
  beat = $state<Beat["kind"] | null>(null);
  moving = $derived(this.beat !== null);
  tumbling = $derived(this.beat === "dice");
  dice = $state.raw<{ die1: number; die2: number; count: number } | null>(null);
  card = $state.raw<{ deck: "chance" | "chest"; text: string } | null>(null);
  /** The last payment since the dice were thrown. */
  moment = $state.raw<Moment | null>(null);
  lit = $state(-1);
  deltas = $state.raw<Delta[]>([]);
  /** The cash that the ledger shows. */
  purses = $state.raw<number[]>([]);
  flights = $state.raw<Flight[]>([]);
  fall = $state.raw<Fall | null>(null);
  /** The celebration that is running. */
  celebration = $state.raw<Celebration | null>(null);
  /** All bankruptcies so far, in order. */
  falls = $state.raw<Fall[]>([]);
  /** Each bidder's last bid in the present or latest auction. */
  bids = $state.raw<Record<number, number>>({});
  /** The outcome of the latest answered offer. */
  fate = $state.raw<{ number: number; text: string } | null>(null);
  reactions = $state.raw<{ key: number; seat: number; reaction: string }[]>([]);

  /** Each ply entered at a real board, and the seat it belongs to. */
  entered = $state.raw<{ ply: number; seat: number }[]>([]);
  /** What the plies at a real board brought, to know what is left of it after an undo. */
  private past: { ply: number; events: Event[] }[] = [];

  /** What others have done since the player's last turn, if the player did not see all of it. */
  missed = $state.raw<LogLine[]>([]);
  /** Whether the host has the bots hurry until somebody decides. */
  hurries = $state(false);

  private since: LogLine[] = [];
  /** Why bots turned offers down, by the number of the line in the log. */
  private explained = new Map<number, string>();
  /** The same by the number of the offer. */
  private refusals = new Map<number, string>();
  /** Whether the next lines are about the time when this page was not connected. */
  unseen = false;
  private scenes: Scene[] = [];
  private flows: Flow[] = [];
  private timer = 0;
  private count = 0;

  constructor(private readonly table: TableState) {
    document.addEventListener("visibilitychange", this.hide);
  }

  close(): void {
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.hide);
  }

  /** Forget everything that was shown, before it is all sent anew. */
  clear(): void {
    this.lines = [];
    this.entered = [];
    this.past = [];
  }

  /** Queue a message's entries and view. A `quiet` one is shown without money flying or sounds. */
  add({ entries, view, hands, clocks }: Pick<Events, "entries" | "view" | "hands" | "clocks">, quiet: boolean): void {
    const scene: Scene = { beats: [], events: [], lines: [], spoken: "", view, hands, clocks, quiet };
    const written: { entry: AnyEntry; lines: LogLine[] }[] = [];
    for (const entry of entries) {
      const lines = linesOf(entry, this.table.teller);
      if (entry.type === "undone") {
        this.finish();
        const gone = written.filter((each) => each.entry.type === "ply" && each.entry.ply > entry.ply);
        const what = this.takeBack(entry.ply) ?? gone.flatMap((each) => each.lines).find(isSpoken)?.text ?? "";
        for (const each of gone) written.splice(written.indexOf(each), 1);
        const name = entry.seat === null ? t("real.banker") : this.table.name(entry.seat ?? 0);
        if (what) for (const line of lines) line.text = t("log.undone.what", { name, what });
      }
      if (entry.type === "ply" && this.table.real) this.note(entry);
      written.push({ entry, lines });
    }
    scene.spoken = written
      .flatMap(({ lines }) => lines.filter(isSpoken))
      .slice(-4)
      .map((line) => line.text)
      .join(" ");
    if (quiet) this.unseen = true;
    for (const { entry, lines } of written) {
      if (entry.type === "turned-down") this.explain(entry);
      const events = entry.type === "ply" ? entry.events : [];
      scene.events.push(...events);
      lines.forEach((line, part) => {
        scene.lines.push(line);
        const beats = events[part] ? beatsOf(events[part]) : [];
        // The log follows the beat.
        beats.forEach((beat, index) =>
          scene.beats.push({ beat, tells: index === beats.length - 1 ? scene.lines.splice(0) : [] }),
        );
      });
    }
    if (this.scenes.length >= MOST_SCENES) this.finish();
    this.scenes.push(scene);
    if (this.isStill || scene.beats.length > MOST_BEATS) this.finish();
    else if (!this.moving) this.next();
  }

  /** Note a ply at a real board, and the seat that entered it. */
  private note({ ply, actor, cause, events }: PlyEntry): void {
    this.past.push({ ply, events: [...events] });
    const whose = actor === "nature" ? events.find(({ event }) => DRAWN.has(event)) : { seat: actor };
    if ((cause === "seat" || cause === "nature") && whose && "seat" in whose)
      this.entered = [...this.entered, { ply, seat: whose.seat as number }];
  }

  /** Remove the lines shown after a ply, and return the first of them that was announced. */
  private takeBack(ply: number): string | undefined {
    const gone = this.lines.filter((line) => line.ply > ply);
    this.lines = this.lines.filter((line) => line.ply <= ply);
    this.since = this.since.filter((line) => line.ply <= ply);
    this.missed = this.missed.filter((line) => line.ply <= ply);
    this.entered = this.entered.filter((each) => each.ply <= ply);
    this.past = this.past.filter((each) => each.ply <= ply);
    this.card = this.dice = this.moment = this.fall = this.fate = null;
    this.falls = [];
    this.bids = {};
    for (const { events } of this.past) for (const event of events) this.follow(event);
    return gone.find(isSpoken)?.text;
  }

  react(seat: number, reaction: string): void {
    const key = ++this.count;
    this.reactions = [...this.reactions.filter((each) => each.seat !== seat), { key, seat, reaction }];
    window.setTimeout(() => (this.reactions = this.reactions.filter((each) => each.key !== key)), REACTION);
  }

  /** End all motion at once. */
  finish(): void {
    if (!this.scenes.length) return;
    clearTimeout(this.timer);
    for (const scene of this.scenes.splice(0)) {
      for (const { beat } of scene.beats) this.show(beat);
      this.log(scene.beats.flatMap(({ tells }) => tells));
      this.stand(scene);
    }
    this.beat = null;
    this.settle();
  }

  /** Browsers slow down the timers of hidden tabs. */
  private readonly hide = (): void => {
    if (document.hidden) this.finish();
  };

  /** Play the next beat, and after it the one that follows. */
  private next(): void {
    for (let scene = this.scenes[0]; scene; scene = this.scenes[0]) {
      const { beats } = scene;
      if (beats[0]) {
        const { beat, tells } = beats[0];
        this.beat = beat.kind;
        this.show(beat);
        this.noise(beat.kind === "moment" ? "money" : beat.kind);
        this.timer = window.setTimeout(
          () => {
            beats.shift();
            this.log(tells);
            this.next();
          },
          lengthOf(beat, likes.now.speed, beats.length),
        );
        return;
      }
      this.scenes.shift();
      this.stand(scene);
      this.settle();
    }
    this.beat = null;
  }

  private show(beat: Beat): void {
    if (beat.kind === "card") this.card = { deck: beat.deck, text: this.table.teller.card(beat.deck, beat.card) };
    if (beat.kind === "moment") this.moment = beat;
    if (beat.kind === "dice") {
      this.card = this.moment = null;
      this.dice = { die1: beat.die1, die2: beat.die2, count: (this.dice?.count ?? 0) + 1 };
    }
    if (beat.kind === "step") this.shown[beat.seat] = this.lit = beat.at;
  }

  private log(added: LogLine[]): void {
    if (!added.length) return;
    const lines = added.map((line) => this.withReason(line));
    this.lines = [...this.lines, ...lines].slice(-LONGEST_LOG);
    for (const line of lines) {
      const mine = line.seat !== null && this.table.mine.includes(line.seat);
      // From their own throw on, the player has seen everything.
      if (mine && line.kind === "threw") this.forget();
      else if (!mine && line.ply > 0) this.since.push(line);
    }
    if (document.hidden || this.unseen) this.missed = this.since.slice(-LONGEST_RECAP);
  }

  /** Drop the recap: the player has read it, or plays on. */
  forget(): void {
    this.since = this.missed = [];
  }

  /** Say why a bot turned an offer down. The sentences are loaded when they are first needed. */
  private explain({ seq, number, because }: TurnedDownEntry): void {
    void withRetries(modules.reasons).then(({ tell }) => {
      const text = tell([because], this.table.teller);
      if (!text) return;
      this.explained.set(seq, text);
      this.lines = this.lines.map((line) => this.withReason(line));
      this.spoken = text;
      this.refusals.set(number, text);
      if (this.fate?.number === number) this.tellFate(number, this.fate.text);
    });
  }

  /** Return the outcome of an offer, with a bot's reason if there is one. */
  private tellFate(number: number, text: string): void {
    const why = this.refusals.get(number);
    this.fate = { number, text: why ? `${text} ${why}` : text };
  }

  /** Return a line with the bot's reason, if it has come. It may come before the line is shown. */
  private withReason(line: LogLine): LogLine {
    const text = this.explained.get(line.seq);
    return text ? { ...line, text } : line;
  }

  /** Show a scene's view as the server sent it. */
  private stand({ events, lines, spoken, view, hands, clocks, quiet }: Scene): void {
    const mine = this.table.isMine;
    const before = this.table.view;
    this.table.stand(view, hands, clocks);
    this.log(lines);
    this.unseen = false;
    if (!view) return;
    this.shown = view.seats.map((seat) => indexOf(seat.space));
    // A bankruptcy is shown until the next turn begins.
    if (events.some(({ event }) => event === "turn-began")) this.fall = null;
    for (const event of events) this.follow(event);
    if (quiet) return;
    this.flows.push(...events.map(flowOf).filter((flow) => flow !== null));
    if (events.some(({ event }) => event === "bid")) this.noise("knock");
    if (events.some(({ event }) => event === "game-ended")) this.noise("end");
    if (this.table.isMine && !mine) this.noise("turn");
    if (spoken) this.spoken = spoken;
    const celebration = celebrationOf(before, view, events);
    if (celebration) this.celebrate(celebration);
  }

  /** The words for a celebration. */
  celebrationWords(celebration: Celebration): string {
    if (celebration.kind === "win" || celebration.kind === "fall") return "";
    if (celebration.kind === "hotel")
      return this.table.about("celebration.hotel", celebration.seat, { deed: spaceOf(celebration.deed).name });
    return this.table.about("celebration.group", celebration.seat, {
      group: this.table.teller.group(celebration.group),
    });
  }

  private celebrate(celebration: Celebration): void {
    if (document.hidden) return;
    this.celebration = celebration;
    // No event says that a group is complete.
    if (celebration.kind === "group") this.spoken = `${this.spoken} ${this.celebrationWords(celebration)}`;
    window.setTimeout(() => {
      if (this.celebration === celebration) this.celebration = null;
    }, CELEBRATION);
  }

  /** Note a bankruptcy or the end of an offer; clear dice and card when a turn begins. */
  private follow(event: Event): void {
    switch (event.event) {
      case "turn-began":
        this.card = this.dice = this.moment = null;
        break;
      case "auction-opened":
        this.bids = {};
        break;
      case "bid":
        this.bids = { ...this.bids, [event.seat]: event.amount };
        break;
      case "went-bankrupt":
        this.fall = { seat: event.seat, creditor: event.creditor, amount: event.amount, deeds: [], cash: 0 };
        this.falls = [...this.falls, this.fall];
        break;
      case "deed-passed":
        if (this.fall && event.giver === this.fall.seat)
          this.fall = { ...this.fall, deeds: [...this.fall.deeds, event.deed] };
        break;
      case "cash-passed":
        if (this.fall && event.giver === this.fall.seat)
          this.fall = { ...this.fall, cash: this.fall.cash + event.amount };
        break;
      case "deal-made":
      case "rejected":
      case "withdrawn":
      case "offer-lapsed":
      case "countered":
        this.tellFate(
          event.event === "countered" ? event.answers : event.number,
          this.table.teller.event(event as unknown as Fields),
        );
        break;
      default:
    }
  }

  /** Once the tokens have stopped, money flies and the ledger counts. */
  private settle(): void {
    const before = this.purses;
    const flows = this.flows;
    this.flows = [];
    this.purses = this.table.view?.seats.map((seat) => seat.cash) ?? [];
    if (before.length !== this.purses.length || document.hidden) return;
    this.countMoney(before, flows);
    if (this.isStill || !flows.length) return;
    this.noise("money");
    const fresh = flows.slice(-MOST_FLIGHTS).map((flow) => ({ ...flow, key: ++this.count }));
    this.flights = [...this.flights, ...fresh].slice(-MOST_FLIGHTS);
    const keys = new Set(fresh.map((flight) => flight.key));
    window.setTimeout(
      () => (this.flights = this.flights.filter((flight) => !keys.has(flight.key))),
      (FLIGHT[likes.now.speed] ?? 550) + 120 * fresh.length,
    );
  }

  private countMoney(before: number[], flows: Flow[]): void {
    const fresh = this.purses
      .map((cash, seat) => ({
        key: ++this.count,
        seat,
        amounts: amountsOf(seat, cash - (before[seat] ?? cash), flows),
      }))
      .filter((delta) => delta.amounts.length);
    if (!fresh.length) return;
    const seats = new Set(fresh.map((delta) => delta.seat));
    this.deltas = [...this.deltas.filter((delta) => !seats.has(delta.seat)), ...fresh];
    const keys = new Set(fresh.map((delta) => delta.key));
    window.setTimeout(() => (this.deltas = this.deltas.filter((delta) => !keys.has(delta.key))), DELTA);
  }

  private get isStill(): boolean {
    return (
      this.hurries ||
      document.hidden ||
      likes.now.speed === "instant" ||
      matchMedia("(prefers-reduced-motion: reduce)").matches
    );
  }

  private noise(sound: Sound): void {
    // Browsers allow no sound before the first click or key.
    if (likes.now.sound && !document.hidden && navigator.userActivation?.hasBeenActive)
      void withRetries(modules.sound).then(({ play }) => play(sound));
  }
}

/** The payments that changed a player's cash, one by one; their sum if there are many or not all are known. */
function amountsOf(seat: number, change: number, flows: Flow[]): number[] {
  const found = flows.flatMap(({ from, to, amount }) =>
    !amount || from === to ? [] : from === seat ? [-amount] : to === seat ? [amount] : [],
  );
  if (found.length && found.length <= MOST_PILLS && found.reduce((sum, each) => sum + each, 0) === change) return found;
  return change ? [change] : [];
}
