"""Every type that crosses the wire, in one file: commands in, messages out, and what they are made of.

REST, the event stream and the WebSocket carry the same types; `schema.py` writes them as JSON Schema, from which other
languages generate theirs. `docs/protocol.md` explains them with examples. Actions, events and the parts of a view are
the library's own words: here they are plain mappings whose schema is the library's. Nothing here does anything.
"""

from enum import StrEnum
from typing import Annotated, Final, Literal, TypeAlias, get_args

from msgspec import Meta, Struct

from ventnor.rulebook.edition import EditionName, VariantName

PROTOCOL: Final = 2
"""Grows when a client written for the number before would no longer understand, or be understood."""

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
"""A thing of the library as JSON; none is nested deeper."""

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
"""The sender's own name for a command. The same name twice is the same command, and gets the same answer."""
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Secret: TypeAlias = Annotated[str, Meta(min_length=16, max_length=100)]
Nonce: TypeAlias = Annotated[str, Meta(pattern=r"^([0-9a-f]{2}){16,32}$", description="16 to 32 bytes in hexadecimal.")]
"""A player's share in the dice. Nobody else knows it before the game begins."""
Commitment: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$", description="The SHA-256 of a nonce.")]

Manner: TypeAlias = Literal["attentive", "sharp"]
Status: TypeAlias = Literal["lobby", "starting", "playing", "paused", "over", "closed"]
"""While a table is `starting`, the server waits for the players' nonces."""
HandReason: TypeAlias = Literal["wish", "absent", "time", "host", "back"]
LeaveReason: TypeAlias = Literal["left", "removed"]
SeatKind: TypeAlias = Literal["open", "person", "bot"]
Piece: TypeAlias = Literal["lighthouse", "gull", "boat", "cone", "chair", "tram", "parasol", "crab"]
"""What a player moves on the board: a token of the game, not one that opens entry_points."""
PIECES: Final[tuple[Piece, ...]] = get_args(Piece)
"""By seat, unless players choose."""
Scope: TypeAlias = Literal["watch", "play", "chat", "host"]
Reaction: TypeAlias = Literal["smile", "laugh", "wow", "cry", "angry", "clap", "think", "luck", "hurry", "thanks"]


class Code(StrEnum):
    """Why something was not done. A code is stable; the words beside it are for people."""

    ILLEGAL = "illegal"
    """The rulebook forbids it: `clause` says which rule, `allowed` what may be done."""
    STALE = "stale"
    """The game went on and this was about what was: `missed` says what happened."""
    MALFORMED = "malformed"
    """It cannot be read."""
    PROTOCOL = "protocol"
    """A hello in another protocol than the server's: the client is older than its server, or newer."""
    TOO_LARGE = "too-large"
    TOO_FAST = "too-fast"
    """Too many at once: wait a little."""
    TOO_MANY = "too-many"
    """Too many tables from one address, or too many watchers at a table."""
    NO_TABLE = "no-table"
    NO_SEAT = "no-seat"
    NO_PLY = "no-ply"
    NO_ROUTE = "no-route"
    NOT_ALLOWED = "not-allowed"
    """Without the secret of the seat, or with one whose scopes do not reach so far."""
    AWAY = "away"
    """A bot plays the seat: it has to be taken back first."""
    BAD_TOKEN = "bad-token"
    """A secret that opens nothing at this table."""
    BAD_ORIGIN = "bad-origin"
    """A page of another site asked."""
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
    """Settings that do not go together; `why` says which."""
    SLOW = "slow"
    """The client did not read what was sent to it. It may come back and gets what it missed."""
    CLOSING = "closing"
    """The server stops. Come back in a few seconds."""
    BUSY = "busy"
    """Nothing was done: the store did not answer. Send the same command again, with the same id."""
    INTERNAL = "internal"
    """A fault of the server. Nothing was done."""


# --- tables ---------------------------------------------------------------------------------------------------------
class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """How much time people have; 0 leaves a limit out. Bots need none."""

    bank: Annotated[float, Meta(ge=0, le=86_400)] = 0
    """Seconds for the whole game, for each."""
    increment: Annotated[float, Meta(ge=0, le=3_600)] = 0
    """Seconds added after each decision that the game waited for."""
    auction: Annotated[float, Meta(ge=0, le=3_600)] = 0
    """Seconds until the hammer falls; each bid starts them again."""
    hour: Annotated[float, Meta(ge=0, le=86_400)] = 0
    """Seconds from the first throw to the agreed hour, in games that end by the clock."""


