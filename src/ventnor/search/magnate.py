"""`Magnate`: the strong bot with a budget. It checks the fast policy's decision by rollouts.

The fast policy says what it would do: it constructs the deals and bargains. Beside its choice stand the other offers
that it would make, doubtful ones too, or the other answers that there are. All of them are then played on a few throws
with the same dice, every opponent as it is known to bargain, and the network values where each rollout stops. Clearly
worse options are dropped on the way. Another action takes the place of the policy's own only where it is better by more
than the noise.
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
from ventnor.bots.builder import builder
from ventnor.bots.magnate import magnate
from ventnor.bots.manners import ALL, BOLD, JEALOUS, KNOWN, PENDING, SHREWD, lacks
from ventnor.bots.offers import ASKED, LOOKED, remember
from ventnor.bots.tycoon_2026.tycoon import tycoon_2026
from ventnor.kernel.auction import free_to_bid, least_bid
from ventnor.kernel.batch import Policy
from ventnor.kernel.chance import seed_chance
from ventnor.kernel.codes import P_OPENING, SEATS, SPACES, W_BID, W_BUY, W_TAX, W_THROW
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
ROUND: Final = 72
"""Rollouts of each option at a time."""
FEW: Final = 6
"""How many offers are looked at."""
DOUBT: Final = 1.0
"""By how many standard errors another action must be better than the policy's own."""
CLEAR: Final = 2.5
"""By how many standard errors an action must be worse than the best one to be dropped."""
ENOUGH: Final = 4
"""Sets of rollouts after which an action may be dropped."""
PATIENCE: Final = 8
"""Turns after which it looks for doubtful offers again though no deed has changed hands."""


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
        offers: list[tuple[Offer, Memory]] = []
        if isinstance(own, Offer) or progress.may_look(state, seat, own):
            offers = progress.other_offers(self.decide, state, table, seat)
        if not offers and not is_worth_a_look(state, own, seat):
            return own
        look = Lookahead(table, USUAL_HOUR if table.hour else 0, self.bot, self.seed + view.ply)
        look.others = progress.opponents(seat)
        if not look.built:
            return own
        options = options_of(look, state, seat, own, [offer for offer, _ in offers])
        if len(options) < 2:
            return own
        rows = self.roll(look, options, began, seat)
        if not rows:
            return own
        chosen = options[best_of(rows, seat)].action
        if chosen != own and (isinstance(own, Offer) or isinstance(chosen, Offer)):
            return progress.change_offer(self.decide, state, table, seat, chosen, offers)
        return chosen

    def roll(self, look: Lookahead, options: list[Alternative], began: float, seat: int) -> list[Floats]:
        """Return the means of each 36 rollouts of every option. Those dropped on the way have fewer."""
        found: list[Floats] = [np.empty((0, SEATS)) for _ in options]
        left = list(range(len(options)))
        done = 0
        while len(left) > 1:
            count = ROUND
            if self.rollouts is not None:
                count = min(count, -(-(self.rollouts - done) // SET) * SET)
            elif clock.monotonic() - began >= (self.time or 0.0):
                count = 0
            if count <= 0:
                break
            for index in left:
                found[index] = np.concatenate([found[index], look.roll_out(options[index].state, done, count)])
            done += count
            left = contenders(found, left, seat)
        return found if done else []


class Progress:
    """One game under way: what the policy remembers."""

    def __init__(self, view: View, seed: int) -> None:
        self.players = view.players
        self.ply = view.ply
        self.throws = -1
        self.looked: tuple[tuple[int, ...], int] = (), 0
        """Who owned what when it last looked for doubtful offers, and in which turn that was."""
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

    def may_look(self, state: State, seat: int, own: Action) -> bool:
        """Return whether it is time to look for doubtful offers where the policy makes none."""
        if state.awaits != W_THROW or state.awaited != seat or state.phase == P_OPENING or state.hour:
            return False
        if self.memory.offers_left <= 0 or state.offer_count or isinstance(own, Counter | Accept):
            return False
        owners, turn = self.looked
        now = tuple(state.owner[space] for space in range(SPACES))
        if now == owners and state.turns < turn + PATIENCE:
            return False
        self.looked = now, state.turns
        return True

    def opponents(self, seat: int) -> dict[int, Policy]:
        """Return by which policy each opponent plays in rollouts, as far as its manner of bargaining is known."""
        found: dict[int, Policy] = {}
        for other in range(self.players):
            left = ALL & ~lacks(self.memory, other)
            if other != seat and left and left & JEALOUS and left != ALL:
                found[other] = tycoon_2026
            elif other != seat and left and not left & SHREWD:
                found[other] = builder
        return found

    def other_offers(self, decide: Quick, state: State, table: Any, seat: int) -> list[tuple[Offer, Memory]]:
        """Return the offers that the policy would make next, each with what it would then remember of it."""
        memory, chance = Memory.from_buffer_copy(self.memory), Chance.from_buffer_copy(self.chance)
        memory.offers_left = 1
        memory.words[KNOWN] |= BOLD
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
                remember(self.memory, memory.words[ASKED])
                self.memory.words[PENDING] = memory.words[PENDING]
                self.memory.offers_left -= 1
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
    return leaves_jail(state, own, seat)


def leaves_jail(state: State, own: Action, seat: int) -> bool:
    """Return whether a seat in Jail is about to throw, pay or use a card."""
    return state.awaited == seat and state.jail_turn[seat] > 0 and isinstance(own, Roll | PayFine | UseCard)


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
    elif leaves_jail(state, own, seat):
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
    if isinstance(action, Done) or (isinstance(action, Roll) and not state.jail_turn[seat]):
        return Alternative((action,), state)
    after = look.after(state, action, seat)
    if after is None:
        return None
    return Alternative((action,), look.past_mortgages(after) if isinstance(action, Accept) else after)


def contenders(rows: list[Floats], left: list[int], seat: int) -> list[int]:
    """Return the options among those left that are not clearly worse than the best one."""
    best = max(left, key=lambda index: float(rows[index][:, seat].mean()))
    if len(rows[best]) < ENOUGH:
        return left
    return [index for index in left if not is_better(rows[best], rows[index], seat, CLEAR)]


def is_better(rows: Floats, others: Floats, seat: int, errors: float) -> bool:
    """Return whether rollouts of one option are better than those of another by more than so many standard errors."""
    gap = rows[:, seat] - others[:, seat]
    if len(gap) < 2:
        return False
    return float(gap.mean()) > errors * float(gap.std(ddof=1)) / len(gap) ** 0.5


def best_of(rows: list[Floats], seat: int) -> int:
    """Return the option with the highest mean, the first where that is not better by more than the noise."""
    most = max(map(len, rows))
    left = [index for index, each in enumerate(rows) if len(each) == most]
    best = max(left, key=lambda index: float(rows[index][:, seat].mean()))
    if left[0] == 0 and not is_better(rows[best], rows[0], seat, DOUBT):
        return 0
    return best


def deep() -> Magnate:
    """Return the bot with 50 ms for a decision: `ventnor.search.magnate:deep` in commands."""
    return Magnate(time=0.05)
