"""Standing orders that may be meant if only their situation is understood: `if Red ever comes for
Italia, out we go and meet him`.

The answers to the question of that situation are sorted by how likely the words of the sentence
make them, and are proposed. What they name is read with the verb of such an answer in front.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from engine.orders.conditions.policy import Statement
from engine.orders.patterns.forms import Form
from engine.orders.understanding.interpreter_parts import Mail, Parts
from engine.orders.understanding.likely_verbs import NO_ORDER
from engine.orders.understanding.proposing.likely_orders import Read, first_words
from engine.orders.understanding.reading_types import Reading, Situation
from engine.orders.understanding.rewriting.spelling import Spelling
from engine.orders.understanding.settling import with_ways
from engine.orders.understanding.structured_sentences import Structured
from engine.orders.words.lexicon import Word, is_long, tokens, words_in

MOST_WORDS = 60
"""The most words of a sentence; with more, it is prose."""
MOST_ANSWERS, MOST_VERBS, MOST_CLAUSES = 4, 5, 5
LEAST = 0.1
"""An answer is not offered if its verb is less likely than this part of the likeliest."""
OPEN = ("remark", "unclear", "several", "proposal")


class LikelyStandingOrders:
    """Finds standing orders by their situation and by likely verbs."""

    def __init__(
        self, parts: Parts, structured: Structured, as_said: Read, spelling: Spelling
    ) -> None:
        """`as_said`: reads lines as they are."""
        self.parts, self.structured, self.as_said = parts, structured, as_said
        self.spelling = spelling
        small = parts.senses.light | parts.senses.weak
        frames = parts.reader.frames
        self._words = {kind: parts.reader.fixed_of(kind) - small for kind in frames}
        """The words of answers to each kind of question."""
        self._past = words_in(parts.language.told.past)

    def beside(self, found: list[Reading], there: Situation) -> list[Reading]:
        """Return the readings of a mail, the one that only says when to do something with the
        standing orders that may be meant."""
        if any(reading.sort not in OPEN or self._stands(reading) for reading in found):
            return found
        for at, reading in enumerate(found):
            ways = () if self._is_talk(reading) else self._offered(reading.text, there)
            if ways:
                bare = replace(reading, lines=(), guessed=(), near=(), several=(), reason=None)
                return [*found[:at], with_ways(bare, ways), *found[at + 1 :]]
        return found

    def _stands(self, reading: Reading) -> bool:
        """Whether a standing order was found already."""
        return any(self.structured.standing(line) for line in (*reading.lines, *reading.several))

    def _is_talk(self, reading: Reading) -> bool:
        """Whether a part is addressed to somebody else, asks something, or tells about the past."""
        text = reading.text
        told = self.parts.past.is_told(text) or self.parts.telling.says_in_the_past(text)
        told = told or not self._past.isdisjoint(tokens(text))  # `if I had one more, ...`
        return told or self.parts.talk.asks(text) or text.startswith("@")

    def _offered(self, text: str, there: Situation) -> tuple[str, ...]:
        """The standing orders that a sentence may mean, the likeliest first."""
        if is_long(text) or len(tokens(text)) > MOST_WORDS:
            return ()
        (right,) = self.spelling.right([text])
        told = (
            one
            for said in dict.fromkeys((text, right))
            for one in self.structured.situations_told(Mail(there, room=1), said)
        )
        ways: dict[str, None] = {}
        for situation, period, rest in islice(told, 1):
            for answer in self._answers(situation, rest, there):
                line = self.structured.conditions.stands.said(situation, answer, period)
                if self.structured.standing(line):
                    ways.setdefault(line)
        return tuple(islice(ways, MOST_ANSWERS))

    def _answers(self, situation: Statement, rest: str, there: Situation) -> Iterator[str]:
        """The answers that may be meant in a situation, by the words of the rest of a sentence."""
        said = self.parts.senses.of_text(rest)
        forms = frozenset[Word]().union(*(token.forms for token in said if not token.light))
        kinds = [k for k in situation.test.kinds if not forms.isdisjoint(self._words.get(k, ()))]
        possible = {str(form.choice[0]) for form in self._forms_of(kinds)}
        likely = self.parts.likely.of(said, sorted(possible))
        best = next(iter(likely), NO_ORDER)
        if best == NO_ORDER:
            return
        found = [
            line
            for verb in islice(likely, MOST_VERBS)
            if verb != NO_ORDER and likely[verb] >= likely[best] * LEAST
            for line in self._lines(verb, rest, kinds, there)
        ]
        found = self.parts.nearness.of_same_amounts(rest, found)
        numbers = {str(one.number) for one in said if isinstance(one.number, int) and not one.weak}
        if numbers and all(numbers.isdisjoint(map(str, tokens(line))) for line in found):
            return  # the text has an amount, and no known answer has it
        yield from found
        for question in map(self.parts.words.question, kinds):
            if not {question.yes, question.no}.isdisjoint(found):
                yield from filter(None, (question.yes, question.no))
        if found and self.parts.talk.denies(tokens(rest)):  # the opposite may be meant
            yield from (form.say for form in self._forms_of(kinds) if "{" not in form.say)

    def _forms_of(self, kinds: Sequence[str]) -> list[Form]:
        forms = self.parts.words.forms
        return [one for one in forms if one.choice and not set(kinds).isdisjoint(one.kinds)]

    def _lines(self, verb: str, rest: str, kinds: Sequence[str], there: Situation) -> Iterator[str]:
        """Answers with a verb, as printed, with what the rest of the sentence names."""
        texts = list(dict.fromkeys((rest, *self.parts.telling.clauses(rest))))[:MOST_CLAUSES]
        for form in self._forms_of(kinds):
            if form.choice[:1] != (verb,):
                continue
            if "{" not in form.say:
                yield form.say
                continue
            begins = " ".join(first_words(form))
            for kind in (one for one in kinds if one in form.kinds):
                for text in (said for one in texts for said in (one, f"{begins} {one}")):
                    read = self.as_said([text], there.about(kind))
                    lines = (line for each in read for line in (*each.lines, *each.several))
                    yield from (line for line in lines if self._is_so(line, verb, kind))

    def _is_so(self, line: str, verb: str, kind: str) -> bool:
        """Whether a line is an answer of this kind with this verb."""
        answers = kind in self.parts.kinds_of(line)
        return answers and verb in map(str, self.parts.verbs(line))
