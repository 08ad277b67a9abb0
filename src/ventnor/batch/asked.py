"""Batches with a `choose(view)` bot: games are played one by one, interpreted, and the law checks every action."""

import json
from typing import Any

from ventnor.batch.block import as_rows
from ventnor.batch.column import Records
from ventnor.batch.setup import Setup
from ventnor.batch.sums import Sums
from ventnor.dice import FastChance
from ventnor.driver import BadDecision
from ventnor.kernel.batch import MANY, open_page, write_result
from ventnor.kernel.codes import E_AUCTION_OPENED, E_DEAL_MADE, STOCK
from ventnor.kernel.layout import Result, Sink, array_of


def play_asked(setup: Setup, seed: int, first: int, count: int) -> tuple[Records, Sums]:
    """Play games number `first` and following of a seed. Raises `BadDecision`, with a note that names the game."""
    results: Any = array_of(Result, count)
    sums = Sums.nothing()
    for number in range(count):
        try:
            sink = play_one(setup, FastChance(seed, first + number), results[number])
        except BadDecision as error:
            error.game = first + number
            error.add_note(f"in game {first + number} of seed {seed}")
            raise
        sums += Sums.of(as_rows(results)[number : number + 1], len(setup.bots), as_rows((Sink * 1)(sink))[0])
    return as_rows(results), sums


def play_one(setup: Setup, chance: FastChance, result: Any) -> Sink:
    """Play one game, write down how it ended, and return its sums."""
    from ventnor.arena import begin

    recipe = setup.recipe
    game: dict[str, Any] = {"edition": recipe.edition, "variant": recipe.variant, "options": recipe.options}
    if recipe.position:
        game = {"position": json.loads(recipe.position)}
    match = begin(setup.bots, dice=chance, hour_at=setup.hour, names=(), keep_log=False, **game)
    engine = match.game.engine
    s, t, e = engine.state, engine.tables, engine.sink
    open_page(e)
    throws = s.throws
    while match.goes_on(setup.cap):
        match.advance()
        if s.throws != throws:
            throws = s.throws
            e.stock[min(max(s.houses_left, 0), STOCK)] += 1
    write_result(s, t, e, result)
    result.plies = engine.ply
    result.auctions = min(e.tally[E_AUCTION_OPENED], MANY)
    result.deals = min(e.tally[E_DEAL_MADE], MANY)
    return e
