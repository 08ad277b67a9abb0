"""The tables of a database, for its schema and for rare queries."""

from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
)

METADATA: Final = MetaData()

HEADS: Final = Table(
    "heads",
    METADATA,
    Column("id", String, primary_key=True),
    Column("created", Double, nullable=False, index=True),
    Column("setting", LargeBinary, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("status", String, nullable=False, index=True),
    Column("seq", Integer, nullable=False),
    Column("updated", Double, nullable=False),
    Column("position", LargeBinary, nullable=False),
    Column("brief", LargeBinary, nullable=False),
    Column("holder", String, nullable=False, server_default=""),
    Column("epoch", Integer, nullable=False, server_default="0"),
    Column("progress", LargeBinary, nullable=True),
)
ENTRIES: Final = Table(
    "entries",
    METADATA,
    Column("table_id", String, ForeignKey("heads.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    Column("command", String, nullable=True),
    UniqueConstraint("table_id", "command"),
    sqlite_with_rowid=False,
)
TOKENS: Final = Table(
    "tokens",
    METADATA,
    Column("table_id", String, ForeignKey("heads.id", ondelete="CASCADE"), primary_key=True),
    Column("hash", String, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("scopes", String, nullable=False),
)
WORKERS: Final = Table(
    "workers",
    METADATA,
    Column("id", String, primary_key=True),
    Column("address", String, nullable=False),
    Column("until", Double, nullable=False),
    Column("seconds", Double, nullable=False),
)
REVIEWS: Final = Table(
    "reviews",
    METADATA,
    Column("table_id", String, ForeignKey("heads.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String, primary_key=True),
    Column("made_by", String, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
