// Made by `python dev/web.py wire` from the server's JSON Schema; not written by hand.

export const PROTOCOL = 3;

/** The first message on a socket: the secrets of the client's seats, and the last entry it has (0: none). */
export type Hello = {
  type: "hello";
  protocol: number;
  tokens?: string[];
  seen?: number;
};

/** Do an action, given as `action` or as `text`. `ply` is the last ply that the sender has seen. */
export type Act = {
  type: "act";
  id: string;
  seat: number;
  ply: number;
  action?: Action | null;
  text?: string | null;
};

/**
 * This was thrown, drawn or dealt at the real board: a `throw`, a `draw` or a `deal`. Sent by the host, who is the
 * Banker, or by the seat that throws, draws or is dealt to. `ply` is how far the sender saw the game. A throw of
 * somebody who is still to roll means both the roll and the throw.
 */
export type Enter = {
  type: "enter";
  id: string;
  ply: number;
  action: Action;
};

/**
 * Undo the last thing that somebody did or entered at a real board, and all that followed from it. Sent by the
 * host, or by the seat whose entry it was. `ply` is how far the sender saw the game.
 */
export type Undo = {
  type: "undo";
  id: string;
  ply: number;
};

/** Ask what these actions would change. */
export type Preview = {
  type: "preview";
  id: string;
  seat: number;
  actions: Action[];
  any_order?: boolean;
};

/** Ask why an action is refused. */
export type WhyNot = {
  type: "why-not";
  id: string;
  seat: number;
  action: Action;
};

/** Ask for a sensible way to raise a debt. */
export type Plan = {
  type: "plan";
  id: string;
  seat: number;
};

/** Send a chat message to the table. */
export type Chat = {
  type: "chat";
  id: string;
  seat: number;
  text: string;
};

/** Show a reaction. The server passes it on and does not keep it. */
export type React = {
  type: "react";
  id: string;
  seat: number;
  reaction: "angry" | "clap" | "cry" | "hurry" | "laugh" | "luck" | "smile" | "thanks" | "think" | "wow";
};

/** Choose whether the server asks for the seat's rents. At a sharp table it never does. */
export type AlwaysAsk = {
  type: "always-ask";
  id: string;
  seat: number;
  on: boolean;
};

/** Choose another token before the start. */
export type TakePiece = {
  type: "take-piece";
  id: string;
  seat: number;
  piece: "boat" | "chair" | "cone" | "crab" | "gull" | "lighthouse" | "parasol" | "tram";
};

/** Send the hash of a nonce before the start. The last one counts. */
export type Commit = {
  type: "commit";
  id: string;
  seat: number;
  commitment: string;
};

/** Reveal the nonce while the table is `starting`. */
export type Reveal = {
  type: "reveal";
  id: string;
  seat: number;
  nonce: string;
};

/** Let a bot play the seat. */
export type HandOver = {
  type: "hand-over";
  id: string;
  seat: number;
  bot?: string;
};

/** Take the seat back from a bot. */
export type TakeBack = {
  type: "take-back";
  id: string;
  seat: number;
};

/** Leave the seat before the start. */
export type Leave = {
  type: "leave";
  id: string;
  seat: number;
};

/** Create a new table with the same settings and the same people, whose secrets also open their seats there. */
export type Rematch = {
  type: "rematch";
  id: string;
  seat: number;
};

/** Start the game; for the host. Every seat must be taken. */
export type Start = {
  type: "start";
  id: string;
};

/** Pause the game; for the host. */
export type Pause = {
  type: "pause";
  id: string;
};

/** Resume the game; for the host. */
export type Resume = {
  type: "resume";
  id: string;
};

/** Give a seat more time; for the host. */
export type AddTime = {
  type: "add-time";
  id: string;
  seat: number;
  seconds: number;
};

/** Set how many seconds a bot waits, or have the bots hurry until a person decides; for the host. */
export type SetPace = {
  type: "set-pace";
  id: string;
  pace?: number | null;
  hurry?: boolean;
};

/**
 * Let a bot play for somebody who is gone, or seat one at a free seat before the start; for the host. Under the
 * policy `ask` every player may do so once the game has waited too long for somebody. Then the table's settings
 * choose the bot.
 */
export type Replace = {
  type: "replace";
  id: string;
  seat: number;
  bot?: string;
};

/** Free a seat before the start; for the host. */
export type Remove = {
  type: "remove";
  id: string;
  seat: number;
};

/** Mute or unmute a seat in the chat; for the host. */
export type Mute = {
  type: "mute";
  id: string;
  seat: number;
  on?: boolean;
};

/** Check the connection and ask for the server's time. */
export type Ping = {
  type: "ping";
  id: string;
};

/** The answer to hello: the client's seats, the table, the view, and every entry after the last one seen. */
export type Welcome = {
  type: "welcome";
  protocol: number;
  version: string;
  table: Table;
  mine: number[];
  host: boolean;
  entries: (
    | PlyEntry
    | SeatedEntry
    | CommittedEntry
    | PieceEntry
    | LeftEntry
    | StartingEntry
    | RevealedEntry
    | BeganEntry
    | HandedEntry
    | PausedEntry
    | ResumedEntry
    | TimeAddedEntry
    | PacedEntry
    | TurnedDownEntry
    | ChatEntry
    | MutedEntry
    | SettingEntry
    | WokeEntry
    | UndoneEntry
    | CarriedEntry
    | EndedEntry
    | RematchEntry
  )[];
  view: View | null;
  hands: Hand[];
  clocks: Clocks;
};

/** The public data of a table. */
export type Table = {
  id: string;
  title: string;
  edition: "1935" | "anniversary" | "classic" | "modern" | "official";
  variant: "" | "short" | "timed";
  options: { [name: string]: boolean | number | string | null };
  manner: "attentive" | "sharp";
  seats: Seat[];
  status: "closed" | "lobby" | "over" | "paused" | "playing" | "starting";
  open: boolean;
  spectators: boolean;
  clock: Clock;
  absence: Absence;
  pace: number;
  grace: number;
  created: number;
  began: number | null;
  seq: number;
  ply: number;
  fairness: Fairness;
  outcome: Outcome | null;
  rematch: string | null;
  version: string;
  rules: number;
  code: string;
  chances: "everybody" | "nobody" | "watchers";
  coach: boolean;
  nature: "auto" | "manual";
};

/** A seat of a table. */
export type Seat = {
  seat: number;
  name: string;
  kind: "bot" | "open" | "person";
  piece: "boat" | "chair" | "cone" | "crab" | "gull" | "lighthouse" | "parasol" | "tram" | null;
  bot: string;
  away: boolean;
  online: boolean;
  muted: boolean;
  host: boolean;
  always_ask: boolean;
  commitment: string;
  nonce: string;
};

