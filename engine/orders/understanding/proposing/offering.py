"""What is offered if a mail was not understood: the orders near to it, or all answers to the
question."""

from dataclasses import replace

from engine.orders.reading.strict_reader import NO_SUCH_ORDER
from engine.orders.understanding.interpreter_parts import Parts
from engine.orders.understanding.reading_types import TOO_MUCH, Asked, Reading, Situation
from engine.orders.understanding.settling import ANSWERS, NEAREST, is_prose
from engine.orders.understanding.words.senses import MOST_WORDS
from engine.orders.words.lexicon import is_long, tokens

MOST_INCOMPLETE = 8
"""The most words of a mail that may be just an answer which leaves something open."""
MOST_OWN = 5
"""The most words of a mail that may be an answer in unknown words."""
HOW_CONDITIONS = "refusal.how_conditions_are_written"
TOLD = (
    "refusal.not_understood",
    NO_SUCH_ORDER,
    HOW_CONDITIONS,
    TOO_MUCH.id,
)
"""Reasons that say what is wrong with an order: that is worth more than a list of all answers."""
NOT_OPEN = TOLD[1:]
"""Reasons for which none of the orders near to a text may be meant."""


class Offering:
    """Finds what to offer for a mail that was not understood."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    def offered(self, found: list[Reading], there: Situation) -> list[Reading]:
        """Return the readings. If no order of the mail was understood, the nearest orders are
        offered, or all answers to the question."""
        return self._with_few_answers(self._with_nearest(found, there), there)

    def _with_nearest(self, found: list[Reading], there: Situation) -> list[Reading]:
        """Offer the nearest orders if the mail has no orders, and one part was not understood.
        Those near to several such parts are listed once, below all of them."""
        if is_prose(found) or any(reading.sort in ANSWERS for reading in found):
            return found
        if sum(reading.sort == "unclear" for reading in found) > 1:
            return found
        return [self._with_offers(reading, there) for reading in found]

    def _with_offers(self, reading: Reading, there: Situation) -> Reading:
        told = reading.reason is not None and reading.reason.id in NOT_OPEN
        if reading.sort != "unclear" or told or is_long(reading.text):
            return reading
        near = reading.near or self.parts.nearness.lines(reading.text, there)
        near = self.parts.nearness.agreeing(reading.text, near)
        if not near or self.parts.nearness.has_unknown_square(reading.text):
            return reading
        if len(near) == 1:
            if not self._leaves_room(reading.text, near[0]):
                return reading
            return replace(reading, sort="proposal", lines=near, near=(), guessed=(NEAREST,))
        return replace(reading, sort="several", several=near, near=())

    def _leaves_room(self, text: str, line: str) -> bool:
        """Whether a text that was not understood does not deny the one order near to it, and has no
        other number."""
        said, numbers = tokens(text), set(tokens(line))
        senses = self.parts.senses.of(tuple(said)[:MOST_WORDS])
        counted = (t for t in senses if isinstance(t.number, int) and not t.weak)
        except_ = self.parts.reader.excepting
        denied = self.parts.talk.denies(said) or not except_.isdisjoint(said)
        return not denied and all(t.word in numbers for t in counted)

    def _with_few_answers(self, found: list[Reading], there: Situation) -> list[Reading]:
        """Offer all answers to the question, if they are few, and the mail has something about it
        that was not understood."""
        if there.asked is None or any(r.sort in (*ANSWERS, "question") for r in found):
            return found
        at = next((n for n, r in enumerate(found) if self._may_answer(r, there)), None)
        few = self.parts.joiner.yes_no.few(there.asked) if at is not None else ()
        if at is None and (denied := self._with_one_denied(found, there.asked)):
            return denied
        if at is not None and few:
            found[at] = replace(found[at], sort="several", several=few, kind=there.asked.kind)
        only = found[0] if len(found) == 1 else None
        if only and only.sort == "remark" and self._is_incomplete(only, there):
            near = self.parts.nearness.lines(only.text, there)
            return [replace(only, sort="unclear", near=near)]
        if only and only.sort == "remark" and self._may_be_all(only):
            yes_no = self.parts.joiner.yes_no
            if few := yes_no.few(there.asked) or yes_no.two(there.asked):
                return [replace(only, sort="several", several=few, kind=there.asked.kind)]
        return found

    def _with_one_denied(self, found: list[Reading], asked: Asked) -> list[Reading]:
        """The readings with the answers that are left, if these are few and one of them is ruled
        out: `not Russia, he was nice to me`; empty if none is."""
        denies = self.parts.talk.denies
        if not any(denies(tokens(r.text)) and not r.to_other for r in found):
            return []
        few = self.parts.joiner.yes_no.few(asked)
        for n, reading in enumerate(found):
            names = self._named(reading.text) if denies(tokens(reading.text)) else set()
            left = tuple(line for line in few if names.isdisjoint(self._named(line)))
            if reading.to_other or len(few) - len(left) != 1 or not left:
                continue
            meant = replace(reading, sort="several", several=left, kind=asked.kind)
            if len(left) == 1:
                meant = replace(meant, sort="proposal", several=(), lines=left, guessed=(NEAREST,))
            return [*found[:n], meant, *found[n + 1 :]]
        return []

    def _named(self, text: str) -> set[object]:
        """The keys of the names in a text, if they are written as in the lists."""
        said = self.parts.senses.of_text(text)
        return {sense.key for token in said for sense in token.names}

    def _may_be_all(self, reading: Reading) -> bool:
        """Whether a few words that are the whole mail may be an answer in a player's own words:
        `leg it`, `fish food`."""
        said, talk = tokens(reading.text), self.parts.talk
        if not 0 < len(said) <= MOST_OWN or reading.to_other or talk.is_remark(reading.text):
            return False
        told = reading.reason or self.parts.telling.is_told(reading.text)
        return not told and not all(token.light for token in self.parts.senses.of(said))

    def _is_incomplete(self, reading: Reading, there: Situation) -> bool:
        """Whether a mail is just an answer that leaves open what is meant: `something in Africa`,
        `you choose the best`."""
        assert there.asked
        said, talk = tokens(reading.text), self.parts.talk
        if len(said) > MOST_INCOMPLETE or reading.to_other or talk.is_remark(reading.text):
            return False
        if reading.reason or self.parts.telling.is_told(reading.text) or talk.denies(said):
            return False
        return talk.leaves_open(reading.text, there)

    def _may_answer(self, reading: Reading, there: Situation) -> bool:
        """Whether a reading that was not understood has to do with the question."""
        if reading.sort == "unclear":
            return is_open(reading)
        assert there.asked
        if reading.sort != "remark" or reading.to_other or self.parts.talk.is_remark(reading.text):
            return False
        own = self.parts.reader.fixed_of(there.asked.kind) - self.parts.language.words("weightless")
        said = self.parts.senses.of_text(reading.text)
        return any(not token.forms.isdisjoint(own) for token in said)


def is_open(reading: Reading) -> bool:
    """Tell whether a reading was not understood, and no reason says what is wrong with it."""
    told = reading.reason is not None and reading.reason.id in TOLD
    return reading.sort == "unclear" and not told
