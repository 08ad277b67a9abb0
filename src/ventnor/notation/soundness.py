"""Check whether a position can arise in a game, and list everything wrong with it.

It checks what the rules keep true between any two actions: who can own and owe, where buildings can stand, which cards
can lie where, and what can be waited for. It replays nothing, so a position that passes may still be unlikely.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ventnor.kernel.auction import reserved
from ventnor.kernel.codes import (
    B_CARD,
    B_DEED,
    BANK,
    CALL_WON,
    COLOURS,
    D_RENT,
    D_TAX,
    EACH,
    HOTEL,
    JAIL,
    NO_GROUP,
    P_DEAL,
    P_MOVE,
    P_OPENING,
    P_OVER,
    P_THROW,
    S_GO_TO_JAIL,
    S_LOT,
    S_TAX,
    SEATS,
    SPACES,
    T_MOVE,
    T_OPENING,
    T_RENT,
    W_BID,
    W_BUY,
    W_CARD,
    W_CHOICE,
    W_DICE,
    W_ESTATE,
    W_RECEIVE,
    W_TAX,
    W_WANT,
)
from ventnor.kernel.debt import owed_to
from ventnor.kernel.houses import least_refund
from ventnor.kernel.layout import Frame, State, Tables
from ventnor.kernel.ledger import any_building, any_mortgaged, house_prices, live_seats, owns_group
from ventnor.kernel.trade import is_void
from ventnor.words.vocabulary import GROUP, SPACE

ONE_AT_A_TIME: Final = {
    W_BID: "there is one auction of a deed or a jail card at a time",
    W_WANT: "there is one building call at a time",
    W_ESTATE: "there is one estate at a time",
    W_BUY: "there is one option to buy at a time",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong: where, why, and which parts of the position it is about."""

    where: str
    why: str
    about: frozenset[str]


def find(where: str, why: str, *about: str) -> Finding:
    """Return a finding about the part it stands in, and others."""
    return Finding(where, why, frozenset({*parts_of(where), *about}))


def parts_of(where: str) -> tuple[str, str]:
    """Return the part of a position that a place is in, and the thing in that part: "deeds" and "deeds.oriental"."""
    part, _, rest = where.replace("[", ".").partition(".")
    return part, f"{part}.{rest.partition('.')[0]}"


def find_faults(s: State, t: Tables) -> list[Finding]:
    """Return everything wrong with a state, apart from what it waits for."""
    checks = (
        check_players,
        check_phase,
        check_opening,
        check_seats,
        check_deeds,
        check_groups,
        check_stock,
        check_claims,
        check_debts,
        check_offers,
        check_interrupts,
    )
    return [finding for check in checks for finding in check(s, t)]


def plays(s: State, seat: int) -> bool:
    """Return whether the seat is one of the table's, and still in the game."""
    return 0 <= seat < s.players and not s.out[seat]


def has_deed(t: Tables, space: int) -> bool:
    """Return whether there is a Title Deed for the space."""
    return t.group[space] != NO_GROUP


def check_players(s: State, t: Tables) -> Iterator[Finding]:
    """Return how many play, whose turn it is, and who can have won."""
    if not t.players_min <= s.players <= t.players_max:
        yield find("seats", f"{s.players} players; this game is for {t.players_min} to {t.players_max}")
    for where, seat in (("turn", s.turn), ("starter", s.starter)):
        if seat >= s.players:
            yield find(where, f"there is no seat {seat}", "seats", "turn")
    left = live_seats(s)
    if left == 0:
        yield find("seats", "nobody is left in the game")
    elif left == 1 and s.phase != P_OVER:
        yield find("seats", "one player is left, so the game is over", "awaiting")
    if s.winners >> s.players:
        yield find("winners", "there is no such seat", "seats")
    elif any(s.winners >> seat & 1 and s.out[seat] for seat in range(s.players)):
        yield find("winners", "who is bankrupt has not won", "seats")
    ended = t.ends_at_bankruptcy
    if ended and s.bankruptcies >= ended and s.phase != P_OVER:
        yield find("seats", f"{s.bankruptcies} players are bankrupt, so the game is over", "awaiting")


