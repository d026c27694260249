"""What is written right after an order about its result: `Attack D16 from C16. Two of them move
in.`

Such a sentence answers a question that the order leads to, before it is asked. If the sentence is
not understood, the order is only proposed, since the answer would come too late.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from engine.core.messages import message
from engine.orders.understanding.interpreter_parts import Parts
from engine.orders.understanding.joined_orders.said_again import only_counts
from engine.orders.understanding.reading_types import Reading, Situation
from engine.orders.understanding.words.senses import words_of
from engine.orders.understanding.words.token import Token
from engine.orders.words.lexicon import Word, tokens

BEHIND = message("guess.behind")
MOST_BEFORE = 4
"""How many clauses may come before a clause about their result."""
MOST_LETTERS = 150
"""A sentence with more letters than this is not cut in two."""
MOST_SENTENCES = 12
"""In a mail with more sentences than this, none is cut in two, as each part is read again."""
ReadAs = Callable[[Sequence[str], Situation], list[Reading]]


class Following:
    """Reads what follows orders as answers to what they lead to."""

    def __init__(self, parts: Parts, read: ReadAs) -> None:
        """`read`: reads a part of a sentence, without cutting it again."""
        self._parts, self._read = parts, read
        self._senses, language = parts.senses, parts.language
        self._them, self._forces = language.words("them"), frozenset(parts.words.forces)
        self._led_to = {
            kind: question.behind
            for kind, question in parts.words.questions.items()
            if question.behind
        }
        small = self._senses.light | parts.senses.weak
        self._words = {kind: parts.reader.fixed_of(kind) - small for kind in self._led_to}
        """For each of these questions, the words of its answers."""

    def answered(self, found: Sequence[Reading], there: Situation, *, parts: bool) -> list[Reading]:
        """Return the readings, with those after such orders read as answers. `parts`: whether they
        are parts of sentences already."""
        kept: list[Reading] = []
        at: int | None = None
        for reading in found if parts else self._parted(found, there):
            kinds = [] if at is None else self._kinds(kept[at])
            if at is not None and kinds and (whole := self._whole(kept[at], reading, there)):
                kept[at] = whole
                continue
            if at is not None and kinds and reading.sort in ("unclear", "several"):
                answer = self._answer(reading, kept[at], kinds, there)
                if (
                    answer is None
                    and _is_unclear(reading)
                    and self._is_about(reading.text, kept[at].lines[-1])
                ):
                    kept[at] = replace(kept[at], sort="proposal", guessed=(BEHIND,))
                reading = answer or reading
            elif reading.sort == "order":
                at = len(kept) if self._kinds(reading) else None
            kept.append(reading)
        return kept

    def _parted(self, found: Sequence[Reading], there: Situation) -> Iterator[Reading]:
        """The readings; a sentence whose last clause is about the result of its order is cut in
        two: `I attack D7 from E7, then everyone moves in`."""
        many = len(found) > MOST_SENTENCES
        parted: tuple[str, tuple[str, ...]] = ("", ())
        for reading in found:
            if reading.text == parted[0] and reading.lines != parted[1]:
                continue  # it is another part of the same sentence
            *before, last = list(self._parts.telling.clauses(reading.text)) or [""]
            short = 0 < len(before) <= MOST_BEFORE and len(reading.text) <= MOST_LETTERS
            said = frozenset(tokens(last)) if short and not many else frozenset()
            kinds = [kind for kind, words in self._words.items() if not words.isdisjoint(said)]
            parts = self._apart(" ".join(before), last, kinds, there) if kinds else None
            parted = (reading.text, reading.lines) if parts else ("", ())
            yield from parts or (reading,)

    def _apart(
        self, first: str, last: str, kinds: Sequence[str], there: Situation
    ) -> Sequence[Reading] | None:
        """An order, and the clause after it as an answer to what it leads to; None if they are not
        that."""
        order = self._read([first], there)
        if len(order) != 1 or order[0].sort != "order":
            return None
        led = [kind for kind in self._kinds(order[0]) if kind in kinds]
        answer = self._answer(Reading(last, "unclear"), order[0], led, there)
        return (*order, answer) if answer else None

    def _kinds(self, order: Reading) -> list[str]:
        """The kinds of questions that an order leads to."""
        if order.sort not in ("order", "proposal") or not order.lines:
            return []
        verbs = self._parts.verbs(order.lines[-1])
        return [kind for kind, behind in self._led_to.items() if not verbs.isdisjoint(behind)]

    def _answer(
        self, reading: Reading, order: Reading, kinds: Sequence[str], there: Situation
    ) -> Reading | None:
        """A sentence as an answer to what the order before it leads to; None if it is no answer."""
        text = self._without_place(reading.text, order.lines[-1])
        every = not self._senses.everything.isdisjoint(tokens(order.text))
        if every and only_counts(self._said(text), self._forces):
            return None  # it may say again who goes
        for kind in kinds:
            for said in (text, self._with_forces(text, order.lines[-1])):
                found = self._read([said], there.about(kind))
                if len(found) == 1 and found[0].sort == "order":
                    kinds_of = map(self._parts.kinds_of, found[0].lines)
                    if all(kind in each for each in kinds_of):
                        return replace(found[0], text=reading.text)
        return None

    def _whole(self, order: Reading, more: Reading, there: Situation) -> Reading | None:
        """The order together with the next sentence, if that has no verb and no place of its own:
        `Attack D16 from C16. General 1 leads.`"""
        said = replace(more, lines=(more.lines or more.several)[:1])
        if not said.lines or self._verbs(said) != self._verbs(order):
            return None
        if self._parts.names_place(more.text) or self._says_verb(said):
            return None
        text = f"{order.text.rstrip(' .!')}, {more.text}"
        found = self._read([text], there)
        same = len(found) == 1 and found[0].sort == "order" and len(found[0].lines) == 1
        return found[0] if same and self._verbs(found[0]) == self._verbs(order) else None

    def _verbs(self, order: Reading) -> frozenset[str]:
        """What the last line of an order does."""
        return self._parts.verbs(order.lines[-1]) if order.lines else frozenset()

    def _says_verb(self, order: Reading) -> bool:
        """Whether the text of a sentence has the verb of its order."""
        kinds = ((line, kind) for line in order.lines for kind in self._parts.kinds_of(line))
        verbs = (self._parts.verbs_of(line, kind) for line, kind in kinds)
        return not frozenset(tokens(order.text)).isdisjoint(frozenset[str]().union(*verbs))

    def _is_about(self, text: str, line: str) -> bool:
        """Whether a text names forces, or a place that the order's line names."""
        return bool(self._spans(text, self._forces) or self._again(text, line))

    def _again(self, text: str, line: str) -> list[tuple[int, int]]:
        """Where a text first names a place that the line names, too."""
        places = self._parts.reader.places
        named = self._senses.keys_in(line, places)
        return [
            (start, sense.end)
            for start, token in enumerate(self._said(text))
            for sense in token.names_of(places)
            if sense.key in named
        ][:1]

    def _without_place(self, text: str, line: str) -> str:
        """The text without the place that the line names, and without a small word before it."""
        words = list(map(str, words_of(text)))
        for start, end in self._again(text, line):
            small = start > 0 and self._said(text)[start - 1].light
            del words[start - small : end]
        return " ".join(words)

    def _with_forces(self, text: str, line: str) -> str:
        """A text that counts some of `them`, with the name of the line's forces instead."""
        said = self._said(text)
        counted = next((n for n, token in enumerate(said) if token.number is not None), None)
        forces = self._spans(line, self._forces)
        if counted is None or not forces or self._spans(text, self._forces):
            return text
        start, end = forces[0]
        name = " ".join(map(str, words_of(line)[start:end]))
        words = [
            f"{token.word} {name}" if n == counted else str(token.word)
            for n, token in enumerate(said)
            if not self._refers(said, n)
        ]
        return " ".join(words)

    def _refers(self, said: Sequence[Token], n: int) -> bool:
        """Whether a word stands for something named before, or is a small word before such a
        word."""
        behind = said[n + 1].word if n + 1 < len(said) else Word("")
        return said[n].word in self._them or (behind in self._them and said[n].light)

    def _spans(self, text: str, categories: frozenset[str]) -> list[tuple[int, int]]:
        """Where a text has names of these categories."""
        return [
            (start, sense.end)
            for start, token in enumerate(self._said(text))
            for sense in token.names_of(categories)
        ]

    def _said(self, text: str) -> Sequence[Token]:
        return self._senses.of_text(text)


def _is_unclear(reading: Reading) -> bool:
    """Whether a reading was not understood, even if some orders come near to it."""
    return reading.sort == "unclear" or not reading.kind
