"""Simulated tokens stop where the exact chain says.

The players buy nothing, so that nobody goes bankrupt, and leave Jail by the plan of the chain. In the chain each draw
is one of sixteen cards. To have that here too, the cards that free from Jail pay a dollar and nobody keeps them.
docs/reports/simulation.md says what keeping them changes.
"""

from dataclasses import replace
from statistics import NormalDist

import numpy as np
import pytest

from ventnor import odds
from ventnor.batch import Sums
from ventnor.batch.executor import ThreadExecutor, in_order
from ventnor.batch.play import play_block
from ventnor.batch.setup import set_up_batch
from ventnor.kernel.codes import (
    A_DECLINE,
    A_DONE,
    A_PASS,
    A_PAY_FINE,
    A_PAY_TEN,
    A_ROLL,
    A_TAX,
    A_USE_CARD,
    K_COLLECT,
    P_THROW,
    W_BID,
    W_BUY,
    W_CHOICE,
    W_TAX,
    W_THROW,
)
from ventnor.kernel.layout import Action, Chance, Memory, State, Tables
from ventnor.kernel.menu import blank_action
from ventnor.rulebook.option import Options
from ventnor.tables import tables

GAMES, CAP = 100, 30_000  # long games: the first round from GO is no part of the long run
FALSE_ALARM = 1e-6
"""The probability that a correct program fails one of these tests, over random seeds."""
PLACES = 41
Z = NormalDist().inv_cdf(1 - FALSE_ALARM / (2 * PLACES))
"""With that probability one of 41 normal counts strays further, to either side. Visits of a space vary a little less
than independent throws, which makes a false alarm even rarer."""


def leaver(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Buy nothing and leave Jail at once, by a card or the fine."""
    if s.awaited != seat:
        blank_action(a, A_DONE, seat)
        return
    if s.awaits == W_BUY:
        blank_action(a, A_DECLINE, seat)
    elif s.awaits == W_BID:
        blank_action(a, A_PASS, seat)
    elif s.awaits == W_TAX:
        blank_action(a, A_TAX, seat)
    elif s.awaits == W_CHOICE:
        blank_action(a, A_PAY_TEN, seat)
    elif s.awaits == W_THROW:
        blank_action(a, A_ROLL, seat)
        if s.jail_turn[seat] == 1 and s.phase == P_THROW:
            blank_action(a, A_PAY_FINE, seat)
            for deck in range(2):
                if s.jail_card[deck] == seat:
                    blank_action(a, A_USE_CARD, seat)
                    a.x = deck
    else:
        blank_action(a, A_DONE, seat)


def stayer(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Buy nothing and throw for doubles in Jail."""
    if s.awaited != seat:
        blank_action(a, A_DONE, seat)
    elif s.awaits == W_BUY:
        blank_action(a, A_DECLINE, seat)
    elif s.awaits == W_BID:
        blank_action(a, A_PASS, seat)
    elif s.awaits == W_TAX:
        blank_action(a, A_TAX, seat)
    elif s.awaits == W_CHOICE:
        blank_action(a, A_PAY_TEN, seat)
    elif s.awaits == W_THROW:
        blank_action(a, A_ROLL, seat)
    else:
        blank_action(a, A_DONE, seat)


def stray(edition: str, plan: str) -> np.ndarray:
    """Return how far visits of each space, and arrests, differ from the chain's, in standard deviations."""
    rich = Options(starting_cash=3000, no_auctions=True)
    table = Tables.from_buffer_copy(tables(edition, "", rich))
    for deck in range(2):
        table.card_kind[deck][table.jail_free[deck]] = K_COLLECT
        table.card_amount[deck][table.jail_free[deck]] = 1
    policy = leaver if plan == "leave" else stayer
    setup = replace(set_up_batch([policy] * 3, edition, "", rich, None, None, CAP), table=table)
    with ThreadExecutor(setup, 2, compiled=True) as executor:
        blocks = in_order(executor, play_block, (20, 0), 0, GAMES, lambda: False)
        sums = sum((of_block for _, of_block in blocks), Sums.nothing())
    throws = sums.throws
    assert throws >= GAMES * CAP * 0.999
    exact = odds.landing(edition, options=rich, jail=plan)
    expected = np.append(exact.visits, exact.routes.total)
    found = np.append(sums.landings, sums.events["jailed"])
    return (found - throws * expected) / np.sqrt(throws * expected * (1 - expected))


@pytest.mark.slow
@pytest.mark.parametrize("plan", ["leave", "stay"])
def test_landings_agree_with_the_chain(plan: str) -> None:
    strayed = stray("official", plan)
    assert np.abs(strayed).max() < Z, strayed.round(1)


@pytest.mark.long
@pytest.mark.parametrize("plan", ["leave", "stay"])
@pytest.mark.parametrize("edition", ["1935", "classic", "anniversary", "modern"])
def test_landings_agree_with_the_chain_in_every_edition(edition: str, plan: str) -> None:
    strayed = stray(edition, plan)
    assert np.abs(strayed).max() < Z, strayed.round(1)
