"""The executor on a Ray cluster: its workers play blocks of games on one machine or many.

Ray is an optional package and is imported here only. A worker that dies loses its block; Ray then gives the block to
another worker, which plays the same games. Only results travel, a block at a time.
"""

import os
import re
from collections.abc import Sequence
from concurrent.futures import Future
from ctypes import sizeof
from dataclasses import replace
from functools import lru_cache, partial
from importlib.metadata import version
from pickle import loads
from typing import Any, Final, TypeVar

from ventnor import warm
from ventnor.batch.block import Workspace
from ventnor.batch.entrant import resolve
from ventnor.batch.executor import SMALL_BLOCK, Task, entries_of
from ventnor.batch.extra import need
from ventnor.batch.setup import Setup
from ventnor.kernel.layout import State, Tables

T = TypeVar("T")

CLUSTER_BLOCK: Final = 1024
"""Games in one piece: larger than on a thread, because a task of Ray costs about a millisecond."""
RETRIES: Final = 5
"""How often a block is given to another worker after its worker died."""


ADDRESS: Final = re.compile(r"(ray://)?\S+:\d+")


class ClusterFailed(LookupError):
    """The Ray cluster cannot be reached, or cannot play."""


class RayExecutor:
    """Plays blocks on the workers of a Ray cluster, one per processor."""

    def __init__(self, setup: Setup, compiled: bool | None, address: str) -> None:
        """Connect to the cluster at an address, unless this process is connected to one.

        Without an address, use the running cluster, or start one on this machine. Raises `ClusterFailed`.
        """
        if address and not ADDRESS.fullmatch(address):
            raise ClusterFailed(f"{address!r} is not the address of a cluster: write HOST:PORT or ray://HOST:PORT")
        self.ray = need("ray", "playing on a cluster", "cluster")
        self.mine = not self.ray.is_initialized()
        if self.mine:
            connect(self.ray, address)
        self.places = max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        self.compiled = compiled is not False
        # Records travel as bytes, and bots as they were asked for: a worker finds those of a file by their reference.
        plain = replace(setup, bots=(), table=bytes(setup.table), starts=bytes(setup.starts))
        self.order = self.ray.put(self.ray.cloudpickle.dumps((plain, self.compiled, version("ventnor"))))
        self.remote = self.ray.remote(max_retries=RETRIES, num_cpus=1)(play_there)

    def __enter__(self) -> "RayExecutor":
        return self

    def __exit__(self, *_: object) -> None:
        if self.mine:
            self.ray.shutdown()

    def block_size(self) -> int:
        """Return how many games the next block should have."""
        return CLUSTER_BLOCK if self.compiled else SMALL_BLOCK

    def submit(self, task: Task[T], *numbers: int) -> "Future[T]":
        """Begin a block. Its future raises the game's own errors, or `ClusterFailed`."""
        asked: Future[T] = self.remote.remote(self.order, task, numbers).future()
        answer: Future[T] = Future()
        answer.set_running_or_notify_cancel()
        asked.add_done_callback(partial(self.pass_on, answer))
        return answer

    def pass_on(self, answer: "Future[T]", done: "Future[T]") -> None:
        """Pass the result of a Ray task on to the block's future."""
        error = done.exception()
        if error is None:
            answer.set_result(done.result())
        elif isinstance(error, self.ray.exceptions.RayTaskError):
            answer.set_exception(getattr(error, "cause", None) or error)
        else:
            answer.set_exception(ClusterFailed(f"the cluster lost a block {RETRIES + 1} times: {first_line(error)}"))


def connect(ray: Any, address: str) -> None:
    """Connect this process to a cluster. Raises `ClusterFailed`."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # Ray would report its use to its makers
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # silences a notice about graphics cards
    try:
        if address:
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        else:
            ray.init(include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, ValueError, RuntimeError, TimeoutError) as error:
        where = address or "this machine"
        raise ClusterFailed(f"no Ray cluster answers at {where}: {first_line(error)}") from error


def first_line(error: BaseException) -> str:
    """Return the first line of an error's text."""
    return next(iter(str(error).strip().splitlines()), type(error).__name__)


# ── on a worker ─────────────────────────────────────────────────────────────────────────────────────────────────────


def play_there(order: bytes, task: Task[T], numbers: Sequence[int]) -> T:
    """Play a block on a worker of the cluster."""
    workspace, setup, compiled = prepared(order)
    return task(workspace, setup, warm.twin(wait=True, wanted=entries_of(setup.bots)) if compiled else None, *numbers)


@lru_cache(maxsize=4)
def prepared(order: bytes) -> tuple[Workspace, Setup, bool]:
    """Return the records, the setup and whether games are compiled, unpacked once on each worker.

    Raises `ClusterFailed` if the worker has another version of this package.
    """
    plain, compiled, wanted = loads(order)
    if version("ventnor") != wanted:
        raise ClusterFailed(f"a worker of the cluster has ventnor {version('ventnor')}, and this process {wanted}")
    setup = replace(
        plain,
        bots=tuple(map(resolve, plain.given)),
        table=Tables.from_buffer_copy(plain.table),
        starts=(State * (len(plain.starts) // sizeof(State))).from_buffer_copy(plain.starts),
    )
    return Workspace(setup.table), setup, compiled
