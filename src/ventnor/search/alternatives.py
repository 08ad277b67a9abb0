"""Alternatives of a seat in a position: each is an action or a short plan, with the position that it leads to.

The list is the seat's menu, with plans of building in place of single houses, a ladder of bids, and doing nothing.
Offers are in `deals`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ventnor.action import (
    Accept,
    Action,
    Bankrupt,
    Bid,
    Build,
    Buy,
    Done,
    EndTurn,
    Mortgage,
    Pass,
    Resign,
    Roll,
    Sell,
    SellGroup,
    Tax,
    Withdraw,
)
from ventnor.kernel.auction import free_to_bid, least_bid
from ventnor.kernel.codes import SEATS, W_BID, W_BUY, W_CARD, W_DICE, W_THROW
from ventnor.kernel.debt import is_debtor
from ventnor.kernel.layout import State
from ventnor.search.lookahead import Lookahead
from ventnor.search.values import Floats
from ventnor.words.vocabulary import SPACE

LEFT_OUT: Final = (Resign, Tax, Withdraw, Build, Bid, Pass)
"""Actions of the menu that are left out, or listed in another form."""
RAISING: Final = (Mortgage, Sell, SellGroup)
"""Actions that turn property into cash: listed only if the seat needs some."""
NOTHING: Final = (Roll, EndTurn, Done)
"""Actions that change nothing."""
LONGEST_PLAN: Final = 15


@dataclass(frozen=True)
class Alternative:
    """An option of a seat, and the position it leads to."""

    plan: tuple[Action, ...]
    """The actions, in order. The first is what can be typed now."""
    state: State
    """The position afterwards; for an offer, once it is accepted."""
    partner: int | None = None
    """The seat that must accept an offer."""
    limit: int | None = None
    """In an auction: the sum up to which bidding pays, 0 where it does not."""

    @property
    def action(self) -> Action:
        """Return the first action."""
        return self.plan[0]

    @property
    def is_nothing(self) -> bool:
        """Return whether it changes nothing on the table."""
        return isinstance(self.action, NOTHING)


def alternatives_of(look: Lookahead, state: State, seat: int) -> list[Alternative]:
    """Return the seat's alternatives, without offers."""
    menu = look.menu(state, seat)
    left_out = LEFT_OUT if needs_cash(state, seat, menu) else (*LEFT_OUT, *RAISING)
    found: list[Alternative] = []
    for action in menu:
        # Bankruptcy is an option only if the rules allow nothing else.
        if isinstance(action, left_out) or (isinstance(action, Bankrupt) and found):
            continue
        after = look.after(state, action, seat)
        if after is not None:
            found.append(Alternative((action,), look.past_mortgages(after) if isinstance(action, Accept) else after))
    if state.awaits == W_BID:
        found += bids(look, state, seat)
    elif any(isinstance(action, Pass) for action in menu):
        after = look.after(state, Pass(), seat)
        found += [Alternative((Pass(),), after)] if after is not None else []
    found += building_plans(look, state, seat, tuple(each for each in menu if isinstance(each, Build)))
    if state.awaited != seat and state.awaits != W_BID:
        found.insert(0, Alternative((Done(),), state))
    return found


def needs_cash(state: State, seat: int, menu: tuple[Action, ...]) -> bool:
    """Return whether a seat has a reason to raise cash now: a debt, a deed that it cannot pay, or an auction."""
    if is_debtor(state, seat) or state.awaits == W_BID:
        return True
    return state.awaits == W_BUY and state.awaited == seat and Buy() not in menu


