"""`ventnor serve` on a terminal: what it says, what it logs, and what it refuses."""

import json
import logging
import socket
from collections.abc import Generator

import pytest

from ventnor.cli import main
from ventnor.cli.serve import greeting
from ventnor.server.logs import JsonFormatter, TextFormatter


@pytest.fixture
def taken_port() -> Generator[int]:
    """Yield a port that another program listens at."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield int(other.getsockname()[1])


def test_a_taken_port_is_refused_with_the_way_out(taken_port: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--database", "memory:", "--port", str(taken_port)]) == 2
    said = capsys.readouterr().err
    assert f"127.0.0.1, port {taken_port}" in said
    assert f"--port {taken_port + 1}" in said
    assert "Ventnor is running" not in said.split("Is ")[0]


@pytest.mark.parametrize("port", ["-1", "70000"])
def test_a_port_out_of_range_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--database", "memory:", f"--port={port}"]) == 2
    assert f"port {port} is not a number from 0 to 65535" in capsys.readouterr().err


def test_the_greeting_says_where_to_play_where_games_are_kept_and_how_to_stop() -> None:
    said = greeting("http://127.0.0.1:8935/", "", "sqlite:////home/me/tables.db")
    assert said.splitlines() == [
        "Ventnor is running. Play at http://127.0.0.1:8935/",
        "Games are kept in /home/me/tables.db",
        "Stop with Ctrl+C.",
    ]
    assert "memory" in greeting("http://127.0.0.1:8935/", "", "memory:")
    assert "password" not in greeting("http://127.0.0.1:8935/", "", "postgresql://me:password@host/games")
    assert "scan the code" in greeting("http://192.0.2.1:8935/", "##", "memory:")


def record(error: Exception | None = None) -> logging.LogRecord:
    """Return a log record with one field, and an exception if one is given."""
    about = (type(error), error, error.__traceback__) if error else None
    made = logging.LogRecord("ventnor.server", logging.ERROR, "", 0, "a request failed", None, about)
    made.data = {"method": "GET"}
    return made


def test_the_log_is_text_for_people_and_json_for_programs() -> None:
    assert TextFormatter().format(record()).endswith("  error: a request failed (method GET)")
    assert json.loads(JsonFormatter().format(record()))["method"] == "GET"
    with_error = TextFormatter().format(record(ValueError("no such thing")))
    assert with_error.endswith("ValueError: no such thing")


def test_a_text_in_the_log_starts_no_line_and_steers_no_terminal() -> None:
    evil = "first\nat 12:00 error \x1b[2J\x9b2J \u2028next\x85"
    for formatter in (TextFormatter(), JsonFormatter()):
        made = record()
        made.msg = evil
        made.data = {"why": evil}
        said = formatter.format(made)
        assert len(said.splitlines()) == 1, said
        assert said.isprintable()
