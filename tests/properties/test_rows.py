"""Random play in all games, with house rules mixed at random and the law switched on for every player.

Wild players do anything lawful from layouts of every sort; the kernel's own policies, which are trusted in batches,
are held to the law too. All along the books must balance. Rare things must have happened in every edition
that knows them, or the run has proved nothing about them.
"""

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import count

import pytest

from tests.kit.wild import LAYOUTS, OCCURRENCES, wild_game
from ventnor.kernel import codes, policies
from ventnor.kernel.batch import ENDLESS, play_game
from ventnor.kernel.chance import seed_chance
from ventnor.kernel.layout import Action, Chance, Cursor, Sink, State, Tables
from ventnor.kernel.legal import refuse
from ventnor.kernel.reasons import LAWFUL, NAMES
from ventnor.kernel.scheduler import start_cursor
from ventnor.kernel.start import set_up
from ventnor.kernel.step import settle
from ventnor.rulebook.contradiction import ContradictoryOptions
from ventnor.rulebook.option import Options, options
from ventnor.rulebook.setting import settings
from ventnor.tables import tables

ROWS = (
    ("1935", ""),
    ("1935", "short"),
    ("classic", ""),
    ("anniversary", ""),
    ("anniversary", "short"),
    ("anniversary", "timed"),
    ("official", ""),
    ("modern", ""),
)

MINIMUM = 100
"""How often each rare thing must have happened in an edition."""
SEEK = {
    "estate auction": "owing each",
    "bankruptcy to several players": "owing each",
    "heir in debt": "heirs",
    "rent asked during an auction": "option",
    "hotel step blocked by lack of houses": "hotels",
}
"""Where to look for what is still missing; the rest turns up wherever houses are short."""
PLIES = 16_000
"""Plies of wild play in each game in an ordinary run; ten times as many in a long one."""
PLAYED, MIXED = "plies", "plies with house rules"
MIXES = 2
"""Mixes of house rules for each game in an ordinary run; ten times as many in a long one."""
BETWEEN_CHECKS = 16
"""Plies from one look at everything to the next; cash is looked at after each."""
LIMIT = 40
"""Games at most, for each time that a rare thing must happen."""


def rows_of(edition: str) -> list[str]:
    """Return the regular game of an edition, and its short ones."""
    return [variant for name, variant in ROWS if name == edition]


def known_to(edition: str) -> set[str]:
    """Return the rare things that can happen in an edition at all."""
    t = [tables(edition, variant) for variant in rows_of(edition)]
    known = {*OCCURRENCES}
    if not any(each.hour for each in t):
        known.remove("hour in mid-move")
    # §1935:sell.hotels: a hotel is sold whole, so no step can be blocked.
    if t[0].hotel_sold_whole:
        known.remove("hotel step blocked by lack of houses")
    if not any(kind == codes.K_PAY_EACH for deck in range(2) for kind in t[0].card_kind[deck]):
        known.remove("bankruptcy to several players")
    return known


def mix_options(rng: random.Random, edition: str, variant: str) -> Options:
    """Return house rules at random that do not contradict one another."""
    while True:
        chosen: dict[str, object] = {}
        for each in options():
            if rng.random() < 0.7:
                continue
            if each.type == "choice":
                chosen[each.name] = rng.choice(list(each.choices))
            else:
                chosen[each.name] = True if each.type == "switch" else rng.randint(each.least, each.most)
        made = Options.from_mapping(chosen)
        try:
            settings(edition, variant, made)
        except ContradictoryOptions:
            continue
        return made


@cache
def mixes(edition: str, variant: str, number: int) -> tuple[Options, ...]:
    """Return some mixes of house rules for a game: each needs its own tables, which take a while to fill."""
    rng = random.Random(f"house rules for {edition} {variant}")
    return tuple(mix_options(rng, edition, variant) for _ in range(number))


def check_cash(s: State) -> None:
    """Check that every dollar is somewhere, and that only the Bank is below zero."""
    assert sum(s.cash) == 0
    assert min(s.cash[: s.players]) >= 0
    assert s.cash[codes.POT] >= 0


def check_books(s: State, t: Tables) -> None:
    """Check the invariants of a game."""
    check_cash(s)
    standing = list(s.houses)
    if not t.unlimited_buildings:
        assert s.hotels_left + standing.count(codes.HOTEL) == t.hotels
        assert s.houses_left + sum(each for each in standing if each != codes.HOTEL) == t.houses
    owners = list(s.owner)
    for group in range(codes.GROUPS):
        spaces = [t.lots[group][i] for i in range(t.group_size[group])]
        for seat in {owners[space] for space in spaces}:
            assert s.holds[seat][group] == sum(owners[space] == seat for space in spaces)
            assert seat == codes.BANK or not s.out[seat]
        built = [standing[space] for space in spaces]
        if any(built):
            assert len({owners[space] for space in spaces}) == 1
            if t.even_building and t.even_selling:
                heights = [t.houses_per_hotel + 1 if each == codes.HOTEL else each for each in built]
                assert max(heights) - min(heights) <= 1


