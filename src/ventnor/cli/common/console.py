"""Opens the console that a command prints on."""

from rich.console import Console


class Output(Console):
    """A console that leaves a pipe closed by its reader to `main`, which exits as after a signal."""

    def on_broken_pipe(self) -> None:
        """Raise `BrokenPipeError`, where Rich would exit with status 1."""
        raise BrokenPipeError


def open_console(*, plain: bool = False) -> Console:
    """Return a console on standard output; a plain one has no colours."""
    return Output(highlight=False, no_color=True, color_system=None) if plain else Output(highlight=False)
