"""Turn an edition, its variant and its house rules into the kernel's table record.

Nothing here decides a rule: every value is copied from `rulebook`, and the names are the same on both sides. The odds
that policies use come from `odds`.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from ventnor.kernel import codes
from ventnor.kernel.layout import Tables
from ventnor.odds.returns import market
from ventnor.rulebook.board import Board, SpaceKind, board
from ventnor.rulebook.card import DECKS, CardKind, Decks, decks
from ventnor.rulebook.option import Options
from ventnor.rulebook.setting import settings

SPACE_KINDS: Final[dict[SpaceKind, int]] = {
    "go": codes.S_GO,
    "lot": codes.S_LOT,
    "railroad": codes.S_RAILROAD,
    "utility": codes.S_UTILITY,
    "chance": codes.S_CHANCE,
    "chest": codes.S_CHEST,
    "tax": codes.S_TAX,
    "jail": codes.S_JAIL,
    "free-parking": codes.S_FREE_PARKING,
    "go-to-jail": codes.S_GO_TO_JAIL,
}

CARD_KINDS: Final[dict[CardKind, int]] = {
    "advance": codes.K_ADVANCE,
    "back-to": codes.K_BACK_TO,
    "back": codes.K_BACK,
    "nearest-railroad": codes.K_NEAREST_RAILROAD,
    "nearest-utility": codes.K_NEAREST_UTILITY,
    "jail": codes.K_JAIL,
    "jail-free": codes.K_JAIL_FREE,
    "collect": codes.K_COLLECT,
    "pay": codes.K_PAY,
    "collect-each": codes.K_COLLECT_EACH,
    "pay-each": codes.K_PAY_EACH,
    "repairs": codes.K_REPAIRS,
    "pay-or-chance": codes.K_PAY_OR_CHANCE,
}

FILLED: Final = frozenset(
    [
        "deal_clause",
        "hour_clause",
        "hotel_clause",
        "kind",
        "group",
        "price",
        "mortgage",
        "house_price",
        "rent",
        "tax",
        "tax_choice",
        "group_size",
        "lots",
        "deeds",
        "card_kind",
        "card_amount",
        "card_to",
        "jail_free",
        "landing",
        "income",
        "set_income",
        "set_rate",
    ]
)
"""The fields of the table record that are not settings."""


class WrongSettings(ValueError):
    """Names in `settings.toml` that the kernel's table record does not have, or lacks."""


def check_settings(names: Iterable[str]) -> None:
    """Raise `WrongSettings` unless the settings are the fields of the table record, one for one."""
    have, want = set(names), {each[0] for each in Tables._fields_} - FILLED
    if have != want:
        unknown, lacking = ", ".join(sorted(have - want)), ", ".join(sorted(want - have))
        raise WrongSettings(
            "rulebook/data/settings.toml does not fit Tables in kernel/layout.py:"
            + (f" no field of Tables is called {unknown};" if unknown else "")
            + (f" no setting is called {lacking};" if lacking else "")
        )


@lru_cache(maxsize=256)
def tables(edition: str, variant: str = "", options: Options | None = None) -> Tables:
    """Return the table record of a game. Shared: nobody writes into it."""
    found = settings(edition, variant, options)
    check_settings(found)
    t = Tables()
    for name, value in found.items():
        setattr(t, name, value)
    t.deal_clause = codes.CLAUSE_IDS.index(found.clause("deeds_dealt"))
    t.hour_clause = codes.CLAUSE_IDS.index(found.clause("hour"))
    t.hotel_clause = codes.CLAUSE_IDS.index(found.clause("houses_per_hotel"))
    own = found.options.board
    fill_board(t, board(edition, own))
    fill_decks(t, decks(found.decks, own))
    fill_odds(t, edition, variant, options)
    return t


def fill_board(t: Tables, layout: Board) -> None:
    """Fill in spaces and groups (§deeds.figures)."""
    numbers = {group.slug: group.index for group in layout.groups}
    for space in layout.spaces:
        i = space.index
        t.kind[i] = SPACE_KINDS[space.kind]
        t.group[i] = numbers.get(space.group, codes.NO_GROUP)
        t.price[i] = space.price
        t.mortgage[i] = space.mortgage
        t.house_price[i] = space.house_price
        t.tax[i] = space.tax
        # §tax.income: the choice belongs to that space alone.
        t.tax_choice[i] = space.slug == "income-tax"
        for houses, rent in enumerate(space.rents):
            t.rent[i][houses] = rent
    for group in layout.groups:
        t.group_size[group.index] = len(group.spaces)
        for place, index in enumerate(group.spaces):
            t.lots[group.index][place] = index
            t.deeds[group.index] |= 1 << index


def fill_decks(t: Tables, pair: Decks) -> None:
    """Fill in the cards of both decks (§cards.decks)."""
    spaces = {space.slug: space.index for space in board().spaces}
    for number, name in enumerate(DECKS):
        for card in pair.deck(name):
            t.card_kind[number][card.id] = CARD_KINDS[card.kind]
            t.card_amount[number][card.id] = card.amount or card.spaces or card.house
            t.card_to[number][card.id] = spaces[card.to] if card.to else card.hotel
        t.jail_free[number] = pair.jail_card(name).id


def fill_odds(t: Tables, edition: str, variant: str, options: Options | None) -> None:
    """Fill in landings (millionths) and expected rents (thousandths of a dollar) if players leave Jail at once."""
    found = market(edition, variant, options, "leave", take_chance=False)
    for space in found.landing.board.spaces:
        t.landing[space.index] = round(1_000_000 * float(found.landing.landings[space.index]))
    for space in found.landing.board.properties:
        held = range(1, 1 + len(found.group(space)))
        states = [(1, houses) for houses in range(6)] if space.kind == "lot" else [(count, 0) for count in held]
        for place, state in enumerate(states):
            t.income[space.index][place] = round(1000 * found.income(space, *state))
    for group in range(codes.COLOURS):
        fill_odds_of_set(t, group)


def fill_odds_of_set(t: Tables, group: int) -> None:
    """Fill in what a complete colour group earns with so many houses, and what building on it can return."""
    lots = [t.lots[group][place] for place in range(t.group_size[group])]
    levels = [*range(t.houses_per_hotel + 1), codes.HOTEL]
    for level in levels:
        # §rent.monopoly: bare lots of a complete group pay double.
        t.set_income[group][level] = sum(t.income[lot][level] for lot in lots) * (1 if level else 2)
    cost = len(lots) * t.house_price[lots[0]]
    for place, level in enumerate(levels):
        now = t.set_income[group][level]
        steps = enumerate(levels[place + 1 :], 1)
        rates = [(t.set_income[group][to] - now) * 100 // (count * cost) for count, to in steps]
        t.set_rate[group][level] = max(rates, default=0)
