"""Mutants written by hand, for rules that are neither a switch of the tables nor a cited line of the kernel."""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from types import FunctionType

from tests.kit.clause_mark import editions_of
from tests.mutants.figures import altering, forget_tables
from tests.mutants.mutant import Mutant
from ventnor import tables
from ventnor.kernel import (
    auction,
    bankrupt,
    build,
    cards,
    debt,
    finish,
    jail,
    ledger,
    move,
    rent,
    sell,
    shortage,
    trade,
)
from ventnor.kernel.layout import Tables
from ventnor.rulebook.clause import clause
from ventnor.view import DeedView, View

ORIENTAL = 6
READING = 5


def hand_mutants() -> Iterator[Mutant]:
    """Return all of them."""
    for edition in editions_of(clause("deeds.figures")):
        for name, change in FIGURES.items():
            yield Mutant(f"{name} in {edition}", "deeds.figures", (edition,), altering(edition, change))
    for name, change in CARDS.items():
        editions = editions_of(clause("cards.decks"))
        yield Mutant(name, "cards.decks", editions, changing_decks(change))
    for each in REWRITTEN:
        yield Mutant(each.name, each.clause, editions_of(clause(each.clause)), each.apply)
    for name, hide in HIDDEN.items():
        yield Mutant(name, "deeds.public", editions_of(clause("deeds.public")), hide)


def more_price(t: Tables) -> None:
    """Raise a price by a dollar."""
    t.price[ORIENTAL] += 1


def more_rent(t: Tables) -> None:
    """Raise a rent by a dollar."""
    t.rent[ORIENTAL][0] += 1


def more_house_price(t: Tables) -> None:
    """Raise the price of a house by a dollar."""
    t.house_price[ORIENTAL] += 1


def less_mortgage(t: Tables) -> None:
    """Lower a mortgage by a dollar."""
    t.mortgage[READING] -= 1


FIGURES: dict[str, Callable[[Tables], None]] = {
    "the price of Oriental Avenue: 1 more": more_price,
    "the bare rent of Oriental Avenue: 1 more": more_rent,
    "the house price of Oriental Avenue: 1 more": more_house_price,
    "the mortgage of Reading Railroad: 1 less": less_mortgage,
}


def more_to_collect(t: Tables) -> None:
    """Raise the sum of every card by a dollar."""
    for deck in range(2):
        for card in range(16):
            if t.card_amount[deck][card] > 9:
                t.card_amount[deck][card] += 1


CARDS: dict[str, Callable[[Tables], None]] = {"every sum on a card: 1 more": more_to_collect}


def changing_decks(change: Callable[[Tables], None]) -> Callable[[], None]:
    """Return what changes the cards of every table after they are filled in."""

    def alter() -> None:
        right = tables.fill_decks

        def fill(t: Tables, era: object) -> None:
            right(t, era)  # type: ignore[arg-type]
            change(t)

        tables.fill_decks = fill  # type: ignore[assignment]
        forget_tables()

    return alter


# --- rules that no line decides alone ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rewritten:
    """A function of the kernel in which one text takes the place of another."""

    name: str
    clause: str
    function: FunctionType
    old: str
    new: str

    def apply(self) -> None:
        """Put the changed function in the place of the one that everybody has imported."""
        source = inspect.getsource(self.function)
        assert source.count(self.old) == 1, f"{self.name}: the text to be changed is not there"
        space: dict[str, object] = {}
        exec(source.replace(self.old, self.new), self.function.__globals__, space)
        changed = space[self.function.__name__]
        assert isinstance(changed, FunctionType)
        self.function.__code__ = changed.__code__


