"""Scenes: a position for each panel of the stage, with the actions that lead to it."""

from typing import Any

OWNED: dict[str, Any] = {
    "mediterranean": {"owner": 1},
    "baltic": {"owner": 1},
    "oriental": {"owner": 0, "houses": 3},
    "vermont": {"owner": 0, "houses": 3},
    "connecticut": {"owner": 0, "houses": 2},
    "st-charles": {"owner": 2},
    "states": {"owner": 2},
    "virginia": {"owner": 3},
    "st-james": {"owner": 1, "houses": 4},
    "tennessee": {"owner": 1, "houses": 4},
    "new-york": {"owner": 1, "houses": 5},
    "kentucky": {"owner": 3},
    "indiana": {"owner": 0, "mortgaged": True},
    "atlantic": {"owner": 2},
    "ventnor": {"owner": 2},
    "marvin-gardens": {"owner": 0},
    "pacific": {"owner": 3},
    "north-carolina": {"owner": 3},
    "reading": {"owner": 0},
    "pennsylvania-rr": {"owner": 0},
    "b-and-o": {"owner": 2},
    "short-line": {"owner": 3, "mortgaged": True},
    "electric": {"owner": 1},
    "water-works": {"owner": 0},
    "park-place": {"owner": 3},
}

BARE = {slug: {"owner": deed["owner"]} for slug, deed in OWNED.items()}
SCARCE: dict[str, Any] = {
    **{lot: {"owner": 1, "houses": 4} for lot in ("st-james", "tennessee", "new-york")},
    **{lot: {"owner": 3, "houses": 4} for lot in ("kentucky", "indiana", "illinois")},
    "oriental": {"owner": 0, "houses": 2},
    "vermont": {"owner": 0, "houses": 2},
    "connecticut": {"owner": 0, "houses": 1},
    "mediterranean": {"owner": 2},
    "baltic": {"owner": 2},
}
"""Three houses are left, and two players with room for more."""

POOR: dict[str, Any] = {
    **{slug: deed for slug, deed in OWNED.items() if deed["owner"] != 1},
    **{lot: {"owner": 3, "houses": 3} for lot in ("kentucky", "indiana", "illinois")},
    **{slug: {"owner": 1, "mortgaged": True} for slug in ("mediterranean", "baltic", "tennessee", "electric")},
}
"""Agnes has nothing left that she could sell or mortgage."""


def seats(*cash: int, **places: str) -> list[dict[str, Any]]:
    """Return seats with this much cash each, and tokens on these spaces."""
    spaces = {int(key[1:]): value for key, value in places.items()}
    return [{"cash": sum_, "space": spaces.get(index, "go")} for index, sum_ in enumerate(cash)]


