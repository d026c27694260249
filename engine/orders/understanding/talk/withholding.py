"""Orders that a sentence names but does not give: `I forgot to attack`, `attack, but not yet`."""

from collections.abc import Sequence

from engine.orders.understanding.words.senses import Senses
from engine.orders.understanding.words.spans import begins, spans_of
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word, tokens, words_in


class Withholding:
    """Finds sentences that name an order but do not give it."""

    def __init__(self, language: Language, senses: Senses) -> None:
        withholding = language.withholding
        self._senses = senses
        self._front = language.choices(withholding.front)
        self._behind = language.choices(withholding.behind)
        self._unwilling = language.unwilling
        self._others = words_in(withholding.others)
        self._self, self._no = language.words("first_person"), language.words("negations")
        self._conditional = language.words("structure")
        self._marker = language.words("infinitive") if language.separable else frozenset[Word]()

    def withholds(self, text: str) -> bool:
        """Tell whether an order in a text is not the writer's, or not to be played now."""
        written = spans_of(text)
        said = written.words
        words = enumerate(self._senses.of(said) if said else ())
        orders = [n for n, token in words if self._senses.is_of_order(token)]
        if not orders:
            return False
        marks = [*written.before(text), "."]
        if self._is_behind(said, marks, orders[0]) or self._is_in_front(said, marks, orders[0]):
            return True
        return 0 < self._front.end(said, 0) <= orders[-1]

    def takes_back(self, text: str) -> bool:
        """Tell whether a text only takes back what comes before it."""
        said = tuple(tokens(text))
        return bool(said) and self._behind.end(said, 0) == len(said)

    def _is_behind(self, said: Sequence[Word], marks: Sequence[str], first: int) -> bool:
        """Whether words that take the order back follow it, at the end of a part."""
        ends = (self._behind.end(said, at) for at in range(first + 1, len(said)))
        return any(end and marks[end] for end in ends)

    def _is_in_front(self, said: Sequence[Word], marks: Sequence[str], first: int) -> bool:
        """Whether words before the order make it no order."""
        cut = begins(marks, first)
        clause, others = said[cut:first], self._self.isdisjoint(said[:first])
        if self._conditional.intersection(clause):
            return False
        if self._unwilling.intersection(clause):
            return True
        if others and self._others.intersection(clause[:2]):
            return True
        head = said[begins(marks, cut - 1) : cut]
        depends = bool(cut) and self._depends(said[cut:])
        if depends and not (self._no | self._others).isdisjoint(head):
            return True
        if marks[cut] == ":" and self._no.issuperset(head):
            return True
        return (depends or marks[cut] == ":") and not self._unwilling.isdisjoint(head)

    def _depends(self, clause: Sequence[Word]) -> bool:
        """Whether a clause is an infinitive that depends on the clause before it: `D16
        anzugreifen`."""
        return any(
            word == mark or (mark in word[1:-2] and word.endswith("n"))
            for word in clause
            for mark in self._marker
        )
