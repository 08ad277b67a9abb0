"""Every type on the wire, in one file: commands in, messages out, and their parts.

REST, the event stream and the WebSocket carry the same types; `schema.py` writes them as JSON Schema, from which other
languages generate theirs. `docs/protocol.md` explains them with examples. Actions, events and the parts of a view are
the library's own words: here they are plain mappings whose schema is the library's. This module has no behaviour.
"""

from enum import StrEnum
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

from msgspec import Meta, Struct

from ventnor.rulebook.edition import EditionName, VariantName

PROTOCOL: Final = 3
"""The number goes up when a client written for the previous one would no longer work."""

LONGEST_NAME: Final = 24
LONGEST_CHAT: Final = 300
LONGEST_ID: Final = 64
LARGEST_MESSAGE: Final = 16_384
"""Bytes of a command."""
MOST_ACTIONS: Final = 40
"""In one preview."""
MOST_ASKED: Final = 20
"""Tables that are asked for at once."""


def model(name: str) -> Meta:
    """Mark a mapping as a library model; `schema.py` puts the library's schema in its place."""
    return Meta(extra_json_schema={"x-model": name})


Scalar: TypeAlias = str | int | float | bool | None
Fields: TypeAlias = dict[str, Scalar | list[Scalar] | dict[str, Scalar | list[Scalar]]]
"""An object of the library as JSON."""

ActionJson: TypeAlias = Annotated[Fields, model("action")]
EventJson: TypeAlias = Annotated[Fields, model("event")]
AwaitingJson: TypeAlias = Annotated[Fields, model("awaiting")]
PlayerJson: TypeAlias = Annotated[Fields, model("player")]
DeedJson: TypeAlias = Annotated[Fields, model("deed")]
DeckJson: TypeAlias = Annotated[Fields, model("deck")]
OfferJson: TypeAlias = Annotated[Fields, model("offer")]
DebtJson: TypeAlias = Annotated[Fields, model("debt")]
ClaimJson: TypeAlias = Annotated[Fields, model("claim")]
CallJson: TypeAlias = Annotated[Fields, model("call")]
EstateJson: TypeAlias = Annotated[Fields, model("estate")]
OptionsJson: TypeAlias = Annotated[dict[str, bool | int | str | None], Meta(description="House rules by name.")]

SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=7)]
Count: TypeAlias = Annotated[int, Meta(ge=0)]
Time: TypeAlias = Annotated[float, Meta(description="Seconds since 1970, by the server's clock.")]
Seconds: TypeAlias = float
CommandId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_ID, pattern=r"^[A-Za-z0-9_.:-]+$")]
"""An id that the sender chooses. The same id twice is the same command, and gets the same answer."""
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Secret: TypeAlias = Annotated[str, Meta(min_length=16, max_length=100)]
Nonce: TypeAlias = Annotated[str, Meta(pattern=r"^([0-9a-f]{2}){16,32}$", description="16 to 32 bytes in hexadecimal.")]
"""A player's share in the dice, secret until the game begins."""
Commitment: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$", description="The SHA-256 of a nonce.")]

Manner: TypeAlias = Literal["attentive", "sharp"]
NatureOf: TypeAlias = Literal["auto", "manual"]
"""Who throws the dice, draws the cards and deals the deeds: the server, or the people at a real board."""
Status: TypeAlias = Literal["lobby", "starting", "playing", "paused", "over", "closed"]
"""While a table is `starting`, the server waits for the players' nonces."""
HandReason: TypeAlias = Literal["wish", "absent", "time", "host", "back"]
LeaveReason: TypeAlias = Literal["left", "removed"]
Viewers: TypeAlias = Literal["nobody", "watchers", "everybody"]
"""Who is shown the win chances of a running game: nobody, those who only watch, or the players too."""
SeatKind: TypeAlias = Literal["open", "person", "bot"]
Piece: TypeAlias = Literal["lighthouse", "gull", "boat", "cone", "chair", "tram", "parasol", "crab"]
"""The token that a player moves on the board. The secrets of seats are called tokens, too."""
PIECES: Final[tuple[Piece, ...]] = get_args(Piece)
"""The default by seat."""
Scope: TypeAlias = Literal["watch", "play", "chat", "host"]
Reaction: TypeAlias = Literal["smile", "laugh", "wow", "cry", "angry", "clap", "think", "luck", "hurry", "thanks"]