def check_phase(s: State, t: Tables) -> Iterator[Finding]:
    """Return how far the game has come."""
    over = s.phase == P_OVER
    if over != (s.ended != 0):
        yield find("ended", "must say how the game ended" if over else "the game is not over", "awaiting")
    if over != (s.winners != 0):
        yield find("winners", "must say who has won" if over else "the game is not over", "awaiting")
    if over and (s.depth or s.claim_count or s.debt_count or s.offer_count):
        yield find("awaiting", "the game is over: nothing waits any more", "claims", "debts", "offers")
    before = s.phase in {P_DEAL, P_OPENING}
    if before != (s.turns == 0):
        why = "no turn has been played yet, so it is 0" if before else "turns are counted from 1"
        yield find("turn_number", why, "awaiting")
    if before and (s.throws or s.rounds or s.doubles or s.die1 or s.claim_count or s.debt_count):
        yield find("awaiting", "a game that has not begun has no throws, rents or debts")
    if s.doubles > t.doubles_to_jail:
        yield find("doubles", f"{t.doubles_to_jail} in succession lead to Jail")
    if s.hour and not t.hour:
        yield find("hour", "this game has no agreed hour")
    if s.passed and not (s.hour and s.sharp):
        yield find("passed", "everybody is asked for rents only at a sharp table after the hour", "hour", "sharp")
    if s.hour and s.offer_count:
        yield find("offers", "after the hour there are none", "hour")
    if t.rounds and s.rounds >= t.rounds and not over:
        yield find("rounds", f"the game ends after {t.rounds}", "awaiting")
    whole = s.players * t.deeds_dealt
    if s.phase == P_DEAL and s.dealt >= whole:
        yield find("dealt", f"dealing is over after {whole} deeds", "awaiting", "seats")
    elif s.phase != P_DEAL and s.dealt != whole:
        yield find("dealt", f"{whole} deeds are dealt before the start", "awaiting", "seats")
    if s.phase == P_MOVE and not (s.turn < s.players and s.jail_turn[s.turn] and s.die1):
        yield find("awaiting.phase", "only a player in Jail who has thrown waits to move", "turn", "seats", "dice")


def check_opening(s: State, _: Tables) -> Iterator[Finding]:
    """Return the throws for who plays first."""
    where = "opening"
    if s.phase != P_OPENING:
        if s.contenders or s.best or s.leaders:
            yield find(where, "the throws for the start are over, or have not begun", "awaiting")
        return
    if s.contenders == 0 or s.contenders >> s.players:
        yield find(f"{where}.contenders", "must be seats at the table", "seats")
    elif s.turn < s.players and not s.contenders >> s.turn & 1:
        yield find("turn", "throws for the start, so it is one of those who do", where)
    if s.leaders & ~s.contenders or s.leaders >> max(s.turn, 0):
        yield find(f"{where}.leaders", "must be among those who have thrown", "turn")
    if (s.best == 0) != (s.leaders == 0) or s.best == 1:
        yield find(f"{where}.best", "must be the total that the leaders have thrown")
    thrown = s.contenders & ((1 << s.turn) - 1)
    if thrown and not s.leaders:
        yield find(f"{where}.leaders", "somebody has thrown, so somebody leads", "turn")


def check_seats(s: State, t: Tables) -> Iterator[Finding]:
    """Check tokens, Jail, and that the bankrupt have nothing."""
    for seat in range(s.players):
        where = f"seats[{seat}]"
        if t.kind[s.space[seat]] == S_GO_TO_JAIL:
            yield find(f"{where}.space", "whoever lands there is in Jail")
        if s.jail_turn[seat] and s.space[seat] != JAIL:
            yield find(f"{where}.jail_turn", "the token is not in Jail")
        if s.jail_turn[seat] > t.jail_turns:
            yield find(f"{where}.jail_turn", f"nobody is in Jail for more than {t.jail_turns} turns")
        if s.left[seat] and not s.out[seat]:
            yield find(f"{where}.left", "only who has given up has left something")
        if s.heir[seat] != BANK and (not s.left[seat] or s.heir[seat] in (seat, *range(s.players, BANK))):
            yield find(f"{where}.heir", "another player, who took what was left")
        if s.out[seat]:
            if s.cash[seat] and not any(f.kind == W_ESTATE and f.other == seat for f in frames(s)):
                yield find(f"{where}.cash", "a bankrupt has none", "awaiting")
            if s.jail_turn[seat]:
                yield find(f"{where}.jail_turn", "a bankrupt has left the board")
            for deck in range(2):
                if s.jail_card[deck] == seat and not in_estate(s, deck):
                    yield find(f"{where}.jail_cards", "a bankrupt has none", "awaiting")
    if not t.pot and s.cash[BANK + 1]:
        yield find("pot", "nothing lies on Free Parking without the house rule")


