"""Loose names: a part (`the horse`), a sort (`my cavalry`), less than there is (`archers`, if only
veteran archers can be had), or a word for a number (`the three` for a marker called 3). What is
there decides which one is meant."""

from collections.abc import Iterable, Sequence

from engine.orders.patterns.choice_templates import all_slots
from engine.orders.patterns.forms import EITHER, UNSAID
from engine.orders.understanding.reading_types import Situation
from engine.orders.understanding.words.token import Sense, Token
from engine.orders.vocabularies.game_words import Words
from engine.orders.words.lexicon import Plural, Word, tokens

COST = 1
"""The cost of a loose name."""


class Loose:
    """What words may stand for that are not whole names."""

    def __init__(self, words: Words, besides: Iterable[Word]) -> None:
        """`besides`: words that have a meaning of their own."""
        self.words, self._fixed = words, words.grammar.spelled.words
        not_parts = frozenset(besides)
        self._answering = _categories_of_answers(words)
        self._said: dict[Word, dict[tuple[str, str], None]] = {}
        self._sorts: set[Word] = set()
        for category, names in words.grammar.names.items():
            for part in set(names.words()) - not_parts:
                for key in names.containing(part):
                    self._said.setdefault(part, {})[category, key] = None
        for category, groups in words.groups.items():
            for text, keys in groups.items():
                (word,) = tokens(text)
                self._sorts.add(word)
                self._said.setdefault(word, {}).update(((category, key), None) for key in keys)

    def chosen(self, said: Sequence[Token], there: Situation) -> tuple[Token, ...]:
        """Return the words, each with the names that it may stand for in this situation."""
        kind = there.asked.kind if there.asked else ""
        if not (there.keys or there.hand):
            return tuple(said)
        known, sure = there.keys, not self.words.question(kind).single
        return tuple(
            self._in_figures(said, place, self._answering.get(kind, frozenset()))
            or self._with(token, place, known, there.hand, sure)
            for place, token in enumerate(said)
        )

    def _in_figures(
        self, said: Sequence[Token], place: int, categories: frozenset[str]
    ) -> Token | None:
        """A word for a number, if that number is a name in answers and does not count what is
        behind it; None if it is no such word."""
        token, behind = said[place], said[place + 1 : place + 2]
        if not isinstance(token.number, int) or token.weak or token.word.isdecimal():
            return None
        if any(t.senses or not (t.light or t.forms.isdisjoint(self._fixed)) for t in behind):
            return None
        found = self.words.grammar.names_at([str(token.number)], 0)
        senses = (Sense(category, name.key, place + 1) for category, name in found)
        named = tuple(sense for sense in senses if sense.category in categories)
        return token._replace(senses=(*token.senses, *named)) if named else None

    def _with(
        self, token: Token, place: int, known: frozenset[str], hand: frozenset[str], sure: bool
    ) -> Token:
        exact = {sense.key for sense in token.names}
        if exact & known:
            return token
        if token.senses and not exact:
            return token
        plural = isinstance(token.word, Plural)
        if exact:
            return token._replace(senses=tuple(self._wider(s, known) for s in token.senses))
        found: dict[str, list[str]] = {}
        held = hand if token.word in self._sorts else frozenset[str]()
        said = self._said.get(token.word, ())
        there = known if any(key in known for _, key in said) else held
        for category, key in said:
            if key in there:
                found.setdefault(category, []).append(key)
        sorts = sure and token.word in self._sorts
        senses = tuple(
            self._loosely(category, keys, sorts, Sense(category, keys[0], place + 1, 0, plural))
            for category, keys in found.items()
        )
        return token._replace(senses=senses, slips={}) if senses else token

    def _loosely(self, category: str, keys: Sequence[str], sorts: bool, sense: Sense) -> Sense:
        """One of these names. If there is only one of a sort of units, or of what a seat holds, it
        is certain; but not if a turn has room for one order only, as the sort may be mentioned by
        the way."""
        if sorts and len(keys) == 1 and (category in self.words.forces or self.words.hands):
            return sense
        return sense._replace(key=either(keys), cost=COST, loose=True)

    def _wider(self, sense: Sense, known: Iterable[str]) -> Sense:
        """A name, or the longer names here that contain all its words."""
        if sense.category not in self.words.grammar.names:
            return sense
        said = set(tokens(self.words.name(sense.key)))
        keys = self.words.grammar.names[sense.category].keys
        wider = [k for k in keys if k in known and said < set(tokens(self.words.name(k)))]
        return sense._replace(key=either(wider), cost=COST) if wider else sense


def either(keys: Sequence[str]) -> str:
    """Return what stands in a choice for one of these names."""
    return keys[0] if len(keys) == 1 else UNSAID + EITHER.join(keys)


def _categories_of_answers(words: Words) -> dict[str, frozenset[str]]:
    """By kind of question, if that is no action, the categories that an answer may name."""
    found: dict[str, set[str]] = {}
    for form in words.forms:
        slots = (words.grammar.slots.get(slot, slot) for slot in all_slots(form.choice))
        for kind in set(form.kinds).difference(words.actions):
            found.setdefault(kind, set()).update(slots)
    return {kind: frozenset(categories) for kind, categories in found.items()}
