/** The coach of a table: what it would do, and what the last move cost. The server's workers think about it. */
import type { CoachAnswer, Decided, Suggestion } from "../shared/wire";
import { Refusal, fetchJson } from "./connection";
import { tokenOf } from "./keep";
import { t } from "./strings";
import type { TableState } from "./table.svelte";
import { inWords } from "./why";

export class Coach {
  /** What it would do, best first; null until it has answered. */
  suggestions = $state.raw<readonly Suggestion[] | null>(null);
  problem = $state("");
  /** What the last move cost, until the player closes the note. */
  verdict = $state.raw<Decided | null>(null);
  private judged = 0;

  constructor(private readonly table: TableState) {}

  /** Ask what the coach would do now. */
  async ask(): Promise<void> {
    this.suggestions = null;
    this.problem = "";
    const found = await this.send(false);
    if (found?.type === "advised") this.suggestions = found.candidates;
  }

  /** Ask how good the last move was. The note appears only if the move lost something. */
  async judge(): Promise<void> {
    const found = await this.send(true);
    if (found?.type !== "judged" || found.ply === this.judged) return;
    this.judged = found.ply;
    this.verdict = found.decision?.mark ? found.decision : null;
  }

  private async send(judge: boolean): Promise<CoachAnswer | null> {
    const { table } = this;
    if (table.me === null) return null;
    try {
      const path = `api/tables/${encodeURIComponent(table.id)}/coach`;
      const answer = await fetchJson<CoachAnswer>(path, { seat: table.me, judge }, tokenOf(table.id, table.me));
      if (answer.type !== "error") return answer;
      this.problem = (await inWords(answer, table.teller)).why;
    } catch (error) {
      this.problem = error instanceof Refusal ? error.message : t("home.unreachable");
    }
    return null;
  }
}
