"""Sealed orders: players show everybody the hash now and the text later.

The hashed text can be written by hand: the game and the seat, the orders, and a word of the
player's choice, each on a line, in lower case. The seat is part of it, so that nobody can post
another player's seal and then repeat the text that this player shows. The word is part of it, so
that nobody can try all possible orders.
"""

import hashlib
import re
import unicodedata
from collections.abc import Sequence

SHORTEST = 8
"""How many letters a word needs so that it is not easily guessed."""
MOST = 60
"""How many lines of a mail or post are searched for sealed ones."""
WORD = re.compile(r"[\w-]+")
_QUOTES = str.maketrans("\u2018\u2019\u201c\u201d\u201e", '\'\'"""')


def normalised(line: str) -> str:
    """Write a line as it is hashed: in lower case, with single spaces and straight quotes.

    >>> normalised("  Build  an ARMY ")
    'build an army'
    """
    plain = unicodedata.normalize("NFKC", line).translate(_QUOTES)
    return " ".join(plain.casefold().split())


def text_of(game: str, seat: str, lines: Sequence[str], word: str) -> str:
    """Return the text that is hashed.

    >>> text_of("club1", "Red", ["Pass"], "blue-Tulip")
    'club1 red\\npass\\nblue-tulip'
    """
    whole = (f"{game} {seat}", *lines, word)
    return "\n".join(filter(None, map(normalised, whole)))


def seal_of(game: str, seat: str, lines: Sequence[str], word: str) -> str:
    """Return the seal of these lines: the SHA-256 of `text_of`, in 64 hexadecimal digits."""
    return hashlib.sha256(text_of(game, seat, lines, word).encode()).hexdigest()


def found(seal: str, game: str, seat: str, lines: Sequence[str], word: str) -> Sequence[str] | None:
    """Find the sealed lines among these, even with a greeting above or a name below them. They must
    be consecutive; None if they are not there."""
    known = lines[:MOST]
    for count in range(len(known), 0, -1):
        for first in range(len(known) - count + 1):
            part = known[first : first + count]
            if seal_of(game, seat, part, word) == seal.lower():
                return part
    return None
