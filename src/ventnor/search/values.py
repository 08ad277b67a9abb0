"""The network's values of many positions at once, compiled if there is a twin.

The network is most accurate in quiet positions: the dice of a turn are taken, and nobody wants to do any more business.
Bots play other positions on until they are quiet.
"""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from ventnor.batch.block import Workspace, as_rows
from ventnor.batch.column import Records
from ventnor.kernel.batch import Policy
from ventnor.kernel.codes import SEATS
from ventnor.kernel.layout import State, Tables, array_of
from ventnor.value.forward import chances_of
from ventnor.value.layout import Inputs
from ventnor.value.network import WORKING, enter_evaluate
from ventnor.value.weights import Weights, weights

Floats: TypeAlias = npt.NDArray[np.float64]

DEPTH: Final = 12
"""Throws of a truncated rollout."""
SETTLED: Final = 12
"""Times that bots play a position on until it is quiet: cards and dice on the way differ."""


def network_values(
    built: Any, states: Records, table: Tables, hour: int, chosen: Weights | None = None, deals: bool = True
) -> Floats:
    """Return the network's chances in positions of one table, a row each, eight numbers. NumPy without a twin."""
    found = weights() if chosen is None else chosen
    if not built:
        given = (State * len(states)).from_buffer_copy(states.tobytes())
        return np.array([chances_of(each, table, hour, found, deals) for each in given]).reshape(-1, SEATS)
    values = np.zeros(SEATS * len(states), np.float32)
    work = np.zeros(WORKING, np.float32)
    records, inputs = array_of(Tables, 1), array_of(Inputs, 1)
    records[0] = table
    built.entry_point(enter_evaluate)(states, as_rows(records), as_rows(inputs), found, work, values, hour, int(deals))
    return values.reshape(-1, SEATS).astype(np.float64)


def settled(
    workspace: Workspace,
    built: Any,
    policies: Sequence[Policy],
    starts: Any,
    hour: int,
    times: int = 1,
    business: bool = True,
) -> Records:
    """Return the positions once bots have played them on until the dice are taken, all of them so many times.

    Without `business` a position in which a seat is to throw stays as it is.
    """
    count = times * len(starts)
    return workspace.play(built, policies, starts, 0, 0, 0, count, cap=0, hour=hour, finals=True, quiet=business).finals


def settled_values(
    workspace: Workspace,
    built: Any,
    policies: Sequence[Policy],
    states: Records,
    table: Tables,
    hour: int,
    chosen: Weights | None = None,
) -> Floats:
    """Return the network's chances in any positions, each the mean over some ways in which it becomes quiet."""
    starts = (State * len(states)).from_buffer_copy(states.tobytes())
    quiet = settled(workspace, built, policies, starts, hour, SETTLED)
    return network_values(built, quiet, table, hour, chosen).reshape(SETTLED, -1, SEATS).mean(axis=0)