/** The time limits of people; 0 for none. */
export type Clock = {
  bank?: number;
  increment?: number;
  auction?: number;
  hour?: number;
};

/**
 * What happens if the game waits for a player whose time is up, or who is gone for `after` seconds (0: never).
 * Under `ask` nothing happens automatically. Once somebody is gone for `after` seconds (0: two minutes), every
 * player may let a bot play for them. Under `wait` only the host may.
 */
export type Absence = {
  policy?: "ask" | "bot" | "forfeit" | "wait";
  after?: number;
  bot?: string;
};

/**
 * The dice: the hash of the seed from the beginning, the seed after the end. See `docs/dice.md`. Both are empty
 * where people throw real dice.
 */
export type Fairness = {
  commitment: string;
  nonces: string[];
  seed: string | null;
};

/** How a game ended. */
export type Outcome = {
  winners: number[];
  how: "bankruptcies" | "cap" | "hour" | "last" | "rounds";
  standings: Standing[];
};

/** Where a player stood at the end. */
export type Standing = {
  place: number;
  seat: number;
  name: string;
  worth: number;
  cash: number;
  retired: boolean;
};

/** An action of anybody, and its events, without those that the reader may not see. */
export type PlyEntry = {
  type: "ply";
  seq: number;
  at: number;
  ply: number;
  actor: number | "clock" | "nature";
  cause: string;
  action: Action;
  text: string;
  events: Event[];
  digest: string;
  command: string;
};

/** Somebody took a seat. */
export type SeatedEntry = {
  type: "seated";
  seq: number;
  at: number;
  seat: number;
  name: string;
  kind: "bot" | "person";
  piece: "boat" | "chair" | "cone" | "crab" | "gull" | "lighthouse" | "parasol" | "tram" | null;
  bot: string;
  commitment: string;
};

/** A player drew a nonce and sent its hash. */
export type CommittedEntry = {
  type: "committed";
  seq: number;
  at: number;
  seat: number;
  commitment: string;
};

/** A player took another token before the start. */
export type PieceEntry = {
  type: "piece";
  seq: number;
  at: number;
  seat: number;
  piece: "boat" | "chair" | "cone" | "crab" | "gull" | "lighthouse" | "parasol" | "tram";
};

/** A seat became free before the start. */
export type LeftEntry = {
  type: "left";
  seq: number;
  at: number;
  seat: number;
  why: "left" | "removed";
};

/** The host started the game. The server waits for the nonces of these seats. */
export type StartingEntry = {
  type: "starting";
  seq: number;
  at: number;
  seats: number[];
};

/** The server has a player's nonce. It publishes the nonces when the game begins. */
export type RevealedEntry = {
  type: "revealed";
  seq: number;
  at: number;
  seat: number;
};

/** The game began. The seed and these nonces, in the order of the seats, determine its dice. */
export type BeganEntry = {
  type: "began";
  seq: number;
  at: number;
  commitment: string;
  nonces: string[];
  left_out: number[];
};

/** A bot (its name) plays a seat from now on, or its player again (empty). */
export type HandedEntry = {
  type: "handed";
  seq: number;
  at: number;
  seat: number;
  bot: string;
  why: "absent" | "back" | "host" | "time" | "wish";
};

/** The host stopped the game. */
export type PausedEntry = {
  type: "paused";
  seq: number;
  at: number;
};

/** The host resumed the game. */
export type ResumedEntry = {
  type: "resumed";
  seq: number;
  at: number;
};

/** The host gave a player time. */
export type TimeAddedEntry = {
  type: "time-added";
  seq: number;
  at: number;
  seat: number;
  seconds: number;
};

/** The host set the speed of the bots, or told them to hurry until a person decides. */
export type PacedEntry = {
  type: "paced";
  seq: number;
  at: number;
  pace: number;
  hurry: boolean;
};

/** Why a bot turned down the offer of this number. */
export type TurnedDownEntry = {
  type: "turned-down";
  seq: number;
  at: number;
  seat: number;
  number: number;
  because: Because;
};

/** A reason as data: the name of a sentence and its fields. The English sentence is sent beside it. */
export type Because = {
  name: string;
  fields: {
    [name: string]:
      | string
      | number
      | boolean
      | (string | number | boolean | null)[]
      | { [name: string]: string | number | boolean | (string | number | boolean | null)[] | null }
      | null;
  };
};

/** A chat message. */
export type ChatEntry = {
  type: "chat";
  seq: number;
  at: number;
  seat: number;
  text: string;
};

/** The host muted or unmuted a seat. */
export type MutedEntry = {
  type: "muted";
  seq: number;
  at: number;
  seat: number;
  muted: boolean;
};

/** A seat changed whether the server asks for its rents. */
export type SettingEntry = {
  type: "setting";
  seq: number;
  at: number;
  seat: number;
  always_ask: boolean;
};

/** A server runs again. The time without one does not count for any clock. */
export type WokeEntry = {
  type: "woke";
  seq: number;
  at: number;
  away: number;
};

/**
 * The last thing that somebody entered at a real board was undone, with all that followed from it. The plies after
 * `ply` do not count any more. The next one has their first number again.
 */
export type UndoneEntry = {
  type: "undone";
  seq: number;
  at: number;
  ply: number;
  seat: number | null;
};

/** The game continues from its last position under a newer version of the rules. */
export type CarriedEntry = {
  type: "carried";
  seq: number;
  at: number;
  rules: number;
  version: string;
};

/** The game is over; the seed is revealed. */
export type EndedEntry = {
  type: "ended";
  seq: number;
  at: number;
  seed: string;
  outcome: Outcome;
};

/** The rematch is at another table. */
export type RematchEntry = {
  type: "rematch";
  seq: number;
  at: number;
  table: string;
};

/** The game as everybody sees it. Private data of a seat are in its `Hand`. */
export type View = {
  ply: number;
  turn: number;
  turn_number: number;
  rounds: number;
  doubles: number;
  dice: [number, number] | null;
  over: boolean;
  winners: number[];
  houses_left: number | null;
  hotels_left: number | null;
  pot: number;
  seats: ViewPlayer[];
  deeds: ViewDeed[];
  decks: ViewDeck[];
  offers: ViewOffer[];
  debts: ViewDebt[];
  call: ViewCall | null;
  estate: ViewEstate | null;
  awaiting: Awaiting;
  drawable: Action[];
};

/**
 * What a seat may do now, likeliest first, and the rents it may see. `seat` null: a spectator's. Offers, counters
 * and other bids may be lawful too.
 */
export type Hand = {
  seat: number | null;
  legal: Choice[];
  claims: ViewClaim[];
};

/** A lawful action, with its notation and the fields of its menu sentence. */
export type Choice = {
  action: Action;
  text: string;
  fields: {
    [name: string]:
      | string
      | number
      | boolean
      | (string | number | boolean | null)[]
      | { [name: string]: string | number | boolean | (string | number | boolean | null)[] | null }
      | null;
  };
};

