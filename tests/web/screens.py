"""Every screen of the app in every state, and the way to each."""

import math
import re
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from playwright.sync_api import Locator, Page, Route, expect

from tests.web.house import House
from tests.web.laid import LaidTable
from tests.web.play import new_table, play_by_itself, rest
from tests.web.recorded import evening, open_record
from tests.web.scenes import SCENES, scene
from ventnor.server.protocol import Act, Clock, Enter, Join, NewSeat, NewTable, Pause, Start

ACCENTS: Final = str.maketrans("aeiouncAE", "áëïöüñçÁË")
LONG_NAMES: Final = ("Maximiliane-Charlotte", "Bartholomew Featherston", "Wilhelmina Oppenheimer", "Konstantin")

NOTICE: Final = 1_500
"""Milliseconds after which an outdated page reloads."""


def stretched(text: str) -> str:
    """Return a text in the app's pseudo-language."""

    def lengthen(found: re.Match[str]) -> str:
        word = found[0].translate(ACCENTS)
        vowel = max(0, next((index for index, letter in enumerate(word) if letter in "áëïöüÁËIOU"), 0))
        return word[: vowel + 1] + word[vowel].lower() * math.ceil(len(word) * 0.4) + word[vowel + 1 :]

    return re.sub(r"[A-Za-z]+", lengthen, text)


class Visit:
    """A page on its way to a screen, in one of the languages."""

    def __init__(self, house: House, page: Page, language: str = "en") -> None:
        self.house = house
        self.page = page
        self.language = language

    def say(self, words: str) -> str:
        """Return words in the language of the page."""
        return stretched(words) if self.language == "pseudo" else words

    def go(self, place: str = "") -> None:
        """Open a place of the app."""
        query = "?lang=pseudo" if self.language == "pseudo" else ""
        self.page.goto("about:blank")
        self.page.goto(f"{self.house.url}{query}{place}")

    def find(self, role: Any, name: str) -> Locator:
        """Find an element by its role and its English name, or the beginning of that."""
        return self.page.get_by_role(role, name=re.compile("^" + re.escape(self.say(name)))).first

    def press(self, name: str) -> None:
        """Press a button."""
        self.find("button", name).click()

    def sit(self, name: str, seat: int | None = 0, **more: Any) -> LaidTable:
        """Sit down at a scene."""
        table = LaidTable(self.house, *scene(name), **more)
        self.open(table, seat)
        return table

    def open(self, table: LaidTable, seat: int | None = 0) -> None:
        """Sit down at a table."""
        self.go(f"#/t/{table.id}" if seat is None else f"#/t/{table.id}/{table.tokens[seat]}")
        self.find("group", "The board").wait_for()

    def space(self, name: str) -> None:
        """Open a space of the board."""
        self.page.get_by_role("button", name=re.compile(f"^{name}")).first.click()

    @property
    def is_phone(self) -> bool:
        """Return whether the table has a phone's layout, as a desk's has with large letters."""
        return self.page.locator("main.phone").count() > 0


def sit(name: str, visit: Visit) -> None:
    visit.sit(name)


def home(visit: Visit) -> None:
    visit.go()
    visit.page.get_by_role("heading", level=1).wait_for()


def home_with_tables(visit: Visit) -> None:
    for title in ("Sunday evening", ""):
        seats = (NewSeat("mine", "Kit"), NewSeat("open"), NewSeat("bot", "Agnes"))
        visit.house.do(visit.house.make(NewTable(seats, title=title, open=True)))
    visit.sit("throw")
    visit.go()
    visit.page.get_by_text("Sunday evening").first.wait_for()


def new(visit: Visit) -> None:
    visit.go("#/new")
    visit.page.get_by_role("heading", level=1).wait_for()


def new_with_house_rules(visit: Visit) -> None:
    new(visit)
    visit.page.get_by_role("radio", name=re.compile(visit.say("anniversary"))).first.check()
    visit.page.get_by_text(visit.say("House rules")).first.click()


