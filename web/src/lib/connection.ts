/**
 * The WebSocket to the server. It reconnects by itself, tells the server the last entry it has seen, and resends
 * commands that were not answered. Each command has an id, so a resent one happens once.
 */
import {
  PROTOCOL,
  type AnyCommand,
  type Answer,
  type ClientMessage,
  type Problem,
  type ServerMessage,
} from "../shared/wire";
import { inWords } from "./why";

export type ConnectionState = "connecting" | "open" | "lost" | "closed";
type Unnamed<C> = C extends { id: string } ? Omit<C, "id"> : never;
export type Request = Unnamed<AnyCommand>;
export type Reply = Answer | Problem;

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
  private beat = 0;
  private ended = false;

  constructor(
    private readonly table: string,
    private readonly tokens: () => string[],
    private readonly onMessage: (message: ServerMessage) => void,
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

  /** Asks something and waits for the answer, over reconnects too. */
  ask(request: Request): Promise<Reply> {
    const id = `${this.name}-${++this.count}`;
    const message = { ...request, id } as AnyCommand;
    return new Promise((answer) => {
      this.waiting.set(id, { message, answer });
      this.send(message);
    });
  }

  /** Says hello again, with other secrets or after a gap. */
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
    this.onMessage(message);
  }

  private tick(): void {
    if (Date.now() - this.heard > SILENCE) this.renew();
    else void this.ask({ type: "ping" });
  }

  /** The device says that it has no network: the line may live all the same, say to this very machine. */
  private readonly doubt = (): void => {
    const asked = Date.now();
    void this.ask({ type: "ping" });
    window.setTimeout(() => {
      if (!this.ended && this.heard < asked) this.renew();
    }, DOUBT);
  };
  /** It has one again. */
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

/** A request over HTTP. What the server refuses comes back as a problem. */
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
