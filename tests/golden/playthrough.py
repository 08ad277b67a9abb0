"""Golden playthroughs: games that a script plays, written down ply by ply so that a person can check them.

A script is a file of its own: what game it is (TOML, up to a line of three dashes), then a line an action. `2: bid 40`
is done by seat 2, `bid 40` by whom the game waits for; `no 2: bid 40` is refused; `== words` is a heading, which names
clauses that its section shows. `roll 3 4` stands for taking the dice and for the throw. The script names every
rent asked for, card drawn and answer.

    for game in golden_games():                   # to compare the compiled twin on
        game.start, game.tables, game.actions
"""

import json
import re
import textwrap
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, cast

from ventnor.action import Action, BaseAction, MalformedAction, Terms, Throw, to_record
from ventnor.event import CardDrawn, Event
from ventnor.game import Game
from ventnor.kernel import layout
from ventnor.kernel.codes import CLOCK, HOTEL, NATURE
from ventnor.log import Actor
from ventnor.notation import format_action, parse_action
from ventnor.notation.action import terms_words
from ventnor.rulebook.card import decks
from ventnor.rulebook.option import Options
from ventnor.rulebook.setting import settings

FOLDER = Path(__file__).parent
WIDTH = 118
CLAUSE_COLUMN = 84
LINE = re.compile(r"(?P<no>no )?(?:(?P<seat>\d): )?(?P<text>.+)")
ACTORS: Mapping[Actor, int] = {"nature": NATURE, "clock": CLOCK}


class WrongScript(Exception):
    """A line of a script that the game does not accept as written."""


@dataclass(frozen=True)
class GoldenGame:
    """A golden playthrough as the kernel sees it: where it starts, and the actions one after another."""

    name: str
    edition: str
    variant: str
    options: Options
    players: int
    start: layout.State
    tables: layout.Tables
    actions: tuple[layout.Action, ...]


@dataclass(frozen=True)
class Script:
    """The contents of a script file."""

    name: str
    about: str
    heading: Mapping[str, Any]
    lines: tuple[str, ...]

    @classmethod
    def read(cls, path: Path) -> "Script":
        """Return a script file."""
        head, _, body = path.read_text(encoding="utf-8").partition("\n---\n")
        heading = tomllib.loads(head)
        lines = tuple(line.strip() for line in body.splitlines() if line.strip())
        return cls(path.stem, heading.pop("about"), heading, lines)

    def new_game(self) -> Game:
        """Return the game before its first line."""
        if "seats" in self.heading:
            return Game.from_position(self.heading, nature="manual", ask_rent="manual")
        options = Options.from_mapping(self.heading.get("options", {}))
        return Game(
            self.heading["edition"],
            self.heading["players"],
            variant=self.heading.get("variant", ""),
            options=options,
            nature="manual",
            ask_rent="manual",
        )


def scripts() -> list[Script]:
    """Return all scripts, by name."""
    return [Script.read(path) for path in sorted(FOLDER.glob("*.script"))]


def golden_path(script: Script) -> Path:
    """Return where a script's playthrough is kept."""
    return FOLDER / f"{script.name}.txt"


def golden_games() -> Iterator[GoldenGame]:
    """Return every golden playthrough, to be played in another way."""
    for script in scripts():
        game = script.new_game()
        state, tables = game.engine.state, game.engine.tables
        start = layout.State.from_buffer_copy(state)
        for _ in Playthrough(script, game).lines():
            pass
        actions = tuple(to_record(ply.action, ACTORS.get(ply.actor, cast(int, ply.actor))) for ply in game.log)
        yield GoldenGame(script.name, game.edition, game.variant, game.options, game.players, start, tables, actions)


def write_playthrough(script: Script) -> str:
    """Return the text of a playthrough."""
    game = script.new_game()
    title = " ".join(word for word in (game.edition, game.variant, "game" if game.variant else "") if word)
    lines = [f"# {script.about}", f"# {title}, {game.players} players"]
    if game.options != Options():
        chosen = ", ".join(f"{name} = {json.dumps(value)}" for name, value in script.heading.get("options", {}).items())
        lines.append(f"# house rules: {chosen}")
    if "seats" in script.heading:
        lines += start_lines(game)
    lines += Playthrough(script, game).lines()
    if game.over:
        outcome = game.outcome
        assert outcome is not None
        lines += ["", f"over: won by {' and '.join(f'seat {seat}' for seat in outcome.winners)}"]
    return "\n".join(lines) + "\n"


def start_lines(game: Game) -> Iterator[str]:
    """Return a start position in words, with everything needed to check rents and sums."""
    position = cast("dict[str, Any]", game.position)
    yield f"# start: turn of seat {position.get('turn', 0)}"
    for number, seat in enumerate(position["seats"]):
        deeds = [deed_text(slug, deed) for slug, deed in position["deeds"].items() if deed.get("owner") == number]
        jail = [f"in Jail, turn {seat['jail_turn']}"] if seat.get("jail_turn") else [f"on {game.space[number]}"]
        cards = [f"{deck}-card" for deck in seat.get("jail_cards", ())]
        facts = [f"cash {game.cash[number]}", *jail, *cards, f"owns {', '.join(deeds) or 'nothing'}"]
        yield from wrapped(f"#   seat {number}  ", "  ".join(facts), "#" + " " * 10)


