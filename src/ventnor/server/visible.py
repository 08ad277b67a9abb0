"""What each reader may see: the table, the game, a seat's hand, and the visible part of the record."""

from collections.abc import Iterable, Sequence
from typing import Final, cast

from msgspec import convert
from msgspec.json import Encoder
from msgspec.structs import replace

from ventnor.action import Action, to_record
from ventnor.dice import answers
from ventnor.event import from_record as event_from_record
from ventnor.game import Game
from ventnor.kernel import codes, layout
from ventnor.kernel.step import step
from ventnor.notation import format_action
from ventnor.notation.menu import MENU_FIELDS, menu_fields
from ventnor.preview import Preview
from ventnor.server import protocol
from ventnor.server.protocol import PIECES, AnyEntry, Choice, Fields, Hand, PlyEntry, PreviewJson, Table, View
from ventnor.server.secret import code_of
from ventnor.server.session import Session
from ventnor.view import View as Seen
from ventnor.words.kind import Json

UNASKED: Final = frozenset({"rent-fell-due", "rent-lapsed"})
encode: Final = Encoder().encode


def visible_table(session: Session, online: Iterable[int] = ()) -> Table:
    """Return what is public about a table."""
    setting, state = session.setting, session.state
    here = set(online)
    over = state.outcome is not None
    return Table(
        id=session.id,
        title=setting.title,
        edition=setting.edition,
        variant=setting.variant,
        options=setting.options,
        manner=setting.manner,
        seats=tuple(
            protocol.Seat(
                seat=seat,
                name=place.name,
                kind=place.kind,
                piece=None if place.kind == "open" else place.piece or PIECES[seat],
                bot=place.bot if place.is_played_by_bot else "",
                away=place.away,
                online=seat in here,
                muted=place.muted,
                host=seat == session.host,
                always_ask=place.always_ask,
                commitment=place.commitment,
                nonce="" if state.began is None else place.nonce,
            )
            for seat, place in enumerate(state.places)
        ),
        status=state.status,
        open=setting.open,
        spectators=setting.spectators,
        clock=setting.clock,
        absence=setting.absence,
        pace=session.pace,
        grace=setting.grace,
        created=session.created,
        began=state.began,
        seq=session.seq,
        ply=state.ply,
        # The seed is a secret until the game is over.
        fairness=protocol.Fairness(session.commitment, session.nonces, session.revealed_seed.hex() if over else None),
        outcome=state.outcome,
        rematch=state.rematch,
        version=state.version,
        rules=state.rules,
        code=code_of(session.id) if state.status == "lobby" else "",
        chances=setting.chances,
        coach=setting.coach,
        nature=setting.nature,
    )


def visible_game(game: Game, ply: int) -> View:
    """Return the public view of the game."""
    seen = game.view()
    return write_view(
        seen,
        ply,
        seats=mappings(each.to_json() for each in seen.seats),
        deeds=mappings(each.to_json() for each in seen.deeds.values()),
        decks=mappings(each.to_json() for each in seen.decks.values()),
        drawable=drawable(game),
    )


def drawable(game: Game) -> tuple[Fields, ...]:
    """Return the cards that can be drawn or the deeds that can be dealt, if the game waits for one."""
    s = game.engine.state
    return () if s.awaits == codes.W_DICE else mappings(each.to_json() for each in answers(s))


def write_view(seen: Seen, ply: int, seats: object, deeds: object, decks: object, drawable: tuple[Fields, ...]) -> View:
    """Return the view as it is sent. Its three long parts may be encoded already."""
    return View(
        ply=ply,
        turn=seen.turn,
        turn_number=seen.turn_number,
        rounds=seen.rounds,
        doubles=seen.doubles,
        dice=seen.dice,
        over=seen.over,
        winners=seen.winners,
        houses_left=seen.houses_left,
        hotels_left=seen.hotels_left,
        pot=seen.pot,
        seats=cast("tuple[Fields, ...]", seats),
        deeds=cast("tuple[Fields, ...]", deeds),
        decks=cast("tuple[Fields, ...]", decks),
        offers=mappings(each.to_json() for each in seen.offers),
        debts=mappings(each.to_json() for each in seen.debts),
        call=cast(Fields, seen.call.to_json()) if seen.call else None,
        estate=cast(Fields, seen.estate.to_json()) if seen.estate else None,
        awaiting=cast(Fields, seen.awaiting.to_json()),
        drawable=drawable,
    )


