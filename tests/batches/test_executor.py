"""While the loop is being compiled, the games that are played meanwhile leave the processor to the compiler."""

import os
import sys
import threading
from typing import Any

import pytest

from ventnor import warm
from ventnor.batch.executor import LOW_PRIORITY, ThreadExecutor
from ventnor.batch.setup import Setup, set_up_batch


def priority_of(_bench: Any, _setup: Setup, _built: Any, *_numbers: int) -> int:
    """Return the niceness of the thread that plays a block."""
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


@pytest.mark.skipif(sys.platform != "linux", reason="only there a thread has a priority of its own")
def test_games_played_while_the_loop_compiles_give_way_to_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = os.getpriority(os.PRIO_PROCESS, 0)
    built: list[Any] = [None]
    monkeypatch.setattr(warm, "twin", lambda **_: built[0])
    setup = set_up_batch(["cautious"] * 2, "official", "", None, None, None, 50)
    with ThreadExecutor(setup, 2, compiled=None) as executor:
        assert executor.submit(priority_of).result() == max(usual, LOW_PRIORITY)
        built[0] = "the compiled twin"
        assert executor.submit(priority_of).result() == usual
    with ThreadExecutor(setup, 2, compiled=False) as executor:
        assert executor.submit(priority_of).result() == usual
