"""How fast the bots play: every bot in every edition, on one core and on two, and where the time goes.

    python bench/bots.py [--quick] [--save] [--check]

`--save` keeps the figures as the baseline `bench/bots.json`, `--check` prints the ratios against it. Alone on a quiet
machine the figures mean something; ratios within one run (`× floor`, shares) mean something everywhere.

Where the time goes is found by playing the same games again with one part done twice, or left out, and comparing the
processor time. The policy: every bot is asked twice, on a copy of its memory, and the first answer is thrown away. The
law: it is switched on (`checked`); in ordinary batches nothing is put to it but what a bot or the scheduler asks. The
events: writing and counting them is left out. Batches list no menu; what listing one costs is measured by itself.
"""

import argparse
import json
import os
import platform
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from rich.console import Console
from rich.table import Table

from bench.variants import decide_twice, emit_nothing, list_menus
from ventnor import warm
from ventnor.batch import Run, Sums
from ventnor.batch.play import Work, policy_of
from ventnor.bots import POLICIES
from ventnor.kernel.layout import Menu, array_of, as_array
from ventnor.kernel.twin import Twin
from ventnor.rulebook.edition import rows
from ventnor.tables import tables

BASELINE = Path(__file__).parent / "bots.json"
CAP = 1000
HOUR = 600
ROUNDS = 3


def work_of(bots: Sequence[str], games: int, edition: str, variant: str, cap: int, checked: bool = False) -> Work:
    """So many games, ready to be played."""
    table = tables(edition, variant, None)
    hour = HOUR if table.hour else 0
    return Work([policy_of(bot) for bot in bots], table, Run(7, 0, games), cap, hour, checked, True)


def played(work: Work, built: Any, threads: int = 1) -> tuple[Sums, float]:
    """What came of the games, and the least time of three runs: of the processor on one thread, of the clock on two."""
    size = -(-work.asked.count // threads)
    least = float("inf")
    sums = Sums.nothing()
    for _ in range(ROUNDS):
        found: list[Sums] = []

        def block(number: int, into: list[Sums] = found) -> None:
            into.append(work.play(threading.local(), number * size, size, built)[1])

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
        least = min(least, clock() - began)
        sums = sum(found, Sums.nothing())
    return sums, least


def floor_speed(built: Any, count: int) -> float:
    """Throws a second of bare dice and moves, compiled the same way."""
    from bench.floor import throw_and_move
    from ventnor.kernel.layout import Chance, State

    door = built.build(throw_and_move)
    states, chances = as_array(array_of(State, 1)), as_array(array_of(Chance, 1))
    door(states, chances, 1000)
    least = float("inf")
    for _ in range(ROUNDS):
        began = time.thread_time()
        door(states, chances, count)
        least = min(least, time.thread_time() - began)
    return count / least


def speeds(built: Any, asking: Any, games: int, floor: float, figures: dict[str, float]) -> None:
    """Every bot in every edition."""
    for bot in POLICIES:
        for edition, variant in rows():
            name = f"{bot} × 4, {' '.join((edition, variant)).strip()}"
            work = work_of([bot] * 4, games, edition, variant, CAP)
            sums, took = played(work, built)
            figures[f"{name}: throws/s"] = sums.throws / took
            figures[f"{name}: plies/s"] = sums.plies / took
            if asking:
                asked = work.play(threading.local(), 0, games, asking)[1]
                figures[f"{name}: decisions/s"] = int(asked.tally[0]) / took
            figures[f"{name}: finished games/s"] = sums.decided / took
            figures[f"{name}: mean throws a game"] = sums.throws / sums.games
            figures[f"{name}: × floor"] = floor * took / sums.throws
        one = figures[f"{bot} × 4, official: throws/s"]
        both, took = played(work_of([bot] * 4, 2 * games, "official", "", CAP), built, 2)
        figures[f"{bot} × 4, official, two cores: throws/s"] = both.throws / took
        figures[f"{bot} × 4, official, two cores / one"] = both.throws / took / one


def shares(built: Any, asking: Any, silent: Any, games: int, figures: dict[str, float]) -> None:
    """Where the time goes, of an ordinary batch. Bots list no menus there: what one takes is measured by itself."""
    for bot in POLICIES:
        work = work_of([bot] * 4, games, "official", "", CAP)
        whole = played(work, built)[1]
        twice = played(work, asking)[1]
        figures[f"{bot}: share of time in the policy"] = (twice - whole) / whole
        figures[f"{bot}: share of time in events"] = (whole - played(work, silent)[1]) / whole
        checked = played(work_of([bot] * 4, games, "official", "", CAP, checked=True), built)[1]
        figures[f"{bot}: what the law adds when switched on"] = (checked - whole) / whole
    figures["one menu of a seat, ns"] = menu_cost(built)


def menu_cost(built: Any) -> float:
    """Nanoseconds to list the menu of the seat that is asked, in the midst of a game."""
    from ventnor.game import Game

    game = Game("official", players=4, seed=3)
    for _ in range(150):
        game.apply(next(iter(game.legal_actions)))
    s, t, _ = game.records
    states, table, menus = array_of(type(s), 1), array_of(type(t), 1), array_of(Menu, 1)
    states[0], table[0] = s, t
    door = built.build(list_menus)
    arrays = [as_array(each) for each in (states, table, menus)]
    door(*arrays, s.awaited, 10)
    began = time.thread_time()
    door(*arrays, s.awaited, 20_000)
    return 1e9 * (time.thread_time() - began) / 20_000


def growth(built: Any, games: int, figures: dict[str, float]) -> None:
    """How speed goes with players and with length."""
    for players in range(2, 9):
        sums, took = played(work_of(["builder"] * players, games, "official", "", CAP), built)
        figures[f"builder × {players}, official: throws/s by players"] = sums.throws / took
    for cap in (100, 300, 1000, 3000):
        sums, took = played(work_of(["builder"] * 4, max(games * 300 // cap, 20), "official", "", cap), built)
        figures[f"builder × 4, cap {cap}: throws/s by length"] = sums.throws / took


def measure(quick: bool) -> dict[str, float]:
    """All figures by name."""
    console = Console(stderr=True)
    warm.warm(console.print)
    built: Any = warm.twin()
    games = 32 if quick else 512
    figures: dict[str, float] = {}
    floor = floor_speed(built, 1_000_000 if quick else 20_000_000)
    figures["floor: bare dice and moves, throws/s"] = floor
    asking: Any = None
    if not quick:
        console.print("Compiling the kernel twice more, with a part done twice and with one left out.")
        asking = Twin(replace={"decide": decide_twice})
    speeds(built, asking, games, floor, figures)
    growth(built, games, figures)
    if not quick:
        silent = Twin(replace={"emit": emit_nothing})
        shares(built, asking, silent, games, figures)
    return figures


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
        table = Table("figure", "now", title=f"{machine}, Python {platform.python_version()}, {load}")
        if kept:
            table.add_column("baseline")
            table.add_column("ratio")
        for name, value in figures.items():
            before = kept.get(name)
            ratio = [f"{before:,.4g}", f"{value / before:.2f}"] if before else ["", ""]
            table.add_row(name, f"{value:,.4g}", *(ratio if kept else []))
        Console().print(table)
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
