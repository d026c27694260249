"""Sentences in which the writer speaks of the own power, put as the writer's own.

`The British build a fleet` is put as `I build a fleet`, `In C16 hebt Preußen Truppen aus` as `In
C16 hebe ich Truppen aus`.
"""

from collections.abc import Sequence

from engine.orders.language import Language
from engine.orders.lexicon import Word
from engine.orders.understanding.reading_types import Situation
from engine.orders.understanding.words.senses import Senses
from engine.orders.understanding.words.spans import spans_of
from engine.orders.understanding.words.token import Token


class OwnName:
    """Puts `I` in the place of the seat's own name, where it is the subject of an order's verb."""

    def __init__(self, language: Language, senses: Senses) -> None:
        self._senses, self._forms = senses, language.verbs
        self._articles = language.words("articles") - language.words("indefinite")
        self._joints = language.words("joints")

    def as_writer(self, text: str, there: Situation) -> str:
        """Return a sentence so; as it is, if the own power is no subject in it."""
        said, spans = found = spans_of(text)
        tokens, marks = self._senses.of(said), found.before(text)
        for place in reversed(range(len(tokens))):
            end = self._end_of_name(tokens[place], there)
            if not end:
                continue
            start = place - (place > 0 and said[place - 1] in self._articles)
            if verb := self._verb_at(tokens, end):
                if start == 0 or marks[start] or said[start - 1] in self._joints:
                    instead = f"{self._forms.writer} {verb}"
                    text = text[: spans[start][0]] + instead + text[spans[end][1] :]
            elif self._is_singular(said[start - 1]) and (verb := self._verb_at(tokens, start - 1)):
                instead = f"{verb} {self._forms.writer}"
                text = text[: spans[start - 1][0]] + instead + text[spans[end - 1][1] :]
        return text

    def _end_of_name(self, token: Token, there: Situation) -> int:
        """Where the own name ends that begins with a word; 0: none does."""
        seats = self._senses.words.signed
        return max((s.end for s in token.names_of(seats) if s.key == there.seat), default=0)

    def _is_singular(self, word: Word) -> bool:
        """Whether a word before the name can be a verb, and no infinitive or noun: `steuern`."""
        return self._forms.inverted and not word.endswith(self._forms.stems)

    def _verb_at(self, tokens: Sequence[Token], place: int) -> Word:
        """The verb of an order there, as writers use it of themselves; "": there is none."""
        if not 0 <= place < len(tokens) or tokens[place].light:
            return ""
        if tokens[place].names and not self._is_only_verb(tokens, place):
            return ""
        return self._senses.third_person(tokens[place])

    def _is_only_verb(self, tokens: Sequence[Token], place: int) -> bool:
        """Whether what may be forces, or a verb, is the only verb there: `France recruits an army`,
        but `French recruits attack`."""
        forces = tokens[place].names_of(self._senses.forces)
        acting = self._senses.words.acting
        behind = tokens[place + 1 :]
        return bool(forces) and all(token.forms.isdisjoint(acting) for token in behind)
