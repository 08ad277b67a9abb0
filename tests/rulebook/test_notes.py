"""Money in notes: the deals of the rulebooks, the seventh player of 1935, and any sum in the fewest notes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ventnor.rulebook.edition import EDITIONS, edition
from ventnor.rulebook.notes import VALUES, NoteShortage, from_stock, in_notes, starting_notes, total, words

DEALS = {
    "1935": [1, 6, 4, 3, 10, 7, 5],
    "classic": [2, 2, 2, 6, 5, 5, 5],
    "anniversary": [2, 2, 2, 6, 5, 5, 5],
    "official": [2, 2, 2, 6, 5, 5, 5],
    "modern": [2, 4, 1, 1, 2, 1, 5],
}


@pytest.mark.parametrize("name", EDITIONS)
def test_the_notes_dealt(name):
    notes = edition(name).notes
    assert notes == tuple(zip([500, 100, 50, 20, 10, 5, 1], DEALS[name], strict=True))
    assert total(notes) == 1500


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("players", range(2, 9))
def test_everybody_starts_with_1500(name, players):
    dealt = starting_notes(name, players)
    assert len(dealt) == players
    assert {total(notes) for notes in dealt} == {1500}


def test_the_seventh_player_of_1935_takes_what_suits_the_bank():
    dealt = starting_notes("1935", 7)
    assert dealt[:6] == (edition("1935").notes,) * 6
    # After six the box has neither hundreds, tens nor fives, so the Bank parts with large notes.
    assert dealt[6] == ((500, 3),)
    assert set(starting_notes("1935", 6)) == {edition("1935").notes}
    assert set(starting_notes("classic", 8)) == {edition("classic").notes}


@given(st.integers(0, 30_000))
def test_a_sum_in_the_fewest_notes(amount):
    notes = in_notes(amount)
    assert total(notes) == amount
    # Each value divides into the next by less than it takes to change up.
    most = {100: 4, 50: 1, 20: 2, 10: 1, 5: 1, 1: 4}
    assert all(count <= most.get(value, count) for value, count in notes)


@given(st.integers(0, 300), st.dictionaries(st.sampled_from(VALUES), st.integers(0, 6)))
def test_a_limited_stock_is_never_overdrawn(amount, stock):
    try:
        notes = from_stock(amount, stock)
    except NoteShortage:
        return
    assert total(notes) == amount
    assert all(count <= stock[value] for value, count in notes)


def test_the_fewest_notes_of_a_stock_are_found_where_the_dearest_first_fails():
    assert from_stock(60, {50: 1, 20: 3}) == ((20, 3),)
    with pytest.raises(NoteShortage):
        from_stock(30, {50: 9, 20: 1})


def test_words():
    assert words(in_notes(1387)) == "2 x $500, 3 x $100, 1 x $50, 1 x $20, 1 x $10, 1 x $5, 2 x $1"
    assert words(in_notes(0)) == "nothing"
