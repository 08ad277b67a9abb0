"""Worker processes for reviews and advice: low priority, a bounded queue, progress, cancellation.

The tables' event loop never waits for a worker. A job without listeners is dropped or cancelled. A job
that takes too much CPU time ends its worker, and the next job gets a new one.
"""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from typing import Any, Final, Protocol

from ventnor.server.errors import Denied
from ventnor.server.insight.types import Working
from ventnor.server.insight.worker import serve
from ventnor.server.protocol import Code
from ventnor.words.reason import because

LOG: Final = logging.getLogger("ventnor.server.insight")
IDLE: Final = 180.0
"""Seconds after which an idle worker ends, since it takes 250 MB."""


class Pipe(Protocol):
    """One end of a pipe between processes."""

    def send(self, obj: Any, /) -> None:
        """Send an object."""
        ...

    def recv(self) -> Any:
        """Wait for an object. Raises `EOFError`."""
        ...

    def close(self) -> None:
        """Close this end."""
        ...


class InsightJob:
    """A computation, for all who wait for its result."""

    def __init__(self, key: object, address: str, work: Callable[..., bytes], arguments: tuple[Any, ...]) -> None:
        self.key = key
        self.address = address
        self.work = work
        self.arguments = arguments
        self.progress = (0, 0)
        self.listeners = 0
        self.done: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.done.add_done_callback(lambda done: done.cancelled() or done.exception())  # somebody may not listen
        self.changed = asyncio.Event()

    def step(self, done: int, plies: int) -> None:
        """Note the progress, and wake everybody who waits."""
        self.progress = (done, plies)
        self.stir()

    def stir(self) -> None:
        """Wake everybody who waits."""
        self.changed.set()
        self.changed = asyncio.Event()


class Pool:
    """One worker process and its queue."""

    def __init__(self, name: str, *, most_waiting: int, most_of_address: int, niceness: int, longest: int) -> None:
        self.name = name
        self.most_waiting = most_waiting
        self.most_of_address = most_of_address
        self.niceness = niceness
        self.longest = longest
        self.jobs: dict[object, InsightJob] = {}
        self.queue: deque[InsightJob] = deque()
        self.current: InsightJob | None = None
        self.process: BaseProcess | None = None
        self.pipe: Pipe | None = None
        self._number = 0
        self._reader = ThreadPoolExecutor(1, name)
        self._task: asyncio.Task[None] | None = None
        self._more = asyncio.Event()

    # --- asking -------------------------------------------------------------------------------------------------------
    def submit(self, key: object, address: str, work: Callable[..., bytes], *arguments: object) -> InsightJob:
        """Return the job of this key, waiting or under way, or a new one. Raises `Denied` where too many wait."""
        found = self.jobs.get(key)
        if found is not None:
            return found
        if len(self.queue) >= self.most_waiting:
            raise Denied(Code.BUSY, because("insight-busy"))
        if sum(each.address == address for each in self.jobs.values()) >= self.most_of_address:
            raise Denied(Code.TOO_MANY, because("insight-too-many", most=self.most_of_address))
        job = self.jobs[key] = InsightJob(key, address, work, arguments)
        self.queue.append(job)
        self._more.set()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._serve())
        return job

    async def follow(self, job: InsightJob) -> AsyncIterator[Working | bytes]:
        """Yield a job's progress and finally its result. A caller that stops iterating is no listener any more."""
        job.listeners += 1
        try:
            while not job.done.done():
                changed = job.changed
                yield Working(*job.progress, self.ahead_of(job))
                waiting = asyncio.ensure_future(changed.wait())
                try:
                    await asyncio.wait((job.done, waiting), return_when=asyncio.FIRST_COMPLETED)
                finally:
                    waiting.cancel()
            yield job.done.result()
        finally:
            self.leave(job)

    async def result(self, job: InsightJob) -> bytes:
        """Return a job's result."""
        job.listeners += 1
        try:
            return await asyncio.shield(job.done)
        finally:
            self.leave(job)

    def ahead_of(self, job: InsightJob) -> int:
        """Return how many jobs come before this one."""
        return 0 if job is self.current else self.queue.index(job) + (self.current is not None)

    def leave(self, job: InsightJob) -> None:
        """Count one listener less; cancel the job if there is none left."""
        job.listeners -= 1
        if job.listeners or job.done.done():
            return
        self.jobs.pop(job.key, None)
        if job is self.current:
            if self.pipe is not None:
                with suppress(OSError):  # the worker has just ended, and its job with it
                    self.pipe.send(("cancel", self._number))
        else:
            self.queue.remove(job)
            self.stir()
        job.done.cancel()

    def stir(self) -> None:
        """Wake all who wait in the queue: their places have changed."""
        for each in self.queue:
            each.stir()

    # --- working ------------------------------------------------------------------------------------------------------
    async def _serve(self) -> None:
        """Do the jobs in order; end the worker when there are none for a while."""
        while True:
            while not self.queue:
                self._more.clear()
                try:
                    await asyncio.wait_for(self._more.wait(), IDLE)
                except TimeoutError:
                    self._end_worker()
                    return
            job = self.current = self.queue.popleft()
            self.stir()
            job.stir()
            try:
                await self._do(job)
            except Exception as error:
                if self.pipe is not None and isinstance(error, EOFError | OSError):
                    LOG.warning("a worker ended")
                    denied = Denied(Code.TOO_LARGE, because("insight-too-long"))
                else:
                    LOG.exception("a worker could not start, or could not be given its job")
                    denied = Denied(Code.INTERNAL, because("internal"))
                self._end_worker()
                if not job.done.done():
                    job.done.set_exception(denied)
            finally:
                self.current = None
                if self.jobs.get(job.key) is job:
                    del self.jobs[job.key]

    async def _do(self, job: InsightJob) -> None:
        """Have the worker do one job."""
        loop = asyncio.get_running_loop()
        pipe = self.pipe
        if pipe is None:
            self.process, pipe = await loop.run_in_executor(self._reader, self._start_worker)
            self.pipe = pipe
        self._number += 1
        if job.done.done():
            return  # cancelled while the worker started
        await loop.run_in_executor(self._reader, pipe.send, ("job", self._number, job.work, job.arguments))
        while True:
            kind, number, *rest = await loop.run_in_executor(self._reader, pipe.recv)
            if number != self._number:
                continue
            if kind == "progress":
                job.step(*rest)
                continue
            if not job.done.done():
                if kind == "done":
                    job.done.set_result(rest[0])
                elif kind == "failed":
                    job.done.set_exception(Denied(Code.MALFORMED, because("unreadable", detail=str(rest[0])[:300])))
            return

    def _start_worker(self) -> tuple[BaseProcess, Pipe]:
        """Start a worker."""
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(name=self.name, target=serve, args=(theirs, self.niceness, self.longest), daemon=True)
        process.start()
        theirs.close()
        return process, ours

    def _end_worker(self) -> None:
        """End the worker, if there is one."""
        pipe, process = self.pipe, self.process
        self.pipe = self.process = None
        if pipe is not None:
            pipe.close()
        if process is not None and process.is_alive():
            process.terminate()

    async def close(self) -> None:
        """Cancel all jobs and end the worker."""
        for job in list(self.jobs.values()):
            job.done.cancel()
        if self.process is not None:
            self.process.terminate()  # the reader's pending read ends with it
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._end_worker()
        self._reader.shutdown(wait=False)
