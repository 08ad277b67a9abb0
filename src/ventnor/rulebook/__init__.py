"""What the rules are: clauses, editions, the board, the cards, the rulings and the words for them.

Everything here is read from the TOML files in `data/`, on first use. This package knows no kernel and plays no game:
it says which figures and switches an edition has, with the clause that each of them comes from.
"""
