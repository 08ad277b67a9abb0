"""The law of auctions, building calls, buildings and mortgages.

Clauses: §auction.course, §auction.opening, §auction.settle, §shortage.wait, §shortage.auction, §houses.any-time,
§sell.buildings, §sell.even, §sell.hotels, §mortgage.take, §mortgage.buildings-first, §mortgage.lift,
§mortgage.transfer, §debt.raise, §short1935.hour.
"""

from ventnor.referee.charge import Charges
from ventnor.referee.position import BUILDINGS, COLOUR, HOTEL, Position
from ventnor.referee.site import against_bidder, against_site, half_price, half_prices, next_building, room
from ventnor.referee.waiting import is_received, waits_for


def against_bid(table: Position, seat: int, amount: int) -> Charges:
    """Return the law of `bid`."""
    yield waits_for(table).what != "bid", "auction.course", "no-auction"
    auction = table.top
    yield from against_bidder(table, seat, auction)
    if auction.bidder == "bank":
        # §auction.opening: bidding may start at any price, in whole dollars.
        yield amount < opening_bid(table, auction.item), "auction.opening", "opening-bid-too-low"
    # §auction.course: any player may bid at least $1 more than the standing bid.
    yield amount <= auction.bid, "auction.course", "bid-too-low"
    if auction.item in BUILDINGS:
        # §shortage.auction: at least what the Bank would pay back for the building.
        least = min(half_prices(table, seat, auction.item))
        yield amount < least, "shortage.auction", "bid-below-refund"
    # §auction.settle: no bid above the cash then held, and bids elsewhere bind.
    elsewhere = table.bid_of(seat) - (auction.bid if auction.bidder == seat else 0)
    yield amount > table.cash(seat) - elsewhere, "auction.settle", "bid-too-high"
    if table.is_debtor(seat):
        # §debt.raise: a debtor bids no more than what he holds beyond what he owes.
        owed = sum(debt.amount for debt in table.debts_of(seat))
        yield amount > table.cash(seat) - elsewhere - owed, "debt.raise", "debt-before-bid"


