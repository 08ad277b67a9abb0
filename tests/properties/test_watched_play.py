"""Random play with checks over several actions: wealth made of nothing, who retires, secrets."""

import random
from collections import Counter
from collections.abc import Callable

import pytest

from tests.kit.wild import LAYOUTS, Wild
from ventnor.kernel import codes
from ventnor.kernel.layout import Action, State, Tables
from ventnor.kernel.ledger import house_prices
from ventnor.kernel.rent import drop_claim
from ventnor.notation import Heading
from ventnor.rulebook.edition import rows
from ventnor.server.entry_points import EntryPoints
from ventnor.view import View

CAP = 200
AT_LENGTH = 1_000_000
BY_THE_BANK = frozenset({codes.A_BUILD, codes.A_SELL, codes.A_SELL_GROUP, codes.A_MORTGAGE, codes.A_LIFT, codes.A_KEEP,
    codes.A_BUY, codes.A_BID, codes.A_PASS, codes.A_WANT, codes.A_PAY_FINE})  # fmt: skip
"""Actions by which a player deals with the Bank alone, if nothing else follows."""
RAISING = frozenset({codes.A_SELL, codes.A_SELL_GROUP, codes.A_MORTGAGE})
"""Actions that turn property into cash, and change nothing else."""
BETWEEN_THEM = frozenset({codes.E_BOUGHT, codes.E_HOUSE_BUILT, codes.E_HOTEL_BUILT, codes.E_HOUSE_SOLD,
    codes.E_HOTEL_SOLD, codes.E_GROUP_SOLD, codes.E_MORTGAGED, codes.E_LIFTED, codes.E_KEPT, codes.E_AUCTION_OPENED,
    codes.E_BID, codes.E_PASSED, codes.E_AUCTION_FAILED, codes.E_CALL_OPENED, codes.E_WISHED, codes.E_CALL_CLOSED,
    codes.E_OFFER_LAPSED, codes.E_RENT_LAPSED, codes.E_JAIL_LEFT})  # fmt: skip
"""What such an action brings if nobody else pays or is paid for anything."""


def wealth(s: State, t: Tables, seat: int) -> int:
    """Return cash, what the Bank would give for the rest, and the price of a building still to be placed."""
    total = s.cash[seat]
    for space in range(codes.SPACES):
        if t.group[space] != codes.NO_GROUP and s.owner[space] == seat:
            total += house_prices(s, t, space) * t.house_price[space] // 2
            total += 0 if s.mortgaged[space] else t.mortgage[space]
    for i in range(s.depth):
        frame = s.frames[i]
        if frame.kind == codes.W_WANT and frame.stage == codes.CALL_WON and frame.other == seat:
            total += frame.amount
    return total


def is_between_them(wild: Wild, act: Action) -> bool:
    """Return whether an action was a player's business with the Bank. A deed may be a bargain at an auction."""
    events = [wild.e.events[i] for i in range(wild.e.count)]
    buildings = {codes.B_HOUSE, codes.B_HOTEL}
    return act.kind in BY_THE_BANK and all(
        event.kind in BETWEEN_THEM or (event.kind == codes.E_AUCTION_WON and event.x in buildings) for event in events
    )


def check_retiring(before: State, s: State, act: Action) -> None:
    """Check that nobody gives up after the hour, and that a retired player leaves only inherited fresh mortgages."""
    # §short1935.hour: the move in hand is finished, and nothing else.
    assert act.kind != codes.A_RESIGN or not before.hour
    assert s.out[act.seat]
    if act.seat == before.turn:
        # §mortgage.transfer: "in that turn" is over, but for what the heirs have just received.
        for space in range(codes.SPACES):
            assert not s.fresh >> space & 1 or before.owner[space] == act.seat


def check_secret(s: State, t: Tables, heading: Heading, entry_points: EntryPoints) -> None:
    """Check that at a sharp table no view and no menu shows a waiting rent (§rent.ask)."""
    bare = State.from_buffer_copy(s)
    while bare.claim_count:
        drop_claim(bare, bare.claim_count - 1)
    for seat in (None, *range(s.players)):
        seen, without = (
            View(each, t, edition=heading.edition, variant=heading.variant, seat=seat, table="sharp").to_json()
            for each in (s, bare)
        )
        assert seen == without
        if seat is not None and not s.out[seat]:
            assert entry_points.menus(s, t, "sharp", (seat,)) == entry_points.menus(bare, t, "sharp", (seat,))


def watch(heading: Heading, plies: int, seed: int) -> Counter[str]:
    """Play so many plies of an edition or short game at sharp tables, and watch every one."""
    counts: Counter[str] = Counter()
    entry_points = EntryPoints()
    number = played = 0
    while played < plies:
        rng = random.Random(f"{heading.edition} {heading.variant} {seed} {number}")
        wild = Wild(rng, heading.tables, LAYOUTS[number % len(LAYOUTS)], 0, Counter())
        wild.s.sharp = 1
        number += 1
        for _ in range(CAP):
            if wild.s.phase == codes.P_OVER:
                break
            act = wild.choose()
            before = State.from_buffer_copy(wild.s)
            if wild.s.claim_count and wild.s.awaits > codes.W_CARD and (wild.s.hour or rng.random() < 0.03):
                check_secret(wild.s, wild.t, heading, entry_points)
                counts["secret after the hour" if wild.s.hour else "secret"] += 1
            wild.carry_out(act)
            if wild.e.full:
                break  # an engine refuses what its record has no room for, with `RecordFull`
            played += 1
            if is_between_them(wild, act):
                counts["with the Bank"] += 1
                for seat in range(before.players):
                    gain = wealth(wild.s, wild.t, seat) - wealth(before, wild.t, seat)
                    assert gain <= 0, f"seat {seat} gains {gain} from the Bank by action {act.kind}"
                    assert gain == 0 or act.kind not in RAISING
            if act.kind in {codes.A_RESIGN, codes.A_BANKRUPT}:
                check_retiring(before, wild.s, act)
                counts["retired"] += 1
    counts["plies"] = played
    return counts


@pytest.mark.parametrize(("edition", "variant"), rows())
def test_nothing_comes_of_nothing_and_secrets_are_kept(edition: str, variant: str) -> None:
    counts = watch(Heading(edition, variant), 3_000, 0)
    assert counts["with the Bank"] > 200
    assert counts["retired"] > 5
    assert counts["secret"] > 2
    assert counts["secret after the hour"] > 5 or not Heading(edition, variant).tables.hour


@pytest.mark.long
@pytest.mark.parametrize(("edition", "variant"), rows())
def test_nothing_comes_of_nothing_and_secrets_are_kept_at_length(
    edition: str, variant: str, record_property: Callable[[str, object], None]
) -> None:
    counts = watch(Heading(edition, variant), AT_LENGTH, 1)
    for name, count in sorted(counts.items()):
        record_property(name, count)
    assert counts["plies"] >= AT_LENGTH
