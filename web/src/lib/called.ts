/** Short names of deeds. */
import { gameBoard } from "./board.svelte";
import { shortName, spaceOf } from "./rulebook";
import { has, t } from "./strings";
import { viewport } from "./viewport.svelte";

/** A deed's name without "Avenue"; on a phone abbreviated, as on the board there. */
export function called(slug: string): string {
  const key = `board.short.${slug}`;
  return !viewport.wide && has(key) && !gameBoard.of(slug).name ? t(key) : shortName(spaceOf(slug));
}
