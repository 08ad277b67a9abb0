"""One contract, three stores: every test here runs in memory, with SQLite and with PostgreSQL."""

import asyncio
import os
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.server.kit import WAIT
from tests.server.postgres import new_database
from ventnor.server.store import is_shared, make_store, sqlite
from ventnor.server.store.contract import BadDatabase, EntryRow, Head, Store, StoreBusy, TokenRow

STORES = ["memory", "sqlite", "postgresql"]
HEAD = Head("table-1", 100.0, b'{"a": 1}', b"seed", True, brief=b"{}", updated=100.0)


@pytest.fixture(params=STORES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "memory":
        return "memory:"
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    return new_database(request.getfixturevalue("postgres"))


def run(url: str, story: Callable[[Store], Awaitable[None]]) -> None:
    async def tell() -> None:
        store = make_store(url)
        await store.open()
        try:
            await asyncio.wait_for(story(store), WAIT)
        finally:
            await store.close()

    asyncio.run(tell())


def rows(first: int, last: int, command: str | None = None) -> list[EntryRow]:
    return [
        EntryRow(seq, f'{{"seq": {seq}, "n": "é\\u0000"}}'.encode(), command if seq == first else None)
        for seq in range(first, last + 1)
    ]


def test_what_was_appended_is_there_and_in_order(url: str) -> None:
    async def story(store: Store) -> None:
        assert await store.create(replace(HEAD, seq=2), rows(1, 2), [TokenRow("h1", HEAD.id, 0, "play host")])
        moved = replace(HEAD, seq=5, status="playing", updated=200.5, position=b"\x00\xff", brief=b"[1]", open=False)
        assert await store.append(moved, rows(3, 5, "0:c1"))
        assert await store.rows(HEAD.id) == [*rows(1, 2), *rows(3, 5, "0:c1")]
        assert await store.rows(HEAD.id, 4) == rows(5, 5)
        assert await store.rows(HEAD.id, 5) == []
        assert await store.find(HEAD.id, "0:c1") == 3
        assert await store.find(HEAD.id, "0:c2") is None
        # The settings of the table do not change.
        assert await store.head(HEAD.id) == replace(moved, open=True)
        assert await store.token(HEAD.id, "h1") == TokenRow("h1", HEAD.id, 0, "play host")

    run(url, story)


def test_a_number_is_taken_once_and_a_command_too(url: str) -> None:
    async def story(store: Store) -> None:
        assert await store.create(replace(HEAD, seq=1), rows(1, 1, "0:c1"), [])
        assert not await store.create(replace(HEAD, seq=1), rows(1, 1), [])
        before = await store.head(HEAD.id)
        assert not await store.append(replace(HEAD, seq=1, status="over"), rows(1, 1))
        assert not await store.append(replace(HEAD, seq=3, status="over"), rows(3, 3))
        assert not await store.append(replace(HEAD, seq=3, status="over"), rows(2, 3, "0:c1"))
        assert not await store.append(replace(HEAD, id="other", seq=1), rows(1, 1))
        token = TokenRow("h2", HEAD.id, 1, "play")
        assert not await store.append(replace(HEAD, seq=1), rows(1, 1), [token])
        assert await store.token(HEAD.id, "h2") is None
        assert await store.head(HEAD.id) == before
        assert await store.rows(HEAD.id) == rows(1, 1, "0:c1")
        assert await store.append(replace(HEAD, seq=2), rows(2, 2, "0:c2"), [token])
        assert await store.token(HEAD.id, "h2") == token

    run(url, story)


def test_of_many_who_append_at_once_each_number_goes_to_one(url: str) -> None:
    async def story(store: Store) -> None:
        tables = [f"t{number}" for number in range(5)]
        for table in tables:
            await store.create(replace(HEAD, id=table), [], [])
        won: dict[str, list[bytes]] = {table: [] for table in tables}

        async def writer(name: int) -> None:
            chance = random.Random(name)
            for step in range(20):
                table = chance.choice(tables)
                head = await store.head(table)
                assert head is not None
                body = f"{name}-{step}".encode()
                if await store.append(replace(head, seq=head.seq + 1), [EntryRow(head.seq + 1, body)]):
                    won[table].append(body)

        await asyncio.gather(*(writer(name) for name in range(8)))
        for table in tables:
            kept = await store.rows(table)
            assert [row.seq for row in kept] == list(range(1, len(kept) + 1))
            assert sorted(row.body for row in kept) == sorted(won[table])

    run(url, story)


def test_what_is_kept_is_there_when_opened_again(url: str) -> None:
    if url == "memory:":
        pytest.skip("forgets by design")

    async def write(store: Store) -> None:
        await store.create(replace(HEAD, seq=3), rows(1, 3), [TokenRow("h", HEAD.id, 0, "play")])

    async def read(store: Store) -> None:
        assert await store.rows(HEAD.id) == rows(1, 3)
        assert await store.token(HEAD.id, "h") is not None

    run(url, write)
    run(url, read)


def test_lists_and_deletions(url: str) -> None:
    async def story(store: Store) -> None:
        for number in range(4):
            head = replace(HEAD, id=f"t{number}", created=float(number), open=number % 2 == 0, updated=float(number))
            await store.create(head, [], [TokenRow(f"h{number}", f"t{number}", 0, "play")])
        await store.append(replace(HEAD, id="t3", status="playing", seq=1, updated=9.0), rows(1, 1))
        assert [each.id for each in await store.heads(["lobby"])] == ["t2", "t1", "t0"]
        assert [each.id for each in await store.heads(["lobby", "playing"], limit=2)] == ["t3", "t2"]
        assert [each.id for each in await store.heads(["lobby", "playing"], open_only=True)] == ["t2", "t0"]
        assert sorted(await store.stale(2.0, ["lobby"])) == ["t0", "t1"]
        assert await store.stale(2.0, ["over"]) == []
        assert await store.delete("t3")
        assert not await store.delete("t3")
        assert await store.head("t3") is None
        assert await store.rows("t3") == []
        assert await store.token("t3", "h3") is None
        assert await store.token("t2", "h2") == TokenRow("h2", "t2", 0, "play")
        assert await store.tokens("t2") == [TokenRow("h2", "t2", 0, "play")]

    run(url, story)


def test_reviews_are_kept_by_kind_until_made_anew_and_go_with_their_table(url: str) -> None:
    async def story(store: Store) -> None:
        await store.keep_review(HEAD.id, "review", "m1", b"nobody's")
        assert await store.review(HEAD.id, "review", "m1") is None
        await store.create(replace(HEAD, seq=1), rows(1, 1), [])
        await store.keep_review(HEAD.id, "review", "m1", b"first \x00")
        await store.keep_review(HEAD.id, "chances", "m1", b"other")
        assert await store.review(HEAD.id, "review", "m1") == b"first \x00"
        assert await store.review(HEAD.id, "review", "m2") is None
        await store.keep_review(HEAD.id, "review", "m2", b"second")
        assert await store.review(HEAD.id, "review", "m1") is None
        assert await store.review(HEAD.id, "review", "m2") == b"second"
        assert await store.review(HEAD.id, "chances", "m1") == b"other"
        await store.delete(HEAD.id)
        assert await store.review(HEAD.id, "review", "m2") is None

    run(url, story)


def test_a_table_belongs_to_one_process_until_that_ends(url: str) -> None:
    async def story(store: Store) -> None:
        assert await store.claim("nowhere", "one") is None
        assert "one" in await store.renew("one", "here", 30.0)
        await store.create(replace(HEAD, holder="one"), [], [])
        mine = await store.claim(HEAD.id, "one")
        assert mine is not None
        assert (mine.head.holder, mine.head.epoch, mine.away) == ("one", 0, None)
        if is_shared(url) or url == "memory:":
            assert await store.renew("two", "there", 30.0) == {"one": "here", "two": "there"}
            others = await store.claim(HEAD.id, "two")
            assert others is not None
            assert (others.head.holder, others.away) == ("one", None)
        await store.bury("one")
        taken = await store.claim(HEAD.id, "two")
        assert taken is not None
        assert (taken.head.holder, taken.head.epoch) == ("two", 1)
        assert taken.away is not None
        assert taken.away < 20
        assert (await store.claim(HEAD.id, "two")) == replace(taken, away=None)
        assert await store.head(HEAD.id) == taken.head

    run(url, story)


def test_who_lost_a_table_without_noticing_cannot_append_to_it(url: str) -> None:
    async def story(store: Store) -> None:
        await store.renew("one", "here", 30.0)
        await store.create(replace(HEAD, holder="one"), [], [])
        before = await store.claim(HEAD.id, "one")
        assert before is not None
        assert await store.append(replace(before.head, seq=1), rows(1, 1))
        if is_shared(url) or url == "memory:":
            await store.renew("two", "there", 30.0)
        taken = await store.claim(HEAD.id, "two", by_force=True)
        assert taken is not None
        assert taken.head.holder == "two"
        token = TokenRow("h2", HEAD.id, 1, "play")
        assert not await store.append(replace(before.head, seq=2), rows(2, 2, "0:late"))
        assert not await store.append(replace(before.head, seq=2), rows(2, 2), [token])
        assert await store.rows(HEAD.id) == rows(1, 1)
        assert await store.append(replace(taken.head, seq=2), rows(2, 2, "0:now"))

    run(url, story)


def test_how_long_nobody_had_a_table_is_told(url: str) -> None:
    async def story(store: Store) -> None:
        await store.renew("one", "here", 0.3)
        await store.create(replace(HEAD, holder="one"), [], [])
        await asyncio.sleep(0.6)
        taken = await store.claim(HEAD.id, "two")
        assert taken is not None
        assert taken.away is not None
        assert 0.5 < taken.away < 10

    run(url, story)


def test_the_tables_of_a_process_that_ended_are_vacant(url: str) -> None:
    async def story(store: Store) -> None:
        for worker in ("one", "two", "three"):
            await store.renew(worker, worker, 30.0)
        for name, holder in (("mine", "one"), ("theirs", "two"), ("left", "three"), ("lobby", "three")):
            head = replace(HEAD, id=name, status="lobby" if name == "lobby" else "playing", holder=holder)
            await store.create(head, [], [])
        await store.bury("three")
        alone = not (is_shared(url) or url == "memory:")
        assert set(await store.vacant("one")) == {"left"} | ({"theirs"} if alone else set())
        await store.bury("two")
        assert set(await store.vacant("one")) == {"left", "theirs"}

    run(url, story)


def test_a_position_is_kept_until_another_one_comes(url: str) -> None:
    async def story(store: Store) -> None:
        await store.create(replace(HEAD, position=b"first"), [], [])
        assert await store.append(replace(HEAD, seq=1, progress=b"one on"), rows(1, 1))
        found = await store.head(HEAD.id)
        assert found is not None
        assert (found.position, found.progress) == (b"first", b"one on")
        assert await store.append(replace(HEAD, seq=2, position=b"second"), rows(2, 2))
        found = await store.head(HEAD.id)
        assert found is not None
        assert (found.position, found.progress) == (b"second", b"")

    run(url, story)


def test_appends_to_many_tables_at_once_are_independent(url: str) -> None:
    """Of a group of appends some are refused: for their number, for their command. The others are stored."""

    async def story(store: Store) -> None:
        tables = [f"t{number}" for number in range(30)]
        for table in tables:
            await store.create(replace(HEAD, id=table, seq=1), rows(1, 1, "0:first"), [])

        async def append(number: int, table: str) -> bool:
            if number % 3 == 1:
                return await store.append(replace(HEAD, id=table, seq=2), rows(2, 2, "0:first"))
            if number % 3 == 2:
                return await store.append(replace(HEAD, id=table, seq=4), rows(4, 4))
            return await store.append(replace(HEAD, id=table, seq=3), rows(2, 3, "0:second"))

        kept = await asyncio.gather(*(append(number, table) for number, table in enumerate(tables)))
        assert kept == [number % 3 == 0 for number in range(30)]
        for number, table in enumerate(tables):
            expected = [*rows(1, 1, "0:first"), *(rows(2, 3, "0:second") if number % 3 == 0 else [])]
            assert await store.rows(table) == expected

    run(url, story)


def test_others_are_told(url: str) -> None:
    if not is_shared(url):
        pytest.skip("there are no others")

    async def story(store: Store) -> None:
        other = make_store(url)
        await other.open()
        heard: asyncio.Queue[str] = asyncio.Queue()
        other.listen(heard.put_nowait)
        try:
            assert await heard.get() == ""
            await store.create(replace(HEAD, holder="one"), [], [])
            await store.claim(HEAD.id, "two")
            assert await heard.get() == HEAD.id
            await store.delete(HEAD.id)
            assert await heard.get() == HEAD.id
        finally:
            await other.close()

    run(url, story)


def test_a_closed_store_says_so(url: str) -> None:
    if url == "memory:":
        pytest.skip("never closes")

    async def tell() -> None:
        store = make_store(url)
        await store.open()
        await store.close()
        with pytest.raises(StoreBusy):
            await store.append(replace(HEAD, seq=1), rows(1, 1))

    asyncio.run(tell())


def test_a_file_is_for_one_server(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"

    async def story(store: Store) -> None:
        with pytest.raises(BadDatabase, match="another server"):
            await make_store(url).open()

    run(url, story)


@pytest.mark.parametrize(
    "url", ["", "sqlite://", "sqlite:///", "mysql://x", "sqlite:////proc/nowhere/x.db", "postgresql://127.0.0.1:1/x"]
)
def test_a_database_that_cannot_be_used_is_said_to_be_one(url: str) -> None:
    with pytest.raises(BadDatabase):
        asyncio.run(make_store(url).open())


def test_a_database_from_the_future_is_refused(tmp_path: Path) -> None:
    import sqlite3

    path = tmp_path / "tables.db"
    url = f"sqlite:///{path}"

    async def nothing(store: Store) -> None:
        pass

    run(url, nothing)
    connection = sqlite3.connect(path)
    connection.execute("update alembic_version set version_num='9999'")
    connection.commit()
    connection.close()
    with pytest.raises(BadDatabase, match="newer"):
        asyncio.run(make_store(url).open())


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite's own limit on the size of a file fails in the same place as a disk that is full."""
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    kept = 0

    async def fill(store: Store) -> None:
        nonlocal kept
        await store.create(HEAD, [], [])
        while await store.append(replace(HEAD, seq=kept + 1), [EntryRow(kept + 1, os.urandom(9000))]):
            kept += 1

    async def go_on(store: Store) -> None:
        assert [row.seq for row in await store.rows(HEAD.id)] == list(range(1, kept + 1))
        assert await store.append(replace(HEAD, seq=kept + 1), rows(kept + 1, kept + 1))

    with monkeypatch.context() as patched:
        patched.setattr(sqlite, "PRAGMAS", (*sqlite.PRAGMAS, "pragma max_page_count=60"))
        with pytest.raises(StoreBusy, match="full"):
            run(url, fill)
    assert kept > 3
    run(url, go_on)
