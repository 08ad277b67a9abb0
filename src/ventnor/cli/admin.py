"""`ventnor admin`: administration of a server's tables."""

import argparse
import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ventnor.cli.serve import MISSING, database_of

if TYPE_CHECKING:
    from ventnor.server.store.contract import Store

PRUNED: Final = ("lobby", "over", "closed")


def add_parser(
    subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]",  # pyright: ignore[reportPrivateUsage]
) -> None:
    """Add the command to `ventnor`."""
    parser = subparsers.add_parser(
        "admin",
        help="list, inspect, export, delete, prune, back up and restore a server's tables",
        description="Work on the tables of a server. With SQLite, stop the server first; with PostgreSQL it may run.",
    )
    parser.add_argument("--database", metavar="URL", help="the database, as for ventnor serve")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    verbs.add_parser("list", help="list all tables, newest first")
    for verb, text in (("inspect", "show one table"), ("delete", "delete a table and its game")):
        verbs.add_parser(verb, help=text).add_argument("table")
    export = verbs.add_parser("export", help="write a table's game as a replay file")
    export.add_argument("table")
    export.add_argument("file", nargs="?", type=Path, help="file to write (default: standard output)")
    prune = verbs.add_parser("prune", help="delete tables without recent activity")
    prune.add_argument(
        "--days", type=float, default=90.0, help="delete tables idle for so many days (default: %(default)s)"
    )
    prune.add_argument("--playing", action="store_true", help="also delete games that are not over")
    for verb, text in (
        ("backup", "write all tables to a file, with the seeds of their dice"),
        ("restore", "read the tables of a backup"),
    ):
        verbs.add_parser(verb, help=text).add_argument("file", type=Path)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the verb and print its result."""
    try:
        from ventnor.server import admin
        from ventnor.server.store.contract import BadDatabase, StoreBusy
    except ModuleNotFoundError as error:
        print(f"ventnor admin: {MISSING} ({error.name} is missing)", file=sys.stderr)
        return 2

    database = database_of(args.database)
    if args.verb != "restore" and admin.is_missing(database):
        print(f"ventnor admin: database {database} does not exist", file=sys.stderr)
        return 2

    async def work() -> object:
        async with admin.opened(database) as store:
            return await VERBS[args.verb](store, args)

    try:
        result = asyncio.run(work())
    except (BadDatabase, StoreBusy, admin.BadBackup, admin.NoTable) as error:
        print(f"ventnor admin: {error}", file=sys.stderr)
        return 2
    if args.json or not isinstance(result, str):
        print(json.dumps(result, indent=2, ensure_ascii=False))
    elif result:
        print(result)
    return 0


async def list_tables(store: "Store", args: argparse.Namespace) -> object:
    """List all tables."""
    from msgspec import to_builtins

    from ventnor.server import admin

    found = await admin.briefs(store)
    if args.json:
        return to_builtins(found)
    lines = [
        f"{each.id}  {each.status:8}  {each.edition} {each.variant}".rstrip()
        + f"  {', '.join(name or '(free)' for name in each.seats)}"
        for each in found
    ]
    return "\n".join(lines) or "There are no tables."


async def inspect_table(store: "Store", args: argparse.Namespace) -> object:
    """Show one table."""
    from msgspec import to_builtins

    from ventnor.server import admin

    return to_builtins(await admin.inspect(store, args.table))


async def export_table(store: "Store", args: argparse.Namespace) -> object:
    """Write a table's game as a replay file."""
    from ventnor.server import admin
    from ventnor.server.store.private import open_private

    text = await admin.export(store, args.table)
    if args.file is None:
        return text.rstrip("\n")
    with open_private(args.file, "w") as file:
        file.write(text)
    return {"table": args.table, "file": str(args.file)} if args.json else f"Written to {args.file}."


async def delete_table(store: "Store", args: argparse.Namespace) -> object:
    """Delete a table."""
    from ventnor.server import admin

    await admin.find(store, args.table)
    await store.delete(args.table)
    return {"deleted": [args.table]} if args.json else "Deleted."


async def prune_tables(store: "Store", args: argparse.Namespace) -> object:
    """Delete old tables."""
    from ventnor.server import admin

    found = await admin.prune(store, args.days, admin.ALL if args.playing else PRUNED)
    return {"deleted": found} if args.json else f"{len(found)} deleted."


async def back_up(store: "Store", args: argparse.Namespace) -> object:
    """Write all tables to a file."""
    from ventnor.server import admin

    count = await admin.back_up(store, args.file)
    return {"tables": count} if args.json else f"{count} tables written to {args.file}."


async def restore(store: "Store", args: argparse.Namespace) -> object:
    """Read tables from a file."""
    from ventnor.server import admin

    made, known = await admin.restore(store, args.file)
    return {"restored": made, "known": known} if args.json else f"{made} tables restored, {known} were there already."


VERBS: Final[dict[str, Callable[["Store", argparse.Namespace], Awaitable[object]]]] = {
    "list": list_tables,
    "inspect": inspect_table,
    "export": export_table,
    "delete": delete_table,
    "prune": prune_tables,
    "backup": back_up,
    "restore": restore,
}
