"""Structured logs: one JSON object a line, without tokens, table ids or request bodies.

The code names every logged field. Loggers of other packages, uncaught exceptions and warnings use the same format, so
every line on standard error is JSON.
"""

import json
import logging
import sys
import threading
import time
import traceback
from typing import Any, Final, cast

LOG: Final = logging.getLogger("ventnor.server")


class JsonFormatter(logging.Formatter):
    """Formats a record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage()[:2000],
        }
        line |= cast("dict[str, Any]", getattr(record, "data", {}))
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            line["error"] = f"{type(error).__name__}: {error}"[:500]
            frames = traceback.extract_tb(error.__traceback__)
            line["trace"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames][-12:]
        return json.dumps(line, ensure_ascii=False, default=str)


def start_logging(level: str = "INFO") -> None:
    """Send all logs to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level="WARNING", handlers=[handler], force=True)
    logging.captureWarnings(capture=True)
    logging.getLogger("ventnor.server").setLevel(level)
    # uvicorn logs every connection with the table's address, which is its invitation.
    logging.getLogger("uvicorn.error").setLevel("WARNING")
    # A client that breaks the protocol or hangs up is no fault of the server.
    logging.getLogger("websockets").setLevel("CRITICAL")
    sys.excepthook = lambda kind, error, trace: LOG.critical("the process ends", exc_info=(kind, error, trace))
    threading.excepthook = log_thread_failure


def log_thread_failure(failed: threading.ExceptHookArgs) -> None:
    """Log an exception that ended a thread."""
    name = failed.thread.name if failed.thread else ""
    LOG.error("a thread failed", exc_info=failed.exc_value, extra={"data": {"thread": name}})
