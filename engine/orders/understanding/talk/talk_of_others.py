"""Sentences between orders that are about others, or other things, and order nothing: `Nobody ever
attacks me in winter`, `they are doing nothing where they are`, `my wife says I only ever build
things`, `Prussia will hate me for it`, `it's cold out there in Poland`, `two merchants already
gone`."""

from collections.abc import Sequence
from dataclasses import replace

from engine.orders.understanding.reading_types import Reading, Situation, nothing
from engine.orders.understanding.talk.garbled import Garbled
from engine.orders.understanding.talk.small_talk import SmallTalk
from engine.orders.understanding.words.senses import Senses
from engine.orders.understanding.words.token import Token
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word, is_long, tokens, words_in
from engine.orders.words.phrases import begun

MOST_OF_SUBJECT = 4
"""Among how many words the verb of a sentence is looked for."""


class TalkOfOthers:
    """Recognizes such sentences while an action is asked; an answer to another question may look
    the same."""

    def __init__(self, language: Language, senses: Senses, known: frozenset[Word]) -> None:
        """`known`: words that may belong to an order."""
        told = language.told
        self._senses, self._known = senses, known
        self._garbled = Garbled(language, senses)
        self._small_talk = SmallTalk(language, senses)
        self._acting = senses.words.acting
        self._actions = frozenset(senses.words.actions)
        self._anybody, self._persons = words_in(told.anybody), words_in(told.persons)
        self._links = words_in(told.links)
        self._whose = words_in(told.whose) - language.words("negations")
        self._saying, self._tells = words_in(told.saying), words_in([*told.being, *told.past])
        self._self = words_in([*told.self, *language.happening.me])
        self._idle = language.words("negations") | self._anybody
        self._contracted, self._past = words_in(told.contracted), words_in(told.past)
        self._coming, self._openings = (
            words_in(told.coming),
            [tuple(tokens(text)) for text in told.openings],
        )
        self._seats = frozenset(senses.words.signed)
        self._forces = frozenset(senses.words.forces)
        self._mine = words_in([*language.happening.mine, *told.self])
        self._toward = language.words("infinitive")
        self._referring = language.words("them") | language.words("there")
        self._weighing = language.words("structure") | language.words("questions")

    def is_talk(self, text: str, there: Situation) -> bool:
        """Tell whether a sentence orders nothing and answers nothing."""
        if is_long(text) or text.rstrip(" )!").endswith("?") or ":" in text:
            return False
        if there.asked is not None and there.asked.kind not in self._actions:
            return False
        said = self._senses.of_text(text)
        while len(said) > 1 and said[0].word in self._links:
            said = said[1:]
        if len(said) < 2 or said[0].word in self._weighing:
            return False
        if self._is_of_seat(said, there) or self._small_talk.is_all(text, said, there):
            return True
        if any(self._names(t, said) for t in said):
            return False
        first, acts = said[0].word, self._acts(said[1:])
        if self._is_opened(tuple(token.word for token in said)):
            return True
        if first in self._anybody:
            return any(token.word in self._self for token in said[1:])
        if first in self._persons:
            return not acts and (first in self._contracted or said[1].word in self._tells)
        return first in self._whose and self._is_of_stranger(said)

    def place_in(self, text: str) -> str | None:
        """Return the place of which a sentence only says what it is like there, if it does so."""
        return self._small_talk.place_of(text, self._senses.of_text(text))

    def left_out(self, found: Sequence[Reading], there: Situation) -> list[Reading]:
        """Return readings; beside orders, text that was not understood becomes talk if it names
        nothing, denies nothing and has no verb of orders: `the rest is in God's hands`. What looks
        like a misspelt order is asked about."""
        garbled = self._garbled.is_order
        found = [
            replace(r, sort="unclear") if r.sort == "remark" and garbled(r.text) else r
            for r in found
        ]
        asked = there.asked is None or there.asked.kind in self._actions
        if not asked or not any(reading.sort == "order" for reading in found):
            return list(found)
        return [
            nothing(r.text)
            if r.sort == "unclear" and self._is_idle(r.text) and not garbled(r.text)
            else r
            for r in found
        ]

    def _is_idle(self, text: str) -> bool:
        said = () if is_long(text) else self._senses.of_text(text)
        words = {token.word for token in said}
        depends = not words.isdisjoint(self._weighing | self._idle | self._referring)
        named = any(self._names(token, said) for token in said)
        return bool(said) and not (depends or named or self._acts(said))

    def _is_opened(self, said: tuple[Word, ...]) -> bool:
        """Whether words begin like talk, and not like a wish: `I hope to attack`."""
        phrase = begun(self._openings, said)
        return bool(phrase) and self._toward.isdisjoint(said[len(phrase) : len(phrase) + 1])

    def _is_of_seat(self, said: Sequence[Token], there: Situation) -> bool:
        """Whether words describe another seat, and name nothing else."""
        keys = {sense.key for sense in said[0].names_of(self._seats)}
        others = any(self._names(t, said) for t in said[1:])
        tells = said[1].word in self._tells | self._coming
        others = others or any(token.word in self._mine for token in said)
        return bool(keys) and tells and not (there.is_own(keys) or others or self._acts(said[1:]))

    def _is_of_stranger(self, said: Sequence[Token]) -> bool:
        """Whether words describe something that no order is about."""
        told = (t for t in said[2:MOST_OF_SUBJECT] if t.word in self._tells | self._saying)
        verb = next(told, None)
        if verb is None or said[1].light:
            return False
        if self._is_known(said[1]) and not (said[1].names or verb.word in self._past):
            return False
        return verb.word in self._saying or not self._acts(said[2:])

    def _names(self, token: Token, said: Sequence[Token]) -> bool:
        """Whether a word is a number or a name. The writer's own name does not count, nor do units
        in a text about the past: `my army has been idle`."""
        own = token.word in self._self or any(s.category == "self" for s in token.names)
        past = any(each.word in self._past for each in said[1:MOST_OF_SUBJECT])
        units = past and bool(token.names_of(self._forces))
        counts = token.number is not None and not token.weak
        return counts or (bool(token.names) and not (own or units))

    def _acts(self, said: Sequence[Token]) -> bool:
        acts = any(t.forms & self._acting and t.word not in self._idle | self._past for t in said)
        return acts or (said[1:2] != () and said[1].word in self._toward)

    def _is_known(self, token: Token) -> bool:
        heavy = not (token.light or token.between)
        return heavy and token.word not in self._tells and not token.forms.isdisjoint(self._known)
