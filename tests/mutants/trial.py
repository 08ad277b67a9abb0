"""Trials of mutants against the scenarios, each in a process of its own.

A mutant is killed in an edition when a scenario of that edition fails: first those of its clause are tried, then those
of the other clauses that the same function cites, and those of several things at once, which name no clause. A cell is
covered when a scenario of its own kills one of its mutants.
"""

import contextlib
import gc
import io
import os
import pickle
import select
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from types import FrameType

import pytest

from tests.kit.clause_mark import editions_of, names_of
from tests.mutants.mutant import Mutant
from ventnor.rulebook import clause as rules

PATIENCE = 0.3
"""Seconds of CPU time after which a scenario counts as failed, because it would probably never end."""


@dataclass(frozen=True)
class Scenario:
    """A test with its parameters: a plain call."""

    test: str
    cells: frozenset[tuple[str, str]]
    play: Callable[[], None]


@dataclass(frozen=True)
class Verdict:
    """A mutant, and the editions in which scenarios detected it."""

    mutant: Mutant
    killed_in: tuple[str, ...]
    """The editions in which a scenario of its own clause fails."""
    killed_elsewhere: tuple[str, ...]
    """The editions in which only a scenario of another clause fails."""

    @property
    def survived_in(self) -> tuple[str, ...]:
        """Return the editions in which no scenario detects it."""
        noticed = {*self.killed_in, *self.killed_elsewhere}
        return tuple(edition for edition in self.mutant.editions if edition not in noticed)


class Collector:
    """Notes what pytest finds."""

    def __init__(self) -> None:
        self.items: list[pytest.Function] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Keep the collected tests."""
        self.items = [item for item in session.items if isinstance(item, pytest.Function)]


def collect_scenarios(folder: str = "tests/rules") -> list[Scenario]:
    """Return the scenarios, in the order of the files."""
    collector = Collector()
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        code = pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", folder], [collector])
    if code != pytest.ExitCode.OK:
        raise RuntimeError(f"the scenarios cannot be collected:\n{said.getvalue()}")
    return [
        Scenario(
            item.originalname,
            frozenset(cells_of_item(item)),
            calling(item),
        )
        for item in collector.items
    ]


def cells_of_item(item: pytest.Function) -> set[tuple[str, str]]:
    """Return the cells that one test, with its parameters, covers."""
    runs_in = parameters_of(item).get("edition")
    found: set[tuple[str, str]] = set()
    for name in names_of(item.iter_markers()):
        edition, _, identifier = name.rpartition(":")
        editions = (edition,) if edition else editions_of(rules.clause(identifier))
        found |= {(identifier, each) for each in editions if runs_in in {None, each}}
    return found


def parameters_of(item: pytest.Function) -> dict[str, object]:
    """Return the arguments of a test."""
    return dict(item.callspec.params) if hasattr(item, "callspec") else {}


def warm_up(scenarios: Iterable[Scenario], mutants: Iterable[Mutant]) -> None:
    """Run what the mutants are put to first: it must pass without them, and loads what need not be loaded again."""
    cells = {(mutant.clause, edition) for mutant in mutants for edition in mutant.editions}
    for scenario in scenarios:
        if scenario.cells & cells or not scenario.cells:
            scenario.play()


def calling(item: pytest.Function) -> Callable[[], None]:
    """Return a test as a plain call."""
    parameters = parameters_of(item)
    return lambda: item.obj(**parameters)


class TooLong(BaseException):
    """A scenario that does not end."""


def give_up(number: int, frame: FrameType | None) -> None:
    """Raise `TooLong` when the alarm goes off."""
    raise TooLong


def fails(scenario: Scenario) -> bool:
    """Return whether a scenario fails."""
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        scenario.play()
    except (Exception, TooLong, pytest.fail.Exception):
        return True
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return False


def put_to_scenarios(mutant: Mutant, scenarios: Sequence[Scenario]) -> Verdict:
    """Make the change, and return where scenarios detect it. The process cannot be used afterwards."""
    signal.signal(signal.SIGPROF, give_up)
    mutant.apply()
    own: list[str] = []
    elsewhere: list[str] = []
    likely = ""
    for edition in mutant.editions:
        for scenario in in_order(mutant, edition, likely, scenarios):
            if fails(scenario):
                (own if (mutant.clause, edition) in scenario.cells else elsewhere).append(edition)
                likely = scenario.test
                break
    return Verdict(mutant, tuple(own), tuple(elsewhere))


def in_order(mutant: Mutant, edition: str, likely: str, scenarios: Sequence[Scenario]) -> list[Scenario]:
    """Return the scenarios of a clause in an edition, then its neighbours'; earlier killers of the mutant first."""
    own = (mutant.clause, edition)
    near = {own, *((clause, edition) for clause in mutant.neighbours)}
    here = [each for each in scenarios if near & each.cells or not each.cells]
    return sorted(here, key=lambda each: (own not in each.cells, each.test != likely, not each.cells))


def try_mutants(mutants: Sequence[Mutant], scenarios: Sequence[Scenario], processes: int = 2) -> Iterable[Verdict]:
    """Return the verdicts, in the order in which they come in."""
    warm_up(scenarios, mutants)
    gc.collect()
    gc.freeze()
    waiting = list(reversed(mutants))
    running: dict[int, tuple[int, Mutant]] = {}
    while waiting or running:
        while waiting and len(running) < processes:
            mutant = waiting.pop()
            pipe, child = start_trial(mutant, scenarios)
            running[pipe] = (child, mutant)
        for pipe in select.select(list(running), [], [])[0]:
            child, mutant = running.pop(pipe)
            yield read_verdict(pipe, child, mutant)


def start_trial(mutant: Mutant, scenarios: Sequence[Scenario]) -> tuple[int, int]:
    """Return a process that tries one mutant; where its answer will come from, and its number."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child:
        os.close(writing)
        return reading, child
    try:
        os.close(reading)
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            verdict = put_to_scenarios(mutant, scenarios)
            answer = pickle.dumps((verdict.killed_in, verdict.killed_elsewhere))
        os.write(writing, answer)
    finally:
        os._exit(0)


def read_verdict(pipe: int, child: int, mutant: Mutant) -> Verdict:
    """Return the verdict of a process. If it died without one, the mutant counts as survived."""
    with os.fdopen(pipe, "rb") as stream:
        answer = stream.read()
    os.waitpid(child, 0)
    own, elsewhere = pickle.loads(answer) if answer else ((), ())
    return Verdict(mutant, own, elsewhere)
