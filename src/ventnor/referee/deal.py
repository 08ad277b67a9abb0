"""The law of deals: what may be offered, and when it may be accepted.

Clauses: §trade.property, §trade.buildings-first, §trade.no-loans, §trade.shape, §trade.offers, §cards.jail-free,
§mortgage.transfer, §auction.settle, §debt.raise, §debt.in-kind, §shortage.auction, §short1935.hour.
"""

from ventnor.action import Terms
from ventnor.referee.charge import Charges
from ventnor.referee.table import BUILDINGS, COLOUR, Table
from ventnor.referee.thing import Offer, Side
from ventnor.referee.waiting import duty_of


def sides_of(proposer: int, other: int, give: Terms, get: Terms) -> tuple[Side, Side]:
    """The two sides of terms that are proposed."""
    return (
        Side(proposer, give.deeds, give.cash, give.jail_cards, get.debt),
        Side(other, get.deeds, get.cash, get.jail_cards),
    )


def find_offer(table: Table, number: int) -> Offer | None:
    """The offer of this number, if it stands."""
    return next((offer for offer in table.offers if offer.number == number), None)


def against_withdraw(table: Table, seat: int, number: int) -> Charges:
    """The law of `withdraw`."""
    offer = find_offer(table, number)
    # §trade.offers: only an offer that stands, and by whoever made it.
    yield offer is None or offer.proposer.seat != seat, "trade.offers"


def against_reject(table: Table, seat: int, number: int) -> Charges:
    """The law of `reject`."""
    offer = find_offer(table, number)
    # §trade.offers: only an offer that stands, and by whom it was made to.
    yield offer is None or offer.other.seat != seat, "trade.offers"


def against_counter(table: Table, seat: int, number: int, give: Terms, get: Terms) -> Charges:
    """The law of `counter`."""
    yield from against_reject(table, seat, number)
    offer = find_offer(table, number)
    if offer:
        yield from against_terms(table, *sides_of(seat, offer.proposer.seat, give, get))


def against_accept(table: Table, seat: int, number: int) -> Charges:
    """The law of `accept`."""
    yield from against_reject(table, seat, number)
    offer = find_offer(table, number)
    if offer:
        # §act.when: no deal closes with a player who is held to an answer.
        duty = duty_of(table, offer.proposer.seat)
        yield duty is not None, duty or ""
        yield from against_terms(table, offer.proposer, offer.other)


def against_terms(table: Table, proposer: Side, other: Side) -> Charges:
    """The law of what a deal contains, the same when it is offered and when it is accepted."""
    # §short1935.hour: after the hour no deal.
    yield table.hour, table.settings.clause("hour")
    # §trade.shape: two parties, both in the game; cash in one direction at most.
    yield other.seat == proposer.seat or not table.is_in(other.seat), "trade.shape"
    yield proposer.cash > 0 and other.cash > 0, "trade.shape"
    # §trade.no-loans: cash for nothing would be a gift or a loan; a debtor's may go towards the debt.
    yield proposer.cash > 0 and not other.gives_things and not proposer.settles, "trade.no-loans"
    yield other.cash > 0 and not proposer.gives_things, "trade.no-loans"
    # §trade.shape: at least one deed or jail card changes hands.
    yield not proposer.gives_things and not other.gives_things, "trade.shape"
    yield from against_deeds(table, proposer)
    yield from against_deeds(table, other)
    for side in (proposer, other):
        # §cards.jail-free: only who holds the card may sell it.
        yield not set(side.jail_cards) <= set(table.players[side.seat].jail_cards), "cards.jail-free"
    # §trade.offers: an offer lapses when a party cannot pay its cash, so none is made.
    yield any(table.cash(side.seat) < side.cash for side in (proposer, other)), "trade.offers"
    if proposer.settles:
        yield from against_payment_in_kind(table, proposer, other)
    yield from against_outcome(table, proposer, other)
    yield from against_outcome(table, other, proposer)


def against_deeds(table: Table, side: Side) -> Charges:
    """Deed by deed in the order of the board."""
    for space in sorted((table.spaces[slug] for slug in side.deeds), key=lambda each: each.index):
        # §trade.property: one's own.
        yield table.deeds[space.slug].owner != side.seat, "trade.property"
        # §trade.buildings-first: not while any lot of its group has a building.
        yield table.has_buildings(space.group), "trade.buildings-first"
        # §shortage.auction: who leads for a building keeps the place for it.
        yield space.kind == COLOUR and table.leads_for(side.seat, *BUILDINGS), "shortage.auction"


def against_payment_in_kind(table: Table, debtor: Side, creditor: Side) -> Charges:
    """§debt.in-kind: the debt at hand to that player, paid partly or wholly in property."""
    debts = table.debts_of(debtor.seat)
    yield not debts or not debtor.deeds, "debt.in-kind"
    yield not debts[0].due or debts[0].creditor != creditor.seat, "debt.in-kind"
    yield debts[0].amount < debtor.settles, "debt.in-kind"


def against_outcome(table: Table, side: Side, partner: Side) -> Charges:
    """What the deal would leave a party with."""
    cash = table.cash(side.seat) - side.cash + partner.cash
    interest = table.interest_on(partner.deeds)
    # §mortgage.transfer: refused if it leaves a receiver without the cash for the 10%.
    yield cash < interest, "mortgage.transfer"
    # §auction.settle: the highest bidder may not fall below the bid.
    yield cash - table.bid_of(side.seat) < interest, "auction.settle"
    # §debt.raise: nobody gives assets away on the way out; a deal that settles a debt is the creditor's own affair.
    owed = table.owes(side.seat)
    if owed and not side.settles:
        moved = partner.cash - side.cash + table.loans_on(partner.deeds) - table.loans_on(side.deeds)
        yield table.can_raise(side.seat) + moved - interest < owed, "debt.raise"
