"""The built app: types from the server's schema, plain logic, and a script that is small enough."""

import gzip
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.conftest import ROOT, STATIC

WEB = ROOT / "web"
LARGEST_PLAY_PAGE = 90_000


def run_web(*arguments: str) -> str:
    """Return what `dev/web.py` prints; it must succeed."""
    done = subprocess.run([sys.executable, ROOT / "dev" / "web.py", *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_wire_types_are_those_of_the_server():
    code = "import sys; sys.path.insert(0, 'dev'); import web; sys.stdout.write(web.wire())"
    made = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    kept = (WEB / "src" / "shared" / "wire.ts").read_text(encoding="utf-8")
    assert kept == made, "the protocol changed: python dev/web.py wire"


def test_lock_names_no_registry():
    assert "resolved" not in (WEB / "package-lock.json").read_text(encoding="utf-8")


STATIC_IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*(["'`])(\.{1,2}/[^"'`]+\.js)\1""")
"""Static imports of a script, without `import("./later.js")`."""


def scripts_of(page: Path) -> set[Path]:
    """Return all scripts that a page loads before it runs, with their imports."""
    found: set[Path] = set()
    named = re.findall(r'(?:src|href)="(\./[^"]+\.js)"', page.read_text(encoding="utf-8"))
    waiting = [(page.parent / name).resolve() for name in named]
    while waiting:
        script = waiting.pop()
        if script not in found:
            found.add(script)
            imported = STATIC_IMPORT.findall(script.read_text(encoding="utf-8"))
            waiting += [(script.parent / name).resolve() for _, name in imported]
    return found


def test_scripts_are_followed_as_far_as_they_lead(tmp_path):
    (tmp_path / "index.html").write_text('<script type="module" src="./first.js"></script>')
    for name, text in {
        "first": 'import{a}from"./second.js";const later=()=>import("./later.js")',
        "second": 'import"./third.js";export{a}from"./first.js"',
        "third": "export * from './fourth.js'",
        "fourth": "",
        "later": "",
    }.items():
        (tmp_path / f"{name}.js").write_text(text)
    assert {path.stem for path in scripts_of(tmp_path / "index.html")} == {"first", "second", "third", "fourth"}


@pytest.mark.slow
def test_play_page_is_small(record_property):
    run_web()
    size = sum(len(gzip.compress(path.read_bytes())) for path in scripts_of(STATIC / "index.html"))
    record_property("gzipped bytes of the play page", size)
    assert 10_000 < size <= LARGEST_PLAY_PAGE


@pytest.mark.slow
def test_page_names_nothing_from_elsewhere():
    run_web()
    for path in STATIC.rglob("*"):
        if path.suffix in {".js", ".css", ".html"}:
            found = set(re.findall(r"https?://[a-z0-9.-]+", path.read_text(encoding="utf-8")))
            # Names of namespaces, and Svelte's address in its messages; nothing is fetched from them.
            assert found <= {"http://www.w3.org", "https://svelte.dev"}, path


@pytest.mark.slow
def test_plain_logic():
    run_web("npm", "run", "--silent", "test")


@pytest.mark.slow
def test_page_whose_parts_are_gone_from_the_server_loads_itself_again(house, new_page):
    """The server has a newer app, so the page's next script no longer exists."""
    page = new_page(expected=["404", "Failed to fetch", "Failed to load"])
    page.goto(house.url)
    page.get_by_role("link", name="Set one up").wait_for()
    page.evaluate("window.same = true")
    gone: list[str] = []
    asked_anew: list[object] = []

    def note(request):
        if request.is_navigation_request():
            asked_anew.append(request)

    page.on("request", note)

    def refuse(route):
        if asked_anew:
            route.continue_()
        else:
            gone.append(route.request.url)
            route.fulfill(status=404, body="")

    page.route("**/assets/New-*.js", refuse)
    with page.expect_event("domcontentloaded"):
        page.get_by_role("link", name="Set one up").click()
    page.get_by_role("heading", name="New table").wait_for()
    assert gone
    assert not page.evaluate("window.same")
