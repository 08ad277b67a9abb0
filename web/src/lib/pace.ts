/** How many seconds a bot waits before it acts, by the name of the speed. */
export const PACES = { slow: 2, usual: 0.7, quick: 0.15 } as const;
export type Pace = keyof typeof PACES;

/** The speed that comes nearest to so many seconds. */
export function nearestPace(seconds: number): Pace {
  const all = Object.keys(PACES) as Pace[];
  return all.sort((one, other) => Math.abs(PACES[one] - seconds) - Math.abs(PACES[other] - seconds))[0]!;
}
