"""The rules as data: clauses, editions, the board, the cards, the house rules and the rulings.

Everything here is read from the TOML files in `data/`, on first use. This package knows no kernel and plays no game:
it says which figures and switches an edition has, with the clause that each of them comes from.
"""
