"""The chain of token movement: sums, small cases counted by hand, and differences between editions."""

from fractions import Fraction

import numpy as np
import pytest

from tests.tables.published import DICE, JAILED, settle
from ventnor import odds
from ventnor.odds.chain import IN_JAIL, SPACES, UnknownPlan, chain, long_run
from ventnor.odds.landing import UnknownCount
from ventnor.rulebook.board import UnknownSpace
from ventnor.rulebook.contradiction import ContradictoryOptions
from ventnor.rulebook.edition import UnknownEdition, UnknownVariant, rows
from ventnor.rulebook.option import Options

PLANS = ("leave", "stay")
GAMES = [(edition, variant, jail) for edition, variant in rows() for jail in PLANS]


@pytest.mark.parametrize(("edition", "variant", "jail"), GAMES)
@pytest.mark.parametrize("take_chance", [False, True])
def test_every_throw_ends_somewhere_and_the_long_run_stays_as_it_is(edition, variant, jail, take_chance):
    found = chain(edition, variant, Options(), jail, take_chance)
    assert found.transition.sum(axis=1) == pytest.approx(1, abs=1e-14)
    states = long_run(found)
    assert states.sum() == pytest.approx(1, abs=1e-14)
    assert np.abs(states @ found.transition - states).max() < 1e-15


@pytest.mark.parametrize(("edition", "variant", "jail"), GAMES)
@pytest.mark.parametrize("per", ["roll", "turn"])
def test_shares_make_one(edition, variant, jail, per):
    found = odds.landing(edition, variant, jail=jail, per=per)
    assert found.shares.sum() + found.in_jail == pytest.approx(1, abs=1e-14)
    assert sum(row.share for row in found.table()) == pytest.approx(1, abs=1e-14)
    assert len(found.table()) == SPACES + 1
    assert sum(found.routes.shares.values()) == pytest.approx(1)
    assert found.space("go-to-jail") == 0
    assert found.space("in-jail") == found.in_jail


@pytest.mark.parametrize("jail", PLANS)
def test_by_throw_landings_are_shares_and_by_turn_there_are_more(jail):
    throw, turn = odds.landing(jail=jail), odds.landing(jail=jail, per="turn")
    assert throw.landings == pytest.approx(throw.shares, abs=1e-15)
    assert turn.landings == pytest.approx(throw.landings * throw.throws_per_turn)
    assert turn.landings.sum() > turn.shares.sum()
    assert turn.routes.total == pytest.approx(throw.routes.total * throw.throws_per_turn)


@pytest.mark.parametrize("jail", PLANS)
def test_a_turn_more_leaves_the_ends_of_turns_as_they_are(jail):
    found = chain("official", "", Options(), jail, take_chance=False)
    states = long_run(found)
    ends = np.where(found.over, states, 0)
    ends /= ends.sum()
    after, going = np.zeros_like(ends), ends
    for _ in range(3):
        going = going @ found.transition
        after += np.where(found.over, going, 0)
        going = np.where(found.over, 0, going)
    assert after == pytest.approx(ends, abs=1e-15)
    assert odds.landing(jail=jail, per="turn").in_jail == pytest.approx(ends @ found.places[:, IN_JAIL])


def test_results_cannot_be_written_to():
    with pytest.raises(ValueError, match="read-only"):
        odds.landing().shares[0] = 1


# ── Counted by hand ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_first_throw():
    first = odds.next_throw("go")
    assert first.space("oriental") == pytest.approx(5 / 36)
    assert first.space("chest-1") == pytest.approx(1 / 36 * 14 / 16)
    # By 7 from GO to Chance, or by 2 to Community Chest, and the card to Jail there.
    assert first.in_jail == pytest.approx((6 + 1) / 36 / 16)
    # By 5, or by the cards to Reading Railroad at Chance.
    assert first.space("reading") == pytest.approx(4 / 36 + 6 / 36 / 16)
    # Two cards to the next railroad; one to the next utility, besides a throw of 12.
    assert first.space("pennsylvania-rr") == pytest.approx(6 / 36 * 2 / 16)
    assert first.space("electric") == pytest.approx(1 / 36 + 6 / 36 / 16)


