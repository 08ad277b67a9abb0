"""What properties earn by the odds: expected rent for each throw of an opponent, and when it has paid for itself.

Clauses: §rent.due, §rent.monopoly, §rent.railroads, §rent.utilities, §rent.nearest, §deeds.figures, §hotels.exchange.
One opponent's throw in the long run is the unit. No mortgages, every rent is asked for, and every payer can pay.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ventnor.odds.chain import DICE, JailPlan
from ventnor.odds.landing import Landing, landing
from ventnor.rulebook.board import Space
from ventnor.rulebook.edition import REGULAR
from ventnor.rulebook.option import Options, house_rules
from ventnor.rulebook.setting import Settings, settings

HOTEL: Final = 5
"""The number of houses that stands for a hotel, as everywhere."""
MEAN_THROW: Final = sum(one + two for one, two in DICE) / len(DICE)


@dataclass(frozen=True)
class Return:
    """A property, or a whole group, in one state of ownership and building."""

    what: str
    """The slug of the space, or of the group."""
    name: str
    group: str
    held: int
    """How many deeds of the group its owner holds."""
    houses: int
    """On the lot, or on each lot of the group; 5 is a hotel."""
    rent: float
    """What a landing pays on average. Of a group: a landing on any of its deeds that are held."""
    income: float
    """Expected rent for each throw of an opponent."""
    cost: int
    """Its cost: printed price and buildings."""
    step_cost: int
    """What the last step to this state costs: the deed, as the last one bought of those held, or the last building."""
    step_income: float
    """What that step adds to its owner's income, on all deeds of the group."""

    @property
    def break_even(self) -> float:
        """Return the throws of opponents until the income has paid the cost."""
        return self.cost / self.income

    @property
    def step_break_even(self) -> float:
        """Return the throws of opponents until the last step has paid for itself."""
        return self.step_cost / self.step_income

    @property
    def step_return(self) -> float:
        """Return the marginal return: income for each throw that a dollar of the last step adds."""
        return self.step_income / self.step_cost


