/** Who holds what, read from the view. It knows no rule. */
import type { Group, View, ViewDeed } from "../shared/wire";
import { DEEDS_OF, GROUPS } from "./rulebook";

interface Holding {
  group: Group;
  /** The seat's deeds of the group; null for a deed of somebody else or of the Bank. */
  deeds: (ViewDeed | null)[];
  held: number;
  size: number;
  /** Whether the group is the seat's, or one deed short of it. */
  whole: boolean;
  short: boolean;
}

export function deedsBySlug(view: View): Map<string, ViewDeed> {
  return new Map(view.deeds.map((deed) => [deed.deed as string, deed]));
}

/** What a seat holds, group by group. */
export function holdings(view: View, seat: number): Holding[] {
  const all = deedsBySlug(view);
  const { sets = [], near = [] } = view.seats[seat] ?? {};
  return GROUPS.map((group) => {
    const found = (DEEDS_OF[group] ?? []).map((slug) => all.get(slug)!);
    const mine = found.map((deed) => (deed.owner === seat ? deed : null));
    return {
      group,
      deeds: mine,
      held: mine.filter(Boolean).length,
      size: found.length,
      whole: sets.includes(group),
      short: found.some((deed) => near.includes(deed.deed)),
    };
  });
}

/** Who would complete a group with this deed, and who has some of it. */
export function needs(view: View, deed: string): { seat: number; held: number; size: number; completes: boolean }[] {
  const group = deedsBySlug(view).get(deed)?.group;
  if (!group) return [];
  return view.seats
    .map(({ seat, near = [] }) => {
      const { deeds, size } = holdings(view, seat).find((each) => each.group === group)!;
      return {
        seat,
        held: deeds.filter((each) => each && each.deed !== deed).length,
        size,
        completes: near.some((each) => each === deed),
      };
    })
    .filter((each) => each.held > 0);
}

/** A group that somebody lacks one deed of, and who has that deed (undefined: the Bank). */
export interface Near {
  seat: number;
  group: Group;
  missing: string;
  owner: number | undefined;
}

/** Who is one deed from a whole group. */
export function near(view: View): Near[] {
  const all = deedsBySlug(view);
  return view.seats.flatMap(({ seat, near = [] }) =>
    near.map((missing) => {
      const { group, owner } = all.get(missing)!;
      return { seat, group, missing, owner };
    }),
  );
}