/** All clocks at one moment of the server's time. */
export type Clocks = {
  now: number;
  timers: Timer[];
  hammer: number | null;
  hour: number | null;
};

/** The clock of a player. */
export type Timer = {
  seat: number;
  left: number;
  running: boolean;
};

/** New entries and the whole view, for event streams. Entries have no gaps. */
export type Events = {
  type: "events";
  entries: (
    | PlyEntry
    | SeatedEntry
    | CommittedEntry
    | PieceEntry
    | LeftEntry
    | StartingEntry
    | RevealedEntry
    | BeganEntry
    | HandedEntry
    | PausedEntry
    | ResumedEntry
    | TimeAddedEntry
    | PacedEntry
    | TurnedDownEntry
    | ChatEntry
    | MutedEntry
    | SettingEntry
    | WokeEntry
    | UndoneEntry
    | CarriedEntry
    | EndedEntry
    | RematchEntry
  )[];
  view: View | null;
  hands: Hand[];
  clocks: Clocks;
  table: Table | null;
};

/** New entries and the changes of the view and the hands, for sockets. */
export type Changes = {
  type: "changes";
  base: number;
  entries: (
    | PlyEntry
    | SeatedEntry
    | CommittedEntry
    | PieceEntry
    | LeftEntry
    | StartingEntry
    | RevealedEntry
    | BeganEntry
    | HandedEntry
    | PausedEntry
    | ResumedEntry
    | TimeAddedEntry
    | PacedEntry
    | TurnedDownEntry
    | ChatEntry
    | MutedEntry
    | SettingEntry
    | WokeEntry
    | UndoneEntry
    | CarriedEntry
    | EndedEntry
    | RematchEntry
  )[];
  changes: Change[];
  clocks: Clocks;
  table: Table | null;
};

/**
 * One difference between the client's view and the server's, as a list. `[path, value]` puts the value at the
 * path. `[path, items, start, drop]` puts the items into the list at the path, in place of `drop` items from
 * `start` on.
 */
export type Change = [(string | number)[], unknown, (number | null)?, number?];

/** A command was carried out and stored: its entries are `first` to `last` (0: it made none). */
export type Done = {
  type: "done";
  id: string;
  first: number;
  last: number;
  table: string | null;
};

/** A command was refused, and nothing changed. */
export type Refused = {
  type: "refused";
  id: string;
  code: Code;
  why: string;
  because: Because[];
  ply: number;
  clause: string;
  rule: string;
  allowed: Choice[];
  missed: (
    | PlyEntry
    | SeatedEntry
    | CommittedEntry
    | PieceEntry
    | LeftEntry
    | StartingEntry
    | RevealedEntry
    | BeganEntry
    | HandedEntry
    | PausedEntry
    | ResumedEntry
    | TimeAddedEntry
    | PacedEntry
    | TurnedDownEntry
    | ChatEntry
    | MutedEntry
    | SettingEntry
    | WokeEntry
    | UndoneEntry
    | CarriedEntry
    | EndedEntry
    | RematchEntry
  )[];
};

/** Why a request was refused. Codes are stable; the words beside them are for people. */
export type Code =
  | "already-started"
  | "away"
  | "bad-origin"
  | "bad-table"
  | "bad-token"
  | "busy"
  | "closing"
  | "empty-seats"
  | "illegal"
  | "internal"
  | "malformed"
  | "muted"
  | "no-ply"
  | "no-route"
  | "no-seat"
  | "no-table"
  | "not-allowed"
  | "not-over"
  | "not-started"
  | "over"
  | "paused"
  | "protocol"
  | "slow"
  | "stale"
  | "taken"
  | "too-fast"
  | "too-large"
  | "too-many";

/** What the actions would change in this order. `order` has their indices in the list that was sent. */
export type Previewed = {
  type: "previewed";
  id: string;
  ply: number;
  preview: PreviewJson;
  order: number[];
};

/** What actions would change, up to the next dice or card. */
export type PreviewJson = {
  events: Event[];
  before: Picture;
  after: Picture;
  awaiting: Awaiting;
  accepted: PreviewJson | null;
};

/** The table before or after an action: values by seat, except `rents` and `times`, which are by deed. */
export type Picture = {
  cash: number[];
  deeds: string[][];
  sets: string[][];
  near: string[][];
  rents: { [name: string]: number };
  times: { [name: string]: number };
  rent_sums: number[];
  most_times: number[];
  interest: number[];
};

/** Why an action is refused; None if it is lawful. */
export type Explained = {
  type: "explained";
  id: string;
  ply: number;
  why_not: Why | null;
};

/** Why an action is refused. */
export type Why = {
  clause: string;
  reason: string;
  because: Because;
  rule: string;
  allowed: Choice[];
};

/** A way to raise a debt, step by step. `enough` is false if the seat cannot raise it. */
export type Planned = {
  type: "planned";
  id: string;
  ply: number;
  steps: Choice[];
  enough: boolean;
  preview: PreviewJson | null;
  raised: number;
};

/** The answer to ping, with the server's time. */
export type Pong = {
  type: "pong";
  id: string;
  now: number;
};

/** Who is connected, and who is not. */
export type Presence = {
  type: "presence";
  online: number[];
  watchers: number;
  absent: Absent[];
  now: number;
};

/** A person who is not connected. */
export type Absent = {
  seat: number;
  since: number;
  replaceable: number | null;
};

/** A reaction of a player. */
export type Reacted = {
  type: "reacted";
  seat: number;
  reaction: "angry" | "clap" | "cry" | "hurry" | "laugh" | "luck" | "smile" | "thanks" | "think" | "wow";
};

/** An error that answers no command: a message that cannot be read, or the end of the connection. */
export type Problem = {
  type: "error";
  code: Code;
  why: string;
  id: string;
  because: Because[];
};

/** The settings of a table to create. */
export type NewTable = {
  seats: NewSeat[];
  edition?: "1935" | "anniversary" | "classic" | "modern" | "official";
  variant?: "" | "short" | "timed";
  options?: { [name: string]: boolean | number | string | null };
  manner?: "attentive" | "sharp";
  title?: string;
  open?: boolean;
  spectators?: boolean;
  clock?: Clock;
  absence?: Absence;
  pace?: number;
  grace?: number;
  chances?: "everybody" | "nobody" | "watchers";
  coach?: boolean;
  nature?: "auto" | "manual";
};

/** A seat of a new table: open for anybody, the creator's, or a bot's. */
export type NewSeat = {
  kind?: "bot" | "mine" | "open";
  name?: string;
  bot?: string;
  piece?: "boat" | "chair" | "cone" | "crab" | "gull" | "lighthouse" | "parasol" | "tram" | null;
  commitment?: string | null;
};

