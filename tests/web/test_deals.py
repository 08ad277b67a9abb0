"""The effects that the deal panel announces are those of the deal, in random deals at random tables."""

import random
from collections import Counter as Tally
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page

from tests.web.laid import NAMES, Doings, LaidTable
from ventnor.action import Accept, Action, Counter, Offer, Terms
from ventnor.game import Game
from ventnor.notation import format_action
from ventnor.preview import Picture, picture_of
from ventnor.rulebook.board import board
from ventnor.rulebook.edition import EDITIONS
from ventnor.words.sentence import money

SEATS = 4
DEALS = 40 * len(EDITIONS)
DEEDS = {space.slug: space for space in board().spaces if space.price}
LOTS = {group.slug: [slug for slug, space in DEEDS.items() if space.group == group.slug] for group in board().groups}
UTILITIES = tuple(LOTS["utilities"])
pytestmark = pytest.mark.slow

IMPATIENCE = "{ const wait = setTimeout; window.setTimeout = (work, time) => wait(work, Math.min(time ?? 0, 4)); }"
"""The page waits a moment for more typing before it asks for a preview. Here nobody types."""
HANDS = """() => {
    const until = async (what, found, patience = 15000) => {
        for (const end = Date.now() + patience; Date.now() < end; await new Promise(done => setTimeout(done, 4))) {
            const result = found();
            if (result) return result;
        }
        throw new Error(`there is never ${what}: ${document.querySelector('main').innerText}`);
    };
    const inside = name => document.querySelector(`[aria-label="${name}"]`);
    const button = (name, root = document) =>
        [...root.querySelectorAll('button:not([disabled])')].find(e => (e.ariaLabel ?? e.textContent).trim() === name);
    const press = async (name, where) => {
        const root = () => where ? inside(where) : document;
        (await until(name, () => root() && button(name, root()))).click();
    };
    const type = (field, sum) => {
        field.value = sum || '';
        field.dispatchEvent(new Event('input', { bubbles: true }));
    };
    const labelled = (side, words) =>
        [...side.querySelectorAll('label')].find(e => e.textContent.includes(words))?.querySelector('input');
    const choose = async (name, { deeds, cash, cards, debt }) => {
        const side = inside(name);
        const wanted = e => deeds.some(deed => e.title === deed || e.title.startsWith(deed + ' '));
        const chosen = e => e.ariaPressed === 'true';
        const all = [...side.querySelectorAll('[aria-pressed]')];
        for (const e of all) if (wanted(e) !== chosen(e)) e.click();
        const done = () => all.every(e => wanted(e) === chosen(e)) && all.filter(wanted).length === deeds.length;
        await until('what was chosen', done);
        for (const e of side.querySelectorAll('[type=checkbox]'))
            if (cards.some(card => e.closest('label').textContent.includes(card)) !== e.checked) e.click();
        type(side.querySelector('[aria-label^="Cash that"]'), cash);
        const settles = labelled(side, 'Settles so much');
        if (settles || debt) type(settles, debt);
    };
    window.deal = {
        // Until everybody has what they have, and what is awaited is awaited.
        stands: (purses, awaited) => until(purses.join(), () => {
            const rows = [...document.querySelectorAll('table tbody tr')];
            const has = rows.map(row => row.lastElementChild.firstElementChild.textContent.trim());
            const line = document.querySelector('[role=status]').textContent.trim();
            return `${has}` === `${purses}` && line.startsWith(awaited);
        }),
        async make(way, whom, give, get) {
            if (way === 'offer') {
                const partner = () => inside('With whom?') && labelled(inside('With whom?'), whom);
                // The table has just been laid anew, and the page may be about to connect again.
                for (let tries = 0; !partner() && tries < 10; tries++) {
                    await press('Offer a deal');
                    await until(whom, partner, 1500).catch(() => null);
                }
                (await until(whom, partner)).click();
            } else {
                await press('See offer', 'Offers');
                if (way === 'counter') await press('Make a counter-offer');
            }
            if (way === 'answer') return;
            await until('the panel', () => inside('You give')?.querySelector('[aria-label^="Cash that"]'));
            await choose('You give', give);
            await choose('You get', get);
        },
        // What is told, as soon as it is what is wanted; or what is told in its place.
        async told(wanted) {
            const told = () => [...inside('What it would do')?.querySelectorAll('li') ?? []];
            const lines = () => told().map(e => e.textContent.trim()).sort();
            await until('', () => lines().join('|') === wanted.join('|')).catch(() => null);
            return lines();
        },
        async send(name, whom) {
            await press(name);
            if (name === 'Accept') await until('an end of it', () => !inside('You give'));
            else await until('an offer', () => inside('Offers')?.textContent.includes(`You offer ${whom}`));
        },
    };
}"""
"""A script that fills in a deal quickly: two hundred are made."""


