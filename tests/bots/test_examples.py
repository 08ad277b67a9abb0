"""The two example bots run and play alike."""

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ventnor as vt

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("name", ["policy_choose", "policy_kernel"])
def test_an_example_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    main: Callable[[], None] = runpy.run_path(str(EXAMPLES / f"{name}.py"))["main"]
    main()
    assert capsys.readouterr().out


@pytest.mark.slow
def test_the_kernel_policy_is_compiled_and_plays_as_it_does_interpreted() -> None:
    policy: Any = runpy.run_path(str(EXAMPLES / "policy_kernel.py"))["collector"]
    bots = [policy, "cautious", "random"]
    slow, fast = (vt.simulate(4, bots, seed=3, cap=200, compiled=way) for way in (False, True))
    assert (slow.plies == fast.plies).all()
    assert (slow.worth == fast.worth).all()
