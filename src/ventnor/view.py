"""What a seat may see: the position at one moment, with the seat's menu.

A position hides nothing but the rents that nobody has asked for yet (§rent.ask). At an attentive table a seat sees its
own claims and those on it; at a sharp table none, and asking is on no menu. A view never adds up what a player is worth
(§tax.income). Bots decide from it: `choose(view) -> Action`.
"""

from ctypes import c_int64
from functools import cached_property, lru_cache
from threading import local
from typing import Annotated, Final, Literal, NoReturn, Protocol, TypeAlias, cast

from ventnor.action import Action, Done, Get, Give, from_record
from ventnor.awaiting import Awaiting, awaiting_of
from ventnor.event import CAUSE, Event, OneCause, RentFellDue, RentLapsed
from ventnor.kernel import codes
from ventnor.kernel.layout import Action as ActionRecord
from ventnor.kernel.layout import Menu, Sink, State, Tables
from ventnor.kernel.ledger import owns_group
from ventnor.kernel.menu import list_menu
from ventnor.kernel.rent import hide_claims
from ventnor.kernel.shortage import open_call
from ventnor.kernel.summary import NUMBERS, RENT, SPACE_SIZE, SPACES_AT, TIMES, summarise_rents
from ventnor.rulebook.board import Board, board
from ventnor.rulebook.option import Options
from ventnor.words.compound import ListKind, Text
from ventnor.words.kind import LARGEST_SUM, Json, Number, Several
from ventnor.words.model import Model, fetch, model
from ventnor.words.vocabulary import (
    BUILDING,
    CARD,
    COUNT,
    DECK,
    DECKS,
    DEED,
    DEEDS,
    GROUP,
    PARTY,
    SEAT_SET,
    SPACE,
    OneBuilding,
    OneCount,
    OneDeck,
    OneDeed,
    OneFlag,
    OneGroup,
    OneNumber,
    OneParty,
    OneSeat,
    OneSpace,
    OneSum,
    SomeDecks,
    SomeDeeds,
    SomeSeats,
)

TableManner: TypeAlias = Literal["attentive", "sharp"]
"""Whether views show players the rents that they may ask for. §rent.ask"""

Money: TypeAlias = Annotated[int, Number("an account", -LARGEST_SUM, LARGEST_SUM)]
SomeGroups: TypeAlias = Annotated[tuple[str, ...], Several("groups", GROUP, codes.GROUPS)]


@model()
class SeatView(Model):
    """A player. `sets` are the groups held whole, `near` the deeds of which each would make another group whole.

    `jail_turn` is 0 for one who is free.
    """

    seat: OneSeat
    cash: Money
    space: OneSpace
    name: Annotated[str, Text()] = ""
    jail_turn: OneCount = 0
    jail_cards: SomeDecks = ()
    deeds: SomeDeeds = ()
    sets: SomeGroups = ()
    near: SomeDeeds = ()
    retired: OneFlag = False


@model()
class DeedView(Model):
    """A deed: `rent` is what stopping there costs now; a utility's is `times` a throw instead. 5 houses: a hotel."""

    deed: OneDeed
    group: OneGroup
    price: OneSum
    owner: OneSeat | None = None
    houses: OneCount = 0
    mortgaged: OneFlag = False
    rent: OneSum = 0
    times: OneCount = 0


@model(deed="space")
class ClaimView(Model):
    """A rent that may still be asked for. Amount 0: `factor` times a throw."""

    owner: OneSeat
    payer: OneSeat
    deed: OneDeed
    amount: OneSum = 0
    factor: OneCount = 0


@model()
class DebtView(Model):
    """A sum that waits to be paid."""

    debtor: OneSeat
    creditor: OneParty
    amount: OneSum
    cause: OneCause


@model(proposer="", recipient="")
class OfferView(Model):
    """An offer that stands."""

    number: OneNumber
    proposer: OneSeat
    recipient: OneSeat
    give: Give
    get: Get


@model()
class DeckView(Model):
    """A deck: the number of cards unseen since the shuffle, and the seen ones in the order in which they will come."""

    deck: OneDeck
    unseen: OneCount
    seen: Annotated[tuple[int, ...], ListKind("cards", CARD, codes.CARDS)] = ()
    holder: OneSeat | None = None


@model(opener="seat")
class CallView(Model):
    """A building call: who asked for one, who has said how many, and by seat how many each still wants."""

    building: OneBuilding
    opener: OneSeat
    answered: SomeSeats = ()
    wants: Annotated[tuple[int, ...], ListKind("numbers", COUNT, codes.SEATS)] = ()


@model()
class EstateView(Model):
    """The estate of a bankrupt: what is still to be auctioned, besides what is on the block now."""

    seat: OneSeat
    deeds: SomeDeeds = ()
    jail_cards: SomeDecks = ()


