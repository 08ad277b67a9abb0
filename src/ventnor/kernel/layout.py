"""The records: the state of a game, byte by byte.

Every record is a packed `ctypes.Structure`, so interpreted code runs on plain ints with checked bounds, and NumPy (and
through it the compiled twin) sees the same bytes without padding. A field is declared once, by its annotation:
`depth: I8` is an `int` to the type checker and an `int8` in memory. Nothing here decides a rule.
"""

from ctypes import Array, Structure, c_int8, c_int16, c_int32, c_int64
from typing import Annotated, Any, Protocol, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from ventnor.kernel.codes import (
    CARDS,
    CLAIMS,
    COLOURS,
    DEBTS,
    EVENTS,
    FRAMES,
    GROUPS,
    KINDS_OF_EVENT,
    MENU,
    SEATS,
    SPACES,
    STOCK,
    WORDS,
)

Item = TypeVar("Item")
Made = TypeVar("Made", bound=Structure)


class Row(Protocol[Item]):
    """A fixed row of a record: what `ctypes` arrays and compiled nested arrays have in common."""

    def __getitem__(self, index: int, /) -> Item: ...
    def __setitem__(self, index: int, value: Item, /) -> None: ...
    def __len__(self) -> int: ...


I8 = Annotated[int, c_int8]
I16 = Annotated[int, c_int16]
I32 = Annotated[int, c_int32]
I64 = Annotated[int, c_int64]


class CachedRow:
    """A row inside a record, cached: `ctypes` makes a new object at every access, and that is most of its cost.

    The object found first stays with the record (the bytes are the record's own, so it never grows stale). A row of
    records becomes a tuple of them.
    """

    def __init__(self, name: str, field: Any) -> None:
        self.name = name
        self.field = field

    def __get__(self, instance: Any, owner: type) -> Any:
        if instance is None:
            return self.field
        found = instance.__dict__[self.name] = in_tuples(self.field.__get__(instance, owner))
        return found


def in_tuples(row: Any) -> Any:
    """Return a row of records or rows as a tuple of the same objects, and a row of numbers as it is."""
    return tuple(in_tuples(each) for each in row) if issubclass(getattr(row, "_type_", int), Structure | Array) else row


def release(found: Any) -> None:
    """Break the reference cycle between a record that is no longer needed and its cached rows.

    Otherwise the record stays in memory until the next full garbage collection.
    """
    if isinstance(found, tuple):
        for each in cast("tuple[Any, ...]", found):
            release(each)
    elif isinstance(found, Structure):
        rows = vars(found)
        for row in rows.values():
            release(row)
        rows.clear()


def record(made: type[Made]) -> type[Made]:
    """Turn a class of annotations into its `ctypes` fields."""
    annotations: dict[str, Any] = made.__annotations__
    made._fields_ = [(name, hint.__metadata__[0]) for name, hint in annotations.items()]
    for name, kind in made._fields_:
        if issubclass(kind, Array):
            setattr(made, name, CachedRow(name, getattr(made, name)))
    return made


@record
class Frame(Structure):
    """Something that interrupts the turn until it is answered. Which fields count depends on `kind` (codes W_…)."""

    _pack_ = 1
    kind: I8
    seat: I8  # whom it concerns: thrower, drawer, buyer, chooser, receiver; auction: who acted last; call: who asked
    other: I8  # rent throw: the owner; call: who places now; auction: who is paid; estate: who is paid
    space: I8  # deed on offer, on the block, or whose rent is thrown for
    what: I8  # dice: what is thrown for; card and auctioned card: the deck; call and building auction: B_HOUSE, B_HOTEL
    stage: I8  # call: CALL_…; auction: B_… on the block
    bidder: I8  # auction: who holds the standing bid, BANK for nobody
    amount: I32  # auction: the standing bid; call: the bid that won; rent throw: the factor; card: salary to come
    passed: I16  # auction: who has passed since the last bid; call: who has said a wish; estate: who shares it (bits)
    mask: I64  # receive: deeds to keep or lift; estate: deeds still to be auctioned (bits by space)
    cards: I8  # estate: jail cards still to be auctioned (bits by deck)
    want: Annotated[Row[int], c_int8 * SEATS]  # call: how many each still wants


@record
class Claim(Structure):
    """A rent that has fallen due and may still be asked for."""

    _pack_ = 1
    owner: I8
    payer: I8
    space: I8
    amount: I32  # 0 while a throw decides it
    factor: I16  # by how much that throw is multiplied, 0 where none is needed
    turn: I32  # number of the turn in which it fell due


