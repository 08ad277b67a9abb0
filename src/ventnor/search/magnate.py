"""`Magnate`: the strong bot with a budget. It checks the fast policy's decision by rollouts.

The fast policy says what it would do: it constructs the deals and bargains. Beside its choice stand the other offers
that it would make, or the other answers that there are. All of them are then played on a few throws with the same dice,
and the network values where each rollout stops. Another action takes the place of the policy's own only where it is
better by more than the noise.
"""

import threading
import time as clock
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from ventnor.action import (
    Accept,
    Action,
    Bid,
    Buy,
    Counter,
    Decline,
    Done,
    Offer,
    Pass,
    PayFine,
    Reject,
    Roll,
    UseCard,
    from_record,
)
from ventnor.batch.quick import Quick
from ventnor.batch.setup import USUAL_HOUR
from ventnor.bots.magnate import magnate
from ventnor.bots.manners import PENDING
from ventnor.bots.offers import ASKED, LOOKED
from ventnor.kernel.auction import free_to_bid, least_bid
from ventnor.kernel.chance import seed_chance
from ventnor.kernel.codes import W_BID, W_BUY, W_TAX, W_THROW
from ventnor.kernel.layout import Action as ActionRecord
from ventnor.kernel.layout import Chance, Memory, State
from ventnor.kernel.scheduler import MOST_OFFERS
from ventnor.search.alternatives import Alternative
from ventnor.search.deals import accepted_option, partner_of
from ventnor.search.lookahead import Lookahead, copy_of
from ventnor.search.values import Floats
from ventnor.view import View

SET: Final = 36
"""Rollouts come in sets of 36: one for each first throw."""
FEW: Final = 6
"""How many offers are looked at."""
DOUBT: Final = 1.0
"""By how many standard errors another action must be better than the policy's own."""


