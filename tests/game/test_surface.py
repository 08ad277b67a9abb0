"""The public API: every name exists, names are sorted, and nothing is imported before its first use."""

import ast
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import ventnor as vt
from ventnor import action, event

SOURCE = Path(vt.__file__).read_text(encoding="utf-8")


def test_every_name_is_there_and_in_order() -> None:
    assert vt.__all__ == sorted(vt.__all__)
    assert len(vt.__all__) == len(set(vt.__all__))
    for name in vt.__all__:
        assert getattr(vt, name) is not None
        assert name in dir(vt)


def test_type_checkers_are_told_the_same_names() -> None:
    imported = {
        alias.name: node.module
        for node in ast.walk(ast.parse(SOURCE))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ventnor.")
        for alias in node.names
    }
    assert sorted(imported) == vt.__all__
    for name, module in imported.items():
        assert module is not None
        assert getattr(__import__(module, fromlist=[name]), name) is getattr(vt, name)


def test_all_actions_and_events_are_public() -> None:
    made = [*action.BY_NAME.values(), *event.BY_NAME.values()]
    assert {each.__name__ for each in made} <= set(vt.__all__)


def test_importing_loads_nothing_heavy() -> None:
    script = """
import sys
import ventnor
loaded = [name for name in sys.modules if name.startswith("ventnor.")]
assert not loaded, loaded
game = ventnor.Game("modern", players=2, seed=1)
game.apply(ventnor.Roll())
heavy = {"numba", "llvmlite", "rich", "hypothesis"} & set(sys.modules)
assert not heavy, heavy
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_the_version_is_that_of_the_package() -> None:
    assert vt.__version__ == version("ventnor")


def test_an_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(vt, "Monopoly")
