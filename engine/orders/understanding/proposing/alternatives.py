"""Other meanings of a mail, besides what is proposed: only a part of it, another one of few
answers, or an order of a likely verb. What is proposed stays the first; none of it is played
unasked."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product

from engine.orders.understanding.interpreter_parts import Parts
from engine.orders.understanding.proposing.likely_orders import LikelyOrders
from engine.orders.understanding.reading_types import Reading, Situation
from engine.orders.understanding.settling import ANSWERS, GUESSES, with_ways

MOST = 6
"""The most ways to understand a sentence that are shown, unless it has more of its own."""
FEWEST_OTHERS = 2
"""The number of other ways that may be shown, however many it has of its own."""
MOST_WAYS = 8
"""The most ways to understand a sentence that a player can pick from."""
MOST_JOINED = 20
"""The most ways to join the meanings of a sentence's parts."""
MARGIN = 3
"""A way that scores less than the best by more than this is left out."""
NOT_ABOUT_MEANING = frozenset(
    f"guess.{why}"
    for why in ("before", "when", "later", "quoted", "question", "foretold", "to_other")
)
"""Doubts about whether or when something is ordered, not about what."""


class Alternatives:
    """Adds other ways to understand a mail to what is proposed."""

    def __init__(self, parts: Parts, likely_orders: LikelyOrders) -> None:
        self.parts, self.likely_orders = parts, likely_orders

    def beside(self, found: list[Reading], there: Situation) -> list[Reading]:
        """Return the readings. If only one sentence is in doubt, its readings become one, with its
        other meanings."""
        texts = {reading.text for reading in found if reading.sort in GUESSES}
        places = [n for n, reading in enumerate(found) if reading.text in texts]
        apart = bool(places) and places != list(range(places[0], places[-1] + 1))
        if len(texts) != 1 or apart:
            return found
        said = found[places[0] : places[-1] + 1]
        if not all(map(self._is_plain, said)) or not any(map(_may_mean_something_else, said)):
            return found
        return [*found[: places[0]], self._with_others(said, there), *found[places[-1] + 1 :]]

    def _is_plain(self, reading: Reading) -> bool:
        """Whether a reading is an order or proposes some, and none of them waits for something."""
        ways = (reading.lines, *(way.split("; ") for way in reading.several))
        waits = any(self.parts.vocabulary.order(line).clause for way in ways for line in way)
        return reading.sort in ANSWERS and not waits

    def _with_others(self, said: Sequence[Reading], there: Situation) -> Reading:
        """Everything that a sentence may order, as one reading, followed by its other meanings."""
        one = said[0] if len(said) == 1 else _joined(said)
        own = _ways(one)
        scores = {way: self.likely_orders.score(one.text, way, there) for way in own}
        known = set(map(self._canonical, own))
        for way in map(self._canonical, self._others(said, one, there)):
            if way not in known:
                scores[way] = self.likely_orders.score(one.text, way, there)
        ranked = sorted(scores, key=lambda way: -scores[way])
        if len(said) > 1 and one.several:
            near = [way for way in ranked if scores[way] >= scores[ranked[0]] - MARGIN]
            whole = max(own, key=lambda way: scores[way])
            return with_ways(one, tuple(dict.fromkeys((*near[:MOST], whole))))
        least = max(scores[way] for way in own) - MARGIN
        near = [way for way in ranked if way not in own and scores[way] >= least]
        room = min(max(MOST - len(own), FEWEST_OTHERS), MOST_WAYS - len(own))
        near = near[: max(room, 0)]
        if one.several:
            return replace(one, several=(*own, *near))
        return replace(one, others=tuple(near))

    def _others(self, said: Sequence[Reading], one: Reading, there: Situation) -> Iterator[str]:
        """Ways to understand a sentence besides its own, in any order."""
        if len(one.lines) > 1:
            yield from one.lines
        elif len(said) > 1:
            yield from (way for reading in said for way in _ways(reading))
        if there.asked and one.kind in ("", there.asked.kind):
            yield from self.parts.joiner.yes_no.few(there.asked)
        yield from self.likely_orders.related(one, there)

    def _canonical(self, way: str) -> str:
        return "; ".join(map(self.parts.canonical, way.split("; ")))


def _ways(reading: Reading) -> tuple[str, ...]:
    return reading.several or ("; ".join(reading.lines),)


def _may_mean_something_else(reading: Reading) -> bool:
    """Whether the doubt is about what is ordered, not only about whether or when."""
    return NOT_ABOUT_MEANING.isdisjoint(why.id for why in reading.guessed)


def _joined(found: Sequence[Reading]) -> Reading:
    """The parts of a sentence as one reading, in every way that they may go together."""
    guessed = tuple(dict.fromkeys(why for reading in found for why in reading.guessed))
    whole = replace(found[0], guessed=guessed, kind="", near=(), lines=(), several=())
    if all(reading.sort != "several" for reading in found):
        return replace(whole, sort="proposal", lines=tuple(x for r in found for x in r.lines))
    together = islice(product(*map(_ways, found)), MOST_JOINED)
    return replace(whole, sort="several", several=tuple(map("; ".join, together)))
