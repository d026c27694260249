"""Legal orders near to a text that was not understood: offered if one may be meant, else only
shown."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.orders.understanding.interpreter_parts import Parts
from engine.orders.understanding.proposing.offering import is_open
from engine.orders.understanding.reading_types import Reading, Situation, Sort
from engine.orders.understanding.settling import ANSWERS, is_prose
from engine.orders.words.lexicon import is_long

MOST_NEAR = 3
"""The most parts of a mail for which near orders are looked for."""
CLOSE = 2
"""How much an order must have in common with a text that was not understood, to be proposed."""


class NearOrders:
    """Finds the legal orders that are near to a text that was not understood."""

    def __init__(self, parts: Parts) -> None:
        self.nearness, self.talk = parts.nearness, parts.talk

    def done(self, text: str, there: Situation) -> tuple[str, ...]:
        """Return the legal orders that are near to a text that says what is done."""
        return self.nearness.lines(text, there, least=CLOSE, done=True)

    def beside(self, found: Sequence[Reading], there: Situation) -> Iterator[Reading]:
        """Yield the readings of a mail, the first that were not understood with the orders near to
        them."""
        left, prose = MOST_NEAR, is_prose(found)
        alone = not (prose or any(reading.sort in ANSWERS for reading in found))
        for reading in found:
            if left and reading.is_strange and not (reading.is_known or reading.facts):
                left -= 1
                near = self.nearness.lines(reading.text, there)
                close = () if prose else self._close(reading, there)
                close = close or (near if alone and self._may_order(reading) else ())
                sort: Sort = "several" if close else reading.sort
                yield replace(reading, sort=sort, several=close, near=() if close else near)
            else:
                yield reading

    def _close(self, reading: Reading, there: Situation) -> tuple[str, ...]:
        """The orders so near to a text that was not understood that one of them may be meant."""
        if reading.sort != "unclear" or self._is_no_order(reading):
            return ()
        return self.done(reading.text, there)

    def _may_order(self, reading: Reading) -> bool:
        """Whether the orders near to a reading may be meant, as far as is known."""
        return is_open(reading) and not self._is_no_order(reading)

    def _is_no_order(self, reading: Reading) -> bool:
        """Whether a text is too long or too vague to be an order."""
        return is_long(reading.text) or bool(self.talk.doubted(reading.text))