/** Take a seat: this one, or the first free one. */
export type Join = {
  name: string;
  seat?: number | null;
  piece?: "boat" | "chair" | "cone" | "crab" | "gull" | "lighthouse" | "parasol" | "tram" | null;
  commitment?: string | null;
};

/** Create another secret for a seat, for another device or for a bot, with some of the scopes. */
export type NewToken = {
  scopes: ("chat" | "host" | "play" | "watch")[];
};

/** A seat and its secret. The server shows the secret once and keeps only its hash. */
export type Seated = {
  table: string;
  seat: number;
  token: string;
  scopes: ("chat" | "host" | "play" | "watch")[];
};

/** A new table, and the secrets of its creator's seats. The first is the host's. */
export type Made = {
  table: Table;
  seats: Seated[];
};

/** The open tables, newest first; or the requested ones that exist. */
export type Lobby = {
  tables: Brief[];
};

/** A table in the lobby. */
export type Brief = {
  id: string;
  title: string;
  edition: "1935" | "anniversary" | "classic" | "modern" | "official";
  variant: "" | "short" | "timed";
  manner: "attentive" | "sharp";
  house_rules: number;
  seats: string[];
  free: number;
  status: "closed" | "lobby" | "over" | "paused" | "playing" | "starting";
  created: number;
  waits_for: number | null;
};

/** The version of the server. */
export type Version = {
  version: string;
  protocol: number;
  rules: number;
  build: string;
};

/** Whether the server can read and write its store. */
export type Health = {
  ok: boolean;
  store: string;
};

/** A finished game as it stood after a ply. */
export type PlyView = {
  table: string;
  ply: number;
  plies: number;
  entry: PlyEntry | null;
  view: View;
};

/** A table with its whole record. */
export type Record = {
  table: Table;
  entries: (
    | PlyEntry
    | SeatedEntry
    | CommittedEntry
    | PieceEntry
    | LeftEntry
    | StartingEntry
    | RevealedEntry
    | BeganEntry
    | HandedEntry
    | PausedEntry
    | ResumedEntry
    | TimeAddedEntry
    | PacedEntry
    | TurnedDownEntry
    | ChatEntry
    | MutedEntry
    | SettingEntry
    | WokeEntry
    | UndoneEntry
    | CarriedEntry
    | EndedEntry
    | RematchEntry
  )[];
  replay: string;
};

/** A replay file. The server does not store it. */
export type ReplayFile = {
  text: string;
};

/** The game of a replay file as it stood after a ply. */
export type FileView = {
  edition: "1935" | "anniversary" | "classic" | "modern" | "official";
  variant: "" | "short" | "timed";
  options: { [name: string]: boolean | number | string | null };
  names: string[];
  ply: number;
  plies: number;
  actor: number | "clock" | "nature" | null;
  action: Action | null;
  events: Event[];
  view: View;
};

/** The game of a replay file, with the events of each ply. */
export type FileRecord = {
  edition: "1935" | "anniversary" | "classic" | "modern" | "official";
  variant: "" | "short" | "timed";
  options: { [name: string]: boolean | number | string | null };
  names: string[];
  plies: Event[][];
};

/** The progress of a review. `ahead`: how many others are computed first. */
export type Working = {
  type: "working";
  done: number;
  plies: number;
  ahead: number;
};

/** A review that is finished. */
export type Finished = {
  type: "finished";
  review: GameReview;
};

/** A finished game with its chances. If `rollouts` is 0, decisions were not judged. */
export type GameReview = {
  seats: ReviewedSeat[];
  plies: ReviewedPly[];
  luckiest: number | null;
  deal: number | null;
  turn: number | null;
  swings: number[];
  rollouts: number;
  title: string;
};

/** The sums of a player. */
export type ReviewedSeat = {
  seat: number;
  name: string;
  luck: number;
  skill: number;
  accuracy: number;
  decisions: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
};

/** A ply with each seat's chance to win after it. */
export type ReviewedPly = {
  ply: number;
  turn: number;
  actor: number | "clock" | "nature";
  text: string;
  sentences: string;
  chances: number[];
  luck: number[] | null;
  decision: Decided | null;
};

/** How good a decision was. A loss is a part of 1: 0.06 are six points. */
export type Decided = {
  seat: number;
  text: string;
  loss: number;
  error: number;
  mark: "" | "blunder" | "inaccuracy" | "mistake";
  better: string;
  sentence: string;
  reason: string;
};

/** Each seat's chance to win in a running game; null while somebody chooses how to pay the income tax. */
export type ChancesNow = {
  ply: number;
  chances: number[] | null;
};

/** Ask what the coach would do, or with `judge` how good the last move was. */
export type AskCoach = {
  seat: number;
  judge?: boolean;
};

/** What the coach would do, best first. */
export type Advised = {
  type: "advised";
  ply: number;
  candidates: Suggestion[];
};

/** A candidate action of the seat. */
export type Suggestion = {
  action: string;
  plan: string[];
  sentence: string;
  reason: string;
  chance: number;
  error: number;
  behind: number;
  behind_error: number;
  chances: number[];
  method: string;
  rollouts: number;
  partner: number | null;
  limit: number | null;
};

/** How good the last move was; null if it was no decision, or is not finished. `ply` is 0 before the first. */
export type Judged = {
  type: "judged";
  ply: number;
  decision: Decided | null;
};

export type ClientMessage =
  | Hello
  | Act
  | Enter
  | Undo
  | Preview
  | WhyNot
  | Plan
  | Chat
  | React
  | AlwaysAsk
  | TakePiece
  | Commit
  | Reveal
  | HandOver
  | TakeBack
  | Leave
  | Rematch
  | Start
  | Pause
  | Resume
  | AddTime
  | SetPace
  | Replace
  | Remove
  | Mute
  | Ping;

export type ServerMessage =
  Welcome | Events | Changes | Done | Refused | Previewed | Explained | Planned | Pong | Presence | Reacted | Problem;

export type AnyEntry =
  | PlyEntry
  | SeatedEntry
  | CommittedEntry
  | PieceEntry
  | LeftEntry
  | StartingEntry
  | RevealedEntry
  | BeganEntry
  | HandedEntry
  | PausedEntry
  | ResumedEntry
  | TimeAddedEntry
  | PacedEntry
  | TurnedDownEntry
  | ChatEntry
  | MutedEntry
  | SettingEntry
  | WokeEntry
  | UndoneEntry
  | CarriedEntry
  | EndedEntry
  | RematchEntry;

export type AnyCommand =
  | Act
  | Enter
  | Undo
  | Preview
  | WhyNot
  | Plan
  | Chat
  | React
  | AlwaysAsk
  | TakePiece
  | Commit
  | Reveal
  | HandOver
  | TakeBack
  | Leave
  | Rematch
  | Start
  | Pause
  | Resume
  | AddTime
  | SetPace
  | Replace
  | Remove
  | Mute
  | Ping;