def lobby(visit: Visit, seat: int | None = 0) -> None:
    seats = (NewSeat("mine", "Robin"), NewSeat("open"), NewSeat("bot", "Agnes"), NewSeat("open"))
    made = visit.house.do(visit.house.make(NewTable(seats)))
    visit.house.do(visit.house.registry.room(made.table.id).join(Join("Bartholomew Featherstone")))
    visit.go(f"#/t/{made.table.id}/{made.seats[0].token}" if seat == 0 else f"#/t/{made.table.id}")
    visit.page.get_by_role("heading", level=1).wait_for()


def lobby_of_eight(visit: Visit) -> None:
    bots = tuple(NewSeat("bot", name) for name in ("Agnes", "Bruno", "Celia"))
    seats = (NewSeat("mine", "Robin"), *(NewSeat("open"),) * 4, *bots)
    made = visit.house.do(visit.house.make(NewTable(seats, title="Sunday evening with the neighbours")))
    for name in LONG_NAMES[:3]:
        visit.house.do(visit.house.registry.room(made.table.id).join(Join(name)))
    visit.go(f"#/t/{made.table.id}/{made.seats[0].token}")
    visit.page.get_by_role("heading", level=1).wait_for()
    visit.page.get_by_text(LONG_NAMES[2]).first.wait_for()


def opening(visit: Visit) -> None:
    table, tokens = new_table(visit.house, people=2, bots=2)
    grants = visit.house.do(visit.house.registry.grants_of(table, tokens[:1]))
    throw = Act(id="throw", seat=0, ply=0, action={"do": "roll"})
    visit.house.do(visit.house.registry.room(table).submit(grants, throw))
    visit.go(f"#/t/{table}/{tokens[1]}")
    visit.find("group", "The board").wait_for()
    visit.find("button", "Throw the dice").wait_for()


def deal(visit: Visit) -> None:
    visit.sit("offer")
    visit.press("Offer a deal")
    visit.page.get_by_role("radio", name="Bruno").check(force=True)
    visit.find("region", "You give").get_by_role("button", name="Reading").click()
    visit.find("region", "You get").get_by_role("button", name="Ventnor").click()
    visit.find("region", "You get").get_by_role("button", name="Atlantic").click()
    visit.page.get_by_role("spinbutton").first.fill("120")
    visit.find("group", "What it would do").get_by_role("listitem").filter(has_text=f"${642 - 120}").wait_for()


def deal_refused(visit: Visit) -> None:
    visit.sit("throw")
    visit.press("Offer a deal")
    visit.find("region", "You give").get_by_role("button", name="Vermont").click()
    visit.find("group", "What it would do").get_by_role("button").wait_for()


def offer_open(visit: Visit) -> None:
    visit.sit("offer")
    visit.press("See offer")
    visit.find("group", "What it would do").get_by_role("listitem").first.wait_for()


def offer_gone(visit: Visit) -> None:
    table = visit.sit("offer")
    visit.press("See offer")
    visit.find("group", "What it would do").get_by_role("listitem").first.wait_for()
    table.do("withdraw 1", 2)
    visit.find("region", "On the table now").get_by_role("status").wait_for()


def counter(visit: Visit) -> None:
    offer_open(visit)
    visit.press("Make a counter-offer")
    visit.page.get_by_role("spinbutton").last.fill("60")
    visit.find("group", "What it would do").get_by_role("listitem").filter(has_text=f"${642 + 60}").wait_for()


def offers(visit: Visit) -> None:
    table = visit.sit("throw")
    for seat, terms in (
        (1, "give baltic 150 get reading"),
        (2, "give ventnor get marvin-gardens"),
        (3, "give pacific get indiana"),
    ):
        table.do(f"offer 0 {terms}", seat)
    table.do("offer 2 give water-works get atlantic ventnor", 0)
    expect(visit.find("list", "Offers").get_by_role("button")).to_have_count(4)


def refused(visit: Visit) -> None:
    visit.sit("auction")
    field = visit.find("form", "Your bid").get_by_role("spinbutton")
    field.fill("9999")
    field.press("Enter")
    visit.page.get_by_role("alert").wait_for()