class Code(StrEnum):
    """Why a request was refused. Codes are stable; the words beside them are for people."""

    ILLEGAL = "illegal"
    """The rules forbid it: `clause` says which rule, `allowed` what may be done instead."""
    STALE = "stale"
    """The game has moved on: `missed` says what happened."""
    MALFORMED = "malformed"
    """The request cannot be read."""
    PROTOCOL = "protocol"
    """The client speaks another protocol than the server, older or newer."""
    TOO_LARGE = "too-large"
    TOO_FAST = "too-fast"
    """Too many requests: wait a little."""
    TOO_MANY = "too-many"
    """Too many tables from one address, or too many spectators at a table."""
    NO_TABLE = "no-table"
    NO_SEAT = "no-seat"
    NO_PLY = "no-ply"
    NO_ROUTE = "no-route"
    NOT_ALLOWED = "not-allowed"
    """The secret of the seat is missing, or its scopes do not allow this."""
    AWAY = "away"
    """A bot plays the seat: take it back first."""
    BAD_TOKEN = "bad-token"
    """A secret that belongs to no seat of this table."""
    BAD_ORIGIN = "bad-origin"
    """The request came from another site's page."""
    NOT_STARTED = "not-started"
    ALREADY_STARTED = "already-started"
    PAUSED = "paused"
    OVER = "over"
    NOT_OVER = "not-over"
    TAKEN = "taken"
    """Somebody else sits there."""
    EMPTY_SEATS = "empty-seats"
    MUTED = "muted"
    BAD_TABLE = "bad-table"
    """Settings that contradict each other; `why` says which."""
    SLOW = "slow"
    """The client read too slowly. It can reconnect and gets what it missed."""
    CLOSING = "closing"
    """The server stops. Reconnect in a few seconds."""
    BUSY = "busy"
    """The store did not answer, and nothing was done. Send the command again, with the same id."""
    INTERNAL = "internal"
    """A fault of the server. Nothing was done."""


# --- tables ---------------------------------------------------------------------------------------------------------
class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """The time limits of people; 0 for none."""

    bank: Annotated[float, Meta(ge=0, le=86_400)] = 0
    """Seconds of each player for the whole game."""
    increment: Annotated[float, Meta(ge=0, le=3_600)] = 0
    """Seconds added after each decision that the game waited for."""
    auction: Annotated[float, Meta(ge=0, le=3_600)] = 0
    """Seconds until an auction ends; each bid restarts them."""
    hour: Annotated[float, Meta(ge=0, le=86_400)] = 0
    """Seconds from the first throw to the agreed hour, in games with a time limit."""


class Absence(Struct, frozen=True, forbid_unknown_fields=True):
    """What happens if the game waits for a player whose time is up, or who is gone for `after` seconds (0: never).

    Under `ask` nothing happens automatically. Once somebody is gone for `after` seconds (0: two minutes), every player
    may let a bot play for them. Under `wait` only the host may.
    """

    policy: Literal["ask", "bot", "wait", "forfeit"] = "ask"
    after: Annotated[float, Meta(ge=0, le=86_400)] = 0
    bot: Annotated[str, Meta(max_length=40)] = "cautious"


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a new table: open for anybody, the creator's, or a bot's."""

    kind: Literal["open", "mine", "bot"] = "open"
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    bot: Annotated[str, Meta(max_length=40)] = "cautious"
    piece: Piece | None = None
    """Its token; by default one that nobody else has."""
    commitment: Commitment | None = None
    """The hash of the nonce that the creator drew for this seat, if it is `mine`."""


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a table to create."""

    seats: Annotated[tuple[NewSeat, ...], Meta(min_length=2, max_length=8)]
    edition: EditionName = "official"
    variant: VariantName = ""
    options: OptionsJson = {}
    manner: Manner = "attentive"
    """Whether the server reminds players of rents that they may ask for (`attentive`) or not (`sharp`)."""
    title: Annotated[str, Meta(max_length=40)] = ""
    open: bool = False
    """Whether the lobby lists it. Otherwise only people with the link find it."""
    spectators: bool = True
    clock: Clock = Clock()
    absence: Absence = Absence()
    pace: Annotated[float, Meta(ge=0, le=5)] = 0
    """Seconds that a bot waits before it acts."""
    grace: Annotated[float, Meta(ge=0, le=30)] = 5
    """Seconds that a bot waits before it throws, so that people can ask for rent."""
    chances: Viewers = "watchers"
    coach: bool = False
    """Whether the player may ask a coach. Only for one person against bots, at an attentive table."""
    nature: NatureOf = "auto"
    """`manual`: the people play on a real board. They enter what they throw, draw and deal; the host is the Banker."""


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """Take a seat: this one, or the first free one."""

    name: Name
    seat: SeatNumber | None = None
    piece: Piece | None = None
    """The player's token; by default one that nobody else has."""
    commitment: Commitment | None = None
    """The hash of the nonce that the player drew."""


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    """Create another secret for a seat, for another device or for a bot, with some of the scopes."""

    scopes: Annotated[tuple[Scope, ...], Meta(min_length=1, max_length=4)]