def play_wild(
    rng: random.Random, edition: str, variant: str, layout: str, chosen: Options, counts: Counter[str]
) -> int:
    """Play a wild game, check law and accounts all along, and return its plies."""
    plies = 0
    for s, t, act in wild_game(rng, edition, variant, chosen, layout=layout, cap=120, counts=counts):
        assert refuse(s, t, act) == LAWFUL
        check_cash(s)
        if plies % BETWEEN_CHECKS == 0:
            check_books(s, t)
        plies += 1
    return plies


def play_rows(edition: str, plies: int, mixed: int) -> dict[str, Counter[str]]:
    """Play this many plies in every game of an edition, and more for rare events; return what happened."""
    rng = random.Random(f"rows of {edition}")
    counts = {variant: Counter[str]() for variant in rows_of(edition)}
    for variant, each in counts.items():
        for number in count():
            if each[PLAYED] >= plies:
                break
            # Every layout is played twice in a row, the second time with house rules.
            layout = LAYOUTS[number // 2 % len(LAYOUTS)]
            chosen = rng.choice(mixes(edition, variant, mixed)) if number % 2 else Options()
            played = play_wild(rng, edition, variant, layout, chosen, each)
            each[PLAYED] += played
            each[MIXED] += played if number % 2 else 0
    for wanted in sorted(known_to(edition)):
        variants = [name for name in counts if wanted != "hour in mid-move" or tables(edition, name).hour]
        for games in range(LIMIT * MINIMUM):
            if sum(each[wanted] for each in counts.values()) >= MINIMUM:
                break
            each = counts[variants[games % len(variants)]]
            layout = SEEK.get(wanted, "shortage")
            each[PLAYED] += play_wild(rng, edition, variants[games % len(variants)], layout, Options(), each)
    return counts


EDITIONS = tuple(dict.fromkeys(name for name, _ in ROWS))


def check_occurrences(
    edition: str, counts: dict[str, Counter[str]], plies: int, record: Callable[[str, object], None]
) -> None:
    """Check that enough was played, and every rare thing of the edition happened often enough."""
    for variant, each in counts.items():
        for name in (PLAYED, MIXED, *OCCURRENCES):
            record(f"{name}: {edition} {variant}".rstrip(), f"{each[name]:,}" if each[name] else "")
    assert all(each[PLAYED] >= plies for each in counts.values())
    found = {name: sum(each[name] for each in counts.values()) for name in sorted(known_to(edition))}
    assert not {name: times for name, times in found.items() if times < MINIMUM}, "too seldom"


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_wild_play_keeps_the_law_and_the_books(edition: str, record_property: Callable[[str, object], None]) -> None:
    check_occurrences(edition, play_rows(edition, PLIES, MIXES), PLIES, record_property)


@pytest.mark.long
@pytest.mark.parametrize("edition", EDITIONS)
def test_wild_play_at_length(edition: str, record_property: Callable[[str, object], None]) -> None:
    check_occurrences(edition, play_rows(edition, 10 * PLIES, 10 * MIXES), 10 * PLIES, record_property)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_rare_thing_that_is_missing_fails_the_run(edition: str) -> None:
    for missing in known_to(edition):
        counts = {variant: Counter[str]({PLAYED: PLIES}) for variant in rows_of(edition)}
        counts[""] += Counter({name: MINIMUM - (name == missing) for name in known_to(edition)})
        with pytest.raises(AssertionError, match=f"(?s)too seldom.*{missing}"):
            check_occurrences(edition, counts, PLIES, lambda name, value: None)


# --- the kernel's own players -----------------------------------------------------------------------------------------

POLICIES = (policies.cautious, policies.random)


def play_policies(edition: str, variant: str, plies: int, mixed: int) -> int:
    """Play whole games of the kernel's policies with the law switched on; return their plies."""
    rng = random.Random(f"policies in {edition} {variant}")
    played = 0
    while played < plies:
        chosen = rng.choice((Options(), *mixes(edition, variant, mixed)))
        t = tables(edition, variant, chosen)
        s, e, c, chance, a = State(), Sink(), Cursor(), Chance(), Action()
        seed_chance(chance, rng.getrandbits(60), 0)
        hour_at = rng.randint(20, 200) if t.hour else 0
        set_up(s, t, e, rng.randint(t.players_min, t.players_max))
        start_cursor(c, s.players, 1, hour_at)
        settle(s, t, e)
        seated = tuple(rng.choice(POLICIES) for _ in range(codes.SEATS))
        made = play_game(s, t, e, c, chance, a, seated, 150, 1, ENDLESS, 0)
        assert made >= 0, f"{edition} {variant} {chosen}: refused by {NAMES[-made]}"
        check_books(s, t)
        played += made
    return played


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "variant"), ROWS)
def test_the_policies_keep_the_law(edition: str, variant: str) -> None:
    assert play_policies(edition, variant, 5_000, MIXES) >= 5_000


@pytest.mark.long
@pytest.mark.parametrize(("edition", "variant"), ROWS)
def test_the_policies_keep_the_law_at_length(
    edition: str, variant: str, record_property: Callable[[str, object], None]
) -> None:
    played = play_policies(edition, variant, 100_000, 10 * MIXES)
    record_property(f"{PLAYED}: {edition} {variant}".rstrip(), f"{played:,}")
    assert played >= 100_000