def players(visit: Visit) -> None:
    visit.sit("throw")
    if visit.is_phone:
        visit.press("Players")
    else:
        visit.find("table", "Who holds what").get_by_role("button", name="Bruno").first.click()
    visit.page.get_by_role("dialog").get_by_text("Bruno").first.wait_for()


def reactions(visit: Visit) -> None:
    visit.sit("throw")
    if visit.is_phone:
        visit.press("Log")
    visit.press("React")
    visit.find("dialog", "React").get_by_role("button").nth(1).wait_for()


def fallen_oneself(visit: Visit) -> None:
    table = visit.sit("ruin")
    table.do("bankrupt", 0)
    visit.find("region", "You are bankrupt").wait_for()


def deed_own(visit: Visit) -> None:
    visit.sit("throw")
    visit.space("Vermont")
    visit.page.get_by_role("article").wait_for()


def deed_planned(visit: Visit) -> None:
    deed_own(visit)
    visit.page.get_by_role("button", name=f"{visit.say('Build on')} Connecticut", exact=True).click()
    visit.find("button", "Do all of it").wait_for()


def deed_of_another(visit: Visit) -> None:
    visit.sit("throw")
    visit.space("Park Place")
    visit.page.get_by_role("article").wait_for()


def space_without_deed(visit: Visit) -> None:
    visit.sit("throw")
    visit.space("Free Parking")


def why_not(visit: Visit) -> None:
    visit.sit("throw")
    visit.space("Oriental")
    visit.press("Why not?")
    visit.page.get_by_role("dialog").get_by_role("link").wait_for()


def menu(visit: Visit) -> None:
    visit.sit("throw")
    visit.press("Menu")


def deeds_to_change(visit: Visit) -> None:
    visit.sit("throw")
    visit.page.get_by_role("button", name=re.compile(re.escape(visit.say("Build & mortgage")))).first.click()


def deeds_planned(visit: Visit) -> None:
    deeds_to_change(visit)
    for lot in ("Oriental", "Connecticut", "Connecticut"):
        visit.page.get_by_role("button", name=f"{visit.say('Build on')} {lot}", exact=True).click()
    visit.find("button", "Do all of it").wait_for()


def home_settings(visit: Visit) -> None:
    home(visit)
    visit.press("Settings")


def log_open(visit: Visit) -> None:
    visit.sit("auction")
    if visit.is_phone:
        visit.press("Log")


def debt_planned(visit: Visit) -> None:
    visit.sit("debt")
    visit.find("button", "Do this").wait_for()


def ruin_confirmed(visit: Visit) -> None:
    visit.sit("ruin")
    visit.press("Go bankrupt")
    visit.page.get_by_role("alertdialog").wait_for()


def auction_with_clocks(visit: Visit) -> None:
    visit.sit("auction", clock=Clock(bank=600, increment=10, auction=90))


def paused(visit: Visit) -> None:
    table = visit.sit("throw")
    grants = visit.house.do(visit.house.registry.grants_of(table.id, [table.tokens[0]]))
    visit.house.do(visit.house.registry.room(table.id).submit(grants, Pause(id="pause")))
    visit.find("button", "Resume").wait_for()


def lost(visit: Visit) -> None:
    lines = 0

    def hang_up(socket: Any) -> None:
        """Break the connection after the first message, for good."""
        nonlocal lines
        lines += 1
        if lines > 1:
            socket.close()
            return
        server = socket.connect_to_server()

        def pass_on(message: str) -> None:
            socket.send(message)
            if '"type":"presence"' in message:
                socket.close()

        server.on_message(pass_on)

    visit.page.route_web_socket(re.compile("socket$"), hang_up)
    visit.sit("throw")
    visit.page.get_by_text(visit.say("Connection lost")).first.wait_for()


def newer(visit: Visit) -> None:
    # Keep it from reloading.
    stay = (
        f"{{ const wait = setTimeout; window.setTimeout = (work, time) => time === {NOTICE} ? 0 : wait(work, time); }}"
    )
    visit.page.add_init_script(stay)
    another_build(visit)
    visit.page.get_by_role("alert").filter(has_text=visit.say("A newer version")).wait_for()


