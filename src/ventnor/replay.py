"""Replays: a game as a small text file that people can read and programs can verify.

A head says which game was played, and who played. Each action has a line, nature's and the clock's included, with a
short digest of the position after it. A last line closes the file. `docs/replay.md` describes the format.
Reading a text returns a replay or raises `BadReplay`. `verify` checks whether the game follows the rules.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Final, cast
from urllib.parse import quote, unquote

from ventnor.action import Action, MalformedAction, to_record
from ventnor.dice import FairChance, FastChance
from ventnor.game import Game
from ventnor.kernel import codes
from ventnor.kernel.reasons import LAWFUL, clause_of
from ventnor.log import AUTO, CLOCK, NATURE, OWN, Actor, Ply
from ventnor.notation import format_action, parse_action
from ventnor.notation.position import (
    BY_NUMBERS,
    BadPosition,
    Heading,
    identity_digest,
    identity_of,
    read_position,
)
from ventnor.rulebook.contradiction import ContradictoryOptions
from ventnor.rulebook.edition import EDITIONS, EditionName, UnknownVariant, VariantName
from ventnor.rulebook.option import BadOption, Options
from ventnor.view import TableManner
from ventnor.words.kind import Json, show

FORMAT: Final = 1
"""The version of the file format."""
NUMBERED: Final = 2
"""The version of a file with digests by numbers."""
RULES: Final = 4
"""The version of the rules. It goes up whenever the same actions may have other results than before."""

FIRST_LINE: Final = "ventnor replay"
LONGEST: Final = 4_000_000
SHORT: Final = 8
LINE: Final = re.compile(
    r"(?P<number>[1-9][0-9]{0,8}) (?P<actor>[0-7]|nature|clock) (?P<action>[a-z0-9 -]{1,600})"
    r"(?: \((?P<cause>[!$-'*-~]{1,720})\))?(?: #(?P<digest>n?[0-9a-f]{8}))?"
)
NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,18}")
WORD: Final = re.compile(r"[!-~]{1,720}")
HEX: Final = re.compile(r"(?:[0-9a-f]{2}){1,64}")


class BadReplay(ValueError):
    """A text is not a replay: the wrong line (from 1; 0 for the whole), and why."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}" if line else why)
        self.line = line
        self.why = why


class ReplayDiffers(ValueError):
    """A replay does not follow the rules: the first wrong ply, its clause if any, and why."""

    def __init__(self, ply: int, clause: str, why: str) -> None:
        cited = f" (§{clause})" if clause else ""
        super().__init__(f"ply {ply}: {why}{cited}")
        self.ply = ply
        self.clause = clause
        self.why = why


@dataclass(frozen=True, slots=True)
class Line:
    """One action of a replay: actor, action, cause, and the short digest of the position after it."""

    number: int
    actor: Actor
    action: Action
    cause: str = OWN
    digest: str = ""

    @property
    def by(self) -> int:
        """Return the kernel's number of who acted."""
        return self.actor if isinstance(self.actor, int) else ACTORS[self.actor]


ACTORS: Final = {NATURE: codes.NATURE, CLOCK: codes.CLOCK}


