"""A database of an earlier version is upgraded, and its tables belong to nobody who lives."""

import asyncio
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, text

from ventnor.server.store import make_store
from ventnor.server.store.migration import STEPS


def test_leases_become_processes_that_have_ended(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", STEPS.as_posix())
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        for table in ("leased", "free"):
            connection.execute(
                text("insert into heads values (:id, 1, x'7b7d', x'00', 1, 'playing', 0, 2, x'01', x'02')"),
                {"id": table},
            )
        connection.execute(text("insert into leases values ('leased', 'somebody', 1000)"))
    engine.dispose()

    async def look() -> None:
        store = make_store(f"sqlite:///{path}")
        await store.open()
        try:
            assert set(await store.vacant("me")) == {"leased", "free"}
            for table, is_known in (("leased", True), ("free", False)):
                claim = await store.claim(table, "me")
                assert claim is not None
                assert claim.away is not None
                assert (claim.away > 0) == is_known
                assert (claim.head.position, claim.head.progress, claim.head.epoch) == (b"\x01", b"", 1)
        finally:
            await store.close()

    asyncio.run(look())
