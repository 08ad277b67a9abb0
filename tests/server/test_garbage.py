"""The garbage collector runs in full when the server is idle, and now and then when it is not."""

import asyncio
import gc
import itertools
import subprocess
import sys
from collections.abc import Callable

import pytest

from ventnor.server import garbage


def test_an_idle_server_collects_soon_and_a_busy_one_late() -> None:
    assert not garbage.is_due(garbage.LEAST - 1, idle=True)
    assert garbage.is_due(garbage.LEAST, idle=True)
    assert not garbage.is_due(garbage.MOST - 1, idle=False)
    assert garbage.is_due(garbage.MOST, idle=False)


@pytest.mark.parametrize(("count", "expected"), [(lambda: 7, True), (itertools.count().__next__, False)])
def test_commands_put_a_collection_off(
    count: Callable[[], int], expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    collected: list[int] = []
    monkeypatch.setattr(garbage, "LEAST", 0)
    monkeypatch.setattr(garbage, "IDLE", 0)
    monkeypatch.setattr(gc, "collect", lambda: collected.append(1))

    async def look() -> None:
        task = asyncio.create_task(garbage.collect_when_idle(count))
        for _ in range(20):
            await asyncio.sleep(0)
        task.cancel()

    asyncio.run(look())
    assert bool(collected) is expected


def test_what_a_server_has_loaded_is_frozen() -> None:
    code = "from ventnor.server import garbage; garbage.tune(); print(garbage.gc.get_freeze_count())"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert int(found) > 1000