class Absence(Struct, frozen=True, forbid_unknown_fields=True):
    """What happens when the game waits for somebody whose time is up, or who is gone for `after` seconds (0: never)."""

    policy: Literal["bot", "wait", "forfeit"] = "wait"
    after: Annotated[float, Meta(ge=0, le=86_400)] = 0
    bot: Annotated[str, Meta(max_length=40)] = "cautious"


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a new table: left open for whoever comes, taken by the one who makes the table, or a bot's."""

    kind: Literal["open", "mine", "bot"] = "open"
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    bot: Annotated[str, Meta(max_length=40)] = "cautious"
    piece: Piece | None = None
    """What it moves; unless told, one that nobody else has."""
    commitment: Commitment | None = None
    """The hash of the nonce that the maker drew for this seat, if it is `mine`."""


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be made."""

    seats: Annotated[tuple[NewSeat, ...], Meta(min_length=2, max_length=8)]
    edition: EditionName = "official"
    variant: VariantName = ""
    options: OptionsJson = {}
    manner: Manner = "attentive"
    """Whether players are told of rents that they may ask for."""
    title: Annotated[str, Meta(max_length=40)] = ""
    open: bool = False
    """Listed in the lobby; otherwise only who has the link finds it."""
    spectators: bool = True
    clock: Clock = Clock()
    absence: Absence = Absence()
    pace: Annotated[float, Meta(ge=0, le=5)] = 0
    """Seconds that a bot takes over a move."""
    grace: Annotated[float, Meta(ge=0, le=30)] = 5
    """Seconds that bots leave people to ask for rent before they throw."""


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """Taking a seat: this one, or the first that is free."""

    name: Name
    seat: SeatNumber | None = None
    piece: Piece | None = None
    """What the player moves; unless told, one that nobody else has."""
    commitment: Commitment | None = None
    """The hash of the nonce that the player drew."""


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    """A further secret for a seat, for another device or for a bot, with fewer rights."""

    scopes: Annotated[tuple[Scope, ...], Meta(min_length=1, max_length=4)]


class Seated(Struct, frozen=True):
    """A seat, and the secret that lets one act for it. It is shown once and kept only as a hash."""

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
    """What it moves on the board; nothing while the seat is free."""
    bot: str = ""
    """Which bot plays it, now."""
    away: bool = False
    """A person's seat that a bot plays until its owner takes it back."""
    online: bool = False
    muted: bool = False
    host: bool = False
    always_ask: bool = False
    """Rent is asked for by itself as soon as it may be."""
    commitment: str = ""
    """The hash of its nonce; empty if it has no share in the dice."""
    nonce: str = ""
    """Its share in the dice, once the game has begun; empty if it has none or did not reveal it."""


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
    """The dice: a hash of the seed from the beginning, the seed itself after the end. `docs/dice.md` says the rest."""

    commitment: str
    nonces: tuple[str, ...]
    seed: str | None = None


class Table(Struct, frozen=True):
    """A table as everybody may know it."""

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
    """The table where it goes on."""
    version: str = ""
    rules: int = 0
    code: str = ""
    """Finds the table before its game begins (`/api/tables?code=…`), and can be said aloud; afterwards empty."""


class Made(Struct, frozen=True):
    """A table just made, and the secrets of the maker's seats. The first is the host's."""

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
    """The open tables, newest first; or those that were asked for, as far as there are such."""

    tables: tuple[Brief, ...]


# --- what a game looks like -----------------------------------------------------------------------------------------
class View(Struct, frozen=True):
    """The game as everybody sees it. What is one seat's own is in its `Hand`."""

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
    """What the Bank has; null where it never runs out of them."""
    pot: int
    seats: tuple[PlayerJson, ...]
    deeds: tuple[DeedJson, ...]
    decks: tuple[DeckJson, ...]
    offers: tuple[OfferJson, ...]
    debts: tuple[DebtJson, ...]
    call: CallJson | None
    estate: EstateJson | None
    awaiting: AwaitingJson


class Choice(Struct, frozen=True):
    """A lawful action: how it is written, and the fields for its sentence in a menu."""

    action: ActionJson
    text: str
    fields: Fields


class Hand(Struct, frozen=True):
    """What one seat may do now, likeliest first, and the rents it is told of. `seat` null: a spectator's.

    Offers, counters and other bids may be lawful too.
    """

    seat: int | None
    legal: tuple[Choice, ...]
    claims: tuple[ClaimJson, ...]


class Timer(Struct, frozen=True):
    """A clock that runs or stands."""

    seat: int
    left: Seconds
    """At the time `now` of the message."""
    running: bool


