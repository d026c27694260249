"""Narrows the alternatives of an order to those that share most names with the mail."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from engine.orders.understanding.questions_and_remarks import Talk
from engine.orders.understanding.reading_types import Reading
from engine.orders.understanding.settling import NOT_ALL
from engine.orders.understanding.words.senses import Senses
from engine.orders.words.lexicon import tokens

Near = Callable[[str], Iterable[str]]


class Narrowing:
    """Leaves out orders that share fewer names with the mail. What is left is only proposed."""

    def __init__(self, senses: Senses, talk: Talk) -> None:
        self._senses, self._talk = senses, talk
        words = senses.words
        self._named = frozenset((*words.places, *words.signed, *words.things))

    def of(self, found: Iterable[Reading], lines: Iterable[str], near: Near) -> list[Reading]:
        """Return the readings of a mail; of several orders that may be meant, only those that share
        most names with it: `Nobody lives in Babylon, so I march in.` `near`: the orders that have
        most in common with a text."""
        mail, readings = "\n".join(lines), list(found)
        said = [reading.text for reading in readings if reading.sort != "remark"]
        return [
            self._narrowed(reading, mail, near) if said.count(reading.text) == 1 else reading
            for reading in readings
        ]

    def _narrowed(self, reading: Reading, mail: str, near: Near) -> Reading:
        words = self._senses.words
        sides = words.question(reading.kind).sides
        if reading.sort != "several" or reading.scattered:
            return reading
        if sides or reading.kind not in words.actions:
            return reading
        for text in (reading.text, mail):
            if self._talk.denies(tokens(text)):
                return reading
            names = self._names(text)
            ways = dict.fromkeys((*reading.several, *near(text)))
            common = {way: len(names & self._names(way)) for way in ways}
            best = [way for way in ways if common[way] == max(common.values())]
            if len(best) < len(ways):
                return self._with(reading, tuple(best))
        return reading

    def _with(self, reading: Reading, best: tuple[str, ...]) -> Reading:
        if len(best) > 1:
            return replace(reading, several=best)
        lines = tuple(best[0].split("; "))
        return replace(reading, sort="proposal", lines=lines, several=(), guessed=(NOT_ALL,))

    def _names(self, text: str) -> frozenset[str]:
        """The keys of what a text names."""
        return frozenset(
            sense.key
            for token in self._senses.of_text(text)
            for sense in token.senses
            if sense.category in self._named
        )
