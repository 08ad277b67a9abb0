"""Tables, their entries, secrets and leases."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the four tables."""
    op.create_table(
        "heads",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("setting", sa.LargeBinary, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("updated", sa.Double, nullable=False),
        sa.Column("position", sa.LargeBinary, nullable=False),
        sa.Column("brief", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_heads_created", "heads", ["created"])
    op.create_index("ix_heads_status", "heads", ["status"])
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String, sa.ForeignKey("heads.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("command", sa.String, nullable=True),
        sa.UniqueConstraint("table_id", "command"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tokens",
        sa.Column("table_id", sa.String, sa.ForeignKey("heads.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("hash", sa.String, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("scopes", sa.String, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("table_id", sa.String, sa.ForeignKey("heads.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("holder", sa.String, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
    )
