"""Everything the program prints can be typed back: names of deeds, groups, decks, jail cards and cards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ventnor as vt
from ventnor.action import Draw, Lift, MalformedAction, Offer, SellGroup, Terms, UseCard
from ventnor.notation import AmbiguousName, format_action, parse_action
from ventnor.notation.name import names_of, plain
from ventnor.rulebook.board import board
from ventnor.rulebook.card import DECKS, ERAS, decks
from ventnor.rulebook.edition import EDITIONS
from ventnor.words.sentence import Teller

NAMES = [(edition, space.slug, space.name) for edition in EDITIONS for space in board(edition).properties]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_deed_reads_back_by_its_word_and_by_its_name(edition: str) -> None:
    for space in board(edition).properties:
        for name in (space.slug, space.name, space.name.upper(), f"  {space.name.replace(' ', '   ')} "):
            assert parse_action(f"lift {name}") == Lift(space.slug)
            assert parse_action(f"offer 1 give {name} get nothing") == Offer(1, Terms((space.slug,)), Terms())


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_group_reads_back_by_its_word_and_by_its_name(edition: str) -> None:
    for group in board(edition).groups:
        assert parse_action(f"sell-group {group.name}") == parse_action(f"sell-group {group.slug}")
        assert parse_action(f"sell-group {group.name}") == SellGroup(group.slug)


@pytest.mark.parametrize("deck", DECKS)
def test_every_deck_and_jail_card_reads_back_as_it_is_printed(deck: str) -> None:
    words = Teller().words
    assert parse_action(f"use-card {words[deck]}") == UseCard(deck)
    for name in (words[f"{deck}-card"], f"{words[deck]} jail card", f"{deck}-card", f"{deck} card"):
        assert parse_action(f"offer 1 give {name} get 5") == Offer(1, Terms(jail_cards=(deck,)), Terms(cash=5))


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("deck", DECKS)
def test_every_card_reads_back_by_its_title_or_names_its_doubles(era: str, deck: str) -> None:
    cards = decks(era).deck(deck)
    for card in cards:
        doubles = [each.id for each in cards if each.title == card.title]
        if len(doubles) == 1:
            assert parse_action(f"draw {deck} {card.title}", decks=era) == Draw(deck, card.id)
        else:
            with pytest.raises(AmbiguousName) as caught:
                parse_action(f"draw {deck} {card.title}", decks=era)
            assert caught.value.candidates == tuple(map(str, doubles))
        assert parse_action(f"draw {deck} {card.id}") == Draw(deck, card.id)


def test_a_title_that_is_another_card_in_another_deck_names_both() -> None:
    with pytest.raises(AmbiguousName, match="classic") as caught:
        parse_action("draw chance On to Boardwalk")
    assert len(caught.value.candidates) > 1
    assert isinstance(caught.value, MalformedAction)


def test_no_name_stands_for_two_things() -> None:
    for kind in ("deed", "group", "deck", "thing"):
        assert len(set(names_of(kind).values())) <= len(names_of(kind))
    for edition in EDITIONS:
        named = {plain(space.name): space.slug for space in board(edition).properties}
        assert len(named) == len(board(edition).properties)
        assert named.items() <= names_of("deed").items()


@given(st.lists(st.sampled_from(NAMES), min_size=1, max_size=5, unique_by=lambda each: each[1]), st.integers(1, 999))
def test_a_deal_in_printed_names_is_the_deal_in_words(given: list[tuple[str, str, str]], cash: int) -> None:
    typed = parse_action(f"offer 1 give {' '.join(name for _, _, name in given)} {cash} get nothing")
    assert typed == parse_action(f"offer 1 give {' '.join(slug for _, slug, _ in given)} {cash} get nothing")
    assert parse_action(format_action(typed)) == typed


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_knows_which_cards_are_meant(edition: str) -> None:
    interrupts = [{"kind": "card", "seat": 0, "deck": "chance"}]
    position = {"edition": edition, "seats": [{"space": "chance-1"}, {}, {}]}
    game = vt.Game.from_position(position | {"awaiting": {"phase": "end", "interrupts": interrupts}}, nature="manual")
    game.apply_text("draw Chance On to Boardwalk")
    assert game.space[0] == "boardwalk"
