"""What else a mail may mean, beside what is proposed: a part of it alone, another of few answers,
or an order of a likely verb. What is proposed stays the first; none of it is played unasked."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product

from engine.orders.understanding.interpreter_parts import Parts
from engine.orders.understanding.likely_orders import LikelyOrders
from engine.orders.understanding.offering import NEAREST
from engine.orders.understanding.reading_types import Reading, Situation
from engine.orders.understanding.settling import ANSWERS, GUESSES

MOST, FEWEST, MOST_WAYS = 6, 2, 8
"""What a mail may mean, with what is proposed; at least so many others; and all in all."""
MOST_JOINED = 20
"""Ways to join what the parts of a sentence may mean."""
FARTHER = 3
"""What fits by more less than what is proposed is not told beside it."""
OTHERWISE = frozenset(
    f"guess.{why}"
    for why in ("before", "when", "later", "quoted", "question", "foretold", "to_other")
)
"""Doubts about something else than what is meant."""


class Alternatives:
    """Finds it."""

    def __init__(self, parts: Parts, likely_orders: LikelyOrders) -> None:
        self.parts, self.likely_orders = parts, likely_orders

    def beside(self, found: list[Reading], there: Situation) -> list[Reading]:
        """Return the readings, the one that is proposed or open with what else may be meant. All
        that one sentence may order is told as one."""
        texts = {reading.text for reading in found if reading.sort in GUESSES}
        of_text = [n for n, reading in enumerate(found) if reading.text in texts]
        if len(texts) != 1 or of_text[-1] - of_text[0] >= len(of_text):
            return found
        first, end = of_text[0], of_text[-1] + 1
        said = found[first:end]
        if not all(map(self._is_plain, said)) or all(map(_is_sure_of_what, said)):
            return found
        return [*found[:first], self._with_others(said, there), *found[end:]]

    def _is_plain(self, reading: Reading) -> bool:
        """Whether it is an order, or several may be meant by it, and none waits for something."""
        ways = (reading.lines, *(way.split("; ") for way in reading.several))
        waits = any(self.parts.vocabulary.order(line).clause for way in ways for line in way)
        return reading.sort in ANSWERS and not waits

    def _with_others(self, said: Sequence[Reading], there: Situation) -> Reading:
        """All that a sentence may order, in one, with what else may be meant behind it."""
        one = said[0] if len(said) == 1 else _joined(said)
        own = one.several or ("; ".join(one.lines),)
        known = {self._canonical(way) for way in own}
        others = (self._canonical(way) for way in self._others(said, one, there))
        ways = dict.fromkeys(way for way in others if way not in known)
        fits = {way: self.likely_orders.fit(one.text, way, there) for way in (*own, *ways)}
        ranked = sorted(fits, key=lambda way: -fits[way])
        if one.several and len(said) > 1:
            best = [way for way in ranked if fits[way] >= fits[ranked[0]] - FARTHER][:MOST]
            whole = max(own, key=lambda way: fits[way])
            return _with_ways(one, list(dict.fromkeys((*best, whole))))
        least = max(fits[way] for way in own) - FARTHER
        near = [way for way in ranked if fits[way] >= least]
        near = [way for way in near if way not in own][: max(MOST - len(own), FEWEST)]
        if one.several:
            return replace(one, several=(*own, *near)[:MOST_WAYS])
        return replace(one, others=tuple(near))

    def _others(self, said: Sequence[Reading], one: Reading, there: Situation) -> Iterator[str]:
        if len(one.lines) > 1:
            yield from one.lines
        elif len(said) > 1:
            yield from (way for each in said for way in each.several or ("; ".join(each.lines),))
        if there.asked and one.kind in ("", there.asked.kind):
            yield from self.parts.joiner.yes_no.few(there.asked)
        yield from self.likely_orders.others(one, there)

    def _canonical(self, way: str) -> str:
        return "; ".join(map(self.parts.canonical, way.split("; ")))


def _is_sure_of_what(reading: Reading) -> bool:
    """Whether all that is in doubt is something else than what is meant."""
    return not OTHERWISE.isdisjoint(why.id for why in reading.guessed)


def _joined(found: Sequence[Reading]) -> Reading:
    """All that one sentence may order, in one."""
    guessed = tuple(dict.fromkeys(why for reading in found for why in reading.guessed))
    whole = replace(found[0], guessed=guessed, kind="", near=(), lines=(), several=())
    if all(reading.sort != "several" for reading in found):
        return replace(whole, sort="proposal", lines=tuple(x for r in found for x in r.lines))
    parts = [reading.several or ("; ".join(reading.lines),) for reading in found]
    ways = map("; ".join, islice(product(*parts), MOST_JOINED))
    return replace(whole, sort="several", several=tuple(ways))


def _with_ways(reading: Reading, ways: Sequence[str]) -> Reading:
    """The same with these ways to understand it; one alone is proposed."""
    if len(ways) > 1:
        return replace(reading, sort="several", lines=(), several=tuple(ways))
    guessed, lines = reading.guessed or (NEAREST,), tuple(ways[0].split("; "))
    return replace(reading, sort="proposal", lines=lines, several=(), guessed=guessed)
