/** The commands that this browser sends: actions, previews, plans and why-not questions. */
import type { Action, Planned, PreviewJson, Previewed, Refused, Why } from "../shared/wire";
import type { Reply, Request } from "./connection";
import { t } from "./strings";
import type { TableState } from "./table.svelte";
import { inWords } from "./why";

export class Commands {
  /** The ply at which the action that is not yet answered was sent; null if there is none. */
  private sent = $state<number | null>(null);
  /** The refusal that the page shows. */
  refusal = $state.raw<Refused | null>(null);
  /** Whether an action is on its way. The view that follows it may come before the answer to it. */
  private acting = $derived.by(() => this.sent !== null && this.sent === this.table.view?.ply);
  /** Whether nothing can be done now: an action is on its way, or the table is halted. */
  busy = $derived.by(() => this.acting || this.table.halted);

  constructor(
    private readonly table: TableState,
    private readonly ask: (request: Request) => Promise<Reply>,
  ) {}

  /** Send an action. Returns whether the server accepted it. */
  async act(action: Action, seat: number | null = this.table.me): Promise<boolean> {
    const { table } = this;
    table.presentation.finish();
    // At a paused table the server says why not.
    if (seat === null || !table.view || this.acting || table.connection === "lost") return false;
    const { bid } = table.drafts;
    const reply = await this.carry(table.view.ply, (ply) => ({ type: "act", seat, ply, action }));
    // By now the next bidder at this device may have typed a bid.
    const bids = action.do === "bid" || action.do === "pass";
    if (reply.type === "done" && bids && table.drafts.bid === bid) table.drafts.bid = null;
    return this.heed(reply);
  }

  /** Enter what was thrown, drawn or dealt at a real board. */
  async enter(action: Action): Promise<boolean> {
    return this.change((ply) => ({ type: "enter", ply, action }));
  }

  /** Undo the last entry at a real board. */
  async undo(): Promise<boolean> {
    return this.change((ply) => ({ type: "undo", ply }));
  }

  /** Send what changes the game as it is shown, one change at a time. */
  private async change(wanted: (ply: number) => Request): Promise<boolean> {
    const { table } = this;
    table.presentation.finish();
    if (!table.view || this.busy) return false;
    return this.heed(await this.carry(table.view.ply, wanted));
  }

  /** Send what changes the game and wait for the answer. */
  private async carry(ply: number, wanted: (ply: number) => Request): Promise<Reply> {
    this.sent = ply;
    this.refusal = null;
    const reply = await this.request(wanted(ply));
    if (this.sent === ply) this.sent = null;
    return reply;
  }

  /** Do several actions in order, until one is refused. */
  async actAll(actions: Action[], seat: number | null = this.table.me): Promise<boolean> {
    for (const action of actions) if (!(await this.act(action, seat))) return false;
    return true;
  }

  /** Send any other command and show its refusal, if it is refused. */
  async send(request: Request): Promise<Reply> {
    const reply = await this.request(request);
    this.heed(reply);
    return reply;
  }

  async preview(actions: Action[], seat = this.table.me): Promise<PreviewJson | Refused | null> {
    const found = await this.previewed(actions, seat, false);
    return found?.type === "previewed" ? found.preview : found;
  }

  /** Return what actions would do, and the order in which they are legal. */
  async previewed(actions: Action[], seat: number | null, any_order = true): Promise<Previewed | Refused | null> {
    if (seat === null) return null;
    const reply = await this.request({ type: "preview", seat, actions, any_order });
    return reply.type === "previewed" || reply.type === "refused" ? reply : null;
  }

  /** Return the rule that forbids an action; null if the server did not answer. */
  async whyNot(action: Action, seat = this.table.me): Promise<Pick<Why, "clause" | "reason"> | null> {
    if (seat === null) return null;
    const reply = await this.request({ type: "why-not", seat, action });
    if (reply.type === "explained") return reply.why_not ?? { clause: "", reason: t("why.may") };
    this.heed(reply);
    return null;
  }

  /** Return a way to pay a debt; null if the server did not answer. */
  async plan(seat = this.table.me): Promise<Planned | null> {
    if (seat === null) return null;
    const reply = await this.request({ type: "plan", seat });
    if (reply.type === "planned") return reply;
    this.heed(reply);
    return null;
  }

  /** Show a refusal or an error. Return whether the command was carried out. */
  heed(reply: Reply): boolean {
    if (reply.type === "refused") this.refusal = reply;
    if (reply.type === "error")
      this.refusal = { ...reply, type: "refused", ply: 0, clause: "", rule: "", allowed: [], missed: [] };
    return reply.type === "done";
  }

  private async request(request: Request): Promise<Reply> {
    return inWords(await this.ask(request), this.table.teller);
  }
}
