"""A store that forgets everything when the process ends: for trying things out, and the measure for the others."""

from collections.abc import Sequence
from dataclasses import replace

from ventnor.server import moment
from ventnor.server.store.contract import Head, Notice, Row, Status, TokenRow, time_lost


class MemoryStore:
    """Tables in dictionaries. Nothing here waits, so nothing comes in between."""

    def __init__(self) -> None:
        self.name = "memory"
        self._heads: dict[str, Head] = {}
        self._rows: dict[str, list[Row]] = {}
        self._commands: dict[str, set[str]] = {}
        self._tokens: dict[tuple[str, str], TokenRow] = {}
        self._leases: dict[str, tuple[str, float]] = {}

    async def open(self) -> None:
        """Nothing to do."""

    async def close(self) -> None:
        """Nothing to do."""

    async def create(self, head: Head, rows: Sequence[Row], tokens: Sequence[TokenRow]) -> bool:
        """Keep a new table."""
        if head.id in self._heads:
            return False
        self._heads[head.id] = replace(head, seq=0)
        self._rows[head.id] = []
        self._commands[head.id] = set()
        return await self.append(head, rows, tokens)

    async def append(self, head: Head, rows: Sequence[Row], tokens: Sequence[TokenRow] = ()) -> bool:
        """Keep entries that follow the last one."""
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
        """A table without its entries."""
        return self._heads.get(table)

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        """The entries after a number."""
        return self._rows.get(table, [])[after:]

    async def find(self, table: str, command: str) -> int | None:
        """The first entry that a command made."""
        return next((row.seq for row in self._rows.get(table, []) if row.command == command), None)

    async def token(self, table: str, hashed: str) -> TokenRow | None:
        """What a secret opens at a table."""
        return self._tokens.get((table, hashed))

    async def tokens(self, table: str) -> list[TokenRow]:
        """All secrets of a table."""
        return [each for each in self._tokens.values() if each.table == table]

    async def add_token(self, token: TokenRow) -> None:
        """Keep a further secret."""
        self._tokens[token.table, token.hash] = token

    async def heads(self, statuses: Sequence[Status], *, open_only: bool = False, limit: int = 100) -> list[Head]:
        """Tables in these states, newest first."""
        found = [each for each in self._heads.values() if each.status in statuses and (each.open or not open_only)]
        return sorted(found, key=lambda each: -each.created)[:limit]

    async def ids(self, statuses: Sequence[Status]) -> list[str]:
        """The ids of all tables in these states."""
        return [each.id for each in self._heads.values() if each.status in statuses]

    async def named(self, beginning: str, statuses: Sequence[Status]) -> list[str]:
        """The ids of the tables in these states that begin like this."""
        return [each for each in await self.ids(statuses) if each.startswith(beginning)]

    async def delete(self, table: str) -> bool:
        """Forget a table."""
        self._tokens = {key: token for key, token in self._tokens.items() if token.table != table}
        self._rows.pop(table, None)
        self._commands.pop(table, None)
        self._leases.pop(table, None)
        return self._heads.pop(table, None) is not None

    async def stale(self, before: float, statuses: Sequence[Status]) -> list[str]:
        """Tables that nothing happened at since a time."""
        return [each.id for each in self._heads.values() if each.updated < before and each.status in statuses]

    async def take_lease(self, table: str, holder: str, seconds: float) -> float | None:
        """Become the one who runs a table."""
        now = moment.now()
        before, until = self._leases.get(table, (holder, now))
        if before not in {holder, ""} and until > now:
            return None
        self._leases[table] = (holder, now + seconds)
        return time_lost(now, holder, seconds, before, until)

    async def vacant(self, holder: str) -> list[str]:
        """The tables being played that nobody else runs."""
        now = moment.now()
        busy = {table for table, (each, until) in self._leases.items() if each not in {holder, ""} and until > now}
        return [table for table in await self.ids(["playing"]) if table not in busy]

    async def renew_leases(self, holder: str, seconds: float) -> set[str]:
        """Go on with all of one's leases."""
        now = moment.now()
        mine = {table for table, (each, until) in self._leases.items() if each == holder and until > now}
        self._leases |= dict.fromkeys(mine, (holder, now + seconds))
        return mine

    async def drop_leases(self, holder: str) -> None:
        """Let go of all of one's leases."""
        now = moment.now()
        self._leases |= {table: ("", now) for table, (each, _) in self._leases.items() if each == holder}

    async def publish(self, text: str) -> None:
        """There is nobody else."""

    def listen(self, notice: Notice) -> None:
        """There is nobody else."""
