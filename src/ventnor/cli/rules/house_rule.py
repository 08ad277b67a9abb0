"""The page of house rules."""

import json
from difflib import get_close_matches
from typing import Any

from ventnor.cli.rules.page import Page
from ventnor.cli.rules.query import NothingFound, either
from ventnor.rulebook.option import Option, options


def show_house_rules(page: Page, query: str, as_json: bool) -> int:
    """Print all house rules, or the one of this name."""
    wanted = query.replace("-", "_").lower()
    found = [each for each in options() if wanted in {"", each.name}]
    found = found or [each for each in options() if query.lower() in f"{each.title} {each.text}".lower()]
    if not found:
        near = get_close_matches(wanted, [each.name for each in options()], n=3, cutoff=0.4)
        hint = f"did you mean {either(near)}?" if near else "`ventnor rules --house-rules` lists them all."
        raise NothingFound(f"there is no house rule {query!r}; {hint}")
    if as_json:
        return page.json([option_json(each) for each in found])
    page.title("House rules", "all off by default")
    page.paragraph(
        "A table may agree on any that do not contradict each other. Most are in no rulebook; where one speaks of "
        "such a rule, that is said."
    )
    for each in found:
        page.line()
        page.title(f"  {each.title}", option_values(each))
        page.paragraph(each.text, 4)
        page.paragraph(each.effect, 4, style="italic")
        if each.known:
            page.paragraph(each.known, 4)
        names = each.setting_names
        sets = f"Sets {', '.join(names)}." if names else "Sets the decks."
        reading = f" Another reading of {each.ruling}." if each.ruling else ""
        page.paragraph(sets + reading, 4, style="dim")
    return 0


def option_values(each: Option) -> str:
    """Return the name of a house rule with the values it can have."""
    if each.type == "switch":
        return f"{each.name} = true"
    if each.type == "number":
        return f"{each.name} = {each.least} to {each.most}"
    return f"{each.name} = {either([json.dumps(choice) for choice in each.choices])}"


def option_json(each: Option) -> dict[str, Any]:
    """Return a house rule as JSON data."""
    bounds = {"least": each.least, "most": each.most} if each.type == "number" else {}
    choices = {"choices": list(each.choices)} if each.type == "choice" else {}
    return {
        "name": each.name,
        "title": each.title,
        "type": each.type,
        **bounds,
        **choices,
        "text": each.text,
        "effect": each.effect,
        "known": each.known or None,
        "sets": list(each.setting_names),
        "ruling": each.ruling or None,
    }
