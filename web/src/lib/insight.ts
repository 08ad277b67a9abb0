/** Chances, reviews and the coach, which the server computes. Closing a stream cancels the work. */
import type { GameReview, Problem, ReviewMessage, ReviewedPly } from "../shared/wire";
import { Refusal, address } from "./connection";
import { tokensOf } from "./keep";
import { inWords } from "./why";

export type { GameReview };
export interface Progress {
  done: number;
  plies: number;
  ahead: number;
}
type What = "review" | "chances";

/** The secrets of this device's seats at a table, for tables that do not allow spectators. */
export function secretsOf(table: string): Record<string, string> {
  const tokens = tokensOf(table);
  return tokens.length ? { Authorization: `Bearer ${tokens.join(",")}` } : {};
}

/** Return the review (or the chances alone) of a finished table's game, or of the text of a file. */
export async function reviewOf(
  what: What,
  game: { table: string } | { text: string },
  onprogress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<GameReview> {
  const asked =
    "table" in game
      ? fetch(address(`api/tables/${encodeURIComponent(game.table)}/${what}`), {
          headers: secretsOf(game.table),
          signal,
        })
      : fetch(address(`api/replays/${what}`), {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ text: game.text }),
          signal,
        });
  const answer = await asked;
  if (!answer.ok) throw new Refusal(await inWords((await answer.json()) as Problem));
  for await (const line of linesOf(answer)) {
    const message = JSON.parse(line) as ReviewMessage;
    if (message.type === "working") onprogress(message);
    else if (message.type === "finished") return message.review;
    else throw new Refusal(await inWords(message));
  }
  throw new TypeError("the stream ended early");
}

async function* linesOf(answer: Response): AsyncGenerator<string> {
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = done ? "" : lines.pop()!;
    yield* lines.filter(Boolean);
    if (done) return;
  }
}

/** A chance in whole percent. */
export function percent(chance: number): number {
  return Math.round(100 * chance);
}

/** A part of 1 in points, with its sign. */
export function points(part: number): string {
  const value = Math.round(1000 * part) / 10;
  return `${value > 0 ? "+" : value < 0 ? "−" : "±"}${Math.abs(value).toFixed(1)}`;
}

/** The chances after a ply: those of the last one that the review knows, or equal ones before the first. */
export function chancesAt(review: GameReview, ply: number): readonly number[] {
  const players = review.seats.length;
  return review.plies[Math.min(ply, review.plies.length) - 1]?.chances ?? Array(players).fill(1 / players);
}

/** By how much a ply raised a seat's chance. */
export function gain(review: GameReview, ply: number, seat: number): number {
  return chancesAt(review, ply)[seat]! - chancesAt(review, ply - 1)[seat]!;
}

/** The seat whose chance a ply moved most. */
export function moved(review: GameReview, ply: number): number {
  const changes = review.seats.map(({ seat }) => Math.abs(gain(review, ply, seat)));
  return changes.indexOf(Math.max(...changes));
}

/** The first ply of each turn. */
export function turnsOf(plies: readonly ReviewedPly[]): number[] {
  return plies.filter((each, index) => each.turn !== plies[index - 1]?.turn).map((each) => each.ply);
}
