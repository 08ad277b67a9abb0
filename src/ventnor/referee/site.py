"""Where buildings may stand: which lot takes its next one, how much room a player has, who bids for a building.

Clauses: §houses.group, §houses.mortgaged, §houses.even, §hotels.exchange, §short.three-houses, §shortage.auction,
§auction.bidders.
"""

from ventnor.referee.charge import Charges, first_of
from ventnor.referee.position import BUILDINGS, COLOUR, HOTEL, Position
from ventnor.referee.thing import Interrupt
from ventnor.rulebook.board import Space


def next_building(table: Position, lot: Space) -> str:
    """Return what a lot takes next."""
    return "hotel" if table.houses(lot) >= table.settings["houses_per_hotel"] else "house"


def against_site(table: Position, seat: int, space: Space) -> Charges:
    """Return why a lot does not take its next building, whatever it costs and whatever the Bank has."""
    # §houses.group: only onto lots of a complete colour group that the player owns.
    yield space.kind != COLOUR, "houses.group", "only-lots"
    yield table.deeds[space.slug].owner != seat, "houses.group", "build-on-own"
    yield not table.owns_group(seat, space.group), "houses.group", "group-incomplete"
    lots = table.groups[space.group]
    # §houses.mortgaged: not while any lot of the group is mortgaged; in 1935 not on the mortgaged lot.
    yield table.is_mortgaged(space), "houses.mortgaged", "lot-mortgaged"
    mortgaged = [lot for lot in lots if table.is_mortgaged(lot)]
    beside = table.settings["build_beside_mortgage"]
    yield bool(mortgaged) and not beside, "houses.mortgaged", "group-mortgaged"
    of_hotels = table.settings.clause("houses_per_hotel")
    # §hotels.exchange, §short.three-houses: one hotel a lot, nothing beyond it.
    yield table.houses(space) == HOTEL, of_hotels, "hotel-already"
    if table.settings["even_building"]:
        # §houses.even: only onto a lot that has the fewest. §hotels.exchange, §short.three-houses: so all houses stand
        # before a hotel.
        uneven = any(table.buildings(lot) < table.buildings(space) for lot in lots)
        # §houses.even: a mortgaged lot counts as none, and must be lifted once every other lot has a building.
        lift = bool(mortgaged) and not any(not table.houses(lot) for lot in lots if lot not in mortgaged)
        if next_building(table, space) == "hotel":
            yield uneven, of_hotels, "lift-before-hotel" if lift else "houses-before-hotel"
        else:
            yield uneven, "houses.even", "lift-to-build" if lift else "build-evenly"


def room(table: Position, seat: int, building: str) -> int:
    """Return how many houses, or hotels, a player has room for, whatever the cash (§shortage.auction)."""
    lots = [space for space in table.deeds_of(seat) if space.kind == COLOUR and table.owns_group(seat, space.group)]
    if building == "hotel":
        ready = (lot for lot in lots if next_building(table, lot) == "hotel")
        return sum(first_of(against_site(table, seat, lot)) is None for lot in ready)
    return sum(room_on(table, lot) for lot in lots)


def half_price(lot: Space) -> int:
    """Return half the listed price of one building of a lot, rounded up: the Bank pays back no more than that."""
    return -(-lot.house_price // 2)


def half_prices(table: Position, seat: int, building: str) -> list[int]:
    """Return half the listed price of a building on each lot that the player could put it on."""
    lots = (space for space in table.deeds_of(seat) if first_of(against_site(table, seat, space)) is None)
    return [half_price(lot) for lot in lots if next_building(table, lot) == building]


def room_on(table: Position, lot: Space) -> int:
    """Return how many houses a lot of a complete group still takes."""
    limit = table.settings["houses_per_hotel"]
    if any(table.is_mortgaged(other) for other in table.groups[lot.group]):
        # §houses.mortgaged: no building beside a mortgaged lot; in 1935 only not on it.
        if not table.settings["build_beside_mortgage"] or table.is_mortgaged(lot):
            return 0
        # §houses.even: a mortgaged lot counts as none, so the others take one house each.
        if table.settings["even_building"]:
            limit = 1
    return max(0, limit - table.houses(lot))


def against_bidder(table: Position, seat: int, auction: Interrupt) -> Charges:
    """Return why a player takes no part in an auction. §auction.bidders: any player may, but for these."""
    if auction.item in BUILDINGS:
        # §debt.raise: a debtor does not build.
        yield table.is_debtor(seat), "debt.raise", "own-debt-first"
        # §shortage.auction: a building is auctioned among those in the call who want one and have room for it.
        wishes = table.call.wish_of(seat) if table.call else 0
        yield not wishes or not room(table, seat, auction.item), "shortage.auction", "not-in-auction"
