"""The words of an action in a menu, with and without fields of the position."""

import pytest

from ventnor.action import BY_NAME, Action, AskRent, Build, Buy, Pay, Tax
from ventnor.event import (
    Bought,
    CallOpened,
    CashPassed,
    Event,
    HotelBuilt,
    Paid,
    RentAsked,
    RentPaid,
)
from ventnor.notation.menu import menu_fields
from ventnor.words.sentence import Teller, templates

PEOPLE = Teller(["Ann", "Bob"])


@pytest.mark.parametrize(
    ("action", "events", "words"),
    [
        (Buy(), [Bought(0, "oriental", 100)], "Buy Oriental Avenue for $100"),
        (Buy(), [], "Buy it"),
        (Build("oriental"), [HotelBuilt(0, "oriental", 50)], "Build a hotel on Oriental Avenue for $50"),
        (Build("oriental"), [CallOpened(0, "house")], "Ask for a house for Oriental Avenue: houses are scarce"),
        (AskRent("oriental", 1), [RentAsked(0, 1, "oriental", 6)], "Ask Bob for $6 rent for Oriental Avenue"),
        (
            AskRent("electric", 1),
            [RentAsked(0, 1, "electric", 0, 10)],
            "Ask Bob for 10 times a throw as rent for Electric Company",
        ),
        (Pay(), [CashPassed(0, 1, 3), Paid(0, "bank", 75, "tax")], "Pay the Bank $75"),
        (Pay(), [RentPaid(0, 1, "oriental", 6)], "Pay Bob $6"),
        (Pay(), [RentPaid(1, 0, "oriental", 6)], "Pay Ann $6"),
        (Tax("percent"), [Paid(0, "bank", 9, "tax")], "Pay a share of all you have"),
    ],
)  # fmt: skip
def test_a_menu_says_what_the_moment_makes_of_an_action(action: Action, events: list[Event], words: str) -> None:
    assert PEOPLE.tell("menu", action.name, menu_fields(action, events)) == words


def test_every_action_of_a_seat_has_its_words() -> None:
    assert set(templates("en", "menu")) == {name for name, made in BY_NAME.items() if made.actor == "seat"}
    for found in templates("en", "menu").values():
        assert not found[-1].has