def stuck(visit: Visit) -> None:
    visit.page.add_init_script("if (origin !== 'null') sessionStorage.setItem('ventnor.loaded-again', Date.now())")
    another_build(visit)
    visit.find("button", "Load it again").wait_for()


def another_build(visit: Visit) -> None:
    """Sit down in a page whose server now has another build of the app."""
    # Request it once beforehand, so that a closed page has no request under way.
    version = visit.page.request.get(f"{visit.house.url}version").json()
    builds = iter(("one",))

    def answer(route: Route) -> None:
        route.fulfill(json=version | {"build": next(builds, "another")})

    visit.page.route("**/version", answer)
    visit.sit("throw")
    visit.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def home_offline(visit: Visit) -> None:
    visit.page.route("**/api/tables*", lambda route: route.abort())
    visit.go()
    visit.page.get_by_text(visit.say("The server cannot be reached")).first.wait_for()


def replay_gone(visit: Visit) -> None:
    visit.go("#/replay/nosuchtable000000000/3")
    visit.page.get_by_text(visit.say("There is no finished game at this address.")).wait_for()


def gone(visit: Visit) -> None:
    visit.go("#/t/nosuchtable000000000")
    visit.page.get_by_text(visit.say("There is no such table")).wait_for()


def watching(visit: Visit) -> None:
    visit.sit("buy", None)


def sharp(visit: Visit) -> None:
    visit.sit("rent", manner="sharp")
    visit.space("Oriental")


def long_names(visit: Visit) -> None:
    table = LaidTable(visit.house, *scene("throw"))
    for place, name in zip(table.session.state.places, LONG_NAMES, strict=True):
        place.name = name
    visit.open(table)


def end(visit: Visit) -> None:
    table = finished(visit)
    visit.go(f"#/t/{table[0]}/{table[1]}")
    visit.find("table", "The game is over").wait_for()


def end_with_dice(visit: Visit) -> None:
    end(visit)
    visit.press("Check the dice")
    visit.page.get_by_role("status").filter(has_text=visit.say("The seed matches")).wait_for()


def end_after_resigning(visit: Visit) -> None:
    visit.sit("resigned")
    visit.find("table", "The game is over").wait_for()


def finished(visit: Visit) -> tuple[str, str]:
    """Return a game played to its end, once for each server."""
    kept: dict[str, tuple[str, str]] = visit.house.__dict__.setdefault("finished", {})
    if "game" not in kept:
        table, tokens = new_table(visit.house, options={"rounds": 3})
        page = visit.page.context.new_page()
        page.goto(f"{visit.house.url}#/t/{table}/{tokens[0]}")
        play_by_itself(page)
        page.get_by_role("table", name="The game is over").wait_for(timeout=60_000)
        rest(page)
        page.close()
        kept["game"] = (table, tokens[0])
    return kept["game"]


def replay(visit: Visit) -> None:
    table, _ = finished(visit)
    visit.go(f"#/replay/{table}/9")
    visit.page.get_by_role("slider").wait_for()


def replay_of_eight(visit: Visit) -> None:
    visit.go()
    open_record(visit.page, evening())
    visit.go("#/replay/file/420")
    visit.page.get_by_role("slider").wait_for()


def replay_deed(visit: Visit) -> None:
    replay_of_eight(visit)
    visit.space("New York Avenue")
    visit.page.get_by_role("article").wait_for()


def replay_space(visit: Visit) -> None:
    replay_of_eight(visit)
    visit.space("Free Parking")
    visit.page.get_by_role("heading", name="Free Parking").wait_for()


def rules(visit: Visit) -> None:
    visit.go("#/rules")
    visit.page.get_by_role("heading", level=1).wait_for()


def rules_searched(visit: Visit) -> None:
    rules(visit)
    visit.page.get_by_role("searchbox").fill("mortgage")