class Bot(Protocol):
    """Anybody's player."""

    def choose(self, view: "View", /) -> Action:
        """Return what the seat of the view does now."""
        ...


class View:
    """A game as one seat or a spectator (`seat` None) sees it at one moment. It does not change when the game goes on.

    Its parts are computed on first use.
    """

    edition: str
    variant: str
    options: Options
    names: tuple[str, ...]
    seat: int | None
    table: TableManner
    ply: int
    window: bool
    """Whether the game waits for another seat: this one need not act, and may answer `Done()`."""
    _menu: tuple[Action, ...] | None
    _s: State
    _t: Tables

    def __init__(
        self,
        state: State,
        tables: Tables,
        *,
        edition: str,
        variant: str = "",
        options: Options | None = None,
        names: tuple[str, ...] = (),
        seat: int | None = None,
        table: TableManner = "attentive",
        ply: int = 0,
        window: bool = False,
        menu: tuple[Action, ...] | None = None,
    ) -> None:
        still = State.from_buffer_copy(state)
        hide_claims(still, -1 if seat is None else seat, int(table == "sharp"))
        self.__dict__.update(
            edition=edition,
            variant=variant,
            options=options or Options(),
            names=names,
            seat=seat,
            table=table,
            ply=ply,
            window=window,
            _menu=menu,
            _s=still,
            _t=tables,
        )

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a view is read-only: {name} cannot be set")

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<View of {who}: {self.edition}, ply {self.ply}, {self.awaiting}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self.to_json() == other.to_json()

    __hash__ = None  # pyright: ignore[reportAssignmentType]  # equal by what it shows; nothing to look it up by

    def records(self) -> tuple[State, Tables]:
        """Return the kernel's records of what the seat sees: a copy of the position, and the tables of the rules."""
        return State.from_buffer_copy(self._s), self._t

    # --- the table ----------------------------------------------------------------------------------------------------
    @property
    def players(self) -> int:
        """Return the number of players, including those who have retired."""
        return self._s.players

    @cached_property
    def seats(self) -> tuple[SeatView, ...]:
        """Return the players."""
        held = holdings_of(self._s)
        return tuple(self._seat(seat, tuple(held[seat])) for seat in range(self._s.players))

    def seat_view(self, seat: int) -> SeatView:
        """Return the view of one player, without working out the others."""
        return self._seat(seat, tuple(holdings_of(self._s)[seat]))

    @property
    def me(self) -> SeatView:
        """Return the player whose view it is."""
        if self.seat is None:
            raise ValueError("a spectator has no seat")
        return self.seats[self.seat]

    @cached_property
    def deeds(self) -> dict[str, DeedView]:
        """Return the deeds by name, in the order of the board. §deeds.public: owners and mortgages are open to all."""
        rents = present_rents(self._s, self._t)
        return {slug: self._deed(slug, space, rents) for slug, space in DEED.numbers.items()}

    @property
    def board(self) -> Board:
        """Return the board: every space's name, price, house price and rents, and the members of each group."""
        return board(self.edition, self.options.board)

    @property
    def houses_left(self) -> int | None:
        """Return the houses in the Bank; None if it never runs out of them."""
        return None if self._t.unlimited_buildings else self._s.houses_left

    @property
    def hotels_left(self) -> int | None:
        """Return the hotels in the Bank; None if it never runs out of them."""
        return None if self._t.unlimited_buildings else self._s.hotels_left

    @property
    def pot(self) -> int:
        """Return the money on Free Parking, if a house rule puts it there."""
        return self._s.cash[codes.POT]

    @cached_property
    def decks(self) -> dict[str, DeckView]:
        """Return the two decks by name. What was seen is open information."""
        return {name: self._deck(name, deck) for name, deck in DECK.numbers.items()}

    # --- the turn -----------------------------------------------------------------------------------------------------
    @property
    def turn(self) -> int:
        """Return whose turn it is."""
        return self._s.turn

    @property
    def turn_number(self) -> int:
        """Return the turns begun so far."""
        return self._s.turns

    @property
    def rounds(self) -> int:
        """Return the rounds completed."""
        return self._s.rounds

    @property
    def doubles(self) -> int:
        """Return the doubles thrown in this turn."""
        return self._s.doubles

    @property
    def dice(self) -> tuple[int, int] | None:
        """Return the last throw for a move."""
        return (self._s.die1, self._s.die2) if self._s.die1 else None

    @cached_property
    def awaiting(self) -> Awaiting:
        """Return what the game waits for."""
        return awaiting_of(self._s, self._t)

    @property
    def to_act(self) -> int | None:
        """Return the seat that the game waits for; None for nature, or when the game is over."""
        return self._s.awaited if self._s.awaited < codes.SEATS else None

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return self._s.phase == codes.P_OVER

    @property
    def winners(self) -> tuple[int, ...]:
        """Return who has won."""
        return cast("tuple[int, ...]", SEAT_SET.value(self._s.winners))

    # --- what waits ---------------------------------------------------------------------------------------------------
    @cached_property
    def offers(self) -> tuple[OfferView, ...]:
        """Return the offers that stand, oldest first."""
        if self._s.offer_count == 0:
            return ()
        return tuple(sorted(offers_of(self._s), key=lambda offer: offer.number))

    @cached_property
    def debts(self) -> tuple[DebtView, ...]:
        """Return what is owed, oldest first."""
        return tuple(
            DebtView(
                debt.debtor,
                cast(OneParty, PARTY.value(debt.creditor)),
                debt.amount,
                cast(OneCause, CAUSE.value(debt.cause)),
            )
            for debt in (self._s.debts[i] for i in range(self._s.debt_count))
        )

    @cached_property
    def claims(self) -> tuple[ClaimView, ...]:
        """Return the rents that may still be asked for and that this seat may know of."""
        return tuple(fetch(ClaimView, self._s.claims[i]) for i in range(self._s.claim_count))

    @cached_property
    def call(self) -> CallView | None:
        """Return the open building call. Everybody may see the wishes in it."""
        index = open_call(self._s)
        if index < 0:
            return None
        frame = self._s.frames[index]
        return CallView(
            cast(OneBuilding, BUILDING.value(frame.what)),
            frame.seat,
            cast("tuple[int, ...]", SEAT_SET.value(frame.passed)),
            tuple(frame.want[seat] for seat in range(self._s.players)),
        )

    @cached_property
    def estate(self) -> EstateView | None:
        """Return the estate that is being auctioned, thing by thing."""
        for index in range(self._s.depth - 1, -1, -1):
            frame = self._s.frames[index]
            if frame.kind == codes.W_ESTATE:
                deeds, cards = DEEDS.value(frame.mask), DECKS.value(frame.cards)
                return EstateView(frame.seat, cast("tuple[str, ...]", deeds), cast("tuple[OneDeck, ...]", cards))
        return None

    @cached_property
    def legal(self) -> tuple[Action, ...]:
        """Return the seat's menu, likeliest first. Offers, counters and other bids may be lawful too."""
        if self.seat is None:
            return ()
        menu = menu_of(self._s, self._t, self.seat, self.table) if self._menu is None else self._menu
        return (Done(), *menu) if self.window else menu

    def tells(self, event: Event) -> bool:
        """Return whether the seat may see an event. §rent.ask: not events about rents that it may not see."""
        if not isinstance(event, RentFellDue | RentLapsed):
            return True
        return self.table == "attentive" and (self.seat is None or self.seat in {event.owner, event.payer})

    def to_json(self) -> dict[str, Json]:
        """Return all of it as a plain mapping."""
        return {
            "edition": self.edition,
            "variant": self.variant,
            "options": cast("dict[str, Json]", self.options.to_mapping()),
            "table": self.table,
            "seat": self.seat,
            "ply": self.ply,
            "turn": self.turn,
            "turn_number": self.turn_number,
            "rounds": self.rounds,
            "doubles": self.doubles,
            "dice": list(self.dice) if self.dice else None,
            "over": self.over,
            "winners": list(self.winners),
            "houses_left": self.houses_left,
            "hotels_left": self.hotels_left,
            "pot": self.pot,
            "seats": [each.to_json() for each in self.seats],
            "deeds": [each.to_json() for each in self.deeds.values()],
            "decks": [each.to_json() for each in self.decks.values()],
            "offers": [each.to_json() for each in self.offers],
            "debts": [each.to_json() for each in self.debts],
            "claims": [each.to_json() for each in self.claims],
            "call": self.call.to_json() if self.call else None,
            "estate": self.estate.to_json() if self.estate else None,
            "awaiting": self.awaiting.to_json(),
            "legal": [each.to_json() for each in self.legal],
        }

    # --- parts --------------------------------------------------------------------------------------------------------
    def _seat(self, seat: int, deeds: tuple[str, ...]) -> SeatView:
        s = self._s
        return SeatView(
            seat,
            s.cash[seat],
            SPACE.value(s.space[seat]),
            self.names[seat] if self.names else "",
            s.jail_turn[seat],
            jail_cards_of(s, seat),
            deeds,
            sets_of(s, self._t, seat) if deeds else (),
            near_of(s, self._t, seat) if deeds else (),
            bool(s.out[seat]),
        )

    def _deed(self, slug: str, space: int, rents: dict[int, tuple[int, int]]) -> DeedView:
        s = self._s
        owner = s.owner[space]
        rent, times = rents.get(space, (0, 0))
        return deed_view(
            slug,
            GROUP.value(self._t.group[space]),
            self._t.price[space],
            None if owner == codes.BANK else owner,
            s.houses[space],
            bool(s.mortgaged[space]),
            rent,
            times,
        )

    def _deck(self, name: str, deck: int) -> DeckView:
        s = self._s
        holder = s.jail_card[deck]
        seen = (s.under[deck][(s.under_head[deck] + i) % codes.CARDS] for i in range(s.under_count[deck]))
        return DeckView(
            cast(OneDeck, name),
            s.unseen[deck].bit_count(),
            tuple(seen),
            None if holder == codes.BANK else holder,
        )


