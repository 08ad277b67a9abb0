/** Apply the server's changes to the view and the hands. */
import type { Change, Hand, View } from "../shared/wire";

/** The view and the hands of this device's seats. */
export interface Shown {
  view: View | null;
  hands: Hand[];
}

/** Return the state after some changes. The old state is not modified. */
export function withChanges(shown: Shown, changes: Change[]): Shown {
  return changes.reduce<unknown>((found, change) => put(found, change[0], change), shown) as Shown;
}

/** Return a copy of a part with the change's value at the path. */
function put(part: unknown, [step, ...rest]: (string | number)[], change: Change): unknown {
  if (step === undefined) {
    const [, value, start, drop] = change;
    if (typeof start !== "number") return value;
    const list = part as unknown[];
    return [...list.slice(0, start), ...(value as unknown[]), ...list.slice(start + (drop ?? 0))];
  }
  const made = (Array.isArray(part) ? part.slice() : { ...(part as object) }) as Record<string | number, unknown>;
  made[step] = put(made[step], rest, change);
  return made;
}
