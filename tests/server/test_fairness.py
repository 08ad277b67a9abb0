"""The record of a finished game proves its dice, and tampering with a record is detected."""

import json
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from tests.server.kit import commitment_of, running
from ventnor.action import Throw
from ventnor.cli import main
from ventnor.replay import Replay, checksum_of

NONCES = ("0a" * 16, "0b" * 16, "0c" * 16)


@pytest.fixture(scope="module")
def record() -> Iterator[dict[str, str]]:
    """Return the routes' record of a game in which deeds were dealt, cards drawn and dice thrown."""
    with running() as house:
        commitments = [commitment_of(nonce) for nonce in NONCES]
        seats = [
            {"kind": "mine", "name": name, "commitment": commitment}
            for name, commitment in zip(("Ada", "Bob", "Cy"), commitments, strict=True)
        ]
        made = house.make(*seats, edition="anniversary", variant="short")
        table, tokens = made["table"]["id"], [each["token"] for each in made["seats"]]
        with house.sit(table, *tokens) as people:
            people.ask("start")
            for seat, nonce in enumerate(NONCES):
                assert people.ask("reveal", seat=seat, nonce=nonce)["type"] == "done"
            while not any(each["type"] == "ply" and each["text"].startswith("draw ") for each in people.entries):
                seat = people.waits_for
                assert seat is not None
                people.act(people.hands[seat]["legal"][0]["text"], seat)
            assert house.client.get(f"/api/tables/{table}").json()["fairness"]["seed"] is None
            while people.view is not None and not people.view["over"]:
                seat = people.waits_for
                assert seat is not None
                if people.act("resign", seat)["type"] == "refused":
                    people.act(people.hands[seat]["legal"][0]["text"], seat)
        yield {
            "commitment": made["table"]["fairness"]["commitment"],
            **{kind: house.client.get(f"/api/tables/{table}/record.{kind}").text for kind in ("json", "replay")},
        }


def verify(tmp_path: Path, text: str, *words: str, kind: str = "replay") -> int:
    file = tmp_path / f"game.{kind}"
    file.write_text(text, encoding="utf-8")
    return main(["replay", "verify", str(file), *words])


def sealed(replay: Replay) -> str:
    """Return the text of a replay with a last line that fits it, as a forger would write it."""
    checksum = checksum_of(replay.body())
    return replace(replay, seal=checksum, checksum=checksum).dumps()


def test_throws_cards_and_deals_are_proved(
    record: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replay = Replay.loads(record["replay"])
    kinds = {line.action.name for line in replay if line.actor == "nature"}
    assert len(kinds) == 3, kinds
    assert verify(tmp_path, record["replay"], "--commitment", record["commitment"]) == 0
    said = capsys.readouterr().out
    answers = sum(line.actor == "nature" for line in replay)
    assert f"All {answers} throws, cards and deals follow from the seed and 3 nonces." in said.replace("\n", " ")
    assert verify(tmp_path, record["json"], kind="json") == 0
    capsys.readouterr()
    assert verify(tmp_path, record["replay"], "--json") == 0
    assert json.loads(capsys.readouterr().out)["dice"] == answers


def forgeries(record: dict[str, str]) -> dict[str, tuple[str, str]]:
    """Return forged records, each with the check that detects it."""
    replay = Replay.loads(record["replay"])
    other = bytes(32)
    first = next(number for number, line in enumerate(replay) if isinstance(line.action, Throw))
    thrown = replay.lines[first].action
    assert isinstance(thrown, Throw)
    wrong = replace(replay.lines[first], action=Throw(thrown.die1 % 6 + 1, thrown.die2), digest="")
    lines = (*replay.lines[:first], wrong)
    return {
        "an edit": (record["replay"].replace("Ada", "Eve"), "changed after it was written"),
        "a cut": (record["replay"].rsplit("end ", 1)[0], "cut short"),
        "another throw": (sealed(replace(replay, lines=lines)), "not those of the seed"),
        "another nonce": (sealed(replace(replay, nonces=(b"12345678", *replay.nonces[1:]))), "not those of the seed"),
        "no nonce": (sealed(replace(replay, nonces=())), "not those of the seed"),
        "another seed": (sealed(replace(replay, revealed=other)), "not the seed whose hash"),
        "another seed and its hash": (
            sealed(replace(replay, revealed=other, commitment=sha256(other).hexdigest())),
            "not those of the seed",
        ),
    }


def test_tampering_is_found(record: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, (text, why) in forgeries(record).items():
        assert verify(tmp_path, text) == 1, name
        assert why in capsys.readouterr().out.replace("\n", " "), name
    assert verify(tmp_path, record["replay"], "--commitment", "00" * 32) == 1
    assert "not the one given with --commitment" in capsys.readouterr().out.replace("\n", " ")


def test_a_record_is_checked_against_what_a_player_noted(
    record: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ada, bob, cy = NONCES
    noted = ["--commitment", record["commitment"], "--nonce", ada]
    others = ["--nonce-hash", commitment_of(bob), "--nonce-hash", commitment_of(cy)]
    assert verify(tmp_path, record["replay"], *noted, *others) == 0
    capsys.readouterr()
    assert verify(tmp_path, record["replay"], "--nonce", "0d" * 16) == 1
    assert "is not in the dice" in capsys.readouterr().out.replace("\n", " ")
    assert verify(tmp_path, record["replay"], *noted, *others[:2]) == 1
    assert "does not have the hash" in capsys.readouterr().out.replace("\n", " ")


def test_json_without_a_game_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("[]", "{}", '{"replay": 3}', "x"):
        assert verify(tmp_path, text, kind="json") == 2
        assert "has no game" in capsys.readouterr().err