export type Answer = Done | Refused | Previewed | Explained | Planned | Pong;

export type ReviewMessage = Working | Finished | Problem;

export type CoachAnswer = Advised | Judged | Problem;

/**
 * A player. `sets` are the groups held whole, `near` the deeds of which each would make another group whole.
 * `jail_turn` is 0 for one who is free.
 */
export type ViewPlayer = {
  seat: number;
  cash: number;
  space: Space;
  name?: string;
  jail_turn?: number;
  jail_cards?: ("chance" | "chest")[];
  deeds?: Deed[];
  sets?: Group[];
  near?: Deed[];
  retired?: boolean;
};

/** A deed: `rent` is what stopping there costs now; a utility's is `times` a throw instead. 5 houses: a hotel. */
export type ViewDeed = {
  deed: Deed;
  group: Group;
  price: number;
  owner?: number;
  houses?: number;
  mortgaged?: boolean;
  rent?: number;
  times?: number;
};

/** A deck: the number of cards unseen since the shuffle, and the seen ones in the order in which they will come. */
export type ViewDeck = {
  deck: "chance" | "chest";
  unseen: number;
  seen?: number[];
  holder?: number;
};

/** An offer that stands. */
export type ViewOffer = {
  number: number;
  proposer: number;
  recipient: number;
  give: Terms;
  get: Terms;
};

/** A sum that waits to be paid. */
export type ViewDebt = {
  debtor: number;
  creditor: Party;
  amount: number;
  cause: "rent" | "tax" | "fine" | "card" | "interest";
};

/** A rent that may still be asked for. Amount 0: `factor` times a throw. */
export type ViewClaim = {
  owner: number;
  payer: number;
  deed: Deed;
  amount?: number;
  factor?: number;
};

/** A building call: who asked for one, who has said how many, and by seat how many each still wants. */
export type ViewCall = {
  building: "house" | "hotel";
  opener: number;
  answered?: number[];
  wants?: number[];
};

/** The estate of a bankrupt: what is still to be auctioned, besides what is on the block now. */
export type ViewEstate = {
  seat: number;
  deeds?: Deed[];
  jail_cards?: ("chance" | "chest")[];
};

/** The game is over. */
export type AwaitingNothing = {
  kind: "nothing";
};

/** Nature deals a deed to a seat. */
export type AwaitingDeal = {
  kind: "deal";
  seat: number;
};

/** Nature throws the dice for a seat; for a rent, on which deed. */
export type AwaitingDice = {
  kind: "dice";
  seat: number;
  purpose: "opening" | "move" | "rent";
  deed?: Deed;
};

/** Nature draws a card for a seat. */
export type AwaitingCard = {
  kind: "card";
  seat: number;
  deck: "chance" | "chest";
};

/** A seat buys the deed at its price or not. `otherwise`: then it is auctioned, or stays with the Bank. */
export type AwaitingBuy = {
  kind: "buy";
  seat: number;
  deed: Deed;
  price: number;
  otherwise: "bank" | "auction";
};

/** A seat bids or passes. `silent`: bidders who have yet to answer the standing bid; `unable`: too poor to bid. */
export type AwaitingBid = {
  kind: "bid";
  seat: number;
  item: Item;
  bid: number;
  least: number;
  passed: number[];
  bidders: number[];
  silent: number[];
  unable: number[];
  bidder?: number;
};

/** A seat pays the flat amount or a percentage. */
export type AwaitingTax = {
  kind: "tax";
  seat: number;
  amount: number;
  percent: number;
};

/** A seat pays the amount or draws another card. */
export type AwaitingChoice = {
  kind: "choice";
  seat: number;
  amount: number;
  deck: "chance" | "chest";
};

/** In a building call a seat says how many it wants, `most` at most. */
export type AwaitingWant = {
  kind: "want";
  seat: number;
  building: "house" | "hotel";
  most: number;
};

/** In a building call a seat places the buildings it got, `most` at most. */
export type AwaitingPlace = {
  kind: "place";
  seat: number;
  building: "house" | "hotel";
  most: number;
};

/** A seat keeps or lifts mortgaged deeds just received. */
export type AwaitingReceive = {
  kind: "receive";
  seat: number;
  deeds: Deed[];
};

/**
 * A seat throws; in Jail it may pay or use a card first. `doubles_jail`: doubles would lead to Jail. `cannot_buy`:
 * not before the first lap. `rent_at_once`: rent is paid without being asked for.
 */
export type AwaitingThrow = {
  kind: "throw";
  seat: number;
  purpose: "opening" | "move" | "rent";
  doubles_jail?: boolean;
  cannot_buy?: boolean;
  rent_at_once?: boolean;
};

/** A seat raises a sum of which `missing` is still missing. */
export type AwaitingDebt = {
  kind: "debt";
  seat: number;
  amount: number;
  missing: number;
  creditor: Party;
  cause: "rent" | "tax" | "fine" | "card" | "interest";
};

/** A seat has played its turn and ends it. */
export type AwaitingEnd = {
  kind: "end";
  seat: number;
};

/** After the hour, a seat asks for a last rent or lets it go. At a sharp table it does not see any. */
export type AwaitingLastRent = {
  kind: "last-rent";
  seat: number;
  deed?: Deed;
  amount?: number;
  payer?: number;
};

export type Awaiting =
  | AwaitingNothing
  | AwaitingDeal
  | AwaitingDice
  | AwaitingCard
  | AwaitingBuy
  | AwaitingBid
  | AwaitingTax
  | AwaitingChoice
  | AwaitingWant
  | AwaitingPlace
  | AwaitingReceive
  | AwaitingThrow
  | AwaitingDebt
  | AwaitingEnd
  | AwaitingLastRent;

export type Space =
  | "go"
  | "mediterranean"
  | "chest-1"
  | "baltic"
  | "income-tax"
  | "reading"
  | "oriental"
  | "chance-1"
  | "vermont"
  | "connecticut"
  | "jail"
  | "st-charles"
  | "electric"
  | "states"
  | "virginia"
  | "pennsylvania-rr"
  | "st-james"
  | "chest-2"
  | "tennessee"
  | "new-york"
  | "free-parking"
  | "kentucky"
  | "chance-2"
  | "indiana"
  | "illinois"
  | "b-and-o"
  | "atlantic"
  | "ventnor"
  | "water-works"
  | "marvin-gardens"
  | "go-to-jail"
  | "pacific"
  | "north-carolina"
  | "chest-3"
  | "pennsylvania"
  | "short-line"
  | "chance-3"
  | "park-place"
  | "luxury-tax"
  | "boardwalk";

