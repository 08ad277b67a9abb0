"""The measurement of a forecast: it finds real errors and no others."""

from pathlib import Path
from xml.etree.ElementTree import fromstring

import numpy as np
import numpy.typing as npt
import pytest

from ventnor.batch.column import Records
from ventnor.kernel.layout import State, array_of, as_array
from ventnor.notation.position import read_position
from ventnor.study import accuracy
from ventnor.study.accuracy import Measured, calibration_lines, drop_lines, drops, phase_lines, report
from ventnor.study.reliability import reliability_diagram
from ventnor.tables import tables

ROLLOUTS = 400
BLANK = as_array(array_of(State, 3000))


def measured(bias: float) -> Measured:
    """Return forecasts of two seats that are wrong by `bias`, beside what simulated rollouts say."""
    dice = np.random.default_rng(1)
    true = dice.uniform(0.2, 0.8, 3000)
    came = dice.binomial(ROLLOUTS, true) / ROLLOUTS
    forecasts = np.zeros((3000, 8))
    truth = np.zeros((3000, 8))
    forecasts[:, 0], forecasts[:, 1] = true + bias, 1 - true - bias
    truth[:, 0], truth[:, 1] = came, 1 - came
    alive = np.arange(8) < 2
    return Measured(
        {"network": forecasts}, truth, np.broadcast_to(alive, (3000, 8)).copy(), ROLLOUTS, np.full(3000, 60), BLANK
    )


@pytest.mark.parametrize("bias", [0.03, 0.08])
def test_an_error_is_found_without_the_noise_of_the_rollouts(bias: float) -> None:
    against, true = measured(bias).error("network")
    assert true == pytest.approx(100 * bias, rel=0.05)
    assert against > true
    assert measured(bias).margin("network") < 0.1


def test_a_perfect_forecast_reaches_the_floor() -> None:
    found = measured(0)
    assert found.error("network")[1] < 0.5
    assert found.brier("network") == pytest.approx(found.floor, abs=1e-4)
    assert measured(0.1).brier("network") > found.floor + 0.015


def test_calibration_shows_a_bias_in_its_tenth() -> None:
    found = measured(0.05)
    found.forecasts["network"][:, 1] = found.truth[:, 1]
    differences = [came - said for _, said, came in found.select(np.ones(3000, bool)).calibration("network")]
    assert min(differences) < -0.02
    assert sum(count for count, _, _ in found.calibration("network")) == 6000


def test_gifts_that_lower_a_value_are_counted() -> None:
    table = tables("official")
    states = as_array((State * 2)(*(read_position({"seats": [{}, {"cash": 90}]})[1] for _ in range(2))))

    def by_cash(given: Records) -> npt.NDArray[np.float64]:
        return given["cash"][:, :8] / 1e4 - (given["owner"] < 8).sum(axis=1)[:, None] / 1e3

    found = drops(states, table, 2, by_cash)
    assert found["$200"] == pytest.approx([-2] * 4)
    assert found["a deed"] == pytest.approx([0.1] * 4)
    assert any("| a deed | 4 | -0.10 | 100.0 | 0.0 | 0.1 |" in line for line in drop_lines(found))


def test_the_report_has_every_phase_and_tenth() -> None:
    found = measured(0.01)
    assert any("3,000 positions" in line for line in report("official", found))
    assert sum("| throws 41 to 100 | 3,000 |" in line for line in phase_lines(found)) == 1
    assert len(list(calibration_lines(found))) > 6


def test_the_diagram_is_an_image_with_a_dot_for_each_tenth() -> None:
    tenths = list(measured(0).calibration("network"))
    root = fromstring(reliability_diagram(tenths))
    dots = [each for each in root.iter() if each.tag.endswith("circle")]
    assert len(dots) == len(tenths)
    first = dots[0]
    assert float(first.attrib["cx"]) == pytest.approx(60 + 360 * tenths[0][1], abs=0.1)


def test_held_out_positions_are_kept_for_the_next_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    states, truth = as_array(array_of(State, 2)), np.eye(2, 8)
    monkeypatch.setattr(accuracy, "play_out", lambda _: (states, truth))
    trial = accuracy.Trial("1935", "short", 4, 300, 2, 10, 1)
    accuracy.held_out(trial, tmp_path / "kept")
    monkeypatch.setattr(accuracy, "play_out", lambda _: pytest.fail("played again"))
    kept_states, kept_truth = accuracy.held_out(trial, tmp_path / "kept")
    assert kept_states.tobytes() == states.tobytes()
    assert kept_states.dtype == states.dtype
    assert kept_truth.tolist() == truth.tolist()
