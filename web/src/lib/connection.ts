/**
 * The WebSocket to the server. It reconnects by itself, tells the server the last entry it has seen, and resends
 * commands that were not answered. Each command has an id, so a resent one happens once.
 */
import {
  PROTOCOL,
  type AnyCommand,
  type Answer,
  type Changes,
  type ClientMessage,
  type Problem,
  type ServerMessage,
} from "../shared/wire";
import { withChanges, type Shown } from "./changes";
import { inWords } from "./why";

export type ConnectionState = "connecting" | "open" | "lost" | "closed";
type Unnamed<C> = C extends { id: string } ? Omit<C, "id"> : never;
export type Request = Unnamed<AnyCommand>;
export type Reply = Answer | Problem;
/** A message as the page gets it: with the whole view and all hands instead of what has changed in them. */
export type Heard = Exclude<ServerMessage, Changes>;

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5_000;
const PING_EVERY = 15_000;
const SILENCE = 35_000;
const DOUBT = 1_500;

export function address(path: string): string {
  return new URL(path, document.baseURI).href;
}

export class Connection {
  seen = 0;
  private socket: WebSocket | null = null;
  private readonly waiting = new Map<string, { message: AnyCommand; answer: (reply: Reply) => void }>();
  private readonly name = Math.random().toString(36).slice(2, 8);
  private count = 0;
  private wait = FIRST_WAIT;
  private timer = 0;
  private heard = 0;
  /** The view and the hands of the last message, and the number of its last entry. */
  private shown: Shown = { view: null, hands: [] };
  private base = 0;
  private beat = 0;
  private ended = false;

  constructor(
    private readonly table: string,
    private readonly tokens: () => string[],
    private readonly onMessage: (message: Heard) => void,
    private readonly onState: (state: ConnectionState) => void,
  ) {
    addEventListener("offline", this.doubt);
    addEventListener("online", this.hope);
  }

  open(): void {
    if (this.ended) return;
    clearTimeout(this.timer);
    this.onState(this.seen || this.wait > FIRST_WAIT ? "lost" : "connecting");
    const url = address(`api/tables/${encodeURIComponent(this.table)}/socket`).replace(/^http/, "ws");
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onopen = () => {
      this.send({ type: "hello", protocol: PROTOCOL, tokens: this.tokens(), seen: this.seen });
    };
    socket.onmessage = (event) => {
      if (socket === this.socket) this.receive(JSON.parse(String(event.data)) as ServerMessage);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.again();
    };
    this.heard = Date.now();
    clearInterval(this.beat);
    this.beat = window.setInterval(() => this.tick(), PING_EVERY);
  }

  /** Send a command and wait for its answer, also across reconnects. */
  ask(request: Request): Promise<Reply> {
    const id = `${this.name}-${++this.count}`;
    const message = { ...request, id } as AnyCommand;
    return new Promise((answer) => {
      this.waiting.set(id, { message, answer });
      this.send(message);
    });
  }

  /** Send hello again, with other secrets or after a gap. */
  renew(): void {
    this.wait = FIRST_WAIT;
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.open();
  }

  close(): void {
    this.ended = true;
    removeEventListener("offline", this.doubt);
    removeEventListener("online", this.hope);
    clearInterval(this.beat);
    clearTimeout(this.timer);
    this.socket?.close();
    this.onState("closed");
  }

  private receive(message: ServerMessage): void {
    this.heard = Date.now();
    if (message.type === "welcome") {
      this.wait = FIRST_WAIT;
      this.onState("open");
      for (const { message: unanswered } of this.waiting.values()) this.send(unanswered);
    }
    if ("id" in message && message.id) {
      const waiting = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      this.onMessage(message);
      waiting?.answer(message);
      return;
    }
    const complete = this.complete(message);
    if (complete) this.onMessage(complete);
    else this.renew();
  }

  /** Return the message with the whole view, or nothing if its changes start from another view than ours. */
  private complete(message: ServerMessage): Heard | null {
    if (message.type === "changes") {
      const { base, changes, ...rest } = message;
      if (base !== this.base) return null;
      this.base = rest.entries.at(-1)?.seq ?? base;
      this.shown = withChanges(this.shown, changes);
      return { ...rest, type: "events", ...this.shown };
    }
    if (message.type === "welcome") {
      this.base = message.table.seq;
      this.shown = { view: message.view, hands: message.hands };
    }
    return message;
  }

  private tick(): void {
    if (Date.now() - this.heard > SILENCE) this.renew();
    else void this.ask({ type: "ping" });
  }

  /** The device reports that it is offline. The socket may still work, for example to this same machine. */
  private readonly doubt = (): void => {
    const asked = Date.now();
    void this.ask({ type: "ping" });
    window.setTimeout(() => {
      if (!this.ended && this.heard < asked) this.renew();
    }, DOUBT);
  };
  /** The device is online again. */
  private readonly hope = (): void => {
    if (this.socket?.readyState !== WebSocket.OPEN) this.renew();
  };

  private send(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private again(): void {
    clearInterval(this.beat);
    if (this.ended) return;
    this.onState("lost");
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT);
  }
}

/** Send an HTTP request. A refusal is returned as a `Problem`. */
export async function fetchJson<T>(path: string, body?: unknown, token?: string): Promise<T> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers["Authorization"] = `Bearer ${token}`;
  const answer = await fetch(address(path), {
    method: body === undefined ? "GET" : "POST",
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  const found: unknown = await answer.json();
  if (!answer.ok) throw new Refusal(await inWords(found as Problem));
  return found as T;
}

export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.why);
  }
}
