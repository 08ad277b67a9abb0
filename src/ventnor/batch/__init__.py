"""Many games at once: `simulate` plays them, a `Batch` holds their results.

The compiled kernel plays blocks of games on as many threads as there are cores; while it is still being compiled, the
interpreted one plays them. Every game has its own stream of chance, so the results depend neither on the number of
threads nor on which twin played.
"""

from ventnor.batch.column import NotKept, UnknownColumn
from ventnor.batch.extra import MissingPackage
from ventnor.batch.games import Batch
from ventnor.batch.play import simulate
from ventnor.batch.recipe import BatchesOverlap, Recipe, RecipesDiffer, Run
from ventnor.batch.sampling import Sampled, sample
from ventnor.batch.saved import BadBatchFile
from ventnor.batch.setup import BadSimulation, Policy
from ventnor.batch.sums import Sums

__all__ = [
    "BadBatchFile",
    "BadSimulation",
    "Batch",
    "BatchesOverlap",
    "MissingPackage",
    "NotKept",
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
