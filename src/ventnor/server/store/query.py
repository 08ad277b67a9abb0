"""Statements for rare queries, the same for every database, and functions that read their rows."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Insert, Row, Select, insert, select

from ventnor.server.store.contract import Head, Status, TokenRow
from ventnor.server.store.relations import ENTRIES, HEADS, REVIEWS, TOKENS


def select_head(table: str) -> Select[Any]:
    """Return the query for one table."""
    return select(HEADS).where(HEADS.c.id == table)


def select_heads(statuses: Sequence[Status], *, open_only: bool, limit: int) -> Select[Any]:
    """Return the tables in these states, newest first."""
    found = select(HEADS).where(HEADS.c.status.in_(statuses))
    if open_only:
        found = found.where(HEADS.c.open)
    return found.order_by(HEADS.c.created.desc()).limit(limit)


def select_ids(statuses: Sequence[Status]) -> Select[Any]:
    """Return the query for the ids of the tables in these states."""
    return select(HEADS.c.id).where(HEADS.c.status.in_(statuses))


def select_vacant(worker: str) -> Select[Any]:
    """Return the ids of the tables being played that another process had."""
    return select(HEADS.c.id).where(HEADS.c.status.in_(("starting", "playing")), HEADS.c.holder != worker)


def select_named(beginning: str, statuses: Sequence[Status]) -> Select[Any]:
    """Return the query for the ids that begin like this."""
    return select(HEADS.c.id).where(HEADS.c.id.startswith(beginning, autoescape=True), HEADS.c.status.in_(statuses))


def select_rows(table: str, after: int) -> Select[Any, Any, Any]:
    """Return the entries after a number."""
    wanted = select(ENTRIES.c.seq, ENTRIES.c.body, ENTRIES.c.command)
    return wanted.where(ENTRIES.c.table_id == table, ENTRIES.c.seq > after).order_by(ENTRIES.c.seq)


def select_stale(before: float, statuses: Sequence[Status]) -> Select[Any]:
    """Return the tables that are idle since a time."""
    return select(HEADS.c.id).where(HEADS.c.updated < before, HEADS.c.status.in_(statuses))


def select_entry(table: str, command: str) -> Select[Any]:
    """Return the number of the first entry of a command."""
    return select(ENTRIES.c.seq).where(ENTRIES.c.table_id == table, ENTRIES.c.command == command)


def select_token(table: str, hashed: str) -> Select[Any]:
    """Return the query for a secret."""
    return select(TOKENS).where(TOKENS.c.table_id == table, TOKENS.c.hash == hashed)


def select_tokens(table: str) -> Select[Any]:
    """Return all secrets of a table."""
    return select(TOKENS).where(TOKENS.c.table_id == table)


def insert_token(token: TokenRow) -> Insert:
    """Return the statement that adds a secret."""
    return insert(TOKENS).values(hash=token.hash, table_id=token.table, seat=token.seat, scopes=token.scopes)


def select_review(table: str, kind: str, made_by: str) -> Select[Any]:
    """Return the query for a review."""
    found = select(REVIEWS.c.body).where(REVIEWS.c.table_id == table, REVIEWS.c.kind == kind)
    return found.where(REVIEWS.c.made_by == made_by)


def read_head(row: Row[Any]) -> Head:
    """Read a table from its row."""
    return Head(
        id=row.id,
        created=row.created,
        setting=bytes(row.setting),
        seed=bytes(row.seed),
        open=bool(row.open),
        status=row.status,
        seq=row.seq,
        updated=row.updated,
        position=bytes(row.position),
        brief=bytes(row.brief).rstrip(b" "),  # see `filled_up` in `sqlite.py`
        holder=row.holder,
        epoch=row.epoch,
        progress=bytes(row.progress or b"").rstrip(b" "),
    )


def read_token(row: Row[Any]) -> TokenRow:
    """Read a secret from its row."""
    return TokenRow(row.hash, row.table_id, row.seat, row.scopes)
