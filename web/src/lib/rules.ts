/** The clauses of the five rulebooks, for the rules pages and for whoever asks why. Loaded when first needed. */
import data from "../shared/rules.json";

export interface Clause {
  id: string;
  text: string;
  says: Record<string, string>;
  kind: Record<string, "stated" | "differs" | "silent">;
  alike: string[][];
  silent: string;
  matters: string;
  unenforced: string;
  partly: string;
}
export interface Family {
  name: string;
  title: string;
  edition: string;
  variant: string;
}

export const CLAUSES = data.clauses as unknown as Clause[];
export const FAMILIES = data.families as Family[];

export function clauseOf(id: string): Clause | undefined {
  return CLAUSES.find((each) => each.id === id);
}

export function familyOf(clause: Clause): string {
  return clause.id.split(".")[0] ?? "";
}

/** Whether the editions do not all say the same. */
export function differs(clause: Clause, editions: string[]): boolean {
  return new Set(editions.map((name) => clause.says[name])).size > 1;
}

export function search(words: string): Clause[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (!wanted.length) return CLAUSES;
  return CLAUSES.filter((clause) => {
    const text = [clause.id, clause.text, ...Object.values(clause.says), clause.matters].join(" ").toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
