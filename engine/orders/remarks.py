"""Lines beside orders: what announces them, what puts those below in doubt, what is only said.

    My orders for this turn:          a heading: what stands below is meant
    next turn:                        a doubt: is what stands below to be played now?
    Would this be legal?              a doubt, too
    Sorry, I could not write earlier  neither

A doubt goes with the orders below it up to the end of their paragraph. Of a paragraph that holds
nothing but remarks, only an ending such as `next turn:` goes on to the paragraph below it.
"""

import re
from collections.abc import Iterable
from enum import Enum
from typing import Literal, NamedTuple

from engine.orders.language import in_all
from engine.orders.lexicon import Word, tokens

_I = re.IGNORECASE


def _words(*texts: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(texts)})(?!\w)", _I)


IDIOMS = frozenset(tuple(tokens(text)) for text in in_all("idioms"))
"""What is said among friends, although it begins or ends as an order or a question does."""
HEADINGS = frozenset(word for text in in_all("headings") for word in tokens(text))
"""Words of lines with a colon at the end that announce orders."""
DOUBTS = _words(*in_all("doubting"))
"""What makes a remark a doubt about the orders below it."""
DENYING = _words(*in_all("denying"))
"""What denies something."""
DENIED_NOW = _words(*in_all("denied_now"))
"""What makes that a doubt about orders."""
FIRST_PERSON = frozenset(word for text in in_all("first_person") for word in tokens(text))
PAST = _words(*in_all("past"))
"""What makes a heading one of orders that have been."""
HARMLESS = _words(*in_all("harmless"))
"""Phrases that are no doubt, whatever is in them."""
EXCUSES = _words(*in_all("excuses"))
"""What makes a sentence one about when mails are written."""
POINTING = _words(*in_all("pointing"))
"""What ties a question to what stands below it."""
_SENTENCE = re.compile(r"(?<=[.!?;])\s+")
_APOSTROPHE = re.compile("[\u2019`\u00b4]")
LEAST_SHARED = 4
"""Letters of a word that tells what an order is about."""
ENDS = (".", "!", "?")
"""How a sentence ends."""


LEAST_TOLD = 3
"""Words of a denial that may be about something else than orders."""


class Reach(Enum):
    """How far down a remark puts orders in doubt."""

    NONE = 0
    NAMED = 1
    """In its paragraph, but only orders with a word that it has, too: `Spain won't attack.`"""
    PARAGRAPH = 2
    BEYOND = 3
    """Beyond a blank line, where nothing else stands between."""


class Doubt(NamedTuple):
    """A remark, and the orders below it that it puts in doubt."""

    remark: str
    orders: list[str]


def is_idiom(words: Iterable[Word]) -> bool:
    """Whether that is said among friends, and no order."""
    return tuple(word for word in words if word != "?") in IDIOMS


def announces(text: str) -> bool:
    """Whether a line with a colon at its end is a heading of orders."""
    if not text.endswith(":") or HEADINGS.isdisjoint(tokens(text)):
        return False
    return not (_is_doubtful(text) or PAST.search(text))


def reach(remark: str) -> Reach:
    """How far a remark puts the orders below it in doubt."""
    text = remark.strip()
    doubtful = _is_doubtful(text)
    if text.endswith(":"):
        return Reach.NONE if announces(text) else Reach.BEYOND
    if text.endswith("?"):
        if doubtful or POINTING.search(text):
            return Reach.BEYOND
        return Reach.NAMED if FIRST_PERSON.isdisjoint(tokens(text)) else Reach.PARAGRAPH
    if not doubtful:
        return Reach.NONE
    return Reach.PARAGRAPH if _is_strong(text) else Reach.NAMED


def _is_strong(text: str) -> bool:
    """Whether a doubt is about what stands below it, whatever that is."""
    said = HARMLESS.sub("", _APOSTROPHE.sub("'", text))
    return bool(DOUBTS.search(said) or DENIED_NOW.search(said)) or len(tokens(said)) < LEAST_TOLD


def _is_doubtful(text: str) -> bool:
    """Whether one of its sentences has a word of doubt in it and is no excuse."""
    said = HARMLESS.sub("", _APOSTROPHE.sub("'", text))
    sentences = _SENTENCE.split(said)
    return any(
        (DOUBTS.search(one) or DENYING.search(one)) and not EXCUSES.search(one) for one in sentences
    )


Said = Literal["order", "remark", "courtesy", "other"]
"""What a line of a mail is, as the vocabulary of its game reads it."""


def doubts(lines: Iterable[tuple[str, Said]]) -> list[Doubt]:
    """The remarks of a mail that put orders in doubt, and which; `lines` with the blank ones."""
    reading = _Reading()
    for text, said in lines:
        line = text.strip()
        if not line:
            reading.end_paragraph()
        elif said == "order":
            reading.take_order(line)
        elif said == "remark" or (said == "courtesy" and (_is_doubtful(line) or announces(line))):
            reading.take_remark(line)
    return [doubt for doubt in reading.found if doubt.orders]


def _share(remark: str, order: str) -> bool:
    """Whether a remark has one of the longer words of an order."""
    return any(len(word) >= LEAST_SHARED for word in {*tokens(remark)} & {*tokens(order)})


class _Reading:
    """The doubt that stands over the lines of a mail, read from top to bottom."""

    def __init__(self) -> None:
        self.found: list[Doubt] = []
        self._clear()

    def _clear(self) -> None:
        self.reach, self.used = Reach.NONE, False
        self.open = False
        """Whether the sentence in doubt may go on in the next line."""

    def end_paragraph(self) -> None:
        """A doubt goes beyond a blank line if nothing has stood below it yet."""
        if self.used or self.reach is not Reach.BEYOND:
            self._clear()

    def take_order(self, order: str) -> None:
        """An order stands under the doubt, if there is one."""
        if self.reach is Reach.NONE:
            return
        self.used = True
        doubt = self.found[-1]
        if self.reach is not Reach.NAMED or DENYING.search(order) or _share(doubt.remark, order):
            doubt.orders.append(order)

    def take_remark(self, remark: str) -> None:
        """A remark is a doubt, ends one, or goes on with it."""
        goes_on = not remark.endswith(ENDS)
        if (new := reach(remark)) is not Reach.NONE:
            self.reach, self.open, self.used = new, goes_on, False
            self.found.append(Doubt(remark, []))
        elif announces(remark) or not (self.open or self.used):
            self._clear()
        else:
            self.reach, self.open = Reach.PARAGRAPH, goes_on
