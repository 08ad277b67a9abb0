"""Rent: how much it is, when it falls due, and how the owner asks for it.

Implements: §rent.due, §rent.mortgaged, §rent.monopoly, §rent.monopoly-mortgaged, §rent.railroads, §rent.utilities,
§rent.ask, §rent.fixed, §rent.nearest. Knows nothing of how a debt is raised (`debt`).
"""

from ventnor.kernel.codes import (
    BY_DICE,
    BY_NEAREST,
    C_HOUSE_RULES_OPTIONAL,
    C_RENT_ASK,
    C_RENT_DUE,
    C_RENT_NEAREST,
    CLAIMS,
    D_RENT,
    DEBTS,
    E_RENT_ASKED,
    E_RENT_FELL_DUE,
    E_RENT_LAPSED,
    FRAMES,
    S_LOT,
    S_RAILROAD,
    T_RENT,
    W_DICE,
    W_LAST_RENT,
)
from ventnor.kernel.debt import owe
from ventnor.kernel.layout import Action, Sink, State, Tables
from ventnor.kernel.ledger import any_mortgaged, emit, owns_group, push_frame, touch
from ventnor.kernel.reasons import (
    LAWFUL,
    R_NO_RENT,
    R_NO_RENT_IN_JAIL,
    R_NO_RENT_WHILE_MORTGAGED,
    R_NO_SUCH_PAYER,
    R_TOO_MUCH_OPEN,
)


def rent_of_lot(s: State, t: Tables, space: int) -> int:
    """Return the rent of a colour lot as it stands."""
    houses = s.houses[space]
    if houses > 0:
        # §rent.due: the rent that the deed lists for its state.
        return t.rent[space][houses]
    bare = t.rent[space][0]
    group = t.group[space]
    if not owns_group(s, t, s.owner[space], group):
        return bare
    # §rent.monopoly-mortgaged: a mortgaged neighbour ends the doubling in some editions only.
    if t.mortgage_ends_doubling and any_mortgaged(s, t, group):
        return bare
    # §rent.monopoly: bare lots of a complete group pay double, also while other lots of it have buildings.
    return 2 * bare


def fall_due(s: State, t: Tables, e: Sink, payer: int, space: int, how: int) -> None:
    """Let the owner ask for rent: a token has stopped on the property."""
    owner = s.owner[space]
    # §rent.mortgaged: no rent on a mortgaged property. §rent.fixed: as it stands on landing.
    if s.mortgaged[space]:
        return
    # §jail.business: an owner in Jail collects rent (a house rule says otherwise).
    if s.jail_turn[owner] and not t.jail_rent:
        return
    held = s.holds[owner][t.group[space]]
    amount = 0
    factor = 0
    if t.kind[space] == S_LOT:
        amount = rent_of_lot(s, t, space)
    elif t.kind[space] == S_RAILROAD:
        # §rent.railroads: by how many railroads the owner holds, mortgaged ones included.
        amount = t.rent[space][held - 1]
        if how == BY_NEAREST:
            # §rent.nearest: twice the rent otherwise due.
            amount *= t.nearest_railroad
    else:
        # §rent.utilities: 4 times the throw, 10 times if the owner holds both.
        factor = t.rent[space][held - 1]
        if how == BY_NEAREST:
            # §rent.nearest: ten times, however many the owner holds.
            factor = t.nearest_utility
        if how == BY_DICE and not t.utility_rethrow:
            # §rent.utilities: the throw that brought the player there counts; the dice are not thrown again.
            amount = factor * (s.die1 + s.die2)
            factor = 0
    if s.claim_count >= CLAIMS:
        e.full = 1
        return
    claim = s.claims[s.claim_count]
    claim.owner = owner
    claim.payer = payer
    claim.space = space
    claim.amount = amount
    claim.factor = factor
    claim.turn = s.turns
    s.claim_count += 1
    touch(e, owner)
    clause = C_RENT_DUE
    if t.immediate_rent:
        # §house-rules.optional: nobody needs to ask.
        clause = C_HOUSE_RULES_OPTIONAL
    elif how == BY_NEAREST:
        clause = C_RENT_NEAREST
    emit(e, E_RENT_FELL_DUE, clause, owner, payer, space, amount, factor, 0)
    if t.immediate_rent:
        collect(s, e, s.claim_count - 1)