def real_board(visit: Visit, *entries: tuple[int, int], **settings: Any) -> None:
    """Play on a real board with three people at one device."""
    seats = tuple(NewSeat("mine", name) for name in ("Robin", "Kit", "Bartholomew Featherston"))
    made = visit.house.do(visit.house.make(NewTable(seats, nature="manual", **settings)))
    room = visit.house.registry.room(made.table.id)
    tokens = [seated.token for seated in made.seats]
    grants = visit.house.do(visit.house.registry.grants_of(made.table.id, tokens[:1]))
    visit.house.do(room.submit(grants, Start(id="start")))
    for number, (die1, die2) in enumerate(entries):
        ply = visit.house.do(room.session()).state.ply
        action = {"do": "throw", "die1": die1, "die2": die2}
        visit.house.do(room.submit(grants, Enter(id=f"enter-{number}", ply=ply, action=action)))
    for token in tokens:
        visit.go(f"#/t/{made.table.id}/{token}")
    visit.find("group", "The board").wait_for()


def real_throw(visit: Visit) -> None:
    real_board(visit, (6, 5), (2, 1), (1, 1))
    visit.find("group", "Tap the first die").get_by_role("button", name="4").click()
    visit.find("group", "Now the second die").wait_for()


def real_card(visit: Visit) -> None:
    real_board(visit, (6, 5), (2, 1), (1, 1), (3, 4))
    visit.find("list", "Chance").get_by_role("button").first.wait_for()


def real_buy(visit: Visit) -> None:
    real_board(visit, (6, 5), (2, 1), (1, 1), (1, 2))
    visit.page.locator("[data-do=buy]:visible").wait_for()


def real_deal(visit: Visit) -> None:
    real_board(visit, edition="anniversary", variant="short")
    visit.find("list", "Deeds that the Bank has").get_by_role("button").first.wait_for()


def new_real_board(visit: Visit) -> None:
    visit.go("#/new/board")
    visit.find("textbox", "Name of player 3").wait_for()


SCREENS: Final[dict[str, Callable[[Visit], None]]] = {
    "home": home,
    "home-tables": home_with_tables,
    "home-settings": home_settings,
    "home-offline": home_offline,
    "new": new,
    "new-house-rules": new_with_house_rules,
    "lobby-host": lobby,
    "lobby-guest": lambda visit: lobby(visit, None),
    "lobby-eight": lobby_of_eight,
    "opening": opening,
    **{name: partial(sit, name) for name in SCENES},
    "long-names": long_names,
    "deal": deal,
    "deal-refused": deal_refused,
    "offer-open": offer_open,
    "offer-gone": offer_gone,
    "counter": counter,
    "offers": offers,
    "refused": refused,
    "players": players,
    "reactions": reactions,
    "fallen-me": fallen_oneself,
    "deed-own": deed_own,
    "deed-planned": deed_planned,
    "deed-other": deed_of_another,
    "space": space_without_deed,
    "why-not": why_not,
    "menu": menu,
    "deeds": deeds_to_change,
    "deeds-planned": deeds_planned,
    "log": log_open,
    "debt-planned": debt_planned,
    "ruin-confirmed": ruin_confirmed,
    "clocks": auction_with_clocks,
    "paused": paused,
    "lost": lost,
    "newer": newer,
    "stuck": stuck,
    "gone": gone,
    "watching": watching,
    "sharp": sharp,
    "end": end,
    "end-dice": end_with_dice,
    "end-resigned": end_after_resigning,
    "replay": replay,
    "replay-eight": replay_of_eight,
    "replay-deed": replay_deed,
    "replay-space": replay_space,
    "replay-gone": replay_gone,
    "rules": rules,
    "rules-searched": rules_searched,
    "new-real-board": new_real_board,
    "real-throw": real_throw,
    "real-card": real_card,
    "real-buy": real_buy,
    "real-deal": real_deal,
}
"""The way to each screen."""


def show(house: House, page: Page, name: str, language: str = "en") -> None:
    """Bring a page to a screen, and wait until all motion is over."""
    SCREENS[name](Visit(house, page, language))
    page.evaluate("document.fonts.ready")
    page.mouse.move(0, 0)
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
