"""Print the files of the library that run for one `roll` at a server's table, from the socket and back.

    python bench/path.py

A server plays interpreted on a file of SQLite, in a thread of this process. A profiler notes each function that runs
between the command and the last message about it. Files that run in every one of several rolls are printed, so that
background tasks do not count. Figures in docs/architecture.md come from here.
"""

import json
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

from websockets.sync.client import ClientConnection, connect

import ventnor
from tests.server.kit import House, running

SOURCE = Path(ventnor.__file__).parent
ROLLS = 4
QUIET = 0.5
"""Seconds without a message after which a command is over."""


class Profiler:
    """Notes the files of the library whose functions are called while it is on."""

    def __init__(self) -> None:
        self.is_on = False
        self.files: set[str] = set()

    def note(self, frame: FrameType, event: str, _: object) -> None:
        """Note the file of a call."""
        path = Path(frame.f_code.co_filename)
        if self.is_on and event == "call" and path.is_relative_to(SOURCE):
            self.files.add(path.relative_to(SOURCE).as_posix())


def heard(socket: ClientConnection) -> Iterator[dict[str, Any]]:
    """Yield messages until none comes any more."""
    try:
        while True:
            yield json.loads(socket.recv(timeout=QUIET))
    except TimeoutError:
        return


def view_of(house: House, table: str) -> dict[str, Any]:
    """Return the public view of a table's game."""
    lines = house.client.get(f"/api/tables/{table}/events", params={"follow": 0}).text.splitlines()
    return json.loads(lines[0])["view"]


def roll(house: House, profiler: Profiler) -> bool:
    """Play up to the first throw of a game and note its files. Return whether it ended on an unowned deed."""
    made = house.make({"kind": "mine", "name": "Ann"}, {"kind": "mine", "name": "Bob"})
    table, tokens = made["table"]["id"], [each["token"] for each in made["seats"]]
    with connect(f"ws://127.0.0.1:{house.client.base_url.port}/api/tables/{table}/socket", max_size=None) as socket:
        socket.send(json.dumps({"type": "hello", "protocol": 3, "tokens": tokens}))
        socket.send(json.dumps({"type": "start", "id": "start"}))
        list(heard(socket))
        while not profiler.files:
            view = view_of(house, table)
            command = {"type": "act", "id": f"ply{view['ply']}", "seat": view["awaiting"]["seat"], "ply": view["ply"]}
            profiler.is_on = view["turn_number"] > 0
            socket.send(json.dumps({**command, "action": {"do": "roll"}}))
            list(heard(socket))
            profiler.is_on = False
    return view_of(house, table)["awaiting"]["kind"] == "buy"


def main() -> None:
    """Roll until several throws have ended on unowned deeds; print the files that all of them ran."""
    profiler = Profiler()
    threading.setprofile(profiler.note)
    with tempfile.TemporaryDirectory() as folder, running(database=f"sqlite:///{folder}/tables.db") as house:
        found: list[set[str]] = []
        while len(found) < ROLLS:
            if roll(house, profiler):
                found.append(profiler.files)
            profiler.files = set()
    files = sorted(found[0].intersection(*found[1:]))
    folders = Counter(each.split("/")[0] if "/" in each else "ventnor" for each in files)
    sys.stdout.write("\n".join(files) + f"\n{len(files)} files: ")
    sys.stdout.write(", ".join(f"{count} of {name}" for name, count in folders.most_common()) + "\n")


if __name__ == "__main__":
    main()
