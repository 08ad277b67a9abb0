"""How fast the bots play: every bot in every edition, on one core and on two, and where the time goes.

    python bench/bots.py [--quick] [--save] [--check]

`--save` keeps the figures as the baseline `bench/bots.json`, `--check` prints the ratios against it. Alone on a quiet
machine the figures mean something; ratios within one run (`× floor`, shares) mean something everywhere.

Where the time goes is found in two ways. By playing the same games with one part added, both ways by turns, and taking
the median of the ratios of processor time. The policy: every bot is asked twice, on a copy of its memory, and the first
answer is thrown away. The law: it is switched on (`checked`); in ordinary batches nothing is put to it but what a bot
or the scheduler asks, and the time for that is theirs. And by counting: an event of a batch is counted and not written
down, so what events take is their number by the time for one. Batches list no menu; one is timed by itself.
"""

import argparse
import json
import os
import platform
import statistics
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from rich.console import Console
from rich.table import Column, Table

from bench.engine import cold_and_cached, floor_speed
from bench.variants import count_events, decide_twice, list_menus
from ventnor import warm
from ventnor.batch import Sums
from ventnor.batch.block import Workspace
from ventnor.batch.column import Records
from ventnor.batch.play import play_block
from ventnor.batch.setup import Setup, set_up_batch
from ventnor.bots import POLICIES
from ventnor.kernel.layout import Menu, Sink, array_of, as_array
from ventnor.kernel.twin import Twin
from ventnor.rulebook.edition import rows
from ventnor.tables import tables

BASELINE = Path(__file__).parent / "bots.json"
CAP = 1000
HOUR = 600
ROUNDS = 3
PAIRS = 9


@dataclass(frozen=True)
class Work:
    """A batch, ready to be played."""

    setup: Setup
    count: int
    checked: bool

    def play(self, first: int, size: int, built: Any) -> tuple[Records, Sums]:
        """Play some of its games on records of their own, and return their results and sums."""
        return play_block(Workspace(self.setup.table), self.setup, built, 7, int(self.checked), first, size)


def work_of(bots: Sequence[str], games: int, edition: str, variant: str, cap: int, checked: bool = False) -> Work:
    """Return a batch of this many games, ready to be played."""
    hour = HOUR if tables(edition, variant, None).hour else 0
    return Work(set_up_batch(bots, edition, variant, None, None, hour, cap), games, checked)


