"""Runs the checks and the tests, with a line for each step and a summary at the end. `./test` calls it."""

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from xml.etree import ElementTree

USAGE = """\
./test                  all checks, then all tests but those marked long
./test --fast           all checks, then the tests marked neither slow nor long: while working
./test --long           all checks and every test; writes a report into docs/reports
./test PATHS, OPTIONS   pytest alone, with these paths and options; goes with --fast and --long (which reports too)
"""

PYTHON = sys.executable
CHECKS: dict[str, list[str]] = {
    "format": [PYTHON, "-m", "ruff", "format", "--check", "."],
    "lint": [PYTHON, "-m", "ruff", "check", "--quiet", "."],
    "types": [PYTHON, "-m", "basedpyright"],
    "imports": [PYTHON, "-c", "from importlinter.cli import lint_imports_command as main; main(['--no-logo'])"],
    "citations": [PYTHON, "dev/citations.py"],
    "subjects": [PYTHON, "dev/subjects.py"],
    "site": [PYTHON, "-m", "mkdocs", "build", "--strict", "--site-dir", "site"],
    "web format": [PYTHON, "dev/web.py", "npm", "run", "--silent", "format:check"],
    "web lint": [PYTHON, "dev/web.py", "npm", "run", "--silent", "lint"],
    "web types": [PYTHON, "dev/web.py", "npm", "run", "--silent", "check"],
}
MARKERS = {"--fast": "not slow and not long", "": "not long", "--long": ""}
SLOWEST = 20


@dataclass(frozen=True)
class Step:
    """One finished step."""

    name: str
    passed: bool
    seconds: float

    def __str__(self) -> str:
        return f"{'ok  ' if self.passed else 'FAIL'}  {self.name:<10} {self.seconds:8.1f} s"


def run_step(name: str, command: Sequence[str], *, stream: bool = False) -> Step:
    """Run one step. Show its output as it comes, or only if it fails."""
    start = time.monotonic()
    done = subprocess.run(
        command, text=True, stdout=None if stream else subprocess.PIPE, stderr=None if stream else subprocess.STDOUT
    )
    step = Step(name, done.returncode == 0, time.monotonic() - start)
    print(step, flush=True)
    if done.stdout and not step.passed:
        print(done.stdout, flush=True)
    return step


def pytest_command(tier: str, arguments: Sequence[str]) -> list[str]:
    """Return the pytest of a tier, on two cores unless the arguments say otherwise."""
    return [PYTHON, "-m", "pytest", "-n", "2", "--dist", "worksteal", "-m", MARKERS[tier], *arguments]


def git(*arguments: str) -> str:
    """Return what a git command prints."""
    return subprocess.run(["git", *arguments], capture_output=True, text=True, check=True).stdout.strip()


def processor() -> str:
    """Return the processor's name, as the system gives it."""
    facts = Path("/proc/cpuinfo")
    lines = facts.read_text().splitlines() if facts.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def commit_now() -> str:
    """Return the commit that is checked out, and whether files differ from it. Ask before a run."""
    changed = " with uncommitted changes" if git("status", "--porcelain") else ""
    return git("rev-parse", "HEAD") + changed