def deed_text(slug: str, deed: Mapping[str, Any]) -> str:
    """Return a deed and what is on it."""
    if deed.get("mortgaged"):
        return f"{slug} (mortgaged)"
    houses = deed.get("houses", 0)
    return f"{slug} ({'hotel' if houses == HOTEL else houses})" if houses else slug


class Playthrough:
    """A script at play."""

    def __init__(self, script: Script, game: Game) -> None:
        self.script = script
        self.game = game

    def lines(self) -> Iterator[str]:
        """Return the lines of the playthrough, as the script goes on."""
        for line in self.script.lines:
            if line.startswith("=="):
                yield from ("", line)
                continue
            found = LINE.fullmatch(line)
            assert found is not None
            seat = None if found["seat"] is None else int(found["seat"])
            try:
                action = parse_action(found["text"])
            except MalformedAction as error:
                raise WrongScript(f"{self.script.name}: {line!r}: {error}") from None
            if found["no"]:
                yield from self.refusal(line, action, seat)
            elif isinstance(action, Throw) and self.game.awaiting.kind == "throw":
                yield from self.ply(line, parse_action("roll"), seat)
                yield from self.ply(line, action, None)
            else:
                yield from self.ply(line, action, seat)

    def refusal(self, line: str, action: Action, seat: int | None) -> Iterator[str]:
        """Yield the lines of an action that the law refuses, with the reason."""
        refused = self.game.why_not(action, seat)
        if refused is None:
            raise WrongScript(f"{self.script.name}: {line!r} is lawful")
        who = self.who(action, seat)
        yield cited(f"  refuse {who}  {format_action(action)}", refused.clause)
        yield from wrapped("         ", refused.reason)

    def ply(self, line: str, action: Action, seat: int | None) -> Iterator[str]:
        """Yield the lines of one action and its events."""
        game = self.game
        refused = game.why_not(action, seat)
        if refused is not None:
            raise WrongScript(
                f"{self.script.name}, ply {game.ply + 1}: {line!r} is refused by §{refused.clause}: {refused.reason} "
                f"The game is {game!r}"
            )
        who = self.who(action, seat)
        cash = " ".join(map(str, game.cash))
        actor = seat if seat is not None else game.to_act
        on = f"  on {game.space[actor]}" if action.actor == "seat" and actor is not None else ""
        yield ""
        yield f"ply {game.ply + 1}  {who}  cash {cash}{on}"
        if action.actor == "seat":
            menu = game.menu(actor)
            yield from wrapped("  menu   ", " | ".join(format_action(each) for each in menu))
        yield f"  apply  {format_action(action)}"
        game.apply(action, seat)
        for event in game.log[-1].events:
            yield cited(f"  event  {event_text(event)}{self.card(event)}", event.clause)
        yield f"  digest {game.digest[:8]}"

    def card(self, event: Event) -> str:
        """Return the effect of a drawn card."""
        if not isinstance(event, CardDrawn):
            return ""
        game = self.game
        drawn = decks(settings(game.edition, game.variant, game.options).decks).deck(event.deck)[event.card]
        figures = (drawn.to, drawn.amount, drawn.spaces, drawn.house, drawn.hotel)
        return f" ({' '.join(map(str, (drawn.kind, *filter(None, figures))))})"

    def who(self, action: BaseAction, seat: int | None) -> str:
        """Return who does it."""
        if action.actor != "seat":
            return action.actor
        return f"seat {self.game.to_act if seat is None else seat}"


def event_text(event: Event) -> str:
    """Return an event with its facts, short."""
    words = [type(event).__name__]
    for each in fields(event):
        value = getattr(event, each.name)
        if (
            each.name == "clause"
            or value is None
            or value is False
            or value == ()
            or (each.name, value) == ("factor", 0)
        ):
            continue
        if isinstance(value, Terms):
            value = " ".join(terms_words(value))
        elif isinstance(value, tuple):
            value = " ".join(map(str, cast("tuple[object, ...]", value)))
        elif value is True:
            words.append(each.name)
            continue
        words.append(f"{each.name} {value}")
    return "  ".join(words)


def cited(text: str, clause: str) -> str:
    """Return a line with its clause at the end."""
    return f"{text:<{CLAUSE_COLUMN}} §{clause}" if clause else text


def wrapped(head: str, text: str, indent: str = "") -> list[str]:
    """Return a long line over several."""
    return textwrap.wrap(
        text, WIDTH, initial_indent=head, subsequent_indent=indent or " " * len(head), break_on_hyphens=False
    ) or [head.rstrip()]
