"""The inputs of the network: one packed record, whole numbers in thousandths, and the places of its inputs.

`VERSION` names the layout. Weights carry it and are refused by code with another one.
"""

from ctypes import Structure, c_int16, c_int32
from typing import Annotated

from ventnor.kernel.codes import COLOURS, SEATS, SPACES
from ventnor.kernel.layout import I8, I16, Row, record

VERSION = 2

# Bounds of the pieces into which an amount is cut: each piece is 0 below its lower bound and 1000 above its upper one.
CASH_STEPS = (0, 50, 100, 200, 350, 500, 750, 1000, 1500, 2500, 5000)
WORTH_STEPS = (0, 500, 1000, 1500, 2000, 2500, 3000, 4000, 5000, 7000, 12000)
OWED_STEPS = (0, 100, 400, 1500)
RENT_STEPS = (0, 20, 60, 150, 400)
WORST_STEPS = (0, 100, 300, 700, 1200, 2000)
INCOME_STEPS = (0, 4, 12, 30, 60, 110, 200)
STOCK_STEPS = (0, 4, 12, 32)
THROW_STEPS = (0, 50, 150, 400, 1000)
CLOCK_STEPS = (0, 10, 30, 80, 200, 600)
ROUND_STEPS = (0, 3, 10, 30)

# Inputs of a seat.
CASH = 0  # cash, with what it owes and is owed
LIQUID = CASH + 10  # what it could raise at once
WORTH = LIQUID + 10  # what it would be worth at the end of a timed game
OWES = WORTH + 10
DUE = OWES + 3
ORDER = DUE + 3  # how many others throw before it does
WAITS = ORDER + SEATS  # what the game waits for from it
JAILED = WAITS + 8  # its turn in Jail, and jail cards
DANGER = JAILED + 4  # rents that its next throw may cost
DANGER_LATER = DANGER + 4  # the throw after that
DANGER_LONG = DANGER_LATER + 4  # any throw in the long run
WORST = DANGER_LONG + 6  # the worst rent within twelve spaces
RUIN = WORST + 5  # chances that the next rent exceeds cash, and all that could be raised
COMING = RUIN + 2  # rents that the next throws of the others may bring
COMING_LATER = COMING + 4
INCOME = COMING_LATER + 4  # rents in the long run, from one throw of each other
POTENTIAL = INCOME + 6  # the same once the cash is built on the group where it brings most
FULL = POTENTIAL + 6  # the same with hotels on every complete group
HIGHEST = FULL + 6  # the highest rent that it can charge
GROUP = HIGHEST + 5  # by colour group
GROUP_INPUTS = 11
RAILS = GROUP + GROUP_INPUTS * COLOURS
POWER = RAILS + 6
LINKS = POWER + 4  # groups that one deal could complete, groups that it blocks, deeds
BLOCK = LINKS + 3  # the deed that is for sale
HERE = BLOCK + 8  # the space it stands on
OWN = HERE + SPACES

# Inputs of the table, the same for every seat.
ALIVE = 0
STOCK = ALIVE + 8
UNOWNED = STOCK + 5
THROWS = UNOWNED + 2
CLOCK = THROWS + 4
ENDING = CLOCK + 7
ROUNDS = ENDING + 2
SETS = ROUNDS + 4
RULES = SETS + 3
TABLE = RULES + 22

# Inputs of two seats, one towards the other.
OWES_NEXT = 0  # rents that its next throw may cost it to the other
OWES_LATER = OWES_NEXT + 2  # the throw after that
FALLS = OWES_LATER + 2  # chances that such a rent exceeds cash, and all that could be raised
COMPLETES = FALLS + 2  # groups that the other's deeds would complete, and what they could earn
SWAP = COMPLETES + 3  # each could complete a group of the other
BEFORE = SWAP + 1  # the other throws first
TRAINS = BEFORE + 1  # railroads of both, where each has some
PAIR = TRAINS + 1

LIMIT = 30000  # no input is larger


@record
class Inputs(Structure):
    """A position as the network sees it, every seat from its own side."""

    _pack_ = 1
    players: I8
    alive: I16  # bits: seats still in the game
    table: Annotated[Row[int], c_int16 * TABLE]
    seats: Annotated[Row[Row[int]], (c_int16 * OWN) * SEATS]
    pairs: Annotated[Row[Row[int]], (c_int16 * (SEATS * PAIR)) * SEATS]  # by seat, then by the other one
    # worked out on the way; the network does not read them
    rent: Annotated[Row[int], c_int32 * SPACES]  # what stopping there costs, 0 where nothing
    pending: Annotated[Row[int], c_int32 * SEATS]  # cash with what the seat owes and is owed
    raised: Annotated[Row[int], c_int32 * SEATS]  # all it could raise at once
    sums: Annotated[Row[Row[int]], (c_int32 * 10) * SEATS]  # by seat: sums over deeds and throws
    between: Annotated[Row[Row[int]], (c_int32 * (SEATS * 4)) * SEATS]  # by seat and other: sums over throws
