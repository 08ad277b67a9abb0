"""`Game`: a game, its players' actions, and nature between them.

The law checks every action first; a refused action changes nothing. The engine beneath holds the
kernel's records and runs the kernel interpreted; the driver says what follows automatically. A game decides no rule.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, cast, get_args

from ventnor.action import Accept, Action, BaseAction, Counter, MalformedAction, Offer, Roll, Tax, to_record
from ventnor.awaiting import Awaiting, awaiting_of
from ventnor.dice import LARGEST_SEED, FastChance, Nature, answers
from ventnor.driver import Driver, Move
from ventnor.engine import Engine
from ventnor.event import Countered, Event, Offered
from ventnor.kernel import codes, layout
from ventnor.kernel.legal import awaits_nature
from ventnor.kernel.reasons import LAWFUL, R_TAX_IS_BLIND, R_TOO_MUCH_OPEN
from ventnor.kernel.start import set_up
from ventnor.kernel.step import settle
from ventnor.log import OWN, Ply, pack, unpack
from ventnor.notation import format_action, parse_action
from ventnor.notation.position import Heading, digest, position_of, read_position
from ventnor.outcome import Outcome, outcome_of
from ventnor.preview import Preview, picture_of, preview_of
from ventnor.refusal import IllegalAction, RecordFull, Refusal, refusal_of
from ventnor.rulebook.board import UnknownSpace
from ventnor.rulebook.edition import EditionName, VariantName
from ventnor.rulebook.option import Options, with_board
from ventnor.view import TableManner, View, jail_cards_of, menu_of
from ventnor.words.kind import Json, show
from ventnor.words.vocabulary import DEED, SPACE, Deck

if TYPE_CHECKING:
    from ventnor.replay import Replay

Control: TypeAlias = Literal["auto", "manual"]

CONTROLS: Final = get_args(Control)
MANNERS: Final = get_args(TableManner)
ACTORS: Final = {"nature": codes.NATURE, "clock": codes.CLOCK}
LONGEST_CAUSE: Final = 60
EVERYBODY: Final = (1 << codes.SEATS) - 1


class WrongPlayers(ValueError):
    """A number of players that the edition does not allow, or a wrong number of names."""


class BadManner(ValueError):
    """An unknown value of `nature`, `ask_rent` or `table`."""


class NoLog(RuntimeError):
    """A game without a log has no replay."""

    def __init__(self) -> None:
        super().__init__("this game keeps no log: make it with keep_log=True to have its replay")


class NoFuture(RuntimeError):
    """A copy without a generator needs nature's answer. The copy is unchanged."""

    def __init__(self) -> None:
        super().__init__('this copy has no future: make it with copy(seed=…), or with nature="manual"')


class LegalActions:
    """What a seat may do. It is a live view: it always shows the game as it is.

    `action in legal_actions` is the law. Iterating gives the menu: a finite list of lawful actions in a fixed order,
    likeliest first, without offers and with a few bids. Where nature is awaited the menu is all that it can answer,
    each as likely as the other.
    """

    def __init__(self, game: Game, seat: int | None = None) -> None:
        self._game = game
        self._seat = seat

    def __contains__(self, action: object) -> bool:
        return isinstance(action, BaseAction) and self._game.is_legal(cast(Action, action), self._seat)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._game.menu(self._seat))

    def __len__(self) -> int:
        return len(self._game.menu(self._seat))

    def __bool__(self) -> bool:
        return bool(self._game.menu(self._seat))

    def __getitem__(self, index: int) -> Action:
        return self._game.menu(self._seat)[index]

    def __repr__(self) -> str:
        return f"<LegalActions: {', '.join(format_action(action) for action in self) or 'none'}>"


