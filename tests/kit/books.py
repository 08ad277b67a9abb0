"""Invariants of a game between any two actions."""

from ventnor.kernel import codes
from ventnor.kernel.layout import State, Tables
from ventnor.kernel.ledger import house_prices

DEEDS = 28


def check_books(s: State, t: Tables) -> None:
    """Check that money and buildings are conserved, and that everything is where it can be."""
    check_money(s)
    check_deeds(s, t)
    check_buildings(s, t)
    check_records(s)


def check_money(s: State) -> None:
    """Check to the dollar the money of players, Bank and Free Parking."""
    assert sum(s.cash) == 0, "the accounts do not add up to nothing"
    assert min(s.cash[: s.players]) >= 0, "a player has less than no cash"
    assert s.cash[codes.POT] >= 0, "there is less than nothing on Free Parking"
    estates = {s.frames[i].other for i in range(s.depth) if s.frames[i].kind == codes.W_ESTATE}
    for seat in range(s.players):
        assert not s.out[seat] or not s.cash[seat] or seat in estates, "who has retired still has cash"


def check_deeds(s: State, t: Tables) -> None:
    """Check that every deed has one owner, and that the counts kept beside the owners are right."""
    holds = [[0] * codes.GROUPS for _ in range(codes.SEATS + 1)]
    for space in range(codes.SPACES):
        owner, group = s.owner[space], t.group[space]
        if group == codes.NO_GROUP:
            continue
        holds[owner][group] += 1
        assert owner == codes.BANK or (owner < s.players and not s.out[owner]), "a deed is nobody's"
        assert owner != codes.BANK or not s.mortgaged[space], "the Bank has mortgaged a deed"
        assert not s.fresh >> space & 1 or s.mortgaged[space], "interest was paid on what is not mortgaged"
    assert holds == [list(row) for row in s.holds], "deeds are miscounted"
    assert sum(map(sum, holds)) == DEEDS, "a deed is lost"


def check_buildings(s: State, t: Tables) -> None:
    """Check 32 houses and 12 hotels, evenly on complete groups if the edition wants that."""
    standing = [s.houses[space] for space in range(codes.SPACES)]
    if not t.unlimited_buildings:
        assert s.houses_left + sum(houses for houses in standing if houses != codes.HOTEL) == t.houses
        assert s.hotels_left + standing.count(codes.HOTEL) == t.hotels
        assert min(s.houses_left, s.hotels_left) >= 0, "the Bank has fewer buildings than none"
    for group in range(codes.COLOURS):
        lots = [t.lots[group][i] for i in range(t.group_size[group])]
        if not any(s.houses[lot] for lot in lots):
            continue
        assert len({s.owner[lot] for lot in lots}) == 1, "buildings stand on a group that is not complete"
        assert s.owner[lots[0]] != codes.BANK, "buildings stand on the Bank's lots"
        assert not any(s.houses[lot] and s.mortgaged[lot] for lot in lots), "a building stands on a mortgaged lot"
        assert t.build_beside_mortgage or not any(s.mortgaged[lot] for lot in lots), "buildings beside a mortgage"
        levels = [house_prices(s, t, lot) for lot in lots]
        if t.even_building and t.even_selling:
            assert max(levels) - min(levels) <= 1, "a group is not built on evenly"


def check_records(s: State) -> None:
    """Check that counts agree with what they count, and that nothing overflows."""
    assert 0 <= s.depth <= codes.FRAMES
    assert 0 <= s.claim_count <= codes.CLAIMS
    assert 0 <= s.debt_count <= codes.DEBTS
    if s.offer_count:
        assert s.offer_count == sum(1 for row in s.offers for offer in row if offer.number), "offers are miscounted"
    for deck in range(2):
        held = s.jail_card[deck] != codes.BANK
        drawn = any(s.frames[i].kind == codes.W_CARD and s.frames[i].what == deck for i in range(s.depth))
        cards = s.unseen[deck].bit_count() + s.under_count[deck] + held
        assert cards == codes.CARDS, f"a card is lost ({drawn=})"
    assert (s.phase == codes.P_OVER) == (s.ended != 0) == (s.winners != 0) == (s.awaits == codes.W_NOTHING)