def scene(name: str) -> tuple[dict[str, Any], list[tuple[str, int]]]:
    """Return a position by name, and the actions that lead from it to the scene."""
    middle = {"edition": "official", "turn": 0, "deeds": OWNED}
    match name:
        case "throw":
            return {
                **middle,
                "seats": seats(642, 388, 1210, 455, s0="states", s1="chance-2", s2="boardwalk", s3="st-james"),
            }, []
        case "buy":
            return {
                **middle,
                "seats": seats(642, 388, 1210, 455, s0="marvin-gardens", s1="chance-2", s2="boardwalk", s3="st-james"),
            }, [("roll 2 3", 0)]
        case "auction":
            return (
                {
                    **middle,
                    "turn": 1,
                    "seats": seats(642, 388, 1210, 455, s1="marvin-gardens", s0="jail", s2="boardwalk", s3="st-james"),
                },
                [("roll 2 3", 1), ("decline", 1), ("bid 60", 2), ("bid 110", 3)],
            )
        case "rent":
            return {
                **middle,
                "turn": 1,
                "seats": seats(642, 388, 1210, 455, s1="go", s0="jail", s2="boardwalk", s3="st-james"),
            }, [("roll 2 4", 1)]
        case "debt":
            return {
                **middle,
                "seats": seats(90, 388, 1210, 455, s0="st-charles", s1="chance-2", s2="boardwalk", s3="st-james"),
            }, [("roll 3 4", 0), ("ask-rent tennessee from 0", 1)]
        case "tax":
            return {
                **middle,
                "seats": seats(642, 388, 1210, 455, s0="boardwalk", s1="chance-2", s2="boardwalk", s3="st-james"),
            }, [("roll 1 4", 0)]
        case "jail":
            people = seats(642, 388, 1210, 455, s0="jail", s1="chance-2", s2="boardwalk", s3="st-james")
            people[0] |= {"jail_turn": 2, "jail_cards": ["chest"]}
            return {**middle, "seats": people}, []
        case "offer":
            return (
                {
                    **middle,
                    "seats": seats(642, 388, 1210, 455, s0="states", s1="chance-2", s2="boardwalk", s3="st-james"),
                },
                [("offer 0 give ventnor atlantic 100 get marvin-gardens reading", 2)],
            )
        case "ruin":
            deeds = {
                "reading": {"owner": 0, "mortgaged": True},
                **{each: OWNED[each] for each in ("st-james", "tennessee", "new-york")},
            }
            people = seats(90, 388, 1210, 455, s0="st-charles", s1="chance-2", s2="boardwalk", s3="st-james")
            return {**middle, "deeds": deeds, "seats": people}, [("roll 3 4", 0), ("ask-rent tennessee from 0", 1)]
        case "bank-ruin":
            deeds = {"reading": {"owner": 0}, "water-works": {"owner": 0, "mortgaged": True}, "baltic": {"owner": 1}}
            people = seats(60, 388, 1210, 455, s0="go", s1="chance-2", s2="boardwalk", s3="st-james")
            return {**middle, "deeds": deeds, "seats": people}, [("roll 1 3", 0), ("tax flat", 0)]
        case "card-auction":
            # §1935:bankrupt.to-bank: a bankrupt's jail cards are auctioned too.
            people = seats(60, 388, 1210, 455, s0="jail", s1="go", s2="boardwalk", s3="st-james")
            people[1] |= {"cash": 20, "jail_cards": ["chance"]}
            doings = [("roll 1 3", 1), ("tax flat", 1), ("bankrupt", 1), ("bid 12", 2)]
            return {**middle, "edition": "1935", "turn": 1, "deeds": {}, "seats": people}, doings
        case "fallen":
            people = seats(642, 20, 1210, 455, s0="jail", s1="st-charles", s2="boardwalk", s3="st-james")
            ruin = [("roll 4 6", 1), ("ask-rent kentucky from 1", 3), ("bankrupt", 1)]
            return {**middle, "turn": 1, "deeds": POOR, "seats": people}, ruin
        case "estate":
            people = seats(642, 20, 1210, 455, s0="jail", s1="go", s2="boardwalk", s3="st-james")
            ruin = [("roll 1 3", 1), ("tax flat", 1), ("bankrupt", 1), ("bid 20", 2), ("bid 35", 3)]
            return {**middle, "turn": 1, "deeds": POOR, "seats": people}, ruin
        case "building":
            people = seats(642, 388, 1210, 455, s0="jail")
            wishes = [("build baltic", 2), ("want 3", 0), ("want 2", 2)]
            return {**middle, "turn": 1, "deeds": SCARCE, "seats": people}, wishes
        case "want":
            return {**middle, "turn": 1, "deeds": SCARCE, "seats": seats(642, 388, 1210, 455)}, [("build baltic", 2)]
        case "place":
            return (
                {**middle, "turn": 1, "deeds": SCARCE, "seats": seats(642, 388, 1210, 455)},
                [("build baltic", 2), ("want 2", 0), ("want 1", 2)],
            )
        case "receive":
            return (
                {
                    **middle,
                    "seats": seats(642, 388, 1210, 455, s0="states", s1="chance-2", s2="boardwalk", s3="st-james"),
                },
                [("offer 3 give marvin-gardens get short-line", 0), ("accept 1", 3)],
            )
        case "choice":
            return (
                {**middle, "edition": "1935", "seats": seats(642, 388, 1210, 455, s0="go")},
                [("roll 1 1", 0), ("draw chest 4", 0)],
            )
        case "card":
            return (
                {**middle, "seats": seats(642, 388, 1210, 455, s0="go", s1="chance-2")},
                [("roll 1 1", 0), ("draw chest 12", 0)],
            )
        case "last-rent":
            return (
                {
                    **middle,
                    "edition": "anniversary",
                    "variant": "timed",
                    "turn": 1,
                    "seats": seats(642, 388, 1210, 455),
                },
                [("roll 2 4", 1), ("hour", 1)],
            )
        case "resigned":
            deeds = {slug: deed for slug, deed in OWNED.items() if deed["owner"] != 3}
            people = seats(642, 388, 1210, 455, s0="states")
            timed = {**middle, "edition": "anniversary", "variant": "timed"}
            return {**timed, "deeds": deeds, "seats": people}, [("resign", 3), ("hour", 0)]
        case "doubles":
            return {
                **middle,
                "seats": seats(642, 388, 1210, 455, s0="states", s1="chance-2", s2="boardwalk", s3="st-james"),
            }, [("roll 1 1", 0)]
        case "auction-eight":
            position, _ = scene("eight")
            position["seats"][1] |= {"space": "marvin-gardens"}
            return {**position, "turn": 1}, [("roll 2 3", 1), ("decline", 1), ("bid 60", 2)]
        case "eight":
            deeds = {slug: {**deed, "owner": (index * 3) % 8} for index, (slug, deed) in enumerate(BARE.items())}
            return {
                "edition": "official",
                "turn": 0,
                "seats": seats(*[1500 - 90 * i for i in range(8)], s0="go", s5="oriental", s6="oriental", s7="jail"),
                "deeds": deeds,
            }, []
        case _:
            raise KeyError(name)


SCENES = (
    "throw", "doubles", "buy", "auction", "card-auction", "rent", "debt", "ruin", "bank-ruin", "tax", "choice", "card",
    "jail", "want", "place", "building", "receive", "last-rent", "offer", "fallen", "estate", "eight", "auction-eight",
)  # fmt: skip
