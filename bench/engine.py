"""How fast the engine is: run it with `python bench/engine.py`, alone on a quiet machine.

Prints every figure beside the baseline of `bench/baseline.json`, and the ratio of the two. The baseline may come from
another machine: then compare the ratios within one run (`× floor`), or make a new baseline first (`--save`). No test
asserts these figures, because machines are noisy.
"""

import argparse
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from ventnor import warm
from ventnor.batch import simulate
from ventnor.game import Game
from ventnor.kernel.layout import Chance, State, array_of, as_array

BASELINE = Path(__file__).parent / "baseline.json"


def best_of(times: int, run: Callable[[], float]) -> float:
    """Return the least disturbed of several runs."""
    return max(run() for _ in range(times))


def batch_speed(bot: str, games: int, compiled: bool, threads: int) -> tuple[float, float]:
    """Return throws and plies a second of four bots, in wall time."""
    began = time.perf_counter()
    batch = simulate(games, [bot] * 4, seed=7, cap=1000, threads=threads, compiled=compiled)
    took = time.perf_counter() - began
    return batch.throws.sum() / took, batch.plies.sum() / took


def floor_speed(count: int) -> float:
    """Return throws a second of bare dice and moves, compiled the same way."""
    from bench.floor import throw_and_move

    built: Any = warm.twin()
    compiled = built.build(throw_and_move)
    states, chances = as_array(array_of(State, 1)), as_array(array_of(Chance, 1))
    compiled(states, chances, 1000)

    def run() -> float:
        began = time.perf_counter()
        compiled(states, chances, count)
        return count / (time.perf_counter() - began)

    return best_of(3, run)


def human_action() -> tuple[float, float]:
    """Return median and 95th percentile of milliseconds for an action with its view and menu."""
    took: list[float] = []
    for seed in range(6):
        game = Game("official", players=4, seed=seed)
        for _ in range(120):
            if game.over:
                break
            began = time.perf_counter()
            game.apply(next(iter(game.legal_actions)))
            seat = game.to_act
            if isinstance(seat, int):
                list(game.legal_actions_of(seat))
                game.view(seat)
            took.append((time.perf_counter() - began) * 1000)
    took.sort()
    return statistics.median(took), took[int(len(took) * 0.95)]


def cold_and_cached() -> tuple[float, float, float]:
    """Return seconds to compile, seconds to load the cached kernel, and peak megabytes of compiling."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "VENTNOR_CACHE": folder}
        began = time.perf_counter()
        subprocess.run([sys.executable, "-m", "ventnor.warm"], env=env, check=True)
        cold = time.perf_counter() - began
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        script = "import time; b = time.perf_counter(); from ventnor import warm; warm.twin(); "
        script += "print(time.perf_counter() - b)"
        cached = min(
            float(subprocess.run([sys.executable, "-c", script], env=env, check=True, capture_output=True).stdout)
            for _ in range(3)
        )
    return cold, cached, peak


def measure(quick: bool) -> dict[str, float]:
    """Return all figures by name."""
    figures: dict[str, float] = {}
    warm.warm(lambda message: Console(stderr=True).print(message))
    floor = floor_speed(2_000_000 if quick else 20_000_000)
    figures["floor: bare dice and moves, throws/s"] = floor
    for bot in ("cautious", "random"):
        plain = batch_speed(bot, 20 if quick else 60, compiled=False, threads=1)
        figures[f"{bot} × 4, interpreted, throws/s"], figures[f"{bot} × 4, interpreted, plies/s"] = plain
        one = batch_speed(bot, 2_000 if quick else 20_000, compiled=True, threads=1)
        figures[f"{bot} × 4, compiled, 1 thread, throws/s"], figures[f"{bot} × 4, compiled, 1 thread, plies/s"] = one
        figures[f"{bot} × 4, compiled, ns/throw"] = 1e9 / one[0]
        figures[f"{bot} × 4, compiled, × floor"] = floor / one[0]
        two = batch_speed(bot, 2_000 if quick else 20_000, compiled=True, threads=2)
        figures[f"{bot} × 4, compiled, 2 threads, throws/s"] = two[0]
        figures[f"{bot} × 4, 2 threads / 1 thread"] = two[0] / one[0]
    figures["action + view + menu, median ms"], figures["action + view + menu, 95 % ms"] = human_action()
    figures["peak memory of this process, MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    if not quick:
        cold, cached, peak = cold_and_cached()
        figures["cold compile, s"], figures["cached load with imports, s"] = cold, cached
        figures["peak memory of compiling, MB"] = peak
    return figures


def main() -> int:
    """Measure, print, and keep if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the work, without the cold compile")
    parser.add_argument("--save", action="store_true", help="keep these figures as the new baseline")
    parser.add_argument("--json", action="store_true", help="print the figures alone")
    args = parser.parse_args()
    figures = measure(args.quick)
    if args.json:
        print(json.dumps(figures, indent=1))
    else:
        kept: dict[str, float] = {}
        if BASELINE.exists():
            kept = json.loads(BASELINE.read_text(encoding="utf-8"))["figures"]
        title = f"{platform.machine()}, Python {platform.python_version()}"
        table = Table("figure", "now", "baseline", "ratio", title=title)
        for name, value in figures.items():
            before = kept.get(name)
            ratio = f"{value / before:.2f}" if before else ""
            table.add_row(name, f"{value:,.4g}", f"{before:,.4g}" if before else "", ratio)
        Console().print(table)
    if args.save:
        machine = warm.processor().split(":")[-1].strip()
        record = {"python": platform.python_version(), "machine": machine, "figures": figures}
        BASELINE.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    sys.exit(main())
