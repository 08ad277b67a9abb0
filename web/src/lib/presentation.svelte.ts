/** What the screen shows of a table: dice, walking tokens, flying money and the log, a moment behind the server. */
import type { Clocks, Event, Events, Hand, Party, View } from "../shared/wire";
import { bring } from "./bring";
import { flowOf, type Flow } from "./flow";
import { likes } from "./likes.svelte";
import { linesOf, type LogLine } from "./lines";
import { beatsOf, lengthOf, type Beat, type Moment } from "./motion";
import { indexOf } from "./rulebook";
import type { Fields } from "./say";
import type { Sound } from "./sound";
import type { TableState } from "./table.svelte";

/** How much a player's cash has just changed. */
interface Delta {
  key: number;
  seat: number;
  amount: number;
}

/** Money on its way from one purse to another. */
export interface Flight extends Flow {
  key: number;
}

/** One message of the server: first its beats are played, then its view is shown. */
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
/** How long money flies, in milliseconds. */
const FLIGHT: Record<string, number> = { calm: 900, brisk: 550, instant: 0 };
const MOST_FLIGHTS = 8;
/** With more beats than this left to play, the page would be too far behind the game. */
const MOST_BEATS = 80;
const MOST_SCENES = 4;
const DELTA = 2_200;
const REACTION = 4_000;
/** Events that a screen reader does not announce. */
const SILENT = new Set(["turn-began", "turn-ended"]);

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
  /** All bankruptcies so far, in order. */
  falls = $state.raw<Fall[]>([]);
  /** Each bidder's last bid in the auction that is open, or was the last. */
  bids = $state.raw<Record<number, number>>({});
  /** What became of the offer that was answered last. */
  fate = $state.raw<{ number: number; text: string } | null>(null);
  reactions = $state.raw<{ key: number; seat: number; reaction: string }[]>([]);

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

  /** Queue a message's entries and view. A `quiet` one is shown without money flying or sounds. */
  add({ entries, view, hands, clocks }: Pick<Events, "entries" | "view" | "hands" | "clocks">, quiet: boolean): void {
    const scene: Scene = { beats: [], events: [], lines: [], spoken: "", view, hands, clocks, quiet };
    const written = entries.map((entry) => ({ entry, lines: linesOf(entry, this.table.teller) }));
    scene.spoken = written
      .flatMap(({ lines }) => lines.filter((line) => !SILENT.has(line.kind)))
      .slice(-4)
      .map((line) => line.text)
      .join(" ");
    for (const { entry, lines } of written) {
      const events = entry.type === "ply" ? entry.events : [];
      scene.events.push(...events);
      lines.forEach((line, part) => {
        scene.lines.push(line);
        const beats = events[part] ? beatsOf(events[part]) : [];
        // The log tells what happened after the beat has been played.
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

  /** Timers hardly run in a hidden tab. */
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

  private log(lines: LogLine[]): void {
    if (lines.length) this.lines = [...this.lines, ...lines].slice(-LONGEST_LOG);
  }

  /** Show a scene's view as the server sent it. */
  private stand({ events, lines, spoken, view, hands, clocks, quiet }: Scene): void {
    const mine = this.table.isMine;
    this.table.stand(view, hands, clocks);
    this.log(lines);
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
        this.fate = {
          number: event.event === "countered" ? event.answers : event.number,
          text: this.table.teller.event(event as unknown as Fields),
        };
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
    this.countMoney(before);
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

  private countMoney(before: number[]): void {
    const fresh = this.purses
      .map((cash, seat) => ({ key: ++this.count, seat, amount: cash - (before[seat] ?? cash) }))
      .filter((delta) => delta.amount !== 0);
    if (!fresh.length) return;
    const seats = new Set(fresh.map((delta) => delta.seat));
    this.deltas = [...this.deltas.filter((delta) => !seats.has(delta.seat)), ...fresh];
    const keys = new Set(fresh.map((delta) => delta.key));
    window.setTimeout(() => (this.deltas = this.deltas.filter((delta) => !keys.has(delta.key))), DELTA);
  }

  private get isStill(): boolean {
    return document.hidden || likes.now.speed === "instant" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  private noise(sound: Sound): void {
    // Browsers allow no sound before the first click or key.
    if (likes.now.sound && !document.hidden && navigator.userActivation?.hasBeenActive)
      void bring(() => import("./sound")).then(({ play }) => play(sound));
  }
}
