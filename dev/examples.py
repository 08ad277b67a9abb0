"""Runs the examples of a Markdown page, so that a page cannot promise what the code does not do.

The Python blocks of a page share one namespace. What blocks of `>>>` lines print is compared with the page; so is what
any other block prints, if a block of text follows it. In console blocks the lines `$ ventnor …` are run, and each must
succeed. A line `<!-- skip: reason -->` before a block leaves it out.
"""

import contextlib
import doctest
import io
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

BLOCK = re.compile(
    r"^(?P<skip> *<!-- skip: [^\n]+ -->\n)?"
    r" *```(?P<language>python|console)\n"
    r"(?P<body>.*?)"
    r"^ *```$"
    r"(?:\n\n```text\n(?P<printed>.*?)^```$)?",
    re.MULTILINE | re.DOTALL,
)


class ExampleFailed(Exception):
    """An example does not do what its page says."""


@dataclass(frozen=True)
class Example:
    """One block of a page, the line its code begins on, and what it prints by the page; None if that is not said."""

    page: Path
    line: int
    language: str
    body: str
    printed: str | None

    def run(self, names: dict[str, Any], folder: Path) -> None:
        """Run the block with the names of the page's earlier blocks, its commands inside the folder."""
        if self.language == "console":
            self.run_commands(folder)
        elif ">>> " in self.body:
            self.run_doctest(names)
        else:
            self.run_code(names)

    def run_code(self, names: dict[str, Any]) -> None:
        """Run the block, and compare what it prints with the block of text below it, if there is one."""
        code = compile("\n" * (self.line - 1) + self.body, str(self.page), "exec")
        if self.printed is None:
            exec(code, names)
            return
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(code, names)
        if printed.getvalue() != self.printed:
            raise ExampleFailed(f"{self.page}:{self.line} prints\n{printed.getvalue()}and not\n{self.printed}")

    def run_doctest(self, names: dict[str, Any]) -> None:
        """Compare what the `>>>` lines print with what stands below them."""
        report: list[str] = []
        test = doctest.DocTestParser().get_doctest(self.body, names, self.page.name, str(self.page), self.line - 1)
        doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append, clear_globs=False)
        names.update(test.globs)
        if report:
            raise ExampleFailed("".join(report))

    def run_commands(self, folder: Path) -> None:
        """Run each `$ ventnor …` line."""
        for command in re.findall(r"^\$ (ventnor\b.*)$", self.body, re.MULTILINE):
            arguments = [sys.executable, "-P", "-m", *shlex.split(command)]
            done = subprocess.run(arguments, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
            if done.returncode:
                raise ExampleFailed(f"{self.page}:{self.line}: {command}\n{done.stdout}{done.stderr}")


def examples_of(page: Path) -> Iterator[Example]:
    """Return the blocks of a page that are to be run."""
    text = page.read_text(encoding="utf-8")
    for block in BLOCK.finditer(text):
        if not block["skip"]:
            line = text.count("\n", 0, block.start("body")) + 1
            yield Example(page, line, block["language"], dedent(block["body"]), block["printed"])


def run_page(page: Path, folder: Path) -> None:
    """Run the examples of a page in order."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for example in examples_of(page):
        example.run(names, folder)
