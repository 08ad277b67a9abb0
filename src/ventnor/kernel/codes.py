"""The numbers that stand for words in the kernel's records.

Codes are stored in saved games and on the wire: a number, once given, keeps its meaning for ever. New ones are added
at the end of their block. The kernel only compares them; their names for people are in `action.py`, `event.py` and
the rulebook.
"""

# --- accounts and parties -------------------------------------------------------------------------------------------
SEATS = 8  # most players at a table; also the number of the Bank, which holds whatever no player holds
BANK = 8
POT = 9  # money on Free Parking, where the house rule puts it there
EACH = 10  # a debt owed to every other player alike
NATURE = 8  # who throws dice and draws cards, as an actor
CLOCK = 9  # who strikes the hour, as an actor

# --- what comes next: a seat by its number, or one of these (not stored) --------------------------------------------
N_NATURE = 8  # nature answers
N_AUTOMATIC = 11  # a move that needs nobody's decision
N_NOBODY = 12  # the game is over
# what becomes of a decision
DECISION_NOTHING = 0  # a window was closed
DECISION_CARRY_OUT = 1
DECISION_STUCK = -1  # the game waits for this seat, and this is no answer
STUCK = 32_000  # a loop returns -STUCK when a decision is DECISION_STUCK; greater than any refusal

SPACES = 40
GROUPS = 10  # eight colour groups, then railroads, then utilities
COLOURS = 8
RAILROADS = 8
UTILITIES = 9
NO_GROUP = 15  # group of a space that is not a property
CARDS = 16
CHANCE = 0
CHEST = 1

STOCK = 32  # most houses the Bank can have

HOTEL = 5  # value of `houses` for a lot with a hotel, whatever number of houses it took

GO = 0
JAIL = 10

# --- bounds of the records ------------------------------------------------------------------------------------------
FRAMES = 12
CLAIMS = 8
DEBTS = 16
EVENTS = 96
MENU = 256
WORDS = 16  # of a policy's memory

# --- kinds of space -------------------------------------------------------------------------------------------------
S_GO = 0
S_LOT = 1
S_RAILROAD = 2
S_UTILITY = 3
S_CHANCE = 4
S_CHEST = 5
S_TAX = 6
S_JAIL = 7
S_FREE_PARKING = 8
S_GO_TO_JAIL = 9

# --- kinds of card --------------------------------------------------------------------------------------------------
K_ADVANCE = 1
K_BACK_TO = 2
K_BACK = 3
K_NEAREST_RAILROAD = 4
K_NEAREST_UTILITY = 5
K_JAIL = 6
K_JAIL_FREE = 7
K_COLLECT = 8
K_PAY = 9
K_COLLECT_EACH = 10
K_PAY_EACH = 11
K_REPAIRS = 12
K_PAY_OR_CHANCE = 13

# --- phases of the game: what it goes back to when nothing interrupts ------------------------------------------------
P_DEAL = 0  # deeds are dealt before a short game
P_OPENING = 1  # throws for who plays first
P_THROW = 2  # the seat whose turn it is throws
P_MOVE = 3  # a third failure in Jail: moves by its throw as soon as the fine is paid
P_END = 4  # the turn is played; its seat ends it
P_OVER = 6

# --- what the game waits for; numbers 2 to 11 are also the kinds of frame --------------------------------------------
W_NOTHING = 0
W_DEAL = 1
W_DICE = 2
W_CARD = 3
W_BUY = 4
W_BID = 5
W_TAX = 6
W_CHOICE = 7
W_WANT = 8  # frame: a building call
W_PLACE = 9  # (no frame of its own: the second half of a building call)
W_RECEIVE = 10
W_ESTATE = 11  # frame only: the auctions of a bankrupt's estate, one after another
W_THROW = 12
W_DEBT = 13
W_END = 14
W_LAST_RENT = 15

# --- what is thrown for ---------------------------------------------------------------------------------------------
T_OPENING = 1
T_MOVE = 2
T_RENT = 3

# --- what is auctioned ----------------------------------------------------------------------------------------------
B_DEED = 0
B_HOUSE = 1
B_HOTEL = 2
B_CARD = 3

# --- how a token came to a space ------------------------------------------------------------------------------------
BY_DICE = 0
BY_CARD = 1
BY_NEAREST = 2

# --- causes of a debt -----------------------------------------------------------------------------------------------
D_RENT = 1
D_TAX = 2
D_FINE = 3
D_CARD = 4
D_INTEREST = 5

# --- stages of a building call --------------------------------------------------------------------------------------
CALL_WISHES = 0
CALL_PLACING = 1
CALL_WON = 2

# --- how a game ended -----------------------------------------------------------------------------------------------
END_LAST = 1
END_BANKRUPTCIES = 2
END_HOUR = 3
END_ROUNDS = 4

# --- how a player came into Jail, or out of it -----------------------------------------------------------------------
J_SPACE = 1
J_CARD = 2
J_DOUBLES = 3
J_FINE = 4