def once(work: Work, built: Any, threads: int = 1) -> tuple[Sums, float]:
    """Return what came of the games, and what they took: of the processor on one thread, of the clock on two."""
    size = -(-work.count // threads)
    found: list[Sums] = []

    def block(number: int) -> None:
        found.append(work.play(number * size, size, built)[1])

    clock = time.thread_time if threads == 1 else time.perf_counter
    began = clock()
    if threads == 1:
        block(0)
    else:
        crew = [threading.Thread(target=block, args=(number,)) for number in range(threads)]
        for each in crew:
            each.start()
        for each in crew:
            each.join()
    return sum(found, Sums.nothing()), clock() - began


def played(work: Work, built: Any, threads: int = 1) -> tuple[Sums, float]:
    """Return what came of the games, and the least time of several runs."""
    runs = [once(work, built, threads) for _ in range(ROUNDS)]
    return runs[0][0], min(took for _, took in runs)


def speeds(built: Any, asking: Any, games: int, floor: float, figures: dict[str, float]) -> None:
    """Measure every bot in every edition, on one core and on two."""
    for bot in POLICIES:
        for edition, variant in rows():
            name = f"{bot} × 4, {' '.join((edition, variant)).strip()}"
            work = work_of([bot] * 4, games, edition, variant, CAP)
            one, took = played(work, built)
            decisions = asking and int(work.play(0, games, asking)[1].tally[0])
            enter(figures, name, one, took, decisions)
            figures[f"{name}: mean throws a game"] = one.throws / one.games
            figures[f"{name}: × floor"] = floor * took / one.throws
            work = work_of([bot] * 4, 2 * games, edition, variant, CAP)
            two, took_both = played(work, built, 2)
            decisions = asking and int(work.play(0, 2 * games, asking)[1].tally[0])
            enter(figures, f"{name}, two cores", two, took_both, decisions)
            figures[f"{name}, two cores: × one core"] = (two.throws / took_both) / (one.throws / took)


def enter(figures: dict[str, float], name: str, sums: Sums, took: float, decisions: int | None) -> None:
    """Add what was played in a second."""
    figures[f"{name}: throws/s"] = sums.throws / took
    figures[f"{name}: plies/s"] = sums.plies / took
    if decisions:
        figures[f"{name}: decisions/s"] = decisions / took
    figures[f"{name}: finished games/s"] = sums.decided / took


def shares(built: Any, asking: Any, games: int, figures: dict[str, float]) -> None:
    """Measure where the time of an ordinary batch goes, and that of the law in a checked batch."""
    event = event_cost(built)
    for bot in POLICIES:
        plain = work_of([bot] * 4, games, "official", "", CAP)
        checked = work_of([bot] * 4, games, "official", "", CAP, checked=True)
        policy, law = [], []
        for _ in range(PAIRS):
            whole = once(plain, built)[1]
            policy.append(once(plain, asking)[1] / whole - 1)
            law.append(1 - whole / once(checked, built)[1])
        sums, took = played(plain, built)
        figures[f"share of time, {bot}: policy"] = statistics.median(policy)
        figures[f"share of time, {bot}: events"] = int(sums.tally.sum()) * event / took / 1e9
        figures[f"share of time, {bot}: law, where it is switched on"] = statistics.median(law)
    figures["one event counted, ns"] = event
    figures["one menu of a seat, ns"] = menu_cost(built)


def event_cost(built: Any) -> float:
    """Return the nanoseconds to emit an event in a batch."""
    count = 10_000_000
    sinks = as_array(array_of(Sink, 1))
    compiled = built.build(count_events)
    compiled(sinks, 10)
    took = []
    for _ in range(ROUNDS):
        began = time.thread_time()
        compiled(sinks, count)
        took.append(time.thread_time() - began)
    return 1e9 * min(took) / count


def menu_cost(built: Any) -> float:
    """Return the nanoseconds to list the menu of the seat that is asked, in the midst of a game."""
    from ventnor.game import Game

    game = Game("official", players=4, seed=3)
    for _ in range(150):
        game.apply(next(iter(game.legal_actions)))
    s, t = game.engine.state, game.engine.tables
    states, table, menus = array_of(type(s), 1), array_of(type(t), 1), array_of(Menu, 1)
    states[0], table[0] = s, t
    compiled = built.build(list_menus)
    arrays = [as_array(each) for each in (states, table, menus)]
    compiled(*arrays, s.awaited, 10)
    began = time.thread_time()
    compiled(*arrays, s.awaited, 20_000)
    return 1e9 * (time.thread_time() - began) / 20_000


def growth(built: Any, games: int, figures: dict[str, float]) -> None:
    """Measure how speed depends on players and length."""
    for players in range(2, 9):
        sums, took = played(work_of(["builder"] * players, games, "official", "", CAP), built)
        figures[f"builder × {players}, by players: throws/s"] = sums.throws / took
    for cap in (100, 300, 1000, 3000):
        sums, took = played(work_of(["builder"] * 4, max(games * 300 // cap, 20), "official", "", cap), built)
        figures[f"builder × 4, by length, cap {cap}: throws/s"] = sums.throws / took


def measure(quick: bool) -> dict[str, float]:
    """Return all figures by name."""
    console = Console(stderr=True)
    warm.warm(console.print)
    built: Any = warm.twin()
    games = 32 if quick else 512
    figures: dict[str, float] = {}
    floor = floor_speed(1_000_000 if quick else 20_000_000)
    figures["floor: bare dice and moves, throws/s"] = floor
    asking: Any = None
    if not quick:
        console.print(
            "Compiling the kernel twice more: all of it for the time that takes, and with the bots asked twice."
        )
        cold, cached, peak = cold_and_cached()
        figures["first compile, s"], figures["cached load with imports, s"] = cold, cached
        figures["peak memory of compiling, MB"] = peak
        asking = Twin(replace={"decide": decide_twice})
    speeds(built, asking, games, floor, figures)
    growth(built, games, figures)
    if not quick:
        shares(built, asking, games, figures)
    return figures


def sheets(figures: dict[str, float], kept: dict[str, float]) -> Iterator[Table]:
    """Return the figures as tables, those of one kind together; with a baseline, each with its ratio to it."""
    lines: dict[str, dict[str, str]] = {}
    for name, value in figures.items():
        line, _, column = name.rpartition(": ")
        before = kept.get(name)
        ratio = f"  ×{value / before:.2f}" if before else ""
        lines.setdefault(line, {})[column] = (f"{value:,.0f}" if value >= 1000 else f"{value:.3g}") + ratio
    for kind in dict.fromkeys(tuple(each) for line, each in lines.items() if line):
        table = Table("", *(Column(column, justify="right") for column in kind))
        for line, each in lines.items():
            if line and tuple(each) == kind:
                table.add_row(line, *each.values())
        yield table
    table = Table("", Column("", justify="right"), show_header=False)
    for column, text in lines.get("", {}).items():
        table.add_row(column, text)
    yield table


def main() -> int:
    """Measure, print, keep, compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a sixteenth of the games, without the shares")
    parser.add_argument("--save", action="store_true", help="keep these figures as the baseline")
    parser.add_argument("--check", action="store_true", help="print the ratios against the baseline")
    parser.add_argument("--json", action="store_true", help="print the figures alone")
    args = parser.parse_args()
    kept: dict[str, float] = {}
    if args.check:
        kept = json.loads(BASELINE.read_text(encoding="utf-8"))["figures"]
    figures = measure(args.quick)
    if args.json:
        print(json.dumps(figures, indent=1))
    else:
        machine = warm.processor().split(":")[-1].strip()
        load = f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
        console = Console()
        console.print(f"{machine}, Python {platform.python_version()}, {load}")
        for table in sheets(figures, kept):
            console.print(table)
    if args.save:
        record = {
            "python": platform.python_version(),
            "machine": warm.processor().split(":")[-1].strip(),
            "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
            "figures": {name: float(f"{value:.5g}") for name, value in figures.items()},
        }
        BASELINE.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
