/** Join several acts of one player into one line, for the recap and for the log. */
import type { LogLine } from "./lines";
import { listed } from "./strings";

/** The events that a recap shows. The others are only steps towards these. */
const NEWS = new Set([
  "bought",
  "auction-won",
  "rent-paid",
  "paid",
  "collected",
  "pot-collected",
  "deal-made",
  "house-built",
  "hotel-built",
  "mortgaged",
  "lifted",
  "jailed",
  "went-bankrupt",
]);
/** Events of which several in a row are one line of the log. */
const TOGETHER = new Set(["house-built", "hotel-built", "house-sold", "hotel-sold", "mortgaged", "lifted", "kept"]);
const MOST = 6;

/** Return one sentence for several acts of one player. */
function joined(texts: string[], name: string): string {
  const start = `${name} `;
  if (texts.length < 2 || !texts.every((text) => text.startsWith(start) && text.endsWith("."))) return texts.join(" ");
  return `${start}${listed(texts.map((text) => text.slice(start.length, -1)))}.`;
}

function gathered(lines: LogLine[], names: readonly string[], alike: (one: LogLine, other: LogLine) => boolean) {
  const found: LogLine[][] = [];
  for (const line of lines) {
    const last = found.at(-1);
    if (last && alike(last[0]!, line)) last.push(line);
    else found.push([line]);
  }
  return found.map((several): LogLine => {
    const [first] = several as [LogLine];
    if (several.length < 2) return first;
    const name = names[first.seat ?? -1] ?? "";
    const texts = several.map((line) => line.text);
    return { ...first, text: joined(texts, name) };
  });
}

/** The lines of the log, with several acts of one kind in a row as one. */
export function together(lines: LogLine[], names: readonly string[]): LogLine[] {
  return gathered(
    lines,
    names,
    (one, other) => TOGETHER.has(one.kind) && one.kind === other.kind && one.seat === other.seat,
  );
}

/** What others did, each player's acts in a row as one line; the last few. */
export function recapOf(lines: LogLine[], names: readonly string[]): LogLine[] {
  const news = lines.filter((line) => NEWS.has(line.kind));
  return gathered(news, names, (one, other) => one.seat === other.seat).slice(-MOST);
}