def test_three_back_from_the_last_chance_lands_on_community_chest_and_draws_there():
    found = odds.next_throw("north-carolina")
    # By 4 to Chance; by 10 to the Community Chest beyond GO.
    assert found.space("chest-3") == pytest.approx(3 / 36 / 16 * 14 / 16)
    assert found.in_jail == pytest.approx(3 / 36 * (1 / 16 + 1 / 16 / 16) + 3 / 36 / 16)


def test_a_third_throw_after_two_doubles():
    found = odds.next_throw("free-parking", doubles=2)
    # §move.three-doubles: six of the thirty-six throws; two more (4 and 6) reach 'Go to Jail'.
    assert found.in_jail == pytest.approx(8 / 36)
    assert found.space("indiana") == pytest.approx(2 / 36)  # 1 and 2 only


def test_doubles_send_to_jail_by_the_third_throw_only():
    found = chain("official", "", Options(), "leave", take_chance=False)
    by_doubles = found.routes[:, 2]
    assert by_doubles[2 * SPACES : 3 * SPACES] == pytest.approx(1 / 6)
    assert by_doubles[: 2 * SPACES] == pytest.approx(0)
    # Three doubles in succession come once in 216 turns, less the turns that a space or a card has ended before.
    turn = odds.landing(per="turn")
    assert 0.9 / 216 < turn.routes.doubles < 1 / 216


def ends_in_jail(space: int, doubles: int) -> Fraction:
    """Return the probability that a turn ends in Jail, by counting all throws and cards of it."""
    found = Fraction(0)
    for one, two in DICE:
        if one == two and doubles == 2:
            found += Fraction(1, 36)
            continue
        for place, part in settle((space + one + two) % 40).items():
            if place == JAILED:
                found += part / 36
            elif one == two:
                found += part / 36 * ends_in_jail(place, doubles + 1)
    return found


@pytest.mark.parametrize("slug", ["virginia", "free-parking", "luxury-tax"])
def test_whole_turns_counted_out(slug):
    found = odds.next_throw(slug)
    assert found.turn_in_jail == pytest.approx(float(ends_in_jail(found.board.space(slug).index, 0)))


def test_how_long_a_stay_in_jail_lasts():
    # One throw sends there; staying, five of six first throws and five of six second ones keep a player in.
    leave, stay = odds.landing(jail="leave"), odds.landing(jail="stay")
    assert leave.in_jail == pytest.approx(leave.routes.total)
    assert stay.in_jail == pytest.approx(stay.routes.total * (1 + 5 / 6 + 25 / 36))


def test_throws_of_a_player_in_jail():
    # §jail.doubles: by 2, 4, 6, 8, 10 or 12; the last is Chance, where a card sends back.
    first = odds.next_throw("in-jail", jail="stay")
    assert first.in_jail == pytest.approx(30 / 36 + 1 / 36 / 16)
    assert first.space("electric") == pytest.approx(1 / 36)
    assert first.space("states") == 0
    # §jail.doubles-no-second: they give no second throw; §1935:jail.doubles-no-second: there they do.
    assert first.turn.sum() + first.turn_in_jail == pytest.approx(1)
    early = odds.next_throw("in-jail", "1935", jail="stay")
    assert early.turn.sum() + early.turn_in_jail > 1.1
    # §jail.fine: who has paid throws and moves as usual.
    paid, visiting = odds.next_throw("in-jail", jail="leave"), odds.next_throw("jail", jail="leave")
    assert paid.shares == pytest.approx(visiting.shares)
    assert paid.turn == pytest.approx(visiting.turn)


def test_the_third_turn_in_jail_moves_by_any_throw():
    found = chain("official", "", Options(), "stay", take_chance=False)
    third = found.transition[found.state(IN_JAIL) + 2]
    assert third @ found.places == pytest.approx(found.transition[found.state(10)] @ found.places)
    # §jail.third: moved by that throw; doubles or not, the turn is over.
    assert third[found.over].sum() == pytest.approx(1)


