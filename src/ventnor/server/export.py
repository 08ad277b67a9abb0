"""A table's record as a replay file, and the game at any of its plies."""

from collections.abc import Iterable
from dataclasses import replace

from ventnor.action import from_json
from ventnor.game import Game
from ventnor.log import OWN
from ventnor.notation.position import Heading
from ventnor.replay import SHORT, Line, Replay, checksum_of
from ventnor.server.protocol import AnyEntry, PlyEntry
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


def game_at(replay: Replay, ply: int) -> Game:
    """The game after so many plies. Raises `IndexError`."""
    return replay.game_at(ply)
