/** The rulebook's data as the app uses it: spaces, groups, cards, editions. No rule is decided here. */
import data from "../shared/rulebook.json";
import type { Brief, Deed, Group, Space as Slug } from "../shared/wire";
import { gameBoard } from "./board.svelte";
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
  /** The clause about a space without a deed. */
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
  /** Its short title. */
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

/** The spaces, with the names and figures of the game's board. */
export const SPACES: Space[] = ENGLISH_NAMES.map((space) => {
  const made: Space = { ...space };
  Object.defineProperty(made, "name", {
    enumerable: true,
    get: () => gameBoard.of(space.slug).name ?? named(`space.${space.slug}`, space.name),
  });
  for (const figure of ["price", "house_price", "mortgage", "rents", "tax"] as const)
    if (figure in space) Object.defineProperty(made, figure, { enumerable: true, get: () => figureOf(space, figure) });
  return made;
});

function figureOf(space: Space, figure: "price" | "house_price" | "mortgage" | "rents" | "tax"): unknown {
  const own = gameBoard.of(space.slug);
  const half = figure === "mortgage" && own.price !== undefined ? Math.max(1, Math.floor(own.price / 2)) : undefined;
  return own[figure] ?? half ?? space[figure];
}

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
  return gameBoard.card(deck, card, text(`card.${era}.${deck}.${card}`, CARDS[era]?.[deck]?.[card] ?? ""));
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

/** Short names, no two alike: without "Avenue" and the like, unless another space has that name. */
export function shortName(space: Space): string {
  const english = ENGLISH_NAMES[indexOf(space.slug)]!.name;
  if (gameBoard.of(space.slug).name) return space.name.replace(/ (Road|Street|Square|Avenue|Company|Station)$/, "");
  if (space.name !== english) return named(`space.${space.slug}.short`, space.name);
  return english
    .replace(/(?<!^Park|^Pennsylvania) (Avenue|Place|Gardens|Company|Railroad)$/, "")
    .replace(/^Community /, "");
}
