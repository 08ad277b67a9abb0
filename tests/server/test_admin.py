"""`ventnor admin`: the operator's work on tables from the command line."""

import argparse
import asyncio
import json
from pathlib import Path

import pytest

from tests.server.kit import running
from ventnor.cli import admin, serve
from ventnor.replay import Replay
from ventnor.server.store import make_store
from ventnor.server.store.contract import BadDatabase


def ventnor(*words: str) -> int:
    parser = argparse.ArgumentParser()
    verbs = parser.add_subparsers()
    admin.add_parser(verbs)
    serve.add_parser(verbs)
    args = parser.parse_args(words)
    return args.run(args)


@pytest.fixture
def database(tmp_path: Path) -> str:
    """Make a file with a finished game of bots and a table in the lobby."""
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    with running(database=url) as house:
        made = house.make({"kind": "bot"}, {"kind": "bot"}, options={"rounds": 3})
        with house.sit(made["table"]["id"], made["seats"][0]["token"]) as watcher:
            watcher.ask("start")
            if not any(each["type"] == "ended" for each in watcher.entries):
                watcher.until("ended")
        house.make({"kind": "mine", "name": "Ada"}, {"kind": "open"})
    return url


def test_tables_are_listed_inspected_exported_and_deleted(
    database: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert ventnor("admin", "--database", database, "--json", "list") == 0
    lobby, over = json.loads(capsys.readouterr().out)
    assert (lobby["status"], over["status"]) == ("lobby", "over")
    assert ventnor("admin", "--database", database, "list") == 0
    assert "Ada, (free)" in capsys.readouterr().out
    assert ventnor("admin", "--database", database, "inspect", over["id"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert ventnor("admin", "--database", database, "export", over["id"], str(tmp_path / "x.replay")) == 0
    replay = Replay.load(tmp_path / "x.replay")
    replay.verify()
    replay.verify_dice(bytes.fromhex(shown["fairness"]["seed"]))
    assert ventnor("admin", "--database", database, "inspect", lobby["id"]) == 0
    assert '"seed": null' in capsys.readouterr().out
    assert ventnor("admin", "--database", database, "delete", over["id"]) == 0
    assert ventnor("admin", "--database", database, "inspect", over["id"]) == 2
    assert "there is no table" in capsys.readouterr().err
    assert ventnor("admin", "--database", database, "prune", "--days", "1") == 0
    assert "0 deleted" in capsys.readouterr().out
    assert ventnor("admin", "--database", database, "--json", "prune", "--days", "-1") == 0
    assert json.loads(capsys.readouterr().out) == {"deleted": [lobby["id"]]}


def test_a_backup_brings_everything_back(database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = f"sqlite:///{tmp_path / 'other.db'}"
    file = str(tmp_path / "all.backup")
    assert ventnor("admin", "--database", database, "backup", file) == 0
    assert ventnor("admin", "--database", other, "--json", "restore", file) == 0
    assert ventnor("admin", "--database", other, "--json", "restore", file) == 0
    out = capsys.readouterr().out
    assert '"restored": 2' in out
    assert '"known": 2' in out

    async def everything(url: str) -> list[object]:
        store = make_store(url)
        await store.open()
        heads = await store.heads(["lobby", "over"])
        found = [(head, await store.rows(head.id), await store.tokens(head.id)) for head in heads]
        await store.close()
        return list(found)

    assert asyncio.run(everything(database)) == asyncio.run(everything(other))
    Path(file).write_text("{}\n", encoding="utf-8")
    assert ventnor("admin", "--database", other, "restore", file) == 2


def test_a_backup_that_was_changed_is_refused_whole(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = f"sqlite:///{tmp_path / 'other.db'}"
    file = tmp_path / "all.backup"
    assert ventnor("admin", "--database", database, "backup", str(file)) == 0
    whole = file.read_bytes()
    for changed in (whole.replace(b'"seq":2', b'"seq":77', 1), whole[:-200]):
        file.write_bytes(changed)
        assert ventnor("admin", "--database", other, "restore", str(file)) == 2
        assert "ventnor admin: line " in capsys.readouterr().err
    assert ventnor("admin", "--database", other, "--json", "list") == 0
    assert json.loads(capsys.readouterr().out) == []


def test_the_database_of_the_environment_is_that_of_both_commands(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VENTNOR_DATABASE", database)
    assert ventnor("admin", "--json", "list") == 0
    assert len(json.loads(capsys.readouterr().out)) == 2
    monkeypatch.setenv("VENTNOR_DATABASE", f"sqlite:///{tmp_path / 'no' / 'such.db'}")
    assert ventnor("admin", "list") == 2
    assert "does not exist" in capsys.readouterr().err
    assert not (tmp_path / "no").exists()


@pytest.mark.parametrize("url", ["postgresql://a@127.0.0.1:notaport/b", "postgresql://a@127.0.0.1:1/b?foo=bar"])
def test_an_address_that_leads_nowhere_is_refused_in_a_sentence(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert ventnor("admin", "--database", url, "list") == 2
    assert "database" in capsys.readouterr().err


def test_a_file_in_use_is_refused_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    with running(database=url):
        assert ventnor("admin", "--database", url, "list") == 2
    assert "another server" in capsys.readouterr().err


def test_several_workers_on_a_file_are_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    assert ventnor("serve", "--database", url, "--workers", "2") == 2
    assert "several workers need a database that they can share" in capsys.readouterr().err
    assert ventnor("serve", "--database", "mysql://x") == 2
    with pytest.raises(BadDatabase):
        make_store("nonsense")