# --- actions --------------------------------------------------------------------------------------------------------
A_ROLL = 1
A_BUY = 2
A_DECLINE = 3
A_BID = 4
A_PASS = 5
A_BUILD = 6
A_SELL = 7
A_SELL_GROUP = 8
A_MORTGAGE = 9
A_LIFT = 10
A_KEEP = 11
A_ASK_RENT = 12
A_PAY_FINE = 13
A_USE_CARD = 14
A_TAX = 15
A_PAY = 16
A_BANKRUPT = 17
A_RESIGN = 18
A_END_TURN = 19
A_DONE = 20
A_OFFER = 21
A_COUNTER = 22
A_ACCEPT = 23
A_REJECT = 24
A_WITHDRAW = 25
A_WANT = 26
A_PAY_TEN = 27
A_TAKE_CHANCE = 28
A_THROW = 40
A_DRAW = 41
A_DEAL = 42
A_HOUR = 50

TAX_FLAT = 0
TAX_PERCENT = 1

# --- events ---------------------------------------------------------------------------------------------------------
E_THREW = 1  # seat, x y dice
E_STARTED = 2  # seat plays first
E_TURN_BEGAN = 3  # seat, amount: number of the turn
E_MOVED = 4  # seat, space reached, x: space left, y: 1 when backward
E_SALARY = 5  # seat, amount
E_BOUGHT = 6  # seat, space, amount
E_DECLINED = 7  # seat, space
E_AUCTION_OPENED = 8  # x: what, space (deed) or y: deck (card)
E_BID = 9  # seat, amount
E_PASSED = 10  # seat
E_AUCTION_WON = 11  # seat, amount, x: what, space or y
E_AUCTION_FAILED = 12  # x: what, space or y
E_RENT_FELL_DUE = 13  # seat: owner, other: payer, space, amount (0: a throw decides), x: factor
E_RENT_ASKED = 14  # seat: owner, other: payer, space, amount, x: factor
E_RENT_LAPSED = 15  # seat: owner, other: payer, space
E_RENT_PAID = 16  # seat: payer, other: owner, space, amount
E_CARD_DRAWN = 17  # seat, x: deck, y: card
E_CARD_KEPT = 18  # seat, x: deck
E_CARD_RETURNED = 19  # seat, x: deck
E_TAX_CHOSEN = 20  # seat, space, x: flat or percent
E_PAID = 21  # seat, other: to whom, amount, x: cause
E_COLLECTED = 22  # seat, amount from the Bank
E_DEBT_AROSE = 23  # seat: debtor short of cash, other: creditor, amount, x: cause
E_JAILED = 24  # seat, x: how
E_JAIL_LEFT = 25  # seat, x: how
E_JAIL_STAYED = 26  # seat, x: turns spent
E_HOUSE_BUILT = 27  # seat, space, amount
E_HOTEL_BUILT = 28  # seat, space, amount
E_HOUSE_SOLD = 29  # seat, space, amount
E_HOTEL_SOLD = 30  # seat, space, amount, x: houses put in its place
E_GROUP_SOLD = 31  # seat, x: group, amount
E_CALL_OPENED = 32  # seat: asker, x: what
E_WISHED = 33  # seat, amount
E_CALL_CLOSED = 34  # x: what
E_MORTGAGED = 35  # seat, space, amount
E_LIFTED = 36  # seat, space, amount
E_KEPT = 37  # seat, space, amount: the interest
E_OFFERED = 38  # seat, other, amount: number of the offer
E_COUNTERED = 39  # seat, other, amount: number, x: number it answers
E_REJECTED = 40  # seat, other: who had offered, amount: number
E_WITHDRAWN = 41  # seat, other, amount: number
E_OFFER_LAPSED = 42  # seat: who had offered, other, amount: number
E_DEAL_MADE = 43  # seat: who had offered, other: who accepted, amount: number
E_DEED_PASSED = 44  # seat: from, other: to, space
E_CASH_PASSED = 45  # seat: from, other: to, amount
E_JAIL_CARD_PASSED = 46  # seat: from, other: to, x: deck
E_PAID_IN_KIND = 47  # seat: debtor, other: creditor, amount settled
E_BANKRUPT = 48  # seat, other: creditor, amount owed
E_RESIGNED = 49  # seat
E_ESTATE_OPENED = 50  # seat: the bankrupt, mask: deeds to be auctioned
E_ESTATE_SHARED = 51  # seat: the bankrupt, other: creditor, amount
E_TURN_ENDED = 52  # seat
E_HOUR_STRUCK = 53
E_WORTH_COUNTED = 54  # seat, amount
E_GAME_ENDED = 55  # mask: winners, x: how
E_DEED_DEALT = 56  # seat, space, amount
E_POT_COLLECTED = 57  # seat, amount
E_OPTION_LAPSED = 58  # seat, space: its player retired before answering
E_BUILDINGS_RETURNED = 59  # seat: the bankrupt, amount
KINDS_OF_EVENT = 60

