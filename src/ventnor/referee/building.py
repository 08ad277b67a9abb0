"""The law of auctions, building calls, buildings and mortgages.

Clauses: §auction.course, §auction.opening, §auction.settle, §shortage.wait, §shortage.auction, §houses.any-time,
§sell.buildings, §sell.even, §sell.hotels, §mortgage.take, §mortgage.buildings-first, §mortgage.lift,
§mortgage.transfer, §debt.raise, §short1935.hour.
"""

from ventnor.referee.charge import Charges
from ventnor.referee.site import against_bidder, against_site, next_building, room
from ventnor.referee.table import BUILDINGS, COLOUR, HOTEL, Table
from ventnor.referee.waiting import is_received, waits_for


def against_bid(table: Table, seat: int, amount: int) -> Charges:
    """The law of `bid`."""
    yield waits_for(table).what != "bid", "auction.course"
    auction = table.top
    yield from against_bidder(table, seat, auction)
    if auction.bidder == "bank":
        # §auction.opening: bidding may start at any price, in whole dollars.
        yield amount < opening_bid(table, auction.lot), "auction.opening"
    # §auction.course: any player may bid at least $1 more than the standing bid.
    yield amount <= auction.bid, "auction.course"
    # §auction.settle: no bid above the cash then held, and bids elsewhere bind.
    elsewhere = table.bid_of(seat) - (auction.bid if auction.bidder == seat else 0)
    yield amount > table.cash(seat) - elsewhere, "auction.settle"


