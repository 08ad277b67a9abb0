"""The rules of a game on one page: on the terminal, as a page to print, or as JSON."""

from html import escape
from typing import Any

from ventnor.cli.rules.page import Page
from ventnor.rulebook.comparison import ComparedGame
from ventnor.rulebook.edition import edition
from ventnor.rulebook.rule_sheet import RuleSheet, rule_sheet

STYLE = """
  @page { size: A4; margin: 12mm; }
  body { font: 10pt/1.35 Georgia, serif; max-width: 48rem; margin: 1rem auto; padding: 0 1rem; color: #111; }
  h1 { font-size: 1.5em; margin: 0 0 .5em; } h1 small { font-weight: normal; font-size: .6em; }
  h2 { font-size: 1.05em; margin: .7em 0 .15em; break-after: avoid; }
  p { margin: 0 0 .25em; } footer { font-size: .8em; margin-top: .8em; }
  @media (min-width: 40rem) { main { columns: 2; column-gap: 1.6rem; } }
  @media print { body { margin: 0; padding: 0; max-width: none; font-size: 9.5pt; } main { columns: 2; } }
"""


def show_sheet(page: Page, game: ComparedGame, as_json: bool, as_html: bool) -> int:
    """Print the sheet of a game."""
    sheet = rule_sheet(game.edition, game.variant)
    if as_json:
        return page.json(sheet_json(sheet))
    if as_html:
        print(sheet_html(sheet), file=page.console.file)
        return 0
    page.title(sheet.title, sheet.years)
    for section in sheet.sections:
        page.heading(section.title)
        for line in section.lines:
            page.paragraph(line.text, 2)
    page.line()
    for words in further(sheet):
        page.paragraph(words, hang=2, style="dim")
    return 0


def further(sheet: RuleSheet) -> list[str]:
    """Return the commands for the full rules and for the sheets of the edition's short games."""
    variant = f" --variant {sheet.variant}" if sheet.variant else ""
    lines = [f"In full: ventnor rules --edition {sheet.edition}{variant}"]
    for each in () if sheet.variant else edition(sheet.edition).variants:
        lines.append(f"{each.title}: ventnor rules --sheet {sheet.edition}/{each.name}")
    return lines


def sheet_html(sheet: RuleSheet) -> str:
    """Return a sheet as a page of HTML that prints on one side of A4."""
    parts = [
        f"<section><h2>{escape(section.title)}</h2>"
        + "".join(f"<p>{escape(line.text)}</p>" for line in section.lines)
        + "</section>"
        for section in sheet.sections
    ]
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    head += f"<title>{escape(sheet.title)}</title><style>{STYLE}</style>"
    title = f"<h1>{escape(sheet.title)} <small>{escape(sheet.years)}</small></h1>"
    footer = "".join(f"<div>{escape(line)}</div>" for line in further(sheet))
    body = "\n".join([title, "<main>", *parts, "</main>", f"<footer>{footer}</footer>"])
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>{body}</body></html>'


def sheet_json(sheet: RuleSheet) -> dict[str, Any]:
    """Return a sheet as JSON data."""
    return {
        "edition": sheet.edition,
        "variant": sheet.variant or None,
        "title": sheet.title,
        "years": sheet.years,
        "sections": [
            {
                "title": section.title,
                "lines": [{"text": line.text, "clauses": list(line.clauses)} for line in section.lines],
            }
            for section in sheet.sections
        ],
    }