class Deal(NamedTuple):
    """A deal between the page's player and somebody else."""

    way: str
    """Whether the page offers it, counters with it, or accepts it."""
    other: int
    give: Terms
    get: Terms
    before: Action | None = None
    """The offer of the other side that comes first."""

    def action(self, game: Game) -> Action:
        """Return the action of the page's player."""
        match self.way:
            case "offer":
                return Offer(self.other, self.give, self.get)
            case "counter":
                return Counter(game.view(0).offers[-1].number, self.give, self.get)
            case _:
                return Accept(game.view(0).offers[-1].number)


def random_position(chance: random.Random, edition: str) -> dict[str, Any]:
    """Return a random table in mid-game, with mortgages, buildings and jail cards."""
    deeds: dict[str, dict[str, Any]] = {}
    for lots in LOTS.values():
        # Whole groups are common, or no deal would complete or break up one.
        holder = chance.randrange(SEATS)
        owners = [holder if chance.random() < 0.75 else chance.randrange(SEATS) for _ in lots]
        for lot, owner in zip(lots, owners, strict=True):
            if chance.random() < 0.95:
                deeds[lot] = {"owner": owner} | ({"mortgaged": True} if chance.random() < 0.25 else {})
        whole = len(set(owners)) == 1 and all(deeds.get(lot, {}) == {"owner": holder} for lot in lots)
        if whole and DEEDS[lots[0]].kind == "lot" and chance.random() < 0.6:
            for lot in lots:
                deeds[lot]["houses"] = chance.choice((1, 2))
    seats = [{"cash": chance.randrange(1500), "space": "go"} for _ in range(SEATS)]
    for deck in ("chance", "chest"):
        holder = chance.randrange(SEATS + 2)
        if holder < SEATS:
            seats[holder].setdefault("jail_cards", []).append(deck)
    return {"edition": edition, "turn": 0, "seats": seats, "deeds": deeds}


def in_debt(chance: random.Random, position: dict[str, Any]) -> Doings:
    """Lead to a debt that the page's player cannot pay, to the owner of the space."""
    others = [slug for slug, deed in position["deeds"].items() if deed["owner"] and not deed.get("mortgaged")]
    lot = chance.choice([slug for slug in others if DEEDS[slug].index >= 3])
    position["seats"][0] |= {"cash": 0, "space": board().spaces[DEEDS[lot].index - 3].slug}
    return [("roll 1 2", 0), (f"ask-rent {lot} from 0", position["deeds"][lot]["owner"])]


def random_side(chance: random.Random, game: Game, seat: int, least: int = 0) -> Terms:
    """Return random terms of one side."""
    built = {DEEDS[slug].group for slug in DEEDS if game.houses(slug)}
    mine = [slug for slug in DEEDS if game.owner(slug) == seat and DEEDS[slug].group not in built]
    cards = [deck for deck in game.jail_cards[seat] if chance.random() < 0.5]
    cash = chance.randrange(1, game.cash[seat]) if chance.random() < 0.4 and game.cash[seat] > 1 else 0
    return Terms(tuple(chance.sample(mine, min(len(mine), chance.randrange(least, 4)))), cash, tuple(cards))