def facts_of_run(commit: str, now: datetime) -> list[str]:
    """Return what was run, when it was finished, and on what."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    packages = ", ".join(f"{name} {version(name)}" for name in ("ventnor", "numba", "numpy"))
    return [
        f"- Commit: {commit}",
        f"- Finished: {now:%Y-%m-%d %H:%M} UTC",
        f"- Machine: {processor()}, {os.cpu_count()} cores, {memory:.0f} GiB, {platform.platform()}",
        f"- Python {platform.python_version()}, {packages}",
    ]


def run_long(steps: list[Step], arguments: Sequence[str]) -> None:
    """Run the tests of the long tier and write a report of them, passed or failed."""
    commit = commit_now()
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder) / "results.xml"
        command = pytest_command("--long", [f"--junitxml={results}", *arguments])
        steps.append(run_step("tests", command, stream=True))
        if results.exists():
            print(f"report: {write_report(steps, results, commit, arguments)}")


def report_path(arguments: Sequence[str]) -> Path:
    """Return the file of a report. A run of the same folders of tests replaces the report of the one before."""
    folders = sorted(Path(each).stem for each in arguments if each.startswith("tests/"))
    part = folders or ["part"] if arguments else []
    return Path("docs/reports") / f"{'-'.join(['long', *part])}.md"


def write_report(steps: Sequence[Step], results: Path, commit: str, arguments: Sequence[str]) -> Path:
    """Write the report of a long run: what ran, on what, how long it took, and the recorded figures."""
    now = datetime.now(UTC)
    cases = list(ElementTree.parse(results).iter("testcase"))
    slow = [case for case in cases if seconds_of(case) >= 1]
    slowest = sorted(slow, key=seconds_of, reverse=True)[:SLOWEST]
    failures = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
    figures = [(case, figure) for case in cases for figure in case.iter("property")]
    lines = [
        f"# Long run of {now:%Y-%m-%d}",
        "",
        f"- Command: `{' '.join(['./test --long', *arguments])}`",
        *facts_of_run(commit, now),
        f"- Tests: {len(cases)} run, {len(failures)} failed",
        "",
        "## Steps",
        "",
        *(f"    {step}" for step in steps),
        "",
        *(["## Failed", "", *(f"- {name_of(case)}" for case in failures), ""] if failures else []),
        "## Slowest tests",
        "",
        *(f"    {seconds_of(case):8.1f} s  {name_of(case)}" for case in slowest),
        "",
    ]
    if figures:
        lines += ["## Figures", "", "| test | figure | value |", "|---|---|---|"]
        lines += [f"| {name_of(case)} | {figure.get('name')} | {figure.get('value')} |" for case, figure in figures]
        lines += [""]
    report = report_path(arguments)
    report.parent.mkdir(parents=True, exist_ok=True)
    if not arguments:  # everything ran: the reports of parts are out of date
        for part in report.parent.glob("long-*.md"):
            part.unlink()
    report.write_text("\n".join(lines), encoding="utf-8")
    return report


def name_of(case: ElementTree.Element) -> str:
    """Return a test's name with its module's."""
    return f"{case.get('classname', '').removeprefix('tests.')} {case.get('name')}"


def seconds_of(case: ElementTree.Element) -> float:
    """Return how long a test took."""
    return float(case.get("time", 0))


def start_compiling() -> "subprocess.Popen[bytes] | None":
    """Start to compile the kernel, which takes a minute of one core, while the checks run."""
    return subprocess.Popen([sys.executable, "-m", "ventnor.warm"])


def main(arguments: Sequence[str]) -> int:
    """Run what the arguments ask for; return 0 if all of it passed."""
    if {"-h", "--help"} & set(arguments):
        print(USAGE, end="")
        return 0
    tiers = [argument for argument in arguments if argument in {"--fast", "--long"}]
    tier = tiers[-1] if tiers else ""
    rest = [argument for argument in arguments if argument not in tiers]
    if rest and tier != "--long":
        return subprocess.run(pytest_command(tier, rest)).returncode
    if rest:
        asked: list[Step] = []
        run_long(asked, rest)
        return 0 if all(step.passed for step in asked) else 1
    compiling = start_compiling() if tier != "--fast" else None
    steps = [run_step(name, command) for name, command in CHECKS.items()]
    if tier == "--long":
        run_long(steps, [])
    else:
        steps.append(run_step("tests", pytest_command(tier, []), stream=True))
    if compiling:
        compiling.wait()
    failed = [step.name for step in steps if not step.passed]
    print("\n".join(["", *map(str, steps), f"FAILED: {', '.join(failed)}" if failed else "All passed."]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