class Seated(Struct, frozen=True):
    """A seat and its secret. The server shows the secret once and keeps only its hash."""

    table: str
    seat: int
    token: str
    scopes: tuple[Scope, ...]


class Seat(Struct, frozen=True):
    """A seat of a table."""

    seat: int
    name: str
    kind: SeatKind
    piece: Piece | None = None
    """Its token; empty while the seat is free."""
    bot: str = ""
    """The bot that plays it now."""
    away: bool = False
    """Whether a bot plays a person's seat until its player takes it back."""
    online: bool = False
    muted: bool = False
    host: bool = False
    always_ask: bool = False
    """Whether the server asks for its rents automatically."""
    commitment: str = ""
    """The hash of its nonce; empty if it has no share in the dice."""
    nonce: str = ""
    """Its nonce, once the game has begun; empty if it has none or did not reveal it."""


class Standing(Struct, frozen=True):
    """Where a player stood at the end."""

    place: int
    seat: int
    name: str
    worth: int
    cash: int
    retired: bool


class Outcome(Struct, frozen=True):
    """How a game ended."""

    winners: tuple[int, ...]
    how: Literal["last", "bankruptcies", "hour", "rounds", "cap"]
    standings: tuple[Standing, ...]


class Fairness(Struct, frozen=True):
    """The dice: the hash of the seed from the beginning, the seed after the end. See `docs/dice.md`.

    Both are empty where people throw real dice.
    """

    commitment: str
    nonces: tuple[str, ...]
    seed: str | None = None


class Table(Struct, frozen=True):
    """The public data of a table."""

    id: str
    title: str
    edition: EditionName
    variant: VariantName
    options: OptionsJson
    manner: Manner
    seats: tuple[Seat, ...]
    status: Status
    open: bool
    spectators: bool
    clock: Clock
    absence: Absence
    pace: float
    grace: float
    created: Time
    began: Time | None
    seq: int
    """The number of the last entry of its record."""
    ply: int
    fairness: Fairness
    outcome: Outcome | None = None
    rematch: str | None = None
    """The table of the rematch."""
    version: str = ""
    rules: int = 0
    code: str = ""
    """A short code to find the table by (`/api/tables?code=…`) before its game begins; afterwards empty."""
    chances: Viewers = "nobody"
    coach: bool = False
    nature: NatureOf = "auto"


class Made(Struct, frozen=True):
    """A new table, and the secrets of its creator's seats. The first is the host's."""

    table: Table
    seats: tuple[Seated, ...]


class Brief(Struct, frozen=True):
    """A table in the lobby."""

    id: str
    title: str
    edition: EditionName
    variant: VariantName
    manner: Manner
    house_rules: int
    seats: tuple[str, ...]
    """Names; empty for a free seat."""
    free: int
    status: Status
    created: Time
    waits_for: int | None = None
    """The seat whose decision it is."""


class Lobby(Struct, frozen=True):
    """The open tables, newest first; or the requested ones that exist."""

    tables: tuple[Brief, ...]


