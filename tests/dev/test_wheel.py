"""The released wheel contains the built browser app, so that users need no Node and no build."""

import subprocess
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
STATIC = ROOT / "src" / "ventnor" / "server" / "static"


@pytest.mark.long
def test_wheel_carries_the_built_app(tmp_path: Path) -> None:
    """Marked long, because it downloads build tools. A fresh clone contains nothing that was built before."""
    uv = ROOT / ".uv" / "bin" / "uv"
    fresh = tmp_path / "fresh"
    subprocess.run(["git", "clone", "--quiet", ROOT, fresh], check=True)
    done = subprocess.run([uv, "build", "--wheel", "--out-dir", tmp_path, fresh], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        found = {name.removeprefix("ventnor/server/static/"): packed.read(name) for name in packed.namelist()}
    built = {each.relative_to(STATIC).as_posix(): each.read_bytes() for each in STATIC.rglob("*") if each.is_file()}
    assert "index.html" in built
    assert {name: found.get(name) for name in built} == built
