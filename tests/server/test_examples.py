"""The example bots play against a real server."""

import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.server.kit import WAIT, running

BOTS = Path(__file__).parents[2] / "examples" / "bots"


@pytest.mark.slow
def test_the_example_bots_play_a_game_to_its_end() -> None:
    if shutil.which("curl") is None:
        pytest.skip("there is no curl")
    with running() as house:
        made = house.make(
            {"kind": "open"}, {"kind": "open"}, {"kind": "open"}, {"kind": "bot"}, options={"rounds": 2}, grace=0
        )
        table, host = made["table"]["id"], made["seats"][0]["token"]
        server = str(house.client.base_url).rstrip("/")
        bots = [
            subprocess.Popen([*command, server, table, name], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            for command, name in (
                ([sys.executable, str(BOTS / "first_choice.py")], "Python"),
                ([sys.executable, str(BOTS / "first_choice_socket.py")], "Socket"),
                (["sh", str(BOTS / "first_choice.sh")], "Shell"),
            )
        ]
        try:
            for _ in range(300):
                if house.client.get(f"/api/tables/{table}").json()["seats"][2]["name"]:
                    break
                time.sleep(0.1)
            assert house.command(table, host, {"type": "start"})["type"] == "done"
            for bot in bots:
                out, err = bot.communicate(timeout=WAIT)
                assert bot.returncode == 0, err.decode()
                assert b"winners" in out or b"over" in out, out.decode()
                assert b'"type":"refused"' not in out
                assert b"refused" not in err
        finally:
            for bot in bots:
                bot.kill()
        names = {each["name"] for each in house.client.get(f"/api/tables/{table}").json()["seats"]}
        assert names == {"Python", "Socket", "Shell", "Cautious"}
