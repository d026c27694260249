"""Finds whether somebody who is in no game asks something, or would like to play, in any words."""

import re
from collections.abc import Iterable
from functools import cache

from pbem.inbox.reading.other_languages import strangers
from pbem.reports.languages.language import ENGLISH

_ENGLISH = (
    r"(?:to|can i|may i|could i|please|i|me) (?:join|play|sign up|take part|participate)|"
    r"interested|tell me|more about|heard (?:of|about)|(?:games?|playing)\b.*|"
    r"(?:how|what|who|where|when|can|could|may|is|are|do|does|will)\b.*\?"
)
MOST_LINES, MOST_CHARACTERS = 30, 1_500
"""How many lines and characters a first question has at most."""
_LINK = re.compile(r"https?://|www\.", re.IGNORECASE)


def language_of(lines: Iterable[str]) -> str:
    """Return the language in which a mail asks something or says that its writer would like to
    play; empty: it does neither, or looks like an advertisement."""
    said = [line.strip() for line in lines if line.strip()]
    text = " ".join(said)
    if len(said) > MOST_LINES or len(text) > MOST_CHARACTERS or _LINK.search(text):
        return ""
    found = {code: len(pattern.findall(text)) for code, pattern in _patterns().items()}
    best = max(found, key=lambda code: found[code])
    return best if found[best] else ""


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    known = {code: one.wishes for code, one in strangers().items()} | {ENGLISH: _ENGLISH}
    return {
        code: re.compile(rf"\b(?:{wishes})(?!\w)", re.IGNORECASE) for code, wishes in known.items()
    }
