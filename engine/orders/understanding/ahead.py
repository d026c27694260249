"""Orders written before they are asked for, read as if they were already asked for.

Players who plan ahead write what they would write on their own turn. So whatever is not a clear
order is read again as an answer to what its seat may be asked next.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import islice

from engine.core.messages import message
from engine.orders.understanding.interpreter_parts import Parts
from engine.orders.understanding.reading_types import MOST_STEPS, Asked, Reading, Situation
from engine.orders.understanding.settling import NEAREST, with_ways
from engine.orders.words.lexicon import is_long, tokens

MOST_KINDS = 3
"""For how many coming questions a mail is read again."""
NOT_ASKED = message("guess.not_asked")
UNKNOWN = {"guess.unknown", "guess.not_understood", NEAREST.id}
"""Doubts because of words that are not known."""
OPEN = ("unclear", "several", "proposal")
"""The sorts of readings that are not clear, the least clear first."""
ReadThere = Callable[[Sequence[str], Situation], list[Reading]]


class Ahead:
    """Reads what a seat has not been asked for yet."""

    def __init__(self, parts: Parts, read: ReadThere) -> None:
        self.parts, self._read = parts, read

    def clearer(
        self, found: list[Reading], texts: Sequence[str], there: Situation
    ) -> list[Reading]:
        """Return the readings of a mail, read as an answer to a coming question where that is
        clearer. A mail that has taken much work is not read again."""
        if there.effort.left < MOST_STEPS // 2:
            return found
        if there.asked is not None and there.asked.kind in self.parts.actions:
            alone = sum(reading.sort != "remark" for reading in found) == 1  # it is no prose
            return [self._with_its_verb(reading, there) for reading in found] if alone else found
        likeliest = ""
        for asked in islice(there.coming(), MOST_KINDS):
            if not self._may_be_clearer(found, there, not likeliest):
                continue
            said = self._read(texts, there.when_asked(asked))
            if likeliest:
                found = list(self._with_what_is_meant(found, said, likeliest))
            elif there.asked is None:
                found = self._best(found, said)
            else:
                found = list(self._with_orders(found, said, there.asked.kind, asked.kind))
            likeliest = likeliest or asked.kind
        return found

    def _with_its_verb(self, reading: Reading, there: Situation) -> Reading:
        """An unclear reading, read as an order for another time if its verb belongs to one other
        action: `I bid 3 gold for Spain`, while an action of a war is asked."""
        doubts = {why.id for why in reading.guessed}
        told = reading.sort in ("unclear", "several") and not reading.kind
        if is_long(reading.text) or not (told or doubts & UNKNOWN):
            return reading
        kinds = list(self._kinds_said(reading.text, there))
        if len(kinds) != 1:
            return reading
        there = there.when_asked(Asked(kinds[0], None, {}))
        read = [one for one in self._read([reading.text], there) if one.sort != "remark"]
        ways = tuple(way for one in read for way in (one.several or ("; ".join(one.lines),)))
        ways = tuple(way for way in ways if self._answers(way, kinds[0]))
        if len(read) != 1 or not ways:
            return reading
        return with_ways(replace(read[0], guessed=(NOT_ASKED,), lines=(), kind=""), ways)

    def _answers(self, way: str, kind: str) -> bool:
        """Whether all lines of a way answer this kind of question."""
        return all(kind in self.parts.kinds_of(line) for line in way.split("; "))

    def _kinds_said(self, text: str, there: Situation) -> Iterator[str]:
        """The other actions with a verb in the text that is no verb of the action asked."""
        asked = there.asked.kind if there.asked else ""
        words = self.parts.senses.of_text(text)
        said = frozenset(token.word for token in words if not token.names)  # no `recruit army`
        own = self._verbs_of[asked]
        yield from (
            kind
            for kind, verbs in self._verbs_of.items()
            if kind != asked and not said.isdisjoint(verbs - own)
        )

    @cached_property
    def _verbs_of(self) -> dict[str, frozenset[str]]:
        """The verbs of each action, as they are printed."""
        forms = self.parts.words.forms
        return {
            kind: frozenset(tokens(form.say)[0] for form in forms if kind in form.kinds)
            for kind in self.parts.actions
        }

    def _may_be_clearer(self, found: Sequence[Reading], there: Situation, likeliest: bool) -> bool:
        """Whether a mail may have more orders, or other ones, if another question is asked."""
        if not likeliest:
            return there.asked is None and any(map(_is_not_understood, found))
        if any(reading.sort in OPEN for reading in found):
            return True
        return there.asked is None and not self._is_as_written(found)

    def _is_as_written(self, found: Sequence[Reading]) -> bool:
        """Whether a mail consists only of lines that the strict reader knows."""
        return all(reading.lines == (reading.text,) for reading in found)

    def _best(self, found: list[Reading], said: list[Reading]) -> list[Reading]:
        """The clearer readings of a mail: `found` while nothing is asked, `said` as if it was asked
        for, or both together."""
        if not any(reading.sort in (*OPEN, "order") for reading in found):
            return [self._proposed(r) for r in said] if self._names_all(said) else found
        if not any(reading.sort == "order" for reading in said):
            return found
        remarks = {one.text: one for one in found if one.sort in ("remark", "question")}
        said = [self._with_names(each, remarks) for each in said]
        return said if _openness(said) <= _openness(found) else list(_together(found, said))

    def _with_names(self, reading: Reading, remarks: Mapping[str, Reading]) -> Reading:
        """The reading; an order whose text is a remark while nothing is asked is only proposed, and
        stays a remark if it names nothing."""
        remark = remarks.get(reading.text)
        if remark is None or reading.sort != "order":
            return reading
        return self._proposed(reading) if self._names_all([reading]) else remark

    def _names_all(self, readings: Iterable[Reading]) -> bool:
        """Whether each order says what is done with what, and nothing is unclear."""
        lines = [line for reading in readings for line in reading.lines]
        clear = all(reading.sort not in ("unclear", "several") for reading in readings)
        return clear and bool(lines) and not any(map(self.parts.bare_verbs, lines))

    def _proposed(self, reading: Reading) -> Reading:
        """The reading; an order is played only after a yes, since nothing was asked."""
        if reading.sort != "order":
            return reading
        return replace(reading, sort="proposal", guessed=(NOT_ASKED,))

    def _with_orders(
        self, found: Sequence[Reading], said: Sequence[Reading], kind: str, later: str
    ) -> Iterator[Reading]:
        """The readings; a text that does not answer the question asked (`kind`) becomes an order if
        it answers the `later` one. It is played if only this order may be meant, else proposed."""
        for reading in found:
            orders = [one for one in said if one.text == reading.text and one.sort == "order"]
            lines = [line for one in orders for line in one.lines]
            orders_it = lines and all(later in self.parts.kinds_of(line) for line in lines)
            if not orders_it or not self._is_open(reading, kind) or not self._names_all(orders):
                yield reading
            elif reading.sort == "several" and reading.kind == later:
                yield from orders
            else:
                yield from map(self._proposed, orders)

    def _is_open(self, reading: Reading, kind: str) -> bool:
        """Whether a reading is not clear, and is not near to an answer of this kind."""
        near = (self.parts.kinds_of(line) for way in reading.several for line in way.split("; "))
        answers = reading.kind == kind or any(kind in kinds for kinds in near)
        return reading.sort in ("unclear", "several") and not answers

    def _with_what_is_meant(
        self, found: Sequence[Reading], said: Sequence[Reading], likeliest: str
    ) -> Iterator[Reading]:
        """The readings; one that is not clear becomes an order if the verb of that order is written
        and does not answer the likeliest question."""
        for reading in found:
            orders = [one for one in said if one.text == reading.text]
            clear = orders and all(one.sort == "order" for one in orders)
            clear = clear and all(map(partial(self._is_no_answer, kind=likeliest), orders))
            yield from orders if clear and _is_not_understood(reading) else (reading,)

    def _is_no_answer(self, order: Reading, kind: str) -> bool:
        """Whether the text has a verb that is in no answer to this kind of question."""
        return bool(self._verbs(order) - self.parts.reader.fixed_of(kind))

    def _verbs(self, order: Reading) -> frozenset[str]:
        """The verbs of an order that are in its text."""
        kinds = ((line, kind) for line in order.lines for kind in self.parts.kinds_of(line))
        verbs = (self.parts.verbs_of(line, kind) for line, kind in kinds)
        return frozenset(tokens(order.text)) & frozenset[str]().union(*verbs)


def _together(found: Sequence[Reading], said: Sequence[Reading]) -> Iterator[Reading]:
    """The readings; those that are not clear become orders, if their texts are orders once asked
    for."""
    for reading in found:
        clear = [one for one in said if one.text == reading.text and one.sort == "order"]
        yield from clear if reading.sort in OPEN and clear else (reading,)


def _openness(readings: Sequence[Reading]) -> tuple[int, ...]:
    """How many readings there are of each sort in `OPEN`."""
    return tuple(sum(reading.sort == sort for reading in readings) for sort in OPEN)


def _is_not_understood(reading: Reading) -> bool:
    """Whether nothing is known of a reading except what orders come near to it."""
    return reading.sort == "unclear" or (reading.sort == "several" and not reading.kind)
