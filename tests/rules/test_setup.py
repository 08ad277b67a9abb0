"""Setting up: how many play, what each gets, what lies in the Bank, and who is Banker."""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import GROUPS, scenario
from ventnor.game import Game, WrongPlayers
from ventnor.rulebook.notes import starting_notes, total

PROPERTIES = [deed for deeds in GROUPS.values() for deed in deeds]


@clause("setup.players")
@pytest.mark.parametrize(
    ("edition", "least", "most"),
    [("1935", 3, 7), ("classic", 2, 8), ("anniversary", 2, 8), ("official", 2, 8), ("modern", 2, 6)],
)
def test_how_many_may_play(edition, least, most):
    for seats in (least, most):
        scenario(edition, seats=seats).awaits("throw", 0)
        assert len(Game(edition, players=seats).cash) == seats
    for seats in (least - 1, most + 1):
        with pytest.raises(WrongPlayers, match=f"{least} to {most} players"):
            Game(edition, players=seats)
        with pytest.raises(AssertionError, match="not for"):
            scenario(edition, seats=seats)


@clause("setup.cash")
def test_each_player_starts_with_fifteen_hundred_dollars(edition):
    for seats in (3, 6):
        table = scenario(edition, seats=seats)
        assert table.cash_of_all == [1500] * seats


@clause("setup.cash")
@pytest.mark.parametrize(
    ("edition", "notes"),
    [
        ("1935", {500: 1, 100: 6, 50: 4, 20: 3, 10: 10, 5: 7, 1: 5}),
        ("classic", {500: 2, 100: 2, 50: 2, 20: 6, 10: 5, 5: 5, 1: 5}),
        ("anniversary", {500: 2, 100: 2, 50: 2, 20: 6, 10: 5, 5: 5, 1: 5}),
        ("official", {500: 2, 100: 2, 50: 2, 20: 6, 10: 5, 5: 5, 1: 5}),
        ("modern", {500: 2, 100: 4, 50: 1, 20: 1, 10: 2, 5: 1, 1: 5}),
    ],
)
def test_the_start_is_dealt_in_the_notes_that_the_rulebook_lists(edition, notes):
    assert sum(value * count for value, count in notes.items()) == 1500
    for seats in (3, 6):
        assert [dict(each) for each in starting_notes(edition, seats)] == [notes] * seats


@clause("1935:setup.cash")
def test_of_seven_players_one_takes_other_notes_for_the_same_sum():
    dealt = starting_notes("1935", 7)
    assert len(dealt) == 7
    assert len(set(dealt[:6])) == 1
    assert dealt[6] != dealt[0]
    assert total(dealt[6]) == 1500
    assert scenario("1935", seats=7).cash_of_all == [1500] * 7


@clause("setup.equipment")
def test_the_bank_has_32_houses_12_hotels_and_every_title_deed(edition):
    table = scenario(edition)
    assert (table.houses_left, table.hotels_left) == (32, 12)
    assert len(PROPERTIES) == 28
    assert {table.owner_of(deed) for deed in PROPERTIES} == {None}
    assert not any(table.is_mortgaged(deed) for deed in PROPERTIES)


@clause("setup.equipment")
def test_every_token_starts_from_go(edition):
    table = scenario(edition, seats=4)
    assert [table.space_of(seat) for seat in range(4)] == ["go"] * 4
    assert [table.turn_in_jail(seat) for seat in range(4)] == [0] * 4


@clause("setup.equipment")
@pytest.mark.parametrize("deck", ["chance", "chest"])
def test_both_decks_are_whole_and_shuffled_so_that_any_card_may_come_first(edition, deck):
    on = "go" if deck == "chance" else "jail"
    table = scenario(edition).token(1, on=on).to_act(1).do("roll 3 4").awaits("card")
    for card in range(16):
        table.allows(f"draw {deck} {card}")
    assert table.holder_of(deck) is None


@clause("setup.equipment")
def test_no_deed_is_dealt_before_a_regular_game(edition):
    scenario(edition).awaits("throw", 0).refuses("deal 0 oriental", clause="setup.equipment")


@clause("setup.banker")
def test_the_bankers_seat_is_the_first_to_throw_for_the_start(edition):
    table = scenario(edition, seats=6).awaits("throw", 0)
    for seat in range(1, 6):
        table.refuses("roll", by=seat, clause="start.throw")
    table.do("roll 1 2").awaits("throw", 1)


@clause("setup.banker")
def test_the_banker_plays_with_funds_apart_from_the_banks(edition):
    # The Banker's seat pays the Bank and is paid by it like any other.
    table = scenario(edition).token(0, on="pacific").to_act(0).do("roll 3 4")
    assert table.cash_of(0) == 1500 - (100 if edition == "modern" else 75)
    assert table.bank == -3 * 1500 + (100 if edition == "modern" else 75)


@clause("setup.banker")
def test_a_tie_is_thrown_again_in_the_order_of_the_seats(edition):
    table = scenario(edition).do("roll 1 2").do("roll 5 6").do("roll 6 5").awaits("throw", 1)
    table.do("roll 1 1").awaits("throw", 2).do("roll 2 1").awaits("throw", 2)
