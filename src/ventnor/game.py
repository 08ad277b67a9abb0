"""The object people use: a game, its players' actions, and nature between them.

It holds the kernel's records and runs the kernel interpreted. Every action is put to the law; one that is refused
leaves every byte as it was. It decides no rule.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, cast, get_args

from ventnor.action import Accept, Act, Action, Counter, MalformedAction, Offer, Roll, Tax, from_record, to_record
from ventnor.awaiting import Awaiting, awaiting_of
from ventnor.dice import LARGEST_SEED, FastChance, Nature, answers
from ventnor.event import Countered, Event, Offered, WentBankrupt
from ventnor.kernel import codes, layout
from ventnor.kernel.legal import awaits_nature, refuse
from ventnor.kernel.start import set_up
from ventnor.kernel.step import settle, step
from ventnor.log import AUTO, CLOCK, NATURE, OWN, Ply, pack, unpack
from ventnor.notation import format_action, parse_action
from ventnor.notation.position import Heading, digest, position_of, read_position
from ventnor.outcome import Outcome, outcome_of
from ventnor.preview import Preview, picture_of, preview_of
from ventnor.refusal import IllegalAction, RecordFull, Refusal, refusal_of
from ventnor.rulebook.board import UnknownSpace
from ventnor.rulebook.option import Options, house_rules
from ventnor.view import TableManner, View, jail_cards_of, menu_of
from ventnor.words.kind import Json, show
from ventnor.words.vocabulary import DEED, SPACE, Deck

if TYPE_CHECKING:
    from ventnor.replay import Replay

EditionName: TypeAlias = Literal["1935", "classic", "anniversary", "official", "modern"]
VariantName: TypeAlias = Literal["", "short", "timed"]
Driver: TypeAlias = Literal["auto", "manual"]

DRIVERS: Final = get_args(Driver)
MANNERS: Final = get_args(TableManner)
ACTORS: Final = {"nature": codes.NATURE, "clock": codes.CLOCK}
LONGEST_CAUSE: Final = 60
CAUSES: Final = {codes.NATURE: NATURE, codes.CLOCK: CLOCK}


class WrongPlayers(ValueError):
    """A number of players that the edition is not for, or names that do not match it."""


class BadManner(ValueError):
    """A way to play that there is not, by the name of the argument."""


class NoFuture(RuntimeError):
    """Nature is asked in a copy that was given no chance. The copy is unchanged."""

    def __init__(self) -> None:
        super().__init__('this copy has no future: make it with copy(seed=…), or with nature="manual"')


class LegalActions:
    """What a seat may do, now and later: it always speaks of the game as it is.

    `action in legal_actions` is the law. Going through it gives the menu, a finite list of lawful actions in a fixed
    order, likeliest first: no offers, and bids at a few sums. Where nature is awaited the menu is all that it can
    answer, each as likely as the other.
    """

    def __init__(self, game: Game, seat: int | None = None) -> None:
        self._game = game
        self._seat = seat

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Act) and self._game.is_legal(cast(Action, action), self._seat)

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
    whose dice people verify.
    """

    def __init__(
        self,
        edition: EditionName = "official",
        players: int = 4,
        seed: int | None = None,
        variant: VariantName = "",
        options: Options = Options(),  # noqa: B008  # frozen
        *,
        nature: Driver = "auto",
        ask_rent: Driver = "auto",
        table: TableManner = "attentive",
        names: Sequence[str] = (),
        dice: Nature | None = None,
    ) -> None:
        heading = Heading(edition, variant, house_rules(options), tuple(names))
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
        self._begin(heading, s, dice or FastChance(random_seed() if seed is None else seed), nature, ask_rent, table)
        self._from_start = True
        self.advance()

    def _begin(
        self,
        heading: Heading,
        state: layout.State,
        dice: Nature | None,
        nature: Driver,
        ask_rent: Driver,
        table: TableManner,
    ) -> None:
        for name, given, known in (
            ("nature", nature, DRIVERS),
            ("ask_rent", ask_rent, DRIVERS),
            ("table", table, MANNERS),
        ):
            if given not in known:
                raise BadManner(f"{name} is {' or '.join(known)}, not {show(given)}")
        self.heading = heading
        self.nature: Driver = nature
        self.ask_rent: Driver = ask_rent
        self.table: TableManner = table
        self._s = state
        self._t = heading.tables
        self._e = layout.Sink(capacity=codes.EVENTS)
        self._dice = dice
        self._log: list[Ply] = []
        self._menus: dict[int, tuple[Action, ...]] = {}
        self._start = pack(state)
        self._from_start = False
        self._dice_since = 0

    @classmethod
    def from_position(
        cls,
        position: Mapping[str, object],
        seed: int | None = None,
        *,
        nature: Driver = "auto",
        ask_rent: Driver = "auto",
        table: TableManner = "attentive",
        dice: Nature | None = None,
    ) -> Game:
        """A game that goes on from a position, as `Game.position` writes it or a person. Raises `BadPosition`.

        It stands still until something is applied; `advance()` lets nature answer if that is what it waits for.
        """
        heading, state = read_position(position)
        game = cls.__new__(cls)
        chance = dice or FastChance(random_seed() if seed is None else seed)
        game._begin(heading, state, chance, nature, ask_rent, table)
        return game

    # --- acting -------------------------------------------------------------------------------------------------------
    def apply(self, action: Action, by: int | None = None, *, cause: str = OWN) -> tuple[Event, ...]:
        """Do an action, by default of the seat awaited, and all that follows by itself; what happened.

        Raises `IllegalAction`, and the game is unchanged. A throw given by hand to a player who is still to roll means
        both the roll and the throw. `cause` names the bot where one acts.
        """
        if len(cause) > LONGEST_CAUSE:
            raise ValueError(f"a cause is a name of at most {LONGEST_CAUSE} characters")
        record = self._record(action, by)
        if record.kind == codes.A_THROW and self._s.awaits == codes.W_THROW and self.nature == "manual" and by is None:
            return self.apply(Roll(), cause=cause) + self.apply(action)
        self.check(record, action)
        return self.carry_out(record, cause)

    def check(self, record: layout.Action, action: Action | None = None) -> None:
        """Raise `IllegalAction` unless an action, given as the kernel's record, is lawful."""
        code = refuse(self._s, self._t, record)
        if code != codes.C_NONE:
            raise self._illegal(code, action or from_record(record), record.seat)

    def apply_text(self, text: str, by: int | None = None, *, cause: str = OWN) -> tuple[Event, ...]:
        """Do an action given in notation. Raises `MalformedAction` if it cannot be read."""
        return self.apply(parse_action(text), by, cause=cause)

    def advance(self) -> tuple[Event, ...]:
        """Let happen what needs nobody's decision: nature's answers, and rent asked for where that is automatic."""
        first = len(self._log)
        self._go_on()
        return self._happened(first)

    def carry_out(self, record: layout.Action, cause: str = OWN) -> tuple[Event, ...]:
        """Do an action that is known to be lawful, given as the kernel's record, and all that follows by itself."""
        before = pack(self._s) if self._dice is None else b""
        first = len(self._log)
        self.do(record, cause)
        try:
            self._go_on()
        except NoFuture:
            self._s = unpack(before)
            del self._log[first:]
            raise
        return self._happened(first)

    def do(self, record: layout.Action, cause: str = OWN) -> None:
        """Do one lawful action and log it; nature is not asked."""
        e = self._e
        e.count = 0
        step(self._s, self._t, e, record)
        cause = CAUSES.get(record.seat, cause)
        self._log.append(Ply(len(self._log) + 1, cause, record, e, pack(self._s), self.heading))
        self._menus.clear()

    def _go_on(self) -> None:
        s, t = self._s, self._t
        while True:
            if awaits_nature(s):
                if self.nature == "manual":
                    return
                if self._dice is None:
                    raise NoFuture
                self.do(self._dice.answer(s, t))
            elif s.claim_count and self.ask_rent == "auto":
                record = self._rent_to_ask()
                if record is None:
                    return
                self.do(record, AUTO)
            else:
                return

    def _rent_to_ask(self) -> layout.Action | None:
        """§rent.ask: the oldest rent that may be asked for now, asked for."""
        s = self._s
        for index in range(s.claim_count):
            claim = s.claims[index]
            record = layout.Action(kind=codes.A_ASK_RENT, seat=claim.owner, space=claim.space, other=claim.payer)
            if refuse(s, self._t, record) == codes.C_NONE:
                return record
        return None

    def _happened(self, first: int) -> tuple[Event, ...]:
        if len(self._log) == first + 1:
            return self._log[first].events
        return tuple(event for ply in self._log[first:] for event in ply.events)

    def _record(self, action: Action, by: int | None) -> layout.Action:
        if not isinstance(action, Act):  # pyright: ignore[reportUnnecessaryIsInstance]  # callers without a type checker
            raise MalformedAction("do", f"expected an action, not {show(action)}")
        if by is None:
            by = ACTORS.get(action.actor, self._s.awaited)
        elif not isinstance(by, int) or not 0 <= by < codes.SEATS:  # pyright: ignore[reportUnnecessaryIsInstance]  # the same
            raise MalformedAction("seat", f"expected a seat from 0 to {codes.SEATS - 1}, not {show(by)}")
        return to_record(action, by)

    # --- the law and the menu -----------------------------------------------------------------------------------------
    @property
    def legal_actions(self) -> LegalActions:
        """What whoever is awaited may do."""
        return LegalActions(self)

    def legal_actions_of(self, seat: int) -> LegalActions:
        """What a seat may do."""
        return LegalActions(self, self._check(seat))

    def is_legal(self, action: Action, by: int | None = None) -> bool:
        """Whether an action may be done now."""
        return refuse(self._s, self._t, self._record(action, by)) == codes.C_NONE

    def menu(self, seat: int | None = None) -> tuple[Action, ...]:
        """A finite list of lawful actions of a seat, or of whoever is awaited, likeliest first."""
        who = self._s.awaited if seat is None else seat
        found = self._menus.get(who)
        if found is None:
            natural = seat is None and awaits_nature(self._s)
            found = answers(self._s) if natural else menu_of(self._s, self._t, who, self.table)
            self._menus[who] = found
        return found

    def why_not(self, action: Action, by: int | None = None) -> Refusal | None:
        """Why an action may not be done now; None if it may."""
        record = self._record(action, by)
        code = refuse(self._s, self._t, record)
        return None if code == codes.C_NONE else self._refusal(code, action, record.seat)

    def preview(self, actions: Sequence[Action], by: int | None = None) -> Preview:
        """What actions would bring, up to the point where chance comes in. Raises `IllegalAction` as `apply` would."""
        trial = self.copy(nature="manual")
        before = picture_of(trial._s, trial._t)
        first = len(trial._log)
        for action in actions:
            trial._try(action, by)
        events = trial._happened(first)
        accepted = trial._accepted(actions[-1], events) if actions else None
        return preview_of(before, trial._s, trial._t, events, accepted)

    def lawful_order(self, actions: Sequence[Action], by: int | None = None) -> tuple[int, ...]:
        """The places of actions in an order in which each may be done: as given, but none before it may be.

        Raises `IllegalAction` for the first of those that cannot be done at all.
        """
        trial = self.copy(nature="manual")
        left, order = list(range(len(actions))), list[int]()
        while left:
            place = next((place for place in left if trial.is_legal(actions[place], by)), left[0])
            trial._try(actions[place], by)
            left.remove(place)
            order.append(place)
        return tuple(order)

    def _try(self, action: Action, by: int | None) -> None:
        if isinstance(action, Tax) and action.choice == "percent" and self.is_legal(action, by):
            # §tax.income: what is owned is not added up before the choice.
            raise self._illegal(codes.C_TAX_INCOME, action, self._s.awaited)
        self.apply(action, by)

    def _accepted(self, action: Action, events: tuple[Event, ...]) -> Preview | None:
        if not isinstance(action, Offer | Counter):
            return None
        made = next(event for event in events if isinstance(event, Offered | Countered))
        answer = Accept(made.number)
        return self.preview([answer], by=made.recipient) if self.is_legal(answer, made.recipient) else None

    def _refusal(self, code: int, action: Action, seat: int) -> Refusal:
        allowed = self.menu(seat) if 0 <= seat < self._s.players else ()
        return refusal_of(code, self._s, self._t, action, seat, self.heading.edition, allowed)

    def _illegal(self, code: int, action: Action, seat: int) -> IllegalAction:
        made = RecordFull if code == codes.C_CAPACITY else IllegalAction
        return made(format_action(action), self._refusal(code, action, seat))

    # --- whom the game waits for --------------------------------------------------------------------------------------
    @property
    def to_act(self) -> int | None:
        """The seat that the game waits for; None for nature, or when the game is over."""
        return self._s.awaited if self._s.awaited < codes.SEATS else None

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now. §act.when"""
        s = self._s
        if self.over or awaits_nature(s):
            return ()
        return tuple(seat for seat in range(s.players) if not s.out[seat])

    @property
    def awaiting(self) -> Awaiting:
        """What the game waits for."""
        return awaiting_of(self._s, self._t)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._s.phase == codes.P_OVER

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.standings() if self.over else None

    def standings(self) -> Outcome:
        """The outcome, or where a game stands that is stopped before its end."""
        retired = [event.seat for ply in self._log for event in ply.events if isinstance(event, WentBankrupt)]
        return outcome_of(self._s, self._t, self.heading.names, retired)

    # --- the table ----------------------------------------------------------------------------------------------------
    @property
    def edition(self) -> str:
        """The rulebook that is played."""
        return self.heading.edition

    @property
    def variant(self) -> str:
        """The short game that is played; empty for the regular one."""
        return self.heading.variant

    @property
    def options(self) -> Options:
        """The house rules."""
        return self.heading.options

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, if they have any."""
        return self.heading.names

    @property
    def players(self) -> int:
        """How many sit at the table, those who have retired included."""
        return self._s.players

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return self._s.turn

    @property
    def turn_number(self) -> int:
        """Turns begun so far."""
        return self._s.turns

    @property
    def cash(self) -> tuple[int, ...]:
        """Cash by seat."""
        return tuple(self._s.cash[seat] for seat in range(self._s.players))

    @property
    def space(self) -> tuple[str, ...]:
        """Where each token stands."""
        return tuple(SPACE.value(self._s.space[seat]) for seat in range(self._s.players))

    @property
    def jail_cards(self) -> tuple[tuple[Deck, ...], ...]:
        """The jail cards that each holds, by their decks."""
        return tuple(jail_cards_of(self._s, seat) for seat in range(self._s.players))

    @property
    def jail_turn(self) -> tuple[int, ...]:
        """Which turn in Jail comes next for each; 0 for one who is free."""
        return tuple(self._s.jail_turn[seat] for seat in range(self._s.players))

    @property
    def retired(self) -> tuple[bool, ...]:
        """Who has retired."""
        return tuple(bool(self._s.out[seat]) for seat in range(self._s.players))

    @property
    def houses_left(self) -> int | None:
        """Houses in the Bank; None where it never runs out of them."""
        return None if self._t.unlimited_buildings else self._s.houses_left

    @property
    def hotels_left(self) -> int | None:
        """Hotels in the Bank; None where it never runs out of them."""
        return None if self._t.unlimited_buildings else self._s.hotels_left

    def owner(self, deed: str) -> int | None:
        """Who holds a deed; None for the Bank."""
        owner = self._s.owner[deed_number(deed)]
        return None if owner == codes.BANK else owner

    def houses(self, deed: str) -> int:
        """How many houses stand on a lot; 5 for a hotel."""
        return self._s.houses[deed_number(deed)]

    def mortgaged(self, deed: str) -> bool:
        """Whether a deed is mortgaged."""
        return bool(self._s.mortgaged[deed_number(deed)])

    def view(self, seat: int | None = None, *, window: bool = False) -> View:
        """What a seat may see; without a seat, what a spectator may. `window`: it is asked, but need not act."""
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
            ply=len(self._log),
            window=window,
            menu=None if seat is None else self._menus.get(seat),
        )

    # --- the whole ----------------------------------------------------------------------------------------------------
    @property
    def log(self) -> Sequence[Ply]:
        """What was done so far, a line an action."""
        return self._log

    @property
    def ply(self) -> int:
        """How many actions were done so far."""
        return len(self._log)

    @property
    def seed(self) -> int | None:
        """The seed of the dice, if a number makes them."""
        return self._dice.seed if isinstance(self._dice, FastChance) else None

    @property
    def dice(self) -> Nature | None:
        """The generator behind the dice; None in a copy without a future."""
        return self._dice

    @property
    def is_from_dice(self) -> bool:
        """Whether the generator has been behind the dice since the first ply."""
        return self._dice is not None and self._dice_since == 0

    @property
    def start(self) -> dict[str, Json]:
        """The position that the game began from."""
        return position_of(unpack(self._start), self.heading)

    @property
    def is_from_start(self) -> bool:
        """Whether the game began as its rulebook says, and not from a position."""
        return self._from_start

    @property
    def position(self) -> dict[str, Json]:
        """The position as a plain mapping, which `from_position` takes back."""
        return position_of(self._s, self.heading)

    @property
    def digest(self) -> str:
        """Sixteen digits that tell positions apart."""
        return digest(self.position)

    @property
    def replay(self) -> Replay:
        """The game as a record that can be saved, read and verified."""
        from ventnor.replay import Replay

        return Replay.of(self)

    def copy(self, seed: int | None = None, *, nature: Driver | None = None, ask_rent: Driver | None = None) -> Game:
        """An independent copy. Without a seed it has no future: nature is the caller's, or `NoFuture` is raised."""
        game = type(self).__new__(type(self))
        chance = None if seed is None else FastChance(seed)
        driver = nature or (self.nature if chance is None else "auto")
        state = layout.State.from_buffer_copy(self._s)
        game._begin(self.heading, state, chance, driver, ask_rent or self.ask_rent, self.table)
        game._log = self._log.copy()
        game._start = self._start
        game._from_start = self._from_start
        game._dice_since = len(self._log)
        game._menus = self._menus.copy()
        return game

    def __copy__(self) -> Game:
        return self.copy()

    def __repr__(self) -> str:
        variant = f" {self.variant}" if self.variant else ""
        awaited = (str(each) for each in self.awaiting.to_json().values() if isinstance(each, str | int))
        waiting = "over" if self.over else f"awaiting {' '.join(awaited)}"
        return f"<Game {self.edition}{variant}, ply {self.ply}, cash {' '.join(map(str, self.cash))}, {waiting}>"

    @property
    def records(self) -> tuple[layout.State, layout.Tables, layout.Sink]:
        """The kernel's own records, for drivers; whoever writes into them is on his own."""
        return self._s, self._t, self._e

    def _check(self, seat: int) -> int:
        if not 0 <= seat < self._s.players:
            raise WrongPlayers(f"there is no seat {seat} at a table of {self._s.players}")
        return seat


def deed_number(deed: str) -> int:
    """The space of a deed."""
    found = DEED.numbers.get(deed)
    if found is None:
        raise UnknownSpace(deed, "deed")
    return found


def random_seed() -> int:
    """A seed from the operating system."""
    return secrets.randbelow(LARGEST_SEED + 1)
