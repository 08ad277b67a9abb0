"""Winning: the last player left, at that very moment."""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import HOTEL, Table, scenario
from ventnor.event import AuctionOpened, EstateOpened, GameEnded, Paid, RentPaid


def duel(edition: str) -> Table:
    """Return a game of two players in which seat 1 is about to land on seat 0's hotel on Boardwalk (rent 2000)."""
    table = scenario(edition).retire(2).group("dark-blue", owner=0).houses("dark-blue", HOTEL)
    return table.cash(1, 10).token(1, on="pennsylvania").to_act(1)


@clause("win.last")
def test_the_last_player_left_wins(edition):
    table = duel(edition).do("roll 2 3").do("ask-rent boardwalk from 1", by=0).do("bankrupt")
    table.expect(GameEnded(winners=(0,), how="last", clause="win.last")).awaits("nothing")
    assert table.over
    assert (table.winners, table.how) == ([0], "last")


@clause("win.last")
def test_two_players_left_are_no_end(edition):
    table = scenario(edition).to_act(1).do("resign", by=2).expect_none(GameEnded).awaits("throw", 1)
    assert not table.over


@clause("win.last")
def test_neither_an_hour_nor_a_number_of_rounds_ends_a_regular_game(edition):
    table = scenario(edition).to_act(1).refuses("hour", clause="win.last")
    for seat in (1, 2, 0) * 2:
        table.token(seat, on="jail").do("roll 4 6").do("end-turn")
    table.refuses("hour", clause="win.last").awaits("throw", 1)


@clause("win.last")
def test_no_interest_follows(edition):
    table = duel(edition).cash(0, 0).group("railroads", owner=1).mortgage("reading", "b-and-o", "short-line")
    table.mortgage("pennsylvania-rr").do("roll 2 3").do("ask-rent boardwalk from 1", by=0).do("bankrupt")
    table.expect_none(Paid)
    assert table.winners == [0]
    assert table.cash_of(0) == 10


@clause("win.last")
def test_no_auction_follows(edition):
    table = duel(edition).deeds("baltic", owner=1).mortgage("baltic").jail_card("chance", 1).token(1, on="pacific")
    table.do("roll 3 4").awaits("debt", 1).do("bankrupt").expect_none(EstateOpened).expect_none(AuctionOpened)
    assert table.winners == [0]
    assert table.owner_of("baltic") is None


@clause("win.last")
def test_no_rent_follows(edition):
    table = scenario(edition).retire(2).deeds("oriental", owner=0).to_act(1).do("roll 2 4")
    table.do("resign", by=1).expect_none(RentPaid).refuses("ask-rent oriental from 1", by=0, clause="win.last")
    assert table.cash_of(0) == 1500


@clause("win.last")
@pytest.mark.parametrize("act", ["roll", "end-turn", "build boardwalk", "resign", "offer 1 give boardwalk get nothing"])
def test_after_the_end_nothing_is_lawful(edition, act):
    table = duel(edition).do("resign", by=1).refuses(act, by=0, clause="win.last")
    table.refuses("roll 1 2", clause="win.last")


@clause("win.last")
def test_no_hour_and_no_number_of_rounds_ends_the_game(edition):
    table = scenario(edition).to_act(0).refuses("hour", clause="win.last")
    for seat in (0, 1, 2):
        table.token(seat, on="jail").do("roll 4 6").do("end-turn")
    table.awaits("throw", 0)
