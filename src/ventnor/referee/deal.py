"""The law of deals: what may be offered, and when it may be accepted.

Clauses: §trade.property, §trade.buildings-first, §trade.no-loans, §trade.shape, §trade.offers, §cards.jail-free,
§mortgage.transfer, §auction.settle, §debt.raise, §debt.in-kind, §shortage.auction, §short1935.hour.
"""

from ventnor.action import Terms
from ventnor.referee.charge import Charges, charge
from ventnor.referee.position import BUILDINGS, COLOUR, Position
from ventnor.referee.thing import Offer, Side
from ventnor.referee.waiting import duty_of


def sides_of(proposer: int, other: int, give: Terms, get: Terms) -> tuple[Side, Side]:
    """Return the two sides of terms that are proposed."""
    return (
        Side(proposer, give.deeds, give.cash, give.jail_cards, get.debt),
        Side(other, get.deeds, get.cash, get.jail_cards, give.debt),
    )


def find_offer(table: Position, number: int) -> Offer | None:
    """Return the offer of this number, if it stands."""
    return next((offer for offer in table.offers if offer.number == number), None)


def against_withdraw(table: Position, seat: int, number: int) -> Charges:
    """Return the law of `withdraw`."""
    offer = find_offer(table, number)
    # §trade.offers: only an offer that stands, and by whoever made it.
    yield offer is None, "trade.offers", "no-such-offer"
    yield offer is not None and offer.proposer.seat != seat, "trade.offers", "offer-of-another"


def against_reject(table: Position, seat: int, number: int) -> Charges:
    """Return the law of `reject`."""
    offer = find_offer(table, number)
    # §trade.offers: only an offer that stands, and by whom it was made to.
    yield offer is None, "trade.offers", "no-such-offer"
    yield offer is not None and offer.other.seat != seat, "trade.offers", "offer-to-another"


def against_counter(table: Position, seat: int, number: int, give: Terms, get: Terms) -> Charges:
    """Return the law of `counter`."""
    yield from against_reject(table, seat, number)
    offer = find_offer(table, number)
    if offer:
        yield from against_terms(table, *sides_of(seat, offer.proposer.seat, give, get))


def against_accept(table: Position, seat: int, number: int) -> Charges:
    """Return the law of `accept`."""
    yield from against_reject(table, seat, number)
    offer = find_offer(table, number)
    if offer:
        # §act.when: no deal closes with a player who is held to an answer.
        duty = duty_of(table, offer.proposer.seat)
        if duty is not None:
            yield charge(True, duty)
        yield from against_terms(table, offer.proposer, offer.other)


def against_terms(table: Position, proposer: Side, other: Side) -> Charges:
    """Return the law of what a deal contains, the same when it is offered and when it is accepted."""
    # §short1935.hour: after the hour no deal.
    yield table.hour, table.settings.clause("hour"), "hour-ends-deals"
    # §trade.shape: two parties, both in the game; cash in one direction at most.
    yield other.seat >= len(table.players), "trade.shape", "no-such-partner"
    yield other.seat == proposer.seat, "trade.shape", "deal-with-oneself"
    yield not table.is_in(other.seat), "trade.shape", "partner-retired"
    yield proposer.cash > 0 and other.cash > 0, "trade.shape", "cash-both-ways"
    # §trade.no-loans: cash for nothing would be a gift or a loan; a debtor's may go towards the debt.
    yield proposer.cash > 0 and not other.gives_things and not proposer.settles, "trade.no-loans", "gift-or-loan"
    yield other.cash > 0 and not proposer.gives_things and not other.settles, "trade.no-loans", "gift-or-loan"
    # §trade.shape: at least one deed or jail card changes hands.
    yield not proposer.gives_things and not other.gives_things, "trade.shape", "no-property-in-deal"
    yield from against_deeds(table, proposer)
    yield from against_deeds(table, other)
    for side in (proposer, other):
        # §cards.jail-free: only who holds the card may sell it.
        held = set(table.players[side.seat].jail_cards)
        yield not set(side.jail_cards) <= held, "cards.jail-free", "jail-card-not-held"
    # §trade.offers: an offer lapses when a party cannot pay its cash, so none is made.
    yield any(table.cash(side.seat) < side.cash for side in (proposer, other)), "trade.offers", "cash-short"
    if proposer.settles:
        yield from against_payment_in_kind(table, proposer, other)
    if other.settles:
        yield from against_payment_in_kind(table, other, proposer)
    yield from against_outcome(table, proposer, other)
    yield from against_outcome(table, other, proposer)


def against_deeds(table: Position, side: Side) -> Charges:
    """Return what speaks against the deeds of a deal, in the order of the board."""
    for space in sorted((table.spaces[slug] for slug in side.deeds), key=lambda each: each.index):
        # §trade.property: one's own.
        yield table.deeds[space.slug].owner != side.seat, "trade.property", "give-own"
        # §trade.buildings-first: not while any lot of its group has a building.
        yield table.has_buildings(space.group), "trade.buildings-first", "sell-before-deal"
        # §shortage.auction: who leads for a building keeps the place for it.
        leads = table.leads_for(side.seat, *BUILDINGS)
        yield space.kind == COLOUR and leads, "shortage.auction", "leader-keeps-place"


def against_payment_in_kind(table: Position, debtor: Side, creditor: Side) -> Charges:
    """Return why a debt cannot be paid in property. §debt.in-kind: only the debt at hand to that player."""
    debts = table.debts_of(debtor.seat)
    yield not debts, "debt.in-kind", "no-debt-in-kind"
    yield not debtor.deeds, "debt.in-kind", "in-kind-for-deed"
    yield not debts[0].due, "debt.in-kind", "in-kind-not-due"
    owed = table.owed_to(creditor.seat, debts[0])
    yield not owed, "debt.in-kind", "debt-to-another"
    yield owed < debtor.settles, "debt.in-kind", "debt-is-less"


def against_outcome(table: Position, side: Side, partner: Side) -> Charges:
    """Return what the deal would leave a party with."""
    cash = table.cash(side.seat) - side.cash + partner.cash
    interest = table.interest_on(partner.deeds)
    # §mortgage.transfer: refused if it leaves a receiver without the cash for the 10%.
    yield cash < interest, "mortgage.transfer", "interest-too-dear"
    # §auction.settle: the highest bidder may not fall below the bid.
    yield cash - table.bid_of(side.seat) < interest, "auction.settle", "deal-spends-bid"
    # §debt.raise: he must be able to raise what he owes, or no less than before; a deal that settles a debt is the
    # creditor's own affair.
    owed = table.owes(side.seat, partner.seat)
    shared = side.settles and table.debts_of(side.seat)[0].creditor == "each"
    # §debt.in-kind: of several creditors one may not take what the others are due.
    if owed > side.settles and (shared or not side.settles):
        before = table.can_raise(side.seat)
        moved = partner.cash - side.cash + table.loans_on(partner.deeds) - table.loans_on(side.deeds)
        # §rent.ask: nobody is told of a rent that its owner has not asked for.
        claimed = any(claim.payer == side.seat and claim.owner != partner.seat for claim in table.claims)
        reason = "deal-leaves-too-little" if claimed else "debt-out-of-reach"
        left = before + moved - interest + side.settles
        yield left < owed and left < before, "debt.raise", reason
