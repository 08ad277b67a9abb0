"""Answers: landings, the next throw, or what deeds earn, each as data, rows, a page and a picture."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from ventnor import odds
from ventnor.cli.common.arguments import BadArguments
from ventnor.cli.common.printer import Printer
from ventnor.cli.odds.page import show_in_full, show_landing, show_next_throw, show_returns
from ventnor.cli.odds.query import COUNTS, OddsGame, find_name
from ventnor.odds.landing import IN_JAIL_SLUG
from ventnor.rulebook.board import Board


@dataclass(frozen=True)
class Answer:
    """One answer in all its forms."""

    data: object
    rows: Sequence[Mapping[str, object]]
    show: Callable[[Printer], None]
    plot: Callable[[str], None]


def answer_landing(game: OddsGame, args: argparse.Namespace) -> Answer:
    """Return where throws or turns end in the long run."""
    pers: dict[str, odds.Per] = {"roll": "roll", "turn": "turn"}
    if args.per not in pers:
        raise BadArguments(f"--per must be roll or turn, not {args.per!r}")
    found = odds.landing(
        game.edition, game.variant, game.options, game.jail, pers[args.per], take_chance=game.take_chance
    )
    rows = [asdict(row) for row in found.table()]
    data = {
        **game.data,
        "per": found.per,
        "throws_per_turn": found.throws_per_turn,
        "in_jail": found.in_jail,
        "routes": asdict(found.routes),
        "spaces": rows,
    }

    def plot(file: str) -> None:
        ways = found.routes.shares
        words = {"space": "by the space", "card": "by a card", "doubles": "by doubles"}
        draw(
            file,
            found.board,
            found.shares.tolist(),
            found.in_jail,
            f"Where {COUNTS[found.per]} end",
            game.title,
            routes=[(words[route], part) for route, part in ways.items()],
            note=f"Solved exactly, not simulated. {found.throws_per_turn:.3f} throws a turn.",
        )

    return Answer(data, rows, lambda printer: show_landing(printer, game, found), plot)


def answer_next_throw(game: OddsGame, args: argparse.Namespace) -> Answer:
    """Return where the next throw ends."""
    names = {space.slug: space.name for space in game.board.spaces} | {IN_JAIL_SLUG: "In Jail"}
    origin = find_name(args.origin, names, "space")
    found = odds.next_throw(origin, game.edition, game.variant, game.options, game.jail, take_chance=game.take_chance)
    rows = [asdict(row) for row in found.table()]
    data = {**game.data, "from": origin, "spaces": rows}

    def plot(file: str) -> None:
        draw(
            file,
            found.board,
            found.shares.tolist(),
            found.in_jail,
            f"The next throw from {found.name}",
            game.title,
            note=f"Solved exactly, not simulated. {found.turn_in_jail:.2%} of such turns end in Jail.",
            origin=game.board.space("jail" if origin == IN_JAIL_SLUG else origin).index,
        )

    return Answer(data, rows, lambda printer: show_next_throw(printer, game, found), plot)


def answer_returns(game: OddsGame, args: argparse.Namespace) -> Answer:
    """Return what deeds or groups earn."""
    ask = odds.group_returns if args.groups else odds.returns
    found = ask(game.edition, game.variant, game.options, game.jail, take_chance=game.take_chance)
    chosen = ""
    if args.deeds:
        names = {space.slug: space.name for space in game.board.properties}
        names |= {group.slug: group.name for group in game.board.groups}
        chosen = find_name(args.deeds, names, "deed or group")
        found = [each for each in found if chosen in {each.what, each.group}]
    rows = [return_row(each) for each in found]

    def show(printer: Printer) -> None:
        if chosen:
            show_in_full(printer, game, found)
        else:
            show_returns(printer, game, found, groups=args.groups)

    def plot(_: str) -> None:
        raise BadArguments("--plot draws landings: leave out --deeds and --groups")

    return Answer({**game.data, "returns": rows}, rows, show, plot)


def return_row(each: odds.Return) -> Mapping[str, object]:
    """Return a deed's return as a mapping, with the figures derived from it."""
    return asdict(each) | {
        "break_even": each.break_even,
        "step_break_even": each.step_break_even,
        "step_return": each.step_return,
    }


def draw(
    file: str,
    layout: Board,
    shares: list[float],
    in_jail: float,
    title: str,
    subtitle: str,
    *,
    note: str,
    routes: Sequence[tuple[str, float]] = (),
    origin: int | None = None,
) -> None:
    """Write a heat map, or say why it cannot be written."""
    try:
        from ventnor.cli.common import heatmap
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("matplotlib"):
            raise
        raise BadArguments("a plot needs matplotlib, which is not installed: pip install 'ventnor[plots]'") from error
    try:
        picture = heatmap.Heatmap(layout, shares, in_jail, title, subtitle, [note], routes, origin)
        heatmap.draw(picture, Path(file))
    except (OSError, ValueError) as error:
        raise BadArguments(f"{file} could not be written: {error}") from error
