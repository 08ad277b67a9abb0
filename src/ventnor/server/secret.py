"""Secrets of seats. Their holders may act for the seats. They are shown once and stored as hashes."""

import hmac
import secrets
from hashlib import sha256
from typing import Final

ALPHABET: Final = "abcdefghijkmnpqrstuvwxyz23456789"
"""The letters of ids, without letters that look alike."""


def new_secret() -> str:
    """Return a new secret of 192 random bits."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """Return a new table id of 100 random bits. Anybody who knows it may watch the table."""
    return "".join(secrets.choice(ALPHABET) for _ in range(20))


LETTERS_OF_CODE: Final = 6
ALIKE: Final = str.maketrans("1l", "ii")


def code_of(table: str) -> str:
    """Return a table's code, short enough to say aloud. It has 30 bits, so guesses are rate limited."""
    return table[:LETTERS_OF_CODE]


def read_code(given: str) -> str:
    """Return a typed code without separators, in lower case, with 1 and L read as I. Empty if it is no code."""
    code = "".join(given.split()).replace("-", "").lower().translate(ALIKE)
    return code if len(code) == LETTERS_OF_CODE and not set(code) - set(ALPHABET) else ""


def new_key() -> str:
    """Return a random key for a player's stay in a seat."""
    return secrets.token_hex(6)


def new_seed() -> bytes:
    """Return a new seed for the dice."""
    return secrets.token_bytes(32)


def hash_of(secret: str) -> str:
    """Return the hash of a secret. A plain hash is enough, because a secret has too many bits to guess."""
    return sha256(secret.encode()).hexdigest()


def is_hash_of(secret: str, hashed: str) -> bool:
    """Return whether a hash is that of a secret, in constant time."""
    return hmac.compare_digest(hash_of(secret), hashed)
