"""Looking ahead from a position: what an action leads to, what nature may answer, and what each is worth.

It works on the kernel's records, by the compiled twin where there is one. It decides no rule: the law is asked before
every step.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ventnor import warm
from ventnor.action import Action, Keep, Tax, to_record
from ventnor.batch.block import Bench, as_rows
from ventnor.batch.setup import policy_of
from ventnor.dice import answers
from ventnor.kernel.codes import NATURE, P_OVER, SEATS, W_RECEIVE, W_TAX
from ventnor.kernel.entry import enter_menu, enter_refuse, enter_step
from ventnor.kernel.layout import Action as ActionRecord
from ventnor.kernel.layout import Menu, Sink, State, Tables, array_of
from ventnor.kernel.reasons import LAWFUL
from ventnor.study.chances import DEPTH, Floats, network_values
from ventnor.view import action_of
from ventnor.words.vocabulary import SPACE


def copy_of(state: State) -> State:
    """Return an independent copy of a record."""
    return State.from_buffer_copy(state)


class Lookahead:
    """Tries actions of one game, on copies."""

    def __init__(self, table: Tables, hour: int, bot: str = "tycoon", seed: int = 0) -> None:
        self.table = table
        self.hour = hour
        self.seed = seed
        self.built: Any = warm.twin(wait=False)
        self.policy = policy_of(bot)
        self.bench = Bench(table)
        self.states: Any = array_of(State, 1)
        self.sinks: Any = array_of(Sink, 1)
        self.actions: Any = array_of(ActionRecord, 1)
        self.menus: Any = array_of(Menu, 1)
        tables: Any = array_of(Tables, 1)
        tables[0] = table
        self.tables = tables

    def call(self, name: str, *records: Any, numbers: tuple[int, ...] = ()) -> Any:
        """Call an entry point of the kernel, compiled or interpreted."""
        if self.built:
            return getattr(self.built, name)(*map(as_rows, records), *numbers)
        return INTERPRETED[name](*records, *numbers)

    # --- steps --------------------------------------------------------------------------------------------------------
    def after(self, state: State, action: Action, seat: int) -> State | None:
        """Return the position after an action, or None where the law refuses it."""
        self.states[0] = state
        self.actions[0] = to_record(action, seat)
        if self.call("enter_refuse", self.states, self.tables, self.actions) != LAWFUL:
            return None
        self.call("enter_step", self.states, self.tables, self.sinks, self.actions)
        if self.sinks[0].full:
            self.sinks[0].full = 0
            return None
        return copy_of(self.states[0])

    def menu(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return a seat's menu, likeliest first."""
        self.states[0] = state
        self.call("enter_menu", self.states, self.tables, self.menus, numbers=(seat,))
        found = self.menus[0]
        return tuple(action_of(bytes(found.actions[i])) for i in range(found.count))

    def outcomes(self, state: State) -> list[State]:
        """Return the positions after all that nature can answer, each as likely as the other."""
        found = (self.after(state, answer, NATURE) for answer in answers(state))
        return [self.past_tax(each) for each in found if each is not None]

    def past_tax(self, state: State) -> State:
        """Return the position after the flat sum where a seat chooses its income tax."""
        if state.awaits != W_TAX:
            return state
        # §tax.income: what is owned is not added up before the choice, so nobody is told what is better.
        return self.after(state, Tax("flat"), state.awaited) or state

    def past_mortgages(self, state: State) -> State:
        """Return the position after a seat keeps every mortgaged deed just received, and pays the interest."""
        while state.awaits == W_RECEIVE:
            mask = state.frames[state.depth - 1].mask
            space = (mask & -mask).bit_length() - 1
            found = self.after(state, Keep(SPACE.value(space)), state.awaited)
            if found is None:
                break
            state = found
        return state

    # --- values -------------------------------------------------------------------------------------------------------
    def values(self, states: Sequence[State]) -> Floats:
        """Return what the network says of positions: a row each, a number a seat."""
        given = array_of(State, len(states))
        for i, state in enumerate(states):
            given[i] = state
        return network_values(self.built, as_rows(given), self.table, self.hour)

    def value(self, state: State) -> Floats:
        """Return what the network says of one position."""
        return self.values([state])[0]

    def quiet_values(self, states: Sequence[State]) -> Floats:
        """Return what the network says once the bot has played each position on to the next throw.

        The network knows positions before a throw best: half a purchase or half an auction tells it less.
        """
        starts = array_of(State, len(states))
        for i, state in enumerate(states):
            starts[i] = state
        policies = [self.policy] * states[0].players
        block = self.bench.play(
            self.built, policies, starts, 0, self.seed, 0, len(states), cap=0, hour=self.hour, finals=True
        )
        return network_values(self.built, block.finals, self.table, self.hour)

    def roll_out(self, state: State, first: int, count: int, depth: int = DEPTH) -> Floats:
        """Return the means over the first throw of rollouts number `first` on: a row for each 36, a number a seat.

        The same numbers have the same dice in every position. Without the twin there are no rollouts.
        """
        if state.phase == P_OVER:
            return np.repeat(self.values([state]), count // 36, axis=0)
        starts = array_of(State, 1)
        starts[0] = state
        block = self.bench.play(
            self.built,
            [self.policy] * state.players,
            starts,
            0,
            self.seed,
            first,
            count,
            cap=state.throws + depth,
            hour=self.hour,
            finals=True,
            strata=True,
        )
        found = network_values(self.built, block.finals, self.table, self.hour)
        return found.reshape(-1, 36, SEATS).mean(axis=1)


INTERPRETED: dict[str, Any] = {
    "enter_refuse": enter_refuse,
    "enter_step": enter_step,
    "enter_menu": enter_menu,
}
"""The same entry points, interpreted."""
