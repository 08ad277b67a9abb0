"""Plain words for an option: its name, and the facts for and against it."""

from typing import Final

from ventnor.action import Accept, Action, Build, Done, Reject, to_record
from ventnor.engine import Engine
from ventnor.kernel.codes import B_DEED, P_OVER, SPACES
from ventnor.kernel.layout import State, Tables
from ventnor.notation.menu import menu_fields
from ventnor.notation.position import Heading
from ventnor.search.alternatives import Alternative
from ventnor.search.lookahead import copy_of
from ventnor.search.values import Floats
from ventnor.view import offers_of, present_rents, sets_of
from ventnor.words.kind import Json
from ventnor.words.sentence import Teller
from ventnor.words.vocabulary import SPACE

AHEAD: Final = 12
"""Spaces within the reach of one throw."""
USUAL_THROW: Final = 7
"""The throw assumed for a utility's rent."""
LEAST_POINTS: Final = 0.001
"""Smaller changes of a chance are not mentioned."""


def teller_of(heading: Heading) -> Teller:
    """Return the teller of a game, with its players' names, its board and its decks."""
    return Teller(
        heading.names if any(heading.names) else (), heading.edition, heading.options.decks, own=heading.options.board
    )


class Facts:
    """Words about options of one seat in one position."""

    def __init__(self, heading: Heading, state: State, seat: int) -> None:
        self.heading = heading
        self.table: Tables = heading.tables
        self.state = state
        self.seat = seat
        self.teller = teller_of(heading)
        self.rents = rents_of(state, self.table)

    # --- what it is called --------------------------------------------------------------------------------------------
    def sentence(self, plan: tuple[Action, ...]) -> str:
        """Return the action or plan as a sentence."""
        first, *more = plan
        return f"{self.building_words(plan) if more else self.words(first)}."

    def words(self, action: Action) -> str:
        """Return the words of an action, with its cost or proceeds."""
        fields: dict[str, Json] = action.to_json()
        if isinstance(action, Accept | Reject):
            for offer in offers_of(self.state):
                if offer.number == action.number:
                    terms = offer.to_json()
                    fields |= {name: terms[name] for name in ("proposer", "give", "get")}
        elif not isinstance(action, Done):
            engine = Engine(self.heading, copy_of(self.state), keep_log=False)
            fields = menu_fields(action, engine.do(to_record(action, self.seat)).events)
        return self.teller.tell("menu", action.name, fields)

    def building_words(self, plan: tuple[Action, ...]) -> str:
        """Return the words of a plan of several buildings."""
        spaces = sorted({SPACE.number(each.deed) for each in plan if isinstance(each, Build)})
        prices = [self.table.house_price[SPACE.number(each.deed)] for each in plan if isinstance(each, Build)]
        deeds: list[Json] = [SPACE.value(each) for each in spaces]
        return self.teller.tell("advice", "plan", {"count": len(plan), "deeds": deeds, "amount": sum(prices)})

    # --- what speaks for it -------------------------------------------------------------------------------------------
    def reason(self, option: Alternative, change: Floats) -> str:
        """Return the facts about an option. `change`: what it does to the chances, by seat."""
        after = option.state
        if after.phase == P_OVER:
            return self.teller.tell("advice", "over", {})
        others = [option.partner] if option.partner is not None else self.others(after)
        found = [*self.about_limit(option)]
        for seat in (self.seat, *others):
            found += self.about_sets(after, seat)
            found += self.about_rents(after, seat)
        if not found and option.is_nothing:
            found.append(self.teller.tell("advice", "same", {}))
        found += self.about_debt(after)
        found.append(self.about_cash(after))
        if option.partner is not None:
            found += self.about_chance(option.partner, float(change[option.partner]))
        return " ".join(found)

    def others(self, after: State) -> list[int]:
        """Return the other seats whose property an action has changed."""
        return [
            seat
            for seat in range(after.players)
            if seat != self.seat
            and any((after.owner[i] == seat) != (self.state.owner[i] == seat) for i in range(SPACES))
        ]

    def about_limit(self, option: Alternative) -> list[str]:
        """Return up to which sum bidding pays."""
        if option.limit is None:
            return []
        frame, fields = self.state.frames[self.state.depth - 1], dict[str, Json](amount=option.limit)
        if frame.stage == B_DEED:
            fields["deed"] = SPACE.value(frame.space)
        return [self.teller.tell("advice", "limit", fields)]

    def about_sets(self, after: State, seat: int) -> list[str]:
        """Return groups that become whole or are broken up."""
        before, now = sets_of(self.state, self.table, seat), sets_of(after, self.table, seat)
        made = [each for each in now if each not in before]
        lost = [each for each in before if each not in now]
        return [
            *(self.teller.tell("effect", "set-made", {"seat": seat, "group": each}) for each in made),
            *(self.teller.tell("effect", "set-lost", {"seat": seat, "group": each}) for each in lost),
        ]

    def about_rents(self, after: State, seat: int) -> list[str]:
        """Return how the sum of a seat's rents changes."""
        before = sum(rent for space, rent in self.rents.items() if self.state.owner[space] == seat)
        now = sum(rent for space, rent in rents_of(after, self.table).items() if after.owner[space] == seat)
        if now == before:
            return []
        name = "rents-up" if now > before else "rents-down"
        return [self.teller.tell("advice", name, {"seat": seat, "amount": abs(now - before)})]

    def about_debt(self, after: State) -> list[str]:
        """Return the sum that the seat still has to raise, in words."""
        owed = sum(after.debts[i].amount for i in range(after.debt_count) if after.debts[i].debtor == self.seat)
        missing = owed - after.cash[self.seat]
        return [] if missing <= 0 else [self.teller.tell("advice", "debt-left", {"seat": self.seat, "amount": missing})]

    def about_cash(self, after: State) -> str:
        """Return the cash left, against the worst rent within a throw."""
        here = after.space[self.seat]
        rents = rents_of(after, self.table)
        reach = [(here + step) % SPACES for step in range(2, AHEAD + 1)]
        due = [(rents[each], each) for each in reach if each in rents and after.owner[each] != self.seat]
        fields: dict[str, Json] = {"seat": self.seat, "cash": after.cash[self.seat]}
        if due:
            amount, space = max(due)
            fields |= {"amount": amount, "deed": SPACE.value(space)}
        return self.teller.tell("advice", "cash", fields)

    def about_chance(self, seat: int, change: float) -> list[str]:
        """Return the gain or loss of another seat, in words."""
        if abs(change) < LEAST_POINTS:
            return []
        name = "gain" if change > 0 else "loss"
        return [self.teller.tell("advice", name, {"seat": seat, "points": f"{100 * abs(change):.1f}"})]


def rents_of(state: State, table: Tables) -> dict[int, int]:
    """Return what stopping on each owned property costs, by space; utilities for a usual throw."""
    return {space: amount + USUAL_THROW * times for space, (amount, times) in present_rents(state, table).items()}
