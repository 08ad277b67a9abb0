"""A review as one HTML page without anything from outside: chart, bars, and the moves that lost most.

Every figure of the drawings is also in a table, for screen readers and for print.
"""

from html import escape
from typing import Final

from ventnor.study.review import DecisionReview, PlyReview, Review

COLOURS: Final = ("#0b5cad", "#b3261e", "#2e7d32", "#8a4b00", "#6a1b9a", "#00695c", "#ad1457", "#455a64")
DASHES: Final = ("", "8 4", "2 3", "10 3 2 3", "5 2", "1 3", "12 4", "6 2 2 2")
WIDTH: Final = 900
HEIGHT: Final = 320
LEFT: Final = 60
BOTTOM: Final = 28
TOP: Final = 16
STYLE: Final = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #1c1c1c; background: #fff; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
svg { width: 100%; height: auto; } svg text { font: 12px system-ui, sans-serif; fill: #1c1c1c; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid #ccc; text-align: right; }
th:first-child, td:first-child { text-align: left; }
.keys { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; list-style: none; padding: 0; }
.keys svg { width: 2.4rem; height: .8rem; vertical-align: middle; }
.moves { list-style: none; padding: 0; }
.moves li { border-left: .3rem solid #767676; padding: 0 0 0 .8rem; margin: 0 0 1rem; break-inside: avoid; }
.moves .blunder { border-color: #b3261e; } .moves .mistake { border-color: #8a4b00; }
.mark { font-weight: 700; } code { font-size: .95em; overflow-wrap: anywhere; }
@media (max-width: 40rem) { svg text { font-size: 20px; } }
@media print { body { max-width: none; padding: 0; font-size: 11pt; } details { display: none; } }
"""


def page_of(review: Review) -> str:
    """Return the page."""
    names = ", ".join(each.name for each in review.seats)
    parts = [
        f"<h1>Review: {escape(names)}</h1>",
        f"<p>{escape(review.title)}, {len(review.plies)} plies. Chances assume that all go on as the bot tycoon.</p>",
        "<h2>Chances to win</h2>",
        chart(review),
        keys(review),
        chances_table(review),
        "<h2>Luck and skill</h2>",
        "<p>In points: hundredths of a chance to win. Luck is what dice and cards gave above their mean. "
        "Skill is minus what decisions lost against the best move found.</p>",
        bars(review),
        sums_table(review),
        turning_points(review),
        "<h2>Moves</h2>",
        moves(review),
    ]
    body = "\n".join(each for each in parts if each)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Review: {escape(names)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n"
        "</body>\n</html>\n"
    )


def chart(review: Review) -> str:
    """Return the chances over the game as lines."""
    plies = review.plies
    if not plies:
        return ""
    across = (WIDTH - LEFT - 8) / max(len(plies) - 1, 1)
    down = HEIGHT - BOTTOM - TOP
    lines = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Chances to win over the game; '
        'the table below has the figures">'
    ]
    for percent in (0, 25, 50, 75, 100):
        y = TOP + down * (1 - percent / 100)
        lines.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - 8}" y2="{y:.1f}" stroke="#ddd"/>')
        lines.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{percent}%</text>')
    for number in ticks(len(plies)):
        x = LEFT + across * (number - 1)
        lines.append(f'<text x="{x:.1f}" y="{HEIGHT - 8}" text-anchor="middle">{number}</text>')
    for seat in range(len(review.seats)):
        points = " ".join(
            f"{LEFT + across * place:.1f},{TOP + down * (1 - each.chances[seat]):.1f}"
            for place, each in enumerate(plies)
        )
        lines.append(f'<polyline points="{points}" fill="none" {stroke(seat)}/>')
    return "\n".join([*lines, "</svg>"])


def stroke(seat: int) -> str:
    """Return how a seat's line is drawn: by colour and by dashes."""
    dash = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
    return f'stroke="{COLOURS[seat]}" stroke-width="2"{dash}'


def ticks(count: int) -> list[int]:
    """Return plies to write below the chart."""
    step = next(each for each in (1, 5, 10, 50, 100, 250, 500, 1000, 10**9) if count / each <= 10)
    return [1, *(number for number in range(step, count + 1, step) if number > 1)]


def keys(review: Review) -> str:
    """Return which line is whose."""
    items = [
        f'<li><svg viewBox="0 0 40 10" aria-hidden="true"><line x1="0" y1="5" x2="40" y2="5" {stroke(each.seat)}/>'
        f"</svg> {escape(each.name)}</li>"
        for each in review.seats
    ]
    return f'<ul class="keys">{"".join(items)}</ul>'


def chances_table(review: Review) -> str:
    """Return the chances after each turn as a table that opens on demand."""
    last: dict[int, PlyReview] = {each.turn: each for each in review.plies}
    head = "".join(f'<th scope="col">{escape(each.name)}</th>' for each in review.seats)
    rows = "".join(
        f'<tr><th scope="row">{turn}</th>{"".join(f"<td>{100 * each:.0f}%</td>" for each in ply.chances)}</tr>'
        for turn, ply in last.items()
    )
    return (
        "<details><summary>Chances after each turn, as a table</summary>"
        f'<div class="scroll"><table><thead><tr><th scope="col">Turn</th>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div></details>"
    )


def bars(review: Review) -> str:
    """Return a bar of luck and a bar of skill for each player."""
    most = max([0.01, *(max(abs(each.luck), abs(each.skill)) for each in review.seats)])
    height, middle, reach = 60, WIDTH / 2 + 60, WIDTH / 2 - 180
    lines = [
        f'<svg viewBox="0 0 {WIDTH} {height * len(review.seats)}" role="img" '
        'aria-label="Luck and skill of each player; the table below has the figures">'
    ]
    for row, each in enumerate(review.seats):
        y = row * height
        lines.append(f'<text x="0" y="{y + 28}">{escape(each.name)}</text>')
        for at, name, value, fill in ((6, "luck", each.luck, "#0b5cad"), (30, "skill", each.skill, "#8a4b00")):
            wide = abs(value) / most * reach
            x = middle if value >= 0 else middle - wide
            end, anchor = (middle + wide + 6, "start") if value >= 0 else (middle - wide - 6, "end")
            lines.append(f'<rect x="{x:.1f}" y="{y + at}" width="{wide:.1f}" height="16" fill="{fill}"/>')
            lines.append(
                f'<text x="{end:.1f}" y="{y + at + 12}" text-anchor="{anchor}">{name} {100 * value:+.1f}</text>'
            )
    lines.append(f'<line x1="{middle}" y1="0" x2="{middle}" y2="{height * len(review.seats)}" stroke="#1c1c1c"/>')
    return "\n".join([*lines, "</svg>"])


def sums_table(review: Review) -> str:
    """Return the sums of each player."""
    head = "".join(
        f'<th scope="col">{each}</th>'
        for each in ("Player", "Luck", "Skill", "Accuracy", "Inaccuracies", "Mistakes", "Blunders")
    )
    rows = "".join(
        f'<tr><th scope="row">{escape(each.name)}</th><td>{100 * each.luck:+.1f}</td><td>{100 * each.skill:+.1f}</td>'
        f"<td>{each.accuracy:.1f}%</td><td>{each.inaccuracies}</td><td>{each.mistakes}</td>"
        f"<td>{each.blunders}</td></tr>"
        for each in review.seats
    )
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def turning_points(review: Review) -> str:
    """Return the throw and the deal that changed most."""
    found = [
        f"<li>{name}: ply {ply}. {escape(review.plies[ply - 1].sentences)}</li>"
        for name, ply in (("Throw or card", review.luckiest), ("Deal", review.deal))
        if ply is not None
    ]
    return f"<h2>What decided it</h2>\n<ul>{''.join(found)}</ul>" if found else ""


def moves(review: Review) -> str:
    """Return the marked moves, in order."""
    items = [move(review, ply, decision) for ply, decision in review.marked()]
    return f'<ol class="moves">{"".join(items)}</ol>' if items else "<p>No move lost enough to be marked.</p>"


def move(review: Review, ply: PlyReview, decision: DecisionReview) -> str:
    """Return one marked move with the better one."""
    typed = f" (<code>{escape(decision.better)}</code>)" if decision.better else ""
    done = f"<code>{escape(decision.text)}</code>"
    if ply.sentences and decision.text == ply.text:
        sentence = f"{escape(ply.sentences)} ({done})"
    else:
        sentence = f"{escape(review.seats[decision.seat].name)}: {done}."
    return (
        f'<li class="{decision.mark}"><p>Ply {ply.ply}, turn {ply.turn}. {sentence} '
        f'<span class="mark">{decision.mark.capitalize()}</span>, '
        f"{100 * decision.loss:.1f} ± {100 * decision.error:.1f} points.</p>"
        f"<p>Better: {escape(decision.sentence)}{typed} {escape(decision.reason)}</p></li>"
    )
