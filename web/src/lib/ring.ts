/** The places of the forty spaces: a ring of cells, square in a wide window, tall on a phone. */

interface Cell {
  x: number;
  y: number;
  w: number;
  h: number;
  /** The side of the ring it stands on. */
  side: "bottom" | "left" | "top" | "right";
  corner?: boolean;
}

export interface Ring {
  width: number;
  height: number;
  cells: Cell[];
  /** The middle, where the stage stands. */
  stage: { x: number; y: number; w: number; h: number };
}

const SPACES_AROUND = 40;

/**
 * A ring of forty cells from the bottom right corner, clockwise. `columns` cells lie along the bottom, and so many rows
 * as are left over along the sides. Corners may be wider than the rest.
 */
export function ring(width: number, height: number, columns: number, cornerW: number, cornerH: number): Ring {
  const rows = SPACES_AROUND / 2 + 2 - columns;
  const w = (width - 2 * cornerW) / (columns - 2);
  const h = (height - 2 * cornerH) / (rows - 2);
  const cells: Cell[] = [];
  const right = width - cornerW;
  const bottom = height - cornerH;
  cells.push({ x: right, y: bottom, w: cornerW, h: cornerH, side: "bottom", corner: true });
  for (let i = 0; i < columns - 2; i++)
    cells.push({ x: right - (i + 1) * w, y: bottom, w, h: cornerH, side: "bottom" });
  cells.push({ x: 0, y: bottom, w: cornerW, h: cornerH, side: "left", corner: true });
  for (let i = 0; i < rows - 2; i++) cells.push({ x: 0, y: bottom - (i + 1) * h, w: cornerW, h, side: "left" });
  cells.push({ x: 0, y: 0, w: cornerW, h: cornerH, side: "top", corner: true });
  for (let i = 0; i < columns - 2; i++) cells.push({ x: cornerW + i * w, y: 0, w, h: cornerH, side: "top" });
  cells.push({ x: right, y: 0, w: cornerW, h: cornerH, side: "right", corner: true });
  for (let i = 0; i < rows - 2; i++) cells.push({ x: right, y: cornerH + i * h, w: cornerW, h, side: "right" });
  return { width, height, cells, stage: { x: cornerW, y: cornerH, w: width - 2 * cornerW, h: height - 2 * cornerH } };
}

/** The spaces that a token walks over from one space to another, the last included. */
export function path(from: number, to: number, backward: boolean): number[] {
  const steps: number[] = [];
  for (let at = from; at !== to;) {
    at = (at + (backward ? SPACES_AROUND - 1 : 1)) % SPACES_AROUND;
    steps.push(at);
  }
  return steps;
}

/** The distance of a token's centre from the inner edge of its space, as a share of the token's size. */
const STEP_OUT = 0.36;

/** The same in the top row, where the rent is along that edge. */
const STEP_OUT_TOP = 0.5;

/** How far a token of this size reaches over the stage, which keeps that margin free. */
export function reach(size: number): number {
  return size * (STEP_OUT_TOP + 0.5);
}

/**
 * Return the centre of the n-th of several tokens on a space, in the ring's units. Tokens stand along the space's inner
 * edge, so that names stay readable. On a corner they stand above its name, which takes `foot`; where the name is in
 * the middle (null), they stand in a row from the corner's inner end.
 */
export function spot(
  cell: Cell,
  index: number,
  count: number,
  size: number,
  name: number | null,
): { x: number; y: number } {
  const upright = cell.side === "left" || cell.side === "right";
  const length = upright ? cell.h : cell.w;
  const rows = count * size * 0.86 > length * (cell.corner ? 0.9 : 1.25) ? 2 : 1;
  const inRow = Math.ceil(count / rows);
  const row = Math.floor(index / inRow);
  const here = Math.min(inRow, count - row * inRow);
  const step = Math.min(size * 0.9, length / Math.max(1, here));
  const along = length / 2 + ((index % inRow) - (here - 1) / 2) * step;
  const out = size * ((cell.side === "top" ? STEP_OUT_TOP : STEP_OUT) - row * 0.8);
  if (cell.corner && name === null) {
    const [inward, down] = [cell.x > 0 ? -1 : 1, cell.y > 0 ? -1 : 1];
    const end = { x: cell.x + (inward > 0 ? cell.w : 0), y: cell.y + (down > 0 ? cell.h : 0) };
    return { x: end.x + inward * (size * STEP_OUT + index * size * 0.9), y: end.y + down * size * STEP_OUT };
  }
  // Corners have no inner edge: their tokens stand on the picture.
  if (cell.corner) {
    const wide = cell.w / 2 + ((index % inRow) - (here - 1) / 2) * Math.min(size * 0.9, cell.w / Math.max(1, here));
    const room = cell.h - (name ?? 0);
    return { x: cell.x + wide, y: cell.y + room / 2 + (row - (rows - 1) / 2) * Math.min(size * 0.9, room - size) };
  }
  switch (cell.side) {
    case "bottom":
      return { x: cell.x + along, y: cell.y - out };
    case "top":
      return { x: cell.x + along, y: cell.y + cell.h + out };
    case "left":
      return { x: cell.x + cell.w + out, y: cell.y + along };
    default:
      return { x: cell.x - out, y: cell.y + along };
  }
}
