"""The command `ventnor` itself: it is quick and helpful, and user errors show no traceback."""

import os
import subprocess
import sys

import pytest

import ventnor.cli
from ventnor.cli import COMMANDS, build_parser, main
from ventnor.rulebook.edition import UnknownEdition

HEAVY = ("numpy", "numba", "matplotlib", "ventnor.game", "ventnor.kernel")


def fresh(code: str) -> subprocess.CompletedProcess[str]:
    """Run some Python in a process of its own."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize(
    "words", [["--help"], [], ["--version"], ["nonsense"], ["rules", "--help"], ["play", "--help"]]
)
def test_help_imports_nothing_heavy(words):
    done = fresh(
        f"import sys; from ventnor.cli import main; main({words!r}); "
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    assert done.stdout.endswith("[]\n"), done.stdout + done.stderr


def test_help_names_every_command_with_what_it_is_for(capsys):
    assert main([]) == 0
    text = capsys.readouterr().out
    for name in COMMANDS:
        assert f"\n    {name} " in text


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_module_whose_purpose_is_the_same(name, capsys):
    assert COMMANDS[name] in " ".join(build_parser(name).format_help().split())
    assert main([name, "--help"]) == 0
    assert f"usage: ventnor {name}" in capsys.readouterr().out


@pytest.mark.parametrize("name", COMMANDS)
def test_help_fits_80_columns(name, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    main([name, "--help"])
    lines = capsys.readouterr().out.splitlines()
    assert lines
    assert [line for line in lines if len(line) > 80] == []


def test_version(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("ventnor 0.")


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["ply"], "unknown command 'ply'; did you mean play"),
        (["xyzzy"], "unknown command 'xyzzy'; commands: play"),
        (["--colour"], "unrecognized arguments: --colour"),
        (["rules", "--colour"], "unrecognized arguments: --colour"),
        (["rules", "--edition", "1936"], "there is no edition '1936'"),
        (["replay"], "required"),
        (["replay", "tell", "x"], "invalid choice"),
        (["replay", "show"], "required"),
        (["replay", "show", "/nowhere/x.replay"], "/nowhere/x.replay: No such file or directory"),
        (["replay", "verify", "."], "Is a directory"),
    ],
    ids=" ".join,
)
def test_a_mistake_is_answered_with_a_sentence(words, answer, capsys):
    assert main(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("ventnor")
    assert answer in said.err


def test_errors_of_the_library_are_sentences_and_others_are_not_hidden(monkeypatch, capsys):
    def fail(error: BaseException):
        def raise_it(_: list[str]) -> int:
            raise error

        monkeypatch.setattr(ventnor.cli, "dispatch", raise_it)

    fail(UnknownEdition("1936"))
    assert main(["play"]) == 2
    assert capsys.readouterr().err.startswith("ventnor play: there is no edition '1936'")
    fail(KeyboardInterrupt())
    assert main(["play"]) == 130
    assert capsys.readouterr().err == "\nventnor: stopped\n"
    fail(ValueError("a fault of the program"))
    with pytest.raises(ValueError, match="a fault of the program"):
        main(["play"])


@pytest.mark.parametrize("words", [["rules", "--edition", "1935"], ["odds"]])
def test_nobody_reading_on_is_no_error(words):
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "ventnor", *words],
        stdout=write,
        stderr=subprocess.PIPE,
        text=True,
        timeout=120,
        check=False,
    )
    os.close(write)
    assert done.stderr == ""
    assert done.returncode == ventnor.cli.BROKEN_PIPE


def test_the_module_is_the_command():
    done = subprocess.run(
        [sys.executable, "-m", "ventnor", "--version"], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout.startswith("ventnor 0.")
