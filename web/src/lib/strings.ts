/** The words of the app, in the language that is spoken. They are kept in `lang/`; nothing is put together from pieces. */
import ENGLISH from "../lang/en";
import { stretch } from "./pseudo";

export { ENGLISH };
export type Key = keyof typeof ENGLISH;
export type Catalogue = Record<Key, string>;

const FILES = import.meta.glob<{ default: Catalogue }>(["../lang/*.ts", "!../lang/en.ts"]);
/** Keys that are no words. */
export const SIGNS: ReadonlySet<string> = new Set(["language", "beside", "money", "money.less", "money.sign"]);

let language: Catalogue = ENGLISH;
let code = "en";

/** The code of the language that is spoken. */
export function tongue(): string {
  return code;
}

/** A shared template in the language that is spoken. */
export function spoken(template: string): string {
  return code === "pseudo" ? stretch(template) : template;
}

/** Speaks a language from now on; English where there is no such file. */
export async function speak(name: string): Promise<void> {
  if (name === "pseudo") {
    code = name;
    language = Object.fromEntries(Object.entries(ENGLISH).map(([key, text]) => [key, SIGNS.has(key) ? text : stretch(text)])) as Catalogue;
    return;
  }
  const found = await FILES[`../lang/${name}.ts`]?.();
  code = found ? name : "en";
  language = { ...ENGLISH, ...found?.default };
}

/** The words for a key, with its fields filled in; in the form that the language has for such a `count`, if it is written. */
export function t(key: Key, fields: Record<string, string | number> = {}): string {
  const form = typeof fields["count"] === "number" ? `${key}.${new Intl.PluralRules(language.language).select(fields["count"])}` : "";
  return (has(form) ? language[form] : language[key]).replace(/\{([a-z0-9]+)\}/g, (whole, name: string) => (name in fields ? String(fields[name]) : whole));
}

export function has(key: string): key is Key {
  return key in language;
}

/** Several things in a row, as the language strings them together. */
export function listed(parts: readonly string[]): string {
  return new Intl.ListFormat(t("language"), { type: "conjunction" }).format(parts);
}

/** Facts about one thing, side by side. */
export function beside(...parts: (string | false | undefined | null)[]): string {
  return parts.filter(Boolean).join(t("beside"));
}
