"""Sealed orders: their hash is shown to all now, their text later.

What is hashed can be written by hand: the game and the seat, the lines and a word of the player's
own, each on a line, in small letters. The seat is part of it, so that nobody can post the seal of
somebody else and repeat what that one shows; the word, so that nobody can try all orders there are.
"""

import hashlib
import re
import unicodedata
from collections.abc import Sequence

SHORTEST = 8
"""Letters of a word that is not easily guessed."""
MOST = 60
"""Lines of a mail or post in which sealed ones are looked for."""
WORD = re.compile(r"[\w-]+")
_QUOTES = str.maketrans("\u2018\u2019\u201c\u201d\u201e", '\'\'"""')


def normalised(line: str) -> str:
    """Write a line as it is hashed: in small letters, with single spaces and straight quotes.

    >>> normalised("  Build  an ARMY ")
    'build an army'
    """
    plain = unicodedata.normalize("NFKC", line).translate(_QUOTES)
    return " ".join(plain.casefold().split())


def text_of(game: str, seat: str, lines: Sequence[str], word: str) -> str:
    """Return what is hashed.

    >>> text_of("club1", "Red", ["Pass"], "blue-Tulip")
    'club1 red\\npass\\nblue-tulip'
    """
    whole = (f"{game} {seat}", *lines, word)
    return "\n".join(filter(None, map(normalised, whole)))


def seal_of(game: str, seat: str, lines: Sequence[str], word: str) -> str:
    """Return the seal of these lines: the SHA-256 of `text_of`, as 64 letters and digits."""
    return hashlib.sha256(text_of(game, seat, lines, word).encode()).hexdigest()


def found(seal: str, game: str, seat: str, lines: Sequence[str], word: str) -> Sequence[str] | None:
    """Find the lines that were sealed among these, be there a greeting above or a name below
    them; None: they are not there, one below the other."""
    known = lines[:MOST]
    for count in range(len(known), 0, -1):
        for first in range(len(known) - count + 1):
            part = known[first : first + count]
            if seal_of(game, seat, part, word) == seal.lower():
                return part
    return None
