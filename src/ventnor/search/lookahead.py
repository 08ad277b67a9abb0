"""Looking ahead from a position: the results of actions, nature's possible answers, and their values.

It works on the kernel's records, by the compiled twin where there is one. It decides no rule: the law is asked before
every step.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ventnor import warm
from ventnor.action import Action, Keep, Tax, to_record
from ventnor.batch.block import Workspace, as_rows
from ventnor.bots import policy_named
from ventnor.dice import answers
from ventnor.kernel.batch import Policy
from ventnor.kernel.codes import NATURE, P_OVER, SEATS, W_RECEIVE, W_TAX
from ventnor.kernel.entry import enter_menu, enter_refuse, enter_step
from ventnor.kernel.layout import Action as ActionRecord
from ventnor.kernel.layout import Menu, Sink, State, Tables, array_of
from ventnor.kernel.reasons import LAWFUL
from ventnor.search.values import DEPTH, Floats, network_values, settled
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
        self.policy = policy_named(bot)
        self.others: dict[int, Policy] = {}
        """Seats that are taken to play by another policy in rollouts."""
        self.workspace = Workspace(table)
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
        # §tax.income: what is owned is not added up before the choice, so the answer must not show what is better.
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
    def values(self, states: Sequence[State], deals: bool = True) -> Floats:
        """Return the network's chances in positions: a row each, a number for each seat."""
        given = array_of(State, len(states))
        for i, state in enumerate(states):
            given[i] = state
        return network_values(self.built, as_rows(given), self.table, self.hour, deals=deals)

    def value(self, state: State, deals: bool = True) -> Floats:
        """Return the network's chances in one position."""
        return self.values([state], deals)[0]

    def quiet_values(self, states: Sequence[State], business: bool = True) -> Floats:
        """Return the network's chances after the bot has played each position on until the dice are taken.

        The network is most accurate in such quiet positions, less so in the middle of a purchase or an auction.
        Without `business` nobody builds or borrows before that throw, and nobody is expected to deal.
        """
        starts = array_of(State, len(states))
        for i, state in enumerate(states):
            starts[i] = state
        policies = [self.policy] * states[0].players
        quiet = settled(self.workspace, self.built, policies, starts, self.hour, business=business)
        return network_values(self.built, quiet, self.table, self.hour, deals=business)

    def roll_out(self, state: State, first: int, count: int, depth: int = DEPTH, deals: bool = True) -> Floats:
        """Return the means of each 36 rollouts, one for each first throw: a row for each 36, a number for each seat.

        `first` is the number of the first rollout. The same numbers have the same dice in every position. Without the
        twin there are no rollouts. Without `deals` every seat plays as `builder`, which makes none.
        """
        if state.phase == P_OVER:
            return np.repeat(self.values([state]), count // 36, axis=0)
        starts = array_of(State, 1)
        starts[0] = state
        bots = [self.others.get(seat, self.policy) for seat in range(state.players)]
        block = self.workspace.play(
            self.built,
            bots if deals else [policy_named("builder")] * state.players,
            starts,
            0,
            self.seed,
            first,
            count,
            cap=state.throws + depth,
            hour=self.hour,
            finals=True,
            strata=True,
            quiet=True,
        )
        found = network_values(self.built, block.finals, self.table, self.hour, deals=deals)
        return found.reshape(-1, 36, SEATS).mean(axis=1)


INTERPRETED: dict[str, Any] = {
    "enter_refuse": enter_refuse,
    "enter_step": enter_step,
    "enter_menu": enter_menu,
}
"""The same entry points, interpreted."""