@dataclass(frozen=True)
class Market:
    """Landings and rents of one game."""

    landing: Landing
    settings: Settings

    def income(self, space: Space, held: int, houses: int) -> float:
        """Return the expected rent of one property for each throw of an opponent."""
        i = space.index
        dice, card, nearest = (
            float(array[i]) for array in (self.landing.by_dice, self.landing.by_card, self.landing.by_nearest)
        )
        if space.kind == "railroad":
            # §rent.railroads: by how many railroads the owner holds. §rent.nearest: twice the rent otherwise due.
            return space.rents[held - 1] * (dice + card + self.settings["nearest_railroad"] * nearest)
        if space.kind == "utility":
            # §rent.utilities: times the throw that brought the player there; after a card, and in modern, a fresh one.
            mean = MEAN_THROW if self.settings["utility_rethrow"] else float(self.landing.mean_throw[i])
            ordinary = space.rents[held - 1] * (mean * dice + MEAN_THROW * card)
            # §rent.nearest: ten times a fresh throw, however many the owner holds.
            return ordinary + self.settings["nearest_utility"] * MEAN_THROW * nearest
        return self.lot_rent(space, held, houses) * (dice + card + nearest)

    def mean_rent(self, space: Space, held: int, houses: int) -> float:
        """Return what a landing on one property pays on average."""
        if space.kind == "lot":
            return float(self.lot_rent(space, held, houses))
        return self.income(space, held, houses) / float(self.landing.landings[space.index])

    def lot_rent(self, space: Space, held: int, houses: int) -> int:
        """Return the rent of a lot."""
        if houses == 0 and held == len(self.group(space)):
            # §rent.monopoly: double rent on the unimproved lots of a complete group.
            return 2 * space.rents[0]
        return space.rents[houses]

    def group(self, space: Space) -> tuple[Space, ...]:
        """Return the properties of the group of a space."""
        layout = self.landing.board
        return tuple(layout.spaces[index] for index in layout.group(space.group).spaces)

    def states(self, group: Sequence[Space]) -> list[tuple[int, int]]:
        """Return the states of a group as (held, houses on each lot), each one step dearer than the last."""
        states = [(held, 0) for held in range(1, len(group) + 1)]
        if group[0].kind == "lot":
            # §hotels.exchange: a hotel after so many houses on every lot; the short game says three.
            levels = (*range(1, self.settings["houses_per_hotel"] + 1), HOTEL)
            states += [(len(group), houses) for houses in levels]
        return states

    def buildings(self, houses: int) -> int:
        """Return how many times the house price has been paid."""
        return self.settings["houses_per_hotel"] + 1 if houses == HOTEL else houses

    def fewer(self, houses: int) -> int:
        """Return the state before the last building."""
        return self.settings["houses_per_hotel"] if houses == HOTEL else houses - 1

    def of_deed(self, space: Space, held: int, houses: int) -> Return:
        """Return the figures of one property in one state."""
        income = self.income(space, held, houses)
        if houses:
            step_cost = space.house_price
            step_income = income - self.income(space, held, self.fewer(houses))
        else:
            step_cost = space.price
            others = [each for each in self.group(space) if each is not space]
            gains = sum(self.income(each, held, 0) - self.income(each, held - 1, 0) for each in others if held > 1)
            # Which of the others are held is open: each is, in (held - 1) out of (all others) cases.
            step_income = income + gains * (held - 1) / len(others)
        return Return(
            what=space.slug,
            name=space.name,
            group=space.group,
            held=held,
            houses=houses,
            rent=self.mean_rent(space, held, houses),
            income=income,
            cost=space.price + self.buildings(houses) * space.house_price,
            step_cost=step_cost,
            step_income=step_income,
        )

    def of_group(self, group: Sequence[Space], held: int, houses: int) -> Return:
        """Return a group of which so many deeds are held, on average over which ones."""
        part = held / len(group)
        deeds = [self.of_deed(space, held, houses) for space in group]
        income = part * sum(each.income for each in deeds)
        price = sum(space.price for space in group) * held // len(group)
        if houses:
            step_cost = sum(each.step_cost for each in deeds)
            step_income = sum(each.step_income for each in deeds)
        elif group[0].kind == "lot":
            step_cost, step_income = price, income
        else:
            before = sum(self.income(space, held - 1, 0) for space in group) if held > 1 else 0.0
            step_cost = group[0].price
            step_income = income - before * (held - 1) / len(group)
        entry = self.landing.board.group(group[0].group)
        return Return(
            what=entry.slug,
            name=entry.name,
            group=entry.slug,
            held=held,
            houses=houses,
            rent=income / (part * sum(float(self.landing.landings[space.index]) for space in group)),
            income=income,
            cost=price + self.buildings(houses) * sum(space.house_price for space in group),
            step_cost=step_cost,
            step_income=step_income,
        )


def market(edition: str, variant: str, options: Options | None, jail: JailPlan, take_chance: bool) -> Market:
    """Return the landings and rents of a game."""
    found = landing(edition, variant, options, jail, take_chance=take_chance)
    return Market(found, settings(edition, variant, house_rules(options)))


def returns(
    edition: str = "official",
    variant: str = REGULAR,
    options: Options | None = None,
    jail: JailPlan = "leave",
    *,
    take_chance: bool = False,
) -> list[Return]:
    """Return what each property earns, in the order of the board.

    A lot: alone, in a complete group, then house by house; a railroad or utility: by how many its owner holds. The
    arguments are those of `landing`; `jail` is the plan of the opponents.
    """
    found = market(edition, variant, options, jail, take_chance)
    rows: list[Return] = []
    for space in found.landing.board.properties:
        group = found.group(space)
        # A lot earns the same with two of three as with one: only the whole group changes its rent.
        states = [
            (held, houses) for held, houses in found.states(group) if space.kind != "lot" or held in {1, len(group)}
        ]
        rows += [found.of_deed(space, held, houses) for held, houses in states]
    return rows


def group_returns(
    edition: str = "official",
    variant: str = REGULAR,
    options: Options | None = None,
    jail: JailPlan = "leave",
    *,
    take_chance: bool = False,
) -> list[Return]:
    """Return what each group earns: colour groups complete and built on evenly, the others by how many are held.

    The first step of a colour group is to buy all of it.
    """
    found = market(edition, variant, options, jail, take_chance)
    rows: list[Return] = []
    for entry in found.landing.board.groups:
        group = tuple(found.landing.board.spaces[index] for index in entry.spaces)
        states = [
            (held, houses) for held, houses in found.states(group) if group[0].kind != "lot" or held == len(group)
        ]
        rows += [found.of_group(group, held, houses) for held, houses in states]
    return rows
