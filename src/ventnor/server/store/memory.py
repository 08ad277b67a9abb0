"""A store in memory, for tests and for trying things out. It keeps nothing when the process ends."""

from collections.abc import Sequence
from dataclasses import replace

from ventnor.server import clock
from ventnor.server.store.contract import EntryRow, Head, Notice, Ownership, Status, TokenRow, time_lost


class MemoryStore:
    """Tables in dictionaries. No method awaits anything, so each is atomic."""

    def __init__(self) -> None:
        self.name = "memory"
        self.is_shared = False
        self._heads: dict[str, Head] = {}
        self._rows: dict[str, list[EntryRow]] = {}
        self._commands: dict[str, set[str]] = {}
        self._tokens: dict[tuple[str, str], TokenRow] = {}
        self._reviews: dict[tuple[str, str], tuple[str, bytes]] = {}
        self._workers: dict[str, tuple[str, float, float]] = {}
        """The address of every process, until when it lives, and the seconds of its lease."""

    async def open(self) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""

    async def create(self, head: Head, rows: Sequence[EntryRow], tokens: Sequence[TokenRow]) -> bool:
        """Store a new table."""
        if head.id in self._heads:
            return False
        self._heads[head.id] = replace(head, seq=0)
        self._rows[head.id] = []
        self._commands[head.id] = set()
        return await self.append(head, rows, tokens)

    async def append(self, head: Head, rows: Sequence[EntryRow], tokens: Sequence[TokenRow] = ()) -> bool:
        """Append entries."""
        kept = self._heads.get(head.id)
        commands = {row.command for row in rows if row.command}
        if kept is None or kept.seq != head.seq - len(rows) or commands & self._commands[head.id]:
            return False
        if kept.epoch != head.epoch:
            return False
        self._commands[head.id] |= commands
        self._rows[head.id] += rows
        self._heads[head.id] = replace(
            kept,
            status=head.status,
            seq=head.seq,
            updated=head.updated,
            position=head.position or kept.position,
            progress=head.progress,
            brief=head.brief,
        )
        self._tokens |= {(token.table, token.hash): token for token in tokens}
        return True

    async def head(self, table: str) -> Head | None:
        """Return a table without its entries."""
        return self._heads.get(table)

    async def rows(self, table: str, after: int = 0) -> list[EntryRow]:
        """Return the entries after a number."""
        return self._rows.get(table, [])[after:]

    async def find(self, table: str, command: str) -> int | None:
        """Return the number of the first entry of a command."""
        return next((row.seq for row in self._rows.get(table, []) if row.command == command), None)

    async def token(self, table: str, hashed: str) -> TokenRow | None:
        """Return the stored row of a secret at a table."""
        return self._tokens.get((table, hashed))

    async def tokens(self, table: str) -> list[TokenRow]:
        """Return all secrets of a table."""
        return [each for each in self._tokens.values() if each.table == table]

    async def add_token(self, token: TokenRow) -> None:
        """Store another secret."""
        self._tokens[token.table, token.hash] = token

    async def heads(self, statuses: Sequence[Status], *, open_only: bool = False, limit: int = 100) -> list[Head]:
        """Return the tables in these states, newest first."""
        found = [each for each in self._heads.values() if each.status in statuses and (each.open or not open_only)]
        return sorted(found, key=lambda each: -each.created)[:limit]

    async def ids(self, statuses: Sequence[Status]) -> list[str]:
        """Return the ids of all tables in these states."""
        return [each.id for each in self._heads.values() if each.status in statuses]

    async def named(self, beginning: str, statuses: Sequence[Status]) -> list[str]:
        """Return the ids with this prefix of tables in these states."""
        return [each for each in await self.ids(statuses) if each.startswith(beginning)]

    async def delete(self, table: str) -> bool:
        """Delete a table."""
        self._tokens = {key: token for key, token in self._tokens.items() if token.table != table}
        self._rows.pop(table, None)
        self._commands.pop(table, None)
        self._reviews = {key: each for key, each in self._reviews.items() if key[0] != table}
        return self._heads.pop(table, None) is not None

    async def review(self, table: str, kind: str, made_by: str) -> bytes | None:
        """Return a review."""
        maker, body = self._reviews.get((table, kind), ("", b""))
        return body if maker == made_by else None

    async def keep_review(self, table: str, kind: str, made_by: str, body: bytes) -> None:
        """Keep a review."""
        if table in self._heads:
            self._reviews[table, kind] = (made_by, body)

    async def stale(self, before: float, statuses: Sequence[Status]) -> list[str]:
        """Return the tables that are idle since a time."""
        return [each.id for each in self._heads.values() if each.updated < before and each.status in statuses]

    async def renew(self, worker: str, address: str, seconds: float) -> dict[str, str]:
        """Note that a process lives."""
        now = clock.now()
        self._workers[worker] = (address, now + seconds, seconds)
        return {name: address for name, (address, until, _) in self._workers.items() if until > now}

    async def bury(self, worker: str) -> None:
        """Note that a process has ended."""
        if worker in self._workers:
            address, until, _ = self._workers[worker]
            self._workers[worker] = (address, min(until, clock.now()), 0.0)

    async def claim(self, table: str, worker: str, *, by_force: bool = False) -> Ownership | None:
        """Give a table to a process."""
        head = self._heads.get(table)
        if head is None:
            return None
        now = clock.now()
        _, until, seconds = self._workers.get(head.holder, ("", 0.0, 0.0))
        if head.holder == worker or (until > now and not by_force):
            return Ownership(head)
        self._heads[table] = replace(head, holder=worker, epoch=head.epoch + 1)
        return Ownership(self._heads[table], time_lost(now, until, seconds) if 0 < until <= now else 0.0)

    async def vacant(self, worker: str) -> list[str]:
        """Return the tables being played whose process has ended."""
        now = clock.now()
        living = {worker, *(name for name, (_, until, _) in self._workers.items() if until > now)}
        playing = await self.ids(["starting", "playing"])
        return [table for table in playing if self._heads[table].holder not in living]

    async def check(self) -> None:
        """Do nothing: memory cannot fail."""

    def listen(self, notice: Notice) -> None:
        """Do nothing: there are no other processes."""
