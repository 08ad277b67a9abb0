/** The clauses of the five rulebooks, for the rules pages and for refusals. Loaded when first needed. */
import data from "../shared/rules.json";
import { HOUSE_RULES, type HouseRule } from "./house";
import { text, worded } from "./strings";

export interface Clause {
  id: string;
  title: string;
  text: string;
  says: Record<string, string>;
  kind: Record<string, "stated" | "part" | "differs" | "silent">;
  /** The part that an edition's rulebook states, if it does not state all of it. */
  part: Record<string, string>;
  /** For each edition, the editions that play by the same rule. */
  alike: Record<string, string[]>;
  silent: string;
  matters: string;
  unenforced: string;
  partly: string;
}
interface Family {
  name: string;
  title: string;
  edition: string;
  variant: string;
}

interface Ruling {
  clause: string;
  editions: "all" | string[];
  question: string;
  answer: string;
  why?: string;
  switch?: string;
}
/** Rulings are numbered within their clause. */
export const RULINGS: Ruling[] = (data.rulings as unknown as Ruling[]).map((ruling, index, all) => {
  const number = all.slice(0, index + 1).filter((each) => each.clause === ruling.clause).length;
  return worded(`ruling.${ruling.clause}.${number}`, ruling, "question", "answer", "why");
});
export const CLAUSES: Clause[] = (data.clauses as unknown as Clause[]).map((clause) =>
  worded(
    `clause.${clause.id}`,
    {
      ...clause,
      says: wordings(clause),
      part: worded(`clause.${clause.id}.part`, clause.part, ...Object.keys(clause.part)),
    },
    "title",
    "text",
    "silent",
    "matters",
    "unenforced",
    "partly",
  ),
);
export const FAMILIES = (data.families as Family[]).map((family) => worded(`family.${family.name}`, family, "title"));

/** The key of a clause's text in each edition. Editions with the same text share the key of the first of them. */
function wordings({ id, says }: Clause): Record<string, string> {
  const editions = Object.keys(says);
  const made: Record<string, string> = {};
  for (const name of editions) {
    const key = `clause.${id}.${editions.find((other) => says[other] === says[name])}`;
    Object.defineProperty(made, name, { enumerable: true, get: () => text(key, says[name] ?? "") });
  }
  return made;
}

export function clauseOf(id: string): Clause | undefined {
  return CLAUSES.find((each) => each.id === id);
}

/** A text in pieces, in which other clauses are named by their titles. */
export function linked(text: string): { text: string; clause?: string }[] {
  return text.split(/\b([a-z]+\.[a-z][a-z-]*)\b/).flatMap((piece) => {
    const clause = clauseOf(piece);
    return clause ? [{ text: clause.title, clause: piece }] : piece ? [{ text: piece }] : [];
  });
}

export function familyOf(clause: Clause): string {
  return clause.id.split(".")[0] ?? "";
}

/** Whether the editions play by different rules. Different wording of one rule does not count. */
export function differs({ alike }: Clause, editions: string[]): boolean {
  return editions.some((name) => editions.some((other) => !alike[name]?.includes(other)));
}

function wantedIn(words: string): string[] {
  return words
    .toLowerCase()
    .split(/[\s§]+/)
    .filter(Boolean);
}

function finder(words: string): (...texts: string[]) => boolean {
  const wanted = wantedIn(words);
  return (...texts) => {
    const text = texts.join(" ").toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
}

/** The clauses that have all of these words, in their text or in a ruling about them. */
export function search(words: string): Clause[] {
  const has = finder(words);
  return CLAUSES.filter((clause) =>
    has(
      clause.id,
      clause.title,
      clause.text,
      ...Object.values(clause.says),
      clause.matters,
      ...rulingsOn(clause.id).flatMap((each) => [each.question, each.answer]),
    ),
  );
}

/** Whether a title has all of these words. */
export function isAbout({ title }: { title: string }, words: string): boolean {
  return words.trim() !== "" && finder(words)(title);
}

export function searchHouse(words: string): HouseRule[] {
  const has = finder(words);
  const found = HOUSE_RULES.filter((each) => has(each.name, each.title, each.text, each.effect));
  return found.toSorted((a, b) => Number(isAbout(b, words)) - Number(isAbout(a, words)));
}

/** A text in pieces, each with whether it is one of the words that are searched for. */
export function hits(text: string, words: string): { text: string; hit: boolean }[] {
  const wanted = wantedIn(words).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!wanted.length) return [{ text, hit: false }];
  return text
    .split(new RegExp(`(${wanted.join("|")})`, "i"))
    .flatMap((piece, index) => (piece ? [{ text: piece, hit: index % 2 === 1 }] : []));
}

export function rulingsOn(clause: string): Ruling[] {
  return RULINGS.filter((each) => each.clause === clause);
}

/** A word for comparison: without punctuation around it, in lower case. */
function bare(word: string): string {
  const kept = word.trim();
  return kept.replace(/^[.,;:!?()“”‘’"']+|[.,;:!?()“”‘’"']+$/g, "").toLowerCase() || kept;
}

/** Texts that share less than this are not compared word by word. */
const KINSHIP = 0.5;

/** Split a text into pieces and say of each whether the other text lacks it. */
export function marked(text: string, other: string): { text: string; differs: boolean }[] {
  const [mine, theirs] = [text.split(/(?<=\s)/), other.split(/(?<=\s)/)];
  const [words, others] = [mine.map(bare), theirs.map(bare)];
  const same = (i: number, j: number) => words[i] === others[j];
  // The longest common run of words, counted from the end.
  const longest = Array.from({ length: mine.length + 1 }, () => new Array<number>(theirs.length + 1).fill(0));
  for (let i = mine.length - 1; i >= 0; i--)
    for (let j = theirs.length - 1; j >= 0; j--)
      longest[i]![j] = same(i, j) ? longest[i + 1]![j + 1]! + 1 : Math.max(longest[i + 1]![j]!, longest[i]![j + 1]!);
  if ((2 * longest[0]![0]!) / (mine.length + theirs.length) < KINSHIP) return [{ text, differs: true }];
  const found: { text: string; differs: boolean }[] = [];
  const add = (word: string, differs: boolean) => {
    const last = found.at(-1);
    if (last?.differs === differs) last.text += word;
    else found.push({ text: word, differs });
  };
  for (let i = 0, j = 0; i < mine.length;) {
    if (j < theirs.length && same(i, j)) {
      add(mine[i++]!, false);
      j++;
    } else if (j < theirs.length && longest[i]![j + 1]! > longest[i + 1]![j]!) j++;
    else add(mine[i++]!, true);
  }
  return found;
}
