"""Logs on standard error, without tokens, table ids or request bodies: JSON for programs, sentences for people.

The code names every logged field. Loggers of other packages, uncaught exceptions and warnings use the same format, so
in the JSON format every line is one object.
"""

import json
import logging
import sys
import threading
import time
import traceback
from typing import Any, Final, cast

CONTROLS: Final = {code: f"\\u{code:04x}" for code in (*range(10), *range(11, 32), *range(127, 160), 0x2028, 0x2029)}
"""Control characters except the end of a line, and how a log for a person shows them."""
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
        return json.dumps(line, default=str)  # ASCII: a text in it cannot start a line or steer a terminal


class TextFormatter(logging.Formatter):
    """Formats a record as a line for a person: the time of day, what happened, and the fields in brackets."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line. Only failures that the server did not expect show a traceback."""
        data = cast("dict[str, Any]", getattr(record, "data", {}))
        fields = ", ".join(f"{name} {value}" for name, value in data.items())
        level = "" if record.levelno < logging.WARNING else f"{record.levelname.lower()}: "
        said = record.getMessage()[:2000] + (f" ({fields})" if fields else "")
        line = f"{time.strftime('%H:%M:%S', time.localtime(record.created))}  {level}{said}".replace("\n", "\\n")
        if record.exc_info and record.exc_info[1] is not None:
            line += "\n" + "".join(traceback.format_exception(record.exc_info[1])).rstrip()
        return line.translate(CONTROLS)


def start_logging(text: bool = False, level: str = "INFO") -> None:
    """Send all logs to standard error, as JSON or as text."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(TextFormatter() if text else JsonFormatter())
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
