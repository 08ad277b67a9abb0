"""What the game waits for, and whom it holds to an answer.

Clauses: §act.when, §debt.order, and those that put one thing before another (§auction.settle, §mortgage.transfer,
§shortage.auction, §tax.income, §cards.pay-or-chance).
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ventnor.action import Action, Build, Keep, Lift, PayTen, TakeChance, Tax
from ventnor.referee.charge import Verdict, first_of
from ventnor.referee.position import Position
from ventnor.referee.site import against_bidder, room
from ventnor.referee.thing import Debt, Interrupt

NATURE = frozenset({"dice", "card", "deal"})
CHOICES = {
    "tax": Verdict("tax.income", "tax-first"),
    "choice": Verdict("cards.pay-or-chance", "choice-first"),
    "receive": Verdict("mortgage.transfer", "receive-first"),
}
PLACE = Verdict("shortage.auction", "place-first")


class Wait(NamedTuple):
    """What the game waits for, and for whom: for nobody if nature comes next or the game is over."""

    what: str
    who: int | None = None


NOTHING = Wait("nothing")


@lru_cache(maxsize=1)  # asked many times about one position
def waits_for(table: Position) -> Wait:
    """Return the one thing that comes next."""
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
        owner = next(asked_for_last_rents(table), None)
        return NOTHING if owner is None else Wait("last-rent", owner)
    if table.phase == "deal":
        return Wait("deal")
    return Wait("end" if table.phase == "end" else "throw", table.turn)


def asked_for_last_rents(table: Position) -> Iterator[int]:
    """Return the players who are still asked for the last rents, in their order (§short1935.hour)."""
    if not table.sharp:
        yield from (claim.owner for claim in table.claims)
    # §rent.ask: at a sharp table everybody else is asked, once somebody has thrown in this turn.
    elif table.phase == "end" or table.doubles:
        others = (seat for seat in table.from_the_left_of(table.turn) if seat != table.turn)
        yield from (seat for seat in others if seat not in table.passed)


def waits_in(table: Position, interrupt: Interrupt) -> Wait:
    """Return what an interruption waits for."""
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


def waits_in_call(table: Position, call: Interrupt) -> Wait:
    """Return what a call waits for: wishes from the asker's left, then their placing (§shortage.auction)."""
    if call.stage == "won":
        return Wait("place", call.winner if isinstance(call.winner, int) else None)
    for seat in table.from_the_left_of(call.seat):
        if call.stage == "placing" and call.wish_of(seat):
            return Wait("place", seat)
        unheard = seat not in call.said and not table.is_debtor(seat)
        if call.stage == "wishes" and unheard and room(table, seat, call.building):
            return Wait("want", seat)
    return NOTHING


def delay_of_debts(table: Position) -> Verdict | None:
    """Return why no debt falls due now."""
    # §auction.settle: no debt falls due before an auction is over; an estate is a row of them.
    if table.all_of("auction", "estate"):
        return Verdict("auction.settle", "auction-before-debt")
    # §mortgage.transfer: kept or lifted at once.
    if table.all_of("receive"):
        return CHOICES["receive"]
    # §shortage.auction: the winner places the building at once.
    if table.call is not None and table.call.stage == "won":
        return PLACE
    return None


def debt_at_hand(table: Position) -> Debt | None:
    """Return the oldest debt of a debtor whom no other debtor owes; else the oldest (§debt.order)."""
    due = [debt for debt in table.debts if debt.due]
    # §tax.income, §cards.pay-or-chance: the choice comes before the player's debts.
    choosing = {each.seat for each in table.all_of("tax", "choice")}
    payable = [debt for debt in due if debt.debtor not in choosing]
    creditors = {debt.creditor for debt in due}
    return next((debt for debt in payable if debt.debtor not in creditors), next(iter(payable), None))


def duty_of(table: Position, seat: int) -> Verdict | None:
    """Return what holds a player to an answer before any other act. §act.when"""
    for each in table.interrupts:
        if each.kind in CHOICES and each.seat == seat:
            return CHOICES[each.kind]
    # §shortage.auction: a building won is placed at once.
    return PLACE if table.has_won(seat) else None


def is_received(table: Position, seat: int, slug: str) -> bool:
    """Return whether the game waits for the player's word on a mortgaged deed just received."""
    return waits_for(table) == ("receive", seat) and slug in table.top.deeds


def answers(table: Position, seat: int, duty: Verdict, action: Action) -> bool:
    """Return whether an action is the answer to which a player is held."""
    if duty == CHOICES["tax"]:
        return isinstance(action, Tax)
    if duty == CHOICES["choice"]:
        return isinstance(action, PayTen | TakeChance)
    if duty == CHOICES["receive"]:
        return isinstance(action, Keep) or (isinstance(action, Lift) and is_received(table, seat, action.deed))
    return isinstance(action, Build)


def comes_first(table: Position, seat: int) -> Verdict:
    """Return why a player may not go on with the turn: what comes first."""
    what, who = waits_for(table)
    waited = {
        **CHOICES,
        "buy": Verdict("buy.option", "buy-first"),
        "bid": Verdict("auction.course", "auction-first"),
        "want": Verdict("shortage.auction", "want-first"),
        "place": PLACE,
        "debt": Verdict("debt.raise", "debt-first"),
        "last-rent": Verdict(table.settings.clause("hour"), "last-rent-first"),
    }
    if what in waited:
        return waited[what]
    # §start.throw: each throws once, in the order of the seats.
    if table.phase == "opening":
        return Verdict("start.throw", "starter-first")
    # §start.left: it is another's turn.
    if who != seat:
        return Verdict("start.left", "others-turn")
    if what == "throw":
        # §jail.third, §move.total, §move.doubles: every turn has a throw, in Jail too, and another after doubles.
        if table.players[seat].jail_turn:
            return Verdict("jail.third", "throw-in-jail")
        return Verdict("move.doubles", "throw-again") if table.doubles else Verdict("move.total", "throw-first")
    # §jail.doubles-no-second, §move.doubles: only doubles give another throw, but not those that freed from Jail.
    freed = Verdict("jail.doubles-no-second", "freed-by-doubles")
    return freed if len(set(table.dice)) == 1 else Verdict("move.doubles", "no-doubles")
