"""The page that compares two games."""

from collections.abc import Sequence
from typing import Any

from ventnor.cli.rules.page import Page
from ventnor.cli.rules.query import either
from ventnor.cli.rules.rulebook import show_variants
from ventnor.rulebook.clause import sentence
from ventnor.rulebook.comparison import Change, RulesComparison, capitalised
from ventnor.rulebook.edition import edition


def show_diff(page: Page, found: RulesComparison, as_json: bool) -> int:
    """Print what changed between two games."""
    if as_json:
        return page.json(diff_json(found))
    old, new = found.old, found.new
    if old == new:
        page.paragraph(f"{capitalised(old.called)} is the same as itself. Choose two editions.")
        return 0
    page.title(f"From {old.called} to {new.called}")
    page.line()
    page.paragraph(introduction(found))
    for home, changes in found.by_family(found.changed):
        page.heading(home.title)
        show_changes(page, found, changes)
    for one in (old, new):
        mine = found.only_in(one)
        if mine:
            page.heading(f"Only in {one.called}")
            for each in mine:
                page.paragraph(each.text, 2, mark=f"[{each.id}]")
    for one in (old, new):
        variants = found.variants_of(one)
        if variants:
            page.heading(f"Short games of {one.called}")
            show_variants(page, one.edition, variants)
    if found.reworded:
        page.heading("In other words, but played alike")
        for change in found.reworded:
            words = f"In {old.called}, {change.before}. In {new.briefly}, {change.after}."
            page.paragraph(f"- {words}", 2, hang=2, mark=f"[{change.clause.id}]")
    for one, other in ((new, old), (old, new)):
        mine = found.stated_only_by(one)
        if mine:
            page.heading(f"What only {one.called} says")
            page.paragraph(f"{capitalised(other.called)} is silent about this; both are played alike.", 2)
            for each in mine:
                page.paragraph(f"- {each.wording(one.edition)}", 2, hang=2, mark=f"[{each.id}]")
        halves = found.stated_in_part_by(other)
        if halves:
            page.heading(f"What {one.called} says in full, and {other.briefly} only in part")
            page.paragraph("Both are played alike.", 2)
            for each in halves:
                words = f"{each.wording(one.edition)} {capitalised(other.briefly)}: {each.part[other.edition]}."
                page.paragraph(f"- {words}", 2, hang=2, mark=f"[{each.id}]")
    return 0


def show_changes(page: Page, found: RulesComparison, changes: Sequence[Change]) -> None:
    """Print each change as a paragraph."""
    for number, change in enumerate(changes):
        if number:
            page.line()
        page.paragraph(f"{found.story(change)} {change.clause.matters}".strip(), 2, mark=f"[{change.clause.id}]")


def introduction(found: RulesComparison) -> str:
    """Say how many clauses changed and how many did not."""
    old, new = edition(found.old.edition), edition(found.new.edition)
    shared, changed = len(found.shared), len(found.changed)
    if old == new:
        return (
            f"Both are games of {old.called} ({old.years}) and share {shared} clauses. The rest is what makes them two."
        )
    begin = (
        f"{capitalised(found.old.called)} ({old.years}) and {found.new.called} ({new.years}) share {shared} clauses."
    )
    if not changed:
        return f"{begin} Every one of them is played alike: what differs is the wording, and how much is said at all."
    times = "one of them is" if changed == 1 else f"{changed} of them are"
    families_changed = [home.title for home, _ in found.by_family(found.changed)]
    return f"{begin} Only {times} played differently, under these heads: {either(families_changed, 'and')}."


def diff_json(found: RulesComparison) -> dict[str, Any]:
    """Return a comparison as JSON data."""

    def changes(several: Sequence[Change]) -> list[dict[str, str]]:
        return [
            {"clause": each.clause.id, "old": sentence(each.before), "new": sentence(each.after)} for each in several
        ]

    return {
        "old": {"edition": found.old.edition, "variant": found.old.variant or None},
        "new": {"edition": found.new.edition, "variant": found.new.variant or None},
        "played_differently": changes(found.changed),
        "worded_differently": changes(found.reworded),
        "only_old": [each.id for each in found.only_in(found.old)],
        "only_new": [each.id for each in found.only_in(found.new)],
        "short_games_of_old": [each.name for each in found.variants_of(found.old)],
        "short_games_of_new": [each.name for each in found.variants_of(found.new)],
        "stated_in_part_by_old": [each.id for each in found.stated_in_part_by(found.old)],
        "stated_in_part_by_new": [each.id for each in found.stated_in_part_by(found.new)],
        "stated_only_by_old": [each.id for each in found.stated_only_by(found.old)],
        "stated_only_by_new": [each.id for each in found.stated_only_by(found.new)],
    }
