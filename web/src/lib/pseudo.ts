/** A pseudo-language to test the layout: English with accents, each word 40% longer. */

const ACCENTS: Record<string, string> = { a: "á", e: "ë", i: "ï", o: "ö", u: "ü", n: "ñ", c: "ç", A: "Á", E: "Ë" };

/** Return a text in the pseudo-language. Fields in braces stay as they are. */
export function stretch(text: string): string {
  return text
    .split(/(\{[^}]*\})/)
    .map((part) => (part.startsWith("{") ? part : part.replace(/[A-Za-z]+/g, lengthen)))
    .join("");
}

function lengthen(word: string): string {
  const letters = [...word].map((letter) => ACCENTS[letter] ?? letter);
  const vowel = Math.max(
    0,
    letters.findIndex((letter) => "áëïöüÁËIOU".includes(letter)),
  );
  const extra = Math.ceil(word.length * 0.4);
  return [
    ...letters.slice(0, vowel + 1),
    letters[vowel]!.toLowerCase().repeat(extra),
    ...letters.slice(vowel + 1),
  ].join("");
}
