"""The command `ventnor warm`: its report on the compiled kernel. Compiling is tested with the twins."""

import argparse
import io
import json

import pytest
from rich.console import Console

from ventnor import warm as library
from ventnor.cli import warm


def ventnor_warm(*words: str) -> tuple[int, str]:
    """Run the command; return its exit code and output."""
    parser = argparse.ArgumentParser(prog="ventnor")
    warm.add_parser(parser.add_subparsers())
    console = Console(file=io.StringIO(), width=80, color_system=None)
    return warm.run(parser.parse_args(["warm", *words]), console), console.file.getvalue()


def test_a_kernel_that_is_there(monkeypatch):
    monkeypatch.setattr(library, "is_warm", lambda: True)
    assert ventnor_warm() == (0, f"The kernel is compiled: {library.folder()}\n")
    assert json.loads(ventnor_warm("--json")[1])["ready"]


def test_a_kernel_that_is_not_there(monkeypatch, tmp_path):
    monkeypatch.setenv("VENTNOR_CACHE", str(tmp_path))
    status, text = ventnor_warm("--check")
    assert status == 1
    assert "is not compiled" in text
    assert not json.loads(ventnor_warm("--check", "--json")[1])["ready"]


def test_compiling_tells_how_it_goes(monkeypatch):
    def compile_it(progress=None):
        if progress:
            progress("Compiling the kernel.")
        return 12.34

    monkeypatch.setattr(library, "is_warm", lambda: False)
    monkeypatch.setattr(library, "warm", compile_it)
    assert ventnor_warm() == (0, "Compiling the kernel.\n")
    assert json.loads(ventnor_warm("--json")[1])["seconds"] == 12.3


@pytest.mark.parametrize("error", [PermissionError("no room"), library.CompileFailed("no room")])
def test_a_kernel_that_cannot_be_compiled(monkeypatch, capsys, error):
    def fail(progress=None):
        raise error

    monkeypatch.setattr(library, "is_warm", lambda: False)
    monkeypatch.setattr(library, "warm", fail)
    assert ventnor_warm()[0] == 1
    assert "could not be compiled: no room" in capsys.readouterr().err
    assert json.loads(ventnor_warm("--json")[1])["problem"] == "no room"
