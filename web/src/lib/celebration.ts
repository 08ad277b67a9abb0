/** The moments that are celebrated: a whole group, a hotel, a bankruptcy, a win. Found in views and events. */
import type { Event, Group, View } from "../shared/wire";

export type Celebration =
  | { kind: "group"; seat: number; group: Group }
  | { kind: "hotel"; seat: number; deed: string }
  | { kind: "fall"; seat: number }
  | { kind: "win"; seat: number };

/** How long a moment lasts at most, in milliseconds. */
export const CELEBRATION = 2_000;

/** The largest moment between two views; null where there is none. */
export function celebrationOf(before: View | null, after: View, events: Event[]): Celebration | null {
  if (!before) return null;
  if (after.over && !before.over) return { kind: "win", seat: after.winners?.[0] ?? 0 };
  const fell = events.find((event) => event.event === "went-bankrupt");
  if (fell) return { kind: "fall", seat: fell.seat };
  for (const { seat, sets = [] } of after.seats) {
    const had = before.seats[seat]?.sets ?? [];
    const group = sets.find((each) => !had.includes(each));
    if (group) return { kind: "group", seat, group };
  }
  const built = events.find((event) => event.event === "hotel-built");
  return built ? { kind: "hotel", seat: built.seat, deed: built.deed } : null;
}