def frames(s: State) -> list[Frame]:
    """Return the interruptions, the lowest first."""
    return [s.frames[i] for i in range(s.depth)]


def in_estate(s: State, deck: int) -> bool:
    """Return whether the jail card of the deck is being auctioned, or will be."""
    return any(
        (f.kind == W_ESTATE and f.cards >> deck & 1) or (f.kind == W_BID and f.stage == B_CARD and f.what == deck)
        for f in frames(s)
    )


def check_deeds(s: State, t: Tables) -> Iterator[Finding]:
    """Return who can own a deed, and what can be on it."""
    for space in range(SPACES):
        if not has_deed(t, space):
            continue
        where = f"deeds.{SPACE.value(space)}"
        owner = s.owner[space]
        if owner != BANK and not plays(s, owner):
            why = f"there is no seat {owner}" if owner >= s.players else f"seat {owner} is bankrupt and owns nothing"
            yield find(f"{where}.owner", why, "seats")
        if owner == BANK and (s.mortgaged[space] or s.houses[space] or s.fresh >> space & 1):
            yield find(where, "is the Bank's, so it has neither mortgage nor buildings")
        if s.fresh >> space & 1 and not s.mortgaged[space]:
            yield find(f"{where}.fresh", "is not mortgaged")
        if s.houses[space] and s.mortgaged[space]:
            yield find(where, "is mortgaged, so it has no buildings")
        if t.houses_per_hotel < s.houses[space] < HOTEL:
            yield find(f"{where}.houses", f"at most {t.houses_per_hotel} houses stand on a lot")
        if s.houses[space] and t.kind[space] != S_LOT:
            yield find(f"{where}.houses", "is not a lot that can be built on")
    if s.phase in {P_DEAL, P_OPENING}:
        owned = sum(s.owner[space] != BANK for space in range(SPACES) if has_deed(t, space))
        if owned != s.dealt:
            yield find("deeds", f"{s.dealt} have been dealt, {owned} are owned", "dealt", "awaiting")


def check_groups(s: State, t: Tables) -> Iterator[Finding]:
    """Check that buildings stand on complete groups, as evenly as they are built and sold."""
    for group in range(COLOURS):
        if not any_building(s, t, group):
            continue
        lots = [t.lots[group][i] for i in range(t.group_size[group])]
        where = f"deeds.{next(SPACE.value(lot) for lot in lots if s.houses[lot])}.houses"
        about = [f"deeds.{SPACE.value(lot)}" for lot in lots]
        name = GROUP.value(group)
        owner = next(s.owner[lot] for lot in lots if s.houses[lot])
        if owner != BANK and not owns_group(s, t, owner, group):
            yield find(where, f"its owner does not have the whole {name} group", *about)
            continue
        if any_mortgaged(s, t, group) and t.mortgage_bares_group and not t.build_beside_mortgage:
            yield find(where, f"a lot of the {name} group is mortgaged, so none has buildings", *about)
        prices = [house_prices(s, t, lot) for lot in lots]
        if t.even_building and t.even_selling and max(prices) - min(prices) > 1:
            yield find(where, f"the {name} group is not built on evenly", *about)


def check_stock(s: State, t: Tables) -> Iterator[Finding]:
    """Check that there are no more houses and hotels than the game has."""
    for left, stock, name in ((s.houses_left, t.houses, "houses"), (s.hotels_left, t.hotels, "hotels")):
        if left < 0:
            yield find("deeds", f"{stock - left} {name} stand on the board, but there are only {stock}")


def check_claims(s: State, t: Tables) -> Iterator[Finding]:
    """Check the rents that may still be asked for."""
    if s.claim_count and t.immediate_rent:
        yield find("claims", "by the house rule rent is due unasked")
    for index in range(s.claim_count):
        claim = s.claims[index]
        where = f"claims[{index}]"
        # §bankrupt.resign: the payer may have given up since.
        if claim.owner == claim.payer or not plays(s, claim.owner) or claim.payer >= s.players:
            yield find(where, "owner and payer must be two players, and the owner in the game", "seats")
        if s.jail_turn[claim.owner] and not t.jail_rent:
            yield find(where, "by the house rule its owner, in Jail, has lost it", "seats")
        if (claim.amount > 0) == (claim.factor > 0):
            yield find(where, "must have either an amount or a factor")
        # §rent.ask: its time runs out with a throw, and whoever retires before throwing lets a turn go by without one.
        retired = sum(s.out[seat] for seat in range(s.players))
        if not claim.turn <= s.turns <= claim.turn + t.rent_turns + retired:
            yield find(f"{where}.turn", "its time has run out, or has not come", "turn_number")


