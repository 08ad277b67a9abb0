"""Where a server's processor time goes: a sample every two milliseconds of processor time, by part of the server."""

from __future__ import annotations

import json
import signal
from collections import Counter
from pathlib import Path
from types import FrameType

EVERY = 0.002
PARTS = {
    "kernel: the action and what follows": ("entry_points.py", "/kernel/", "dice.py", "chance.py"),
    "views and hands as differences": ("shown.py", "view_text.py", "hand_text.py", "update.py", "awaiting.py"),
    "entries": ("visible.py", "ply_text.py", "/notation/", "event.py", "action.py"),
    "the session": ("session.py", "command.py", "driver.py", "timers.py", "game.py", "engine.py", "snapshot.py"),
    "the room: order, authority": ("room.py", "role.py", "registry.py", "rate_limit.py", "runner.py", "metrics.py"),
    "the store": ("/store/", "/asyncpg/", "/sqlalchemy/"),
    "sockets and frames": ("websocket.py", "frames.py", "connection.py", "/websockets/", "/uvicorn/", "handlers.py"),
}
REST = "event loop and the rest"


def start_sampling(path: str) -> None:
    """Count samples by part and by function from a signal SIGUSR2 to the next, then write the counts to a file."""
    parts: Counter[str] = Counter()
    functions: Counter[str] = Counter()

    def sample(_: int, frame: FrameType | None) -> None:
        first = frame
        while frame is not None:
            name = frame.f_code.co_filename
            if "/ventnor/" in name or "/asyncpg/" in name or "/websockets/" in name or "/uvicorn/" in name:
                found = next((part for part, ends in PARTS.items() if any(end in name for end in ends)), None)
                if found is not None:
                    parts[found] += 1
                    functions[f"{Path(name).name}:{frame.f_code.co_qualname}"] += 1
                    return
            frame = frame.f_back
        parts[REST] += 1
        if first is not None:
            functions[f"{Path(first.f_code.co_filename).name}:{first.f_code.co_qualname}"] += 1

    def toggle(_: int, __: FrameType | None) -> None:
        if parts:
            signal.setitimer(signal.ITIMER_PROF, 0)
            found = json.dumps({"parts": parts, "functions": functions.most_common(60)})
            Path(path).write_text(found, encoding="utf-8")
        else:
            signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)

    signal.signal(signal.SIGPROF, sample)
    signal.signal(signal.SIGUSR2, toggle)