def random_deal(chance: random.Random, game: Game) -> Deal:
    """Return a deal that may or may not be lawful. If there is a debt, it may settle part or all of it."""
    if game.awaiting.kind == "debt":
        other, owed = int(str(game.awaiting.creditor)), game.awaiting.amount
        get = random_side(chance, game, other) if chance.random() < 0.3 else Terms()
        get = Terms(get.deeds, get.cash, get.jail_cards, chance.choice((owed, chance.randint(1, owed))))
        return Deal("offer", other, random_side(chance, game, 0, 1), get)
    other = chance.randrange(1, SEATS)
    give, get = random_side(chance, game, 0), random_side(chance, game, other)
    match chance.choice(("offer", "offer", "counter", "answer")):
        case "offer":
            return Deal("offer", other, give, get)
        case "counter":
            first = Offer(0, random_side(chance, game, other), random_side(chance, game, 0))
            return Deal("counter", other, give, get, first)
        case _:
            return Deal("answer", other, give, get, Offer(0, get, give))


def lawful(game: Game, deal: Deal) -> Game | None:
    """Return the game after the deal, if it may be made."""
    trial = game.copy(nature="manual")
    if deal.before is not None:
        if not trial.is_legal(deal.before, deal.other):
            return None
        trial.apply(deal.before, deal.other)
    if not trial.is_legal(deal.action(trial), 0):
        return None
    trial.apply(deal.action(trial), 0)
    if deal.way != "answer":
        answer = Accept(trial.view(0).offers[-1].number)
        if not trial.is_legal(answer, deal.other):
            return None
        trial.apply(answer, deal.other)
    return trial


def effects(before: Picture, after: Picture, parties: tuple[int, int], edition: str) -> list[str]:
    """Return the effects of a deal that was made, in words."""
    groups = {group.slug: group.name for group in board(edition).groups}
    lines: list[str] = []
    for seat in parties:
        completes, breaks, name, pays, lifts = (
            ("complete", "break up", "You", "pay", "lift")
            if seat == 0
            else ("completes", "breaks up", NAMES[seat], "pays", "lifts")
        )
        had, has = set(before.sets[seat]), set(after.sets[seat])
        lines += [f"{name} {completes} the {groups[each]} group" for each in has - had]
        lines += [f"{name} {breaks} the {groups[each]} group" for each in had - has]
        lacked, lacks = ({DEEDS[deed].group for deed in each.near[seat]} for each in (before, after))
        comes, is_ = ("come", "are") if seat == 0 else ("comes", "is")
        lines += [f"{name} {comes} within one deed of the {groups[str(each)]} group" for each in lacks - lacked - had]
        lines += [
            f"{name} {is_} no longer one deed from the {groups[str(each)]} group" for each in lacked - lacks - has
        ]
        if before.cash[seat] != after.cash[seat]:
            lines.append(f"{name}: cash {money(before.cash[seat])} → {money(after.cash[seat])}")
        rents = [
            sum(picture.rents[deed] for deed in picture.deeds[seat] if deed in picture.rents)
            for picture in (before, after)
        ]
        if rents[0] != rents[1]:
            lines.append(f"{name}: total rents {money(rents[0])} → {money(rents[1])}")
        times = [
            max((picture.times.get(deed, 0) for deed in picture.deeds[seat]), default=0) for picture in (before, after)
        ]
        if times[0] != times[1]:
            few, many = (f"×{each}" if each else "nothing" for each in times)
            lines.append(f"{name}: utilities {few} → {many} the throw")
        if after.interest[seat]:
            due = money(after.interest[seat])
            lines.append(f"{name} then {pays} {due} interest on mortgaged deeds, or {lifts} them")
    return sorted(lines)


