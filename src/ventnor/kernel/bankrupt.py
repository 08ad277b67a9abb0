"""Bankruptcy and resignation: who gets the cash, the deeds and the cards.

Implements: §bankrupt.to-player, §bankrupt.interest, §bankrupt.to-bank, §bankrupt.each-player, §bankrupt.turn,
§bankrupt.resign, §win.last, §short.second-bankruptcy, §debt.raise, §debt.order.
"""

from ventnor.kernel.auction import open_deed_auction
from ventnor.kernel.codes import (
    B_CARD,
    BANK,
    C_AUCTION_COURSE,
    C_BANKRUPT_EACH_PLAYER,
    C_BANKRUPT_RESIGN,
    C_BANKRUPT_TO_BANK,
    C_BANKRUPT_TO_PLAYER,
    C_BANKRUPT_TURN,
    C_SHORT_SECOND_BANKRUPTCY,
    C_WIN_LAST,
    COLOURS,
    D_CARD,
    D_INTEREST,
    D_RENT,
    E_AUCTION_OPENED,
    E_BANKRUPT,
    E_BUILDINGS_RETURNED,
    E_CASH_PASSED,
    E_DEED_PASSED,
    E_ESTATE_OPENED,
    E_ESTATE_SHARED,
    E_MORTGAGED,
    E_OPTION_LAPSED,
    E_RESIGNED,
    EACH,
    END_BANKRUPTCIES,
    END_LAST,
    NO_GROUP,
    P_DEAL,
    P_END,
    P_OPENING,
    SPACES,
    W_BID,
    W_BUY,
    W_ESTATE,
)
from ventnor.kernel.debt import (
    creditors_of,
    debt_at_hand,
    delay_of_debts,
    drop_debt,
    first_debt,
    is_owed,
    liquid,
    owe,
    settle_share,
)
from ventnor.kernel.finish import end_game, finish_by_worth, worth
from ventnor.kernel.jail import return_jail_card
from ventnor.kernel.layout import Action, Sink, State, Tables
from ventnor.kernel.ledger import (
    drop_frame,
    emit,
    emit_mask,
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
from ventnor.kernel.reasons import (
    LAWFUL,
    R_DEBT_CAN_BE_RAISED,
    R_DEBT_NOT_DUE,
    R_HOUR_ENDS_RESIGNING,
    R_IS_OWED_FIRST,
    R_OLDER_DEBT_FIRST,
    R_OWES_NOTHING,
    R_RESIGN_BEFORE_START,
    R_RESIGN_BETWEEN_THROWS,
)
from ventnor.kernel.rent import drop_claim
from ventnor.kernel.sell import clear_group
from ventnor.kernel.trade import pass_jail_cards


def refuse_bankrupt(s: State, t: Tables, a: Action) -> int:
    """Return why a seat may not go `bankrupt`."""
    index = first_debt(s, a.seat)
    if index < 0:
        return R_OWES_NOTHING
    if not s.debts[index].due:
        return R_DEBT_NOT_DUE
    # §auction.settle, §mortgage.transfer, §shortage.auction: an auction, a deed just received, or a building just won
    # comes first.
    reason = delay_of_debts(s)
    if reason != LAWFUL:
        return reason
    # §debt.raise: refused while cash, half price of buildings and mortgage values together reach the debt.
    if liquid(s, t, a.seat) >= s.debts[index].amount:
        return R_DEBT_CAN_BE_RAISED
    # §debt.order: not while another debtor still owes this one.
    if debt_at_hand(s) != index:
        if is_owed(s, a.seat):
            return R_IS_OWED_FIRST
        return R_OLDER_DEBT_FIRST
    return LAWFUL


def refuse_resign(s: State, a: Action) -> int:
    """Return why a seat may not `resign`."""
    # §short1935.hour: after the hour the move in hand is finished, and nothing else is done.
    if s.hour:
        return R_HOUR_ENDS_RESIGNING
    # §bankrupt.resign: while no auction, choice or call is open, and after the game has begun.
    if s.phase == P_DEAL or s.phase == P_OPENING:
        return R_RESIGN_BEFORE_START
    if s.depth:
        return R_RESIGN_BETWEEN_THROWS
    return LAWFUL


def resign(s: State, t: Tables, e: Sink, seat: int) -> None:
    """Resign: go bankrupt to the creditor if in debt, else to the Bank (§bankrupt.resign)."""
    emit(e, E_RESIGNED, C_BANKRUPT_RESIGN, seat, BANK, 0, 0, 0, 0)
    leave_behind(s, t, seat)
    go_bankrupt(s, t, e, seat)


def leave_behind(s: State, t: Tables, seat: int) -> None:
    """Note how much is left for late rents of a player who gives up, and who pays them (§bankrupt.resign)."""
    left = liquid(s, t, seat)
    index = first_debt(s, seat)
    if index >= 0:
        creditor = s.debts[index].creditor
        left -= s.debts[index].amount
        if creditor == EACH:
            # §bankrupt.each-player: all the cash is shared by those to whom the debt at hand is owed.
            left = 0
        elif creditor != BANK:
            # §bankrupt.interest: the heir's interest to the Bank comes off what is left for rents.
            left -= interest_of_heir(s, t, seat)
            s.heir[seat] = creditor
    s.left[seat] = max(0, left)
    if left <= 0:
        s.heir[seat] = BANK


def go_bankrupt(s: State, t: Tables, e: Sink, seat: int) -> None:
    """Retire a player and give everything to the creditor of the debt at hand."""
    index = first_debt(s, seat)
    creditor = BANK
    creditors = 0
    amount = 0
    if index >= 0:
        creditor = s.debts[index].creditor
        creditors = creditors_of(s, index)
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
    forget(s, e, seat, creditor)
    if seat == s.turn:
        # §bankrupt.turn: a roller who retires ends the turn, doubles or not.
        s.phase = P_END
        # §bankrupt.interest: the turn is over for all but the heir: nobody else may still lift for the value alone.
        s.fresh = 0
    touch_all(s, e)
    last = live_seats(s) == 1
    if not last and t.ends_at_bankruptcy and s.bankruptcies >= t.ends_at_bankruptcy:
        hand_over_as_it_stands(s, t, e, seat, creditor, creditors)
        finish_by_worth(s, t, e, END_BANKRUPTCIES, C_SHORT_SECOND_BANKRUPTCY)
        return
    return_buildings(s, t, e, seat, clause)
    if creditor == BANK:
        pass_all_cash(s, e, seat, BANK, clause)
        leave_estate(s, t, e, seat, BANK, 0, last)
    elif creditor == EACH:
        leave_estate(s, t, e, seat, seat, creditors, last)
    else:
        inherit(s, t, e, seat, creditor, last)
    if last:
        # §win.last: at the moment the last rival retires: no auction, interest or rent follows.
        winner = next_seat(s, seat)
        end_game(s, e, 1 << winner, END_LAST, C_WIN_LAST)


def forget(s: State, e: Sink, seat: int, creditor: int) -> None:
    """Drop the debts, claims and options of the bankrupt, and pass on what others owe to him."""
    heir = creditor
    if creditor == EACH:
        heir = BANK
    i = 0
    while i < s.debt_count:
        debt = s.debts[i]
        # §debt.order: all other claims on the bankrupt lapse, and so do debts of his heir to him.
        if (debt.debtor == seat and not outlives(s, i)) or (debt.creditor == seat and debt.debtor == heir):
            drop_debt(s, i)
        elif debt.creditor == seat:
            # §debt.order: debts of others to him pass to the player who takes his assets.
            debt.creditor = heir
            i += 1
        else:
            if debt.creditor == EACH:
                # §debt.order: so is his share of a debt to several, unless his heir is the debtor.
                debtor = debt.debtor
                part = debt.share - debt.settled[seat]
                settle_share(s, i, seat, part)
                if debtor != heir:
                    owe(s, e, debtor, heir, part, D_CARD, 0)
            i += 1
    i = 0
    while i < s.claim_count:
        claim = s.claims[i]
        # §rent.ask: an unasked claim dies with the bankruptcy of either side. §bankrupt.resign: but a claim on a player
        # who gives up stays, if he could have raised more than he owed and the owner is not his heir.
        if claim.owner == seat or (claim.payer == seat and (s.left[seat] == 0 or s.heir[seat] == claim.owner)):
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


def outlives(s: State, index: int) -> bool:
    """Return whether a debt outlives its debtor, who retires: what he leaves answers for it (§bankrupt.resign)."""
    debt = s.debts[index]
    # §bankrupt.resign: a rent that waits behind the debt at hand is no worse off than one not asked for.
    rent = debt.cause == D_RENT and not debt.due
    return rent and s.left[debt.debtor] > 0 and s.heir[debt.debtor] != debt.creditor


def return_buildings(s: State, t: Tables, e: Sink, seat: int, clause: int) -> None:
    """Sell the buildings back to the Bank at half price (§bankrupt.to-player)."""
    total = 0
    for group in range(COLOURS):
        if owns_group(s, t, seat, group):
            total += clear_group(s, t, group)
    if total:
        move_cash(s, e, BANK, seat, total)
        emit(e, E_BUILDINGS_RETURNED, clause, seat, BANK, 0, total, 0, 0)


def jail_cards_of(s: State, seat: int) -> int:
    """Return the jail cards that a seat holds, as bits by deck."""
    cards = 0
    for deck in range(2):
        if s.jail_card[deck] == seat:
            cards |= 1 << deck
    return cards


def pass_all_cash(s: State, e: Sink, seat: int, receiver: int, clause: int) -> None:
    """Pass the cash that the bankrupt has left to the creditor, by this clause."""
    if s.cash[seat]:
        emit(e, E_CASH_PASSED, clause, seat, receiver, 0, s.cash[seat], 0, 0)
        move_cash(s, e, seat, receiver, s.cash[seat])


def inherit(s: State, t: Tables, e: Sink, seat: int, heir: int, last: bool) -> None:
    """Pass all cash, properties and jail cards to the creditor (§bankrupt.to-player)."""
    if t.bankrupt_mortgages:
        # §modern:bankrupt.to-player: all properties are mortgaged first, and the creditor gets that money too.
        mortgage_all(s, t, e, seat)
    due = 0 if last else interest_of_heir(s, t, seat)
    for space in range(SPACES):
        if t.group[space] != NO_GROUP and s.owner[space] == seat:
            pass_deed(s, t, e, space, heir)
            emit(e, E_DEED_PASSED, C_BANKRUPT_TO_PLAYER, seat, heir, space, 0, 0, 0)
            if s.mortgaged[space] and not last:
                # §bankrupt.interest: until the turn ends lifting costs the value alone.
                s.fresh |= 1 << space
    pass_all_cash(s, e, seat, heir, C_BANKRUPT_TO_PLAYER)
    pass_jail_cards(s, e, seat, heir, jail_cards_of(s, seat), C_BANKRUPT_TO_PLAYER)
    # §bankrupt.interest: all the 10% are one debt to the Bank.
    owe(s, e, heir, BANK, due, D_INTEREST, 0)


def interest_of_heir(s: State, t: Tables, seat: int) -> int:
    """Return the 10% that the heir of a seat pays at once on each mortgaged property (§bankrupt.interest)."""
    total = 0
    for space in range(SPACES):
        # §modern:bankrupt.to-player: there all properties are mortgaged.
        if t.group[space] != NO_GROUP and s.owner[space] == seat and (s.mortgaged[space] or t.bankrupt_mortgages):
            total += interest(t, space)
    return total


def mortgage_all(s: State, t: Tables, e: Sink, seat: int) -> None:
    """Mortgage the bankrupt's properties that are not mortgaged yet."""
    for space in range(SPACES):
        if t.group[space] != NO_GROUP and s.owner[space] == seat and not s.mortgaged[space]:
            s.mortgaged[space] = 1
            move_cash(s, e, BANK, seat, t.mortgage[space])
            emit(e, E_MORTGAGED, C_BANKRUPT_TO_PLAYER, seat, BANK, space, t.mortgage[space], 0, 0)


def leave_estate(s: State, t: Tables, e: Sink, seat: int, payee: int, creditors: int, last: bool) -> None:
    """Give the properties, free of mortgage, to the Bank for auction (§bankrupt.to-bank, §bankrupt.each-player)."""
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
    # §tax.income: a player with a choice to make answers it before bidding.
    frame = s.frames[slip_frame(s, e, W_ESTATE, seat)]
    frame.other = payee
    frame.passed = creditors
    frame.mask = deeds
    frame.cards = cards
    if deeds:
        emit_mask(e, E_ESTATE_OPENED, clause, seat, 0, deeds)


def continue_estate(s: State, t: Tables, e: Sink) -> None:
    """Auction the next item of the estate, or close the estate."""
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
            push_frame(s, e, W_BID, seat)
            auction = s.frames[s.depth - 1]
            auction.stage = B_CARD
            auction.what = deck
            emit(e, E_AUCTION_OPENED, C_AUCTION_COURSE, BANK, BANK, 0, 0, B_CARD, deck)
            return
    creditors = frame.passed
    pop_frame(s)
    if payee == seat:
        share_cash(s, e, seat, creditors)


def share_cash(s: State, e: Sink, seat: int, creditors: int) -> None:
    """Share the cash evenly; odd dollars go round from the debtor's left (§bankrupt.each-player)."""
    count = 0
    for other in range(s.players):
        if creditors & (1 << other):
            count += 1
    total = s.cash[seat]
    even = total // count
    odd = total % count
    other = seat
    for _ in range(live_seats(s)):
        other = next_seat(s, other)
        # §debt.in-kind: a player who has had his whole share in kind is no creditor any more.
        if not creditors & (1 << other):
            continue
        part = even
        if odd > 0:
            part += 1
            odd -= 1
        move_cash(s, e, seat, other, part)
        emit(e, E_ESTATE_SHARED, C_BANKRUPT_EACH_PLAYER, seat, other, 0, part, 0, 0)


def hand_over_as_it_stands(s: State, t: Tables, e: Sink, seat: int, creditor: int, creditors: int) -> None:
    """Give everything, buildings included, to the creditor as it stands (§short.second-bankruptcy)."""
    # §short.second-bankruptcy: several creditors share the worth of it all, by the valuation that follows.
    value = worth(s, t, seat) - s.cash[seat]
    if creditor != EACH:
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
    if creditor == EACH:
        move_cash(s, e, BANK, seat, value)
        emit(e, E_CASH_PASSED, C_SHORT_SECOND_BANKRUPTCY, BANK, seat, 0, value, 0, 0)
        share_cash(s, e, seat, creditors)
