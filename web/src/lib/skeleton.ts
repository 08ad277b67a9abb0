/** All words in English, in the form of a language file, for translators to start from. No page loads it. */
import { CARDS, EDITIONS, SENTENCES, SPACES, cardOf, shortName } from "./rulebook";
import { HOUSE_RULES } from "./house";
import { REASONS } from "./reasons";
import { CLAUSES, FAMILIES, RULINGS } from "./rules";
import { SHEETS } from "./sheets";
import { ENGLISH, adopt, type Tongue } from "./strings";

const MARK = "key:";

/** The rulebook's texts in the present language, by key. */
export function rulebookTexts(): unknown {
  const cards = Object.entries(CARDS).flatMap(([era, decks]) =>
    (["chance", "chest"] as const).flatMap((deck) => decks[deck].map((_, card) => cardOf(era, deck, card))),
  );
  const all = [SPACES, SPACES.map(shortName), EDITIONS, cards, HOUSE_RULES, FAMILIES, CLAUSES, RULINGS, SHEETS];
  return JSON.parse(JSON.stringify(all)) as unknown;
}

/** Return all of English. Afterwards English is the chosen language. */
export function everything(): Required<Tongue> {
  adopt("keys", { default: {}, texts: new Proxy({}, { get: (_, key) => MARK + String(key) }) });
  const keys = rulebookTexts();
  adopt("en", { default: {} });
  const texts: Record<string, string> = {};
  const gather = (key: unknown, english: unknown): void => {
    if (typeof key === "string") {
      if (key.startsWith(MARK)) texts[key.slice(MARK.length)] = english as string;
    } else if (key && typeof key === "object") {
      for (const [name, value] of Object.entries(key)) gather(value, (english as Record<string, unknown>)[name]);
    }
  };
  gather(keys, rulebookTexts());
  return { default: ENGLISH, sentences: { ...SENTENCES, reason: REASONS }, texts };
}

/** Return the text of a new file for `lang/`, still in English. */
export function skeleton(): string {
  const { default: words, sentences, texts } = everything();
  const written = (thing: unknown) => JSON.stringify(thing, null, 2);
  return `import type { Tongue } from "../lib/strings";

export default ${written(words)} satisfies Tongue["default"];

export const sentences: Tongue["sentences"] = ${written(sentences)};

export const texts: Tongue["texts"] = ${written(texts)};
`;
}