class Clocks(Struct, frozen=True):
    """All clocks at one moment of the server's time."""

    now: Time
    timers: tuple[Timer, ...] = ()
    hammer: Time | None = None
    """When the hammer falls, in an auction with a timer."""
    hour: Time | None = None
    """When the agreed hour strikes."""


class Picture(Struct, frozen=True):
    """What matters of a table in deciding about it; all by seat but for `rents` and `times`, which are by deed."""

    cash: tuple[int, ...]
    deeds: tuple[tuple[str, ...], ...]
    sets: tuple[tuple[str, ...], ...]
    near: tuple[tuple[str, ...], ...]
    """The deeds of which each would make another group whole."""
    rents: dict[str, int]
    times: dict[str, int]
    """A utility's rent: so many times a throw."""
    rent_sums: tuple[int, ...]
    most_times: tuple[int, ...]
    interest: tuple[int, ...]


class PreviewJson(Struct, frozen=True):
    """What actions would bring, up to the point where chance comes in."""

    events: tuple[EventJson, ...]
    before: Picture
    after: Picture
    awaiting: AwaitingJson
    accepted: "PreviewJson | None" = None
    """Of an offer or a counter: what its acceptance would bring."""


class Because(Struct, frozen=True):
    """A reason as data: the name of a sentence, and what fills it in. Its sentence in English is told beside it."""

    name: str
    fields: Fields


class Why(Struct, frozen=True):
    """Why an action may not be done."""

    clause: str
    reason: str
    because: Because
    rule: str
    allowed: tuple[Choice, ...] = ()


# --- the record of a table ------------------------------------------------------------------------------------------
class Entry(Struct, frozen=True, tag_field="type", kw_only=True):
    """One thing that happened at a table. `seq` counts them from 1 without a gap."""

    seq: int
    at: Time


class PlyEntry(Entry, frozen=True, tag="ply", kw_only=True):
    """An action, whoever's, and what it brought. Events that the reader is not told of are left out."""

    ply: int
    actor: int | Literal["nature", "clock"]
    cause: str
    """"seat" for the player; a bot's name; "auto", "nature", "clock"."""
    action: ActionJson
    text: str
    events: tuple[EventJson, ...]
    digest: str
    """Of the position that followed."""
    command: str = ""
    """The id of the command that began it, on the seat's own entries."""


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
    """The server has a player's nonce. It tells the nonces when the game begins."""

    seat: int


class BeganEntry(Entry, frozen=True, tag="began", kw_only=True):
    """The game began. Its dice follow from the seed and these nonces, in the order of the seats."""

    commitment: str
    nonces: tuple[str, ...]
    left_out: tuple[int, ...] = ()
    """Seats that sent a hash and did not reveal their nonce in time."""


class HandedEntry(Entry, frozen=True, tag="handed", kw_only=True):
    """A seat was handed to a bot (its name), or its owner is back (empty)."""

    seat: int
    bot: str
    why: HandReason


class PausedEntry(Entry, frozen=True, tag="paused", kw_only=True):
    """The host stopped the game."""


class ResumedEntry(Entry, frozen=True, tag="resumed", kw_only=True):
    """The host let the game go on."""


class TimeAddedEntry(Entry, frozen=True, tag="time-added", kw_only=True):
    """The host gave somebody time."""

    seat: int
    seconds: Seconds


class ChatEntry(Entry, frozen=True, tag="chat", kw_only=True):
    """Somebody said something."""

    seat: int
    text: str


class MutedEntry(Entry, frozen=True, tag="muted", kw_only=True):
    """The host took a seat's voice in the chat, or gave it back."""

    seat: int
    muted: bool


class SettingEntry(Entry, frozen=True, tag="setting", kw_only=True):
    """A seat changed what is done by itself."""

    seat: int
    always_ask: bool


class WokeEntry(Entry, frozen=True, tag="woke", kw_only=True):
    """The server came back; the time it was away is nobody's."""

    away: Seconds


class CarriedEntry(Entry, frozen=True, tag="carried", kw_only=True):
    """The game goes on from its last position under a newer version of the rules."""

    rules: int
    version: str


class EndedEntry(Entry, frozen=True, tag="ended", kw_only=True):
    """The game is over; the seed is no secret any more."""

    seed: str
    outcome: Outcome


class RematchEntry(Entry, frozen=True, tag="rematch", kw_only=True):
    """It goes on at another table."""

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
    | ChatEntry
    | MutedEntry
    | SettingEntry
    | WokeEntry
    | CarriedEntry
    | EndedEntry
    | RematchEntry
)


