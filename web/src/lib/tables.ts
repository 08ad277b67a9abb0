/** What the whole view says about who holds what: counted from the view, nothing of the rules. */
import type { Group, View, ViewDeed } from "../shared/wire";
import { DEEDS_OF, GROUPS } from "./game";

export interface Holding {
  group: Group;
  /** The seat's deeds of the group; null where somebody else, or the Bank, has it. */
  deeds: (ViewDeed | null)[];
  held: number;
  size: number;
  /** How many of the others are still the Bank's, and who has the rest. */
  inBank: number;
  rivals: number[];
}

export function deedsBySlug(view: View): Map<string, ViewDeed> {
  return new Map(view.deeds.map((deed) => [deed.deed as string, deed]));
}

/** What a seat holds, group by group. */
export function holdings(view: View, seat: number): Holding[] {
  const all = deedsBySlug(view);
  return GROUPS.map((group) => {
    const found = (DEEDS_OF[group] ?? []).map((slug) => all.get(slug)!);
    const mine = found.map((deed) => (deed.owner === seat ? deed : null));
    const others = found.filter((deed) => deed.owner !== seat);
    return {
      group,
      deeds: mine,
      held: mine.filter(Boolean).length,
      size: found.length,
      inBank: others.filter((deed) => deed.owner === undefined).length,
      rivals: [...new Set(others.flatMap((deed) => (deed.owner === undefined ? [] : [deed.owner])))],
    };
  });
}

/** Who would complete a group with this deed, and who has some of it. */
export function needs(view: View, deed: string): { seat: number; held: number; size: number; completes: boolean }[] {
  const group = deedsBySlug(view).get(deed)?.group;
  if (!group) return [];
  const slugs = DEEDS_OF[group] ?? [];
  const all = deedsBySlug(view);
  return view.seats
    .filter((seat) => !seat.retired)
    .map((seat) => {
      const held = slugs.filter((slug) => slug !== deed && all.get(slug)?.owner === seat.seat).length;
      return { seat: seat.seat, held, size: slugs.length, completes: held === slugs.length - 1 };
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

/** Who is one deed from a whole group, as the view has it. */
export function near(view: View): Near[] {
  const all = deedsBySlug(view);
  return view.seats
    .filter((seat) => !seat.retired)
    .flatMap((seat) =>
      holdings(view, seat.seat)
        .filter((each) => each.held > 0 && each.held === each.size - 1)
        .map((each) => {
          const missing = (DEEDS_OF[each.group] ?? [])[each.deeds.indexOf(null)]!;
          return { seat: seat.seat, group: each.group, missing, owner: all.get(missing)?.owner };
        }),
    );
}
