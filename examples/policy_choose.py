"""A bot in ten lines: `choose(view)` gets what its seat may see and returns an action.

It buys whatever it lands on while it has the cash, never deals, and takes the likeliest entry of the menu otherwise.
"""

import ventnor as vt

DULL = {"decline", "bid", "mortgage", "sell", "sell-group", "lift", "build", "resign", "withdraw"}


def collector(view: vt.View) -> vt.Action:
    """Buy; never build, bid or borrow unless there is no other way."""
    if view.window:
        return vt.Done()
    menu = view.legal
    for action in menu:
        if action.name not in DULL:
            return action
    return menu[0]


def main() -> None:
    """One game against the project's own bots."""
    played = vt.play([collector, "cautious", "builder"], seed=7, cap=400)
    print(played.outcome)


if __name__ == "__main__":
    main()
