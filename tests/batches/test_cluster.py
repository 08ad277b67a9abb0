"""Batches on a real Ray cluster of two nodes: the same results, also when a worker or a node is killed."""

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from ventnor import simulate, tournament
from ventnor.batch import BadSimulation, ClusterFailed, MissingPackage, extra, sample
from ventnor.driver import BadDecision

ray = pytest.importorskip("ray")
BOTS = ["cautious", "random", "builder"]
GAMES = 24
GAME: dict[str, Any] = {"seed": 5, "cap": 120, "compiled": False, "progress": False}

KILLER = """
import os
from pathlib import Path

def once(view):
    flag = Path({flag!r})
    if not flag.exists():
        flag.touch()
        os._exit(1)
    return view.legal[0]

def always(view):
    os._exit(1)

def wrong(view):
    return "nonsense"
"""


@pytest.fixture(scope="module")
def cluster() -> Generator[Any]:
    """Yield a cluster of two nodes with one processor each, to which this process is connected."""
    from ray.cluster_utils import Cluster

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        made.add_node(num_cpus=1)
        ray.init(address=made.address, log_to_driver=False, logging_level="ERROR")
        yield made
        ray.shutdown()
        made.shutdown()


@pytest.fixture
def killer(tmp_path: Path) -> Path:
    """Return a file of bots that end the process which asks them."""
    path = tmp_path / "killer.py"
    path.write_text(KILLER.format(flag=str(tmp_path / "flag")), encoding="utf-8")
    return path


@pytest.mark.slow
def test_a_cluster_plays_the_games_of_one_process(cluster: Any) -> None:
    assert simulate(GAMES, BOTS, on="ray", **GAME) == simulate(GAMES, BOTS, **GAME)
    played = [repr(tournament(BOTS, 18, on=on, **GAME)) for on in ("ray", None)]
    assert played[0] == played[1]
    kept = {"every": 50, "room": 2, "seed": 5, "cap": 120, "compiled": False}
    there = [each.states.tobytes() for each in sample(8, BOTS, threads=None, on="ray", **kept)]
    assert there == [each.states.tobytes() for each in sample(8, BOTS, **kept)]


@pytest.mark.slow
def test_a_killed_worker_loses_no_game(cluster: Any, killer: Path, tmp_path: Path) -> None:
    bots = [f"{killer}:once", "random"]
    with pytest.warns(UserWarning, match="not compiled"):
        batch = simulate(8, bots, on="ray", **GAME)
    assert (tmp_path / "flag").exists()
    with pytest.warns(UserWarning, match="not compiled"):
        assert batch == simulate(8, bots, **GAME)


@pytest.mark.slow
def test_a_bot_that_always_kills_its_worker_is_reported(cluster: Any, killer: Path) -> None:
    with pytest.warns(UserWarning, match="not compiled"), pytest.raises(ClusterFailed, match="lost a block 6 times"):
        simulate(4, [f"{killer}:always", "random"], on="ray", **GAME)


@pytest.mark.slow
def test_a_wrong_decision_raises_the_same_error_as_in_one_process(cluster: Any, killer: Path) -> None:
    bots = [f"{killer}:wrong", "random"]
    errors: list[BadDecision] = []
    for on in ("ray", None):
        with pytest.warns(UserWarning, match="not compiled"), pytest.raises(BadDecision) as raised:
            simulate(4, bots, on=on, **GAME)
        errors.append(raised.value)
    assert str(errors[0]) == str(errors[1])
    assert (errors[0].game, errors[0].seat) == (errors[1].game, errors[1].seat)


@pytest.mark.slow
def test_a_killed_node_loses_no_game(cluster: Any) -> None:
    node = cluster.add_node(num_cpus=1)
    killed: list[int] = []

    def kill_node(done: int, _all: int) -> None:
        if done and not killed:
            killed.append(done)
            cluster.remove_node(node, allow_graceful=False)

    batch = simulate(3 * GAMES, BOTS, on="ray", **{**GAME, "progress": kill_node})
    assert killed
    assert killed[0] < 3 * GAMES
    assert batch == simulate(3 * GAMES, BOTS, **GAME)


def test_wrong_requests_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadSimulation, match="leave out threads"):
        simulate(2, BOTS, on="ray", threads=2, **GAME)

    def missing(name: str) -> Any:
        raise ModuleNotFoundError(name=name)

    monkeypatch.setattr(extra, "import_module", missing)
    with pytest.raises(MissingPackage, match=r"ventnor\[cluster\]"):
        simulate(2, BOTS, on="ray", **GAME)


def test_a_word_that_is_no_address_is_refused() -> None:
    with pytest.raises(ClusterFailed, match="HOST:PORT"):
        simulate(2, BOTS, on="tycoon", **GAME)
