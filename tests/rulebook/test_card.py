"""The decks: sixteen cards each, one of them free from Jail, and what changed from era to era."""

from collections import Counter

import pytest

from ventnor.rulebook.board import space
from ventnor.rulebook.card import DECKS, ERAS, decks

ALL = [(era, name) for era in ERAS for name in DECKS]


@pytest.mark.parametrize(("era", "name"), ALL)
def test_sixteen_cards_with_one_that_frees_from_jail_and_one_that_sends_there(era, name):
    deck = decks(era).deck(name)
    assert [card.id for card in deck] == list(range(16))
    assert {card.deck for card in deck} == {name}
    kinds = Counter(card.kind for card in deck)
    assert kinds["jail-free"] == kinds["jail"] == 1
    assert decks(era).jail_card(name).kind == "jail-free"


@pytest.mark.parametrize(("era", "name"), ALL)
def test_each_kind_has_the_figures_it_needs_and_says_them(era, name):
    for card in decks(era).deck(name):
        assert bool(card.to) == (card.kind in {"advance", "back-to"})
        assert bool(card.spaces) == (card.kind == "back")
        assert bool(card.amount) == (card.kind in {"collect", "pay", "collect-each", "pay-each", "pay-or-chance"})
        assert bool(card.house) == bool(card.hotel) == (card.kind == "repairs")
        assert card.title
        assert card.text.endswith(".")
        if card.to:
            assert space(card.to).name in card.text
        for figure in (card.amount, card.house, card.hotel):
            assert not figure or f"${figure}" in card.text


def test_moving_cards_as_the_published_tables_count_them():
    moving = {"advance", "back", "back-to", "nearest-railroad", "nearest-utility", "jail"}
    assert sum(card.kind in moving for card in decks("classic").chance) == 10
    assert sum(card.kind in moving for card in decks("classic").chest) == 2


def sum_of(era, name):
    """Return what a deck pays its drawer in all, among three other players."""
    sign = {"collect": 1, "pay": -1, "collect-each": 3, "pay-each": -3}
    return sum(sign.get(card.kind, 0) * card.amount for card in decks(era).deck(name))


def test_sums_of_money():
    assert sum_of("1935", "chance") == 100 + 50 + 150 - 12 - 150 - 15
    assert sum_of("1935", "chest") == 11 + 45 + 50 + 100 + 20 + 100 + 25 + 200 - 50 - 100 - 50
    assert sum_of("classic", "chance") == 50 + 150 - 15 - 3 * 50
    assert sum_of("classic", "chest") == 200 + 100 + 100 + 100 + 45 + 25 + 20 + 10 + 3 * 50 - 50 - 100 - 150
    assert sum_of("2008", "chest") == 200 + 100 + 100 + 100 + 50 + 25 + 20 + 10 + 3 * 10 - 50 - 100 - 50


def test_chance_of_2008_has_the_effects_of_the_classic_deck():
    def effect(card):
        return (card.kind, card.to, card.spaces, card.amount, card.house, card.hotel)

    assert [effect(card) for card in decks("2008").chance] == [effect(card) for card in decks("classic").chance]


def test_only_the_decks_of_1935_have_a_choice_and_lack_the_nearest_railroad():
    assert [card.id for card in decks("1935").chest if card.kind == "pay-or-chance"] == [4]
    assert not any(card.kind.startswith("nearest") for card in decks("1935").chance)
    assert sum(card.kind == "nearest-railroad" for card in decks("classic").chance) == 2