@record
class Debt(Structure):
    """A sum that waits to be paid. Debts stand in the order in which they arose."""

    _pack_ = 1
    debtor: I8
    creditor: I8  # a seat, BANK, or EACH
    amount: I32
    share: I32  # owed to EACH: what every creditor is due
    settled: Annotated[Row[int], c_int32 * SEATS]  # owed to EACH: how much of it each has had in kind
    cause: I8
    space: I8  # rent: the deed
    due: I8  # 1 once it was found that the debtor lacks the cash


@record
class Offer(Structure):
    """A deal proposed by one seat (the row) to another (the column). `number` 0: none."""

    _pack_ = 1
    number: I32
    give: I64  # deeds, bits by space
    get: I64
    give_cash: I32
    get_cash: I32
    give_cards: I8  # jail cards, bits by deck
    get_cards: I8
    debt: I32  # how much of the proposer's debt to the other it settles; below 0: of the other's debt to the proposer
    mortgaged: I64  # which of its deeds were mortgaged when it was made


@record
class State(Structure):
    """A game at a point in time. Seats, spaces, groups and decks are indices; see `codes` for the rest."""

    _pack_ = 1
    # the table
    players: I8
    phase: I8
    awaits: I8  # what the game waits for (W_…), worked out after every action
    awaited: I8  # for whom: a seat, or NATURE
    hour: I8  # 1 once the clock has struck
    sharp: I8  # 1: no player is reminded of a rent, so after the hour every other one is asked
    passed: I16  # bits: who has let the last rents go, at a sharp table
    ended: I8  # how (END_…), 0 while the game goes on
    winners: I16  # bits by seat
    bankruptcies: I8
    # the turn
    turn: I8
    starter: I8
    turns: I32
    rounds: I16  # rounds completed
    throws: I32
    doubles: I8  # doubles thrown in this turn
    die1: I8  # the last throw for a move
    die2: I8
    # throws for who plays first; dealing before a short game
    contenders: I16  # bits: who throws in this round of the opening
    best: I8
    leaders: I16  # bits: who has thrown `best`
    dealt: I8  # deeds dealt so far, all seats together
    # what seats have
    cash: Annotated[Row[int], c_int32 * (SEATS + 2)]  # seats, then the Bank, then Free Parking: always adds up to 0
    left: Annotated[
        Row[int], c_int32 * SEATS
    ]  # who gave up: what he could have raised beyond his debt, less rents paid out of it since
    heir: Annotated[Row[int], c_int8 * SEATS]  # who gave up: whoever took what he left, and answers for such rents
    space: Annotated[Row[int], c_int8 * SEATS]
    jail_turn: Annotated[Row[int], c_int8 * SEATS]  # 0 free; 1, 2, 3: which turn in Jail comes next or is being played
    out: Annotated[Row[int], c_int8 * SEATS]  # 1 once retired
    lapped: I16  # bits: who has earned a salary
    # properties
    owner: Annotated[Row[int], c_int8 * SPACES]
    houses: Annotated[Row[int], c_int8 * SPACES]  # HOTEL for a hotel
    mortgaged: Annotated[Row[int], c_int8 * SPACES]
    holds: Annotated[Row[Row[int]], (c_int8 * GROUPS) * (SEATS + 1)]  # deeds of a group by owner, kept with `owner`
    fresh: I64  # mortgaged deeds whose interest was paid this turn (bits by space)
    houses_left: I16
    hotels_left: I16
    # decks: unseen cards lie on top in an order nobody knows, cards seen lie below in the order they went under
    unseen: Annotated[Row[int], c_int32 * 2]  # bits by card
    under: Annotated[Row[Row[int]], (c_int8 * CARDS) * 2]  # a ring
    under_head: Annotated[Row[int], c_int8 * 2]
    under_count: Annotated[Row[int], c_int8 * 2]
    jail_card: Annotated[Row[int], c_int8 * 2]  # who holds the deck's jail card, BANK while it lies in the deck
    # what interrupts, and what waits
    depth: I8
    frames: Annotated[Row[Frame], Frame * FRAMES]
    claim_count: I8
    claims: Annotated[Row[Claim], Claim * CLAIMS]
    debt_count: I8
    debts: Annotated[Row[Debt], Debt * DEBTS]
    offer_count: I8
    offer_number: I32  # the last number given
    offers: Annotated[Row[Row[Offer]], (Offer * SEATS) * SEATS]