# --- what a game looks like -----------------------------------------------------------------------------------------
class View(Struct, frozen=True):
    """The game as everybody sees it. Private data of a seat are in its `Hand`."""

    ply: int
    turn: int
    turn_number: int
    rounds: int
    doubles: int
    dice: tuple[int, int] | None
    over: bool
    winners: tuple[int, ...]
    houses_left: int | None
    hotels_left: int | None
    """The Bank's stock; null if it is unlimited."""
    pot: int
    seats: tuple[PlayerJson, ...]
    deeds: tuple[DeedJson, ...]
    decks: tuple[DeckJson, ...]
    offers: tuple[OfferJson, ...]
    debts: tuple[DebtJson, ...]
    call: CallJson | None
    estate: EstateJson | None
    awaiting: AwaitingJson
    drawable: tuple[ActionJson, ...] = ()
    """The cards or deeds that can come, where the game waits for one. Any throw of the dice can come."""


class Choice(Struct, frozen=True):
    """A lawful action, with its notation and the fields of its menu sentence."""

    action: ActionJson
    text: str
    fields: Fields


class Hand(Struct, frozen=True):
    """What a seat may do now, likeliest first, and the rents it may see. `seat` null: a spectator's.

    Offers, counters and other bids may be lawful too.
    """

    seat: int | None
    legal: tuple[Choice, ...]
    claims: tuple[ClaimJson, ...]


class Timer(Struct, frozen=True):
    """The clock of a player."""

    seat: int
    left: Seconds
    """Seconds left at the time `now` of the message."""
    running: bool


class Clocks(Struct, frozen=True):
    """All clocks at one moment of the server's time."""

    now: Time
    timers: tuple[Timer, ...] = ()
    hammer: Time | None = None
    """When the auction ends, if it has a timer."""
    hour: Time | None = None
    """When the agreed hour strikes."""


class Picture(Struct, frozen=True):
    """The table before or after an action: values by seat, except `rents` and `times`, which are by deed."""

    cash: tuple[int, ...]
    deeds: tuple[tuple[str, ...], ...]
    sets: tuple[tuple[str, ...], ...]
    near: tuple[tuple[str, ...], ...]
    """The deeds that would each complete another group."""
    rents: dict[str, int]
    times: dict[str, int]
    """A utility's rent: so many times a throw."""
    rent_sums: tuple[int, ...]
    most_times: tuple[int, ...]
    interest: tuple[int, ...]


class PreviewJson(Struct, frozen=True):
    """What actions would change, up to the next dice or card."""

    events: tuple[EventJson, ...]
    before: Picture
    after: Picture
    awaiting: AwaitingJson
    accepted: "PreviewJson | None" = None
    """Of an offer or a counter: what accepting it would change."""


class Because(Struct, frozen=True):
    """A reason as data: the name of a sentence and its fields. The English sentence is sent beside it."""

    name: str
    fields: Fields


class Why(Struct, frozen=True):
    """Why an action is refused."""

    clause: str
    reason: str
    because: Because
    rule: str
    allowed: tuple[Choice, ...] = ()


# --- the record of a table ------------------------------------------------------------------------------------------
class Entry(Struct, frozen=True, tag_field="type", kw_only=True):
    """Something that happened at a table. `seq` numbers entries from 1 without gaps."""

    seq: int
    at: Time


class PlyEntry(Entry, frozen=True, tag="ply", kw_only=True):
    """An action of anybody, and its events, without those that the reader may not see."""

    ply: int
    actor: int | Literal["nature", "clock"]
    cause: str
    """"seat" for the player; a bot's name; "auto", "nature", "clock"."""
    action: ActionJson
    text: str
    events: tuple[EventJson, ...]
    digest: str
    """The digest of the position after it."""
    command: str = ""
    """The id of the command that caused it, on the seat's own entries."""


class SeatedEntry(Entry, frozen=True, tag="seated", kw_only=True):
    """Somebody took a seat."""

    seat: int
    name: str
    kind: Literal["person", "bot"]
    piece: Piece | None = None
    bot: str = ""
    commitment: str = ""