REWRITTEN = (
    Rewritten(
        "the Bank pays no more than lies in its box",
        "bank.never-broke",
        ledger.move_cash,
        "    s.cash[payer] -= amount\n",
        "    if payer == BANK and s.cash[BANK] - amount < -20580:\n        return\n    s.cash[payer] -= amount\n",
    ),
    Rewritten(
        "leaving GO pays the salary again",
        "go.once",
        move.go_to_space,
        "if space <= origin:",
        "if space <= origin or origin == 0:",
    ),
    Rewritten(
        "a card that leads to GO pays no salary",
        "go.twice",
        move.go_to_space,
        "if space <= origin:",
        "if space <= origin and not (how and space == 0):",
    ),
    Rewritten(
        "the salary that waits for a card is paid though the card leads to Jail",
        "jail.direct",
        cards.draw,
        "if salary and t.card_kind[deck][card] != K_JAIL:",
        "if salary:",
    ),
    Rewritten(
        "the salary that waits for a card is never paid",
        "go.twice",
        cards.draw,
        "if salary and t.card_kind[deck][card] != K_JAIL:",
        "if salary < 0:",
    ),
    Rewritten(
        "an owner sent to Jail keeps the rents that he has not asked for",
        "house-rules.optional",
        jail.go_to_jail,
        "        drop_claims_of(s, e, seat)\n",
        "        pass\n",
    ),
    Rewritten(
        "an owner sent to Jail takes everybody's unasked rents with him",
        "house-rules.optional",
        rent.drop_claims_of,
        "        if claim.owner == owner:\n",
        "        if claim.owner >= 0:\n",
    ),
    Rewritten(
        "several creditors of the last bankrupt share his cash alone",
        "short.second-bankruptcy",
        bankrupt.hand_over_as_it_stands,
        "    value = worth(s, t, seat) - s.cash[seat]\n",
        "    value = 0\n",
    ),
    Rewritten(
        "whoever reaches the Jail space is jailed",
        "jail.visiting",
        move.land,
        "    elif kind == S_TAX:\n",
        "    elif space == 10:\n        go_to_jail(s, t, e, seat, J_SPACE)\n    elif kind == S_TAX:\n",
    ),
    Rewritten(
        "deeds and jail cards do not go together",
        "trade.mix",
        trade.refuse_terms,
        "    gotten = get != 0 or get_cards != 0\n",
        "    gotten = get != 0 or get_cards != 0\n    if give and give_cards:\n        return C_TRADE_SHAPE\n",
    ),
    Rewritten(
        "deeds and cash do not go together",
        "trade.mix",
        trade.refuse_terms,
        "    gotten = get != 0 or get_cards != 0\n",
        "    gotten = get != 0 or get_cards != 0\n    if give and give_cash:\n        return C_TRADE_SHAPE\n",
    ),
    Rewritten(
        "only whose turn it is makes offers",
        "trade.any-time",
        trade.refuse_offer,
        "    return refuse_terms(",
        "    if a.seat != s.turn:\n        return R_NO_SUCH_OFFER\n    return refuse_terms(",
    ),
    Rewritten(
        "a deal that was carried out stays open for another time",
        "trade.no-promises",
        trade.accept,
        "    clear_offer(s, proposer, seat)\n",
        "",
    ),
    Rewritten(
        "who has dealt once with the owner pays no rent",
        "trade.no-promises",
        rent.fall_due,
        "    if s.mortgaged[space]:\n",
        "    if s.mortgaged[space] or s.offer_number:\n",
    ),
    Rewritten(
        "who alone wants more than there is bids for it",
        "shortage.auction",
        shortage.continue_call,
        "elif players == 1 or wishes <=",
        "elif wishes <=",
    ),
    Rewritten(
        "a building is won for a dollar",
        "shortage.auction",
        auction.refuse_bid,
        "if a.amount < least_bid(s, t, a.seat):",
        "if a.amount < 1:",
    ),
    Rewritten(
        "a building won cheaply goes onto any lot",
        "shortage.auction",
        build.refuse_build,
        "if price > 2 * s.frames[call].amount:",
        "if price < 0:",
    ),
    Rewritten(
        "a debtor's sale must cover the debt by itself",
        "debt.raise",
        trade.refuse_party,
        "if left < min(burden, before):",
        "if left < burden:",
    ),
    Rewritten(
        "a debtor bids all that he has",
        "debt.raise",
        debt.bound_by_debts,
        "    if is_debtor(s, seat):\n",
        "    if s.players < 0:\n",
    ),
    Rewritten(
        "who gives up leaves nothing for a rent",
        "bankrupt.resign",
        bankrupt.leave_behind,
        "    s.left[seat] = max(0, left)\n",
        "    s.left[seat] = 0\n",
    ),
    Rewritten(
        "what is owed to a player who retires is gone",
        "debt.order",
        bankrupt.forget,
        "(debt.creditor == seat and debt.debtor == heir)",
        "debt.creditor == seat",
    ),
    Rewritten(
        "one of several creditors is not paid in kind",
        "debt.in-kind",
        debt.owed_to,
        "if debt.creditor == EACH and",
        "if s.players < 0 and",
    ),
    *(
        Rewritten(
            "a player gives up after the hour",
            clause,
            bankrupt.refuse_resign,
            "    if s.hour:\n",
            "    if s.players < 0:\n",
        )
        for clause in ("short1935.hour", "timed.hour")
    ),
    Rewritten(
        "other players' mortgages stay fresh when the player on turn retires",
        "bankrupt.interest",
        bankrupt.go_bankrupt,
        "        s.fresh = 0\n",
        "        pass\n",
    ),
    *(
        Rewritten(
            "at a sharp table only owners of a rent are asked after the hour",
            clause,
            finish.next_for_last_rent,
            "    if not s.sharp:\n",
            "    if s.players > 0:\n",
        )
        for clause in ("short1935.hour", "timed.hour")
    ),
    Rewritten(
        "hotels leave their group bare in a shortage",
        "sell.hotels",
        sell.most_to_stay,
        "    return min(places, ",
        "    return min(0, ",
    ),
    Rewritten(
        "hotels come down to houses that the Bank does not have",
        "sell.hotels",
        sell.most_to_stay,
        "    return min(places, ",
        "    return max(places, ",
    ),
)


def hide_mortgages() -> None:
    """Let only the owner see that a deed is mortgaged."""
    hide(lambda view, deed: replace(deed, mortgaged=deed.mortgaged and deed.owner == view.seat))


def hide_owners() -> None:
    """Let only the owner see who owns a deed."""
    hide(lambda view, deed: replace(deed, owner=deed.owner if deed.owner == view.seat else None))


def hide(change: Callable[[View, DeedView], DeedView]) -> None:
    """Change what a view shows of deeds."""
    right = View.deeds.func

    def shown(self: View) -> dict[str, DeedView]:
        return {name: change(self, deed) for name, deed in right(self).items()}

    View.deeds = property(shown)  # type: ignore[assignment]


HIDDEN: dict[str, Callable[[], None]] = {
    "others do not see what is mortgaged": hide_mortgages,
    "others do not see who owns what": hide_owners,
}
