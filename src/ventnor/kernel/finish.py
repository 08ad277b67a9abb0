"""How players leave and games end: bankruptcy, estates, resignation, the hour, the last round, the valuation.

Implements: §bankrupt.to-player, §bankrupt.interest, §bankrupt.to-bank, §bankrupt.each-player, §bankrupt.turn,
§bankrupt.resign, §win.last, §short.second-bankruptcy, §short.worth, §short1935.hour, §short1935.worth, §timed.hour,
§worth.tie, §debt.raise.
"""

from ventnor.kernel.auction import open_deed_auction
from ventnor.kernel.codes import (
    B_CARD,
    B_HOTEL,
    B_HOUSE,
    BANK,
    C_ACT_WHEN,
    C_AUCTION_COURSE,
    C_BANKRUPT_EACH_PLAYER,
    C_BANKRUPT_RESIGN,
    C_BANKRUPT_TO_BANK,
    C_BANKRUPT_TO_PLAYER,
    C_BANKRUPT_TURN,
    C_DEBT_ORDER,
    C_DEBT_RAISE,
    C_NONE,
    C_SHORT1935_HOUR,
    C_SHORT1935_WORTH,
    C_SHORT_SECOND_BANKRUPTCY,
    C_SHORT_WORTH,
    C_WIN_LAST,
    CALL_WON,
    CLOCK,
    COLOURS,
    D_INTEREST,
    E_AUCTION_OPENED,
    E_BANKRUPT,
    E_BUILDINGS_RETURNED,
    E_CASH_PASSED,
    E_DEED_PASSED,
    E_ESTATE_OPENED,
    E_ESTATE_SHARED,
    E_GAME_ENDED,
    E_HOUR_STRUCK,
    E_MORTGAGED,
    E_OPTION_LAPSED,
    E_RESIGNED,
    E_WORTH_COUNTED,
    EACH,
    END_BANKRUPTCIES,
    END_LAST,
    NO_GROUP,
    P_DEAL,
    P_END,
    P_OPENING,
    P_OVER,
    SPACES,
    W_BID,
    W_BUY,
    W_CARD,
    W_DEAL,
    W_DICE,
    W_ESTATE,
    W_WANT,
)
from ventnor.kernel.debt import clause_of_delay, debt_at_hand, drop_debt, first_debt, liquid, owe
from ventnor.kernel.houses import clear_group
from ventnor.kernel.jail import return_jail_card
from ventnor.kernel.layout import Action, Sink, State, Tables
from ventnor.kernel.ledger import (
    drop_frame,
    emit,
    emit_mask,
    house_prices,
    live_seats,
    move_cash,
    next_seat,
    owns_group,
    pass_deed,
    pop_frame,
    push_frame,
    slip_frame,
    touch_all,
)
from ventnor.kernel.mortgage import interest
from ventnor.kernel.rent import drop_claim
from ventnor.kernel.trade import pass_jail_cards, void_all_offers


def refuse_pay(s: State, a: Action) -> int:
    """Law of `pay`: the oldest debt, once its sum is there."""
    index = first_debt(s, a.seat)
    if index < 0:
        return C_DEBT_RAISE
    if not s.debts[index].due or s.cash[a.seat] < s.debts[index].amount:
        return C_DEBT_RAISE
    return C_NONE


def refuse_bankrupt(s: State, t: Tables, a: Action) -> int:
    """Law of `bankrupt`."""
    index = first_debt(s, a.seat)
    if index < 0:
        return C_DEBT_RAISE
    if not s.debts[index].due:
        return C_DEBT_RAISE
    # §auction.settle, §mortgage.transfer, §shortage.auction: what is on the block, received or won comes first.
    clause = clause_of_delay(s)
    if clause != C_NONE:
        return clause
    # §debt.raise: refused while cash, half price of buildings and mortgage values together reach the debt.
    if liquid(s, t, a.seat) >= s.debts[index].amount:
        return C_DEBT_RAISE
    # §debt.order: not while another debtor still owes this one.
    if debt_at_hand(s) != index:
        return C_DEBT_ORDER
    return C_NONE


def refuse_resign(s: State, a: Action) -> int:
    """Law of `resign`: between throws only."""
    # §bankrupt.resign: while no auction, choice or call is open, and after the game has begun.
    if s.depth or s.phase == P_DEAL or s.phase == P_OPENING:
        return C_BANKRUPT_RESIGN
    return C_NONE


def resign(s: State, t: Tables, e: Sink, seat: int) -> None:
    """§bankrupt.resign: in debt, bankrupt to that creditor; else to the Bank."""
    emit(e, E_RESIGNED, C_BANKRUPT_RESIGN, seat, BANK, 0, 0, 0, 0)
    go_bankrupt(s, t, e, seat)


