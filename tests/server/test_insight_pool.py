"""The worker processes of reviews and advice: order, limits, progress, cancellation, and what ends a worker."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from tests.server import slow_work
from tests.server.kit import WAIT
from ventnor.server.errors import Denied
from ventnor.server.insight.pool import Pool
from ventnor.server.insight.types import Working
from ventnor.server.protocol import Code

pytestmark = pytest.mark.slow


def run(story: Callable[[Pool], Awaitable[None]], longest: int = 60) -> None:
    """Run a coroutine with a pool of its own."""

    async def tell() -> None:
        pool = Pool("test", most_waiting=2, most_of_address=2, niceness=5, longest=longest)
        try:
            await asyncio.wait_for(story(pool), WAIT)
        finally:
            await pool.close()
        assert pool.process is None

    asyncio.run(tell())


async def begun(working: AsyncIterator[Working | bytes]) -> None:
    """Wait until a job has begun."""
    async for each in working:
        if not isinstance(each, Working) or each.done:
            return


def test_progress_comes_before_the_result_and_jobs_are_done_in_order(tmp_path: Path) -> None:
    async def story(pool: Pool) -> None:
        gate = tmp_path / "gate"
        first = pool.submit("a", "x", slow_work.wait_for, str(gate))
        second = pool.submit("b", "y", slow_work.double, 21)
        seen: list[Working | bytes] = []
        behind = pool.follow(second)
        async for each in pool.follow(first):
            seen.append(each)
            if isinstance(each, Working) and each.done:
                waiting = await anext(behind)
                assert isinstance(waiting, Working)
                assert waiting.ahead == 1
                gate.touch()
        assert seen[-1] == b"1"
        assert any(isinstance(each, Working) and each.done for each in seen)
        rest = [each async for each in behind]
        assert rest[-1] == b"42"
        assert not pool.jobs

    run(story)


def test_two_who_ask_the_same_wait_for_one_job(tmp_path: Path) -> None:
    async def story(pool: Pool) -> None:
        gate = tmp_path / "gate"
        job = pool.submit("a", "x", slow_work.wait_for, str(gate))
        assert pool.submit("a", "y", slow_work.wait_for, str(gate)) is job
        both = asyncio.gather(pool.result(job), pool.result(job))
        await asyncio.sleep(0)
        gate.touch()
        assert await both == [b"1", b"1"]

    run(story)


def test_queue_and_addresses_have_limits(tmp_path: Path) -> None:
    async def story(pool: Pool) -> None:
        gate = tmp_path / "gate"
        jobs = [pool.submit("a", "x", slow_work.wait_for, str(gate))]
        working = pool.follow(jobs[0])
        await begun(working)
        jobs.append(pool.submit("b", "x", slow_work.double, 1))
        with pytest.raises(Denied) as many:
            pool.submit("c", "x", slow_work.double, 2)
        assert many.value.code == Code.TOO_MANY
        jobs.append(pool.submit("c", "y", slow_work.double, 2))
        with pytest.raises(Denied) as full:
            pool.submit("d", "z", slow_work.double, 3)
        assert full.value.code == Code.BUSY
        gate.touch()
        assert [await pool.result(job) for job in jobs] == [b"1", b"2", b"4"]

    run(story)


def test_job_that_nobody_waits_for_is_cancelled_and_the_worker_goes_on(tmp_path: Path) -> None:
    async def story(pool: Pool) -> None:
        never = str(tmp_path / "never")
        working = pool.follow(pool.submit("a", "x", slow_work.wait_for, never))
        waiting = pool.follow(pool.submit("b", "x", slow_work.wait_for, never))
        await anext(waiting)
        await begun(working)
        process = pool.process
        await waiting.aclose()  # type: ignore[attr-defined]
        await working.aclose()  # type: ignore[attr-defined]
        assert not pool.jobs
        assert await pool.result(pool.submit("c", "x", slow_work.double, 4)) == b"8"
        assert pool.process is process

    run(story)


def test_errors_reach_whoever_waits() -> None:
    async def story(pool: Pool) -> None:
        with pytest.raises(Denied) as failed:
            await pool.result(pool.submit("a", "x", slow_work.fail))
        assert failed.value.code == Code.MALFORMED
        assert "it cannot be read" in failed.value.why
        assert await pool.result(pool.submit("b", "x", slow_work.double, 4)) == b"8"

    run(story)


def test_job_that_takes_too_long_ends_its_worker_only() -> None:
    async def story(pool: Pool) -> None:
        with pytest.raises(Denied) as ended:
            await pool.result(pool.submit("a", "x", slow_work.spin))
        assert ended.value.code == Code.TOO_LARGE
        assert await pool.result(pool.submit("b", "x", slow_work.double, 4)) == b"8"

    run(story, longest=1)


@pytest.mark.parametrize("error", [OSError("no room for a process"), RuntimeError("can't start new thread")])
def test_worker_that_cannot_start_is_told_and_the_next_job_gets_one(
    error: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(pool: Pool) -> None:
        def broken() -> None:
            raise error

        with monkeypatch.context() as patch:
            patch.setattr(pool, "_start_worker", broken)
            answers = await asyncio.gather(
                *(pool.result(pool.submit(key, "x", slow_work.double, 1)) for key in "ab"), return_exceptions=True
            )
        assert [isinstance(each, Denied) and each.code for each in answers] == [Code.INTERNAL, Code.INTERNAL]
        assert not pool.jobs
        assert await pool.result(pool.submit("c", "x", slow_work.double, 4)) == b"8"

    run(story)
    assert "could not start" in caplog.text
