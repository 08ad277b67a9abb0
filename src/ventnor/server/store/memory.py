"""A store in memory, for tests and for trying things out. It keeps nothing when the process ends."""

from collections.abc import Sequence
from dataclasses import replace

from ventnor.server import clock
from ventnor.server.store.contract import EntryRow, Head, Notice, Status, TokenRow, time_lost


class MemoryStore:
    """Tables in dictionaries. No method awaits anything, so each is atomic."""

    def __init__(self) -> None:
        self.name = "memory"
        self.is_shared = False
        self._heads: dict[str, Head] = {}
        self._rows: dict[str, list[EntryRow]] = {}
        self._commands: dict[str, set[str]] = {}
        self._tokens: dict[tuple[str, str], TokenRow] = {}
        self._leases: dict[str, tuple[str, float]] = {}

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
        self._commands[head.id] |= commands
        self._rows[head.id] += rows
        self._heads[head.id] = replace(
            kept,
            status=head.status,
            seq=head.seq,
            updated=head.updated,
            position=head.position,
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
        self._leases.pop(table, None)
        return self._heads.pop(table, None) is not None

    async def stale(self, before: float, statuses: Sequence[Status]) -> list[str]:
        """Return the tables that are idle since a time."""
        return [each.id for each in self._heads.values() if each.updated < before and each.status in statuses]

    async def take_lease(self, table: str, holder: str, seconds: float) -> float | None:
        """Take or renew the lease of a table."""
        now = clock.now()
        before, until = self._leases.get(table, (holder, now))
        if before not in {holder, ""} and until > now:
            return None
        self._leases[table] = (holder, now + seconds)
        return time_lost(now, holder, seconds, before, until)

    async def vacant(self, holder: str) -> list[str]:
        """Return the tables being played that no other process runs."""
        now = clock.now()
        busy = {table for table, (each, until) in self._leases.items() if each not in {holder, ""} and until > now}
        return [table for table in await self.ids(["starting", "playing"]) if table not in busy]

    async def renew_leases(self, holder: str, seconds: float) -> set[str]:
        """Renew all leases of a holder."""
        now = clock.now()
        mine = {table for table, (each, until) in self._leases.items() if each == holder and until > now}
        self._leases |= dict.fromkeys(mine, (holder, now + seconds))
        return mine

    async def drop_leases(self, holder: str) -> None:
        """Give up all leases of a holder."""
        now = clock.now()
        self._leases |= {table: ("", now) for table, (each, _) in self._leases.items() if each == holder}

    async def check(self) -> None:
        """Do nothing: memory cannot fail."""

    async def publish(self, text: str) -> None:
        """Do nothing: there are no other processes."""

    def listen(self, notice: Notice) -> None:
        """Do nothing: there are no other processes."""
