"""The request: a game, a clause, a family or any words."""

import argparse
import re
from collections.abc import Sequence
from difflib import get_close_matches

from ventnor.rulebook.clause import Clause, clauses, families
from ventnor.rulebook.comparison import ComparedGame
from ventnor.rulebook.edition import EDITIONS, REGULAR, edition, editions
from ventnor.rulebook.option import Option, options
from ventnor.rulebook.ruling import rulings_on
from ventnor.rulebook.setting import Setting, all_settings

LOOKS_LIKE_A_CLAUSE = re.compile(r"[a-z0-9-]+\.[a-z0-9-]+")


class NothingFound(ValueError):
    """No clause has this name, and none contains the words."""


def chosen_game(args: argparse.Namespace) -> ComparedGame | None:
    """Return the game of --edition and --variant, or None for all editions."""
    if args.edition is not None:
        return side(f"{args.edition}/{args.variant}" if args.variant else args.edition)
    if args.variant and not args.sheet:
        homes = [each.name for each in editions() if args.variant in each.variant_names]
        if len(homes) == 1:
            return ComparedGame(homes[0], args.variant)
        if homes:
            raise NothingFound(f"--variant {args.variant} needs an --edition: {either(homes)}")
        known = dict.fromkeys(name for each in editions() for name in each.variant_names)
        raise NothingFound(f"no edition has a variant {args.variant!r}; there are {either(list(known), 'and')}")
    return None


def chosen_sheet(args: argparse.Namespace) -> ComparedGame:
    """Return the game of --sheet: "edition", "edition/variant", or an edition with --variant."""
    if args.edition is not None:
        raise NothingFound("--sheet names the edition itself: leave out the --edition")
    named = args.sheet if "/" in args.sheet or not args.variant else f"{args.sheet}/{args.variant}"
    return side(named)


def side(name: str) -> ComparedGame:
    """Return the game called "edition" or "edition/variant"."""
    book, _, variant = name.partition("/")
    return ComparedGame(edition(book).name, edition(book).check_variant(variant))


def game_title(game: ComparedGame) -> str:
    """Return the title of an edition or of one of its short games."""
    book = edition(game.edition)
    return book.title if game.variant == REGULAR else book.variant(game.variant).title


def find_clauses(query: str, game: ComparedGame | None = None) -> list[Clause]:
    """Return the clause of this id, the family of this name, or every clause that contains these words.

    In an edition the name of one of its short games stands for the family of that game.
    """
    wanted = query.strip().removeprefix("§").lower()
    for name in EDITIONS:
        wanted = wanted.removeprefix(f"{name}:")
    if game:
        homes = [each.name for each in families() if (each.edition, each.variant) == (game.edition, wanted)]
        wanted = homes[0] if homes else wanted
    found = [each for each in clauses() if each.id == wanted] or [each for each in clauses() if each.family == wanted]
    found = found or [each for each in clauses() if wanted in all_words(each)]
    if found and (found[0].id == wanted or not LOOKS_LIKE_A_CLAUSE.fullmatch(wanted)):
        return found
    known = [each.id for each in clauses()] + [each.name for each in families()]
    near = get_close_matches(wanted, known, n=4, cutoff=0.5)
    near += [each.id for each in clauses() if wanted.rpartition(".")[2] == each.id.rpartition(".")[2]]
    hint = f"Did you mean {either(list(dict.fromkeys(near))[:4])}?" if near else "`ventnor rules` lists them all."
    raise NothingFound(f"no clause is called {query!r}, and none speaks of it. {hint}")


def all_words(each: Clause) -> str:
    """Return every text about a clause, for searching."""
    answers = [f"{ruling.question} {ruling.answer}" for ruling in rulings_on(each.id)]
    house_rules = [f"{option.title} {option.text}" for option in options_on(each)]
    return " ".join([each.id, each.title, each.text, each.silent, *each.says.values(), *answers, *house_rules]).lower()


def settings_on(each: Clause) -> list[Setting]:
    """Return the settings that a clause decides."""
    return [
        setting
        for setting in all_settings()
        if setting.clause == each.id or any(difference.clause == each.id for difference in setting.differs)
    ]


def options_on(each: Clause) -> list[Option]:
    """Return the house rules that change a clause."""
    names = {setting.name for setting in settings_on(each)}
    return [option for option in options() if option.ruling == each.id or names.intersection(option.setting_names)]


def either(words: Sequence[str], last: str = "or") -> str:
    """Join words: "a, b or c"."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
