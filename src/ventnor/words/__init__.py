"""The words of the game: the values that fields of actions, events and positions may hold, and the sentences for them.

Seats are numbers, spaces are slugs, sums are whole dollars. Nothing here knows which actions or events there are, or
decides a rule.

    kind, compound  kinds of values: how each is checked, read, written and stored
    vocabulary      the kinds of this game: seats, deeds, groups, decks, sums
    model           dataclasses made of these kinds: actions, events, views, positions
    sentence        templates and how they are filled in
    reason          reasons for a refusal, as data
    data/           the templates: `sentences.toml` and, for the server's own reasons, `server.toml`
"""
