"""Many games at once: `simulate` plays them, a `Batch` holds their results.

The compiled kernel plays blocks of games on as many threads as there are cores, or on a Ray cluster. While it is still
being compiled, the interpreted one plays them. Every game has its own stream of chance, so the results do not depend on
who played it.
"""

from ventnor.batch.cluster import ClusterFailed
from ventnor.batch.column import NotKept, UnknownColumn
from ventnor.batch.entrant import BadBot
from ventnor.batch.extra import MissingPackage
from ventnor.batch.games import Batch
from ventnor.batch.play import PlaysInterpreted, simulate
from ventnor.batch.recipe import BatchesOverlap, Recipe, RecipesDiffer, Run
from ventnor.batch.sampling import Sampled, sample
from ventnor.batch.saved import BadBatchFile
from ventnor.batch.setup import BadSimulation
from ventnor.batch.sums import Sums
from ventnor.kernel.batch import Policy

__all__ = [
    "BadBatchFile",
    "BadBot",
    "BadSimulation",
    "Batch",
    "BatchesOverlap",
    "ClusterFailed",
    "MissingPackage",
    "NotKept",
    "PlaysInterpreted",
    "Policy",
    "Recipe",
    "RecipesDiffer",
    "Run",
    "Sampled",
    "Sums",
    "UnknownColumn",
    "sample",
    "simulate",
]