@dataclass(frozen=True, slots=True)
class Replay:
    """A recorded game. Iterating gives its lines."""

    heading: Heading
    lines: tuple[Line, ...]
    table: TableManner = "attentive"
    bots: tuple[str, ...] = ()
    """The bot in each seat; "seat" where a person sits."""
    seed: int | None = None
    commitment: str = ""
    """The published hash of the seed, if the dice can be verified."""
    nonces: tuple[bytes, ...] = ()
    revealed: bytes = b""
    """The seed of such dice, once the game is over."""
    start: Mapping[str, Json] | None = None
    """The position that the game started from, if it did not start from the beginning."""
    ventnor: str = ""
    rules: int = RULES
    seal: str = ""
    """The checksum in the last line; empty if the file is cut short."""
    checksum: str = ""
    """The checksum that the last line should have."""

    @classmethod
    def of(cls, game: Game) -> Replay:
        """Return the replay of a game so far."""
        bots = bots_of(game)
        dice = game.dice if game.is_from_dice else None
        made = cls(
            heading=game.heading if game.names else replace(game.heading, names=("",) * game.players),
            lines=tuple(line_of(ply) for ply in game.log),
            table=game.table,
            bots=bots,
            seed=dice.seed if isinstance(dice, FastChance) else None,
            commitment=dice.commitment if isinstance(dice, FairChance) else "",
            nonces=dice.nonces if isinstance(dice, FairChance) else (),
            start=None if game.is_from_start else game.start,
            ventnor=version("ventnor"),
        )
        checksum = checksum_of(made.body())
        return replace(made, seal=checksum, checksum=checksum)

    @property
    def players(self) -> int:
        """Return the number of players."""
        return len(self.heading.names)

    def __len__(self) -> int:
        return len(self.lines)

    def __iter__(self) -> Iterator[Line]:
        return iter(self.lines)

    def __repr__(self) -> str:
        return f"<Replay {self.heading.edition}, {self.players} players, {len(self.lines)} plies>"

    # --- text ---------------------------------------------------------------------------------------------------------
    def dumps(self) -> str:
        """Return the replay as text."""
        seal = f"end {len(self.lines)} {self.seal}\n" if self.seal else ""
        return self.body() + seal

    def body(self) -> str:
        """Return the text without its last line."""
        return "".join(f"{line}\n" for line in [*self.head(), "", *(self.write(line) for line in self.lines)])

    def head(self) -> list[str]:
        """Return the lines that say which game it is."""
        heading = self.heading
        numbered = any(line.digest.startswith(BY_NUMBERS) for line in self.lines)
        head = [
            f"{FIRST_LINE} {NUMBERED if numbered else FORMAT}",
            f"ventnor {quoted(self.ventnor)}",
            f"rules {self.rules}",
        ]
        head += [f"edition {heading.edition}"]
        head += [f"variant {heading.variant}"] if heading.variant else []
        head += [f"options {compact(heading.options.to_mapping())}"] if heading.options != Options() else []
        head += [f"table {self.table}"]
        for seat, name in enumerate(heading.names):
            head.append(f"seat {seat} {compact(name)} {quoted(self.bots[seat]) if self.bots else OWN}")
        head += [f"seed {self.seed}"] if self.seed is not None else []
        head += [f"commitment {self.commitment}"] if self.commitment else []
        head += [f"nonce {nonce.hex()}" for nonce in self.nonces if nonce]
        head += [f"revealed {self.revealed.hex()}"] if self.revealed else []
        head += [f"position {compact(self.start)}"] if self.start is not None else []
        return head

    def write(self, line: Line) -> str:
        """Return an action as a line of text."""
        cause = "" if line.cause == self.usual(line.actor) else f" ({quoted(line.cause)})"
        digest = f" #{line.digest}" if line.digest else ""
        return f"{line.number} {line.actor} {format_action(line.action)}{cause}{digest}"

    def usual(self, actor: Actor) -> str:
        """Return the usual cause of an actor."""
        if isinstance(actor, str):
            return actor
        return self.bots[actor] if actor < len(self.bots) else OWN

    def save(self, path: str | Path) -> None:
        """Write the replay into a file."""
        Path(path).write_text(self.dumps(), encoding="utf-8", newline="\n")

    @classmethod
    def load(cls, path: str | Path) -> Replay:
        """Read a file with any line endings. Raises `BadReplay`, or `OSError` if there is no file."""
        try:
            return cls.loads(Path(path).read_bytes().decode("utf-8").replace("\r\n", "\n"))
        except UnicodeDecodeError:
            raise BadReplay(0, "is not text in UTF-8") from None

    @classmethod
    def loads(cls, text: str) -> Replay:
        """Read a text. Raises `BadReplay`."""
        return ReplayReader(text).read()

    # --- playing it again ---------------------------------------------------------------------------------------------
    def begin(self) -> Game:
        """Return the game before its first line. The caller applies every action."""
        heading = self.heading
        if self.start is not None:
            return Game.from_position(self.start, nature="manual", ask_rent="manual", table=self.table)
        return Game(
            cast(EditionName, heading.edition),
            self.players,
            0,
            cast(VariantName, heading.variant),
            heading.options,
            nature="manual",
            ask_rent="manual",
            table=self.table,
            names=heading.names,
        )

    def games(self) -> Iterator[tuple[Line, Game]]:
        """Yield each line with the game after it (always the same object). Raises `ReplayDiffers`."""
        game = self.begin()
        engine = game.engine
        for line in self.lines:
            record = to_record(line.action, line.by)
            reason = engine.refuse(record)
            if reason != LAWFUL:
                text = format_action(line.action)
                clause = codes.CLAUSE_IDS[clause_of(engine.tables, reason)]
                raise ReplayDiffers(line.number, clause, f"{line.actor} may not {text}{self.elsewhere}")
            engine.do(record, line.cause)
            yield line, game

    def game_at(self, ply: int | None = None) -> Game:
        """Return the game after so many plies (default: all). `copy(seed=…)` continues it with new dice."""
        wanted = len(self.lines) if ply is None else ply
        if not 0 <= wanted <= len(self.lines):
            raise IndexError(f"the replay has {len(self.lines)} plies, not {wanted}")
        if wanted == 0:
            return self.begin()
        return next(game for line, game in self.games() if line.number == wanted)

    def verify(self) -> None:
        """Play every action again by the law and compare every digest. Raises `ReplayDiffers` at the first difference.

        Where the seed of verified dice is revealed, every throw, card and deal is computed again from it. Under another
        version of the rules a replay may differ without a fault; the error then says so.
        """
        for line, game in self.games():
            if line.digest and digest_like(line.digest, game) != line.digest:
                clause = next((event.clause for event in game.log[-1].events if event.clause), "")
                why = f"what follows {format_action(line.action)} is not what was recorded{self.elsewhere}"
                raise ReplayDiffers(line.number, clause, why)
        if not self.seal:
            raise ReplayDiffers(len(self.lines), "", "the file is cut short: its last line is missing")
        if self.seal != self.checksum:
            raise ReplayDiffers(len(self.lines), "", "the file was changed after it was written")
        if self.revealed:
            self.verify_dice(self.revealed)

    def verify_dice(self, seed: bytes) -> None:
        """Compute every throw, card and dealt deed again from the revealed seed. Raises `ReplayDiffers`."""
        chance = FairChance(seed, self.nonces)
        if chance.commitment != self.commitment:
            raise ReplayDiffers(0, "", "this is not the seed whose hash was published")
        engine = self.begin().engine
        for line in self.lines:
            record = to_record(line.action, line.by)
            if line.actor == NATURE:
                expected = chance.answer(engine.state, engine.tables)
                if bytes(expected) != bytes(record):
                    raise ReplayDiffers(line.number, "", "the dice are not those of the seed")
            if engine.refuse(record) != LAWFUL:
                raise ReplayDiffers(line.number, "", "the game breaks the rules: verify() says where")
            engine.do(record, line.cause)

    @property
    def elsewhere(self) -> str:
        """Return a remark where the replay was recorded under other rules."""
        return "" if self.rules == RULES else f" (recorded under rules {self.rules}; these are rules {RULES})"