@record
class Tables(Structure):
    """The settings of an edition, its variant and the house rules. The same code plays all of them."""

    _pack_ = 1
    # settings; `rulebook/data/settings.toml` says what each means and which clause it comes from
    players_min: I8
    players_max: I8
    cash: I32
    houses: I16
    hotels: I16
    salary: I32
    salary_on_go: I32
    first_lap: I8
    auctions: I8
    auction_floor: I16
    rent_turns: I8
    mortgage_ends_doubling: I8
    utility_rethrow: I8
    jail_rent: I8
    immediate_rent: I8
    nearest_railroad: I8
    nearest_utility: I8
    tax_percent: I16
    pot: I8
    pot_seed: I32
    jail_fine: I32
    fine_turns: I8
    jail_turns: I8
    jail_doubles_again: I8
    doubles_to_jail: I8
    jail_costs_salary: I8
    build_beside_mortgage: I8
    houses_per_hotel: I8
    even_building: I8
    even_selling: I8
    hotel_sold_whole: I8
    sell_group: I8
    unlimited_buildings: I8
    mortgage_bares_group: I8
    interest_percent: I16
    lift_after_keeping: I8
    bankrupt_mortgages: I8
    estate_sells_cards: I8
    deeds_dealt: I8
    ends_at_bankruptcy: I8
    hour: I8
    rounds: I16
    # the clauses by which deeds are dealt, the hour strikes and a hotel is built: short games have their own
    deal_clause: I8
    hour_clause: I8
    hotel_clause: I8
    # the board
    kind: Annotated[Row[int], c_int8 * SPACES]
    group: Annotated[Row[int], c_int8 * SPACES]
    price: Annotated[Row[int], c_int16 * SPACES]
    mortgage: Annotated[Row[int], c_int16 * SPACES]
    house_price: Annotated[Row[int], c_int16 * SPACES]
    rent: Annotated[Row[Row[int]], (c_int16 * 6) * SPACES]  # lots: by houses; railroads and utilities: by number held
    tax: Annotated[Row[int], c_int16 * SPACES]
    tax_choice: Annotated[Row[int], c_int8 * SPACES]  # 1 where a share of one's worth may be paid instead
    group_size: Annotated[Row[int], c_int8 * GROUPS]
    lots: Annotated[Row[Row[int]], (c_int8 * 4) * GROUPS]
    deeds: Annotated[Row[int], c_int64 * GROUPS]  # the same as bits by space
    # the decks
    card_kind: Annotated[Row[Row[int]], (c_int8 * CARDS) * 2]
    card_amount: Annotated[Row[Row[int]], (c_int16 * CARDS) * 2]  # money, spaces back, price a house
    card_to: Annotated[Row[Row[int]], (c_int16 * CARDS) * 2]  # space to go to; repairs: price a hotel
    jail_free: Annotated[Row[int], c_int8 * 2]  # which card of the deck it is
    # odds: what policies go by; no rule reads them
    landing: Annotated[Row[int], c_int32 * SPACES]  # how often a throw ends there in the long run, of a million
    income: Annotated[Row[Row[int]], (c_int32 * 6) * SPACES]  # rent a throw brings, in thousandths; as `rent`
    set_income: Annotated[Row[Row[int]], (c_int32 * 6) * COLOURS]  # of a complete group with so many houses on each lot
    set_rate: Annotated[Row[Row[int]], (c_int32 * 6) * COLOURS]  # the most that building adds to it from there, by cost


@record
class Action(Structure):
    """An action. Which fields count depends on `kind` (codes A_…)."""

    _pack_ = 1
    kind: I8
    seat: I8  # who acts: a seat, NATURE or CLOCK
    space: I8
    other: I8  # ask-rent: the payer; offer: to whom; deal: to which seat
    x: I16  # dice, deck, group, flat or percent
    y: I16  # dice, card
    amount: I32  # bid, want
    number: I32  # of an offer
    give: I64
    get: I64
    give_cash: I32
    get_cash: I32
    give_cards: I8
    get_cards: I8
    debt: I32


@record
class Event(Structure):
    """An event. Which fields count depends on `kind` (codes E_…)."""

    _pack_ = 1
    kind: I8
    clause: I8
    seat: I8
    other: I8
    space: I8
    x: I32
    y: I16
    amount: I32
    mask: I64