# --- clauses, as refusals and events name them ----------------------------------------------------------------------
C_NONE = 0
C_ACT_WHEN = 1
C_START_THROW = 2
C_START_LEFT = 3
C_MOVE_TOTAL = 4
C_MOVE_DOUBLES = 5
C_MOVE_THREE_DOUBLES = 6
C_GO_SALARY = 7
C_BUY_OPTION = 8
C_BUY_DECLINE = 9
C_AUCTION_BIDDERS = 10
C_AUCTION_OPENING = 11
C_AUCTION_SETTLE = 12
C_AUCTION_COURSE = 13
C_RENT_DUE = 14
C_RENT_ASK = 15
C_RENT_UTILITIES = 16
C_CARDS_DRAW = 17
C_CARDS_JAIL_FREE = 18
C_CARDS_DECKS = 19
C_CARDS_PAY_OR_CHANCE = 20
C_TAX_INCOME = 21
C_TAX_LUXURY = 22
C_TAX_TO_BANK = 23
C_JAIL_SENT = 24
C_JAIL_DOUBLES = 25
C_JAIL_FINE = 26
C_JAIL_CARD = 27
C_JAIL_THIRD = 28
C_HOUSES_GROUP = 29
C_HOUSES_ANY_TIME = 30
C_HOUSES_EVEN = 31
C_HOUSES_MORTGAGED = 32
C_HOTELS_EXCHANGE = 33
C_SHORTAGE_WAIT = 34
C_SHORTAGE_AUCTION = 35
C_SELL_BUILDINGS = 36
C_SELL_EVEN = 37
C_SELL_HOTELS = 38
C_TRADE_PROPERTY = 39
C_TRADE_BUILDINGS_FIRST = 40
C_TRADE_NO_LOANS = 41
C_TRADE_SHAPE = 42
C_TRADE_OFFERS = 43
C_MORTGAGE_TAKE = 44
C_MORTGAGE_BUILDINGS_FIRST = 45
C_MORTGAGE_LIFT = 46
C_MORTGAGE_TRANSFER = 47
C_DEBT_RAISE = 48
C_DEBT_IN_KIND = 49
C_DEBT_ORDER = 50
C_BANKRUPT_TO_PLAYER = 51
C_BANKRUPT_INTEREST = 52
C_BANKRUPT_TO_BANK = 53
C_BANKRUPT_EACH_PLAYER = 54
C_BANKRUPT_TURN = 55
C_BANKRUPT_RESIGN = 56
C_WIN_LAST = 57
C_SHORT1935_DEAL = 58
C_SHORT1935_HOUR = 59
C_SHORT1935_WORTH = 60
C_SHORT_SECOND_BANKRUPTCY = 61
C_HOUSE_RULES_OPTIONAL = 62
C_TRADE_ANY_TIME = 63
C_CAPACITY = 64  # not a clause: a record is full
C_JAIL_TURN_ENDS = 65
C_SETUP_EQUIPMENT = 66
C_SHORT_DEAL = 67
C_TIMED_HOUR = 68
C_SHORT_WORTH = 69
C_JAIL_DOUBLES_NO_SECOND = 70
C_SHORT_THREE_HOUSES = 71
C_RENT_MORTGAGED = 72
C_RENT_NEAREST = 73

CLAUSE_IDS = (
    "",
    "act.when",
    "start.throw",
    "start.left",
    "move.total",
    "move.doubles",
    "move.three-doubles",
    "go.salary",
    "buy.option",
    "buy.decline",
    "auction.bidders",
    "auction.opening",
    "auction.settle",
    "auction.course",
    "rent.due",
    "rent.ask",
    "rent.utilities",
    "cards.draw",
    "cards.jail-free",
    "cards.decks",
    "cards.pay-or-chance",
    "tax.income",
    "tax.luxury",
    "tax.to-bank",
    "jail.sent",
    "jail.doubles",
    "jail.fine",
    "jail.card",
    "jail.third",
    "houses.group",
    "houses.any-time",
    "houses.even",
    "houses.mortgaged",
    "hotels.exchange",
    "shortage.wait",
    "shortage.auction",
    "sell.buildings",
    "sell.even",
    "sell.hotels",
    "trade.property",
    "trade.buildings-first",
    "trade.no-loans",
    "trade.shape",
    "trade.offers",
    "mortgage.take",
    "mortgage.buildings-first",
    "mortgage.lift",
    "mortgage.transfer",
    "debt.raise",
    "debt.in-kind",
    "debt.order",
    "bankrupt.to-player",
    "bankrupt.interest",
    "bankrupt.to-bank",
    "bankrupt.each-player",
    "bankrupt.turn",
    "bankrupt.resign",
    "win.last",
    "short1935.deal",
    "short1935.hour",
    "short1935.worth",
    "short.second-bankruptcy",
    "house-rules.optional",
    "trade.any-time",
    "capacity",
    "jail.turn-ends",
    "setup.equipment",
    "short.deal",
    "timed.hour",
    "short.worth",
    "jail.doubles-no-second",
    "short.three-houses",
    "rent.mortgaged",
    "rent.nearest",
)
