/** Who moves which token: what the table says, or one for each seat in order. */
import { getContext, setContext } from "svelte";
import type { TakePiece } from "../shared/wire";

export type Piece = TakePiece["piece"];
export const PIECES: readonly Piece[] = ["lighthouse", "gull", "boat", "cone", "chair", "tram", "parasol", "crab"];

type Moved = (seat: number) => Piece | null | undefined;

/** The tokens of all that is shown inside, as its table has them. */
export function setPieces(moved: Moved): void {
  setContext("pieces", moved);
}

export function getPieces(): (seat: number) => Piece {
  const moved = getContext<Moved | undefined>("pieces");
  return (seat) => moved?.(seat) ?? PIECES[seat % 8]!;
}
