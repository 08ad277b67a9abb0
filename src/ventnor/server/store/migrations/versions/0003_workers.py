"""Tables belong to a process: `heads` says to which, `workers` how long that process lives. Leases by table are gone.

The state of a table is stored in full only now and then, and what has changed since then in `progress`.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add whom each table belongs to. What held a lease counts as a process that has ended."""
    op.add_column("heads", sa.Column("holder", sa.String, nullable=False, server_default=""))
    op.add_column("heads", sa.Column("epoch", sa.Integer, nullable=False, server_default="0"))
    op.add_column("heads", sa.Column("progress", sa.LargeBinary, nullable=True))
    op.create_table(
        "workers",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.Column("seconds", sa.Double, nullable=False),
    )
    op.execute(
        "update heads set holder = (select 'lease-' || table_id from leases where table_id = heads.id) "
        "where id in (select table_id from leases)"
    )
    op.execute("insert into workers select 'lease-' || table_id, '', until, 0 from leases")
    op.drop_table("leases")