def mappings(things: Iterable[dict[str, Json]]) -> tuple[Fields, ...]:
    """Return models of the library as they are sent."""
    return cast("tuple[Fields, ...]", tuple(things))


def visible_hand(game: Game, seat: int | None) -> Hand:
    """Return a seat's hand."""
    seen = game.view(seat)
    return Hand(seat, visible_choices(game, seat, seen.legal), mappings(each.to_json() for each in seen.claims))


def visible_choices(game: Game, seat: int | None, actions: Sequence[Action]) -> tuple[Choice, ...]:
    """Return lawful actions of a seat with the fields of their menu sentences."""
    if seat is None:
        return ()
    return tuple(
        Choice(cast(Fields, each.to_json()), format_action(each), cast(Fields, fields_of(game, seat, each)))
        for each in actions
    )


def fields_of(game: Game, seat: int, action: Action) -> dict[str, Json]:
    """Return the fields of an action's menu sentence. Some come from its events, so it is tried on a copy."""
    if type(action) not in MENU_FIELDS:
        return menu_fields(action, ())
    engine = game.engine
    trial, sink = layout.State.from_buffer_copy(engine.state), layout.Sink(capacity=8)
    step(trial, engine.tables, sink, to_record(action, seat))
    return menu_fields(action, (event_from_record(sink.events[index]) for index in range(min(sink.count, 8))))


def preview_json(preview: Preview) -> PreviewJson:
    """Return what actions would change."""
    return convert(preview.to_json(), type=PreviewJson)


def visible_entries(
    entries: Iterable[AnyEntry], seats: frozenset[int], manner: protocol.Manner
) -> tuple[AnyEntry, ...]:
    """Return the record as the holder of these seats sees it; without a seat, as a spectator does."""
    return tuple(visible_entry(each, seats, manner) for each in entries)


class EntryEncoder:
    """Encodes entries for many readers, once for all who see the same."""

    def __init__(self, entries: Sequence[AnyEntry], manner: protocol.Manner) -> None:
        self._entries = entries
        self._manner: protocol.Manner = manner
        self._differs = False
        """Whether there are rents that only some may see."""
        actors: set[int | str] = set()
        for each in entries:
            if isinstance(each, PlyEntry):
                if each.command:
                    actors.add(each.actor)
                for event in each.events:
                    if event["event"] in UNASKED:
                        self._differs = True
        self._actors = frozenset(actors)
        """The seats that see which of their commands this was."""
        self._written: dict[frozenset[int], bytes] = {}

    def is_common(self, seats: frozenset[int]) -> bool:
        """Return whether the holder of these seats sees what everybody sees."""
        return not self._differs and self._actors.isdisjoint(seats)

    def to(self, seats: frozenset[int]) -> bytes:
        """Return the entries as the holder of these seats sees them, separated by commas."""
        reader = seats if self._differs else seats & self._actors
        found = self._written.get(reader)
        if found is None:
            texts = [encode(visible_entry(each, seats, self._manner)) for each in self._entries]
            found = self._written[reader] = b",".join(texts)
        return found


def visible_entry(entry: AnyEntry, seats: frozenset[int], manner: protocol.Manner) -> AnyEntry:
    """Return an entry without what the reader may not see."""
    if not isinstance(entry, PlyEntry):
        return entry
    command = entry.command if entry.actor in seats else ""
    for event in entry.events:
        if event["event"] in UNASKED:
            seen = [each for each in entry.events if is_visible_event(each, seats, manner)]
            return replace(entry, events=tuple(seen), command=command)
    return entry if command == entry.command else replace(entry, command=command)


def is_visible_event(event: Fields, seats: frozenset[int], manner: protocol.Manner) -> bool:
    """Return whether a reader may see an event of a ply."""
    return event["event"] not in UNASKED or is_visible_rent(event, seats, manner)


def is_visible_rent(event: Fields, seats: frozenset[int], manner: protocol.Manner) -> bool:
    """Return whether a reader may see a rent that was not asked for. §rent.ask"""
    return manner == "attentive" and (not seats or event["owner"] in seats or event["payer"] in seats)
