"""Upgrade the schema of a database when a server starts. The steps are in `migrations/versions`."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from ventnor.server.store.contract import BadDatabase

STEPS: Final = Path(__file__).parent / "migrations"
LOCK: Final = 7_214_350_611
"""If several workers start at once, one upgrades the schema and the others wait."""


def migrate(connection: Connection) -> None:
    """Run the steps that the database lacks. Raises `BadDatabase` if it comes from a newer version."""
    config = Config()
    config.set_main_option("script_location", STEPS.as_posix())
    config.attributes["connection"] = connection
    if connection.dialect.name == "postgresql":
        connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": LOCK})
    known = {each.revision for each in ScriptDirectory.from_config(config).walk_revisions()}
    if connection.dialect.has_table(connection, "alembic_version"):
        taken = set(connection.execute(text("select version_num from alembic_version")).scalars())
        if not taken <= known:
            raise BadDatabase("the database was made by a newer version of ventnor")
    command.upgrade(config, "head")
