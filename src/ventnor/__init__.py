"""The game, by five of its rulebooks: `Game`, `play`, `Replay`, and the actions and events they are made of.

What is named here is the public surface. It is loaded when it is first asked for, so that `import ventnor` costs
nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ventnor.action import (
        Accept,
        Action,
        AskRent,
        Bankrupt,
        Bid,
        Build,
        Buy,
        Counter,
        Deal,
        Decline,
        Done,
        Draw,
        EndTurn,
        Hour,
        Keep,
        Lift,
        MalformedAction,
        Mortgage,
        Offer,
        Pass,
        Pay,
        PayFine,
        PayTen,
        Reject,
        Resign,
        Roll,
        Sell,
        SellGroup,
        TakeChance,
        Tax,
        Terms,
        Throw,
        UseCard,
        Want,
        Withdraw,
    )
    from ventnor.arena import (
        Played,
        play,
    )
    from ventnor.awaiting import (
        Awaiting,
    )
    from ventnor.batch import (
        Batch,
        simulate,
    )
    from ventnor.bots import (
        UnknownBot,
    )
    from ventnor.dice import (
        FairChance,
        FastChance,
    )
    from ventnor.event import (
        AuctionFailed,
        AuctionOpened,
        AuctionWon,
        BidMade,
        Bought,
        BuildingsReturned,
        CallClosed,
        CallOpened,
        CardDrawn,
        CardKept,
        CardReturned,
        CashPassed,
        Collected,
        Countered,
        DealMade,
        DebtArose,
        Declined,
        DeedDealt,
        DeedPassed,
        EstateOpened,
        EstateShared,
        Event,
        GameEnded,
        GroupSold,
        HotelBuilt,
        HotelSold,
        HourStruck,
        HouseBuilt,
        HouseSold,
        JailCardPassed,
        Jailed,
        JailLeft,
        JailStayed,
        Kept,
        Lifted,
        Mortgaged,
        Moved,
        Offered,
        OfferLapsed,
        OptionLapsed,
        Paid,
        PaidInKind,
        Passed,
        PotCollected,
        Rejected,
        RentAsked,
        RentFellDue,
        RentLapsed,
        RentPaid,
        Resigned,
        SalaryPaid,
        Started,
        TaxChosen,
        Threw,
        TurnBegan,
        TurnEnded,
        WentBankrupt,
        Wished,
        Withdrawn,
        WorthCounted,
    )
    from ventnor.game import (
        Game,
        LegalActions,
        NoFuture,
        WrongPlayers,
    )
    from ventnor.log import (
        Ply,
    )
    from ventnor.notation import (
        format_action,
        parse_action,
    )
    from ventnor.notation.position import (
        BadPosition,
    )
    from ventnor.outcome import (
        Outcome,
        Standing,
    )
    from ventnor.preview import (
        Picture,
        Preview,
    )
    from ventnor.refusal import (
        IllegalAction,
        RecordFull,
        Refusal,
    )
    from ventnor.replay import (
        BadReplay,
        Replay,
        ReplayDiffers,
    )
    from ventnor.rulebook.option import (
        Options,
    )
    from ventnor.view import (
        Bot,
        View,
    )

__all__ = [
    "Accept",
    "Action",
    "AskRent",
    "AuctionFailed",
    "AuctionOpened",
    "AuctionWon",
    "Awaiting",
    "BadPosition",
    "BadReplay",
    "Bankrupt",
    "Batch",
    "Bid",
    "BidMade",
    "Bot",
    "Bought",
    "Build",
    "BuildingsReturned",
    "Buy",
    "CallClosed",
    "CallOpened",
    "CardDrawn",
    "CardKept",
    "CardReturned",
    "CashPassed",
    "Collected",
    "Counter",
    "Countered",
    "Deal",
    "DealMade",
    "DebtArose",
    "Decline",
    "Declined",
    "DeedDealt",
    "DeedPassed",
    "Done",
    "Draw",
    "EndTurn",
    "EstateOpened",
    "EstateShared",
    "Event",
    "FairChance",
    "FastChance",
    "Game",
    "GameEnded",
    "GroupSold",
    "HotelBuilt",
    "HotelSold",
    "Hour",
    "HourStruck",
    "HouseBuilt",
    "HouseSold",
    "IllegalAction",
    "JailCardPassed",
    "JailLeft",
    "JailStayed",
    "Jailed",
    "Keep",
    "Kept",
    "LegalActions",
    "Lift",
    "Lifted",
    "MalformedAction",
    "Mortgage",
    "Mortgaged",
    "Moved",
    "NoFuture",
    "Offer",
    "OfferLapsed",
    "Offered",
    "OptionLapsed",
    "Options",
    "Outcome",
    "Paid",
    "PaidInKind",
    "Pass",
    "Passed",
    "Pay",
    "PayFine",
    "PayTen",
    "Picture",
    "Played",
    "Ply",
    "PotCollected",
    "Preview",
    "RecordFull",
    "Refusal",
    "Reject",
    "Rejected",
    "RentAsked",
    "RentFellDue",
    "RentLapsed",
    "RentPaid",
    "Replay",
    "ReplayDiffers",
    "Resign",
    "Resigned",
    "Roll",
    "SalaryPaid",
    "Sell",
    "SellGroup",
    "Standing",
    "Started",
    "TakeChance",
    "Tax",
    "TaxChosen",
    "Terms",
    "Threw",
    "Throw",
    "TurnBegan",
    "TurnEnded",
    "UnknownBot",
    "UseCard",
    "View",
    "Want",
    "WentBankrupt",
    "Wished",
    "Withdraw",
    "Withdrawn",
    "WorthCounted",
    "WrongPlayers",
    "format_action",
    "parse_action",
    "play",
    "simulate",
]

HOMES: Final = (
    "rulebook.option",
    "action",
    "event",
    "awaiting",
    "dice",
    "view",
    "notation",
    "notation.position",
    "log",
    "outcome",
    "preview",
    "refusal",
    "game",
    "replay",
    "bots",
    "arena",
    "batch",
)
"""Where the names are defined, cheapest first."""


def __getattr__(name: str) -> object:
    if name in __all__:
        for home in HOMES:
            module = import_module(f"ventnor.{home}")
            if name in vars(module):
                found: object = vars(module)[name]
                globals()[name] = found
                return found
    raise AttributeError(f"module 'ventnor' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
