"""`ventnor serve`: a server for tables in the browser and for bots.

The server's packages are an extra of this one and are loaded only here.
"""

import argparse
import os
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Final

MISSING: Final = "the server needs more packages: pip install 'ventnor[server]'"


def add_parser(
    subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]",  # pyright: ignore[reportPrivateUsage]
) -> None:
    """Add the command to `ventnor`."""
    parser = subparsers.add_parser(
        "serve",
        help="run a server for tables in the browser and for bots",
        description="Run a server for tables in the browser and for bots. Without --database, tables are stored in an "
        "SQLite file of this user.",
    )
    parser.add_argument(
        "--database", metavar="URL", help="memory:, sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"
    )
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at (default: %(default)s)")
    parser.add_argument("--port", type=int, default=8935, help="the port to listen at (default: %(default)s)")
    parser.add_argument(
        "--workers", type=int, default=1, metavar="N", help="number of processes; more than one needs PostgreSQL"
    )
    parser.add_argument("--lan", action="store_true", help="let phones and other devices in the home network join")
    parser.add_argument("--open", action="store_true", help="open the page in this machine's browser")
    parser.add_argument(
        "--base-path", default="", metavar="PATH", help="path under which a proxy mounts the server, such as /ventnor"
    )
    parser.add_argument(
        "--origin", action="append", default=[], metavar="URL", help="another site whose pages may open sockets"
    )
    parser.add_argument(
        "--trusted-proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a proxy whose X-Forwarded-For is trusted",
    )
    parser.add_argument(
        "--log",
        choices=("text", "json"),
        help="how to write the log: text is the default on a terminal, one JSON object a line elsewhere",
    )
    parser.set_defaults(run=run)


def default_database() -> str:
    """Return the URL of this user's database file."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return f"sqlite:///{Path(base) / 'ventnor' / 'tables.db'}"


def database_of(given: str | None) -> str:
    """Return the requested database, else that of the environment, else this user's."""
    return given or os.environ.get("VENTNOR_DATABASE") or default_database()


def has_screen() -> bool:
    """Return whether a browser window can be opened."""
    return sys.platform in {"darwin", "win32"} or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))


def greeting(address: str, code: str, database: str) -> str:
    """Return what the terminal shows when the server starts: where to play, where games are kept, how to stop."""
    lines = [f"Ventnor is running. Play at {address}"]
    if code:
        lines += ["", code.rstrip("\n"), "", "Other devices in this network: scan the code, or type the address above."]
    kept = database.removeprefix("sqlite:///")
    if database == "memory:":
        lines.append("Games are kept in memory and end with the server.")
    elif kept != database:
        lines.append(f"Games are kept in {kept}")
    lines.append("Stop with Ctrl+C.")
    return "\n".join(lines)


def run(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    try:
        from ventnor.server.serving import BadAddress, lan_address, qr_code, serve
        from ventnor.server.settings import ServerSettings
        from ventnor.server.store.contract import BadDatabase
    except ModuleNotFoundError as error:
        print(f"ventnor serve: {MISSING} ({error.name} is missing)", file=sys.stderr)
        return 2
    base_path = str(args.base_path).rstrip("/")
    if base_path and not base_path.startswith("/"):
        print("ventnor serve: --base-path must begin with a slash", file=sys.stderr)
        return 2
    host = "0.0.0.0" if args.lan and args.host == "127.0.0.1" else str(args.host)
    settings = ServerSettings(
        database=database_of(args.database),
        host=host,
        port=args.port,
        workers=max(1, args.workers),
        base_path=base_path,
        origins=tuple(args.origin),
        trusted_proxies=tuple(args.trusted_proxy),
        lan=args.lan,
        text_log=args.log == "text" if args.log else sys.stderr.isatty(),
    )
    shown = lan_address() if args.lan else host
    address = f"http://{shown}:{args.port}{base_path}/"

    def announce() -> None:
        print(greeting(address, qr_code(address) if args.lan else "", settings.database), file=sys.stderr, flush=True)
        if args.open and has_screen():
            threading.Timer(1.0, webbrowser.open, [address]).start()

    try:
        serve(settings, announce)
    except (BadDatabase, BadAddress) as error:
        print(f"ventnor serve: {error}", file=sys.stderr)
        return 2
    return 0