def drop_claim(s: State, index: int) -> None:
    """Remove a claim from the list; the others keep their order."""
    for i in range(index, s.claim_count - 1):
        lower = s.claims[i]
        upper = s.claims[i + 1]
        lower.owner = upper.owner
        lower.payer = upper.payer
        lower.space = upper.space
        lower.amount = upper.amount
        lower.factor = upper.factor
        lower.turn = upper.turn
    s.claim_count -= 1
    last = s.claims[s.claim_count]
    last.owner = 0
    last.payer = 0
    last.space = 0
    last.amount = 0
    last.factor = 0
    last.turn = 0


def hide_claims(s: State, seat: int, sharp: int) -> None:
    """Remove from a copied state the rents that a seat may not know of (§rent.ask); seat -1 is a spectator."""
    for i in range(s.claim_count - 1, -1, -1):
        claim = s.claims[i]
        mine = seat < 0 or seat == claim.owner or seat == claim.payer
        # §short1935.hour: at an attentive table what the game waits for is no secret.
        awaited = i == 0 and s.awaits == W_LAST_RENT
        if sharp or not (mine or awaited):
            drop_claim(s, i)


def drop_claims_of(s: State, e: Sink, owner: int) -> None:
    """Drop the rents that a player sent to Jail has not asked for."""
    i = 0
    while i < s.claim_count:
        claim = s.claims[i]
        if claim.owner == owner:
            emit(e, E_RENT_LAPSED, C_HOUSE_RULES_OPTIONAL, owner, claim.payer, claim.space, 0, 0, 0)
            drop_claim(s, i)
        else:
            i += 1


def find_claim(s: State, owner: int, space: int, payer: int) -> int:
    """Return the index of the oldest claim of this owner on this payer for this space, or -1."""
    for i in range(s.claim_count):
        claim = s.claims[i]
        if claim.owner == owner and claim.space == space and claim.payer == payer:
            return i
    return -1


def ask(s: State, e: Sink, index: int) -> None:
    """Ask for the rent (§rent.ask)."""
    claim = s.claims[index]
    emit(e, E_RENT_ASKED, C_RENT_ASK, claim.owner, claim.payer, claim.space, claim.amount, claim.factor, 0)
    collect(s, e, index)


def collect(s: State, e: Sink, index: int) -> None:
    """Turn a rent into a debt, after a throw if a throw decides it."""
    claim = s.claims[index]
    owner = claim.owner
    payer = claim.payer
    space = claim.space
    amount = claim.amount
    factor = claim.factor
    drop_claim(s, index)
    if factor:
        # §rent.utilities: the throw is made when the rent is asked for and counts for nothing else.
        push_frame(s, e, W_DICE, payer)
        frame = s.frames[s.depth - 1]
        frame.what = T_RENT
        frame.other = owner
        frame.space = space
        frame.amount = factor
    else:
        owe(s, e, payer, owner, amount, D_RENT, space)


def refuse_ask_rent(s: State, t: Tables, a: Action) -> int:
    """Return why a seat may not `ask-rent`."""
    index = find_claim(s, a.seat, a.space, a.other)
    if index < 0:
        # §rent.mortgaged: for a mortgaged property nothing falls due.
        if s.owner[a.space] == a.seat and s.mortgaged[a.space]:
            return R_NO_RENT_WHILE_MORTGAGED
        if a.other < 0 or a.other >= s.players:
            return R_NO_SUCH_PAYER
        # §house-rules.optional: a house rule lets nobody in Jail collect rent.
        if s.jail_turn[a.seat] and not t.jail_rent:
            return R_NO_RENT_IN_JAIL
        # §rent.ask: a rent that is asked for too late, or was never due, is not owed.
        return R_NO_RENT
    if s.debt_count >= DEBTS or s.depth >= FRAMES:
        return R_TOO_MUCH_OPEN
    return LAWFUL


def let_claims_lapse(s: State, t: Tables, e: Sink) -> None:
    """Remove the claims that have run out, when a throw is made."""
    i = 0
    while i < s.claim_count:
        claim = s.claims[i]
        # §rent.ask: until the first throw of the next turn but one (modern: of the next turn).
        if claim.turn + t.rent_turns <= s.turns:
            emit(e, E_RENT_LAPSED, C_RENT_ASK, claim.owner, claim.payer, claim.space, 0, 0, 0)
            drop_claim(s, i)
        else:
            i += 1