# --- commands -------------------------------------------------------------------------------------------------------
class Hello(Struct, frozen=True, tag="hello", tag_field="type", forbid_unknown_fields=True):
    """The first message on a socket: which seats one holds, and the last entry one has (0: none)."""

    protocol: int
    tokens: Annotated[tuple[Secret, ...], Meta(max_length=8)] = ()
    seen: Count = 0


class Command(Struct, frozen=True, tag_field="type", kw_only=True, forbid_unknown_fields=True):
    """Something that is asked of the server, under a name of the sender's own."""

    id: CommandId


class SeatCommand(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something asked for a seat that one holds."""

    seat: SeatNumber


class Act(SeatCommand, frozen=True, tag="act", kw_only=True, forbid_unknown_fields=True):
    """Do an action. `ply` is how far the sender saw the game. Instead of `action` it may be given as `text`."""

    ply: Count
    action: ActionJson | None = None
    text: Annotated[str, Meta(max_length=600)] | None = None


class Preview(SeatCommand, frozen=True, tag="preview", kw_only=True, forbid_unknown_fields=True):
    """What would these actions bring?"""

    actions: Annotated[tuple[ActionJson, ...], Meta(min_length=1, max_length=MOST_ACTIONS)]
    any_order: bool = False
    """Whether another order will do as well where this one is not lawful."""


class WhyNot(SeatCommand, frozen=True, tag="why-not", kw_only=True, forbid_unknown_fields=True):
    """Why may I not do this?"""

    action: ActionJson


class Plan(SeatCommand, frozen=True, tag="plan", kw_only=True, forbid_unknown_fields=True):
    """What would be a sensible way to raise what I owe?"""


class Chat(SeatCommand, frozen=True, tag="chat", kw_only=True, forbid_unknown_fields=True):
    """Say something to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]


class React(SeatCommand, frozen=True, tag="react", kw_only=True, forbid_unknown_fields=True):
    """Show a feeling. It is passed on and not kept."""

    reaction: Reaction


class AlwaysAsk(SeatCommand, frozen=True, tag="always-ask", kw_only=True, forbid_unknown_fields=True):
    """Whether my rents are asked for by themselves. At a sharp table they never are."""

    on: bool


class TakePiece(SeatCommand, frozen=True, tag="take-piece", kw_only=True, forbid_unknown_fields=True):
    """Move another token than the one I have; before the start."""

    piece: Piece


class Commit(SeatCommand, frozen=True, tag="commit", kw_only=True, forbid_unknown_fields=True):
    """I drew a nonce, and this is its hash; before the start. The last one counts."""

    commitment: Commitment


class Reveal(SeatCommand, frozen=True, tag="reveal", kw_only=True, forbid_unknown_fields=True):
    """This is my nonce; while the table is `starting`."""

    nonce: Nonce


class HandOver(SeatCommand, frozen=True, tag="hand-over", kw_only=True, forbid_unknown_fields=True):
    """Let a bot play my seat."""

    bot: Annotated[str, Meta(max_length=40)] = "cautious"


class TakeBack(SeatCommand, frozen=True, tag="take-back", kw_only=True, forbid_unknown_fields=True):
    """Play my seat myself again."""


class Leave(SeatCommand, frozen=True, tag="leave", kw_only=True, forbid_unknown_fields=True):
    """Give up a seat before the start."""


class Rematch(SeatCommand, frozen=True, tag="rematch", kw_only=True, forbid_unknown_fields=True):
    """Play again: a new table with the same settings and the same people, who get their seats by their secrets."""


class Start(Command, frozen=True, tag="start", kw_only=True, forbid_unknown_fields=True):
    """The host lets the game begin. Every seat must be taken."""


class Pause(Command, frozen=True, tag="pause", kw_only=True, forbid_unknown_fields=True):
    """The host stops the game."""


class Resume(Command, frozen=True, tag="resume", kw_only=True, forbid_unknown_fields=True):
    """The host lets the game go on."""


class AddTime(SeatCommand, frozen=True, tag="add-time", kw_only=True, forbid_unknown_fields=True):
    """The host gives a seat time."""

    seconds: Annotated[float, Meta(gt=0, le=3_600)]


class Replace(SeatCommand, frozen=True, tag="replace", kw_only=True, forbid_unknown_fields=True):
    """The host lets a bot play for somebody who is gone, or sits one at a free seat before the start."""

    bot: Annotated[str, Meta(max_length=40)] = "cautious"


class Remove(SeatCommand, frozen=True, tag="remove", kw_only=True, forbid_unknown_fields=True):
    """The host frees a seat before the start."""


