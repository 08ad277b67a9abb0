/** The rulebook's data as the app uses it: spaces, groups, cards, editions. Facts only; no rule is worked out here. */
import data from "../shared/game.json";
import type { Deed, Group, Space as Slug } from "../shared/wire";
import { tongue } from "./strings";

export type SpaceKind =
  | "go"
  | "lot"
  | "railroad"
  | "utility"
  | "chance"
  | "chest"
  | "tax"
  | "jail"
  | "free-parking"
  | "go-to-jail";

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
}

export interface Variant {
  name: "" | "short" | "timed";
  title: string;
  text: string;
}

export interface Edition {
  name: "1935" | "classic" | "anniversary" | "official" | "modern";
  title: string;
  years: string;
  text: string;
  decks: string;
  least: number;
  most: number;
  variants: Variant[];
  groups: Record<string, string>;
  taxes: Record<string, number>;
}

export interface Template {
  text: string;
  when?: Record<string, unknown>;
  has?: string[];
  same?: string[];
}
export type Templates = Record<string, string | Template[]>;
export interface Language {
  words: Record<string, string>;
  event: Templates;
  action: Templates;
  menu: Templates;
}

export const SPACES = data.spaces as unknown as Space[];
export const GROUPS = data.groups as Group[];
export const EDITIONS = data.editions as unknown as Edition[];
export const CARDS = data.cards as Record<string, Record<"chance" | "chest", string[]>>;
export const FORMATS = data.sentences.formats as Record<string, string>;

const LANGUAGES = data.sentences as unknown as Record<string, Language>;

/** The shared sentences in the language that is spoken; English where they are not written in it. */
export function sentences(): Language {
  return LANGUAGES[tongue()] ?? LANGUAGES["en"]!;
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

/** Names that fit on a small space: the street without its kind. */
export function shortName(space: Space): string {
  return space.name.replace(/(?<!^Park) (Avenue|Place|Gardens|Company|Railroad)$/, "").replace(/^Community /, "");
}
