"""A table's record as a replay file, and the game at any of its plies."""

from collections.abc import Iterable
from dataclasses import replace
from typing import cast

from ventnor.action import from_json
from ventnor.log import OWN, Ply
from ventnor.notation.position import Heading
from ventnor.replay import SHORT, Line, Replay, checksum_of
from ventnor.server.protocol import AnyEntry, EditionName, Fields, FileRecord, FileView, PlyEntry, VariantName
from ventnor.server.sight import see_game
from ventnor.server.sitting import Sitting


def replay_of(sitting: Sitting, entries: Iterable[AnyEntry]) -> Replay:
    """The record as a replay. It has the commitment and the nonces, and after the end the seed too."""
    setting, state = sitting.setting, sitting.state
    lines = tuple(
        Line(each.ply, each.actor, from_json(each.action), each.cause, each.digest[:SHORT])
        for each in entries
        if isinstance(each, PlyEntry)
    )
    made = Replay(
        heading=Heading(setting.edition, setting.variant, sitting.options, tuple(place.name for place in state.places)),
        lines=lines,
        table=setting.manner,
        bots=tuple(place.bot if place.kind == "bot" else OWN for place in state.places),
        commitment=sitting.commitment,
        nonces=tuple(bytes.fromhex(nonce) for nonce in sitting.nonces),
        revealed=b"" if state.outcome is None else sitting.seed,
        ventnor=state.version,
        rules=state.rules,
    )
    checksum = checksum_of(made.body())
    return replace(made, seal=checksum, checksum=checksum)


def record_of_file(text: str) -> FileRecord:
    """The game of a replay file, and what each of its plies brought. Raises `ValueError` where the file is not one."""
    replay = Replay.loads(text)
    heading = replay.heading
    return FileRecord(
        edition=cast(EditionName, heading.edition),
        variant=cast(VariantName, heading.variant),
        options={**heading.options.to_mapping()},
        names=heading.names,
        plies=tuple(told(ply) for ply in replay.game_at().log),
    )


def view_file(text: str, ply: int) -> FileView:
    """The game of a replay file after so many plies, at most all. Raises `ValueError` where the file is not one."""
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
        events=told(game.log[-1]) if shown else (),
        view=see_game(game, shown),
    )


def told(ply: Ply) -> tuple[Fields, ...]:
    """What a ply brought."""
    return tuple(cast(Fields, event.to_json()) for event in ply.events)
