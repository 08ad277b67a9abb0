"""The import contracts of pyproject.toml: a skeleton of the layers keeps them, each planted fault breaks one."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from dev.checks import CHECKS

PROJECT = Path(__file__).parents[2] / "pyproject.toml"
CONTRACTS = {
    contract["id"]: contract
    for contract in tomllib.loads(PROJECT.read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
}
LAYERS = re.findall(r"\w+", " ".join(CONTRACTS["layers"]["layers"]))


def check(root: Path, files: dict[str, str]) -> str:
    """Return what import-linter says about a package with every layer and these files in it."""
    (root / "pyproject.toml").write_text(PROJECT.read_text(encoding="utf-8"), encoding="utf-8")
    for name, text in {"__init__": "", **{f"{layer}/__init__": "" for layer in LAYERS}, **files}.items():
        file = root / "ventnor" / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    command = [sys.executable, *CHECKS["imports"][1:]]
    return subprocess.run(command, cwd=root, env={"PYTHONPATH": str(root)}, capture_output=True, text=True).stdout


def test_a_skeleton_that_keeps_to_the_layers_passes(tmp_path: Path) -> None:
    said = check(
        tmp_path,
        {
            "kernel/rent": "import ctypes\nfrom typing import Final\n\nimport numpy as np\n",
            "kernel/twin": "import hashlib\n\nimport numba\n",
            "rulebook/clause": "import tomllib\n",
            "tables/__init__": "import ventnor.kernel.rent\nimport ventnor.rulebook.clause\n",
            "referee/__init__": "import ventnor.tables\n",
            "server/app": "import starlette\n",
            "cli/serve": "import uvicorn\nimport ventnor.server.app\n",
        },
    )
    assert f"Contracts: {len(CONTRACTS)} kept, 0 broken." in said


@pytest.mark.parametrize(
    ("contract", "module", "imported"),
    [
        ("layers", "kernel/rent", "ventnor.rulebook"),
        ("layers", "rulebook/clause", "ventnor.kernel"),
        ("layers", "bots/cautious", "ventnor.server"),
        ("layers", "envs/table", "ventnor.server"),
        ("layers", "referee/law", "ventnor.game"),
        ("layers", "homeless", "ventnor.kernel"),
        ("kernel", "kernel/rent", "random"),
        ("kernel", "kernel/rent", "numba"),
        ("numba", "arena/batch", "numba"),
        ("rulebook", "rulebook/clause", "numpy"),
        ("library", "game/table", "msgspec"),
        ("referee", "referee/law", "ventnor.kernel"),
    ],
)
def test_a_planted_fault_breaks_its_contract(tmp_path: Path, contract: str, module: str, imported: str) -> None:
    said = check(tmp_path, {module: f"import {imported}\n"})
    assert f"{CONTRACTS[contract]['name']} BROKEN" in said