export type Deed =
  | "mediterranean"
  | "baltic"
  | "reading"
  | "oriental"
  | "vermont"
  | "connecticut"
  | "st-charles"
  | "electric"
  | "states"
  | "virginia"
  | "pennsylvania-rr"
  | "st-james"
  | "tennessee"
  | "new-york"
  | "kentucky"
  | "indiana"
  | "illinois"
  | "b-and-o"
  | "atlantic"
  | "ventnor"
  | "water-works"
  | "marvin-gardens"
  | "pacific"
  | "north-carolina"
  | "pennsylvania"
  | "short-line"
  | "park-place"
  | "boardwalk";

export type Group =
  "purple" | "light-blue" | "pink" | "orange" | "red" | "yellow" | "green" | "dark-blue" | "railroads" | "utilities";

export type Clause =
  | ""
  | "act.when"
  | "start.throw"
  | "start.left"
  | "move.total"
  | "move.doubles"
  | "move.three-doubles"
  | "go.salary"
  | "buy.option"
  | "buy.decline"
  | "auction.bidders"
  | "auction.opening"
  | "auction.settle"
  | "auction.course"
  | "rent.due"
  | "rent.ask"
  | "rent.utilities"
  | "cards.draw"
  | "cards.jail-free"
  | "cards.decks"
  | "cards.pay-or-chance"
  | "tax.income"
  | "tax.luxury"
  | "tax.to-bank"
  | "jail.sent"
  | "jail.doubles"
  | "jail.fine"
  | "jail.card"
  | "jail.third"
  | "houses.group"
  | "houses.any-time"
  | "houses.even"
  | "houses.mortgaged"
  | "hotels.exchange"
  | "shortage.wait"
  | "shortage.auction"
  | "sell.buildings"
  | "sell.even"
  | "sell.hotels"
  | "trade.property"
  | "trade.buildings-first"
  | "trade.no-loans"
  | "trade.shape"
  | "trade.offers"
  | "mortgage.take"
  | "mortgage.buildings-first"
  | "mortgage.lift"
  | "mortgage.transfer"
  | "debt.raise"
  | "debt.in-kind"
  | "debt.order"
  | "bankrupt.to-player"
  | "bankrupt.interest"
  | "bankrupt.to-bank"
  | "bankrupt.each-player"
  | "bankrupt.turn"
  | "bankrupt.resign"
  | "win.last"
  | "short1935.deal"
  | "short1935.hour"
  | "short1935.worth"
  | "short.second-bankruptcy"
  | "house-rules.optional"
  | "trade.any-time"
  | "capacity"
  | "jail.turn-ends"
  | "setup.equipment"
  | "short.deal"
  | "timed.hour"
  | "short.worth"
  | "jail.doubles-no-second"
  | "short.three-houses"
  | "rent.mortgaged"
  | "rent.nearest";

export type Party = number | "bank" | "pot" | "each";

export type Item =
  | "mediterranean"
  | "baltic"
  | "reading"
  | "oriental"
  | "vermont"
  | "connecticut"
  | "st-charles"
  | "electric"
  | "states"
  | "virginia"
  | "pennsylvania-rr"
  | "st-james"
  | "tennessee"
  | "new-york"
  | "kentucky"
  | "indiana"
  | "illinois"
  | "b-and-o"
  | "atlantic"
  | "ventnor"
  | "water-works"
  | "marvin-gardens"
  | "pacific"
  | "north-carolina"
  | "pennsylvania"
  | "short-line"
  | "park-place"
  | "boardwalk"
  | "house"
  | "hotel"
  | "chance-card"
  | "chest-card";

/**
 * One side of a deal: what changes hands, and how much of a debt is settled. A debtor gets the debt settled; a
 * creditor who proposes it gives it.
 */
export type Terms = {
  deeds?: Deed[];
  cash?: number;
  jail_cards?: ("chance" | "chest")[];
  debt?: number;
};

/** Throw the dice. */
export type ActionRoll = {
  do: "roll";
};

/** Buy the offered deed at its printed price. */
export type ActionBuy = {
  do: "buy";
};

/** Do not buy the offered deed. */
export type ActionDecline = {
  do: "decline";
};

/** Choose how to pay Income Tax, before adding up. */
export type ActionTax = {
  do: "tax";
  choice: "flat" | "percent";
};

/** Pay the $10 of the card that gives the choice. */
export type ActionPayTen = {
  do: "pay-ten";
};

/** Take a Chance card instead of paying $10. */
export type ActionTakeChance = {
  do: "take-chance";
};

/** End the turn. */
export type ActionEndTurn = {
  do: "end-turn";
};

/** Do nothing more for now. */
export type ActionDone = {
  do: "done";
};

/** Pay the fine and leave Jail before throwing. */
export type ActionPayFine = {
  do: "pay-fine";
};

/** Use a jail card and leave Jail before throwing. */
export type ActionUseCard = {
  do: "use-card";
  deck: "chance" | "chest";
};

/** Bid a sum in the auction. */
export type ActionBid = {
  do: "bid";
  amount: number;
};

/** Pass on the highest bid. */
export type ActionPass = {
  do: "pass";
};

/** Say in a building call how many buildings are wanted; 0 for none. */
export type ActionWant = {
  do: "want";
  count: number;
};

/** Buy the next building of a lot: a house, or the hotel. */
export type ActionBuild = {
  do: "build";
  deed: Deed;
};

/** Sell a building of a lot to the Bank. */
export type ActionSell = {
  do: "sell";
  deed: Deed;
};

/** Sell all hotels of a group to the Bank at once, down to so many houses on the group. */
export type ActionSellGroup = {
  do: "sell-group";
  group: Group;
  houses?: number;
};

/** Mortgage a property to the Bank. */
export type ActionMortgage = {
  do: "mortgage";
  deed: Deed;
};

/** Lift the mortgage of a property. */
export type ActionLift = {
  do: "lift";
  deed: Deed;
};

/** Keep a property just received mortgaged, and pay the interest. */
export type ActionKeep = {
  do: "keep";
  deed: Deed;
};

/** Ask a player for the rent that fell due on a property. */
export type ActionAskRent = {
  do: "ask-rent";
  deed: Deed;
  payer: number;
};

/** Pay the current debt. */
export type ActionPay = {
  do: "pay";
};

/** Go bankrupt to the creditor of the current debt. */
export type ActionBankrupt = {
  do: "bankrupt";
};

/** Give up the game. */
export type ActionResign = {
  do: "resign";
};

/** Propose a deal to another player. */
export type ActionOffer = {
  do: "offer";
  to: number;
  give: Terms;
  get: Terms;
};

/** Answer an offer with another one. */
export type ActionCounter = {
  do: "counter";
  number: number;
  give: Terms;
  get: Terms;
};

/** Accept an offer. */
export type ActionAccept = {
  do: "accept";
  number: number;
};