def line_of(ply: Ply) -> Line:
    """Return a line of the log as a line of a replay."""
    return Line(ply.number, ply.actor, ply.action, ply.cause, shorten(ply.digest))


def shorten(digest: str) -> str:
    """Return a digest as it stands in a line: its mark, if it has one, and its first digits."""
    return digest[: SHORT + len(BY_NUMBERS)] if digest.startswith(BY_NUMBERS) else digest[:SHORT]


def digest_like(digest: str, game: Game) -> str:
    """Return the short digest of a game as it stands, computed in the way of a recorded one."""
    if digest.startswith(BY_NUMBERS):
        return shorten(identity_digest(identity_of(game.engine.state, game.engine.tables)))
    return shorten(game.log[-1].digest)


def bots_of(game: Game) -> tuple[str, ...]:
    """Return the bot in each seat, as the log shows it: the first that acted there; "seat" where none did."""
    bots = [OWN] * game.players
    for ply in game.log:
        if isinstance(ply.actor, int) and bots[ply.actor] == OWN and ply.cause != AUTO:
            bots[ply.actor] = ply.cause
    return tuple(bots)


def quoted(word: str) -> str:
    """Return a name as one word without spaces, brackets or marks."""
    return quote(word, safe="'*!~,;:@+=/&?", encoding="utf-8", errors="replace").replace("-", "%2D") or "-"


