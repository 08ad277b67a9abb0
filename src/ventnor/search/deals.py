"""Offers that are good for both sides: deeds for deeds or cash, with the cash solved for by bisection.

The network first looks at many exchanges without cash. Those by which the two sides gain most together are completed
with cash, so that the other side gets its share of the gain. The law then judges each one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final

from ventnor.action import Accept, Action, Counter, Offer, Terms
from ventnor.kernel.codes import BANK
from ventnor.kernel.layout import State
from ventnor.search.alternatives import Alternative
from ventnor.search.lookahead import Lookahead, copy_of
from ventnor.search.values import Floats
from ventnor.view import offers_of
from ventnor.words.vocabulary import DEED, SPACE

SHARE: Final = 0.4
"""The least part of the common gain that goes to the other side."""
LEAST_GAIN: Final = 0.005
"""The least gain of each side: half a point."""
MOST_DEALS: Final = 8
"""The number of exchanges completed with cash."""
MOST_WITH_ONE: Final = 4
FEW_EXCHANGES: Final = 10
"""The number examined without the compiled kernel."""
STEP: Final = 5
"""Cash is offered in steps of this many dollars."""

Spaces = tuple[int, ...]


@dataclass(frozen=True)
class Exchange:
    """Deeds that two seats exchange."""

    partner: int
    give: Spaces
    get: Spaces


def deals_of(look: Lookahead, state: State, seat: int, now: Floats) -> list[Alternative]:
    """Return offers of the seat that both sides gain by, the best for the seat first. `now`: chances as things are."""
    promising = sorted(gains_of(look, state, seat, now), key=lambda found: -found[0])
    found: list[tuple[float, Alternative]] = []
    used: dict[int, int] = {}
    for common, exchange in promising:
        partner = exchange.partner
        if len(found) >= MOST_DEALS or common < 2 * LEAST_GAIN:
            break
        if used.get(partner, 0) >= MOST_WITH_ONE:
            continue
        cash = solve_cash(look, state, seat, exchange, now, common)
        if cash is None:
            continue
        option = offer_option(look, state, seat, exchange, cash)
        if option is None:
            continue
        value = look.value(option.state, deals=False)
        if value[seat] > now[seat] + LEAST_GAIN and value[partner] > now[partner]:
            used[partner] = used.get(partner, 0) + 1
            found.append((float(value[seat]), option))
    return [option for _, option in sorted(found, key=lambda each: -each[0])]


def gains_of(look: Lookahead, state: State, seat: int, now: Floats) -> list[tuple[float, Exchange]]:
    """Return exchanges with what both sides gain by them together, without cash."""
    found = list(exchanges_of(look, state, seat))
    if not look.built:
        found = [each for each in found if completes(look, state, seat, each)][:FEW_EXCHANGES]
    if not found:
        return []
    values = look.values([exchanged(look, state, seat, each, 0) for each in found], deals=False)
    gains = values - now
    return [
        (float(gain[seat] + gain[each.partner]), each)
        for gain, each in zip(gains, found, strict=True)
        if gain[seat] + gain[each.partner] > 0
    ]


def exchanges_of(look: Lookahead, state: State, seat: int) -> Iterator[Exchange]:
    """Yield deeds for deeds, and deeds for cash, with each other player."""
    mine = bundles_of(look, state, seat)
    for partner in range(state.players):
        if partner == seat or state.out[partner]:
            continue
        theirs = bundles_of(look, state, partner)
        for give, get in product(((), *mine), ((), *theirs)):
            # Exchanging two deeds of the same group changes nothing.
            if (give or get) and not ({group_of(look, each) for each in give} & {group_of(look, each) for each in get}):
                yield Exchange(partner, give, get)


def group_of(look: Lookahead, space: int) -> int:
    """Return the group of a deed."""
    return look.table.group[space]


def bundles_of(look: Lookahead, state: State, seat: int) -> list[Spaces]:
    """Return single deeds of a seat, and all it holds of a group it does not own whole."""
    by_group: dict[int, list[int]] = {}
    for space in DEED.numbers.values():
        if state.owner[space] == seat:
            by_group.setdefault(group_of(look, space), []).append(space)
    found: list[Spaces] = []
    for group, spaces in by_group.items():
        lots = [look.table.lots[group][place] for place in range(look.table.group_size[group])]
        if any(state.houses[each] for each in lots):
            continue  # §trade.buildings-first: not while any lot of the group has a building.
        found += [(each,) for each in spaces]
        if len(spaces) > 1:
            found.append(tuple(spaces))
    return found


def completes(look: Lookahead, state: State, seat: int, exchange: Exchange) -> bool:
    """Return whether an exchange completes a group for either side."""
    for receiver, spaces in ((seat, exchange.get), (exchange.partner, exchange.give)):
        for group in {group_of(look, each) for each in spaces}:
            got = sum(group_of(look, each) == group for each in spaces)
            if state.holds[receiver][group] + got == look.table.group_size[group]:
                return True
    return False


def exchanged(look: Lookahead, state: State, seat: int, exchange: Exchange, cash: int) -> State:
    """Return a sketch of the position after an exchange; the seat pays `cash`, or gets it below 0."""
    after = copy_of(state)
    for giver, receiver, spaces in (
        (seat, exchange.partner, exchange.give),
        (exchange.partner, seat, exchange.get),
    ):
        for space in spaces:
            group = group_of(look, space)
            after.owner[space] = receiver
            after.holds[giver][group] -= 1
            after.holds[receiver][group] += 1
    after.cash[seat] -= cash
    after.cash[exchange.partner] += cash
    return after


def solve_cash(look: Lookahead, state: State, seat: int, exchange: Exchange, now: Floats, common: float) -> int | None:
    """Return the least cash to pay, or below 0 to get, by which the other side gets its share; None if there is none.

    It is found by bisection on the other side's value by the network.
    """
    partner = exchange.partner
    wanted = float(now[partner]) + max(LEAST_GAIN, SHARE * common)

    def satisfied(steps: int) -> bool:
        return float(look.value(exchanged(look, state, seat, exchange, steps * STEP), deals=False)[partner]) >= wanted

    low, high = -(max(state.cash[partner], 0) // STEP), max(state.cash[seat], 0) // STEP
    if not satisfied(high):
        return None
    if satisfied(low):
        return low * STEP
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if satisfied(middle) else (middle, high)
    return high * STEP


def offer_option(look: Lookahead, state: State, seat: int, exchange: Exchange, cash: int) -> Alternative | None:
    """Return the offer with the position after it is accepted, or None where the law refuses either."""
    give = Terms(tuple(SPACE.value(each) for each in sorted(exchange.give)), max(cash, 0))
    get = Terms(tuple(SPACE.value(each) for each in sorted(exchange.get)), max(-cash, 0))
    if give == Terms() or get == Terms():
        return None
    standing = state.offers[exchange.partner][seat].number
    action: Action = Counter(standing, give, get) if standing else Offer(exchange.partner, give, get)
    return accepted_option(look, state, seat, action, exchange.partner)


def accepted_option(look: Lookahead, state: State, seat: int, action: Action, partner: int) -> Alternative | None:
    """Return an offer or a counter as an option, or None where it may not be made or not be accepted."""
    made = look.after(state, action, seat)
    if made is None:
        return None
    number = made.offers[seat][partner].number
    accepted = look.after(made, Accept(number), partner) if number else None
    return None if accepted is None else Alternative((action,), look.past_mortgages(accepted), partner)


def partner_of(state: State, action: Action) -> int:
    """Return to whom an offer or a counter goes; the Bank for anything else."""
    if isinstance(action, Offer):
        return action.to
    if isinstance(action, Counter):
        return next((each.proposer for each in offers_of(state) if each.number == action.number), BANK)
    return BANK
