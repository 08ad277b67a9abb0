"""Draw a reliability diagram: what was forecast against what came true."""

from collections.abc import Sequence
from typing import Final

SIDE: Final = 360
LEFT: Final = 60
TOP: Final = 20


def reliability_diagram(tenths: Sequence[tuple[int, float, float]]) -> str:
    """Return an SVG image. `tenths`: for each tenth of the scale the number of forecasts, their mean, the mean outcome.

    A forecast without a bias lies on the diagonal. The area of a dot shows how many forecasts it stands for.
    """

    def across(share: float) -> float:
        return LEFT + SIDE * share

    def down(share: float) -> float:
        return TOP + SIDE * (1 - share)

    most = max((count for count, _, _ in tenths), default=1)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + SIDE + 20} {TOP + SIDE + 60}" role="img" '
        'aria-label="Reliability diagram: mean forecast across, share that came true upwards">',
        "<style>text{font:13px sans-serif;fill:#222}.axis{stroke:#999}"
        ".dot{fill:#1b6;fill-opacity:.6;stroke:#063}</style>",
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<path d="M{across(0)} {down(0)}L{across(1)} {down(1)}" stroke="#999" stroke-dasharray="4 4"/>',
    ]
    for step in range(0, 11, 2):
        share = step / 10
        lines += [
            f'<path class="axis" d="M{across(share):.0f} {down(0)}v5M{across(0)} {down(share):.0f}h-5"/>',
            f'<text x="{across(share):.0f}" y="{down(0) + 20}" text-anchor="middle">{10 * step}</text>',
            f'<text x="{LEFT - 10}" y="{down(share) + 4:.0f}" text-anchor="end">{10 * step}</text>',
        ]
    lines += [
        f'<path class="axis" fill="none" d="M{across(0)} {down(1)}V{down(0)}H{across(1)}"/>',
        f'<text x="{across(0.5)}" y="{down(0) + 45}" text-anchor="middle">mean forecast, %</text>',
        f'<text transform="translate(18 {down(0.5)}) rotate(-90)" text-anchor="middle">came true, %</text>',
    ]
    for count, said, came in tenths:
        radius = 3 + 9 * (count / most) ** 0.5
        lines.append(
            f'<circle class="dot" cx="{across(said):.1f}" cy="{down(came):.1f}" r="{radius:.1f}">'
            f"<title>{count:,} forecasts: {100 * said:.1f} % said, {100 * came:.1f} % came true</title></circle>"
        )
    return "\n".join((*lines, "</svg>")) + "\n"
