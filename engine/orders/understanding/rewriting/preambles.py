"""Sentences without words that only stand in front of an order: `With a heavy heart I attack
Spain`."""

from collections.abc import Callable, Sequence

from engine.orders.understanding.words.senses import Senses
from engine.orders.understanding.words.spans import begins, spans_of
from engine.orders.understanding.words.token import Token
from engine.orders.words.language import Language
from engine.orders.words.phrases import Phrases

LEAST = 2
"""How many words a preamble has at least; a single word may be a heading: `Disbandment: 1 army`."""


class Preambles:
    """Leaves out the words before the first word of an order, if they order nothing, deny nothing
    and tell of nobody else."""

    def __init__(self, language: Language, senses: Senses, tells: Callable[[str], bool]) -> None:
        """`tells`: whether a text tells what was done before."""
        self._senses, self._tells = senses, tells
        self._self = language.words("first_person")
        self._marker = language.words("infinitive")
        self._opening = language.words("questions") | language.words("conditional_verbs")
        weighing = ("negations", "not_words", "structure", "doubts", "unsure", "limits")
        phrases = [phrase for key in weighing for phrase in language.phrases(key)]
        phrases += [(word,) for word in language.unwilling]
        self._weighing = Phrases(phrases)

    def left_out(self, text: str) -> str:
        """Return a sentence without such words; unchanged if the words before the order may
        matter."""
        said, spans = written = spans_of(text)
        if not said or text.rstrip(" )!").endswith("?"):
            return text
        found = self._senses.of(said)
        first = next((n for n, t in enumerate(found) if self._senses.is_of_order(t)), 0)
        cut = self._cut(found, written.before(text), first) if first else 0
        head = found[:cut]
        if len(head) < LEAST or all(token.light for token in head) or not self._is_harmless(head):
            return text
        start = spans[cut][0]
        return text if self._tells(text[:start]) else text[start:]

    def _cut(self, found: Sequence[Token], marks: Sequence[str], first: int) -> int:
        """The word with which the order begins; 0 if that is not known."""
        acts = not found[first].forms.isdisjoint(self._senses.words.acting)
        before, own = found[first - 1].word, any(t.word in self._self for t in found[:first])
        if acts and before in self._self:
            return first - 1
        if acts and before in self._marker and own:
            return first
        if acts and any(t.word in self._self for t in found[first + 1 : first + 2]):
            return first
        cut = begins(marks, first)
        return 0 if marks[cut] == "," and own else cut

    def _is_harmless(self, head: Sequence[Token]) -> bool:
        """Whether words have nothing that changes the order after them."""
        said = [token.word for token in head]
        return said[0] not in self._opening and not self._weighing.stand_in(said)
