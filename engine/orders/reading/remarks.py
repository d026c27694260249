"""Lines beside orders: headings, remarks that put the orders below in doubt, and mere talk.

    My orders for this turn:          a heading: what is below is meant
    next turn:                        a doubt: is what is below to be played now?
    Would this be legal?              a doubt, too
    Sorry, I could not write earlier  neither

A doubt applies to the orders below it, up to the end of their paragraph. In a paragraph with
nothing but remarks, only an ending such as `next turn:` carries over to the paragraph below.
"""

import re
from collections.abc import Iterable
from enum import Enum
from typing import Literal, NamedTuple

from engine.orders.words.language import in_all
from engine.orders.words.lexicon import Word, tokens, words_in

_I = re.IGNORECASE


def _words(*texts: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(texts)})(?!\w)", _I)


IDIOMS = frozenset(tuple(tokens(text)) for text in in_all("idioms"))
"""Idioms that begin or end like an order or a question but are not one."""
HEADINGS = words_in(in_all("headings"))
"""Words of lines ending in a colon that announce orders."""
DOUBTS = _words(*in_all("doubting"))
"""Makes a remark a doubt about the orders below it."""
WONDERING = _words(*in_all("wondering"))
"""Those of these words that leave orders alone unless something else points to them."""
TIED = _words(*in_all("tied"))
"""Ties such a word to the orders below it."""
DENYING = _words(*in_all("denying"))
"""Denies something."""
DENIED_NOW = _words(*in_all("denied_now"))
"""Turns a denial into a doubt about orders."""
FIRST_PERSON = words_in(in_all("first_person"))
PAST = _words(*in_all("past"))
"""Shows that a heading is about past orders."""
HARMLESS = _words(*in_all("harmless"))
"""Phrases that are no doubt, whatever they contain."""
EXCUSES = _words(*in_all("excuses"))
"""Shows that a sentence is about when mails are written."""
ANOTHER_TIME = _words(*in_all("another_time"))
"""Times other than the current one: these put no orders for now in doubt."""
AT_HAND = _words(*in_all("at_hand"))
"""Shows that an order is for now."""
POINTING = _words(*in_all("pointing"))
"""Ties a question to what is below it."""
_SENTENCE = re.compile(r"(?<=[.!?;])\s+")
_APOSTROPHE = re.compile("[\u2019`\u00b4]")
LEAST_SHARED = 4
"""The length of a word that shows what an order is about."""
ENDS = (".", "!", "?")
"""How a sentence ends."""


LEAST_TOLD = 3
"""The number of words in a denial that may be about something other than orders."""


class Reach(Enum):
    """How far down a remark puts orders in doubt."""

    NONE = 0
    NAMED = 1
    """In its paragraph, but only orders that share a word with it: `Spain won't attack.`"""
    PARAGRAPH = 2
    BEYOND = 3
    """Beyond a blank line, if nothing else is in between."""


class Doubt(NamedTuple):
    """A remark, and the orders below it that it puts in doubt."""

    remark: str
    orders: list[str]


def is_idiom(words: Iterable[Word]) -> bool:
    """Tell whether the words are an idiom and no order."""
    return tuple(word for word in words if word != "?") in IDIOMS


def announces(text: str) -> bool:
    """Tell whether a line ending in a colon is a heading of orders."""
    if not text.endswith(":") or HEADINGS.isdisjoint(tokens(text)):
        return False
    return not (_is_doubtful(text) or PAST.search(text))


def reach(remark: str) -> Reach:
    """Return how far a remark puts the orders below it in doubt."""
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


def wonders(text: str) -> bool:
    """Tell whether a text leaves open whether orders are meant, more than by denying something."""
    return bool(DOUBTS.search(HARMLESS.sub("", _APOSTROPHE.sub("'", text))))


def _is_of_another_time(remark: str) -> bool:
    """Tell whether a remark is only in doubt because it is about another time: `Next round I attack
    Spain.`"""
    left = ANOTHER_TIME.sub("", remark)
    return left != remark and not (remark.endswith(":") or _is_doubtful(left))


def _is_strong(text: str) -> bool:
    """Tell whether a doubt is about everything below it."""
    said = HARMLESS.sub("", _APOSTROPHE.sub("'", text))
    doubts = DOUBTS.search(said if TIED.search(said) else WONDERING.sub("", said))
    return bool(doubts or DENIED_NOW.search(said)) or len(tokens(said)) < LEAST_TOLD


def _is_doubtful(text: str) -> bool:
    """Tell whether one of a text's sentences expresses doubt and is no excuse."""
    said = HARMLESS.sub("", _APOSTROPHE.sub("'", text))
    sentences = _SENTENCE.split(said)
    return any(
        (DOUBTS.search(one) or DENYING.search(one)) and not EXCUSES.search(one) for one in sentences
    )


Said = Literal["order", "remark", "courtesy", "other"]
"""What a line of a mail is, as the game's vocabulary reads it."""


def doubts(lines: Iterable[tuple[str, Said]]) -> list[Doubt]:
    """Return the remarks of a mail that put orders in doubt, with these orders.

    `lines` includes the blank ones.
    """
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
    """Tell whether a remark shares one of an order's longer words."""
    return any(len(word) >= LEAST_SHARED for word in {*tokens(remark)} & {*tokens(order)})


class _Reading:
    """The current doubt while the lines of a mail are read from top to bottom."""

    def __init__(self) -> None:
        self.found: list[Doubt] = []
        self._clear()

    def _clear(self) -> None:
        self.reach, self.used = Reach.NONE, False
        self.open = False
        """Whether the sentence in doubt may continue on the next line."""

    def end_paragraph(self) -> None:
        """End a paragraph; a doubt goes on beyond it if nothing has come below it yet."""
        if self.used or self.reach is not Reach.BEYOND:
            self._clear()

    def take_order(self, order: str) -> None:
        """Put an order under the current doubt, if there is one."""
        if self.reach is Reach.NONE:
            return
        doubt = self.found[-1]
        if AT_HAND.search(order) and _is_of_another_time(doubt.remark):
            self._clear()
            return
        self.used = True
        if self.reach is not Reach.NAMED or DENYING.search(order) or _share(doubt.remark, order):
            doubt.orders.append(order)

    def take_remark(self, remark: str) -> None:
        """Take a remark that is a doubt, ends one, or continues it."""
        goes_on = not remark.endswith(ENDS)
        if (new := reach(remark)) is not Reach.NONE:
            self.reach, self.open, self.used = new, goes_on, False
            self.found.append(Doubt(remark, []))
        elif announces(remark) or not (self.open or self.used):
            self._clear()
        else:
            self.reach, self.open = Reach.PARAGRAPH, goes_on