def check_debts(s: State, t: Tables) -> Iterator[Finding]:
    """Check the sums that are owed."""
    for index in range(s.debt_count):
        debt = s.debts[index]
        where = f"debts[{index}]"
        # §bankrupt.resign: only a rent may be owed by who gave up, and it waits for nobody.
        if not plays(s, debt.debtor) and (debt.debtor >= s.players or debt.cause != D_RENT or debt.due):
            yield find(f"{where}.debtor", "must be a player in the game: debts of who retires are gone", "seats")
        if debt.creditor not in {BANK, EACH} and (debt.creditor == debt.debtor or not plays(s, debt.creditor)):
            yield find(f"{where}.creditor", "must be another player in the game, the Bank, or each", "seats")
        if debt.amount <= 0:
            yield find(f"{where}.amount", "must be at least $1")
        others = live_seats(s) - 1
        parts = [owed_to(s, index, seat) for seat in range(s.players)]
        if debt.creditor == EACH and (debt.share <= 0 or others < 2):
            yield find(f"{where}.share", "a debt to each has a share, and at least two creditors", "seats")
        elif debt.creditor == EACH and (min(parts) < 0 or debt.amount != sum(parts) or len([*filter(None, parts)]) < 2):
            yield find(f"{where}.amount", "must be the shares that are still owed, to two or more", "seats")
        if debt.creditor != EACH and (debt.share or any(debt.settled[seat] for seat in range(SEATS))):
            yield find(f"{where}.share", "is only for a debt to each")
        if debt.cause == D_RENT and (debt.creditor == EACH or not has_deed(t, debt.space)):
            yield find(where, "rent is owed to one, for a property")
        if debt.cause == D_TAX and (debt.creditor != BANK or t.kind[debt.space] != S_TAX):
            yield find(where, "tax is owed to the Bank, for a tax space")


def check_offers(s: State, t: Tables) -> Iterator[Finding]:
    """Check that the offers could still be carried out."""
    if not s.offer_count:
        return
    for proposer in range(len(s.offers)):
        for recipient in range(len(s.offers)):
            offer = s.offers[proposer][recipient]
            if not offer.number:
                continue
            where = f"offers (number {offer.number})"
            if proposer == recipient or not plays(s, proposer) or not plays(s, recipient):
                yield find(where, "must be between two players in the game", "offers", "seats")
            elif offer.give & offer.get or is_void(s, t, proposer, recipient, offer):
                yield find(where, "could not be carried out, so it has lapsed", "offers", "seats", "deeds", "debts")


def check_interrupts(s: State, t: Tables) -> Iterator[Finding]:
    """Return what interrupts the turn, each by itself and one upon another."""
    for index in range(s.depth):
        frame = s.frames[index]
        where = f"awaiting.interrupts[{index}]"
        about = ("seats", "deeds", "turn")
        whys = [*faults_of_frame(s, t, frame), *faults_of_place(s, index)]
        yield from (find(where, why, *about) for why in whys)


