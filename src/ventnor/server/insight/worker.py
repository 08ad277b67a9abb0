"""The loop of a worker process. It does one job at a time, at low priority, and reports progress."""

import contextlib
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from typing import Any, Final

LEAST_STEP: Final = 0.01
"""Progress is reported after each further part of this size."""


class Cancelled(Exception):
    """The job was cancelled: nobody waits for it any more."""


class CurrentJob:
    """The job under way: its number, and the pipe for its progress."""

    def __init__(self, pipe: Connection, number: int) -> None:
        self.pipe = pipe
        self.number = number
        self.shown = -1.0

    def report(self, done: int, plies: int) -> None:
        """Report the job's progress. Raises `Cancelled`."""
        while self.pipe.poll():
            kind, number, *_ = self.pipe.recv()
            if kind == "cancel" and number == self.number:
                raise Cancelled
        part = done / max(plies, 1)
        if part >= self.shown + LEAST_STEP or done == plies:
            self.shown = part
            self.pipe.send(("progress", self.number, done, plies))


def serve(pipe: Connection, niceness: int, longest: int) -> None:
    """Do jobs until the pipe is closed. A timer ends this process if a job takes more CPU seconds than `longest`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(niceness)
    threading.Thread(target=end_with_parent, daemon=True).start()
    with contextlib.suppress(EOFError, OSError):
        while True:
            message = pipe.recv()
            if message[0] == "job":
                _, number, work, arguments = message
                pipe.send(outcome(CurrentJob(pipe, number), work, arguments, longest))


def outcome(job: CurrentJob, work: Callable[..., bytes], arguments: tuple[Any, ...], longest: int) -> tuple[Any, ...]:
    """Do one job and return the message about its end."""
    signal.setitimer(signal.ITIMER_PROF, longest)
    try:
        return ("done", job.number, work(job.report, *arguments))
    except Cancelled:
        return ("cancelled", job.number)
    except (ValueError, LookupError) as error:
        return ("failed", job.number, str(error))
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def end_with_parent() -> None:
    """End this process when the server has ended, however it ended."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
