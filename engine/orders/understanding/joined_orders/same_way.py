"""Units that follow those before them: `the Caribbean navy to South America, then the army after
it`, `Flotte aus Afrika nach Indien, eine Armee aus Deutschland hinterher`."""

from collections.abc import Sequence

from engine.orders.patterns.choice_templates import all_slots, filled
from engine.orders.understanding.frames.before import Before
from engine.orders.understanding.words.senses import Senses
from engine.orders.understanding.words.token import Token
from engine.orders.vocabulary import Vocabulary
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word, tokens


class SameWay:
    """Completes a move that only follows another force."""

    def __init__(self, vocabulary: Vocabulary, senses: Senses, language: Language) -> None:
        self._vocabulary, self._words = vocabulary, senses.words
        self._following = language.words("following_others")
        self._out = frozenset(senses.words.grammar.prepositions.get("out", ()))

    def whole(self, said: Sequence[Token], before: Before) -> tuple[Word, ...]:
        """Return the words of the whole move that a piece gives in short; empty if it is no such
        piece."""
        form = before.form
        if form is None or self._following.isdisjoint(token.word for token in said):
            return ()
        slots = tuple(all_slots(form.choice))
        category = self._words.grammar.slots
        way = [slot for slot in slots if category.get(slot, slot) in self._words.places]
        what = [slot for slot in slots if category.get(slot, slot) in self._words.forces]
        forces = self._named(said, self._words.forces)
        places = self._named(said, self._words.places)
        if len(way) != 2 or len(what) != 1 or len(forces) != 1 or len(places) > 1:
            return ()
        if any(map(self._says_more, said)) or not before.values.keys() >= set(slots):
            return ()
        values = {**before.values, what[0]: forces[0][1]}
        if places:
            (at, place), (unit, _) = places[0], forces[0]
            ends = {sense.end for sense in said[at].senses if sense.key == place}
            elsewhere = self._out.isdisjoint(token.word for token in said[max(at - 2, 0) : at])
            if unit not in ends and elsewhere:
                return ()
            values[way[0]] = place
        line = self._vocabulary.say(form.kinds[0], filled(form.choice, values))
        return tuple(tokens(line))

    def _named(self, said: Sequence[Token], categories: Sequence[str]) -> list[tuple[int, str]]:
        """The names of these categories, each with its position."""
        found: dict[int, str] = {}
        for at, token in enumerate(said):
            keys = {s.key for s in token.names_of(categories)}
            if len(keys) == 1:
                found[at] = keys.pop()
        return list(found.items())

    def _says_more(self, token: Token) -> bool:
        """Whether a word adds something: another number of units, or another verb."""
        if token.word in self._following or token.senses:
            return False
        return not token.light if token.number is None else token.number != 1
