/** The rules of each game on one page, from the rulebook's data. */
import data from "../shared/sheets.json";
import { worded } from "./strings";

interface Line {
  text: string;
  clauses: string[];
}
interface Section {
  title: string;
  lines: Line[];
}
export interface Sheet {
  edition: string;
  variant: string;
  sections: Section[];
}

/** Games with the same text share the key of the first of them. */
const first = new Map<string, string>();
const keyOf = (line: Line, sheet: Sheet) => {
  const known = `${line.clauses[0]} ${line.text}`;
  if (!first.has(known))
    first.set(known, `sheet.${line.clauses[0]}.${sheet.edition}${sheet.variant && `-${sheet.variant}`}`);
  return first.get(known)!;
};

export const SHEETS: Sheet[] = (data.sheets as Sheet[]).map((sheet) => ({
  ...sheet,
  sections: sheet.sections.map((section) => {
    const lines = section.lines.map((line) => worded(keyOf(line, sheet), line, "text"));
    return worded(`sheet.section.${section.lines[0]!.clauses[0]}`, { ...section, lines }, "title");
  }),
}));

export function sheetOf(edition: string, variant: string): Sheet | undefined {
  return SHEETS.find((each) => each.edition === edition && each.variant === variant);
}