def opening_bid(table: Position, item: str) -> int:
    """Return the least first bid: $1, or by the house rule a share of a deed's price, rounded up."""
    price = table.spaces[item].price if item in table.spaces else 0
    return max(1, -(-price * table.settings["auction_floor"] // 100))


def against_pass(table: Position, seat: int) -> Charges:
    """Return the law of `pass`."""
    what, who = waits_for(table)
    if what == "place":
        # §shortage.auction: what is bought at the price may be left, what was won is placed.
        yield who != seat or table.top.stage == "won", "shortage.auction", "place-first"
    elif what == "bid":
        yield from against_bidder(table, seat, table.top)
        # §auction.course: the last bid binds, and one pass for each bid is enough.
        yield seat == table.top.bidder, "auction.course", "own-bid"
        yield seat in table.top.passed, "auction.course", "passed-already"
    else:
        # §short1935.hour: the owner of a last rent may let it go.
        yield (what, who) != ("last-rent", seat), "auction.course", "no-auction"


def against_want(table: Position, seat: int, count: int) -> Charges:
    """Return the law of `want`."""
    # §shortage.auction: asked one by one, each says how many he wants, no more than he has room for.
    what, who = waits_for(table)
    yield what != "want", "shortage.auction", "no-call"
    space = room(table, seat, table.top.building)
    if who != seat:
        yield seat in table.top.said, "shortage.auction", "wish-said"
        yield not space, "shortage.auction", "no-room"
        yield True, "shortage.auction", "anothers-wish"
    yield count > space, "shortage.auction", "wish-too-large"


def against_build(table: Position, seat: int, slug: str) -> Charges:
    """Return the law of `build`."""
    lot = table.spaces[slug]
    # §short1935.hour: after the hour no building, but for what was won before it.
    yield table.hour and not table.has_won(seat), table.settings.clause("hour"), "hour-ends-building"
    # §debt.raise: a debtor does not build.
    yield table.is_debtor(seat), "debt.raise", "own-debt-first"
    yield from against_site(table, seat, lot)
    building = next_building(table, lot)
    if table.call is not None:
        # §shortage.auction: nobody builds outside the call, and houses and hotels are separate calls.
        yield waits_for(table) != ("place", seat), "shortage.auction", "call-open"
        yield table.call.building != building, "shortage.auction", "call-for-others"
        if table.has_won(seat):
            # §shortage.auction: only where the Bank would pay back no more than the bid.
            yield half_price(lot) > table.call.bid, "shortage.auction", "lot-above-bid"
            return
    # §shortage.wait: no buildings left in the Bank.
    yield table.stock(building) < 1, "shortage.wait", "bank-has-none"
    # §houses.any-time: as many as the owner can pay for.
    yield table.cash(seat) < lot.house_price, "houses.any-time", "building-too-dear"
    # §auction.settle: the highest bidder may not fall below the bid.
    yield table.cash(seat) - table.bid_of(seat) < lot.house_price, "auction.settle", "bound-by-bid"


def against_raising(table: Position, seat: int) -> Charges:
    """Return why nothing is sold or mortgaged. §short1935.hour: after the hour only for a debt beyond the cash."""
    short = table.is_debtor(seat) and table.cash(seat) < sum(debt.amount for debt in table.debts_of(seat))
    yield table.hour and not short, table.settings.clause("hour"), "hour-ends-raising"


def against_sell(table: Position, seat: int, slug: str) -> Charges:
    """Return the law of `sell`."""
    lot = table.spaces[slug]
    yield from against_raising(table, seat)
    # §sell.buildings: one's own, to the Bank.
    yield lot.kind != COLOUR or table.deeds[slug].owner != seat, "sell.buildings", "sell-own"
    yield not table.houses(lot), "sell.buildings", "no-building"
    if table.settings["even_selling"]:
        # §sell.even: evenly, in reverse of how they were built.
        most = max(table.buildings(other) for other in table.groups[lot.group])
        yield table.buildings(lot) < most, "sell.even", "sell-evenly"
    if table.houses(lot) == HOTEL and not table.settings["hotel_sold_whole"]:
        # §sell.hotels: the houses that take the hotel's place come from the Bank.
        free = table.stock("house") - houses_given_away(table)
        yield free < table.settings["houses_per_hotel"], "sell.hotels", "hotel-needs-houses"
    # §shortage.auction: who leads for a hotel keeps the place for it.
    yield table.leads_for(seat, "hotel"), "shortage.auction", "leader-keeps-place"


def houses_given_away(table: Position) -> int:
    """Return the Bank's houses that are being auctioned, or that a call gave to a seat that has yet to place them."""
    on_the_block = sum(auction.item == "house" for auction in table.all_of("auction"))
    call = table.call
    if call is None or call.building != "house" or call.stage == "wishes":
        return on_the_block
    return on_the_block + (1 if call.stage == "won" else sum(call.want))


def against_sell_group(table: Position, seat: int, group: str, stay: int) -> Charges:
    """Return the law of `sell-group`."""
    lots = table.groups[group]
    yield from against_raising(table, seat)
    # §sell.buildings: one's own, to the Bank.
    yield lots[0].kind != COLOUR or not table.owns_group(seat, group), "sell.buildings", "not-own-group"
    # §sell.hotels: all hotels of a group may be sold at once; in 1935 each is sold by itself.
    yield not table.settings["sell_group"], "sell.hotels", "sold-one-by-one"
    yield all(table.houses(lot) != HOTEL for lot in lots), "sell.hotels", "no-hotel-in-group"
    # §sell.hotels: no lot ends with more houses than it had, and the Bank supplies what did not stand there.
    limit = table.settings["houses_per_hotel"]
    free = table.stock("house") - houses_given_away(table)
    standing = sum(table.houses(lot) for lot in lots if table.houses(lot) != HOTEL)
    places = sum(min(limit, table.houses(lot)) for lot in lots)
    yield stay > min(places, standing + free), "sell.hotels", "too-many-stay"
    # §shortage.auction: who leads for a hotel keeps the place for it.
    yield table.leads_for(seat, "hotel"), "shortage.auction", "leader-keeps-place"


def against_mortgage(table: Position, seat: int, slug: str) -> Charges:
    """Return the law of `mortgage`."""
    space = table.spaces[slug]
    yield from against_raising(table, seat)
    # §mortgage.take: one's own, not mortgaged yet.
    yield table.deeds[slug].owner != seat, "mortgage.take", "mortgage-own"
    yield table.is_mortgaged(space), "mortgage.take", "mortgaged-already"
    # §mortgage.buildings-first: all buildings of the whole group are sold first; in 1935 those on the lot.
    whole = table.settings["mortgage_bares_group"]
    built = table.has_buildings(space.group) if whole else table.houses(space) > 0
    yield built, "mortgage.buildings-first", "sell-before-mortgage"
    # §shortage.auction: who leads for a building keeps the place for it.
    yield space.kind == COLOUR and table.leads_for(seat, *BUILDINGS), "shortage.auction", "leader-keeps-place"


def against_lift(table: Position, seat: int, slug: str) -> Charges:
    """Return the law of `lift`."""
    space = table.spaces[slug]
    # §short1935.hour: after the hour no mortgage is lifted.
    yield table.hour, table.settings.clause("hour"), "hour-ends-lifting"
    # §mortgage.lift: only its owner may.
    yield table.deeds[slug].owner != seat, "mortgage.lift", "lift-own"
    yield not table.is_mortgaged(space), "mortgage.lift", "not-mortgaged"
    # §debt.raise: a debtor does not lift.
    yield table.is_debtor(seat), "debt.raise", "own-debt-first"
    # §mortgage.lift: the value plus 10%. §mortgage.transfer: the value alone in the turn in which the 10% were paid.
    cost = space.mortgage + (0 if table.deeds[slug].fresh else table.interest(space))
    yield table.cash(seat) < cost, "mortgage.lift", "lift-too-dear"
    if is_received(table, seat, slug):
        # §mortgage.transfer: at least the 10% is paid at once on every deed received.
        cost += table.interest_on(other for other in table.top.deeds if other != slug)
        yield table.cash(seat) < cost, "mortgage.transfer", "lift-leaves-too-little"
    # §auction.settle: the highest bidder may not fall below the bid.
    yield table.cash(seat) - table.bid_of(seat) < cost, "auction.settle", "bound-by-bid"