def owed(game: Game) -> int:
    """Return the debt of the page's player."""
    return sum(debt.amount for debt in game.view(0).debts if debt.debtor == 0)


def filled_in(terms: Terms) -> dict[str, Any]:
    """Return one side of a deal as the page has it."""
    cards = {"chance": "Chance jail card", "chest": "Community Chest jail card"}
    deeds = [DEEDS[deed].name for deed in terms.deeds]
    return {"deeds": deeds, "cash": terms.cash, "cards": [cards[deck] for deck in terms.jail_cards], "debt": terms.debt}


def make_deal(page: Page, table: LaidTable, deal: Deal, outcome: Game, edition: str, seen: Tally[str]) -> None:
    """Make a deal in the page, and compare its announced effect with its effect."""
    game, name, parties = table.game, NAMES[deal.other], (0, deal.other)
    awaited = "You owe" if game.awaiting.kind == "debt" else "Your turn to throw"
    page.evaluate("all => deal.stands(...all)", [[money(each) for each in game.cash], awaited])
    before, burden = picture_of(game.engine.state, game.engine.tables), owed(game)
    if deal.before is not None:
        table.do(format_action(deal.before), deal.other)
    action = format_action(deal.action(table.game))
    wanted = effects(before, picture_of(outcome.engine.state, outcome.engine.tables), parties, edition)
    page.evaluate("all => deal.make(...all)", [deal.way, name, filled_in(deal.give), filled_in(deal.get)])
    assert page.evaluate("wanted => deal.told(wanted)", wanted) == wanted, (edition, action)
    button = {"offer": "Send offer", "counter": "Send counter-offer", "answer": "Accept"}[deal.way]
    page.evaluate("all => deal.send(...all)", [button, name])
    if deal.way != "answer":
        table.do(f"accept {table.game.view(0).offers[-1].number}", deal.other)
    after = picture_of(table.game.engine.state, table.game.engine.tables)
    assert effects(before, after, parties, edition) == wanted, (edition, action)
    assert owed(table.game) == burden - deal.get.debt
    seen.update([edition, deal.way])
    seen["sets"] += before.sets != after.sets
    seen["interest"] += any(after.interest)
    seen["in kind"] += deal.get.debt > 0
    seen["buildings"] += any(table.game.houses(slug) for slug in DEEDS)
    seen["told"] += len(wanted)


def make_random_deals(house: Any, new_page: Callable[..., Page], seed: int, count: int) -> Tally[str]:
    """Make this many deals in one page, as many by each rulebook."""
    chance = random.Random(seed)
    seen: Tally[str] = Tally()
    page = new_page()
    page.add_init_script(IMPATIENCE)
    for edition in EDITIONS:
        table = LaidTable(house, random_position(chance, edition))
        table.open(page)
        page.evaluate(HANDS)
        while seen[edition] < count // len(EDITIONS):
            position = random_position(chance, edition)
            table.lay(position, in_debt(chance, position) if chance.random() < 0.25 else ())
            for _ in range(20):
                deal = random_deal(chance, table.game)
                outcome = lawful(table.game, deal)
                if outcome is not None:
                    make_deal(page, table, deal, outcome, edition, seen)
                    break
    return seen


def test_preview_of_200_deals_is_their_outcome(house, new_page, record_property):
    seen = make_random_deals(house, new_page, 2, DEALS)
    for name, number in seen.items():
        record_property(name, number)
    assert {edition: seen[edition] for edition in EDITIONS} == dict.fromkeys(EDITIONS, DEALS // len(EDITIONS))
    for kind, least in {"offer": 60, "counter": 20, "answer": 20, "in kind": 20, "sets": 40, "interest": 20}.items():
        assert seen[kind] >= least, kind
    assert seen["buildings"] > DEALS // 2
    assert seen["told"] > DEALS