class CommittedEntry(Entry, frozen=True, tag="committed", kw_only=True):
    """A player drew a nonce and sent its hash."""

    seat: int
    commitment: str


class PieceEntry(Entry, frozen=True, tag="piece", kw_only=True):
    """A player took another token before the start."""

    seat: int
    piece: Piece


class LeftEntry(Entry, frozen=True, tag="left", kw_only=True):
    """A seat became free before the start."""

    seat: int
    why: LeaveReason


class StartingEntry(Entry, frozen=True, tag="starting", kw_only=True):
    """The host started the game. The server waits for the nonces of these seats."""

    seats: tuple[int, ...]


class RevealedEntry(Entry, frozen=True, tag="revealed", kw_only=True):
    """The server has a player's nonce. It publishes the nonces when the game begins."""

    seat: int


class BeganEntry(Entry, frozen=True, tag="began", kw_only=True):
    """The game began. The seed and these nonces, in the order of the seats, determine its dice."""

    commitment: str
    nonces: tuple[str, ...]
    left_out: tuple[int, ...] = ()
    """Seats that sent a hash and did not reveal their nonce in time."""


class HandedEntry(Entry, frozen=True, tag="handed", kw_only=True):
    """A bot (its name) plays a seat from now on, or its player again (empty)."""

    seat: int
    bot: str
    why: HandReason


class PausedEntry(Entry, frozen=True, tag="paused", kw_only=True):
    """The host stopped the game."""


class PacedEntry(Entry, frozen=True, tag="paced", kw_only=True):
    """The host set the speed of the bots, or told them to hurry until a person decides."""

    pace: Seconds
    hurry: bool = False


class TurnedDownEntry(Entry, frozen=True, tag="turned-down", kw_only=True):
    """Why a bot turned down the offer of this number."""

    seat: int
    number: int
    because: Because


class ResumedEntry(Entry, frozen=True, tag="resumed", kw_only=True):
    """The host resumed the game."""


class TimeAddedEntry(Entry, frozen=True, tag="time-added", kw_only=True):
    """The host gave a player time."""

    seat: int
    seconds: Seconds


class ChatEntry(Entry, frozen=True, tag="chat", kw_only=True):
    """A chat message."""

    seat: int
    text: str


class MutedEntry(Entry, frozen=True, tag="muted", kw_only=True):
    """The host muted or unmuted a seat."""

    seat: int
    muted: bool


class SettingEntry(Entry, frozen=True, tag="setting", kw_only=True):
    """A seat changed whether the server asks for its rents."""

    seat: int
    always_ask: bool


class WokeEntry(Entry, frozen=True, tag="woke", kw_only=True):
    """A server runs again. The time without one does not count for any clock."""

    away: Seconds


class UndoneEntry(Entry, frozen=True, tag="undone", kw_only=True):
    """The last thing that somebody entered at a real board was undone, with all that followed from it.

    The plies after `ply` do not count any more. The next one has their first number again.
    """

    ply: int
    seat: int | None = None
    """Who undid it; None: the Banker."""


class CarriedEntry(Entry, frozen=True, tag="carried", kw_only=True):
    """The game continues from its last position under a newer version of the rules."""

    rules: int
    version: str


class EndedEntry(Entry, frozen=True, tag="ended", kw_only=True):
    """The game is over; the seed is revealed."""

    seed: str
    outcome: Outcome


class RematchEntry(Entry, frozen=True, tag="rematch", kw_only=True):
    """The rematch is at another table."""

    table: str


AnyEntry: TypeAlias = (
    PlyEntry
    | SeatedEntry
    | CommittedEntry
    | PieceEntry
    | LeftEntry
    | StartingEntry
    | RevealedEntry
    | BeganEntry
    | HandedEntry
    | PausedEntry
    | ResumedEntry
    | TimeAddedEntry
    | PacedEntry
    | TurnedDownEntry
    | ChatEntry
    | MutedEntry
    | SettingEntry
    | WokeEntry
    | UndoneEntry
    | CarriedEntry
    | EndedEntry
    | RematchEntry
)