class Game:
    """A game of one edition.

    With `nature="auto"` dice, cards and dealt deeds follow by themselves from the seed; with "manual" the caller
    applies `Throw`, `Draw` and `Deal`. With `ask_rent="auto"` rent is asked for as soon as it may be; with "manual"
    its owner asks. `table` says what views show of rents not asked for. `dice` takes the place of the seed, for games
    whose dice people verify. `board` is another board: "london", or the path of a board file (docs/boards.md). With
    `keep_log=False` the game keeps no log and has no replay: it stays small, however long it lasts.
    """

    def __init__(
        self,
        edition: EditionName = "official",
        players: int = 4,
        seed: int | None = None,
        variant: VariantName = "",
        options: Options = Options(),  # noqa: B008  # frozen
        *,
        nature: Control = "auto",
        ask_rent: Control = "auto",
        table: TableManner = "attentive",
        names: Sequence[str] = (),
        dice: Nature | None = None,
        keep_log: bool = True,
        board: str = "",
    ) -> None:
        heading = Heading(edition, variant, with_board(options, board), tuple(names))
        t = heading.tables
        # §setup.players: how many may play.
        if not t.players_min <= players <= t.players_max:
            raise WrongPlayers(
                f"the edition {edition} is for {t.players_min} to {t.players_max} players, not {players}"
            )
        if names and len(names) != players:
            raise WrongPlayers(f"{players} players need {players} names, not {len(names)}")
        s, sink = layout.State(), layout.Sink()
        set_up(s, t, sink, players)
        settle(s, t, sink)
        engine = Engine(heading, s, keep_log=keep_log)
        self._begin(engine, dice or FastChance(random_seed() if seed is None else seed), nature, ask_rent, table)
        self._from_start = True
        self.advance()

    def _begin(
        self,
        engine: Engine,
        dice: Nature | None,
        nature: Control,
        ask_rent: Control,
        table: TableManner,
    ) -> None:
        for name, given, known in (
            ("nature", nature, CONTROLS),
            ("ask_rent", ask_rent, CONTROLS),
            ("table", table, MANNERS),
        ):
            if given not in known:
                raise BadManner(f"{name} is {' or '.join(known)}, not {show(given)}")
        self.heading = engine.heading
        self.nature: Control = nature
        self.ask_rent: Control = ask_rent
        self.table: TableManner = "sharp" if engine.state.sharp else table
        self._engine = engine
        self._s = engine.state
        self._t = engine.tables
        self._dice = dice
        if table == "sharp" and not self._s.sharp:
            self._s.sharp = 1
            settle(self._s, self._t, layout.Sink())  # if the hour has struck, others are asked for the last rents
        self._driver = Driver(engine, dice if nature == "auto" else None)
        self._driver.ask_only(0, EVERYBODY if ask_rent == "auto" else 0)
        self._menus: dict[int, tuple[Action, ...]] = {}
        self._menus_at = -1
        self._from_start = False
        self._dice_since = 0

    @classmethod
    def from_position(
        cls,
        position: Mapping[str, object],
        seed: int | None = None,
        *,
        nature: Control = "auto",
        ask_rent: Control = "auto",
        table: TableManner = "attentive",
        dice: Nature | None = None,
        keep_log: bool = True,
    ) -> Game:
        """Return a game that continues from a position. Raises `BadPosition`.

        Nothing happens until something is applied. If the game waits for nature, call `advance()`. A position
        that says `sharp` goes on at a sharp table.
        """
        heading, state = read_position(position)
        game = cls.__new__(cls)
        chance = dice or FastChance(random_seed() if seed is None else seed)
        game._begin(Engine(heading, state, keep_log=keep_log), chance, nature, ask_rent, table)
        return game

    # --- acting -------------------------------------------------------------------------------------------------------
    def apply(self, action: Action, by: int | None = None, *, cause: str = OWN) -> tuple[Event, ...]:
        """Do an action, by default of the awaited seat, and everything automatic after it. Return the events.

        Raises `IllegalAction`, and the game is unchanged. A throw given by hand to a player who is still to roll means
        both the roll and the throw. `cause` names the bot where one acts.
        """
        if len(cause) > LONGEST_CAUSE:
            raise ValueError(f"a cause is a name of at most {LONGEST_CAUSE} characters")
        record = self._record(action, by)
        if record.kind == codes.A_THROW and self._s.awaits == codes.W_THROW and self.nature == "manual" and by is None:
            return self.apply(Roll(), cause=cause) + self.apply(action)
        reason = self._engine.refuse(record)
        if reason != LAWFUL:
            raise self._illegal(reason, action, record.seat)
        return self._do(record, cause)

    def apply_text(self, text: str, by: int | None = None, *, cause: str = OWN) -> tuple[Event, ...]:
        """Do an action given in notation. Raises `MalformedAction` if it cannot be read."""
        return self.apply(parse_action(text, self.heading.decks, self.heading.options.board), by, cause=cause)

    def advance(self) -> tuple[Event, ...]:
        """Do everything that needs no decision: nature's answers, and rents asked for automatically."""
        return events_of(self._go_on())

    def _do(self, record: layout.Action, cause: str) -> tuple[Event, ...]:
        before = pack(self._s) if self._dice is None else b""
        first = self._driver.do(Move(record, cause))
        try:
            return events_of([first, *self._go_on()])
        except NoFuture:
            self._engine.undo(self.ply - first.number + 1, before)
            raise

    def _go_on(self) -> list[Ply]:
        plies: list[Ply] = []
        while isinstance(move := self._driver.next(), Move):
            plies.append(self._driver.do(move))
        if self.nature == "auto" and self._dice is None and awaits_nature(self._s):
            raise NoFuture
        return plies

    def _record(self, action: Action, by: int | None) -> layout.Action:
        if not isinstance(action, BaseAction):  # pyright: ignore[reportUnnecessaryIsInstance]  # callers without a type checker
            raise MalformedAction("do", f"expected an action, not {show(action)}")
        if by is None:
            by = ACTORS.get(action.actor, self._s.awaited)
        elif not isinstance(by, int) or not 0 <= by < codes.SEATS:  # pyright: ignore[reportUnnecessaryIsInstance]  # the same
            raise MalformedAction("seat", f"expected a seat from 0 to {codes.SEATS - 1}, not {show(by)}")
        return to_record(action, by)

    # --- the law and the menu -----------------------------------------------------------------------------------------
    @property
    def legal_actions(self) -> LegalActions:
        """Return what the awaited seat may do."""
        return LegalActions(self)

    def legal_actions_of(self, seat: int) -> LegalActions:
        """Return what a seat may do."""
        return LegalActions(self, self._check(seat))

    def is_legal(self, action: Action, by: int | None = None) -> bool:
        """Return whether an action is lawful now."""
        return self._engine.refuse(self._record(action, by)) == LAWFUL

    def menu(self, seat: int | None = None) -> tuple[Action, ...]:
        """Return a finite list of lawful actions of a seat (default: the awaited one), likeliest first."""
        who = self._s.awaited if seat is None else seat
        menus = self._menus_now
        found = menus.get(who)
        if found is None:
            natural = seat is None and awaits_nature(self._s)
            found = answers(self._s) if natural else menu_of(self._s, self._t, who, self.table)
            menus[who] = found
        return found

    @property
    def _menus_now(self) -> dict[int, tuple[Action, ...]]:
        """Return the menus computed at this ply."""
        if self._menus_at != self.ply:
            self._menus = {}
            self._menus_at = self.ply
        return self._menus

    def why_not(self, action: Action, by: int | None = None) -> Refusal | None:
        """Return why an action is refused now; None if it is lawful."""
        record = self._record(action, by)
        reason = self._engine.refuse(record)
        return None if reason == LAWFUL else self._refusal(reason, action, record.seat)

    def preview(self, actions: Sequence[Action], by: int | None = None) -> Preview:
        """Return what actions would change, up to the next dice or card. Raises `IllegalAction` as `apply` would."""
        trial = self.copy(nature="manual", keep_log=False)
        before = picture_of(trial._s, trial._t)
        events = tuple(event for action in actions for event in trial._try(action, by))
        accepted = trial._accepted(actions[-1], events) if actions else None
        return preview_of(before, trial._s, trial._t, events, accepted)

    def lawful_order(self, actions: Sequence[Action], by: int | None = None) -> tuple[int, ...]:
        """Return the indices of actions in a lawful order, as close to the given one as possible.

        Raises `IllegalAction` for the first action that is lawful in no order.
        """
        trial = self.copy(nature="manual", keep_log=False)
        left, order = list(range(len(actions))), list[int]()
        while left:
            place = next((place for place in left if trial.is_legal(actions[place], by)), left[0])
            trial._try(actions[place], by)
            left.remove(place)
            order.append(place)
        return tuple(order)

    def _try(self, action: Action, by: int | None) -> tuple[Event, ...]:
        if isinstance(action, Tax) and action.choice == "percent" and self.is_legal(action, by):
            # §tax.income: what is owned is not added up before the choice.
            raise self._illegal(R_TAX_IS_BLIND, action, self._s.awaited)
        return self.apply(action, by)

    def _accepted(self, action: Action, events: tuple[Event, ...]) -> Preview | None:
        if not isinstance(action, Offer | Counter):
            return None
        made = next(event for event in events if isinstance(event, Offered | Countered))
        answer = Accept(made.number)
        return self.preview([answer], by=made.recipient) if self.is_legal(answer, made.recipient) else None

    def _refusal(self, reason: int, action: Action, seat: int) -> Refusal:
        allowed = self.menu(seat) if 0 <= seat < self._s.players else ()
        return refusal_of(
            reason, self._s, self._t, action, seat, self.heading.edition, allowed, self.heading.options.board
        )

    def _illegal(self, reason: int, action: Action, seat: int) -> IllegalAction:
        made = RecordFull if reason == R_TOO_MUCH_OPEN else IllegalAction
        return made(format_action(action), self._refusal(reason, action, seat))

    # --- whom the game waits for --------------------------------------------------------------------------------------
    @property
    def to_act(self) -> int | None:
        """Return the seat that the game waits for; None for nature, or when the game is over."""
        return self._s.awaited if self._s.awaited < codes.SEATS else None

    @property
    def actors(self) -> tuple[int, ...]:
        """Return the seats that may act now. §act.when"""
        s = self._s
        if self.over or awaits_nature(s):
            return ()
        return tuple(seat for seat in range(s.players) if not s.out[seat])

    @property
    def awaiting(self) -> Awaiting:
        """Return what the game waits for."""
        return awaiting_of(self._s, self._t)

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return self._s.phase == codes.P_OVER

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game ended; None before its end."""
        return self.standings() if self.over else None

    def standings(self) -> Outcome:
        """Return the outcome, or the standings of an unfinished game."""
        return outcome_of(self._s, self._t, self.heading.names, self._engine.retired)

    # --- the table ----------------------------------------------------------------------------------------------------
    @property
    def edition(self) -> str:
        """Return the edition."""
        return self.heading.edition

    @property
    def variant(self) -> str:
        """Return the variant; empty for the regular game."""
        return self.heading.variant

    @property
    def options(self) -> Options:
        """Return the house rules."""
        return self.heading.options

    @property
    def names(self) -> tuple[str, ...]:
        """Return the players' names, if they have any."""
        return self.heading.names

    @property
    def players(self) -> int:
        """Return the number of players, including those out of the game."""
        return self._s.players

    @property
    def turn(self) -> int:
        """Return whose turn it is."""
        return self._s.turn

    @property
    def turn_number(self) -> int:
        """Return the turns begun so far."""
        return self._s.turns

    @property
    def cash(self) -> tuple[int, ...]:
        """Return the cash by seat."""
        return tuple(self._s.cash[seat] for seat in range(self._s.players))

    @property
    def space(self) -> tuple[str, ...]:
        """Return where each token stands."""
        return tuple(SPACE.value(self._s.space[seat]) for seat in range(self._s.players))

    @property
    def jail_cards(self) -> tuple[tuple[Deck, ...], ...]:
        """Return the jail cards of each player, by deck."""
        return tuple(jail_cards_of(self._s, seat) for seat in range(self._s.players))

    @property
    def jail_turn(self) -> tuple[int, ...]:
        """Return each player's next turn in Jail (1 to 3); 0 if not in Jail."""
        return tuple(self._s.jail_turn[seat] for seat in range(self._s.players))

    @property
    def retired(self) -> tuple[bool, ...]:
        """Return which players are out of the game."""
        return tuple(bool(self._s.out[seat]) for seat in range(self._s.players))

    @property
    def houses_left(self) -> int | None:
        """Return the houses in the Bank; None if unlimited."""
        return None if self._t.unlimited_buildings else self._s.houses_left

    @property
    def hotels_left(self) -> int | None:
        """Return the hotels in the Bank; None if unlimited."""
        return None if self._t.unlimited_buildings else self._s.hotels_left

    def owner(self, deed: str) -> int | None:
        """Return the owner of a deed; None for the Bank."""
        owner = self._s.owner[deed_number(deed)]
        return None if owner == codes.BANK else owner

    def houses(self, deed: str) -> int:
        """Return the number of houses on a lot; 5 for a hotel."""
        return self._s.houses[deed_number(deed)]

    def mortgaged(self, deed: str) -> bool:
        """Return whether a deed is mortgaged."""
        return bool(self._s.mortgaged[deed_number(deed)])

    def view(self, seat: int | None = None, *, window: bool = False) -> View:
        """Return what a seat (or a spectator) may see. `window`: the seat is asked but need not act."""
        heading = self.heading
        return View(
            self._s,
            self._t,
            edition=heading.edition,
            variant=heading.variant,
            options=heading.options,
            names=heading.names,
            seat=None if seat is None else self._check(seat),
            table=self.table,
            ply=self.ply,
            window=window,
            menu=None if seat is None else self._menus_now.get(seat),
        )

    # --- the whole ----------------------------------------------------------------------------------------------------
    @property
    def log(self) -> Sequence[Ply]:
        """Return the log: one line for each action. Empty if the game keeps no log."""
        return self._engine.log or ()

    @property
    def keeps_log(self) -> bool:
        """Return whether the game keeps a log."""
        return self._engine.log is not None

    @property
    def ply(self) -> int:
        """Return the number of actions so far."""
        return self._engine.ply

    @property
    def seed(self) -> int | None:
        """Return the seed of the dice, if they have one."""
        return self._dice.seed if isinstance(self._dice, FastChance) else None

    @property
    def dice(self) -> Nature | None:
        """Return the generator of the dice; None in a copy without one."""
        return self._dice

    @property
    def is_from_dice(self) -> bool:
        """Return whether this generator made all dice since the first ply."""
        return self._dice is not None and self._dice_since == 0

    @property
    def start(self) -> dict[str, Json]:
        """Return the position that the game started from."""
        return position_of(unpack(self._engine.start), self.heading)

    @property
    def is_from_start(self) -> bool:
        """Return whether the game started from the beginning, not from a position."""
        return self._from_start

    @property
    def position(self) -> dict[str, Json]:
        """Return the position as a plain mapping, which `from_position` takes back."""
        return position_of(self._s, self.heading)

    @property
    def digest(self) -> str:
        """Return sixteen hexadecimal digits that identify the position."""
        return digest(self.position)

    @property
    def replay(self) -> Replay:
        """Return the replay of the game, which can be saved and verified. Raises `NoLog` if the game keeps no log."""
        from ventnor.replay import Replay

        if not self.keeps_log:
            raise NoLog

        return Replay.of(self)

    def copy(
        self,
        seed: int | None = None,
        *,
        nature: Control | None = None,
        ask_rent: Control | None = None,
        keep_log: bool | None = None,
    ) -> Game:
        """Return an independent copy. Without a seed it has no dice: the caller supplies nature's actions, or
        `NoFuture` is raised.

        `keep_log=False` leaves the log behind.
        """
        game = type(self).__new__(type(self))
        chance = None if seed is None else FastChance(seed)
        control = nature or (self.nature if chance is None else "auto")
        game._begin(self._engine.copy(keep_log=keep_log), chance, control, ask_rent or self.ask_rent, self.table)
        game._from_start = self._from_start
        game._dice_since = self.ply
        game._menus = self._menus_now.copy()
        game._menus_at = self.ply
        return game

    def __copy__(self) -> Game:
        return self.copy()

    def __str__(self) -> str:
        from ventnor.drawing import draw

        return draw(self)

    def __repr__(self) -> str:
        variant = f" {self.variant}" if self.variant else ""
        awaited = (str(each) for each in self.awaiting.to_json().values() if isinstance(each, str | int))
        waiting = "over" if self.over else f"awaiting {' '.join(awaited)}"
        return f"<Game {self.edition}{variant}, ply {self.ply}, cash {' '.join(map(str, self.cash))}, {waiting}>"

    @property
    def engine(self) -> Engine:
        """Return the engine, for programs that drive games themselves. It does not check actions against the law."""
        return self._engine

    def _check(self, seat: int) -> int:
        if not 0 <= seat < self._s.players:
            raise WrongPlayers(f"there is no seat {seat} at a table of {self._s.players}")
        return seat


def events_of(plies: Sequence[Ply]) -> tuple[Event, ...]:
    """Return what happened in some plies."""
    if len(plies) == 1:
        return plies[0].events
    return tuple(event for ply in plies for event in ply.events)


def deed_number(deed: str) -> int:
    """Return the space of a deed. Raises `UnknownSpace`."""
    found = DEED.numbers.get(deed)
    if found is None:
        raise UnknownSpace(deed, "deed")
    return found


def random_seed() -> int:
    """Return a random seed from the operating system."""
    return secrets.randbelow(LARGEST_SEED + 1)
