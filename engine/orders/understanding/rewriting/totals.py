"""A number before a list of as many places, which only counts them: `three cubes: Egypt, Crete,
Egypt` are one cube each, and so may be `two cubes to Egypt and Crete`. `two cubes each to Egypt and
Crete` are two cubes each."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.orders.understanding.words.counting import TIMES
from engine.orders.understanding.words.senses import Senses
from engine.orders.understanding.words.spans import spans_of
from engine.orders.understanding.words.token import Token
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word, is_long, tokens, words_in

LEAST, MOST = 2, 9
"""The lowest and the highest number that may be such a total."""


class _Place(NamedTuple):
    """A place of the list: its key, and the words that name it."""

    key: object
    start: int
    end: int


class Totals:
    """Rewrites what is meant for all places for each of them, if an order is repeated for each."""

    def __init__(
        self, language: Language, senses: Senses, verbs: Iterable[Word], counted: Iterable[Word]
    ) -> None:
        """`verbs`: the words of orders that are repeated for each of several places; `counted`:
        those for what such an order takes."""
        self._counted, self._acting = frozenset(counted), senses.words.acting
        words = senses.words
        self._senses, self._each = senses, language.words("each")
        self._places, self._forces = frozenset(words.places), frozenset(words.forces)
        self._joints = words_in(language.joints)
        often = ((tuple(tokens(text)), n) for text, n in language.multiples.items())
        self._often = {said[0]: n for said, n in often if len(said) == 1}
        self._verbs = frozenset(verbs) - senses.before - self._each

    def shared(self, text: str) -> tuple[str, bool]:
        """Return a sentence with what is meant for each place, and whether that is in doubt."""
        if not self._verbs or is_long(text):
            return text, False
        words, spans = spans_of(text)
        if not words:
            return text, False
        said = self._senses.of(words)
        numbers = [(n, self._number(t)) for n, t in enumerate(said) if self._number(t)]
        if len(numbers) != 1 or not LEAST <= numbers[0][1] <= MOST:
            return text, False
        ((at, number),) = numbers
        times = at > 0 and words[at - 1] == TIMES
        if (times or said[at].word in self._often) and self._ends_place(said, at - times):
            return text, False  # `Sicily twice, Illyria and Egypt once`
        places = self._listed(said, at)
        if not places:
            return self._in_front(text, spans, said, at), False
        if len(places) < LEAST:
            return text, False
        first, last = spans[at][0], spans[at + (words[at + 1] == TIMES)][1]
        if any(token.word in self._each for token in said):
            return self._for_each(text, spans, places[1:], text[first:last]), False
        again = len({place.key for place in places}) < len(places)
        headed = ":" in text[last : spans[places[0].start][0]]
        if number != len(places):
            return text, False
        return f"{text[:first]}{text[last:].lstrip()}", not (again or headed)

    def _in_front(
        self, text: str, spans: Sequence[tuple[int, int]], said: Sequence[Token], at: int
    ) -> str:
        """The sentence with the amount before its one place, if it is only such an order for that
        place: `trade in Asia with two cubes`."""
        named = [
            (n, sense.end)
            for n, token in enumerate(said)
            for sense in token.names_of(self._places)[:1]
        ]
        behind = said[at + 1] if at + 1 < len(said) else None
        if len(named) != 1 or behind is None or behind.forms.isdisjoint(self._counted):
            return text
        ((start, end),) = named
        rest = [t for n, t in enumerate(said) if not (start <= n < end or n in (at, at + 1))]
        does = [t for t in rest if not t.forms.isdisjoint(self._acting | self._verbs)]
        known = all(t.light or t.between or not t.forms.isdisjoint(self._verbs) for t in rest)
        if at < end or not does or not known:
            return text
        counted = text[spans[at][0] : spans[at + 1][1]]
        return f"{counted} {text[spans[start][0] : spans[end - 1][1]]}"

    def _listed(self, said: Sequence[Token], at: int) -> list[_Place]:
        """The places after a number, if nothing else follows it and the sentence has a repeated
        order."""
        found: list[_Place] = []
        does, n = any(token.forms & self._verbs for token in said[:at]), at + 1
        while n < len(said):
            token = said[n]
            sense = next(iter(token.names_of(self._places)), None)
            if sense:
                found.append(_Place(sense.key, n, sense.end))
            elif token.names_of(self._forces):
                return []
            elif not found:
                does = does or bool(token.forms & self._verbs)
            elif token.number is not None or not self._goes_on(token):
                return []
            n = sense.end if sense else n + 1
        return found if does else []

    def _ends_place(self, said: Sequence[Token], at: int) -> bool:
        """Whether the name of a place ends right before a word."""
        return any(sense.end == at for token in said[:at] for sense in token.names_of(self._places))

    def _number(self, token: Token) -> int:
        """The number that a word is, or stands for, such as `twice`; 0 if there is none."""
        counts = isinstance(token.number, int) and not token.weak
        return int(token.number or 0) if counts else self._often.get(token.word, 0)

    def _goes_on(self, token: Token) -> bool:
        """Whether a list of places may go on after a word."""
        return token.light or token.between or token.word in self._joints

    def _for_each(
        self, text: str, spans: Sequence[tuple[int, int]], places: Sequence[_Place], number: str
    ) -> str:
        """The sentence with the number before each of the other places, too."""
        for place in reversed(places):
            start = spans[place.start][0]
            text = f"{text[:start]}{number} {text[start:]}"
        return text
