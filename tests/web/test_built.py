"""The built app: types from the server's schema, plain logic, and a script that is small enough."""

import gzip
import re
import subprocess
import sys

import pytest

from tests.web.conftest import ROOT, STATIC

WEB = ROOT / "web"
LARGEST_PLAY_PAGE = 80_000


def run_web(*arguments: str) -> str:
    """What `dev/web.py` prints; it must succeed."""
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


@pytest.mark.slow
def test_play_page_is_small():
    run_web()
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    wanted = set(re.findall(r'(?:src|href)="\./(assets/[^"]+\.js)"', page))
    for name in list(wanted):
        wanted |= {f"assets/{each}" for each in re.findall(r'from"\./([^"]+\.js)"', (STATIC / name).read_text())}
    size = sum(len(gzip.compress((STATIC / name).read_bytes())) for name in wanted)
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
def test_types_hold():
    assert "0 errors" in run_web("npm", "run", "--silent", "check")


@pytest.mark.slow
def test_plain_logic():
    run_web("npm", "run", "--silent", "test")


def test_page_whose_parts_are_gone_from_the_server_loads_itself_again(house, new_page):
    """A newer app was installed meanwhile: what this page would load next is no longer there."""
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
