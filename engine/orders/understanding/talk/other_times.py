"""Words for a time other than now: `in the next war`, `in two turns`."""

import re
from typing import NamedTuple

from engine.orders.words.language import Language
from engine.orders.words.lexicon import tokens
from engine.orders.words.phrases import Phrases, any_of


class OtherTime(NamedTuple):
    """A time that is not now: the text without it, and the moment, if one is named."""

    rest: str
    moment: str = ""
    own: bool = False
    """Whether it is a turn for which orders wait anyway."""


class OtherTimes:
    """Finds texts about another time."""

    def __init__(self, language: Language) -> None:
        said = language.other_times
        self._own = frozenset(said.own)
        words, within = any_of(said.moments), any_of(said.within)
        many = rf"(?:{words})(?:s|e|en|n)?"
        places = any_of([word for word, place in language.places.items() if place > 0])
        numbered, small = any_of(said.numbered), any_of(said.numbers)
        lead = rf"(?:\b(?:{within})\s+)?(?:\w{{2,3}}\s+)?"
        self._named = re.compile(
            rf"{lead}\b(?:{any_of(said.before)})\s+(?:(?!{small})\w+\s+)?(?P<moment>{words})\b",
            re.IGNORECASE,
        )
        self._others = (
            re.compile(rf"\b(?:{any_of(said.counted)})\s+(?:\d+|{small})\s+{many}\b", re.I),
            re.compile(rf"\b(?:\d+|{small})\s+{many}\s+from now\b", re.I),
            re.compile(rf"\b(?:{within})\s+(?:\w{{3}}\s+)?(?:{numbered})\s+\d+\b", re.I),
            re.compile(rf"\b(?:{within})\s+\w{{3}}\s+(?:{places})\s+(?:{numbered})\b", re.I),
        )
        led, elsewhere = any_of(language.lead_words), any_of(sorted({*said.moments} - {*said.own}))
        self._in_front = re.compile(
            rf"(?:(?:{led})\b[\s,]*)*(?:{within})\s+(?:\w{{3}}\s+)?(?P<moment>{elsewhere})\b",
            re.IGNORECASE,
        )
        self._phrases = Phrases(language.phrases("later"))
        self._past = re.compile(rf"\b(?:{any_of(said.past)})\b", re.IGNORECASE)

    def begins(self, text: str) -> bool:
        """Tell whether a text begins with another time: `next time I'd like to trade`."""
        each = (self._named, *self._others)
        return any(pattern.match(text.lstrip()) for pattern in each)

    def in_front(self, text: str) -> OtherTime | None:
        """Find the moment with which a text begins, be it at hand or not: `in the auction I pass`;
        None: it begins otherwise."""
        found = self._in_front.match(text.lstrip())
        return OtherTime(_without(text.lstrip(), found), found["moment"].lower()) if found else None

    def found(self, text: str) -> OtherTime | None:
        """Return the first other time in a text; None if there is none."""
        text = self._past.sub(" ", text)
        if named := self._named.search(text):
            moment = named["moment"].lower()
            return OtherTime(_without(text, named), moment, moment in self._own)
        if other := next(filter(None, (each.search(text) for each in self._others)), None):
            return OtherTime(_without(text, other))
        return OtherTime(text) if self._phrases.stand_in(tokens(text)) else None


def _without(text: str, found: re.Match[str]) -> str:
    return f"{text[: found.start()]} {text[found.end() :]}".strip(" ,:;.")
