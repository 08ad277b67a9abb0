"""A table's record as a replay file, and the game at any of its plies."""

from collections.abc import Iterable
from dataclasses import replace
from typing import cast

from ventnor.action import from_json
from ventnor.log import OWN, Ply
from ventnor.notation.position import Heading
from ventnor.replay import Line, Replay, checksum_of, shorten
from ventnor.rulebook.edition import EditionName, VariantName
from ventnor.server.protocol import AnyEntry, Fields, FileRecord, FileView, PlyEntry, UndoneEntry
from ventnor.server.session import Session
from ventnor.server.visible import visible_game


def replay_of(session: Session, entries: Iterable[AnyEntry]) -> Replay:
    """Return the record as a replay. It has the commitment and the nonces, and after the end the seed."""
    setting, state = session.setting, session.state
    lines = tuple(
        Line(each.ply, each.actor, from_json(each.action), each.cause, shorten(each.digest))
        for each in plies_of(entries)
    )
    made = Replay(
        heading=Heading(setting.edition, setting.variant, session.options, tuple(place.name for place in state.places)),
        lines=lines,
        table=setting.manner,
        bots=tuple(place.bot if place.kind == "bot" else OWN for place in state.places),
        commitment=session.commitment,
        nonces=tuple(bytes.fromhex(nonce) for nonce in session.nonces),
        revealed=b"" if state.outcome is None else session.revealed_seed,
        ventnor=state.version,
        rules=state.rules,
    )
    checksum = checksum_of(made.body())
    return replace(made, seal=checksum, checksum=checksum)


def plies_of(entries: Iterable[AnyEntry]) -> list[PlyEntry]:
    """Return the plies of a game, without those that were undone. `entries` begin with the first of the table."""
    found: list[PlyEntry] = []
    for entry in entries:
        if isinstance(entry, UndoneEntry):
            del found[entry.ply :]
        elif isinstance(entry, PlyEntry):
            found.append(entry)
    return found


def record_of_file(text: str) -> FileRecord:
    """Return the game of a replay file with the events of each ply. Raises `ValueError` if the file is not one."""
    replay = Replay.loads(text)
    heading = replay.heading
    return FileRecord(
        edition=cast(EditionName, heading.edition),
        variant=cast(VariantName, heading.variant),
        options={**heading.options.to_mapping()},
        names=heading.names,
        plies=tuple(events_of(ply) for ply in replay.game_at().log),
    )


def view_file(text: str, ply: int) -> FileView:
    """Return the game of a replay file after a ply. Raises `ValueError` if the file is not one."""
    replay = Replay.loads(text)
    shown = min(ply, len(replay))
    game = replay.game_at(shown)
    heading = replay.heading
    return FileView(
        edition=cast(EditionName, heading.edition),
        variant=cast(VariantName, heading.variant),
        options={**heading.options.to_mapping()},
        names=heading.names,
        ply=shown,
        plies=len(replay),
        actor=replay.lines[shown - 1].actor if shown else None,
        action=cast(Fields, replay.lines[shown - 1].action.to_json()) if shown else None,
        events=events_of(game.log[-1]) if shown else (),
        view=visible_game(game, shown),
    )


def events_of(ply: Ply) -> tuple[Fields, ...]:
    """Return the events of a ply."""
    return tuple(cast(Fields, event.to_json()) for event in ply.events)
