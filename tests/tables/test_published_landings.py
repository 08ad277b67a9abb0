"""The published table of landings: the figures that agree with the chain, and why the others cannot."""

import numpy as np
import pytest

from tests.tables.published import LEAVE, STAY, THROWS_COUNTED, landings, published
from ventnor import odds
from ventnor.odds.chain import SPACES, Array, chain, long_run
from ventnor.rulebook.option import Options

# What the table counts by: each throw ends in one place. For who stays in Jail its rule is that of 1935, with the
# decks of the editions after it.
CONVENTIONS = {
    LEAVE: ("classic", Options(), "leave"),
    STAY: ("1935", Options(decks="classic"), "stay"),
}
# The rows whose last digit the exact solution does not share, and a value in per cent that would print as they do.
LAST_DIGIT = {LEAVE: {40: 3.949948, 29: 2.5860503}, STAY: {8: 2.1873503}}


def shares(column: str) -> Array:
    """Return the shares in per cent, Jail last."""
    edition, options, jail = CONVENTIONS[column]
    found = odds.landing(edition, options=options, jail=jail)
    return 100 * np.append(found.shares, found.in_jail)


@pytest.mark.parametrize("column", CONVENTIONS)
def test_all_figures_but_the_named_ones_agree_to_the_last_digit(column):
    found = shares(column)
    differing = {row.place for row in published(column) if f"{found[row.place]:.4f}" != row.printed}
    assert len(published(column)) == 41
    assert differing == set(LAST_DIGIT[column])


@pytest.mark.parametrize("column", CONVENTIONS)
def test_the_named_ones_are_off_by_less_than_one_unit_of_the_last_digit(column):
    found = shares(column)
    for row in published(column):
        assert abs(found[row.place] - float(row.printed)) < 0.0001, row.name


def exact_doubles(column: str) -> tuple[Array, Array]:
    """Return by space the share of its throws that follow two doubles, and its share of all throws."""
    edition, options, jail = CONVENTIONS[column]
    states = long_run(chain(edition, "", options, jail, take_chance=False))[: 3 * SPACES].reshape(3, SPACES)
    here = states.sum(axis=0)
    return np.divide(states[2], here, out=np.zeros(SPACES), where=here > 0), here


@pytest.mark.parametrize("column", CONVENTIONS)
def test_the_published_method_gives_the_exact_solution_when_told_the_exact_doubles(column):
    doubles, _ = exact_doubles(column)
    assert landings(doubles, stay=column == STAY) == pytest.approx(shares(column), abs=1e-11)


@pytest.mark.parametrize("column", CONVENTIONS)
def test_the_published_method_prints_every_figure_with_doubles_counted_within_a_standard_error(column):
    doubles, here = exact_doubles(column)
    stay = column == STAY
    exact = landings(doubles, stay=stay)
    error = np.sqrt(np.divide(doubles * (1 - doubles), here * THROWS_COUNTED, out=np.zeros(SPACES), where=here > 0))
    # How each figure answers to an error of the count, space by space, in standard errors.
    step = 1e-4
    answers = np.array([(landings(doubles + step * unit, stay=stay) - exact) / step for unit in np.eye(SPACES)])
    answers *= error[:, np.newaxis]
    wanted = LAST_DIGIT[column]
    missing = [value - exact[place] for place, value in wanted.items()]
    off = np.linalg.pinv(answers[:, list(wanted)].T) @ missing
    assert np.abs(off).max() < 1
    counted = landings(doubles + off * error, stay=stay)
    assert [f"{counted[row.place]:.4f}" for row in published(column)] == [row.printed for row in published(column)]


def test_staying_by_the_rulebooks_is_not_what_the_table_counts():
    # §jail.doubles-no-second: doubles thrown to leave Jail give no second throw.
    found = odds.landing("classic", jail="stay")
    assert 100 * found.in_jail == pytest.approx(9.3855, abs=0.00005)
    shown = 100 * np.append(found.shares, found.in_jail)
    differing = [row.place for row in published(STAY) if f"{shown[row.place]:.4f}" != row.printed]
    assert len(differing) > 35
