"""Forces that are attacked, not those that attack: `shell the French army in D14` and `attack the
armies in D14` attack D14."""

from collections.abc import Sequence

from engine.orders.understanding.reading_types import Situation
from engine.orders.understanding.words.senses import Senses
from engine.orders.understanding.words.spans import spans_of
from engine.orders.understanding.words.token import Token
from engine.orders.words.lexicon import is_long, words_in


class FoughtForces:
    """Leaves out the forces that are attacked, between the verb and the place."""

    def __init__(self, senses: Senses) -> None:
        words, language = senses.words, senses.language
        self._senses, synonyms = senses, words.grammar.synonyms
        more = (synonyms.get(verb, ()) for verb in words.fighting)
        self._fighting = words.fighting.union(*more)
        self._forces, self._places = frozenset(words.forces), frozenset(words.places)
        self._seats, self._within = frozenset(words.signed), language.words("within")
        self._whose = words_in(language.told.whose) - language.words("mine")
        self._small = language.words("everything") | {language.both}

    def left_out(self, text: str, there: Situation) -> str:
        """Return a sentence with only the place; unchanged where the writer's own forces are."""
        words, spans = spans_of(text)
        if is_long(text) or self._fighting.isdisjoint(words):
            return text
        said = self._senses.of(words)
        for at in range(len(said) - 1, -1, -1):
            end = self._place(said, at + 1, there) if said[at].word in self._fighting else 0
            if end:
                text = f"{text[: spans[at][1]]} {text[spans[end][0] :]}"
        return text

    def _place(self, said: Sequence[Token], at: int, there: Situation) -> int:
        """Where the place is that follows the forces at a word; 0 if there is none, or if it is the
        writer's."""
        begun, whose, forces = at, set[str](), False
        while at < len(said) and not (forces and said[at].word in self._within):
            named = said[at].names_of(self._forces)
            owner = {s.key for s in said[at].names_of(self._seats)} if not forces else set()
            small = said[at].word in self._whose | self._small or said[at].number is not None
            if not (named or owner or (small and not forces) or (forces and said[at].light)):
                return 0
            forces, whose = forces or bool(named), whose | owner
            at = max((s.end for s in named), default=at + 1)
        places = said[at + 1].names_of(self._places) if begun < at < len(said) - 1 else ()
        own = there.is_own(whose) or any(
            there.is_own(there.standing.get(sense.key, ())) for sense in places
        )
        return at + 1 if places and not own else 0
