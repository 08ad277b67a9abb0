"""The weights of the network: a file of NumPy without pickles, half precision, with a note of how it was made."""

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ventnor.value.layout import OWN, PAIR, TABLE, VERSION
from ventnor.value.network import BETWEEN, FIRST, SECOND, THIRD, WEIGHTS

Weights = npt.NDArray[np.float32]

SHAPE: Final = [VERSION, OWN, TABLE, PAIR, FIRST, SECOND, BETWEEN, THIRD]
NAME: Final = "weights.npz"


class BadWeights(ValueError):
    """A file of weights that does not fit this code."""

    def __init__(self, path: object, why: str) -> None:
        super().__init__(f"{path}: {why}; make new ones with python -m ventnor.study.training")


def save_weights(path: Path, weights: Weights, about: dict[str, Any]) -> None:
    """Write weights and a note of how they were made."""
    draft = path.with_name(f"{path.stem}.part.npz")
    np.savez_compressed(
        draft,
        weights=weights.astype(np.float16),
        shape=np.array(SHAPE, np.int32),
        about=np.frombuffer(json.dumps(about).encode(), np.uint8),
    )
    draft.replace(path)


def load_weights(path: Path) -> Weights:
    """Read weights. Raises `BadWeights` where they are of another layout."""
    with np.load(path, allow_pickle=False) as file:
        if file["shape"].tolist() != SHAPE:
            raise BadWeights(path, f"has the layout {file['shape'].tolist()}, not {SHAPE}")
        found: Weights = file["weights"].astype(np.float32)
    if found.shape != (WEIGHTS,):
        raise BadWeights(path, f"has {found.size} weights, not {WEIGHTS}")
    return found


@cache
def weights() -> Weights:
    """Return the weights of the package. Shared: nobody writes into them."""
    return load_weights(Path(str(files("ventnor.value") / NAME)))
