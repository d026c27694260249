"""`Once`, where it only counts: `trade with Egypt twice and once with Syria` is no standing
order."""

import re

from engine.orders.words.language import Language
from engine.orders.words.lexicon import tokens
from engine.orders.words.phrases import any_of


class Once:
    """Leaves out `once` where it only counts."""

    def __init__(self, language: Language) -> None:
        self._structure = language.words("structure")
        said = language.counting
        once, behind, more = map(any_of, (said.once, said.behind, said.more))
        ends = r"\s*(?:[,.;!]|$)"
        self._once = re.compile(
            rf"(?<=\w)\s+(?:{once})\b(?={ends}|\s+(?:{behind})\b)", re.IGNORECASE
        )
        self._more = re.compile(rf"(?<=\w)\s+(?:{more})\b(?={ends})", re.IGNORECASE)
        no_more, lead = any_of(language.and_no_more), any_of(language.joints)
        self._no_more = re.compile(
            rf"(?<=\w)\s*[,;.]\s*(?:(?:{lead})\s+)?(?:{no_more})\s*[.!]*\s*$", re.IGNORECASE
        )
        only, times = any_of(language.limiting), any_of(language.this_time)
        self._this_time = re.compile(
            rf"[\s,:;(]*\b(?:(?:{only})\s+)?(?:{times})\b[\s,:;)]*", re.IGNORECASE
        )
        self._times, self._negations = language.this_time, language.words("negations")
        self._again = re.compile(rf"\b(?:{more})\s+(?=\w)", re.IGNORECASE)
        self._cut = re.compile(rf"[,;:.]|\b(?:{any_of(language.joints)})\b", re.IGNORECASE)

    def uncounted(self, text: str) -> str:
        """Return a sentence without it; one with a condition or a time stays unchanged. `Once more`
        is left out of the first clause only: after another order, it repeats that order."""
        if not self._structure.isdisjoint(tokens(text)):
            return text
        text = self._once.sub("", text)
        more = self._more.search(text)
        first = more is not None and not self._cut.search(text, 0, more.start())
        return self._more.sub("", text, count=1) if first else text

    def one_more(self, text: str) -> str:
        """Return a list without `once more` before a thing that is named again: `once more heavy
        horse`."""
        return self._again.sub("", text)

    def all_of_it(self, text: str) -> str:
        """Return an answer without words at its end that mean `this is all`: `three swords, nothing
        else`."""
        return self._no_more.sub("", text)

    def for_this_time(self, text: str) -> str:
        """Return an answer without words for the one time that is asked about: `best deck, just
        this once`. A denial, or a text without other words, stays unchanged."""
        small = text.lower()
        if not any(time in small for time in self._times):
            return text
        rest = self._this_time.sub(" ", text).strip()
        denies = not self._negations.isdisjoint(tokens(rest))
        return text if denies or not tokens(rest) else rest

    def repeats(self, text: str) -> bool:
        """Tell whether a sentence orders, after another order, to play it once more."""
        return bool(self._more.search(self.uncounted(text)))
