"""The bench's variants of kernel functions have the kernel's signatures and play the same games."""

import inspect

import pytest

from bench.bots import work_of
from bench.variants import count_events, decide_twice
from ventnor.kernel import batch
from ventnor.kernel.codes import KINDS_OF_EVENT
from ventnor.kernel.layout import Sink, array_of

GAMES = 3


@pytest.mark.parametrize("bot", ["random", "tycoon"])
def test_asking_every_bot_twice_changes_no_game(bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    work = work_of([bot] * 4, GAMES, "official", "", 120)
    once, _ = work.play(0, GAMES, None)
    monkeypatch.setattr(batch, "decide", decide_twice)
    twice, sums = work.play(0, GAMES, None)
    assert bytes(once) == bytes(twice)
    assert sums.tally[0] > 0  # decisions are counted


def test_variant_is_called_as_what_it_stands_for() -> None:
    assert inspect.signature(decide_twice) == inspect.signature(batch.decide)


def test_events_told_for_their_time_are_all_counted() -> None:
    sinks = array_of(Sink, 1)
    count_events(sinks, 2 * (KINDS_OF_EVENT - 1))
    assert list(sinks[0].tally) == [0] + [2] * (KINDS_OF_EVENT - 1)
    assert sinks[0].count == 0
