"""`Episodes`: the records of some environments, and one call that steps them all, compiled or interpreted."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ventnor.action import Action, from_record, to_record
from ventnor.batch.block import as_rows
from ventnor.batch.setup import MOST_THROWS, Start, set_up_batch, whole
from ventnor.envs import layout, loop, menu
from ventnor.envs.compiled import is_ready, load_twin
from ventnor.kernel import layout as kernel
from ventnor.kernel.batch import Policy
from ventnor.kernel.codes import SEATS
from ventnor.kernel.layout import array_of
from ventnor.notation import format_action
from ventnor.rulebook.option import Options

LENGTH = np.dtype(layout.Observation).itemsize // 4
"""Numbers in an observation."""


class BadEnvironment(ValueError):
    """A request for an environment that cannot be made."""


class BadChoice(ValueError):
    """An action that the mask does not allow or the law refuses. Nothing was done."""


class Episodes:
    """`count` games of the same rules. Seats without a bot are the caller's to decide."""

    def __init__(
        self,
        count: int,
        bots: Sequence[str | Policy | None],
        *,
        edition: str = "official",
        variant: str = "",
        options: Options | None = None,
        position: Start | None = None,
        hour: int | str | None = None,
        cap: int | None = None,
        compiled: bool | None = None,
    ) -> None:
        """Make the records. `bots`: one for each seat, None for a seat of the caller's. `cap`: throws; None for no cap.

        `compiled`: True waits for the compiled step, False runs interpreted, None uses it if it is ready.
        """
        whole("count", count, 1)
        self.count = count
        self.seats = len(bots)
        setup = set_up_batch(
            ["random" if bot is None else bot for bot in bots],
            edition,
            variant,
            options,
            position,
            hour,
            MOST_THROWS if cap is None else cap,
        )
        self.learners = sum(1 << seat for seat, bot in enumerate(bots) if bot is None)
        if not self.learners:
            raise BadEnvironment("every seat has a bot: leave one seat None")
        if setup.interpreted:
            raise BadEnvironment("the bots of an environment are names or policies, not choose(view) bots")
        policies = [*setup.bots, *[setup.bots[0]] * (SEATS - len(setup.bots))]
        self._numbers = (setup.players, self.learners, setup.hour, 0 if cap is None else cap)
        self.built: Any = load_twin() if compiled or (compiled is None and is_ready(setup.bots)) else None
        self._begin: Any = entry_of(self.built, loop.begin_episodes)
        self._step: Any = entry_of(self.built, loop.step_episodes)
        self.states: Any = array_of(kernel.State, count)
        self.tables: Any = (kernel.Tables * 1)(setup.table)
        self.cursors: Any = array_of(kernel.Cursor, count)
        self.episodes: Any = array_of(layout.Episode, count)
        self.observations: Any = array_of(layout.Observation, count)
        self.masks: Any = array_of(layout.Mask, count)
        self.outcomes: Any = array_of(layout.StepResult, count)
        self.structured: Any = array_of(kernel.Action, count)
        self.chances: Any = array_of(kernel.Chance, count)
        self.chosen = np.ones(count, np.int64)
        self._records: list[Any] = [
            self.states,
            setup.starts,
            self.tables,
            array_of(kernel.Sink, 1),
            self.cursors,
            self.chances,
            array_of(kernel.Action, 1),
        ]
        # The twin keeps the compiled policies, so that their addresses stay good.
        self._policies: Any = (
            np.array([self.built.policy(policy).address for policy in policies], np.int64)
            if self.built
            else tuple(policies)
        )
        self.use_buffers(
            np.zeros((count, LENGTH), np.int32),
            np.zeros((count, layout.ACTIONS), np.int8),
        )

    def use_buffers(self, observations: NDArray[np.int32], masks: NDArray[np.int8]) -> None:
        """Write observations and masks into these arrays from now on. Raises `BadEnvironment` if they do not fit."""
        for name, array, shape, kind in (
            ("observations", observations, (self.count, LENGTH), np.int32),
            ("masks", masks, (self.count, layout.ACTIONS), np.int8),
        ):
            if array.shape != shape or array.dtype != kind or not array.flags.c_contiguous or not array.flags.writeable:
                raise BadEnvironment(f"{name} must be a writable C-ordered array of {np.dtype(kind)} of shape {shape}")
        self.flat, self.mask = observations, masks
        self.observations = (layout.Observation * self.count).from_buffer(observations.data)
        self.masks = (layout.Mask * self.count).from_buffer(masks.data)
        shared = [self.episodes, self.observations, self.masks, self.outcomes]
        if self.built:
            self._given = [as_rows(each) for each in self._records]
            self._shared = [as_rows(each) for each in shared]
            self._structured = as_rows(self.structured)
        else:
            self._given, self._shared, self._structured = self._records, shared, self.structured
        self.results = as_rows(self.outcomes)

    def reset(self, seeds: Sequence[int | None] | NDArray[np.int64], chosen: NDArray[np.bool_] | None = None) -> None:
        """Begin an episode in each environment, or in those chosen. A seed of None goes on to the next episode."""
        self.chosen[:] = 1 if chosen is None else chosen
        for i, seed in enumerate(seeds):
            if not self.chosen[i]:
                continue
            if seed is None:
                self.episodes[i].number += 1
            else:
                self.episodes[i].seed = whole("seed", seed)
                self.episodes[i].number = 0
        self._check(self._begin(*self._given, self._policies, *self._shared, self.chosen, *self._numbers))

    def step(self, numbers: NDArray[np.int64]) -> None:
        """Carry out one decision in each environment. Raises `BadChoice`, with nothing done."""
        numbers = np.ascontiguousarray(numbers, np.int64)
        if numbers.shape != (self.count,):
            raise BadChoice(f"expected {self.count} actions, not an array of shape {numbers.shape}")
        given = numbers if self.built else numbers.tolist()
        answer = self._step(
            *self._given, self._policies, *self._shared, self._structured, self.chosen, given, *self._numbers
        )
        self._check(answer, numbers)

    def _check(self, answer: int, numbers: NDArray[np.int64] | None = None) -> None:
        if answer > 0 and numbers is not None:
            where = answer - 1
            number, seat = int(numbers[where]), self.episodes[where].seat
            what = "the structured action" if number == layout.STRUCTURED else f"action {number}"
            raise BadChoice(f"{what} of seat {seat} in environment {where} is not allowed now; see its mask")
        if answer < 0:
            raise RuntimeError(f"a game cannot go on: code {-answer}")

    # --- actions as words -------------------------------------------------------------------------------------------
    def action_of(self, number: int, where: int = 0) -> Action:
        """Return what a number of the menu means for the seat that decides."""
        record = kernel.Action()
        seat = self.episodes[where].seat
        menu.decode(self.states[where], self.tables[0], self.cursors[where], seat, number, record)
        return from_record(record)

    def number_of(self, action: Action, where: int = 0) -> int:
        """Return the number of an action for the seat that decides. Raises `BadChoice` if the menu does not have it."""
        record = to_record(action, self.episodes[where].seat)
        args = self.states[where], self.tables[0], self.cursors[where], record, kernel.Action()
        number = menu.encode(*args)
        if number < 0:
            raise BadChoice(f"the menu does not have {format_action(action)}: pass it as a structured action")
        return number

    def set_structured(self, action: Action, where: int = 0) -> None:
        """Put an action that the number STRUCTURED stands for in the next step, such as any offer."""
        self.structured[where] = to_record(action, self.episodes[where].seat)


def entry_of(built: Any, function: Callable[..., int]) -> Any:
    """Return a step to call: compiled by the twin, or as it is.

    The arguments are always of the same types, so the call skips Numba's search for a signature, which takes three
    times as long as the step of one game.
    """
    return next(iter(built.entry_point(function).overloads.values())).entry_point if built else function


def fields_of(observations: NDArray[np.int32]) -> NDArray[np.void]:
    """Return the same observations with named fields, such as `fields["cash"]`."""
    kind: Any = np.dtype(layout.Observation)
    return np.ascontiguousarray(observations).view(kind)[..., 0]


def flat_of(fields: NDArray[np.void]) -> NDArray[np.int32]:
    """Return observations with named fields as flat arrays: the inverse of `fields_of`."""
    return np.ascontiguousarray(fields)[..., None].view(np.int32)