@record
class Sink(Structure):
    """The receiver of events. The caller owns and empties it. With `capacity` 0 it only counts them."""

    _pack_ = 1
    capacity: I16
    count: I16
    full: I16  # 1 when an action needed more frames, claims or debts than a record holds: discard the state
    touched: I32  # bits: seats whose cash, deeds, claims, offers or building stock changed; 16 higher: whose deeds did
    # sums, which grow until the caller clears them
    tally: Annotated[Row[int], c_int64 * KINDS_OF_EVENT]
    landings: Annotated[Row[int], c_int64 * SPACES]  # times a token came to a space by a throw or a card
    rent: Annotated[Row[int], c_int64 * SPACES]  # rent paid in cash for a deed
    stock: Annotated[Row[int], c_int64 * (STOCK + 1)]  # throws made while the Bank had so many houses; by the driver
    # of the game at hand
    group: I8  # the first complete colour group, -1 for none
    group_seat: I8  # whose it was
    group_at: I32  # throws made by then
    cause: Annotated[Row[int], c_int8 * SEATS]  # by seat: the debt that no cash was left for, 0 for none
    creditor: Annotated[Row[int], c_int8 * SEATS]  # to whom it was owed: a seat, BANK, or EACH
    out_at: Annotated[Row[int], c_int32 * SEATS]  # throws made when the seat retired, -1 while it has not
    # the events themselves
    events: Annotated[Row[Event], Event * EVENTS]


@record
class Chance(Structure):
    """The state of the fast generator: three words of 32 bits and a counter, held in wider fields."""

    _pack_ = 1
    a: I64
    b: I64
    c: I64
    counter: I64


@record
class Menu(Structure):
    """A finite list of lawful actions of one seat, likeliest first."""

    _pack_ = 1
    count: I16
    actions: Annotated[Row[Action], Action * MENU]


@record
class Memory(Structure):
    """What a policy remembers about one seat between two decisions. Nothing else reads it."""

    _pack_ = 1
    offers_left: I8  # how many offers the seat may still make before the next throw; kept by the scheduler
    throws_left: I32  # until the clock strikes, 0 where no clock runs; kept by the scheduler
    rests: I8  # 1: the policy wants no window until deeds of the seat change hands; the scheduler then clears it
    words: Annotated[Row[int], c_int64 * WORDS]


@record
class Cursor(Structure):
    """How a game is driven, and where the scheduler is between two decisions. It is no part of the game."""

    _pack_ = 1
    asked: I16  # bits: seats that are asked for decisions; of the others, only what the game waits for
    auto_ask: I16  # bits: owners whose rent is asked for as soon as it may be
    auto_end: I16  # bits: seats whose turn ends by itself once it is played
    hour_at: I32  # the clock strikes when this many throws are made, 0 for never
    woken: I16  # bits: seats whose window comes before the next throw
    window: I8  # the seat whose window is open, BANK for none
    acts: I8  # actions decided since the window opened or the dice were thrown
    windows: I8  # windows opened since the dice were thrown
    resting: I16  # bits: seats whose policy wants no window until their deeds change hands
    stopped: I16  # bits: seats that have acted too often and get no window before the dice are thrown
    offered: I8  # 1 once anybody has made an offer since the last throw
    decider: I8  # who made the last move: a seat, N_NATURE or N_AUTOMATIC; BANK for nobody
    answered: Annotated[Row[int], c_int32 * SEATS]  # by addressee: offers up to this number have had their answer
    memory: Annotated[Row[Memory], Memory * SEATS]  # what each seat's policy remembers


@record
class Result(Structure):
    """The result of a finished (or capped) game of a batch."""

    _pack_ = 1
    winners: I16  # bits by seat, 0 while undecided
    ended: I8  # END_…, 0 for the cap
    starter: I8  # who played first
    bankruptcies: I8
    turns: I32
    throws: I32
    plies: I32
    auctions: I16
    deals: I16
    group: I8  # the first complete colour group, -1 for none
    group_seat: I8
    group_at: I32
    worth: Annotated[Row[int], c_int32 * SEATS]
    cause: Annotated[Row[int], c_int8 * SEATS]  # as in the sink
    creditor: Annotated[Row[int], c_int8 * SEATS]
    out_at: Annotated[Row[int], c_int32 * SEATS]


def array_of(item: type[Made], count: int) -> Array[Made]:
    """`count` zeroed records in one piece of memory."""
    return (item * count)()


def as_array(records: Array[Made]) -> NDArray[np.void]:
    """Return the same records as a NumPy array, for compiled code and for whole columns."""
    kind: np.dtype[np.void] = np.dtype(records._type_)  # pyright: ignore[reportAssignmentType]
    return np.ndarray((len(records),), dtype=kind, buffer=memoryview(records).cast("B"))
