"""The kernel's law and the referee's, on the same positions: the same verdict, clause and reason.

The comparison fails when they disagree, when a refusal occurs that is not listed, or one that is listed too seldom.
"""

from collections.abc import Callable

import pytest

from tests.properties.comparison import Comparison, compare
from tests.properties.refusals import OWN, REFUSALS, UNCOMPARED, UNREACHABLE, named_by_the_law
from ventnor.action import BY_NAME
from ventnor.kernel.reasons import NAMES


def check(comparison: Comparison, pairs: int, record: Callable[[str, object], None]) -> None:
    """Check that enough was compared, and that exactly the refusals that can occur did."""
    record("pairs of position and action", f"{comparison.pairs:,}")
    record("lawful actions with one argument changed", f"{comparison.changed:,}")
    for name in BY_NAME:
        record(name, comparison.answers(name))
    assert comparison.pairs >= pairs
    assert comparison.changed >= comparison.pairs // 2
    refusals = {found for found in comparison.table if found[1]}
    assert not refusals & UNREACHABLE.keys(), "refusals that were thought impossible"
    assert not refusals - REFUSALS, "refusals that nobody has listed"
    assert not comparison.missing, "answers that occurred too seldom"
    record("reasons", ", ".join(f"{name} {count:,}" for name, count in sorted(comparison.reasons.items())))
    assert comparison.reasons.keys() | UNCOMPARED.keys() == set(NAMES.values()), "reasons that did not occur"
    assert not comparison.reasons.keys() & UNCOMPARED.keys()


@pytest.mark.slow
def test_the_law_and_the_referee_agree(record_property: Callable[[str, object], None]) -> None:
    check(compare(games=300, share=0.09), 50_000, record_property)


@pytest.mark.long
@pytest.mark.parametrize("shard", range(1, 5))
def test_the_law_and_the_referee_agree_at_length(shard: int, record_property: Callable[[str, object], None]) -> None:
    check(compare(games=5_000, share=0.1, first=10_000 * shard), 500_000, record_property)


def test_every_clause_that_the_law_names_is_expected_or_explained(
    record_property: Callable[[str, object], None],
) -> None:
    expected = {(name, clause.partition(" (")[0]) for name, clauses in OWN.items() for clause in clauses}
    assert not expected & UNREACHABLE.keys()
    assert expected | UNREACHABLE.keys() == named_by_the_law()
    for reason in dict.fromkeys(UNREACHABLE.values()):
        pairs = [pair for pair, why in UNREACHABLE.items() if why == reason]
        names, clauses = (list(dict.fromkeys(each)) for each in zip(*pairs, strict=True))
        assert len(pairs) == len(names) * len(clauses), "a reason for all of these actions and clauses"
        record_property(f"while a game lasts, {', '.join(names)} never by {', '.join(clauses)}", reason)
