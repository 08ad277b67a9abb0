/** Undo at a real board: which entries of a record still count. */
import type { AnyEntry } from "../shared/wire";

/** The entries without the plies that were undone after them. */
export function counting(entries: readonly AnyEntry[]): AnyEntry[] {
  const found: AnyEntry[] = [];
  for (const entry of entries) {
    if (entry.type === "undone") {
      const kept = found.filter((each) => each.type !== "ply" || each.ply <= entry.ply);
      found.splice(0, found.length, ...kept);
    }
    found.push(entry);
  }
  return found;
}
