"""Reviews of finished games."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String, sa.ForeignKey("heads.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("made_by", sa.String, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