@lru_cache(maxsize=8192)
def deed_view(
    slug: str, group: str, price: int, owner: int | None, houses: int, mortgaged: bool, rent: int, times: int
) -> DeedView:
    """Return a deed view. There are few different ones, so they are cached."""
    return DeedView(slug, group, price, owner, houses, mortgaged, rent, times)


class Scratch(local):
    """A thread's reusable menu, sink and numbers. Making new ones would take longer than filling them."""

    def __init__(self) -> None:
        self.menu = Menu()
        self.sink = Sink(capacity=1)
        self.numbers = (c_int64 * NUMBERS)()


SCRATCH: Final = Scratch()


def menu_of(s: State, t: Tables, seat: int, table: TableManner) -> tuple[Action, ...]:
    """Return a seat's menu in its fixed order. §rent.ask: at a sharp table it does not list rents."""
    m = SCRATCH.menu
    list_menu(s, t, m, seat)
    records = (m.actions[i] for i in range(m.count))
    if table == "sharp":
        records = (record for record in records if record.kind != codes.A_ASK_RENT)
    return tuple(action_of(bytes(record)) for record in records)


@lru_cache(maxsize=8192)
def action_of(record: bytes) -> Action:
    """Return the action of a record's bytes. Actions recur in menus, so they are cached."""
    return from_record(ActionRecord.from_buffer_copy(record))


