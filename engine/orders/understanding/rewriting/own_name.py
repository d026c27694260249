"""Sentences in which writers name their own power, reworded with `I`.

`The British build a fleet` becomes `I build a fleet`, `In C16 hebt Preußen Truppen aus` becomes `In
C16 hebe ich Truppen aus`. In a language in which verbs have many forms, this is also done for what
forces or a leader do: `General 2 hebt in C16 Truppen aus`.
"""

from collections.abc import Sequence

from engine.orders.understanding.reading_types import Situation
from engine.orders.understanding.words.senses import Senses
from engine.orders.understanding.words.spans import spans_of
from engine.orders.understanding.words.token import Token
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word


class OwnName:
    """Replaces the seat's own name by `I`, where it is the subject of an order's verb."""

    def __init__(self, language: Language, senses: Senses) -> None:
        self._senses, self._forms = senses, language.verbs
        self._articles = language.words("articles") - language.words("indefinite")
        self._joints = language.words("joints")
        self._writers = frozenset(language.told.self)
        self._before = (self._articles | language.words("mine")).union(language.joints)
        self._acting = frozenset({*senses.words.forces, *senses.words.things})
        self._where = frozenset(senses.words.places)

    def as_writer(self, text: str, there: Situation) -> str:
        """Return a sentence with the writer as `I`; unchanged if the own power is no subject in
        it."""
        plain = self._with_power(text, there)
        return self._with_forces(plain) if self._forms.stems else plain

    def _with_forces(self, text: str) -> str:
        """The sentence with the verbs of what forces or a leader do in a known form."""
        said, spans = found = spans_of(text)
        tokens, marks = self._senses.of(said), found.before(text)
        starts = [n for n in range(len(said)) if not n or marks[n] or said[n - 1] in self._joints]
        for start in reversed(starts):
            at = self._end_of_subject(tokens, start)
            known = at >= len(tokens) or not tokens[at].forms.isdisjoint(self._senses.fixed)
            if at and not known and (verb := self._verb_at(tokens, at)):
                text = text[: spans[at][0]] + verb + text[spans[at][1] :]
        return text

    def _end_of_subject(self, tokens: Sequence[Token], start: int) -> int:
        """Where the forces at the beginning of a part of a sentence end, with their place; 0 if
        there are none."""
        at, named = start, False
        while at < len(tokens):
            token = tokens[at]
            acts = token.names_of(self._acting)
            names = acts or token.names_of(self._where)
            named = named or bool(acts)
            if not (names or token.between or token.number or token.word in self._before):
                break
            at = max((sense.end for sense in names), default=at + 1)
        return at if named else 0

    def _with_power(self, text: str, there: Situation) -> str:
        """The sentence with `I` instead of the own power."""
        said, spans = found = spans_of(text)
        tokens, marks = self._senses.of(said), found.before(text)
        heads = self._behind_headings(tokens, marks)
        for place in reversed(range(len(tokens))):
            end = self._end_of_name(tokens[place], there)
            if not end:
                continue
            start = place - (place > 0 and said[place - 1] in self._articles)
            if place and said[place - 1] in self._writers and not marks[place]:
                text = text[: spans[place][0]].rstrip() + text[spans[end - 1][1] :]
            elif end in heads[:-1]:
                continue  # it is one of several powers with headings
            elif verb := self._verb_at(tokens, end):
                if start == 0 or marks[start] or said[start - 1] in self._joints:
                    instead = f"{self._forms.writer} {verb}"
                    text = text[: spans[start][0]] + instead + text[spans[end][1] :]
            elif self._is_singular(said[start - 1]) and (verb := self._verb_at(tokens, start - 1)):
                instead = f"{verb} {self._forms.writer}"
                text = text[: spans[start - 1][0]] + instead + text[spans[end - 1][1] :]
        return text

    def _behind_headings(self, tokens: Sequence[Token], marks: Sequence[str]) -> list[int]:
        """Where the text after each name of a power with a colon begins: `France: more taxes,
        Austria: too`."""
        named = (s.end for t in tokens for s in t.names_of(self._senses.words.signed))
        return sorted({end for end in named if end < len(marks) and ":" in marks[end]})

    def _end_of_name(self, token: Token, there: Situation) -> int:
        """Where the own name that begins with a word ends; 0 if none begins there."""
        seats = self._senses.words.signed
        return max((s.end for s in token.names_of(seats) if s.key == there.seat), default=0)

    def _is_singular(self, word: Word) -> bool:
        """Whether a word before the name can be a verb in the singular, not an infinitive or a
        noun: `steuern`."""
        return self._forms.inverted and not word.endswith(self._forms.stems)

    def _verb_at(self, tokens: Sequence[Token], place: int) -> Word:
        """The verb of an order at a place, as writers use it of themselves; `""` if there is
        none."""
        if not 0 <= place < len(tokens) or tokens[place].light:
            return ""
        if tokens[place].names and not self._is_only_verb(tokens, place):
            return ""
        return self._senses.third_person(tokens[place])

    def _is_only_verb(self, tokens: Sequence[Token], place: int) -> bool:
        """Whether a word that may be forces or a verb is the only verb there: `France recruits an
        army`, but not `French recruits attack`."""
        forces = tokens[place].names_of(self._senses.forces)
        acting = self._senses.words.acting
        behind = tokens[place + 1 :]
        return bool(forces) and all(token.forms.isdisjoint(acting) for token in behind)