class Magnate:
    """The strong bot as `choose(view)`. `time`: seconds for a decision; `rollouts`: so many for each action instead.

    With a number of rollouts it always decides alike; with a time it depends on the machine.
    """

    def __init__(
        self, time: float | None = None, rollouts: int | None = None, seed: int = 0, bot: str = "tycoon"
    ) -> None:
        if (time is None) == (rollouts is None):
            raise ValueError("give time or rollouts, one of them")
        if time is not None and not 0 < time < 3600:
            raise ValueError(f"time is in seconds, more than 0 and less than 3600, not {time}")
        if rollouts is not None and rollouts < 0:
            raise ValueError(f"rollouts is a number that is not negative, not {rollouts}")
        self.name = f"magnate({time=})" if rollouts is None else f"magnate({rollouts=})"
        self.time = time
        self.rollouts = rollouts
        self.seed = seed
        self.bot = bot
        self.decide = Quick(magnate)
        self.games: dict[tuple[int, int], Progress] = {}
        """The game under way of each thread and seat."""

    def choose(self, view: View) -> Action:
        """Return what to do."""
        assert view.seat is not None
        place = threading.get_ident(), view.seat
        progress = self.games.get(place)
        if progress is None or progress.ply > view.ply or progress.players != view.players:
            progress = self.games[place] = Progress(view, self.seed)
        return self.think(view, progress)

    def think(self, view: View, progress: "Progress") -> Action:
        """Return the policy's action, or one that rollouts show to be better."""
        state, table = view.records()
        seat = view.seat
        assert seat is not None
        began = clock.monotonic()
        own = progress.ask(self.decide, state, table, seat, view.ply)
        if not is_worth_a_look(state, own, seat):
            return own
        hour = USUAL_HOUR if table.hour else 0
        look = Lookahead(table, hour, self.bot, self.seed + view.ply)
        if not look.built:
            return own
        offers = progress.other_offers(self.decide, state, table, seat) if isinstance(own, Offer) else []
        options = options_of(look, state, seat, own, [offer for offer, _ in offers])
        if len(options) < 2:
            return own
        rows = self.roll(look, options, began)
        if not rows:
            return own
        chosen = options[best_of(rows, seat)].action
        if isinstance(own, Offer) and chosen != own:
            return progress.change_offer(self.decide, state, table, seat, chosen, offers)
        return chosen

    def roll(self, look: Lookahead, options: list[Alternative], began: float) -> list[Floats]:
        """Return the means of each 36 rollouts of every option."""
        found: list[list[Floats]] = [[] for _ in options]
        done = 0
        while True:
            count = SET if self.rollouts is None else -(-self.rollouts // SET) * SET
            if self.rollouts is None:
                if clock.monotonic() - began >= (self.time or 0.0):
                    break
            elif done >= count:
                break
            for each, rows in zip(options, found, strict=True):
                rows.append(look.roll_out(each.state, done, count))
            done += count
        return [np.concatenate(rows) for rows in found] if done else []


class Progress:
    """One game under way: what the policy remembers."""

    def __init__(self, view: View, seed: int) -> None:
        self.players = view.players
        self.ply = view.ply
        self.throws = -1
        self.memory = Memory()
        self.chance = Chance()
        seed_chance(self.chance, seed, view.seat or 0)

    def ask(self, decide: Quick, state: State, table: Any, seat: int, ply: int) -> Action:
        """Return the policy's action."""
        self.ply = ply
        if state.throws != self.throws:
            self.throws = state.throws
            self.memory.offers_left = MOST_OFFERS
        found = decided(decide, state, table, seat, self.memory, self.chance)
        if isinstance(found, Offer | Counter):
            self.memory.offers_left -= 1
        return found

    def other_offers(self, decide: Quick, state: State, table: Any, seat: int) -> list[tuple[Offer, Memory]]:
        """Return the offers that the policy would make next, each with what it would then remember of it."""
        memory, chance = Memory.from_buffer_copy(self.memory), Chance.from_buffer_copy(self.chance)
        memory.offers_left = 1
        found: list[tuple[Offer, Memory]] = []
        for _ in range(FEW):
            memory.words[PENDING] = memory.words[LOOKED] = 0
            action = decided(decide, state, table, seat, memory, chance)
            if not isinstance(action, Offer):
                break
            found.append((action, Memory.from_buffer_copy(memory)))
        return found

    def change_offer(
        self,
        decide: Quick,
        state: State,
        table: Any,
        seat: int,
        chosen: Action,
        offers: Sequence[tuple[Offer, Memory]],
    ) -> Action:
        """Note that another offer, or none, is made in place of the policy's. Return what to do."""
        for offer, memory in offers:
            if offer == chosen:
                for word in (ASKED, PENDING):
                    self.memory.words[word] = memory.words[word]
                return chosen
        self.memory.words[PENDING] = 0
        self.memory.offers_left = 0
        return decided(decide, state, table, seat, self.memory, self.chance)


def decided(decide: Quick, state: State, table: Any, seat: int, memory: Memory, chance: Chance) -> Action:
    """Return what the policy does."""
    a = ActionRecord()
    decide(copy_of(state), table, seat, memory, chance, a)
    return from_record(a)


def is_worth_a_look(state: State, own: Action, seat: int) -> bool:
    """Return whether a decision matters enough for rollouts: deals, purchases, bids and the way out of Jail."""
    if state.awaits == W_TAX:
        # §tax.income: what is owned is not added up before the choice.
        return False
    if isinstance(own, Offer | Counter | Accept) or state.awaits in {W_BUY, W_BID}:
        return True
    if any(state.offers[other][seat].number for other in range(state.players)):
        return True
    return state.awaits == W_THROW and state.awaited == seat and state.jail_turn[seat] > 0


def options_of(look: Lookahead, state: State, seat: int, own: Action, rivals: Sequence[Action]) -> list[Alternative]:
    """Return the policy's own action first, then what else the seat could do that matters."""
    others: list[Action] = [*rivals]
    offer = max(int(state.offers[other][seat].number) for other in range(state.players))
    if offer:
        others += [Accept(offer), Reject(offer)]
    elif isinstance(own, Offer):
        others.append(Done())
    elif state.awaits == W_BUY:
        others += [Buy(), Decline()]
    elif state.awaits == W_BID:
        least = least_bid(state, look.table, seat)
        others += [Bid(least), Pass()] if 0 <= least <= free_to_bid(state, seat) else []
    elif state.awaits == W_THROW:
        others += [each for each in look.menu(state, seat) if isinstance(each, Roll | PayFine | UseCard)]
    found: list[Alternative] = []
    for action in [own, *others]:
        option = option_for(look, state, seat, action)
        if option is not None and all(each.action != action for each in found):
            found.append(option)
        elif not found:
            return []
    return found


def option_for(look: Lookahead, state: State, seat: int, action: Action) -> Alternative | None:
    """Return an action and where it leads: an offer once it is accepted; None where the law refuses it."""
    if isinstance(action, Offer | Counter):
        return accepted_option(look, state, seat, action, partner_of(state, action))
    if isinstance(action, Done):
        return Alternative((action,), state)
    after = look.after(state, action, seat)
    if after is None:
        return None
    return Alternative((action,), look.past_mortgages(after) if isinstance(action, Accept) else after)


def best_of(rows: list[Floats], seat: int) -> int:
    """Return the option with the highest mean, the first where the rest are not better by more than the noise."""
    best = 0
    for index in range(1, len(rows)):
        gap = rows[index][:, seat] - rows[best][:, seat]
        first = rows[index][:, seat] - rows[0][:, seat]
        noise = float(first.std(ddof=1) / np.sqrt(len(first))) if len(first) > 1 else 0.02
        if gap.mean() > 0 and first.mean() > DOUBT * noise:
            best = index
    return best


def deep() -> Magnate:
    """Return the bot with 50 ms for a decision: `ventnor.search.magnate:deep` in commands."""
    return Magnate(time=0.05)