def go_bankrupt(s: State, t: Tables, e: Sink, seat: int) -> None:
    """A player retires; everything goes to the creditor of the debt at hand."""
    index = first_debt(s, seat)
    creditor = BANK
    amount = 0
    if index >= 0:
        creditor = s.debts[index].creditor
        amount = s.debts[index].amount
        e.cause[seat] = s.debts[index].cause
    e.creditor[seat] = creditor
    e.out_at[seat] = s.throws
    clause = C_BANKRUPT_TO_PLAYER
    if creditor == BANK:
        clause = C_BANKRUPT_TO_BANK
    elif creditor == EACH:
        clause = C_BANKRUPT_EACH_PLAYER
    s.bankruptcies += 1
    s.out[seat] = 1
    s.jail_turn[seat] = 0
    emit(e, E_BANKRUPT, clause, seat, creditor, 0, amount, 0, 0)
    forget(s, e, seat)
    if seat == s.turn:
        # §bankrupt.turn: a roller who retires ends the turn, doubles or not.
        s.phase = P_END
    touch_all(s, e)
    last = live_seats(s) == 1
    if not last and t.ends_at_bankruptcy and s.bankruptcies >= t.ends_at_bankruptcy:
        hand_over_as_it_stands(s, t, e, seat, creditor)
        finish_by_worth(s, t, e, END_BANKRUPTCIES, C_SHORT_SECOND_BANKRUPTCY)
        return
    return_buildings(s, t, e, seat, clause)
    if creditor == BANK:
        pass_all_cash(s, e, seat, BANK, clause)
        leave_estate(s, t, e, seat, BANK, last)
    elif creditor == EACH:
        leave_estate(s, t, e, seat, seat, last)
    else:
        inherit(s, t, e, seat, creditor, last)
    if last:
        # §win.last: at the moment the last rival retires: no auction, interest or rent follows.
        winner = next_seat(s, seat)
        end_game(s, e, 1 << winner, END_LAST, C_WIN_LAST)


def forget(s: State, e: Sink, seat: int) -> None:
    """Debts, claims, options of the bankrupt are gone, and so is what others owed to him."""
    i = 0
    while i < s.debt_count:
        debt = s.debts[i]
        # §debt.order: all other claims on the bankrupt lapse; what is owed to one who retires lapses too.
        if debt.debtor == seat or debt.creditor == seat:
            drop_debt(s, i)
        else:
            if debt.creditor == EACH:
                debt.amount -= debt.share
                if debt.amount == debt.share:
                    # §bankrupt.each-player: with one creditor left it is a debt to that player.
                    left = next_seat(s, debt.debtor)
                    debt.creditor = left
                    debt.share = 0
            i += 1
    i = 0
    while i < s.claim_count:
        claim = s.claims[i]
        # §rent.ask: an unasked claim dies with the bankruptcy of either side.
        if claim.owner == seat or claim.payer == seat:
            drop_claim(s, i)
        else:
            i += 1
    i = 0
    while i < s.depth:
        frame = s.frames[i]
        if frame.kind == W_BUY and frame.seat == seat:
            # §bankrupt.turn: the turn is over, and with it the option to buy.
            emit(e, E_OPTION_LAPSED, C_BANKRUPT_TURN, seat, BANK, frame.space, 0, 0, 0)
            drop_frame(s, i)
        else:
            i += 1


def return_buildings(s: State, t: Tables, e: Sink, seat: int, clause: int) -> None:
    """§bankrupt.to-player: buildings go back to the Bank at half price."""
    total = 0
    for group in range(COLOURS):
        if owns_group(s, t, seat, group):
            total += clear_group(s, t, group)
    if total:
        move_cash(s, e, BANK, seat, total)
        emit(e, E_BUILDINGS_RETURNED, clause, seat, BANK, 0, total, 0, 0)


def jail_cards_of(s: State, seat: int) -> int:
    """The jail cards a seat holds, bits by deck."""
    cards = 0
    for deck in range(2):
        if s.jail_card[deck] == seat:
            cards |= 1 << deck
    return cards


def pass_all_cash(s: State, e: Sink, seat: int, receiver: int, clause: int) -> None:
    """What cash the bankrupt has left goes to the creditor, by this clause."""
    if s.cash[seat]:
        emit(e, E_CASH_PASSED, clause, seat, receiver, 0, s.cash[seat], 0, 0)
        move_cash(s, e, seat, receiver, s.cash[seat])


