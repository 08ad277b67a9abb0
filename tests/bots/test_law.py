"""Bots never answer with an unlawful action, and every game ends or reaches its cap."""

from random import Random

import pytest

from tests.bots.mixes import ROWS, Mix, mixes
from ventnor.batch import simulate
from ventnor.bots import POLICIES

CAP = 1200
SHORT_CAP = 250  # where games are interpreted
THINKING_CAP = 40  # where interpreted bots ask the network


def seated(bot: str, players: int, random: Random) -> list[str]:
    """Return the bot twice at least, the other seats filled at random."""
    others = [random.choice(list(POLICIES)) for _ in range(players - 2)]
    bots = [bot, bot, *others]
    random.shuffle(bots)
    return bots


def play(mix: Mix, bots: list[str], count: int, compiled: bool) -> None:
    """Play with `checked`: a refused action raises."""
    cap = CAP if compiled else THINKING_CAP if "magnate" in bots else SHORT_CAP
    played = simulate(
        count,
        bots,
        edition=mix.edition,
        variant=mix.variant,
        options=mix.options,
        seed=11,
        hour=mix.hour,
        cap=cap,
        checked=True,
        compiled=compiled,
    )
    assert len(played) == count
    assert all(played.decided | (played.throws >= cap))


@pytest.mark.parametrize("row", ROWS, ids="-".join)
@pytest.mark.parametrize("bot", POLICIES)
def test_a_bot_never_breaks_the_law(bot: str, row: tuple[str, str]) -> None:
    for number, mix in enumerate(mixes(row, 2, seed=1)):
        play(mix, seated(bot, mix.players, Random(number)), 1, compiled=False)


@pytest.mark.long
@pytest.mark.parametrize("row", ROWS, ids="-".join)
@pytest.mark.parametrize("bot", POLICIES)
def test_a_bot_never_breaks_the_law_in_ten_thousand_games(bot: str, row: tuple[str, str]) -> None:
    for number, mix in enumerate(mixes(row, 50, seed=2)):
        play(mix, seated(bot, mix.players, Random(number)), 200, compiled=True)