# --- building -------------------------------------------------------------------------------------------------------
def building_plans(look: Lookahead, state: State, seat: int, builds: tuple[Build, ...]) -> Iterator[Alternative]:
    """Yield plans for each colour group: one building, then all lots to each level, as far as the cash goes."""
    table = look.table
    by_group: dict[int, list[Build]] = {}
    for build in builds:
        by_group.setdefault(table.group[SPACE.number(build.deed)], []).append(build)
    for group, first in by_group.items():
        lots = [table.lots[group][place] for place in range(table.group_size[group])]
        plan: tuple[Action, ...] = ()
        now = state
        while len(plan) < LONGEST_PLAN:
            # The dearest lot of those that have least on them.
            _, lot = min((now.houses[each], -each) for each in lots)
            action = Build(SPACE.value(-lot)) if plan else first[-1]
            after = look.after(now, action, seat)
            if after is None or after.awaits != state.awaits:
                # A shortage may lead to an auction, whose result is not known.
                if not plan and after is not None:
                    yield Alternative((action,), after)
                break
            plan, now = (*plan, action), after
            if len(plan) == 1 or len({now.houses[each] for each in lots}) == 1:
                yield Alternative(plan, now)
        if len(plan) > 1 and len({now.houses[each] for each in lots}) > 1:
            yield Alternative(plan, now)


# --- auctions -------------------------------------------------------------------------------------------------------
def bids(look: Lookahead, state: State, seat: int) -> list[Alternative]:
    """Return passing and a ladder of bids, each with the sum up to which bidding pays."""
    least, most = least_bid(state, look.table, seat), free_to_bid(state, seat)
    passed = look.after(state, Pass(), seat)
    limit = 0
    if passed is not None and look.after(state, Bid(max(least, 0)), seat) is not None:
        limit = bid_limit(look, state, seat, least, most, float(look.quiet_values([passed])[0, seat]))
    found = [] if passed is None else [Alternative((Pass(),), passed, limit=limit)]
    ladder = sorted({least, (least + limit) // 2, limit}) if limit > least else [least]
    for amount in ladder:
        after = look.after(state, Bid(amount), seat) if 0 <= amount <= most else None
        if after is not None:
            found.append(Alternative((Bid(amount),), after, limit=limit))
    return found


def bid_limit(look: Lookahead, state: State, seat: int, least: int, most: int, passing: float) -> int:
    """Return the highest price at which winning is worth as much as passing, by bisection; 0 where none is."""

    def pays(amount: int) -> bool:
        won = win_auction(look, state, seat, amount)
        return won is not None and float(look.quiet_values([won])[0, seat]) >= passing

    if not pays(least):
        return 0
    low, high = least, most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if pays(middle) else (low, middle)
    return high if high > low and pays(high) else low


def win_auction(look: Lookahead, state: State, seat: int, amount: int) -> State | None:
    """Return the position once the seat has won what is on the block for a sum."""
    depth, now = state.depth, look.after(state, Bid(amount), seat)
    for _ in range(SEATS):
        if now is None or now.awaits != W_BID or now.depth != depth or now.frames[depth - 1].bidder != seat:
            break
        now = look.after(now, Pass(), now.awaited)
    return now


# --- what it is worth by the network --------------------------------------------------------------------------------
def network_chances(look: Lookahead, state: State, options: list[Alternative], seat: int) -> list[Floats]:
    """Return each option's chances by seat. Cards to come are averaged over; in Jail the next throw, too."""
    jailed = bool(state.jail_turn[seat]) and state.awaited == seat
    leaves = [leaves_of(look, state, option, seat, jailed=jailed) for option in options]
    # Before a throw each option is valued as if nobody did any other business, so that deals can be compared.
    values = look.quiet_values([each for several in leaves for each in several], business=state.awaits != W_THROW)
    found: list[Floats] = []
    at = 0
    for several in leaves:
        found.append(values[at : at + len(several)].mean(axis=0))
        at += len(several)
    return found


def leaves_of(look: Lookahead, before: State, option: Alternative, seat: int, *, jailed: bool) -> list[State]:
    """Return the positions to ask the network about."""
    state = option.state
    if jailed and state.awaits == W_THROW and state.awaited == seat:
        state = look.after(state, Roll(), seat) or state
    elif isinstance(option.action, Roll) and not jailed:
        state = before
    if state.awaits == W_CARD or (jailed and state.awaits == W_DICE):
        return look.outcomes(state) or [state]
    return [state]