class Mute(SeatCommand, frozen=True, tag="mute", kw_only=True, forbid_unknown_fields=True):
    """The host takes a seat's voice in the chat, or gives it back."""

    on: bool = True


class Ping(Command, frozen=True, tag="ping", kw_only=True, forbid_unknown_fields=True):
    """Is anybody there, and what time is it?"""


AnyCommand: TypeAlias = (
    Act
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
    | Replace
    | Remove
    | Mute
    | Ping
)
ClientMessage: TypeAlias = Hello | AnyCommand


# --- what the server says -------------------------------------------------------------------------------------------
class Welcome(Struct, frozen=True, tag="welcome", tag_field="type"):
    """The answer to hello: who one is here, the table as it stands, and every entry after the last one seen."""

    protocol: int
    version: str
    table: Table
    mine: tuple[int, ...]
    """The seats one may act for."""
    host: bool
    entries: tuple[AnyEntry, ...]
    view: View | None
    """None before the start."""
    hands: tuple[Hand, ...]
    clocks: Clocks


class Events(Struct, frozen=True, tag="events", tag_field="type"):
    """What happened since, and the table as it stands now. Entries follow one another without a gap."""

    entries: tuple[AnyEntry, ...]
    view: View | None
    hands: tuple[Hand, ...]
    clocks: Clocks
    table: Table | None = None
    """Where something of it changed."""


class Done(Struct, frozen=True, tag="done", tag_field="type"):
    """A command was carried out and is kept: its entries are those from `first` to `last` (0: it made none)."""

    id: str
    first: int = 0
    last: int = 0
    table: str | None = None
    """Of a rematch: the new table."""


class Refused(Struct, frozen=True, tag="refused", tag_field="type"):
    """A command was not carried out, and nothing changed."""

    id: str
    code: Code
    why: str
    because: tuple[Because, ...]
    ply: int = 0
    """Where the game stands."""
    clause: str = ""
    rule: str = ""
    """What the clause says in this edition."""
    allowed: tuple[Choice, ...] = ()
    missed: tuple[AnyEntry, ...] = ()
    """What the sender had not seen when it sent the command."""


class Previewed(Struct, frozen=True, tag="previewed", tag_field="type"):
    """What the actions would bring, done in this order: each by its place in the list that was sent."""

    id: str
    ply: int
    preview: PreviewJson
    order: tuple[int, ...] = ()


class Explained(Struct, frozen=True, tag="explained", tag_field="type"):
    """Why an action may not be done; None if it may."""

    id: str
    ply: int
    why_not: Why | None


class Planned(Struct, frozen=True, tag="planned", tag_field="type"):
    """A way to raise a debt, step by step. `enough` is false where it cannot be raised."""

    id: str
    ply: int
    steps: tuple[Choice, ...]
    enough: bool
    preview: PreviewJson | None = None
    """What the steps would bring."""
    raised: int = 0
    """What they bring in cash before the debt is paid."""


class Pong(Struct, frozen=True, tag="pong", tag_field="type"):
    """Here, and the server's time."""

    id: str
    now: Time


class Presence(Struct, frozen=True, tag="presence", tag_field="type"):
    """Who is there."""

    online: tuple[int, ...]
    watchers: int


class Reacted(Struct, frozen=True, tag="reacted", tag_field="type"):
    """Somebody shows a feeling."""

    seat: int
    reaction: Reaction


class Problem(Struct, frozen=True, tag="error", tag_field="type"):
    """Something that is no answer to a command: it could not be read, or the connection is about to end."""

    code: Code
    why: str
    id: str = ""
    """The command's id, if that much could be read."""
    because: tuple[Because, ...] = ()


Answer: TypeAlias = Done | Refused | Previewed | Explained | Planned | Pong
ServerMessage: TypeAlias = Welcome | Events | Answer | Presence | Reacted | Problem


# --- about the server -----------------------------------------------------------------------------------------------
class Version(Struct, frozen=True):
    """Which server this is."""

    version: str
    protocol: int
    rules: int
    build: str = ""
    """A digest of the browser app that it serves: a page of another build reloads itself."""


class Health(Struct, frozen=True):
    """Whether the server can do its work."""

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
    """A replay file to be looked at. It is not kept."""

    text: str


class FileRecord(Struct, frozen=True):
    """The game of a replay file, and what each of its plies brought."""

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
    """What the ply brought."""
    view: View


class Record(Struct, frozen=True):
    """A table with everything that happened at it."""

    table: Table
    entries: tuple[AnyEntry, ...]
    replay: str = ""
    """The game as a replay file."""
