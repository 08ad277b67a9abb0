"""Bots give a true reason when they turn down an offer."""

import pytest

from tests.game.positions import owned, position
from tests.server.test_bot import PERSON, seat_of, session_at
from ventnor.action import Offer, Terms
from ventnor.log import OWN
from ventnor.server.bot import Bots
from ventnor.server.protocol import TurnedDownEntry
from ventnor.server.snapshot import SeatState

ORANGE = ("st-james", "tennessee", "new-york")


def asked(bot: str, mine: tuple[str, ...], its: tuple[str, ...], give: Terms, get: Terms) -> TurnedDownEntry | None:
    """Offer a bot a deal; return the reason that it gives if it turns the offer down."""
    # Without cash on the other side there is no price to ask for instead.
    sheet = position(deeds={**owned(*mine, owner=0), **owned(*its, owner=1)}, seats={0: {"cash": 0}})
    session = session_at(sheet, PERSON, seat_of(bot), SeatState("Cy", "person"))
    session.apply(Offer(1, give, get), 0, 0.0, cause=OWN)
    bots = Bots()
    seat = bots.who_acts(session)
    assert seat == 1
    bots.decide(session, seat, 0.0)
    return next((each for each in session.new if isinstance(each, TurnedDownEntry)), None)


@pytest.mark.parametrize(
    ("bot", "mine", "its", "give", "get", "expected"),
    [
        ("cautious", ("reading",), ("baltic",), Terms(("reading",)), Terms(("baltic",)), "never-deals"),
        ("builder", ("reading",), ("short-line",), Terms(("reading",)), Terms(("short-line",)), "gains-too-little"),
        ("easy", ("baltic",), ORANGE, Terms(("baltic",)), Terms(("st-james",)), "breaks-own-group"),
        ("easy", ("baltic",), ("boardwalk",), Terms(("baltic",)), Terms(("boardwalk",)), "gives-too-much"),
        ("medium", ("reading",), ("short-line",), Terms(("reading",)), Terms(("short-line",)), "gains-too-little"),
        (
            "tycoon",
            ("st-james", "tennessee", "reading"),
            ("new-york",),
            Terms(("reading",)),
            Terms(("new-york",)),
            "completes-your-group",
        ),
    ],
)
def test_a_bot_says_why_it_turned_an_offer_down(
    bot: str, mine: tuple[str, ...], its: tuple[str, ...], give: Terms, get: Terms, expected: str
) -> None:
    entry = asked(bot, mine, its, give, get)
    assert entry is not None
    assert (entry.seat, entry.because.name) == (1, expected)
    assert set(entry.because.fields) <= {"seat", "proposer", "group"}


@pytest.mark.parametrize("bot", ["builder", "easy"])
def test_a_bot_that_accepts_says_nothing(bot: str) -> None:
    assert asked(bot, ("boardwalk",), ("baltic",), Terms(("boardwalk",)), Terms(("baltic",))) is None
