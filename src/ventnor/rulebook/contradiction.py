"""Which house rules do not go together, with one another or with the game they are added to.

Clause: §house-rules.optional. It names everything that is wrong at once, each with its sentence, and repairs nothing.
"""

from collections.abc import Mapping

from ventnor.rulebook.board import board
from ventnor.rulebook.clause import clause
from ventnor.rulebook.edition import Edition
from ventnor.rulebook.option import Options
from ventnor.rulebook.reason import Reason, because


def contradictions(edition: Edition, options: Options, settings: Mapping[str, int]) -> tuple[Reason, ...]:
    """What is wrong with these house rules; `settings` are those that they lead to."""
    problems: list[Reason] = []
    if options.no_auctions and options.auction_floor:
        problems.append(because("rules-contradict", rule="no_auctions", other="auction_floor"))
    dealt = settings["deeds_dealt"]
    dearest = sum(sorted((space.price for space in board(edition.name).properties), reverse=True)[:dealt])
    if settings["cash"] < dearest:
        problems.append(because("cash-too-little", rule="starting_cash", amount=settings["cash"], most=dearest))
    if options.rounds and settings["hour"]:
        problems.append(because("two-ends", rule="rounds", edition=edition.name))
    if options.jail_doubles_again and clause("jail.doubles-no-second").kind(edition.name) == "stated":
        problems.append(because("stated-outright", rule="jail_doubles_again", edition=edition.name))
    return tuple(problems)
