"""`ventnor admin`: the tables of a server, for whoever runs it."""

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
    """Adds the command to those of `ventnor`."""
    parser = subparsers.add_parser(
        "admin",
        help="list, inspect, export, delete, prune, back up and restore a server's tables",
        description="The tables of a server. An SQLite file must not be in use; PostgreSQL may be.",
    )
    parser.add_argument("--database", metavar="URL", help="as for ventnor serve")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    verbs.add_parser("list", help="all tables, newest first")
    for verb, text in (("inspect", "one table"), ("delete", "forget a table and everything about it")):
        verbs.add_parser(verb, help=text).add_argument("table")
    export = verbs.add_parser("export", help="a table's game as a replay file")
    export.add_argument("table")
    export.add_argument("file", nargs="?", type=Path, help="where to (default: the standard output)")
    prune = verbs.add_parser("prune", help="forget tables that nothing happened at for long")
    prune.add_argument("--days", type=float, default=90.0, help="for so many days (default: %(default)s)")
    prune.add_argument("--playing", action="store_true", help="games that are not over too")
    for verb, text in (("backup", "write all tables into a file; it holds seeds"), ("restore", "read a backup")):
        verbs.add_parser(verb, help=text).add_argument("file", type=Path)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Does it, and says what was done."""
    try:
        from ventnor.server import custody
        from ventnor.server.store.contract import BadDatabase, StoreBusy
    except ModuleNotFoundError as error:
        print(f"ventnor admin: {MISSING} ({error.name} is missing)", file=sys.stderr)
        return 2

    database = database_of(args.database)
    if args.verb != "restore" and custody.is_missing(database):
        print(f"ventnor admin: there is no database {database}", file=sys.stderr)
        return 2

    async def work() -> object:
        async with custody.opened(database) as store:
            return await VERBS[args.verb](store, args)

    try:
        result = asyncio.run(work())
    except (BadDatabase, StoreBusy, custody.BadBackup, custody.NoTable) as error:
        print(f"ventnor admin: {error}", file=sys.stderr)
        return 2
    if args.json or not isinstance(result, str):
        print(json.dumps(result, indent=2, ensure_ascii=False))
    elif result:
        print(result)
    return 0


async def list_tables(store: "Store", args: argparse.Namespace) -> object:
    """All tables."""
    from msgspec import to_builtins

    from ventnor.server import custody

    found = await custody.briefs(store)
    if args.json:
        return to_builtins(found)
    lines = [
        f"{each.id}  {each.status:8}  {each.edition} {each.variant}".rstrip()
        + f"  {', '.join(name or '(free)' for name in each.seats)}"
        for each in found
    ]
    return "\n".join(lines) or "There are no tables."


async def inspect_table(store: "Store", args: argparse.Namespace) -> object:
    """One table."""
    from msgspec import to_builtins

    from ventnor.server import custody

    return to_builtins(await custody.inspect(store, args.table))


async def export_table(store: "Store", args: argparse.Namespace) -> object:
    """A replay file."""
    from ventnor.server import custody

    text = await custody.export(store, args.table)
    if args.file is None:
        return text.rstrip("\n")
    args.file.write_text(text, encoding="utf-8", newline="\n")
    return {"table": args.table, "file": str(args.file)} if args.json else f"Written to {args.file}."


async def delete_table(store: "Store", args: argparse.Namespace) -> object:
    """A table, gone."""
    from ventnor.server import custody

    await custody.find(store, args.table)
    await store.delete(args.table)
    return {"deleted": [args.table]} if args.json else "Deleted."


async def prune_tables(store: "Store", args: argparse.Namespace) -> object:
    """Old tables, gone."""
    from ventnor.server import custody

    found = await custody.prune(store, args.days, custody.ALL if args.playing else PRUNED)
    return {"deleted": found} if args.json else f"{len(found)} deleted."


async def back_up(store: "Store", args: argparse.Namespace) -> object:
    """All tables into a file."""
    from ventnor.server import custody

    count = await custody.back_up(store, args.file)
    return {"tables": count} if args.json else f"{count} tables written to {args.file}."


async def restore(store: "Store", args: argparse.Namespace) -> object:
    """Tables from a file."""
    from ventnor.server import custody

    made, known = await custody.restore(store, args.file)
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