/** Reject an offer. */
export type ActionReject = {
  do: "reject";
  number: number;
};

/** Take back your own offer. */
export type ActionWithdraw = {
  do: "withdraw";
  number: number;
};

/** Nature throws the dice. */
export type ActionThrow = {
  do: "throw";
  die1: number;
  die2: number;
};

/** Nature draws a card. */
export type ActionDraw = {
  do: "draw";
  deck: "chance" | "chest";
  card: number;
};

/** Nature deals a Title Deed before a short game. */
export type ActionDeal = {
  do: "deal";
  seat: number;
  deed: Deed;
};

/** The agreed hour strikes. */
export type ActionHour = {
  do: "hour";
};

/** A player threw the dice. */
export type EventThrew = {
  event: "threw";
  seat: number;
  die1: number;
  die2: number;
  clause?: Clause;
};

/** It was settled who plays first. */
export type EventStarted = {
  event: "started";
  seat: number;
  clause?: Clause;
};

/** A turn began; turns are numbered from the start of the game. */
export type EventTurnBegan = {
  event: "turn-began";
  seat: number;
  turn: number;
  clause?: Clause;
};

/** A turn ended. */
export type EventTurnEnded = {
  event: "turn-ended";
  seat: number;
  clause?: Clause;
};

/** A token moved. */
export type EventMoved = {
  event: "moved";
  seat: number;
  origin: Space;
  space: Space;
  backward?: boolean;
  clause?: Clause;
};

/** The Bank paid a salary. */
export type EventSalaryPaid = {
  event: "salary-paid";
  seat: number;
  amount: number;
  clause?: Clause;
};

/** A player took the money that lay on Free Parking. */
export type EventPotCollected = {
  event: "pot-collected";
  seat: number;
  amount: number;
  clause?: Clause;
};

/** A player bought a deed from the Bank at its printed price. */
export type EventBought = {
  event: "bought";
  seat: number;
  deed: Deed;
  amount: number;
  clause?: Clause;
};

/** A player declined to buy a deed. */
export type EventDeclined = {
  event: "declined";
  seat: number;
  deed: Deed;
  clause?: Clause;
};

/** An option to buy ended because its player had retired. */
export type EventOptionLapsed = {
  event: "option-lapsed";
  seat: number;
  deed: Deed;
  clause?: Clause;
};

/** An auction opened. */
export type EventAuctionOpened = {
  event: "auction-opened";
  item: Item;
  clause?: Clause;
};

/** A player bid. */
export type EventBid = {
  event: "bid";
  seat: number;
  amount: number;
  clause?: Clause;
};

/** A player passed in an auction. */
export type EventPassed = {
  event: "passed";
  seat: number;
  clause?: Clause;
};

/** The highest bidder paid and got the lot. */
export type EventAuctionWon = {
  event: "auction-won";
  seat: number;
  item: Item;
  amount: number;
  clause?: Clause;
};

/** An auction closed without a bid. */
export type EventAuctionFailed = {
  event: "auction-failed";
  item: Item;
  clause?: Clause;
};

/** A deed was dealt before a short game, and its price paid. */
export type EventDeedDealt = {
  event: "deed-dealt";
  seat: number;
  deed: Deed;
  amount: number;
  clause?: Clause;
};

/** A token stopped on another's property: the rent may now be asked for. Amount 0: `factor` times a throw. */
export type EventRentFellDue = {
  event: "rent-fell-due";
  owner: number;
  payer: number;
  deed: Deed;
  amount: number;
  factor?: number;
  clause?: Clause;
};

/** An owner asked for a rent. Amount 0: `factor` times a throw. */
export type EventRentAsked = {
  event: "rent-asked";
  owner: number;
  payer: number;
  deed: Deed;
  amount: number;
  factor?: number;
  clause?: Clause;
};

/** A rent can no longer be asked for. */
export type EventRentLapsed = {
  event: "rent-lapsed";
  owner: number;
  payer: number;
  deed: Deed;
  clause?: Clause;
};

/** A rent was paid. */
export type EventRentPaid = {
  event: "rent-paid";
  payer: number;
  owner: number;
  deed: Deed;
  amount: number;
  clause?: Clause;
};

/** A player took the top card of a deck. */
export type EventCardDrawn = {
  event: "card-drawn";
  seat: number;
  deck: "chance" | "chest";
  card: number;
  clause?: Clause;
};

/** A player kept the jail card of a deck. */
export type EventCardKept = {
  event: "card-kept";
  seat: number;
  deck: "chance" | "chest";
  clause?: Clause;
};

/** A jail card went back under its deck. */
export type EventCardReturned = {
  event: "card-returned";
  seat: number;
  deck: "chance" | "chest";
  clause?: Clause;
};

/** A player chose how to pay Income Tax. */
export type EventTaxChosen = {
  event: "tax-chosen";
  seat: number;
  space: Space;
  choice: "flat" | "percent";
  clause?: Clause;
};

/** A player paid something other than rent. */
export type EventPaid = {
  event: "paid";
  seat: number;
  to: Party;
  amount: number;
  cause: "rent" | "tax" | "fine" | "card" | "interest";
  clause?: Clause;
};

/** The Bank paid a player. */
export type EventCollected = {
  event: "collected";
  seat: number;
  amount: number;
  clause?: Clause;
};

/** A player owes more than the cash held. */
export type EventDebtArose = {
  event: "debt-arose";
  debtor: number;
  creditor: Party;
  amount: number;
  cause: "rent" | "tax" | "fine" | "card" | "interest";
  clause?: Clause;
};

/** A player was sent to Jail. */
export type EventJailed = {
  event: "jailed";
  seat: number;
  how: "space" | "card" | "doubles";
  clause?: Clause;
};

/** A player left Jail. */
export type EventJailLeft = {
  event: "jail-left";
  seat: number;
  how: "card" | "doubles" | "fine";
  clause?: Clause;
};

/** A player threw no doubles and stays in Jail. */
export type EventJailStayed = {
  event: "jail-stayed";
  seat: number;
  turns: number;
  clause?: Clause;
};

/** A house was built. */
export type EventHouseBuilt = {
  event: "house-built";
  seat: number;
  deed: Deed;
  amount: number;
  clause?: Clause;
};

/** A hotel was built. */
export type EventHotelBuilt = {
  event: "hotel-built";
  seat: number;
  deed: Deed;
  amount: number;
  clause?: Clause;
};

/** A house was sold to the Bank. */
export type EventHouseSold = {
  event: "house-sold";
  seat: number;
  deed: Deed;
  amount: number;
  clause?: Clause;
};

/** A hotel was sold to the Bank; `houses` houses take its place. */
export type EventHotelSold = {
  event: "hotel-sold";
  seat: number;
  deed: Deed;
  amount: number;
  houses: number;
  clause?: Clause;
};

