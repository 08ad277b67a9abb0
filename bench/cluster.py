"""What 10⁹ games on many machines would take, worked out from figures measured on this one.

    python bench/cluster.py [--games 8192] [--machines 100] [--cores 32] [--price 0.04]

Measured, in processor time: a block of games of four `tycoon`s on one core, and what the asking process does with its
results. Assumed: Ray's own work for each task, the price of a core for an hour, and that all cores are as fast as this.
"""

import argparse
import pickle
import time

from ventnor import warm
from ventnor.batch.block import Workspace
from ventnor.batch.cluster import CLUSTER_BLOCK
from ventnor.batch.column import chosen, copy_into, kind_of
from ventnor.batch.play import play_block
from ventnor.batch.rows import Rows
from ventnor.batch.setup import set_up_batch
from ventnor.batch.sums import Sums

GAMES = 1_000_000_000
RAY = 0.001
"""Seconds of the asking process that Ray spends on a task."""


def main() -> None:
    """Measure, work out and print."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--games", type=int, default=8 * CLUSTER_BLOCK, help="to measure with")
    reader.add_argument("--machines", type=int, default=100)
    reader.add_argument("--cores", type=int, default=32, help="of a machine")
    reader.add_argument("--price", type=float, default=0.04, help="of a core for an hour, in dollars")
    asked = reader.parse_args()
    setup = set_up_batch(["tycoon"] * 4, "official", "", None, None, None, 5000)
    built, workspace = warm.twin(wait=True), Workspace(setup.table)
    play_block(workspace, setup, built, 1, 0, 0, 16)
    blocks = max(1, asked.games // CLUSTER_BLOCK)
    playing = adding = 0.0
    travels = 0
    rows, sums = Rows(kind_of(chosen(None), 4)), Sums.nothing()
    for number in range(blocks):
        began = time.process_time()
        sent = pickle.dumps(play_block(workspace, setup, built, 1, 0, number * CLUSTER_BLOCK, CLUSTER_BLOCK), 5)
        playing += time.process_time() - began
        travels += len(sent)
        began = time.process_time()
        results, of_block = pickle.loads(sent)
        rows.append(copy_into(rows.kind, results))
        sums += of_block
        adding += time.process_time() - began
    games = blocks * CLUSTER_BLOCK
    cores = asked.machines * asked.cores
    rate, each = games / playing, adding / blocks + RAY
    work, asking = GAMES / rate, GAMES / CLUSTER_BLOCK * each
    print(f"a core plays                        {rate:12,.0f} games a second")
    print(f"a game's results travel in          {travels / games:12,.0f} bytes")
    print(f"a game's row on the asking disk     {rows.kind.itemsize:12,} bytes")
    print(f"a block costs the asking process    {1000 * each:12.2f} ms, {1000 * RAY:.0f} of them Ray's")
    print(f"{GAMES:,} games of four tycoons on {asked.machines} machines with {asked.cores} cores:")
    print(f"  playing            {work / cores / 60:10,.1f} minutes ({work / 3600:,.0f} core hours)")
    print(f"  adding up          {asking / 60:10,.1f} minutes of the asking process, at the same time")
    print(f"  its network        {GAMES * travels / games / 1e9:10,.0f} GB")
    print(f"  its disk           {GAMES * rows.kind.itemsize / 1e9:10,.0f} GB")
    lasts = max(work / cores, asking)
    print(f"  time and cost      {lasts / 60:10,.1f} minutes, ${lasts / 3600 * cores * asked.price:,.0f}")


if __name__ == "__main__":
    main()
