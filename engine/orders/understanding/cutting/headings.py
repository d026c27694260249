"""Headings that only count the orders behind them (`Two attacks in India: first on France, then on
Spain`), and headings with only a yes or a no behind them (`Retreat: no`)."""

import re
from collections.abc import Callable

from engine.orders.understanding.words.senses import Senses
from engine.orders.words.language import Language, in_all
from engine.orders.words.lexicon import Plural, Word, is_long, tokens

_HEADING = re.compile(r"^(\W*)(\w+)\s+((\w+)\b[^:,;.!?]{0,40}:\s*\S.*)", re.DOTALL)
_ANSWERED = re.compile(r"^\W*([^:;.!?\n]{2,40}?)\s*:\s*([^:;?\n]{2,40})$")
MOST = 4
"""The most orders that a heading counts."""
LONGEST = 4
"""The most words of a heading that is answered by yes or no."""


class Headings:
    """Takes the count off a heading, so that it does not repeat the orders behind it, and puts a
    heading and its answer together."""

    def __init__(
        self,
        language: Language,
        acting: frozenset[Word],
        senses: Senses,
        depends: Callable[[str], bool],
    ) -> None:
        """`acting`: verbs of orders. `depends`: whether a text says when something is done."""
        self._depends = depends
        self._numbers = {**dict(zip(language.small_numbers, range(1, MOST + 1), strict=False))}
        self._numbers |= {str(n): n for n in range(2, MOST + 1)}
        self._acting, self._senses = acting, senses
        self._negated = language.negated_heading
        self._yes = frozenset(tuple(tokens(text)) for text in in_all("heading_yes"))
        self._no = frozenset(tuple(tokens(text)) for text in in_all("heading_no"))
        self._signed = frozenset(senses.words.signed)

    def answered(self, line: str) -> str:
        """Return a heading with a yes or a no as one order: `no retreat`; another line
        unchanged."""
        found = _ANSWERED.match(line)
        said = tuple(tokens(found[2])) if found else ()
        if not found or said not in self._yes | self._no or not self._is_done(found[1]):
            return line
        if self._depends(found[1]):
            return line  # it answers a question that is asked only then
        return found[1] if said in self._yes else self._negated.format(found[1])

    def of_its_sort(self, line: str) -> str:
        """Return a line without a heading that only names the sort of the units behind it: `Navy:
        one fleet from England to D13`."""
        head, mark, rest = line.partition(":")
        if not mark or not head.strip().isalpha() or is_long(rest):
            return line
        said = self._senses.of_text(head)
        only = len(said) == 1 and self._forces_of(head)
        return rest.strip() if only and only & self._forces_of(rest) else line

    def _forces_of(self, text: str) -> set[object]:
        said = self._senses.of_text(text)
        forces = self._senses.forces
        return {s.key for t in said for s in t.names_of(forces)}

    def _is_done(self, heading: str) -> bool:
        """Whether a heading names something to be done, without a power, units or a number."""
        said = self._senses.of_text(heading)
        categories = {s.category for t in said for s in t.names}
        if categories & self._signed or categories & self._senses.forces or len(said) > LONGEST:
            return False
        counted = any(t.number is not None for t in said)
        return not counted and any(t.senses or t.forms & self._senses.fixed for t in said)

    def uncounted(self, text: str) -> str:
        """Return a sentence without the number of orders at its beginning; unchanged if it has
        none."""
        found = _HEADING.match(text)
        if not found or self._numbers.get(found[2].lower(), 1) < 2:
            return text
        word = next(iter(tokens(found[4])), None)
        acts = isinstance(word, Plural) and word in self._acting
        return f"{found[1]}{found[3]}" if acts else text
