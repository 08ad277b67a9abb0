/**
 * Sentences from the templates that terminal, browser and review share. The counterpart of `words/sentence.py`: it
 * chooses a template and fills it in, and knows nothing of the game.
 */
import type { Picture, ViewDeed } from "../shared/wire";
import { gameBoard } from "./board.svelte";
import { FORMATS, SENTENCES, cardOf, editionOf, spaceOf } from "./rulebook";
import { has, listed, sentence, spoken, t, type Key, type Template } from "./strings";

export type Fields = Record<string, unknown>;

const FIELD = /\{([a-z0-9_]+)(?::([a-z]+))?\}/g;

export class Teller {
  constructor(
    private readonly names: readonly string[],
    private readonly edition: string = "official",
    private readonly era: string = editionOf(edition).decks,
    /** The seat of the reader, if there is one. */
    private readonly reader: number | undefined = undefined,
  ) {}

  event(event: Fields): string {
    return this.tell("event", String(event["event"]), event);
  }

  action(action: Fields): string {
    return this.tell("action", String(action["do"]), action);
  }

  /** The words of an action in a menu, made from its fields and those that depend on the position. */
  menu(action: Fields, fields: Fields): string {
    return this.tell("menu", String(action["do"]), { ...action, ...fields });
  }

  tell(kind: "event" | "action" | "menu", name: string, given: Fields): string {
    const fields = "lot" in given ? { ...given, item: given["lot"] } : given; // as written before 0.2
    return this.say(sentence(kind, name) ?? SENTENCES[kind][name], fields) ?? name;
  }

  /** The first of some templates that fits, filled in. */
  say(entry: string | Template[] | undefined, fields: Fields): string | undefined {
    const templates: Template[] = typeof entry === "string" ? [{ text: entry }] : (entry ?? []);
    const found = templates.find((template) => fits(template, fields, this.reader));
    if (!found) return undefined;
    return capitalised(
      spoken(found.text).replace(FIELD, (_, field: string, format?: string) =>
        this.show(format ?? FORMATS[field] ?? "text", fields[field], fields),
      ),
    );
  }

  seat(value: unknown): string {
    const name = this.names[value as number];
    return name ? name : this.word("seat").replace("{number}", String(value));
  }

  party(value: unknown): string {
    return typeof value === "string" ? this.word(value) : this.seat(value);
  }

  /** Words about a seat. If it is the reader's, those of the key that ends in `.me`. */
  about(key: Key, seat: unknown, fields: Record<string, string | number> = {}): string {
    const mine = `${key}.me`;
    return seat === this.reader && has(mine) ? t(mine, fields) : t(key, { ...fields, name: this.party(seat) });
  }

  /** Who owes whom what for stopping on a deed. */
  pays(deed: ViewDeed): string {
    if (deed.owner === undefined) return t("deed.pays.bank", { amount: money(deed.price) });
    if (deed.mortgaged) return t("deed.pays.nothing");
    return this.about(deed.times ? "deed.pays.times" : "deed.pays", deed.owner, {
      count: deed.times ?? 0,
      amount: money(deed.rent ?? 0),
    });
  }

  group(value: unknown): string {
    const name = String(value);
    return gameBoard.changes.group?.[name]?.name ?? editionOf(this.edition).groups[name] ?? name;
  }

  item(value: unknown): string {
    const name = String(value);
    return name in SENTENCES.words ? this.word(name) : spaceOf(name).name;
  }

  card(deck: unknown, card: unknown): string {
    return cardOf(this.era, deck as "chance" | "chest", card as number);
  }

  terms(value: unknown): string {
    const side = (value ?? {}) as { deeds?: string[]; cash?: number; jail_cards?: string[]; debt?: number };
    const parts = (side.deeds ?? []).map((deed) => spaceOf(deed).name);
    if (side.cash) parts.push(money(side.cash));
    for (const deck of side.jail_cards ?? []) parts.push(this.word(`${deck}-card`));
    if (side.debt) parts.push(this.word("debt").replace("{amount}", money(side.debt)));
    return this.list(parts, "nothing");
  }

  list(parts: string[], none: string): string {
    if (parts.length === 0) return this.word(none);
    if (parts.length === 1) return parts[0]!;
    return listed(parts);
  }

  private word(name: string): string {
    return (sentence("words", name) as string | undefined) ?? spoken(SENTENCES.words[name] ?? name);
  }

  private show(format: string, value: unknown, fields: Fields): string {
    switch (format) {
      case "money":
        return money(value as number);
      case "seat":
        return this.seat(value);
      case "seats":
        return this.list(
          (value as number[]).map((each) => this.seat(each)),
          "nobody",
        );
      case "party":
        return this.party(value);
      case "space":
        return spaceOf(String(value)).name;
      case "spaces":
        return this.list(
          (value as string[]).map((each) => spaceOf(each).name),
          "nothing",
        );
      case "group":
        return this.group(value);
      case "edition":
        return editionOf(String(value)).called;
      case "deck":
        return this.word(String(value));
      case "item":
        return this.item(value);
      case "card":
        return this.card(fields["deck"], value);
      case "terms":
        return this.terms(value);
      default:
        return String(value);
    }
  }
}

function fits(template: Template, fields: Fields, reader: number | undefined): boolean {
  return (
    (!template.you || (reader !== undefined && fields[template.you] === reader)) &&
    Object.entries(template.when ?? {}).every(([name, value]) => fields[name] === value) &&
    (template.has ?? []).every((name) => fields[name] !== undefined) &&
    new Set((template.same ?? []).map((name) => JSON.stringify(fields[name]))).size <= 1
  );
}

/** Whole dollars, as the sentences write them. */
export function money(amount: number): string {
  return t(moneyKey(amount), { amount: figures(amount) });
}

/** The currency sign and what else surrounds a sum. */
export function moneyKey(amount: number, sign = false): "money" | "money.less" | "money.more" {
  return amount < 0 ? "money.less" : sign && amount > 0 ? "money.more" : "money";
}

/** The figures of a sum, as the language groups them. */
export function figures(amount: number): string {
  return Math.abs(amount).toLocaleString(t("language"));
}

/** The rent of a property in a picture of the table. */
export function rentIn(picture: Picture, deed: string): string {
  const count = picture.times[deed];
  return count ? t("board.times", { count }) : money(picture.rents[deed] ?? 0);
}

export function capitalised(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

const MOST_LETTERS = 8;
/** A player's name, shortened. Screen readers and the list of players have the whole name. */
export function shortened(name: string): string {
  const [first = ""] = name.split(/[\s-]/);
  return name.length <= MOST_LETTERS
    ? name
    : first.length <= MOST_LETTERS
      ? first
      : t("name.short", { start: first.slice(0, MOST_LETTERS - 2) });
}
