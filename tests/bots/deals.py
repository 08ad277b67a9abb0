"""Thirty deals, each with its position, the offer, what `tycoon` should answer, and why.

`owners`: who holds what (seat: deeds or groups). `offer`: as people write it, made by seat 1 to seat 0. Seats that are
not named hold nothing. Cash is 1000 each unless said otherwise.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Deal:
    """One offer to seat 0, and the right answer: accept, or refuse (a counter is a refusal)."""

    name: str
    owners: dict[int, list[str]]
    offer: str
    right: str
    why: str
    cash: dict[int, int] = field(default_factory=dict[int, int])
    houses: dict[str, int] = field(default_factory=dict[str, int])
    mortgaged: list[str] = field(default_factory=list[str])
    seats: int = 4


# Everything is sold and split so that nobody has a set: the usual middle of a game.
SPLIT = {
    0: ["st-james", "tennessee", "kentucky", "atlantic", "reading", "baltic", "vermont"],
    1: ["new-york", "indiana", "illinois", "ventnor", "b-and-o", "oriental", "pacific"],
    2: ["st-charles", "states", "boardwalk", "pennsylvania", "electric", "short-line", "mediterranean"],
    3: ["virginia", "park-place", "north-carolina", "marvin-gardens", "water-works", "pennsylvania-rr", "connecticut"],
}

DEALS = [
    Deal(
        "a set for a pair of utilities",
        {0: ["orange"], 1: ["utilities", "kentucky"], 2: ["indiana"], 3: ["boardwalk"]},
        "give electric water-works get st-james tennessee new-york",
        "refuse",
        "the oranges are the best set of the board, both utilities bring four dollars a throw",
    ),
    Deal(
        "the last lot of another's set, for a pair of utilities",
        {0: ["st-james"], 1: ["tennessee", "new-york", "utilities"], 2: ["indiana"], 3: ["boardwalk"]},
        "give electric water-works get st-james",
        "refuse",
        "it hands over a set and gets none",
    ),
    Deal(
        "the last lot of another's set, for its price",
        {0: ["st-james"], 1: ["tennessee", "new-york"], 2: ["indiana"], 3: ["boardwalk"]},
        "give 180 get st-james",
        "refuse",
        "the price of the deed is not the price of the set it makes",
    ),
    Deal(
        "the last lot of another's set, for twice its price",
        {0: ["st-james"], 1: ["tennessee", "new-york"], 2: ["indiana"], 3: ["boardwalk"]},
        "give 360 get st-james",
        "refuse",
        "the other would have the only set and 640 to build on it",
    ),
    Deal(
        "the last lot of its own set, for its price",
        {0: ["st-james", "tennessee"], 1: ["new-york", "boardwalk"], 2: ["indiana"], 3: ["park-place"]},
        "give new-york get 200",
        "accept",
        "the only set of the board, with 800 left to build",
    ),
    Deal(
        "the last lot of its own set, for three times its price",
        {0: ["st-james", "tennessee"], 1: ["new-york", "boardwalk"], 2: ["indiana"], 3: ["park-place"]},
        "give new-york get 600",
        "accept",
        "dear, but 400 still put houses on the best set of the board",
    ),
    Deal(
        "the last lot of its own set, as a present",
        {0: ["st-james", "tennessee"], 1: ["new-york"], 2: ["indiana"], 3: ["boardwalk"]},
        "give new-york get nothing",
        "accept",
        "nothing is given for it",
    ),
    Deal(
        "a deed as a present, asked for",
        {0: ["boardwalk"], 1: ["new-york"], 2: ["indiana"], 3: ["park-place"]},
        "give nothing get boardwalk",
        "refuse",
        "nothing is given for it",
    ),
    Deal(
        "a swap that makes a set on both sides, alike",
        {
            0: ["st-james", "tennessee", "indiana"],
            1: ["new-york", "kentucky", "illinois"],
            2: ["boardwalk"],
            3: ["baltic"],
        },
        "give new-york get indiana",
        "accept",
        "both gain on the two others: oranges for reds",
    ),
    Deal(
        "a swap that makes it a poor set and the other a good one",
        {0: ["mediterranean", "st-james"], 1: ["baltic", "tennessee", "new-york"], 2: ["indiana"], 3: ["boardwalk"]},
        "give baltic get st-james",
        "refuse",
        "hotels on purple bring a quarter of what oranges bring",
    ),
    Deal(
        "the same with the poor set on the other side",
        {0: ["tennessee", "new-york", "baltic"], 1: ["mediterranean", "st-james"], 2: ["indiana"], 3: ["boardwalk"]},
        "give st-james get baltic",
        "accept",
        "the oranges for the other's purple",
    ),
    Deal(
        "three for one, the one being its set's last",
        {0: ["pink", "reading"], 1: ["new-york", "pennsylvania-rr"], 2: ["indiana"], 3: ["boardwalk"]},
        "give new-york pennsylvania-rr get st-charles states virginia",
        "refuse",
        "a set for two single deeds",
    ),
    Deal(
        "a railroad to its three",
        {0: ["reading", "pennsylvania-rr", "b-and-o"], 1: ["short-line", "new-york"], 2: ["indiana"], 3: ["boardwalk"]},
        "give short-line get 250",
        "accept",
        "four railroads bring 24 dollars a throw",
    ),
    Deal(
        "its railroad to the other's three, for the price",
        {0: ["reading", "new-york"], 1: ["short-line", "pennsylvania-rr", "b-and-o"], 2: ["indiana"], 3: ["boardwalk"]},
        "give 200 get reading",
        "refuse",
        "the fourth railroad doubles the other three",
    ),
    Deal(
        "its railroad to the other's three, for most of his cash",
        {0: ["reading", "new-york"], 1: ["short-line", "pennsylvania-rr", "b-and-o"], 2: ["indiana"], 3: ["boardwalk"]},
        "give 900 get reading",
        "accept",
        "900 in cash is worth more than what four railroads add",
    ),
    Deal(
        "a single lot for more than its price",
        {0: ["kentucky", "new-york"], 1: ["boardwalk"], 2: ["indiana"], 3: ["illinois"]},
        "give 400 get kentucky",
        "accept",
        "reds are split in three: Kentucky makes no set for anybody soon",
    ),
    Deal(
        "a single lot for less than its price",
        {0: ["kentucky", "new-york"], 1: ["boardwalk"], 2: ["indiana"], 3: ["illinois"]},
        "give 150 get kentucky",
        "refuse",
        "less than the Bank's price",
    ),
    Deal(
        "the last lot of its set when it has no money to build",
        {0: ["pacific", "pennsylvania"], 1: ["north-carolina", "reading"], 2: ["indiana"], 3: ["boardwalk"]},
        "give north-carolina get 40 ",
        "accept",
        "a set is a set, even if its houses come later",
        cash={0: 60},
    ),
    Deal(
        "all its cash for a set that it could not build on",
        {0: ["pacific", "pennsylvania"], 1: ["north-carolina", "orange"], 2: ["red"], 3: ["boardwalk"]},
        "give north-carolina get 1000",
        "refuse",
        "greens without a dollar for houses, between two sets that will have them",
    ),
    Deal(
        "a mortgaged last lot",
        {0: ["st-james", "tennessee"], 1: ["new-york", "boardwalk"], 2: ["indiana"], 3: ["park-place"]},
        "give new-york get 150",
        "accept",
        "the mortgage costs 110 to lift, the set is worth it",
        mortgaged=["new-york"],
    ),
    Deal(
        "a mortgaged single lot at the full price",
        {0: ["baltic"], 1: ["new-york", "boardwalk"], 2: ["indiana"], 3: ["park-place"]},
        "give new-york get 200",
        "refuse",
        "it is worth its price less the mortgage and the interest",
        mortgaged=["new-york"],
    ),
    Deal(
        "the second purple for its price",
        {0: ["baltic"], 1: ["boardwalk", "mediterranean"], 2: ["indiana"], 3: ["park-place"]},
        "give mediterranean get 60",
        "accept",
        "a set of two cheap lots for the price of one",
    ),
    Deal(
        "the leader buys his second set",
        {0: ["st-charles", "reading"], 1: ["orange", "states", "virginia"], 2: ["baltic"], 3: ["boardwalk"]},
        "give 250 get st-charles",
        "refuse",
        "who leads with one set must not get the one beside it",
        cash={1: 3000},
    ),
    Deal(
        "a swap of single lots, even",
        {0: ["ventnor"], 1: ["atlantic"], 2: ["indiana", "kentucky"], 3: ["illinois", "marvin-gardens"]},
        "give atlantic get ventnor",
        "refuse",
        "nothing is gained worth the trouble: a deal must leave a margin",
    ),
    Deal(
        "a lot beside its own, for a single one and a little cash",
        {0: ["tennessee", "kentucky"], 1: ["new-york", "boardwalk"], 2: ["st-james"], 3: ["park-place"]},
        "give new-york get kentucky 10",
        "accept",
        "two of three oranges for a red that stands alone",
    ),
    Deal(
        "in the usual middle: the oranges for the reds",
        SPLIT,
        "give new-york get kentucky",
        "accept",
        "both sides get a set and leave the others behind",
    ),
    Deal(
        "in the usual middle: the last red for cash",
        SPLIT,
        "give 300 get kentucky",
        "refuse",
        "a set for 300 dollars",
    ),
    Deal(
        "in the usual middle: the last red for the railroads",
        SPLIT,
        "give b-and-o get kentucky",
        "refuse",
        "a second railroad is no set",
    ),
    Deal(
        "between two, what is good for one is bad for the other",
        {0: ["st-james", "indiana"], 1: ["tennessee", "new-york", "kentucky", "illinois"]},
        "give 400 get st-james",
        "refuse",
        "with two at the table there is nobody else to gain on, and the other gets the oranges",
        seats=2,
    ),
    Deal(
        "a set with houses to come against a set that has them",
        {0: ["new-york", "baltic"], 1: ["st-james", "tennessee"], 2: ["green"], 3: ["boardwalk"]},
        "give 250 get new-york",
        "refuse",
        "Greens with houses stand already; a second set against it does not help this seat",
        houses={"green": 2},
    ),
]
