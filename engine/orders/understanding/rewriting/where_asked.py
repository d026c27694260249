"""Forces without the place that the question is about: `both recruits starve` means those in the
one square that has too many."""

from collections.abc import Callable, Collection

from engine.orders.understanding.reading_types import Situation
from engine.orders.understanding.words.senses import Senses
from engine.orders.understanding.words.spans import spans_of
from engine.orders.words.lexicon import Word, is_long


class WhereAsked:
    """Adds the place that the question is about to forces."""

    def __init__(self, senses: Senses, lasting: Callable[[str], Collection[Word]]) -> None:
        """`lasting`: the words that make an answer to a kind of question one for good, such as
        `first`."""
        self._senses, self._lasting, words = senses, lasting, senses.words
        self._forces, self._places = frozenset(words.forces), frozenset(words.places)
        self._inside = senses.language.inside

    def named(self, text: str, there: Situation) -> str:
        """Return a sentence with the place after the last force in it; unchanged if it names a
        place or what goes first, or if the question is about several places."""
        where = self._where(there)
        words, spans = spans_of(text)
        if not where or is_long(text) or not words:
            return text
        said = self._senses.of(words)
        ends = [sense.end for token in said for sense in token.names_of(self._forces)]
        for_good = self._lasting(there.asked.kind) if there.asked else ()
        if not ends or any(
            t.names_of(self._places) or not t.forms.isdisjoint(for_good) for t in said
        ):
            return text
        end = spans[max(ends) - 1][1]
        return f"{text[:end]} {self._inside} {where}{text[end:]}"

    def _where(self, there: Situation) -> str:
        """The name of the one place that the question is about; `""` if there are several, or
        none."""
        words, asked = self._senses.words, there.asked
        places = list(asked.facts.get(words.question(asked.kind).where, ())) if asked else []
        return words.name(places[0]) if len(places) == 1 else ""
