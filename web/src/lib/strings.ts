/**
 * The words of the app in the chosen language. No sentence is put together from pieces. English stands in two places:
 * the app's own words in `lang/en.ts`, the sentences and texts of the rules in the rulebook. Another language is one
 * file in `lang/` with all of them.
 */
import ENGLISH from "../lang/en";
import { stretch } from "./pseudo";

export { ENGLISH };
export type Key = keyof typeof ENGLISH;
type Catalogue = Record<Key, string>;

export interface Template {
  text: string;
  when?: Record<string, unknown>;
  has?: string[];
  same?: string[];
  you?: string;
}
export type Templates = Record<string, string | Template[]>;
/** The shared sentences: the words of their formats, and templates by kind and name. */
export interface Sentences {
  words: Record<string, string>;
  event: Templates;
  action: Templates;
  menu: Templates;
  reason: Templates;
}

/** The contents of a file in `lang/`. What it leaves out is shown in English. */
export interface Tongue {
  /** The app's own words, by the keys of `en.ts`; with a form for each kind of number that the language knows. */
  default: Partial<Record<Key | `${Key}.${Intl.LDMLPluralRule}`, string>>;
  /** The shared sentences, by kind and name. */
  sentences?: Partial<Sentences>;
  /** Texts of the rulebook: editions, house rules, cards, names, clauses, rulings. */
  texts?: Record<string, string>;
}

const FILES = import.meta.glob<Tongue>(["../lang/*.ts", "!../lang/en.ts"]);
/** The available languages, by code. */
export const LANGUAGES: readonly string[] = [
  "en",
  ...Object.keys(FILES).map((path) => path.replace(/^.*\/|\.ts$/g, "")),
];
/** Keys that are not words, and names of spaces. The pseudo-language leaves them as they are. */
const SIGNS: ReadonlySet<string> = new Set(["language", "beside", "money", "money.less", "money.more"]);

export function isSign(key: string): boolean {
  return SIGNS.has(key) || /^board\.(short|broken)\./.test(key);
}

let language: Catalogue = ENGLISH;
let tongue: Tongue = { default: {} };
let code = "en";

/** A template or text of the rulebook, in the pseudo-language if that is chosen. */
export function spoken(english: string): string {
  return code === "pseudo" ? stretch(english) : english;
}

/** Choose a language; English if there is no such file. */
export async function speak(name: string): Promise<void> {
  if (name === "pseudo") {
    adopt(name, {
      default: Object.fromEntries(
        Object.entries(ENGLISH).map(([key, text]) => [key, isSign(key) ? text : stretch(text)]),
      ),
    });
    return;
  }
  const found = await FILES[`../lang/${name}.ts`]?.();
  adopt(found ? name : "en", found ?? { default: {} });
}

/** Use the contents of a language file. */
export function adopt(name: string, file: Tongue): void {
  code = name;
  tongue = file;
  language = { ...ENGLISH, ...file.default };
}

/** Return the words for a key with its fields filled in, in the plural form for `count` if the language has one. */
export function t(key: Key, fields: Record<string, string | number> = {}): string {
  const form =
    typeof fields["count"] === "number"
      ? `${key}.${new Intl.PluralRules(language.language).select(fields["count"])}`
      : "";
  // English forms go with English words only.
  return (has(form) && (form in tongue.default || !(key in tongue.default)) ? language[form] : language[key]).replace(
    /\{([a-z0-9]+)\}/g,
    (whole, name: string) => (name in fields ? String(fields[name]) : whole),
  );
}

export function has(key: string): key is Key {
  return key in language;
}

/** A language's own name. */
export function languageName(name: string): string {
  return new Intl.DisplayNames([name], { type: "language" }).of(name) ?? name;
}

/** A translated sentence, by kind and name; undefined if there is only the English one. */
export function sentence(kind: keyof Sentences, name: string): string | Template[] | undefined {
  return tongue.sentences?.[kind]?.[name];
}

/** A text of the rulebook by its key, or else in English. */
export function text(key: string, english: string): string {
  return tongue.texts?.[key] ?? spoken(english);
}

/** A name by its key. The pseudo-language does not lengthen names. */
export function named(key: string, english: string): string {
  return tongue.texts?.[key] ?? english;
}

/** Return a rulebook entry with its texts translated: each is looked up under the entry's key and its own name. */
export function worded<T extends object>(key: string, thing: T, ...names: (keyof T & string)[]): T {
  const made = { ...thing };
  for (const name of names) {
    const english = thing[name];
    if (typeof english === "string" && english)
      Object.defineProperty(made, name, { enumerable: true, get: () => text(`${key}.${name}`, english) });
  }
  return made;
}

/** Join things in a row, as the language does. */
export function listed(parts: readonly string[]): string {
  return new Intl.ListFormat(t("language"), { type: "conjunction" }).format(parts);
}

/** Facts about one thing, side by side. */
export function beside(...parts: (string | false | undefined | null)[]): string {
  return parts.filter(Boolean).join(t("beside"));
}
