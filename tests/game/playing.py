"""Games brought into the middle of things by random play, and a bot that plays at random."""

from random import Random

from ventnor import Action, Game, Options, View
from ventnor.game import EditionName, VariantName

RARE = {"resign": 0.02, "bankrupt": 1.0, "sell": 0.3, "sell-group": 0.3, "mortgage": 0.2, "withdraw": 0.3}
RULEBOOK = Options()


def pick(rng: Random, actions: list[Action]) -> Action:
    """Return an action of the menu, seldom one that would end the game before it has begun."""
    kept = [action for action in actions if rng.random() < RARE.get(action.name, 1.0)]
    chosen = kept or actions
    return chosen[0] if rng.random() < 0.6 else rng.choice(chosen)


def random_game(
    seed: int,
    plies: int,
    edition: EditionName = "official",
    players: int = 4,
    variant: VariantName = "",
    options: Options = RULEBOOK,
) -> Game:
    """Return a game after so many decisions, fewer if it ends before."""
    game = Game(edition, players, seed, variant, options)
    rng = Random(seed)
    for _ in range(plies):
        if game.over:
            break
        game.apply(pick(rng, list(game.legal_actions)))
    return game


def random_bot(seed: int) -> "RandomBot":
    """Return a bot from outside."""
    return RandomBot(seed)


class RandomBot:
    """Plays at random."""

    name = "dice man"

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, view: View, /) -> Action:
        return pick(self.rng, list(view.legal))


def state_bytes(game: Game) -> bytes:
    """Return every byte of a game's state."""
    return bytes(game.engine.state)
