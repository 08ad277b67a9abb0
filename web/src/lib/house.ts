/** The house rules, from the rulebook's data. */
import data from "../shared/options.json";
import { has, t, worded } from "./strings";

export interface HouseRule {
  name: string;
  title: string;
  type: "switch" | "number" | "choice";
  text: string;
  effect: string;
  /** Where a rulebook speaks of it. */
  known?: string;
  /** The clauses that it changes. */
  changes: string[];
  least?: number;
  most?: number;
  choices?: Record<string, unknown>;
}

export const HOUSE_RULES: HouseRule[] = (data.options as unknown as HouseRule[]).map((rule) =>
  worded(`option.${rule.name}`, rule, "title", "text", "effect", "known"),
);

/** One of the values that a house rule may have. */
export function valueOf(value: unknown): string {
  const key = `house.${String(value)}`;
  return has(key) ? t(key) : String(value);
}
