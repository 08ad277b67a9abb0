"""The records of the environments: what a seat observes, what it may choose, and what a step brings.

`VERSION` names the encoding: the fields of `Observation`, their order and meaning, and the numbering of the actions.
Every field of an observation is an `int32`, so the same bytes are a record with named fields and a flat array. Seats
are relative: 0 is the seat that observes, 1 the next to its left; `BANK` (8) stands for the Bank or for nobody.
"""

from ctypes import Structure, c_int8, c_int32
from typing import Annotated, Final

from ventnor.kernel.codes import COLOURS, SEATS
from ventnor.kernel.layout import I8, I16, I32, I64, Row, record

VERSION: Final = 0

DEEDS = (1, 3, 5, 6, 8, 9, 11, 12, 13, 14, 15, 16, 18, 19, 21, 23, 24, 25, 26, 27, 28, 29, 31, 32, 34, 35, 37, 39)
DEED_COUNT = 28

# Why a seat is asked.
ASKED_TURN = 0
ASKED_OFFER = 1
ASKED_WINDOW = 2

# Actions: single ones first, then families, each with one action for each deed, group or sum.
M_ROLL = 0
M_BUY = 1
M_DECLINE = 2
M_PASS = 3
M_PAY = 4
M_PAY_FINE = 5
M_USE_CARD = 6  # chance, chest
M_TAX = 8  # flat, percent
M_PAY_TEN = 10
M_TAKE_CHANCE = 11
M_DONE = 12
M_BANKRUPT = 13
M_ACCEPT = 14
M_REJECT = 15
M_BID = 16  # the least bid plus each of BID_STEPS
BID_STEPS = (0, 4, 9, 24, 49, 99, 199, 399)
BIDS = 8
M_WANT = M_BID + BIDS  # none, one, two … buildings
WANTS = 16
M_BUILD = M_WANT + WANTS
M_SELL = M_BUILD + DEED_COUNT
M_MORTGAGE = M_SELL + DEED_COUNT
M_LIFT = M_MORTGAGE + DEED_COUNT
M_KEEP = M_LIFT + DEED_COUNT
M_SELL_GROUP = M_KEEP + DEED_COUNT  # by colour: all its buildings
M_SELL_DOWN = M_SELL_GROUP + COLOURS  # by colour: down to the houses that the Bank can supply
M_OFFER = M_SELL_DOWN + COLOURS  # to buy a deed of another seat, for each of OFFER_PERCENTS of its price
OFFER_PERCENTS = (100, 150, 200)
OFFERS = 3
ACTIONS = M_OFFER + DEED_COUNT * OFFERS
STRUCTURED = ACTIONS  # not in the mask: the action is in a record of its own


@record
class Observation(Structure):
    """What a seat knows when it is asked."""

    _pack_ = 1
    players: I32
    awaits: I32  # what the game waits for (codes W_…)
    awaited: I32  # for whom
    asked: I32  # why this seat is asked: ASKED_…
    turn: I32  # whose turn it is
    turns: I32
    throws: I32
    rounds: I32
    doubles: I32
    die1: I32
    die2: I32
    hour: I32  # 1 once the clock has struck
    pot: I32  # cash on Free Parking
    houses_left: I32
    hotels_left: I32
    offers_left: I32  # offers that this seat may still make before the next throw
    # by seat
    cash: Annotated[Row[int], c_int32 * SEATS]
    space: Annotated[Row[int], c_int32 * SEATS]
    jail_turn: Annotated[Row[int], c_int32 * SEATS]
    retired: Annotated[Row[int], c_int32 * SEATS]
    debt: Annotated[Row[int], c_int32 * SEATS]  # what each owes
    # by deed, in the order of the board
    owner: Annotated[Row[int], c_int32 * DEED_COUNT]
    houses: Annotated[Row[int], c_int32 * DEED_COUNT]  # 5 for a hotel
    mortgaged: Annotated[Row[int], c_int32 * DEED_COUNT]
    # by deck: chance, chest
    jail_card: Annotated[Row[int], c_int32 * 2]  # who holds it
    unseen: Annotated[Row[int], c_int32 * 2]  # cards not seen since the shuffle, as bits
    # what interrupts the turn: the deed for sale, the auction, the building call
    interrupt: I32  # its kind (codes W_…), 0 for none
    item: I32  # the space that it is about
    what: I32  # auction: deed, house, hotel or card (codes B_…); call: house or hotel
    bidder: I32
    bid: I32  # the standing bid
    least: I32  # the least bid that this seat may make, 0 outside an auction
    # the oldest offer that this seat has to answer
    proposer: I32
    deal_cash: I32  # what this seat receives; below 0: pays
    deal_debt: I32  # how much of this seat's debt it settles; below 0: of the proposer's
    deal_get_cards: I32  # bits by deck
    deal_give_cards: I32
    deal: Annotated[Row[int], c_int32 * DEED_COUNT]  # by deed: 1 received, -1 given, 0 not part of the deal


@record
class Mask(Structure):
    """Which actions of the menu are lawful: 1 or 0 for each."""

    _pack_ = 1
    action: Annotated[Row[int], c_int8 * ACTIONS]


@record
class Episode(Structure):
    """Where an environment is between two steps."""

    _pack_ = 1
    seed: I64
    number: I64  # episodes begun with this seed, less one
    seat: I8  # who decides now, BANK after the end
    done: I8  # 1 after the end: the next step begins a new episode
    touched: I32  # as in the sink


@record
class StepResult(Structure):
    """What a step brought. Rewards: 1 for a win, -1 for a loss, else 0."""

    _pack_ = 1
    reward: Annotated[Row[int], c_int8 * SEATS]  # by seat, not relative
    terminated: I8
    truncated: I8
    seat: I8  # who decides next, BANK after the end
    actor: I8  # who acted in this step, BANK if it began an episode
    earned: I8  # the reward of who acted
    winners: I16  # bits by seat
    retired: I16  # bits: who is out of the game
    throws: I32