# --- commands -------------------------------------------------------------------------------------------------------
class Hello(Struct, frozen=True, tag="hello", tag_field="type", forbid_unknown_fields=True):
    """The first message on a socket: the secrets of the client's seats, and the last entry it has (0: none)."""

    protocol: int
    tokens: Annotated[tuple[Secret, ...], Meta(max_length=8)] = ()
    seen: Count = 0


class Command(Struct, frozen=True, tag_field="type", kw_only=True, forbid_unknown_fields=True):
    """A command, with an id that the sender chooses."""

    id: CommandId


class SeatCommand(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command for a seat of the sender."""

    seat: SeatNumber


class Act(SeatCommand, frozen=True, tag="act", kw_only=True, forbid_unknown_fields=True):
    """Do an action, given as `action` or as `text`. `ply` is the last ply that the sender has seen."""

    ply: Count
    action: ActionJson | None = None
    text: Annotated[str, Meta(max_length=600)] | None = None


class Enter(Command, frozen=True, tag="enter", kw_only=True, forbid_unknown_fields=True):
    """This was thrown, drawn or dealt at the real board: a `throw`, a `draw` or a `deal`.

    Sent by the host, who is the Banker, or by the seat that throws, draws or is dealt to. `ply` is how far the sender
    saw the game. A throw of somebody who is still to roll means both the roll and the throw.
    """

    ply: Count
    action: ActionJson


class Undo(Command, frozen=True, tag="undo", kw_only=True, forbid_unknown_fields=True):
    """Undo the last thing that somebody did or entered at a real board, and all that followed from it.

    Sent by the host, or by the seat whose entry it was. `ply` is how far the sender saw the game.
    """

    ply: Count


class Preview(SeatCommand, frozen=True, tag="preview", kw_only=True, forbid_unknown_fields=True):
    """Ask what these actions would change."""

    actions: Annotated[tuple[ActionJson, ...], Meta(min_length=1, max_length=MOST_ACTIONS)]
    any_order: bool = False
    """Whether the server may choose another order if this one is not lawful."""


class WhyNot(SeatCommand, frozen=True, tag="why-not", kw_only=True, forbid_unknown_fields=True):
    """Ask why an action is refused."""

    action: ActionJson


class Plan(SeatCommand, frozen=True, tag="plan", kw_only=True, forbid_unknown_fields=True):
    """Ask for a sensible way to raise a debt."""


class Chat(SeatCommand, frozen=True, tag="chat", kw_only=True, forbid_unknown_fields=True):
    """Send a chat message to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]


class React(SeatCommand, frozen=True, tag="react", kw_only=True, forbid_unknown_fields=True):
    """Show a reaction. The server passes it on and does not keep it."""

    reaction: Reaction


class AlwaysAsk(SeatCommand, frozen=True, tag="always-ask", kw_only=True, forbid_unknown_fields=True):
    """Choose whether the server asks for the seat's rents. At a sharp table it never does."""

    on: bool


class TakePiece(SeatCommand, frozen=True, tag="take-piece", kw_only=True, forbid_unknown_fields=True):
    """Choose another token before the start."""

    piece: Piece


class Commit(SeatCommand, frozen=True, tag="commit", kw_only=True, forbid_unknown_fields=True):
    """Send the hash of a nonce before the start. The last one counts."""

    commitment: Commitment


class Reveal(SeatCommand, frozen=True, tag="reveal", kw_only=True, forbid_unknown_fields=True):
    """Reveal the nonce while the table is `starting`."""

    nonce: Nonce


class HandOver(SeatCommand, frozen=True, tag="hand-over", kw_only=True, forbid_unknown_fields=True):
    """Let a bot play the seat."""

    bot: Annotated[str, Meta(max_length=40)] = "cautious"


class TakeBack(SeatCommand, frozen=True, tag="take-back", kw_only=True, forbid_unknown_fields=True):
    """Take the seat back from a bot."""


class Leave(SeatCommand, frozen=True, tag="leave", kw_only=True, forbid_unknown_fields=True):
    """Leave the seat before the start."""


class Rematch(SeatCommand, frozen=True, tag="rematch", kw_only=True, forbid_unknown_fields=True):
    """Create a new table with the same settings and the same people, whose secrets also open their seats there."""


