"""Structured logs: a line of JSON each, without anybody's secrets.

What is logged is named in the code, field by field; no request's headers, query or body ever is.
"""

import json
import logging
import sys
import time
import traceback
from typing import Any, cast


class JsonLines(logging.Formatter):
    """A record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        line |= cast("dict[str, Any]", getattr(record, "data", {}))
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            line["error"] = f"{type(error).__name__}: {error}"[:500]
            frames = traceback.extract_tb(error.__traceback__)
            line["trace"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames][-12:]
        return json.dumps(line, ensure_ascii=False, default=str)


def start_logging(level: str = "INFO") -> None:
    """Send the server's log to the error output."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    # What uvicorn says of every connection would name the table, and a table's address is its invitation.
    for name, least in (("ventnor.server", level), ("uvicorn.error", "WARNING")):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(least)
        logger.propagate = False
