"""The parts of the kernel that the bench does twice or leaves out still fit the kernel, and play the same games."""

import inspect
import threading

import pytest

from bench.bots import work_of
from bench.variants import decide_twice, emit_nothing
from ventnor.kernel import batch, ledger

GAMES = 3


@pytest.mark.parametrize("bot", ["random", "tycoon"])
def test_asking_every_bot_twice_changes_no_game(bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    work = work_of([bot] * 4, GAMES, "official", "", 120)
    once, _ = work.play(threading.local(), 0, GAMES, None)
    monkeypatch.setattr(batch, "decide", decide_twice)
    twice, sums = work.play(threading.local(), 0, GAMES, None)
    assert bytes(once) == bytes(twice)
    assert sums.tally[0] > 0  # decisions are counted


def test_variants_are_called_as_what_they_stand_for() -> None:
    assert inspect.signature(decide_twice) == inspect.signature(batch.decide)
    assert inspect.signature(emit_nothing) == inspect.signature(ledger.emit)
