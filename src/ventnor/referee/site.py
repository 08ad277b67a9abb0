"""Where buildings may stand: which lot takes its next one, how much room a player has, who bids for a building.

Clauses: §houses.group, §houses.mortgaged, §houses.even, §hotels.exchange, §short.three-houses,
§shortage.auction, §auction.bidders.
"""

from ventnor.referee.charge import Charges, first_of
from ventnor.referee.table import BUILDINGS, COLOUR, HOTEL, Table
from ventnor.referee.thing import Interrupt
from ventnor.rulebook.board import Space


def next_building(table: Table, lot: Space) -> str:
    """What a lot takes next."""
    return "hotel" if table.houses(lot) >= table.settings["houses_per_hotel"] else "house"


def against_site(table: Table, seat: int, space: Space) -> Charges:
    """Why a lot does not take its next building, whatever it costs and whatever the Bank has."""
    # §houses.group: only onto lots of a complete colour group that the player owns.
    yield space.kind != COLOUR or not table.owns_group(seat, space.group), "houses.group"
    lots = table.groups[space.group]
    # §houses.mortgaged: not while any lot of the group is mortgaged; in 1935 not on the mortgaged lot.
    barred = [space] if table.settings["build_beside_mortgage"] else lots
    yield any(table.is_mortgaged(lot) for lot in barred), "houses.mortgaged"
    # §hotels.exchange: one hotel a lot, nothing beyond it.
    yield table.houses(space) == HOTEL, "hotels.exchange"
    if table.settings["even_building"]:
        # §houses.even: only onto a lot that has the fewest. §hotels.exchange: so all houses stand before a hotel.
        # §short.three-houses: three of them.
        uneven = any(table.buildings(lot) < table.buildings(space) for lot in lots)
        hotel = next_building(table, space) == "hotel"
        yield uneven, table.settings.clause("houses_per_hotel") if hotel else "houses.even"


def room(table: Table, seat: int, building: str) -> int:
    """§shortage.auction: for how many houses, or hotels, a player has room, whatever the cash."""
    lots = [space for space in table.deeds_of(seat) if space.kind == COLOUR and table.owns_group(seat, space.group)]
    if building == "hotel":
        ready = (lot for lot in lots if next_building(table, lot) == "hotel")
        return sum(first_of(against_site(table, seat, lot)) is None for lot in ready)
    return sum(room_on(table, lot) for lot in lots)


def room_on(table: Table, lot: Space) -> int:
    """How many houses a lot of a complete group still takes."""
    limit = table.settings["houses_per_hotel"]
    if any(table.is_mortgaged(other) for other in table.groups[lot.group]):
        # §houses.mortgaged: no building beside a mortgaged lot; in 1935 only not on it.
        if not table.settings["build_beside_mortgage"] or table.is_mortgaged(lot):
            return 0
        # §houses.even: a mortgaged lot counts as none, so the others take one house each.
        if table.settings["even_building"]:
            limit = 1
    return max(0, limit - table.houses(lot))


def against_bidder(table: Table, seat: int, auction: Interrupt) -> Charges:
    """Why a player takes no part in an auction. §auction.bidders: any player may, but for these."""
    # §debt.raise: a debtor does not bid.
    yield table.is_debtor(seat), "debt.raise"
    if auction.lot in BUILDINGS:
        # §shortage.auction: a building is auctioned among those in the call who want one and have room for it.
        wishes = table.call.wish_of(seat) if table.call else 0
        yield not wishes or not room(table, seat, auction.lot), "shortage.auction"
