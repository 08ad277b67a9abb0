import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PROTOCOL, type ClientMessage } from "../shared/wire";
import { Connection, type ConnectionState, type Heard } from "./connection";
import { TableState } from "./table.svelte";

/** A fake socket: it records what is sent, and the test delivers messages through it. */
class Socket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static made: Socket[] = [];
  readyState = Socket.CONNECTING;
  sent: ClientMessage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly url: string) {
    Socket.made.push(this);
  }
  static get last(): Socket {
    return Socket.made.at(-1)!;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }
  open(): void {
    this.readyState = Socket.OPEN;
    this.onopen?.();
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  close(): void {
    this.readyState = Socket.CLOSED;
    this.onclose?.();
  }
  /** The messages sent over it, without pings. */
  get asked(): ClientMessage[] {
    return this.sent.filter((message) => message.type !== "hello" && message.type !== "ping");
  }
}

const WELCOME = {
  type: "welcome",
  table: { seats: [], edition: "official", options: {}, seq: 0 },
  mine: [],
  host: false,
  entries: [],
  view: null,
  hands: [],
  clocks: { now: 0, timers: [] },
};
const said = (seq: number) => ({ seq, at: 0, type: "chat", seat: 0, text: `line ${seq}` });

let listening: Map<string, () => void>;
beforeEach(() => {
  vi.useFakeTimers();
  Socket.made = [];
  listening = new Map();
  const none = { getItem: () => null, setItem: () => undefined };
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("document", {
    baseURI: "http://ventnor.test/under/",
    hidden: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  vi.stubGlobal("localStorage", none);
  vi.stubGlobal("sessionStorage", none);
  vi.stubGlobal("addEventListener", (name: string, work: () => void) => listening.set(name, work));
  vi.stubGlobal("removeEventListener", (name: string) => listening.delete(name));
  vi.stubGlobal("fetch", () => Promise.reject(new Error("there is no server")));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function line(): { line: Connection; states: ConnectionState[]; heard: Heard[] } {
  const states: ConnectionState[] = [];
  const heard: Heard[] = [];
  const made = new Connection(
    "a table",
    () => ["secret"],
    (message) => heard.push(message),
    (state) => states.push(state),
  );
  made.open();
  return { line: made, states, heard };
}

describe("the line to the server", () => {
  it("says who one is and what one has seen, under the address of the page", () => {
    const { line: made, states } = line();
    expect(Socket.last.url).toBe("ws://ventnor.test/under/api/tables/a%20table/socket");
    made.seen = 7;
    Socket.last.open();
    expect(Socket.last.sent).toEqual([{ type: "hello", protocol: PROTOCOL, tokens: ["secret"], seen: 7 }]);
    Socket.last.say(WELCOME);
    expect(states).toEqual(["connecting", "open"]);
  });

  it("comes back by itself, more and more patiently, and at once when it was welcome", () => {
    const { states } = line();
    Socket.last.open();
    Socket.last.say(WELCOME);
    const waits: number[] = [];
    for (let turn = 0; turn < 12; turn++) {
      const [tries, since] = [Socket.made.length, Date.now()];
      Socket.last.close();
      while (Socket.made.length === tries) vi.advanceTimersByTime(10);
      waits.push(Date.now() - since);
    }
    expect(waits[0]).toBe(300);
    expect(waits.every((wait, turn) => wait >= (waits[turn - 1] ?? 0))).toBe(true);
    expect(waits.at(-1)).toBe(5000);
    expect(new Set(states.slice(2))).toEqual(new Set(["lost"]));
    Socket.last.open();
    Socket.last.say(WELCOME);
    expect(states.at(-1)).toBe("open");
    const tries = Socket.made.length;
    Socket.last.close();
    vi.advanceTimersByTime(300);
    expect(Socket.made.length).toBe(tries + 1);
  });

  it("asks again with the same id what was not answered, and nothing that was", async () => {
    const { line: made } = line();
    Socket.last.open();
    Socket.last.say(WELCOME);
    const first = made.ask({ type: "chat", seat: 0, text: "one" });
    const answered = made.ask({ type: "chat", seat: 0, text: "two" });
    const [one, two] = Socket.last.asked as { id: string }[];
    expect(one!.id).not.toBe(two!.id);
    Socket.last.say({ type: "done", id: two!.id });
    expect(await answered).toEqual({ type: "done", id: two!.id });
    Socket.last.close();
    const waiting = made.ask({ type: "chat", seat: 0, text: "three" }); // while there is nobody to hear it
    vi.advanceTimersByTime(300);
    Socket.last.open();
    expect(Socket.last.asked).toEqual([]); // not before one is known
    Socket.last.say(WELCOME);
    expect(Socket.last.asked).toEqual([one, expect.objectContaining({ type: "chat", text: "three" })]);
    for (const { id } of Socket.last.asked as { id: string }[]) Socket.last.say({ type: "done", id });
    await Promise.all([first, waiting]);
    made.renew();
    Socket.last.open();
    Socket.last.say(WELCOME);
    expect(Socket.last.asked).toEqual([]);
  });

  it("does not hear a line that it has left", () => {
    const { line: made, heard } = line();
    const old = Socket.last;
    old.open();
    made.renew();
    expect(Socket.made.length).toBe(2);
    old.say(WELCOME);
    old.onclose?.();
    vi.advanceTimersByTime(10_000);
    expect([heard.length, Socket.made.length]).toEqual([0, 2]);
  });

  it("notices that nobody is there any more, though nothing was hung up", () => {
    line();
    Socket.last.open();
    Socket.last.say(WELCOME);
    vi.advanceTimersByTime(15_000);
    const ping = Socket.last.sent.at(-1) as { type: string; id: string };
    expect(ping.type).toBe("ping");
    Socket.last.say({ type: "pong", id: ping.id });
    vi.advanceTimersByTime(30_000);
    expect(Socket.made.length).toBe(1);
    vi.advanceTimersByTime(15_000);
    expect(Socket.made.length).toBe(2);
  });

  it("doubts a line when the device has no network, and tries at once when it has one again", () => {
    line();
    Socket.last.open();
    Socket.last.say(WELCOME);
    vi.advanceTimersByTime(1);
    listening.get("offline")!();
    Socket.last.say({ type: "pong", id: (Socket.last.sent.at(-1) as { id: string }).id });
    vi.advanceTimersByTime(1500);
    expect(Socket.made.length).toBe(1); // it lives
    listening.get("offline")!();
    vi.advanceTimersByTime(1500);
    expect(Socket.made.length).toBe(2);
    listening.get("online")!();
    expect(Socket.made.length).toBe(3);
  });

  it("is quiet once it is closed", () => {
    const { line: made, states } = line();
    Socket.last.open();
    made.close();
    vi.advanceTimersByTime(60_000);
    expect([Socket.made.length, states.at(-1), listening.size]).toEqual([1, "closed", 0]);
  });
});

describe("a table's entries", () => {
  const changes = (base: number, seqs: number[], what: unknown[] = []) => {
    return { type: "changes", base, entries: seqs.map(said), changes: what, clocks: WELCOME.clocks, table: null };
  };
  const welcome = (...seqs: number[]) => {
    return { ...WELCOME, entries: seqs.map(said), table: { ...WELCOME.table, seq: seqs.at(-1) } };
  };

  it("are asked for again where some are missing, and told once each", () => {
    const table = new TableState("t");
    Socket.last.open();
    Socket.last.say(welcome(1, 2));
    const texts = () => table.presentation.lines.map((each) => each.text);
    const before = texts();
    expect(before.length).toBe(2);
    Socket.last.say(changes(2, [3]));
    expect(texts().length).toBe(3);
    Socket.last.say(changes(4, [5]));
    expect(Socket.made.length).toBe(2);
    expect(texts().length).toBe(3);
    Socket.last.open();
    expect(Socket.last.sent[0]).toMatchObject({ type: "hello", seen: 3 });
    Socket.last.say(welcome(3, 4, 5)); // one of them is known
    expect(texts().length).toBe(5);
    expect(texts().slice(0, 2)).toEqual(before);
    table.close();
  });

  it("bring the view up to date, from the one that came whole", () => {
    const { heard } = line();
    Socket.last.open();
    Socket.last.say({ ...welcome(1), view: { ply: 1, pot: 0 }, hands: [{ seat: 0, legal: ["a", "b"], claims: [] }] });
    Socket.last.say(changes(1, [2], [[["view", "ply"], 2]]));
    Socket.last.say(changes(2, [3], [[["hands", 0, "legal"], ["c"], 0, 1]]));
    expect(heard.map((each) => each.type)).toEqual(["welcome", "events", "events"]);
    expect(heard[2]).toMatchObject({ view: { ply: 2, pot: 0 }, hands: [{ legal: ["c", "b"] }] });
    Socket.last.say(changes(2, [3], [[["view", "ply"], 9]])); // not from the view that is here
    expect([heard.length, Socket.made.length]).toEqual([3, 2]);
  });
});
