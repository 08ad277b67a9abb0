/** The token of each seat: as the table says, or one for each seat in order. */
import { getContext, setContext } from "svelte";
import type { TakePiece } from "../shared/wire";

export type Piece = TakePiece["piece"];
export const PIECES: readonly Piece[] = ["lighthouse", "gull", "boat", "cone", "chair", "tram", "parasol", "crab"];

type Moved = (seat: number) => Piece | null | undefined;

/** The tokens of the table that the components inside show. */
export function setPieces(moved: Moved): void {
  setContext("pieces", moved);
}

export function getPieces(): (seat: number) => Piece {
  const moved = getContext<Moved | undefined>("pieces");
  return (seat) => moved?.(seat) ?? PIECES[seat % 8]!;
}