class Start(Command, frozen=True, tag="start", kw_only=True, forbid_unknown_fields=True):
    """Start the game; for the host. Every seat must be taken."""


class Pause(Command, frozen=True, tag="pause", kw_only=True, forbid_unknown_fields=True):
    """Pause the game; for the host."""


class Resume(Command, frozen=True, tag="resume", kw_only=True, forbid_unknown_fields=True):
    """Resume the game; for the host."""


class AddTime(SeatCommand, frozen=True, tag="add-time", kw_only=True, forbid_unknown_fields=True):
    """Give a seat more time; for the host."""

    seconds: Annotated[float, Meta(gt=0, le=3_600)]


class SetPace(Command, frozen=True, tag="set-pace", kw_only=True, forbid_unknown_fields=True):
    """Set how many seconds a bot waits, or have the bots hurry until a person decides; for the host."""

    pace: Annotated[float, Meta(ge=0, le=5)] | None = None
    """None keeps the pace."""
    hurry: bool = False


class Replace(SeatCommand, frozen=True, tag="replace", kw_only=True, forbid_unknown_fields=True):
    """Let a bot play for somebody who is gone, or seat one at a free seat before the start; for the host.

    Under the policy `ask` every player may do so once the game has waited too long for somebody. Then the table's
    settings choose the bot.
    """

    bot: Annotated[str, Meta(max_length=40)] = "cautious"


class Remove(SeatCommand, frozen=True, tag="remove", kw_only=True, forbid_unknown_fields=True):
    """Free a seat before the start; for the host."""


class Mute(SeatCommand, frozen=True, tag="mute", kw_only=True, forbid_unknown_fields=True):
    """Mute or unmute a seat in the chat; for the host."""

    on: bool = True


class Ping(Command, frozen=True, tag="ping", kw_only=True, forbid_unknown_fields=True):
    """Check the connection and ask for the server's time."""


AnyCommand: TypeAlias = (
    Act
    | Enter
    | Undo
    | Preview
    | WhyNot
    | Plan
    | Chat
    | React
    | AlwaysAsk
    | TakePiece
    | Commit
    | Reveal
    | HandOver
    | TakeBack
    | Leave
    | Rematch
    | Start
    | Pause
    | Resume
    | AddTime
    | SetPace
    | Replace
    | Remove
    | Mute
    | Ping
)
ClientMessage: TypeAlias = Hello | AnyCommand


# --- what the server says -------------------------------------------------------------------------------------------
class Welcome(Struct, frozen=True, tag="welcome", tag_field="type"):
    """The answer to hello: the client's seats, the table, the view, and every entry after the last one seen."""

    protocol: int
    version: str
    table: Table
    mine: tuple[int, ...]
    """The seats that the client may act for."""
    host: bool
    entries: tuple[AnyEntry, ...]
    view: View | None
    """None before the start."""
    hands: tuple[Hand, ...]
    clocks: Clocks


class Events(Struct, frozen=True, tag="events", tag_field="type"):
    """New entries and the whole view, for event streams. Entries have no gaps."""

    entries: tuple[AnyEntry, ...]
    view: View | None
    hands: tuple[Hand, ...]
    clocks: Clocks
    table: Table | None = None
    """Where something of it changed."""


class Change(Struct, frozen=True, array_like=True):
    """One difference between the client's view and the server's, as a list.

    `[path, value]` puts the value at the path. `[path, items, start, drop]` puts the items into the list at the path,
    in place of `drop` items from `start` on.
    """

    path: tuple[str | int, ...]
    """Names of fields and indices of lists, beginning with `view` or `hands`."""
    value: Any
    start: int | None = None
    drop: int = 0


class Changes(Struct, frozen=True, tag="changes", tag_field="type"):
    """New entries and the changes of the view and the hands, for sockets."""

    base: int
    """The entry that the changes start from. A client whose last entry is another one sends hello again."""
    entries: tuple[AnyEntry, ...]
    changes: tuple[Change, ...]
    clocks: Clocks
    table: Table | None = None
    """Where something of it changed."""


class Done(Struct, frozen=True, tag="done", tag_field="type"):
    """A command was carried out and stored: its entries are `first` to `last` (0: it made none)."""

    id: str
    first: int = 0
    last: int = 0
    table: str | None = None
    """The new table of a rematch."""


