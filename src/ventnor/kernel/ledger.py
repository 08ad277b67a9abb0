"""Basic changes of the state: events, money, deeds, jail cards, frames. All other files write through it; no rules."""

from ventnor.kernel.codes import (
    BANK,
    CARDS,
    COLOURS,
    FRAMES,
    GROUPS,
    HOTEL,
    NO_GROUP,
    SPACES,
    W_CHOICE,
    W_RECEIVE,
    W_TAX,
)
from ventnor.kernel.layout import Frame, Sink, State, Tables


def emit(e: Sink, kind: int, clause: int, seat: int, other: int, space: int, amount: int, x: int, y: int) -> None:
    """Count an event and, where the caller keeps events, write it down."""
    e.tally[kind] += 1
    if e.count >= e.capacity:
        return
    event = e.events[e.count]
    event.kind = kind
    event.clause = clause
    event.seat = seat
    event.other = other
    event.space = space
    event.amount = amount
    event.x = x
    event.y = y
    event.mask = 0
    e.count += 1


def emit_mask(e: Sink, kind: int, clause: int, seat: int, x: int, mask: int) -> None:
    """Emit an event about several deeds or several seats."""
    before = e.count
    emit(e, kind, clause, seat, BANK, 0, 0, x, 0)
    if e.count > before:
        e.events[before].mask = mask


DEEDS_TOO = 1 + (1 << 16)  # sets both bits of a seat in `touched`


def touch(e: Sink, seat: int) -> None:
    """Note that something that concerns a seat has changed."""
    e.touched |= 1 << seat


def touch_all(s: State, e: Sink) -> None:
    """Note that something that concerns everybody has changed (the building stock, the players left)."""
    e.touched |= (1 << s.players) - 1


def move_cash(s: State, e: Sink, payer: int, payee: int, amount: int) -> None:
    """Move money between accounts; their sum stays 0. §bank.never-broke: the Bank's account may be negative."""
    s.cash[payer] -= amount
    s.cash[payee] += amount
    e.touched |= (1 << payer) | (1 << payee)


def pass_deed(s: State, t: Tables, e: Sink, space: int, receiver: int) -> None:
    """Give a deed to another owner. Its mortgage stays; the note that its interest was paid does not."""
    owner = s.owner[space]
    group = t.group[space]
    s.holds[owner][group] -= 1
    s.holds[receiver][group] += 1
    s.owner[space] = receiver
    s.fresh &= ~(1 << space)
    e.touched |= ((1 << owner) | (1 << receiver)) * DEEDS_TOO
    if e.group < 0 and receiver != BANK and group < COLOURS and s.holds[receiver][group] == t.group_size[group]:
        e.group = group
        e.group_seat = receiver
        e.group_at = s.throws


def owns_group(s: State, t: Tables, seat: int, group: int) -> bool:
    """Return whether every deed of the group is the seat's."""
    return s.holds[seat][group] == t.group_size[group]


def any_mortgaged(s: State, t: Tables, group: int) -> bool:
    """Return whether any deed of the group is mortgaged."""
    for i in range(t.group_size[group]):
        if s.mortgaged[t.lots[group][i]]:
            return True
    return False


def any_building(s: State, t: Tables, group: int) -> bool:
    """Return whether any lot of the group has a building."""
    for i in range(t.group_size[group]):
        if s.houses[t.lots[group][i]]:
            return True
    return False


def house_prices(s: State, t: Tables, space: int) -> int:
    """Return the house prices on a lot: a hotel counts one more than the houses it took."""
    if s.houses[space] == HOTEL:
        return t.houses_per_hotel + 1
    return s.houses[space]


def next_seat(s: State, seat: int) -> int:
    """Return the next player still in the game to the left of `seat`."""
    left = seat
    for _ in range(s.players):
        left += 1
        if left >= s.players:
            left = 0
        if not s.out[left]:
            return left
    return seat


def live_seats(s: State) -> int:
    """Return how many players are still in the game."""
    count = 0
    for seat in range(s.players):
        if not s.out[seat]:
            count += 1
    return count


def put_under(s: State, deck: int, card: int) -> None:
    """Put a card at the bottom of its deck."""
    tail = s.under_head[deck] + s.under_count[deck]
    if tail >= CARDS:
        tail -= CARDS
    s.under[deck][tail] = card
    s.under_count[deck] += 1


def take_top(s: State, deck: int, card: int) -> None:
    """Take the drawn card from the deck: an unseen one, or the top one once all are seen."""
    if s.unseen[deck]:
        s.unseen[deck] &= ~(1 << card)
        return
    head = s.under_head[deck] + 1
    if head >= CARDS:
        head = 0
    s.under_head[deck] = head
    s.under_count[deck] -= 1


def push_frame(s: State, e: Sink, kind: int, seat: int) -> None:
    """Interrupt the game with a blank frame of this kind and seat. Set `e.full` if there is no room."""
    if s.depth >= FRAMES:
        e.full = 1
        return
    blank_frame(s.frames[s.depth], kind, seat)
    s.depth += 1


def slip_frame(s: State, e: Sink, kind: int, seat: int) -> int:
    """Insert a frame below the open choices, which are answered first. Return the frame's index."""
    push_frame(s, e, kind, seat)
    index = s.depth - 1
    while index > 0 and is_choice(s.frames[index - 1].kind):
        copy_frame(s.frames[index], s.frames[index - 1])
        index -= 1
        blank_frame(s.frames[index], kind, seat)
    return index


def is_choice(kind: int) -> bool:
    """Return whether a frame of this kind waits for one player's answer."""
    return kind == W_TAX or kind == W_CHOICE or kind == W_RECEIVE


def blank_frame(frame: Frame, kind: int, seat: int) -> None:
    """Clear a frame and set its kind and its seat."""
    frame.kind = kind
    frame.seat = seat
    frame.other = BANK
    frame.space = 0
    frame.what = 0
    frame.stage = 0
    frame.bidder = BANK
    frame.amount = 0
    frame.passed = 0
    frame.mask = 0
    frame.cards = 0
    for i in range(8):
        frame.want[i] = 0


def copy_frame(target: Frame, source: Frame) -> None:
    """Copy a frame to another place."""
    target.kind = source.kind
    target.seat = source.seat
    target.other = source.other
    target.space = source.space
    target.what = source.what
    target.stage = source.stage
    target.bidder = source.bidder
    target.amount = source.amount
    target.passed = source.passed
    target.mask = source.mask
    target.cards = source.cards
    for i in range(8):
        target.want[i] = source.want[i]


def pop_frame(s: State) -> None:
    """Remove the topmost frame."""
    s.depth -= 1
    s.frames[s.depth].kind = 0


def drop_frame(s: State, index: int) -> None:
    """Remove a frame lower in the stack; those above it move down."""
    for i in range(index, s.depth - 1):
        copy_frame(s.frames[i], s.frames[i + 1])
    pop_frame(s)


def count_holdings(s: State, t: Tables) -> None:
    """Rebuild the counts kept beside `owner`, after a position was set up by hand."""
    for seat in range(9):
        for group in range(GROUPS):
            s.holds[seat][group] = 0
    for space in range(SPACES):
        if t.group[space] != NO_GROUP:
            s.holds[s.owner[space]][t.group[space]] += 1