def faults_of_frame(s: State, t: Tables, f: Frame) -> Iterator[str]:
    """Return what is wrong with an interruption by itself."""
    if f.seat >= s.players:
        yield f"there is no seat {f.seat}"
    elif s.out[f.seat] != (f.kind == W_ESTATE) and f.kind not in {W_BID, W_WANT, W_DICE}:
        yield "is about a bankrupt" if s.out[f.seat] else "is about the estate of a player who is not bankrupt"
    if (f.passed | (0 if f.bidder == BANK else 1 << f.bidder)) >> s.players:
        yield "names a seat that does not exist"
    if f.kind == W_DICE:
        yield from faults_of_dice(s, t, f)
    elif f.kind == W_BID:
        yield from faults_of_auction(s, f)
    elif f.kind == W_BUY and s.owner[f.space] != BANK:
        yield "offers a deed that is not the Bank's"
    elif f.kind == W_TAX and not (t.tax_choice[f.space] and t.tax_percent):
        yield "there is no choice of tax there"
    elif f.kind == W_CARD and f.amount and not (t.jail_costs_salary and f.amount == t.salary):
        yield "no such salary waits for a card"
    elif f.kind == W_CHOICE and f.amount <= 0:
        yield "must have an amount"
    elif f.kind == W_RECEIVE:
        deeds = [space for space in range(SPACES) if f.mask >> space & 1]
        if not deeds or any(s.owner[space] != f.seat or not s.mortgaged[space] for space in deeds):
            yield "must be about mortgaged deeds of that player"
    elif f.kind == W_ESTATE:
        if any(s.owner[space] != BANK for space in range(SPACES) if f.mask >> space & 1):
            yield "auctions a deed that is not the Bank's"
        if any(s.jail_card[deck] != f.seat for deck in range(2) if f.cards >> deck & 1):
            yield "auctions a jail card that the bankrupt does not hold"
        if f.other not in {BANK, f.seat}:
            yield "is paid to the Bank, or shared"
        if (f.other == BANK) != (f.passed == 0) or any(
            s.out[seat] for seat in range(s.players) if f.passed >> seat & 1
        ):
            yield "is shared by creditors who are in the game"
    elif f.kind == W_WANT:
        if any(f.want[seat] for seat in range(s.players, len(f.want))):
            yield "names a seat that does not exist"
        if f.stage == CALL_WON and not plays(s, f.other):
            yield "who has won a building must be in the game"
        elif f.stage == CALL_WON and not 0 < least_refund(s, t, f.other, f.what) <= f.amount:
            yield "who has won a building must have a lot to put it on for that bid"
        if f.stage != CALL_WON and f.amount:
            yield "only a building that was won has a bid"


def faults_of_dice(s: State, t: Tables, f: Frame) -> Iterator[str]:
    """Return what is wrong with dice in the air."""
    if f.what == T_RENT:
        if not plays(s, f.other) or f.other == f.seat or not has_deed(t, f.space) or f.amount <= 0:
            yield "a throw for rent needs an owner, a deed and a factor"
        return
    if f.other != BANK or f.space or f.amount:
        yield "only a throw for rent has an owner, a deed or a factor"
    if (f.what == T_OPENING) != (s.phase == P_OPENING):
        yield "the throws for the start are made in the opening"
    if f.what == T_MOVE and s.phase != P_THROW:
        yield "nobody is to throw"
    if f.seat != s.turn:
        yield "somebody else is to throw"


def faults_of_auction(s: State, f: Frame) -> Iterator[str]:
    """Return what is wrong with an auction."""
    if f.stage == B_DEED and s.owner[f.space] != BANK:
        yield "sells a deed that is not the Bank's"
    if (f.bidder == BANK) != (f.amount == 0):
        yield "must have both a bid and a bidder, or neither"
    elif f.bidder != BANK and (not plays(s, f.bidder) or s.cash[f.bidder] < reserved(s, f.bidder)):
        yield "the bidder must be in the game and have the sum"
    if f.bidder != BANK and f.passed >> f.bidder & 1:
        yield "the bidder has not passed"
    if f.stage == B_CARD and s.jail_card[f.what] == BANK:
        yield "sells a jail card that is in its deck"
    if f.other != BANK and not (f.other < s.players and s.out[f.other]):
        yield "is paid to the Bank, or into an estate"


def sells_building(f: Frame) -> bool:
    """Return whether an interruption is the auction of a house or a hotel."""
    return f.kind == W_BID and f.stage not in {B_DEED, B_CARD}


def faults_of_place(s: State, index: int) -> Iterator[str]:
    """Return what is wrong with where an interruption stands among the others."""
    f = s.frames[index]
    below = s.frames[index - 1] if index else None
    building = sells_building(f)
    if f.kind in {W_DICE, W_CARD} and index != s.depth - 1:
        yield "nothing comes before dice and cards"
    if building and (below is None or below.kind != W_WANT or below.what != f.stage):
        yield "a building is auctioned in a call for it"
    if f.kind == W_BID and f.stage == B_CARD and (below is None or below.kind != W_ESTATE):
        yield "a jail card is auctioned in an estate"
    alike = (each for each in frames(s)[:index] if each.kind == f.kind and not sells_building(each))
    if f.kind in ONE_AT_A_TIME and not building and any(alike):
        yield ONE_AT_A_TIME[f.kind]
    if s.phase in {P_DEAL, P_OVER} or (s.phase == P_OPENING and f.kind in {W_BUY, W_CARD, W_TAX, W_CHOICE, W_ESTATE}):
        yield "no token has moved yet, or the game is over"
