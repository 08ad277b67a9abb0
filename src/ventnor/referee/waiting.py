"""What the game waits for, and whom it holds to an answer.

Clauses: §act.when, §debt.order, and those that put one thing before another (§auction.settle, §mortgage.transfer,
§shortage.auction, §tax.income, §cards.pay-or-chance).
"""

from functools import lru_cache
from typing import NamedTuple

from ventnor.action import Action, Build, Keep, Lift, PayTen, TakeChance, Tax
from ventnor.referee.charge import first_of
from ventnor.referee.site import against_bidder, room
from ventnor.referee.table import Table
from ventnor.referee.thing import Debt, Interrupt

NATURE = frozenset({"dice", "card", "deal"})
CHOICES = {"tax": "tax.income", "choice": "cards.pay-or-chance", "receive": "mortgage.transfer"}


class Wait(NamedTuple):
    """What the game waits for, and for whom; nobody where nature comes next or the game is over."""

    what: str
    who: int | None = None


NOTHING = Wait("nothing")


@lru_cache(maxsize=1)  # of one position much is asked
def waits_for(table: Table) -> Wait:
    """The one thing that comes next."""
    if table.ended:
        return NOTHING
    # §cards.draw: at once, as dice in the air fall before anything else.
    in_the_air = table.interrupts and table.top.kind in NATURE
    debt = None if in_the_air or delay_of_debts(table) else debt_at_hand(table)
    if debt:
        return Wait("debt", debt.debtor)
    if table.interrupts:
        return waits_in(table, table.top)
    # §short1935.hour: the move is complete; its rents may still be asked for.
    if table.hour and table.phase != "move":
        return Wait("last-rent", table.claims[0].owner) if table.claims else NOTHING
    if table.phase == "deal":
        return Wait("deal")
    return Wait("end" if table.phase == "end" else "throw", table.turn)


def waits_in(table: Table, interrupt: Interrupt) -> Wait:
    """What an interruption waits for."""
    if interrupt.kind in NATURE:
        return Wait(interrupt.kind)
    if interrupt.kind == "auction":
        # §auction.course: those who have neither the standing bid nor passed since.
        heard = {interrupt.bidder, *interrupt.passed}
        silent = (other for other in table.from_the_left_of(interrupt.seat) if other not in heard)
        asked = (other for other in silent if first_of(against_bidder(table, other, interrupt)) is None)
        return Wait("bid", next(asked, None))
    if interrupt.kind == "call":
        return waits_in_call(table, interrupt)
    return Wait(interrupt.kind, interrupt.seat)


def waits_in_call(table: Table, call: Interrupt) -> Wait:
    """§shortage.auction: from the asker's left each who has room says how many he wants; then they are placed."""
    if call.stage == "won":
        return Wait("place", call.winner if isinstance(call.winner, int) else None)
    for seat in table.from_the_left_of(call.seat):
        if call.stage == "placing" and call.wish_of(seat):
            return Wait("place", seat)
        unheard = seat not in call.said and not table.is_debtor(seat)
        if call.stage == "wishes" and unheard and room(table, seat, call.building):
            return Wait("want", seat)
    return NOTHING


def delay_of_debts(table: Table) -> str | None:
    """The clause by which no debt falls due now."""
    # §auction.settle: no debt falls due before an auction is over; an estate is a row of them.
    if table.all_of("auction", "estate"):
        return "auction.settle"
    # §mortgage.transfer: kept or lifted at once.
    if table.all_of("receive"):
        return "mortgage.transfer"
    # §shortage.auction: the winner places the building at once.
    if table.call is not None and table.call.stage == "won":
        return "shortage.auction"
    return None


def debt_at_hand(table: Table) -> Debt | None:
    """§debt.order: the oldest debt of a debtor to whom no other debtor still owes; failing that, the oldest."""
    due = [debt for debt in table.debts if debt.due]
    # §tax.income, §cards.pay-or-chance: the choice comes before the player's debts.
    choosing = {each.seat for each in table.all_of("tax", "choice")}
    payable = [debt for debt in due if debt.debtor not in choosing]
    creditors = {debt.creditor for debt in due}
    return next((debt for debt in payable if debt.debtor not in creditors), next(iter(payable), None))


def duty_of(table: Table, seat: int) -> str | None:
    """§act.when: the clause that holds a player to an answer before any other act."""
    for each in table.interrupts:
        if each.kind in CHOICES and each.seat == seat:
            return CHOICES[each.kind]
    # §shortage.auction: a building won is placed at once.
    return "shortage.auction" if table.has_won(seat) else None


def is_received(table: Table, seat: int, slug: str) -> bool:
    """Whether the game waits for the player's word on a mortgaged deed just received."""
    return waits_for(table) == ("receive", seat) and slug in table.top.deeds


def answers(table: Table, seat: int, duty: str, action: Action) -> bool:
    """Whether an action is the answer to which a player is held."""
    if duty == "tax.income":
        return isinstance(action, Tax)
    if duty == "cards.pay-or-chance":
        return isinstance(action, PayTen | TakeChance)
    if duty == "mortgage.transfer":
        return isinstance(action, Keep) or (isinstance(action, Lift) and is_received(table, seat, action.space))
    return isinstance(action, Build)


def comes_first(table: Table, seat: int) -> str:
    """Why a player may not go on with the turn: the clause of what is waited for."""
    what, who = waits_for(table)
    waited = {
        **CHOICES,
        "buy": "buy.option",
        "bid": "auction.course",
        "want": "shortage.auction",
        "place": "shortage.auction",
        "debt": "debt.raise",
        "last-rent": table.settings.clause("hour"),
    }
    if what in waited:
        return waited[what]
    # §start.throw: each throws once, in the order of the seats.
    if table.phase == "opening":
        return "start.throw"
    # §start.left: it is another's turn.
    if who != seat:
        return "start.left"
    if what == "throw":
        # §jail.third, §move.total, §move.doubles: every turn has a throw, in Jail too, and another after doubles.
        if table.players[seat].jail_turn:
            return "jail.third"
        return "move.doubles" if table.doubles else "move.total"
    # §jail.doubles-no-second, §move.doubles: only doubles give another throw, but not those that freed from Jail.
    return "jail.doubles-no-second" if len(set(table.dice)) == 1 else "move.doubles"
