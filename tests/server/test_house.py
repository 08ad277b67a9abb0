"""A server at home: its address for phones, codes of tables, and the examples in docs/deploy."""

import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml
from starlette.datastructures import Headers

from tests.server.kit import running
from tests.server.test_return import decide
from ventnor.cli import build_parser
from ventnor.server.errors import Denied
from ventnor.server.secret import ALPHABET, read_code
from ventnor.server.security import check_origin
from ventnor.server.serving import qr_code
from ventnor.server.settings import ServerSettings

DEPLOY = Path(__file__).parent.parent.parent / "docs" / "deploy"


def test_a_table_is_found_by_its_code_until_the_game_begins() -> None:
    with running() as house:
        made = house.make({"kind": "mine", "name": "Ada"}, {"kind": "open"})
        table, code = made["table"]["id"], made["table"]["code"]
        assert len(code) == 6
        for said in (code, code.upper(), f"{code[:3]}-{code[3:].upper()}"):
            assert house.client.get(f"/api/codes/{said}").json()["id"] == table
            assert [each["id"] for each in listed(house, code=said)] == [table]
        house.join(table, "Bob")
        assert house.command(table, made["seats"][0]["token"], {"type": "start"})["type"] == "done"
        assert house.client.get(f"/api/tables/{table}").json()["code"] == ""
        for said in (code, "aaaaaa", "ab", "%25%25%25%25%25%25", "______", "a" * 300):
            found = house.client.get(f"/api/codes/{said}")
            assert (found.status_code, found.json()["code"]) == (404, "no-table"), said
            assert listed(house, code=said) == [], said


def test_letters_that_look_alike_are_taken_for_each_other() -> None:
    assert read_code("ABI-23K") == read_code("ab1 23k") == read_code("abl23k") == "abi23k"
    assert not {"1", "l", "0", "o"} & set(ALPHABET)
    assert read_code("ab023k") == ""


def listed(house: Any, **asked: object) -> list[dict[str, Any]]:
    """Return the requested tables. The server never refuses this."""
    found = house.client.get("/api/tables", params=asked)
    assert found.status_code == 200
    return found.json()["tables"]


def test_tables_are_listed_by_their_ids_with_whose_decision_it_is() -> None:
    with running() as house:
        made = house.make({"kind": "mine", "name": "Ada"}, {"kind": "mine", "name": "Bob"})
        table = made["table"]["id"]
        assert listed(house) == [], "it is not open to everybody"
        [brief] = listed(house, id=[table, "nosuchtable", "%00", "a" * 300])
        assert (brief["id"], brief["status"], brief["waits_for"]) == (table, "lobby", None)
        with house.sit(table, *[each["token"] for each in made["seats"]]) as people:
            people.ask("start")
            for _ in range(6):
                [brief] = listed(house, id=table)
                assert brief["seats"] == ["Ada", "Bob"]
                assert brief["waits_for"] == people.waits_for
                decide(people)


def test_codes_are_not_for_guessing() -> None:
    with running(code_rate=0.001) as house:
        statuses = [house.client.get("/api/codes/aaaaaa").status_code for _ in range(12)]
        assert statuses == [404] * 10 + [429] * 2
        assert house.client.get("/api/tables", params={"code": "aaaaaa"}).status_code == 429
        assert house.client.get("/api/tables").status_code == 200


def asked_from(origin: str, settings: ServerSettings) -> bool:
    """Return whether the server accepts a request from a page of its own origin."""
    host = origin.partition("//")[2]
    try:
        check_origin(Headers({"origin": origin, "host": host}), settings)
    except Denied:
        return False
    return True


def test_only_names_of_its_own_mean_a_server_in_the_house() -> None:
    home, public = (
        ServerSettings(lan=True, host="0.0.0.0"),
        ServerSettings(host="0.0.0.0", trusted_proxies=("10.0.0.1",)),
    )
    for origin in (
        "http://192.168.1.7:8935",
        "http://localhost:8935",
        "http://[fe80::1]:8935",
        "http://127.0.0.1:8935",
    ):
        assert asked_from(origin, home)
    assert not asked_from("http://rebound.example:8935", home)
    assert not asked_from("http://rebound.example:8935", ServerSettings())
    assert asked_from("https://tables.example", public)
    assert asked_from("https://tables.example", ServerSettings(lan=True, origins=("https://tables.example",)))


def test_the_address_is_shown_as_a_qr_code() -> None:
    shown = qr_code("http://192.168.1.7:8935/")
    rows = shown.rstrip("\n").split("\n")
    assert 10 < len(rows) < 24, "it fits into a terminal"
    assert shown != qr_code("http://192.168.1.8:8935/")


def test_every_option_of_the_examples_exists() -> None:
    unit = (DEPLOY / "ventnor.service").read_text(encoding="utf-8")
    command = next(line for line in unit.splitlines() if line.startswith("ExecStart=")).partition("=")[2]
    composed = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]["ventnor"]
    for words in (shlex.split(command)[1:], composed["command"]):
        args = build_parser("serve").parse_args(words)
        assert args.trusted_proxy
    assert composed["environment"]["VENTNOR_DATABASE"].startswith("postgresql://")


def test_names_that_no_file_can_have_are_answered() -> None:
    with running() as house:
        for path in ("/%00", "/assets/%00", f"/assets/{'a' * 300}", "/..%2f..%2fetc/passwd"):
            assert house.client.get(path).status_code in {200, 404}, path
        assert house.client.get("/api/tables/%00").status_code == 404


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://[x]", "//", "null", "x", "http://\x85"])
def test_an_origin_that_is_no_address_is_another_site(origin: str) -> None:
    with running() as house:
        answer = house.client.post("/api/tables", json={}, headers={b"origin": origin.encode("latin-1")})
        assert (answer.status_code, answer.json()["code"]) == (403, "bad-origin")
