"""Pages of figures on a terminal: lines, tables and bars, and the same rows as CSV."""

import csv
import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from ventnor.study.estimate import Estimate

BAR: Final = 24


class Printer:
    """Lines and tables on a console, without trailing spaces."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def line(self, words: str = "", style: str = "") -> None:
        """Print words, wrapped to the width."""
        for text in Text(words, style=style).wrap(self.console, min(self.console.width, 100)):
            text.rstrip()
            self.console.print(text, soft_wrap=True)

    def table(self, table: Table) -> None:
        """Print a table. On a narrow terminal lines wrap, but no figure is cut off."""
        wide = self.console.options.update(width=1000)
        roomy = wide.update(width=max(80, Measurement.get(self.console, wide, table).maximum))
        for segments in self.console.render_lines(table, roomy, pad=False):
            text = Text.assemble(*((segment.text, segment.style or "") for segment in segments))
            text.rstrip()
            if text.plain:
                self.console.print(text, soft_wrap=True)


def new_table(*columns: str, words: Sequence[int] = (0,)) -> Table:
    """Return a table: columns of words are aligned left, the others right."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    for number, name in enumerate(columns):
        table.add_column(name, justify="left" if number in words else "right", no_wrap=True)
    return table


def bar(part: float) -> Text:
    """Return a bar in eighths of a column; one that would be too long ends in an arrow."""
    eighths = round(min(part, 1) * BAR * 8)
    blocks = "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()
    return Text(blocks[:-1] + "▶" if part > 1 else blocks, style="yellow")


def as_csv(rows: Sequence[Mapping[str, object]]) -> str:
    """Return rows under one header; unknown values are empty."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: "" if each != each else each for name, each in row.items()} for row in rows)
    return text.getvalue()


def percent(share: float, places: int) -> str:
    """Return a share in per cent."""
    return f"{100 * share:.{places}f}%"


def counted(estimate: "Estimate") -> tuple[str, str]:
    """Return a number and its interval, or a dash."""
    if not estimate.known:
        return "–", ""
    return f"{estimate.value:.0f}", f"({estimate.low:.0f}–{estimate.high:.0f})"


def shown(estimate: "Estimate", *, signed: bool = False) -> tuple[str, str]:
    """Return a share and its interval, or a dash."""
    if not estimate.known:
        return "–", ""
    sign = "+" if signed else ""
    low, high = f"{100 * estimate.low:{sign}.1f}", f"{100 * estimate.high:{sign}.1f}"
    return f"{100 * estimate.value:{sign}.1f}%", f"({low}{' to ' if signed else '–'}{high})"


def capitalised(words: str) -> str:
    """Return the words with a capital letter first."""
    return words[:1].upper() + words[1:]