/** All hotels of a group were sold to the Bank at once; so many houses stay on the group. */
export type EventGroupSold = {
  event: "group-sold";
  seat: number;
  group: Group;
  amount: number;
  houses?: number;
  clause?: Clause;
};

/** The buildings of a bankrupt went back to the Bank. */
export type EventBuildingsReturned = {
  event: "buildings-returned";
  seat: number;
  amount: number;
  clause?: Clause;
};

/** A player asked for a scarce building: everyone with room for one is asked. */
export type EventCallOpened = {
  event: "call-opened";
  seat: number;
  building: "house" | "hotel";
  clause?: Clause;
};

/** A player said how many buildings are wanted. */
export type EventWished = {
  event: "wished";
  seat: number;
  count: number;
  clause?: Clause;
};

/** A building call closed. */
export type EventCallClosed = {
  event: "call-closed";
  building: "house" | "hotel";
  clause?: Clause;
};

/** A property was mortgaged. */
export type EventMortgaged = {
  event: "mortgaged";
  seat: number;
  deed: Deed;
  amount: number;
  clause?: Clause;
};

/** A mortgage was lifted. */
export type EventLifted = {
  event: "lifted";
  seat: number;
  deed: Deed;
  amount: number;
  clause?: Clause;
};

/** A received property stays mortgaged; the interest was paid. */
export type EventKept = {
  event: "kept";
  seat: number;
  deed: Deed;
  amount: number;
  clause?: Clause;
};

/** A deal was proposed. The kernel's event has only the number; `Game` adds the terms. */
export type EventOffered = {
  event: "offered";
  number: number;
  proposer: number;
  recipient: number;
  give?: Terms;
  get?: Terms;
  clause?: Clause;
};

/** An offer was answered with another one. The terms are added as for `Offered`. */
export type EventCountered = {
  event: "countered";
  number: number;
  answers: number;
  proposer: number;
  recipient: number;
  give?: Terms;
  get?: Terms;
  clause?: Clause;
};

/** An offer was rejected. */
export type EventRejected = {
  event: "rejected";
  number: number;
  seat: number;
  proposer: number;
  clause?: Clause;
};

/** An offer was taken back. */
export type EventWithdrawn = {
  event: "withdrawn";
  number: number;
  seat: number;
  recipient: number;
  clause?: Clause;
};

/** An offer can no longer be carried out. */
export type EventOfferLapsed = {
  event: "offer-lapsed";
  number: number;
  proposer: number;
  recipient: number;
  clause?: Clause;
};

/** An offer was accepted. */
export type EventDealMade = {
  event: "deal-made";
  number: number;
  proposer: number;
  recipient: number;
  clause?: Clause;
};

/** A deed changed hands. */
export type EventDeedPassed = {
  event: "deed-passed";
  giver: Party;
  receiver: Party;
  deed: Deed;
  clause?: Clause;
};

/** Cash changed hands. */
export type EventCashPassed = {
  event: "cash-passed";
  giver: Party;
  receiver: Party;
  amount: number;
  clause?: Clause;
};

/** A jail card changed hands. */
export type EventJailCardPassed = {
  event: "jail-card-passed";
  giver: Party;
  receiver: Party;
  deck: "chance" | "chest";
  clause?: Clause;
};

/** A deal settled so much of a debt. */
export type EventPaidInKind = {
  event: "paid-in-kind";
  debtor: number;
  creditor: number;
  amount: number;
  clause?: Clause;
};

/** A player retired, bankrupt. */
export type EventWentBankrupt = {
  event: "went-bankrupt";
  seat: number;
  creditor: Party;
  amount: number;
  clause?: Clause;
};

/** A player gave up. */
export type EventResigned = {
  event: "resigned";
  seat: number;
  clause?: Clause;
};

/** The properties of a bankrupt player will be auctioned. */
export type EventEstateOpened = {
  event: "estate-opened";
  seat: number;
  deeds: Deed[];
  clause?: Clause;
};

/** A creditor got a share of a bankrupt player's cash. */
export type EventEstateShared = {
  event: "estate-shared";
  seat: number;
  creditor: number;
  amount: number;
  clause?: Clause;
};

/** The agreed hour struck. */
export type EventHourStruck = {
  event: "hour-struck";
  clause?: Clause;
};

/** A player's property was valued at the end of the game. */
export type EventWorthCounted = {
  event: "worth-counted";
  seat: number;
  amount: number;
  clause?: Clause;
};

/** The game ended. */
export type EventGameEnded = {
  event: "game-ended";
  winners: number[];
  how: "last" | "bankruptcies" | "hour" | "rounds";
  clause?: Clause;
};

export type Action =
  | ActionRoll
  | ActionBuy
  | ActionDecline
  | ActionTax
  | ActionPayTen
  | ActionTakeChance
  | ActionEndTurn
  | ActionDone
  | ActionPayFine
  | ActionUseCard
  | ActionBid
  | ActionPass
  | ActionWant
  | ActionBuild
  | ActionSell
  | ActionSellGroup
  | ActionMortgage
  | ActionLift
  | ActionKeep
  | ActionAskRent
  | ActionPay
  | ActionBankrupt
  | ActionResign
  | ActionOffer
  | ActionCounter
  | ActionAccept
  | ActionReject
  | ActionWithdraw
  | ActionThrow
  | ActionDraw
  | ActionDeal
  | ActionHour;

export type Event =
  | EventThrew
  | EventStarted
  | EventTurnBegan
  | EventTurnEnded
  | EventMoved
  | EventSalaryPaid
  | EventPotCollected
  | EventBought
  | EventDeclined
  | EventOptionLapsed
  | EventAuctionOpened
  | EventBid
  | EventPassed
  | EventAuctionWon
  | EventAuctionFailed
  | EventDeedDealt
  | EventRentFellDue
  | EventRentAsked
  | EventRentLapsed
  | EventRentPaid
  | EventCardDrawn
  | EventCardKept
  | EventCardReturned
  | EventTaxChosen
  | EventPaid
  | EventCollected
  | EventDebtArose
  | EventJailed
  | EventJailLeft
  | EventJailStayed
  | EventHouseBuilt
  | EventHotelBuilt
  | EventHouseSold
  | EventHotelSold
  | EventGroupSold
  | EventBuildingsReturned
  | EventCallOpened
  | EventWished
  | EventCallClosed
  | EventMortgaged
  | EventLifted
  | EventKept
  | EventOffered
  | EventCountered
  | EventRejected
  | EventWithdrawn
  | EventOfferLapsed
  | EventDealMade
  | EventDeedPassed
  | EventCashPassed
  | EventJailCardPassed
  | EventPaidInKind
  | EventWentBankrupt
  | EventResigned
  | EventEstateOpened
  | EventEstateShared
  | EventHourStruck
  | EventWorthCounted
  | EventGameEnded;