def inherit(s: State, t: Tables, e: Sink, seat: int, heir: int, last: bool) -> None:
    """§bankrupt.to-player: all cash, every property and jail card go to the creditor."""
    if t.bankrupt_mortgages:
        # §modern:bankrupt.to-player: all properties are mortgaged first, and the creditor gets that money too.
        mortgage_all(s, t, e, seat)
    due = 0
    for space in range(SPACES):
        if t.group[space] != NO_GROUP and s.owner[space] == seat:
            pass_deed(s, t, e, space, heir)
            emit(e, E_DEED_PASSED, C_BANKRUPT_TO_PLAYER, seat, heir, space, 0, 0, 0)
            if s.mortgaged[space] and not last:
                # §bankrupt.interest: 10% at once on each mortgaged property; until the turn ends lifting costs the
                # value alone.
                due += interest(t, space)
                s.fresh |= 1 << space
    pass_all_cash(s, e, seat, heir, C_BANKRUPT_TO_PLAYER)
    pass_jail_cards(s, e, seat, heir, jail_cards_of(s, seat), C_BANKRUPT_TO_PLAYER)
    # §bankrupt.interest: all the 10% are one debt to the Bank.
    owe(s, e, heir, BANK, due, D_INTEREST, 0)


def mortgage_all(s: State, t: Tables, e: Sink, seat: int) -> None:
    """The bankrupt's properties are mortgaged, as far as they are not."""
    for space in range(SPACES):
        if t.group[space] != NO_GROUP and s.owner[space] == seat and not s.mortgaged[space]:
            s.mortgaged[space] = 1
            move_cash(s, e, BANK, seat, t.mortgage[space])
            emit(e, E_MORTGAGED, C_BANKRUPT_TO_PLAYER, seat, BANK, space, t.mortgage[space], 0, 0)


def leave_estate(s: State, t: Tables, e: Sink, seat: int, payee: int, last: bool) -> None:
    """§bankrupt.to-bank, §bankrupt.each-player: the Bank takes the properties, free of mortgage, and auctions them."""
    clause = C_BANKRUPT_TO_BANK if payee == BANK else C_BANKRUPT_EACH_PLAYER
    deeds = 0
    for space in range(SPACES):
        if t.group[space] != NO_GROUP and s.owner[space] == seat:
            s.mortgaged[space] = 0
            pass_deed(s, t, e, space, BANK)
            deeds |= 1 << space
    cards = 0
    for deck in range(2):
        if s.jail_card[deck] == seat:
            if t.estate_sells_cards and payee == BANK and not last:
                # §1935:bankrupt.to-bank: everything taken is auctioned, jail cards included.
                cards |= 1 << deck
            else:
                return_jail_card(s, t, e, seat, deck, clause)
    if last:
        return
    # §tax.income: whoever has a choice to make answers it before bidding.
    frame = s.frames[slip_frame(s, W_ESTATE, seat)]
    frame.other = payee
    frame.mask = deeds
    frame.cards = cards
    if deeds:
        emit_mask(e, E_ESTATE_OPENED, clause, seat, 0, deeds)


def continue_estate(s: State, t: Tables, e: Sink) -> None:
    """Put the next thing of the estate on the block, or close it."""
    frame = s.frames[s.depth - 1]
    seat = frame.seat
    payee = frame.other
    # §bankrupt.to-bank: deed by deed in the order of the board, then the Chance card, then the Chest card.
    for space in range(SPACES):
        if frame.mask & (1 << space):
            frame.mask &= ~(1 << space)
            open_deed_auction(s, e, seat, space, payee)
            return
    for deck in range(2):
        if frame.cards & (1 << deck):
            frame.cards &= ~(1 << deck)
            push_frame(s, W_BID, seat)
            auction = s.frames[s.depth - 1]
            auction.stage = B_CARD
            auction.what = deck
            emit(e, E_AUCTION_OPENED, C_AUCTION_COURSE, BANK, BANK, 0, 0, B_CARD, deck)
            return
    pop_frame(s)
    if payee == seat:
        share_cash(s, e, seat)


def share_cash(s: State, e: Sink, seat: int) -> None:
    """§bankrupt.each-player: cash is shared as evenly as whole dollars allow, odd dollars from the debtor's left."""
    creditors = live_seats(s)
    total = s.cash[seat]
    even = total // creditors
    odd = total % creditors
    other = next_seat(s, seat)
    for _ in range(creditors):
        part = even
        if odd > 0:
            part += 1
            odd -= 1
        move_cash(s, e, seat, other, part)
        emit(e, E_ESTATE_SHARED, C_BANKRUPT_EACH_PLAYER, seat, other, 0, part, 0, 0)
        other = next_seat(s, other)


