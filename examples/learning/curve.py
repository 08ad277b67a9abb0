"""Draws the learning curve that `ppo.py --curve` wrote: the share of games won against each opponent.

python examples/learning/curve.py curve.jsonl learning.svg
"""

import json
import sys
from pathlib import Path
from typing import Any

WIDTH, HEIGHT, LEFT, TOP = 420, 260, 46, 14
COLOURS = ("#2a7d74", "#b07c14", "#7b4fa3", "#b23a48", "#2f6db3", "#1c2b2b")
STYLE = (
    "text{font:12.5px system-ui,sans-serif;fill:#1c2b2b}.axis{stroke:#9ab;stroke-width:1}"
    "path{fill:none;stroke-width:2;stroke-linejoin:round}"
)


def draw(points: list[dict[str, Any]]) -> str:
    """Return an SVG image."""
    last = max(point["steps"] for point in points)

    def across(steps: float) -> float:
        return LEFT + (WIDTH - LEFT - 78) * steps / last

    def down(share: float) -> float:
        return TOP + (HEIGHT - TOP - 44) * (1 - share)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" role="img" '
        'aria-label="Games won against each bot by steps learned">',
        f'<style>{STYLE}</style><rect width="{WIDTH}" height="{HEIGHT}" rx="6" fill="#fff"/>',
    ]
    for tenth in range(0, 11, 2):
        y = down(tenth / 10)
        lines.append(f'<path class="axis" d="M{LEFT} {y:.0f}H{across(last):.0f}"/>')
        lines.append(f'<text x="{LEFT - 8}" y="{y + 4:.0f}" text-anchor="end">{10 * tenth}%</text>')
    for millions in range(0, int(last / 1e6) + 1, 2 if last < 13e6 else 4):
        x, y = across(1e6 * millions), down(0) + 18
        lines.append(f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="middle">{millions}</text>')
    lines.append(f'<text x="{across(last / 2):.0f}" y="{down(0) + 37:.0f}" text-anchor="middle">million steps</text>')
    bots = sorted(points[-1]["won"], key=lambda bot: -points[-1]["won"][bot])
    free = 0.0
    for bot, colour in zip(bots, COLOURS, strict=True):
        way = "L".join(f"{across(point['steps']):.1f} {down(point['won'][bot]):.1f}" for point in points)
        y = free = max(free + 15, down(points[-1]["won"][bot]) + 4)
        lines.append(f'<path stroke="{colour}" d="M{way}"/>')
        lines.append(f'<text x="{across(last) + 7:.0f}" y="{y:.0f}" style="fill:{colour}">{bot}</text>')
    return "\n".join((*lines, "</svg>")) + "\n"


def main(source: str, target: str) -> None:
    """Read the points and write the image."""
    points = [json.loads(line) for line in Path(source).read_text(encoding="utf-8").splitlines()]
    Path(target).write_text(draw(points), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
