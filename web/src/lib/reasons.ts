/** Why something is not done: the shared sentences for it, which are not needed before something is refused. */
import data from "../shared/reasons.json";
import type { Because } from "../shared/wire";
import { FORMATS } from "./rulebook";
import { HOUSE_RULES } from "./house";
import type { Fields, Teller } from "./say";
import { sentence, type Templates } from "./strings";

export const REASONS = data as unknown as Templates;

/** The sentences for some reasons; undefined where there is none for one of them. */
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