def hand_over_as_it_stands(s: State, t: Tables, e: Sink, seat: int, creditor: int) -> None:
    """§short.second-bankruptcy: everything, buildings included, to the creditor; no half price, interest or auction."""
    if creditor == EACH:
        share_cash(s, e, seat)
    else:
        pass_all_cash(s, e, seat, creditor, C_SHORT_SECOND_BANKRUPTCY)
    if creditor == BANK or creditor == EACH:
        for group in range(COLOURS):
            if owns_group(s, t, seat, group):
                clear_group(s, t, group)
        for deck in range(2):
            if s.jail_card[deck] == seat:
                return_jail_card(s, t, e, seat, deck, C_SHORT_SECOND_BANKRUPTCY)
    else:
        pass_jail_cards(s, e, seat, creditor, jail_cards_of(s, seat), C_SHORT_SECOND_BANKRUPTCY)
    for space in range(SPACES):
        if t.group[space] != NO_GROUP and s.owner[space] == seat:
            receiver = creditor
            if creditor == BANK or creditor == EACH:
                receiver = BANK
                s.mortgaged[space] = 0
            pass_deed(s, t, e, space, receiver)
            emit(e, E_DEED_PASSED, C_SHORT_SECOND_BANKRUPTCY, seat, receiver, space, 0, 0, 0)


# --- the hour, and the valuation ------------------------------------------------------------------------------------


def refuse_hour(s: State, t: Tables, a: Action) -> int:
    """Law of the clock's `hour`."""
    # §act.when: the clock alone strikes it.
    if a.seat != CLOCK:
        return C_ACT_WHEN
    # §short1935.hour, §timed.hour: only a game that is played to an hour has one, and it strikes once. §win.last: in
    # the others the last player left wins.
    if not t.hour or s.hour:
        return t.hour_clause
    # §act.when: from a throw or a draw to the end of what it does by itself nobody acts.
    if s.awaits == W_DICE or s.awaits == W_CARD or s.awaits == W_DEAL:
        return C_ACT_WHEN
    return C_NONE


def strike_hour(s: State, t: Tables, e: Sink) -> None:
    """§short1935.hour: no more trading or building; a move under way is completed, and what was won is still placed."""
    s.hour = 1
    emit(e, E_HOUR_STRUCK, t.hour_clause, BANK, BANK, 0, 0, 0, 0)
    void_all_offers(s, e)
    i = 0
    while i < s.claim_count:
        if s.claims[i].turn != s.turns:
            drop_claim(s, i)
        else:
            i += 1
    i = 0
    while i < s.depth:
        frame = s.frames[i]
        building = frame.kind == W_BID and (frame.stage == B_HOUSE or frame.stage == B_HOTEL)
        if building or (frame.kind == W_WANT and frame.stage != CALL_WON):
            drop_frame(s, i)
        else:
            i += 1


def worth(s: State, t: Tables, seat: int) -> int:
    """§short1935.worth, §short.worth: cash, property at printed price, mortgaged at half, buildings at cost."""
    total = s.cash[seat]
    for space in range(SPACES):
        if t.group[space] != NO_GROUP and s.owner[space] == seat:
            value = t.price[space]
            if s.mortgaged[space]:
                value //= 2
            total += value + house_prices(s, t, space) * t.house_price[space]
    return total


def finish_by_worth(s: State, t: Tables, e: Sink, how: int, clause: int) -> None:
    """Richest wins. §worth.tie: those who tie share the win."""
    best = -1
    winners = 0
    # §timed.hour, §house-rules.optional: valued as in the short game of 1935.
    valued_by = clause
    if clause == C_SHORT1935_HOUR:
        valued_by = C_SHORT1935_WORTH
    elif clause == C_SHORT_SECOND_BANKRUPTCY:
        valued_by = C_SHORT_WORTH
    for seat in range(s.players):
        if not s.out[seat]:
            value = worth(s, t, seat)
            emit(e, E_WORTH_COUNTED, valued_by, seat, BANK, 0, value, 0, 0)
            if value > best:
                best = value
                winners = 0
            if value == best:
                winners |= 1 << seat
    end_game(s, e, winners, how, clause)


def end_game(s: State, e: Sink, winners: int, how: int, clause: int) -> None:
    """The game is over: nothing waits any more."""
    s.phase = P_OVER
    s.ended = how
    s.winners = winners
    while s.depth:
        pop_frame(s)
    while s.debt_count:
        drop_debt(s, s.debt_count - 1)
    while s.claim_count:
        drop_claim(s, s.claim_count - 1)
    void_all_offers(s, e)
    emit_mask(e, E_GAME_ENDED, clause, BANK, how, winners)
