/** The sentences of refusals. They are loaded at the first refusal. */
import data from "../shared/reasons.json";
import type { Because } from "../shared/wire";
import { FORMATS } from "./rulebook";
import { HOUSE_RULES } from "./house";
import type { Fields, Teller } from "./say";
import { sentence, type Templates } from "./strings";

export const REASONS = data as unknown as Templates;

/** The sentences for some reasons; undefined if one of them has none. */
export function tell(reasons: readonly Because[], teller: Teller): string | undefined {
  const found = reasons.map(({ name, fields }) => teller.say(sentence("reason", name) ?? REASONS[name], named(fields)));
  return found.length && found.every((each) => each !== undefined) ? found.join(" ") : undefined;
}

/** The fields with house rules by their titles. */
function named(fields: Fields): Fields {
  const rule = (name: unknown) => HOUSE_RULES.find((each) => each.name === name)?.title ?? name;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, FORMATS[name] === "option" ? rule(value) : value]),
  );
}