# ── What editions change ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("edition", "stays_at_chance", "stays_at_chest"),
    [("1935", 9 / 16, 13 / 16), ("classic", 6 / 16, 14 / 16), ("modern", 6 / 16, 14 / 16)],
)
def test_how_many_cards_leave_the_token_where_it_is(edition, stays_at_chance, stays_at_chest):
    found = odds.landing(edition)
    by_slug = {row.slug: row for row in found.table()}
    for number in (1, 2, 3):
        chance, chest = by_slug[f"chance-{number}"], by_slug[f"chest-{number}"]
        assert chance.share / chance.visits == pytest.approx(stays_at_chance)
        assert chest.share / chest.visits == pytest.approx(stays_at_chest)


def test_the_decks_of_1935():
    early, classic = odds.landing("1935"), odds.landing("classic")
    assert early.by_nearest.sum() == 0
    assert classic.by_nearest.sum() > 0
    # Back to Baltic Avenue, a card of these decks alone.
    assert early.by_card[3] > 0
    assert classic.by_card[3] == 0
    assert early.space("electric") < classic.space("electric")
    assert odds.landing("1935", options=Options(decks="classic")).shares == pytest.approx(classic.shares)


def test_to_pay_ten_or_take_a_chance():
    pay, draw = odds.landing("1935"), odds.landing("1935", take_chance=True)
    row = {row.slug: row for row in draw.table()}["chest-2"]
    # §cards.pay-or-chance: nine of the sixteen Chance cards leave the token there too.
    assert row.share / row.visits == pytest.approx(12 / 16 + 1 / 16 * 9 / 16)
    # Three back from the first Community Chest is Boardwalk: by 4 to Community Chest, by 9 to Chance.
    from_luxury_tax = odds.next_throw("luxury-tax", "1935", take_chance=True)
    assert from_luxury_tax.space("boardwalk") == pytest.approx(3 / 36 / 16 * 2 / 16 + 4 / 36 / 16)
    # Three back from the third is 'Go to Jail', and the card to Jail leads there from all: by 2 to the third Community
    # Chest, by 5 to Chance and three back to it, by 11 to the first.
    more = odds.next_throw("pacific", "1935", take_chance=True).in_jail - odds.next_throw("pacific", "1935").in_jail
    assert more == pytest.approx(1 / 36 / 16 * 2 / 16 + 4 / 36 / 16 / 16 * 2 / 16 + 2 / 36 / 16 / 16)
    assert odds.landing("classic", take_chance=True).shares == pytest.approx(odds.landing("classic").shares)
    assert draw.routes.total > pay.routes.total


def test_modern_moves_as_classic_does_unless_its_other_reading_is_chosen():
    for jail in PLANS:
        assert odds.landing("modern", jail=jail).shares == pytest.approx(odds.landing("classic", jail=jail).shares)
    again = Options(jail_doubles_again=True)
    assert odds.landing("modern", options=again, jail="stay").in_jail > odds.landing("modern", jail="stay").in_jail
    assert odds.landing("modern", options=again).in_jail == pytest.approx(odds.landing("modern").in_jail)


# ── What there is not ───────────────────────────────────────────────────────────────────────────────────────────────


def test_what_there_is_not_is_named():
    with pytest.raises(UnknownEdition, match="1936"):
        odds.landing("1936")
    with pytest.raises(UnknownVariant, match="timed"):
        odds.landing("official", "timed")
    with pytest.raises(ContradictoryOptions, match="jail_doubles_again"):
        odds.landing("official", options=Options(jail_doubles_again=True))
    with pytest.raises(UnknownPlan, match="jail must be leave or stay, not 'sit'"):
        odds.landing(jail="sit")
    with pytest.raises(UnknownPlan, match="per must be roll or turn"):
        odds.landing(per="game")
    with pytest.raises(UnknownSpace, match="mayfair"):
        odds.landing().space("mayfair")
    with pytest.raises(UnknownSpace, match="mayfair"):
        odds.next_throw("mayfair")
    with pytest.raises(UnknownCount, match="from 0 to 2"):
        odds.next_throw("go", doubles=3)
    with pytest.raises(UnknownCount, match="from 0 to 0"):
        odds.next_throw("in-jail", doubles=1)
