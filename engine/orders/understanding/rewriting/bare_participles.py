"""Orders whose verb is only a participle: `1 fleet in E7 disbanded`, `Mercenaries used in India`,
`I'd like the base in D17 converted`.

What forces do themselves may be reported like this, too: `army moved to India` orders nothing. It
does if it is a wish: `I want India attacked`.
"""

import re

from engine.orders.understanding.reading_types import Situation
from engine.orders.understanding.rewriting.passives import Passives
from engine.orders.understanding.words.senses import Senses
from engine.orders.understanding.words.token import Token
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word
from engine.orders.words.phrases import any_of
from engine.orders.words.verb_forms import LEAST_STEM

_CLAUSE = re.compile(r"(?P<begun>^|[,;:.!?]\s+)(?P<said>[^,;:.!?]{4,120})(?=$|[,;:.!?])")
_WORD = re.compile(r"\w+")


class BareParticiples:
    """Puts such a participle as a verb in the place that it has in an order."""

    def __init__(self, language: Language, senses: Senses, passives: Passives) -> None:
        voice, words = language.passive, senses.words
        self._senses, self._passives, self._acting = senses, passives, words.acting
        self._own_deeds = frozenset(voice.own_deeds) | frozenset(voice.hostile)
        self._is_spoken = bool(voice.own_deeds)
        wished = any_of(voice.wished)
        self._wished = re.compile(rf"(?:(?:{any_of(voice.led)}),?\s+)*(?:{wished})\s+", re.I)
        keys = ("structure", "negations", "first_person", "you", "describing", "owning", "subject")
        said = frozenset[Word]().union(*(language.words(key) for key in keys))
        self._leaving = said | language.words("pronouns") | frozenset(language.states)
        self._seats, self._places = frozenset(words.signed), frozenset(words.places)
        self._things = frozenset((*words.things, *words.forces))

    def active(self, text: str, there: Situation) -> str:
        """Return a text with such participles as verbs of orders; what is about others, about the
        past or about what forces do stays unchanged."""
        if not self._is_spoken:
            return text
        return _CLAUSE.sub(lambda found: found["begun"] + self._order(found["said"], there), text)

    def _order(self, text: str, there: Situation) -> str:
        wished = self._wished.match(text)
        rest = text[wished.end() :] if wished else text
        for word in _WORD.finditer(rest):
            verb = self._verb(word[0]) if word.start() else ""
            if verb in self._own_deeds and not wished:
                return text
            if verb:
                before, behind = rest[: word.start()].strip(), rest[word.end() :].strip()
                whole = self._is_done(before, there, bool(wished)) and self._adds(behind, there)
                return f"{verb} {before} {behind}".strip() if whole else text
        return text

    def _verb(self, word: str) -> str:
        """The verb of orders, if a word can only be its participle; `""` otherwise."""
        said = self._senses.of_text(word)
        if len(said) != 1 or said[0].light or said[0].names or said[0].forms & self._acting:
            return ""
        verb = self._passives.verb(word.lower())
        return verb if verb != word.lower() and len(verb) >= LEAST_STEM else ""

    def _is_done(self, text: str, there: Situation, wished: bool) -> bool:
        """Whether a text names something that may be acted on, such as a thing or, in a wish, a
        place, and nothing that others do or that has a verb of its own."""
        said = self._senses.of_text(text)
        sorts = self._things | self._places if wished else self._things
        named = any(token.names_of(sorts) for token in said)
        known = any(not t.light and t.forms & self._senses.fixed - self._acting for t in said)
        known = known or bool(said and said[-1].forms & self._acting)
        return (named or known) and self._tells_nothing(said[:-1], said, there)

    def _adds(self, text: str, there: Situation) -> bool:
        """Whether the text after the verb tells of nothing done by itself, now or earlier."""
        said = self._senses.of_text(text)
        return self._tells_nothing(said, said, there) and not any(t.ordinal for t in said)

    def _tells_nothing(
        self, verbs: tuple[Token, ...], said: tuple[Token, ...], there: Situation
    ) -> bool:
        """Whether nothing is done by a verb, and nobody is named who may do or tell something."""
        acts = any(t.forms & self._acting and not (t.names or t.light) for t in verbs)
        whose = {
            s.key
            for t in said
            for s in t.names
            if s.category in self._seats and not t.names_of(self._places)
        }
        others = bool(whose) and not there.is_own(whose)
        return not (acts or others) and self._leaving.isdisjoint(t.word for t in said)