def compact(value: object) -> str:
    """Return JSON on one line."""
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"), allow_nan=False)


def checksum_of(body: str) -> str:
    """Return sixteen digits for a whole text."""
    return sha256(body.encode("utf-8", "replace")).hexdigest()[:16]


class ReplayReader:
    """Reads a text line by line, and names the line of an error."""

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST:
            raise BadReplay(0, "is longer than any game")
        self.text = text
        self.rows = text.split("\n")
        self.at = 0
        self.fields: dict[str, str] = {}
        self.names: list[str] = []
        self.bots: list[str] = []
        self.nonces: list[bytes] = []

    def error(self, why: str) -> BadReplay:
        """Return an error about the present line."""
        return BadReplay(self.at, why)

    def take(self) -> str | None:
        """Return the next line, or nothing after the last."""
        if self.at >= len(self.rows):
            return None
        self.at += 1
        return self.rows[self.at - 1]

    def read(self) -> Replay:
        """Return the replay."""
        self.read_head()
        heading, start = self.read_game()
        made = Replay(
            heading=heading,
            lines=(),
            table=self.read_table(),
            bots=tuple(self.bots),
            seed=self.number("seed") if "seed" in self.fields else None,
            commitment=self.read_hex("commitment"),
            nonces=tuple(self.nonces),
            revealed=bytes.fromhex(self.read_hex("revealed")),
            start=start,
            ventnor=unquoted(self.fields.get("ventnor", "-")),
            rules=self.number("rules"),
        )
        lines, seal, checksum = self.read_lines(made)
        return replace(made, lines=tuple(lines), seal=seal, checksum=checksum)

    def read_head(self) -> None:
        """Read the head, up to the empty line."""
        first = self.take() or ""
        if not first.startswith(FIRST_LINE):
            raise self.error(f"a replay begins with {FIRST_LINE!r}, not {show(first)}")
        if first not in {f"{FIRST_LINE} {FORMAT}", f"{FIRST_LINE} {NUMBERED}"}:
            found = show(first[len(FIRST_LINE) :].strip())
            raise self.error(f"this is format {found}; known are {FORMAT} and {NUMBERED}")
        while row := self.take():
            key, _, value = row.partition(" ")
            if key == "seat":
                self.read_seat(value)
            elif key == "nonce":
                if not HEX.fullmatch(value):
                    raise self.error("a nonce is written in hexadecimal digits")
                self.nonces.append(bytes.fromhex(value))
            elif not row.isascii():
                raise self.error("is not ASCII")
            elif key not in KEYS:
                raise self.error(f"is not a line of a head: {show(key)}")
            elif key in self.fields:
                raise self.error(f"{key} is given twice")
            else:
                self.fields[key] = value

    def read_seat(self, value: str) -> None:
        """Read a player: number, name, and the bot in the seat."""
        number, _, rest = value.partition(" ")
        name, _, bot = rest.rpartition(" ")
        if number != str(len(self.names)) or len(self.names) >= codes.SEATS:
            raise self.error(f"expected seat {len(self.names)}")
        read = self.json(name)
        if not isinstance(read, str) or len(read) > 80:
            raise self.error("a name is a text of at most 80 characters")
        if not WORD.fullmatch(bot):
            raise self.error("a bot's name is one word, without letters beyond ASCII")
        self.names.append(read)
        self.bots.append(unquoted(bot))

    def read_game(self) -> tuple[Heading, Mapping[str, Json] | None]:
        """Return which game it is, and its first position if that is given."""
        edition = self.fields.get("edition", "")
        if edition not in EDITIONS:
            raise self.error(f"there is no edition {show(edition)}")
        options = self.json(self.fields.get("options", "{}"))
        if not isinstance(options, dict):
            raise self.error("options are a mapping")
        try:
            heading = Heading(edition, self.fields.get("variant", ""), Options.from_mapping(options), tuple(self.names))
            t = heading.tables
        except (BadOption, ContradictoryOptions, UnknownVariant, TypeError) as error:
            raise self.error(str(error)) from None
        if not t.players_min <= len(self.names) <= t.players_max:
            raise self.error(f"the edition is for {t.players_min} to {t.players_max} players, not {len(self.names)}")
        if "position" not in self.fields:
            return heading, None
        start = self.json(self.fields["position"])
        if not isinstance(start, dict):
            raise self.error("a position is a mapping")
        try:
            found, _ = read_position(start)
        except BadPosition as error:
            raise self.error(f"the position is not possible: {error.problems[0]}") from None
        if found != heading and found != replace(heading, names=found.names):
            raise self.error("the position is of another game")
        return heading, start

    def read_table(self) -> TableManner:
        """Return how attentive the table is."""
        table = self.fields.get("table", "attentive")
        if table == "attentive" or table == "sharp":
            return table
        raise self.error(f"a table is attentive or sharp, not {show(table)}")

    def read_hex(self, key: str) -> str:
        """Return a hash or a seed of the head."""
        value = self.fields.get(key, "")
        if value and not HEX.fullmatch(value):
            raise self.error(f"what follows {key} is written in hexadecimal digits")
        return value

    def number(self, key: str) -> int:
        """Return a number of the head."""
        value = self.fields.get(key, "")
        if not NUMBER.fullmatch(value):
            raise self.error(f"{key} is a number, not {show(value)}")
        return int(value)

    def json(self, text: str) -> Json:
        """Return a value written as JSON."""
        try:
            return cast(Json, json.loads(text, parse_constant=refuse_constant))
        except (ValueError, RecursionError):
            raise self.error(f"is not JSON: {show(text)}") from None

    def read_lines(self, made: Replay) -> tuple[list[Line], str, str]:
        """Return the actions, what the last line says of the text, and what it should say."""
        lines: list[Line] = []
        while (row := self.take()) is not None:
            if not row and self.at == len(self.rows):
                break
            if row.startswith("end "):
                seal = self.read_seal(row, len(lines))
                body = "".join(f"{each}\n" for each in self.rows[: self.at - 1])
                if any(self.rows[self.at :]):
                    self.at += 1
                    raise self.error("nothing follows the last line")
                return lines, seal, checksum_of(body)
            lines.append(self.read_line(row, len(lines) + 1, made))
        return lines, "", ""

    def read_seal(self, row: str, count: int) -> str:
        """Return the last line."""
        words = row.split(" ")
        if len(words) != 3 or words[1] != str(count) or not re.fullmatch(r"[0-9a-f]{16}", words[2]):
            raise self.error(f"the last line is 'end {count}' and sixteen digits")
        return words[2]

    def read_line(self, row: str, number: int, made: Replay) -> Line:
        """Return an action."""
        found = LINE.fullmatch(row)
        if found is None:
            raise self.error(f"expected a number, who acts and an action, not {show(row)}")
        if found["number"] != str(number):
            raise self.error(f"expected ply {number}, not {found['number']}")
        try:
            action = parse_action(found["action"])
        except MalformedAction as error:
            raise self.error(str(error)) from None
        actor = read_actor(found["actor"])
        if (action.actor == "seat") != isinstance(actor, int) or (isinstance(actor, str) and action.actor != actor):
            raise self.error(f"{actor} cannot {action.name}")
        if isinstance(actor, int) and actor >= len(self.names):
            raise self.error(f"there is no seat {actor}")
        cause = unquoted(found["cause"]) if found["cause"] else made.usual(actor)
        return Line(number, actor, action, cause, found["digest"] or "")


KEYS: Final = frozenset(
    {"ventnor", "rules", "edition", "variant", "options", "table", "seed", "commitment", "revealed", "position"}
)


def read_actor(word: str) -> Actor:
    """Return who acts."""
    if word == NATURE:
        return "nature"
    return "clock" if word == CLOCK else int(word)


def unquoted(word: str) -> str:
    """Return the name that `quoted` wrote."""
    return "" if word == "-" else unquote(word, encoding="utf-8", errors="replace")


def refuse_constant(name: str) -> float:
    """Raise an error for NaN and Infinity, which JSON does not have."""
    raise ValueError(name)
