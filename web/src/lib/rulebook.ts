/** The rulebook's data as the app uses it: spaces, groups, cards, editions. Facts only; no rule is worked out here. */
import data from "../shared/rulebook.json";
import type { Brief, Deed, Group, Space as Slug } from "../shared/wire";
import { named, text, worded, type Sentences } from "./strings";

type SpaceKind =
  "go" | "lot" | "railroad" | "utility" | "chance" | "chest" | "tax" | "jail" | "free-parking" | "go-to-jail";

export interface Space {
  slug: Slug;
  name: string;
  kind: SpaceKind;
  group?: Group;
  price?: number;
  house_price?: number;
  mortgage?: number;
  rents?: number[];
  tax?: number;
  /** Where the rulebook tells what happens there, if there is no deed. */
  clause?: string;
}

interface Variant {
  name: Brief["variant"];
  title: string;
  text: string;
  /** Whether an agreed hour ends it. */
  hour: boolean;
}

export interface Edition {
  name: Brief["edition"];
  title: string;
  /** Its title within a sentence. */
  called: string;
  /** What it is called where there is little room. */
  label: string;
  years: string;
  text: string;
  decks: string;
  least: number;
  most: number;
  variants: Variant[];
  groups: Record<string, string>;
  taxes: Record<string, number>;
}

const ENGLISH_NAMES = data.spaces as unknown as Space[];

export const SPACES: Space[] = ENGLISH_NAMES.map((space) => ({
  ...space,
  get name() {
    return named(`space.${space.slug}`, space.name);
  },
}));
export const GROUPS = data.groups as Group[];
export const EDITIONS: Edition[] = (data.editions as unknown as Edition[]).map((edition) => {
  const variants = edition.variants.map((variant) =>
    worded(`edition.${edition.name}.${variant.name}`, variant, "title", "text"),
  );
  const groups = worded(`group.${edition.name}`, edition.groups, ...Object.keys(edition.groups));
  return worded(
    `edition.${edition.name}`,
    { ...edition, label: edition.name, variants, groups },
    "title",
    "called",
    "label",
    "years",
    "text",
  );
});
export const FORMATS = data.sentences.formats as Record<string, string>;
/** The shared sentences in English, but for the reasons, which are loaded when first needed. */
export const SENTENCES = data.sentences.en as unknown as Omit<Sentences, "reason">;
export const CARDS = data.cards as Record<string, Record<"chance" | "chest", string[]>>;

/** The text of a card. */
export function cardOf(era: string, deck: "chance" | "chest", card: number): string {
  return text(`card.${era}.${deck}.${card}`, CARDS[era]?.[deck]?.[card] ?? "");
}

const bySlug = new Map(SPACES.map((space, index) => [space.slug as string, { space, index }]));

/** The space of this name. */
export function spaceOf(slug: string): Space {
  const found = bySlug.get(slug);
  if (!found) throw new Error(`no space ${slug}`);
  return found.space;
}

/** Its place, in steps from GO. */
export function indexOf(slug: string): number {
  return bySlug.get(slug)?.index ?? 0;
}

/** The deeds of each group, in the order of the board. */
export const DEEDS_OF: Record<string, Deed[]> = Object.fromEntries(
  GROUPS.map((group) => [group, SPACES.filter((space) => space.group === group).map((space) => space.slug as Deed)]),
);

export function editionOf(name: string): Edition {
  return EDITIONS.find((each) => each.name === name) ?? EDITIONS[3]!;
}

/** Names that fit on a small space, no two alike: the street without its kind, unless another place has its name. */
export function shortName(space: Space): string {
  const english = ENGLISH_NAMES[indexOf(space.slug)]!.name;
  if (space.name !== english) return named(`space.${space.slug}.short`, space.name);
  return english
    .replace(/(?<!^Park|^Pennsylvania) (Avenue|Place|Gardens|Company|Railroad)$/, "")
    .replace(/^Community /, "");
}