class Refused(Struct, frozen=True, tag="refused", tag_field="type"):
    """A command was refused, and nothing changed."""

    id: str
    code: Code
    why: str
    because: tuple[Because, ...]
    ply: int = 0
    """The last ply of the game."""
    clause: str = ""
    rule: str = ""
    """What the clause says in this edition."""
    allowed: tuple[Choice, ...] = ()
    missed: tuple[AnyEntry, ...] = ()
    """The entries that the sender had not seen."""


class Previewed(Struct, frozen=True, tag="previewed", tag_field="type"):
    """What the actions would change in this order. `order` has their indices in the list that was sent."""

    id: str
    ply: int
    preview: PreviewJson
    order: tuple[int, ...] = ()


class Explained(Struct, frozen=True, tag="explained", tag_field="type"):
    """Why an action is refused; None if it is lawful."""

    id: str
    ply: int
    why_not: Why | None


class Planned(Struct, frozen=True, tag="planned", tag_field="type"):
    """A way to raise a debt, step by step. `enough` is false if the seat cannot raise it."""

    id: str
    ply: int
    steps: tuple[Choice, ...]
    enough: bool
    preview: PreviewJson | None = None
    """What the steps would change."""
    raised: int = 0
    """The cash that they raise before the debt is paid."""


class Pong(Struct, frozen=True, tag="pong", tag_field="type"):
    """The answer to ping, with the server's time."""

    id: str
    now: Time


class Absent(Struct, frozen=True):
    """A person who is not connected."""

    seat: int
    since: Time
    replaceable: Time | None = None
    """When every player may let a bot play for this seat, if the game waits for it; None: only the host may."""


class Presence(Struct, frozen=True, tag="presence", tag_field="type"):
    """Who is connected, and who is not."""

    online: tuple[int, ...]
    watchers: int
    absent: tuple[Absent, ...] = ()
    now: Time = 0
    """The server's time."""


class Reacted(Struct, frozen=True, tag="reacted", tag_field="type"):
    """A reaction of a player."""

    seat: int
    reaction: Reaction


class Problem(Struct, frozen=True, tag="error", tag_field="type"):
    """An error that answers no command: a message that cannot be read, or the end of the connection."""

    code: Code
    why: str
    id: str = ""
    """The command's id, if it could be read."""
    because: tuple[Because, ...] = ()


Answer: TypeAlias = Done | Refused | Previewed | Explained | Planned | Pong
ServerMessage: TypeAlias = Welcome | Events | Changes | Answer | Presence | Reacted | Problem


# --- about the server -----------------------------------------------------------------------------------------------
class Version(Struct, frozen=True):
    """The version of the server."""

    version: str
    protocol: int
    rules: int
    build: str = ""
    """A digest of the browser app that it serves: a page of another build reloads itself."""


class Health(Struct, frozen=True):
    """Whether the server can read and write its store."""

    ok: bool
    store: str


class PlyView(Struct, frozen=True):
    """A finished game as it stood after a ply."""

    table: str
    ply: int
    plies: int
    entry: PlyEntry | None
    view: View


class ReplayFile(Struct, frozen=True):
    """A replay file. The server does not store it."""

    text: str


class FileRecord(Struct, frozen=True):
    """The game of a replay file, with the events of each ply."""

    edition: EditionName
    variant: VariantName
    options: OptionsJson
    names: tuple[str, ...]
    plies: tuple[tuple[EventJson, ...], ...]
    """The events of each ply, from the first."""


class FileView(Struct, frozen=True):
    """The game of a replay file as it stood after a ply."""

    edition: EditionName
    variant: VariantName
    options: OptionsJson
    names: tuple[str, ...]
    ply: int
    plies: int
    actor: int | Literal["nature", "clock"] | None
    """Who acted last; None before the first ply."""
    action: ActionJson | None
    events: tuple[EventJson, ...]
    """The events of the ply."""
    view: View


class Record(Struct, frozen=True):
    """A table with its whole record."""

    table: Table
    entries: tuple[AnyEntry, ...]
    replay: str = ""
    """The game as a replay file."""