def opening_bid(table: Table, lot: str) -> int:
    """The least first bid: $1, or by the house rule a share of a deed's price, rounded up."""
    price = table.spaces[lot].price if lot in table.spaces else 0
    return max(1, -(-price * table.settings["auction_floor"] // 100))


def against_pass(table: Table, seat: int) -> Charges:
    """The law of `pass`."""
    what, who = waits_for(table)
    if what == "place":
        # §shortage.auction: what is bought at the price may be left, what was won is placed.
        yield who != seat or table.top.stage == "won", "shortage.auction"
    elif what == "bid":
        yield from against_bidder(table, seat, table.top)
        # §auction.course: the last bid binds, and one pass for each bid is enough.
        yield seat == table.top.bidder or seat in table.top.passed, "auction.course"
    else:
        # §short1935.hour: the owner of a last rent may let it go.
        yield (what, who) != ("last-rent", seat), "auction.course"


def against_want(table: Table, seat: int, count: int) -> Charges:
    """The law of `want`."""
    # §shortage.auction: asked one by one, each says how many he wants, no more than he has room for.
    yield waits_for(table) != ("want", seat), "shortage.auction"
    yield count > room(table, seat, table.top.building), "shortage.auction"


def against_build(table: Table, seat: int, slug: str) -> Charges:
    """The law of `build`."""
    lot = table.spaces[slug]
    # §short1935.hour: after the hour no building, but for what was won before it.
    yield table.hour and not table.has_won(seat), table.settings.clause("hour")
    # §debt.raise: a debtor does not build.
    yield table.is_debtor(seat), "debt.raise"
    yield from against_site(table, seat, lot)
    building = next_building(table, lot)
    if table.call is not None:
        # §shortage.auction: nobody builds outside the call, and houses and hotels are separate calls.
        asked = waits_for(table) == ("place", seat) and table.call.building == building
        yield not asked, "shortage.auction"
        if table.has_won(seat):
            return
    # §shortage.wait: no buildings left in the Bank.
    yield table.stock(building) < 1, "shortage.wait"
    # §houses.any-time: as many as the owner can pay for.
    yield table.cash(seat) < lot.house_price, "houses.any-time"
    # §auction.settle: the highest bidder may not fall below the bid.
    yield table.cash(seat) - table.bid_of(seat) < lot.house_price, "auction.settle"


def against_raising(table: Table, seat: int) -> Charges:
    """§short1935.hour: after the hour nothing is sold or mortgaged but for a debt."""
    yield table.hour and not table.is_debtor(seat), table.settings.clause("hour")


def against_sell(table: Table, seat: int, slug: str) -> Charges:
    """The law of `sell`."""
    lot = table.spaces[slug]
    yield from against_raising(table, seat)
    # §sell.buildings: one's own, to the Bank.
    yield table.deeds[slug].owner != seat or not table.houses(lot), "sell.buildings"
    if table.settings["even_selling"]:
        # §sell.even: evenly, in reverse of how they were built.
        most = max(table.buildings(other) for other in table.groups[lot.group])
        yield table.buildings(lot) < most, "sell.even"
    if table.houses(lot) == HOTEL and not table.settings["hotel_sold_whole"]:
        # §sell.hotels: the houses that take the hotel's place come from the Bank.
        free = table.stock("house") - houses_given_away(table)
        yield free < table.settings["houses_per_hotel"], "sell.hotels"
    # §shortage.auction: who leads for a hotel keeps the place for it.
    yield table.leads_for(seat, "hotel"), "shortage.auction"


def houses_given_away(table: Table) -> int:
    """Houses in the Bank that are on the block, or that a call has given to somebody who has yet to place them."""
    on_the_block = sum(auction.lot == "house" for auction in table.all_of("auction"))
    call = table.call
    if call is None or call.building != "house" or call.stage == "wishes":
        return on_the_block
    return on_the_block + (1 if call.stage == "won" else sum(call.want))


def against_sell_group(table: Table, seat: int, group: str) -> Charges:
    """The law of `sell-group`."""
    lots = table.groups[group]
    yield from against_raising(table, seat)
    # §sell.buildings: one's own, to the Bank.
    yield lots[0].kind != COLOUR or not table.owns_group(seat, group), "sell.buildings"
    # §sell.hotels: all hotels of a group may be sold at once; in 1935 each is sold by itself.
    yield not table.settings["sell_group"] or all(table.houses(lot) != HOTEL for lot in lots), "sell.hotels"
    # §shortage.auction: who leads for a hotel keeps the place for it.
    yield table.leads_for(seat, "hotel"), "shortage.auction"


def against_mortgage(table: Table, seat: int, slug: str) -> Charges:
    """The law of `mortgage`."""
    space = table.spaces[slug]
    yield from against_raising(table, seat)
    # §mortgage.take: one's own, not mortgaged yet.
    yield table.deeds[slug].owner != seat or table.is_mortgaged(space), "mortgage.take"
    # §mortgage.buildings-first: all buildings of the whole group are sold first; in 1935 those on the lot.
    whole = table.settings["mortgage_bares_group"]
    yield table.has_buildings(space.group) if whole else table.houses(space) > 0, "mortgage.buildings-first"
    # §shortage.auction: who leads for a building keeps the place for it.
    yield space.kind == COLOUR and table.leads_for(seat, *BUILDINGS), "shortage.auction"


def against_lift(table: Table, seat: int, slug: str) -> Charges:
    """The law of `lift`."""
    space = table.spaces[slug]
    # §short1935.hour: after the hour no mortgage is lifted.
    yield table.hour, table.settings.clause("hour")
    # §mortgage.lift: only its owner may.
    yield table.deeds[slug].owner != seat or not table.is_mortgaged(space), "mortgage.lift"
    # §debt.raise: a debtor does not lift.
    yield table.is_debtor(seat), "debt.raise"
    # §mortgage.lift: the value plus 10%. §mortgage.transfer: the value alone in the turn in which the 10% were paid.
    cost = space.mortgage + (0 if table.deeds[slug].fresh else table.interest(space))
    yield table.cash(seat) < cost, "mortgage.lift"
    if is_received(table, seat, slug):
        # §mortgage.transfer: at least the 10% is paid at once on every deed received.
        cost += table.interest_on(other for other in table.top.deeds if other != slug)
        yield table.cash(seat) < cost, "mortgage.transfer"
    # §auction.settle: the highest bidder may not fall below the bid.
    yield table.cash(seat) - table.bid_of(seat) < cost, "auction.settle"
