"""The facts of a position: owners, buildings, cash, debts. It gives no verdict.

Clauses that only count or add up: §debt.raise (what a player can raise, and owes), §auction.settle (what a bid binds),
§mortgage.rounding.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import cast

from ventnor.referee.thing import Claim, Debt, Deed, Interrupt, Offer, Player, read, read_all, read_offer
from ventnor.rulebook.board import Space, board
from ventnor.rulebook.card import decks
from ventnor.rulebook.option import Options
from ventnor.rulebook.setting import settings

HOTEL = 5
COLOUR = "lot"
BUILDINGS = ("house", "hotel")
HIGHEST_THROW = 12
PLENTY = 1000


@lru_cache(maxsize=256)
def spaces_of(edition: str, own: str) -> Mapping[str, Space]:
    """Return the spaces of a board by name."""
    return {space.slug: space for space in board(edition, own).spaces}


@lru_cache(maxsize=256)
def groups_of(edition: str, own: str) -> Mapping[str, tuple[Space, ...]]:
    """Return the properties of each group."""
    layout = board(edition, own)
    return {group.slug: tuple(layout.spaces[index] for index in group.spaces) for group in layout.groups}


class Position:
    """A position as the players see it."""

    def __init__(self, position: Mapping[str, object]) -> None:
        edition = cast(str, position.get("edition", "official"))
        options = Options.from_mapping(cast("Mapping[str, object]", position.get("options", {})))
        self.settings = settings(edition, cast(str, position.get("variant", "")), options)
        self.spaces = spaces_of(edition, options.board)
        self.groups = groups_of(edition, options.board)
        self.players = read_all(Player, position["seats"])
        self.turn = cast(int, position.get("turn", 0))
        self.doubles = cast(int, position.get("doubles", 0))
        self.dice = cast("Sequence[int]", position.get("dice", ()))
        self.claims = read_all(Claim, position.get("claims"))
        self.debts = read_all(Debt, position.get("debts"))
        self.offers: list[Offer] = [read_offer(entry) for entry in cast("Sequence[object]", position.get("offers", ()))]
        self.hour = cast(bool, position.get("hour", False))
        self.sharp = cast(bool, position.get("sharp", False))
        self.passed = cast("Sequence[int]", position.get("passed", ()))
        self.ended = cast("str | None", position.get("ended"))
        awaiting = cast("Mapping[str, object]", position.get("awaiting", {}))
        self.phase = cast(str, awaiting.get("phase", "throw"))
        self.interrupts = read_all(Interrupt, awaiting.get("interrupts"))
        deeds = cast("Mapping[str, object]", position.get("deeds") or {})
        self.deeds = {
            space.slug: read(Deed, deeds.get(space.slug, {})) for space in board(edition, options.board).properties
        }
        self._decks = cast("Mapping[str, Mapping[str, Sequence[int]]]", position.get("decks") or {})

    # --- players ----------------------------------------------------------------------------------------------------

    def cash(self, seat: int) -> int:
        """Return what a player has in cash."""
        cash = self.players[seat].cash
        return self.settings["cash"] if cash is None else cash

    def is_in(self, seat: int) -> bool:
        """Return whether there is such a player, still in the game."""
        return seat < len(self.players) and not self.players[seat].bankrupt

    def from_the_left_of(self, seat: int) -> Iterator[int]:
        """Return the players still in the game, to the left of a seat and all around; that seat comes last."""
        count = len(self.players)
        return (other % count for other in range(seat + 1, seat + 1 + count) if self.is_in(other % count))

    # --- deeds ------------------------------------------------------------------------------------------------------

    def deeds_of(self, seat: int) -> list[Space]:
        """Return the properties of a player, in the order of the board."""
        return [self.spaces[slug] for slug, deed in self.deeds.items() if deed.owner == seat]

    def owns_group(self, seat: int, group: str) -> bool:
        """Return whether every deed of a group is the player's."""
        return all(self.deeds[space.slug].owner == seat for space in self.groups[group])

    def is_mortgaged(self, space: Space) -> bool:
        """Return whether a property is mortgaged."""
        return self.deeds[space.slug].mortgaged

    def houses(self, lot: Space) -> int:
        """Return the houses on a lot; `HOTEL` for a hotel."""
        return self.deeds[lot.slug].houses

    def buildings(self, lot: Space) -> int:
        """Return how many house prices stand on a lot: a hotel counts the houses it took, and one more."""
        return self.settings["houses_per_hotel"] + 1 if self.houses(lot) == HOTEL else self.houses(lot)

    def has_buildings(self, group: str) -> bool:
        """Return whether anything stands on a group."""
        return any(self.houses(space) for space in self.groups[group])

    def stock(self, building: str) -> int:
        """Return how many houses or hotels the Bank has left."""
        if self.settings["unlimited_buildings"]:
            return PLENTY
        standing = [deed.houses for deed in self.deeds.values()]
        if building == "hotel":
            return self.settings["hotels"] - standing.count(HOTEL)
        return self.settings["houses"] - sum(houses for houses in standing if houses != HOTEL)

    # --- cards ------------------------------------------------------------------------------------------------------

    def seen(self, deck: str) -> Sequence[int]:
        """Return the cards of a deck that were drawn and put back, the one longest under first."""
        return self._decks.get(deck, {}).get("seen", ())

    def cards_on_top(self, deck: str) -> set[int]:
        """Return the cards that may come up: those unseen since the shuffle, else the one longest under."""
        cards = decks(self.settings.decks, self.settings.options.board)
        name = "chance" if deck == "chance" else "chest"
        seen = self.seen(deck)
        held = {cards.jail_card(name).id for player in self.players if deck in player.jail_cards}
        unseen = {card.id for card in cards.deck(name)} - set(seen) - held
        return unseen or set(seen[:1])

    # --- money ------------------------------------------------------------------------------------------------------

    def interest(self, space: Space) -> int:
        """Return the 10% on a mortgage. §mortgage.rounding: rounded up to the dollar, deed by deed."""
        return -(-space.mortgage * self.settings["interest_percent"] // 100)

    def interest_on(self, slugs: Iterable[str]) -> int:
        """Return the 10% on the mortgaged ones among these deeds."""
        return sum(self.interest(self.spaces[slug]) for slug in slugs if self.deeds[slug].mortgaged)

    def loans_on(self, slugs: Iterable[str]) -> int:
        """Return what the unmortgaged ones among these deeds could be mortgaged for."""
        return sum(self.spaces[slug].mortgage for slug in slugs if not self.deeds[slug].mortgaged)

    def can_raise(self, seat: int) -> int:
        """Return cash, half price of all buildings and unmortgaged mortgage values (§debt.raise)."""
        deeds = self.deeds_of(seat)
        buildings = sum(self.buildings(space) * space.house_price // 2 for space in deeds)
        return self.cash(seat) + buildings + self.loans_on(space.slug for space in deeds)

    def owes(self, seat: int, partner: int) -> int:
        """Return all debts, and the rents that others than the partner in a deal may still ask for (§debt.raise).

        Where a throw decides the rent, it counts as the highest.
        """
        claims = (claim for claim in self.claims if claim.payer == seat and claim.owner != partner)
        rents = sum(claim.amount + HIGHEST_THROW * claim.factor for claim in claims)
        return rents + sum(debt.amount for debt in self.debts_of(seat))

    def debts_of(self, seat: int) -> list[Debt]:
        """Return what a player owes, the oldest first."""
        return [debt for debt in self.debts if debt.debtor == seat]

    def owed_to(self, seat: int, debt: Debt) -> int:
        """Return how much of a debt is owed to a player: all of it, or what is left of a share."""
        if debt.creditor != "each":
            return debt.amount if debt.creditor == seat else 0
        return debt.share - dict(enumerate(debt.settled)).get(seat, 0) if debt.debtor != seat else 0

    def is_debtor(self, seat: int) -> bool:
        """Return whether a debt of the player fell due that he could not pay at once."""
        return any(debt.due for debt in self.debts_of(seat))

    def bid_of(self, seat: int) -> int:
        """Return what the player has bid: the cash may not fall below it (§auction.settle)."""
        return sum(auction.bid for auction in self.all_of("auction") if auction.bidder == seat)

    # --- what interrupts --------------------------------------------------------------------------------------------

    @property
    def top(self) -> Interrupt:
        """Return the latest interruption, of which there must be one."""
        return self.interrupts[-1]

    def all_of(self, *kinds: str) -> list[Interrupt]:
        """Return the interruptions of these kinds, the earliest first."""
        return [each for each in self.interrupts if each.kind in kinds]

    @property
    def call(self) -> Interrupt | None:
        """Return the building call that is open: there is one at most."""
        return next(iter(self.all_of("call")), None)

    def has_won(self, seat: int) -> bool:
        """Return whether the player has won a building and not placed it yet."""
        return self.call is not None and self.call.stage == "won" and self.call.winner == seat

    def leads_for(self, seat: int, *buildings: str) -> bool:
        """Return whether the player holds the standing bid for one of these kinds of building."""
        return any(auction.bidder == seat and auction.item in buildings for auction in self.all_of("auction"))
