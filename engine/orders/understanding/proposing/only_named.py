"""Orders that a mail names but does not give. They are at most proposed: `attack Spain, but not
yet`."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from engine.core.messages import message
from engine.orders.understanding.interpreter_parts import Parts
from engine.orders.understanding.reading_types import Reading, Situation
from engine.orders.understanding.talk.withholding import Withholding
from engine.orders.words.lexicon import is_long, tokens

WITHHELD = message("guess.withheld")


class OnlyNamed:
    """Proposes orders that are only named."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._withholding = Withholding(parts.language, parts.senses)

    def beside(
        self, found: Sequence[Reading], there: Situation, lines: Sequence[str]
    ) -> list[Reading]:
        """Return the readings of lines, with such orders as proposals. An answer stays an order, as
        it says no in the same words."""
        texts = [frozenset(tokens(text)) for line in lines for text in self._texts(line)]
        return [
            replace(reading, sort="proposal", guessed=(WITHHELD,))
            if reading.sort == "order"
            and any(text.issuperset(tokens(reading.text)) for text in texts)
            and not self._answers(reading, there)
            else reading
            for reading in found
        ]

    def _texts(self, line: str) -> Iterator[str]:
        """The sentences that only name orders, and those that the sentence behind takes back."""
        if is_long(line) or self._parts.vocabulary.has_own_words(line):
            return
        for one, two in pairwise([*self._parts.cutter.sentences(line), ""]):
            if self._withholding.withholds(one) or self._withholding.takes_back(two):
                yield one

    def _answers(self, reading: Reading, there: Situation) -> bool:
        """Whether a reading answers the open question, if that asks for no action."""
        kind = there.asked.kind if there.asked else ""
        answers = map(self._parts.kinds_of, reading.lines[:1])
        return kind not in self._parts.actions and any(kind in kinds for kinds in answers)