def jail_cards_of(s: State, seat: int) -> tuple[OneDeck, ...]:
    """Return the decks whose jail card the seat holds."""
    held = sum(1 << deck for deck in range(2) if s.jail_card[deck] == seat)
    return cast("tuple[OneDeck, ...]", DECKS.value(held))


def holdings_of(s: State) -> list[list[str]]:
    """Return the deeds of each seat and of the Bank, in the order of the board."""
    held: list[list[str]] = [[] for _ in range(codes.BANK + 1)]
    owner = s.owner
    for slug, space in DEED.numbers.items():
        held[owner[space]].append(slug)
    return held


def sets_of(s: State, t: Tables, seat: int) -> tuple[str, ...]:
    """Return the groups that a seat holds whole."""
    return tuple(slug for slug, group in GROUP.numbers.items() if owns_group(s, t, seat, group))


def near_of(s: State, t: Tables, seat: int) -> tuple[str, ...]:
    """Return the deeds that would each complete a group for a seat, in the order of the board."""
    short = [group for group in GROUP.numbers.values() if s.holds[seat][group] == t.group_size[group] - 1]
    lots = (t.lots[group][place] for group in short for place in range(t.group_size[group]))
    return tuple(SPACE.value(space) for space in sorted(lots) if s.owner[space] != seat)


def offers_of(s: State) -> list[OfferView]:
    """Return the offers that stand."""
    found: list[OfferView] = []
    if s.offer_count:
        for proposer in range(s.players):
            for recipient in range(s.players):
                record = s.offers[proposer][recipient]
                if record.number:
                    terms = {part.name: part.kind.fetch(record, part.place) for part in OFFER_PARTS}
                    found.append(
                        OfferView(
                            record.number, proposer, recipient, cast(Give, terms["give"]), cast(Get, terms["get"])
                        )
                    )
    return found


OFFER_PARTS: Final = tuple(part for part in OfferView.parts if part.name in {"give", "get"})


def present_rents(s: State, t: Tables) -> dict[int, tuple[int, int]]:
    """Return what stopping on each owned property costs now, by space: a sum, or so many times a throw."""
    numbers = SCRATCH.numbers
    summarise_rents(State.from_buffer_copy(s), t, SCRATCH.sink, numbers)
    found: dict[int, tuple[int, int]] = {}
    for space in DEED.numbers.values():
        at = SPACES_AT + space * SPACE_SIZE
        if numbers[at + RENT] or numbers[at + TIMES]:
            found[space] = (numbers[at + RENT], numbers[at + TIMES])
    return found
