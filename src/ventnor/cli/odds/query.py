"""The request: a game, and names of spaces and groups."""

import argparse
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final

from ventnor import odds
from ventnor.cli.common.arguments import BadArguments, read_options
from ventnor.rulebook.board import Board, board
from ventnor.rulebook.edition import REGULAR, edition
from ventnor.rulebook.option import Options, written
from ventnor.rulebook.setting import settings

PLANS: Final[Mapping[str, str]] = {"leave": "leaving Jail at once", "stay": "staying in Jail as long as possible"}
COUNTS: Final[Mapping[str, str]] = {"roll": "throws", "turn": "turns"}


@dataclass(frozen=True)
class OddsGame:
    """The game whose odds are asked for, as the functions of `odds` take it."""

    edition: str
    variant: str
    options: Options
    jail: odds.JailPlan
    take_chance: bool

    @property
    def board(self) -> Board:
        """Return its board."""
        return board(self.edition, self.options.board)

    @property
    def title(self) -> str:
        """Return its name in the head of a page."""
        book = edition(self.edition)
        words = [book.title if self.variant == REGULAR else f"{book.title}, {book.variant(self.variant).title}"]
        words += [written(name, value) for name, value in self.options.to_mapping().items()]
        return ", ".join([*words, PLANS[self.jail]])

    @property
    def data(self) -> dict[str, Any]:
        """Return the same for JSON."""
        return {
            "edition": self.edition,
            "variant": self.variant,
            "options": self.options.to_mapping(),
            "jail": self.jail,
            "take_chance": self.take_chance,
        }


def chosen_game(args: argparse.Namespace) -> OddsGame:
    """Return the game of the options on the command line."""
    chosen = read_options(args.option)
    settings(args.edition, args.variant, chosen)
    if args.per != "roll" and (args.origin is not None or args.deeds is not None or args.groups):
        raise BadArguments("--per counts landings in the long run: leave it out with --from, --deeds or --groups")
    plans: dict[str, odds.JailPlan] = {"leave": "leave", "stay": "stay"}
    if args.jail not in plans:
        raise BadArguments(f"--jail must be leave or stay, not {args.jail!r}")
    return OddsGame(args.edition, args.variant, chosen, plans[args.jail], args.take_chance)


def find_name(text: str, names: Mapping[str, str], what: str) -> str:
    """Return the slug of a space or group by its slug or its name, in any spelling of case, dots and spaces."""

    def plain(words: str) -> str:
        return "".join(letter for letter in words.lower() if letter.isalnum())

    for slug, name in names.items():
        if plain(text) in {plain(slug), plain(name)}:
            return slug
    near = get_close_matches(text.lower(), names, n=3, cutoff=0.5)
    hint = f"Did you mean {' or '.join(near)}?" if near else f"Choose one of {', '.join(names)}."
    raise BadArguments(f"there is no {what} {text!r}. {hint}")
