/** What a game waits for. The server sends one type per kind of wait, with the fields of that kind alone. */
import type { Awaiting } from "../shared/wire";

type AwaitingOf<Kind extends Awaiting["kind"]> = Extract<Awaiting, { kind: Kind }>;

/** The wait, if it is of one of these kinds; else null. */
export function awaitingOf<Kind extends Awaiting["kind"]>(
  awaiting: Awaiting | null,
  ...kinds: Kind[]
): AwaitingOf<Kind> | null {
  return awaiting && kinds.some((kind) => kind === awaiting.kind) ? (awaiting as AwaitingOf<Kind>) : null;
}

/** The seat that decides, or that the dice or cards are for; null when the game is over. */
export function awaitedSeat(awaiting: Awaiting | null): number | null {
  return awaiting && awaiting.kind !== "nothing" ? awaiting.seat : null;
}
