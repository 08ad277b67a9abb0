"""Secrets: who has one may act for a seat. They are made here, shown once, and kept as a hash."""

import hmac
import secrets
from hashlib import sha256
from typing import Final

ALPHABET: Final = "abcdefghijkmnpqrstuvwxyz23456789"
"""For ids: no letter that looks like another."""


def new_secret() -> str:
    """192 bits that nobody can guess."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """The id of a table: 100 bits, since whoever knows it may come in."""
    return "".join(secrets.choice(ALPHABET) for _ in range(20))


LETTERS_OF_CODE: Final = 6
ALIKE: Final = str.maketrans("1l", "ii")


def code_of(table: str) -> str:
    """The code to find a table by before its game begins, short enough to be said: 30 bits, and few tries a minute."""
    return table[:LETTERS_OF_CODE]


def read_code(given: str) -> str:
    """A code as somebody typed it, without what parts its letters, in small ones; 1 and L are I. Empty: it is none."""
    code = "".join(given.split()).replace("-", "").lower().translate(ALIKE)
    return code if len(code) == LETTERS_OF_CODE and not set(code) - set(ALPHABET) else ""


def new_key() -> str:
    """A name for somebody's stay in a seat."""
    return secrets.token_hex(6)


def new_seed() -> bytes:
    """The seed of the dice."""
    return secrets.token_bytes(32)


def hash_of(secret: str) -> str:
    """What is kept of a secret. It has too many bits for guessing, so that a plain hash is enough."""
    return sha256(secret.encode()).hexdigest()


def is_hash_of(secret: str, hashed: str) -> bool:
    """Whether a hash is that of a secret, in a time that tells nothing."""
    return hmac.compare_digest(hash_of(secret), hashed)
