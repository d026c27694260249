"""Sentences in which the writer speaks of the own power, put as the writer's own.

`The British build a fleet` is put as `I build a fleet`, `In C16 hebt Preußen Truppen aus` as `In
C16 hebe ich Truppen aus`. Where verbs have many forms, what forces or a leader do is put so, too:
`General 2 hebt in C16 Truppen aus`.
"""

from collections.abc import Sequence

from engine.orders.understanding.reading_types import Situation
from engine.orders.understanding.words.senses import Senses
from engine.orders.understanding.words.spans import spans_of
from engine.orders.understanding.words.token import Token
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word


class OwnName:
    """Puts `I` in the place of the seat's own name, where it is the subject of an order's verb."""

    def __init__(self, language: Language, senses: Senses) -> None:
        self._senses, self._forms = senses, language.verbs
        self._articles = language.words("articles") - language.words("indefinite")
        self._joints = language.words("joints")
        self._writers = frozenset(language.told.self)
        self._before = (self._articles | language.words("mine")).union(language.joints)
        self._acting = frozenset({*senses.words.forces, *senses.words.things})
        self._where = frozenset(senses.words.places)

    def as_writer(self, text: str, there: Situation) -> str:
        """Return a sentence so; as it is, if the own power is no subject in it."""
        plain = self._with_power(text, there)
        return self._with_forces(plain) if self._forms.stems else plain

    def _with_forces(self, text: str) -> str:
        """The same with the verbs of what forces or a leader do, whose form is not known."""
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
        """Where forces end that a part of a sentence begins with, and where they are; 0: it does
        not begin with any of the writer's."""
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
        """The same with the own power as the writer."""
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
                continue  # so does each of several powers
            elif verb := self._verb_at(tokens, end):
                if start == 0 or marks[start] or said[start - 1] in self._joints:
                    instead = f"{self._forms.writer} {verb}"
                    text = text[: spans[start][0]] + instead + text[spans[end][1] :]
            elif self._is_singular(said[start - 1]) and (verb := self._verb_at(tokens, start - 1)):
                instead = f"{verb} {self._forms.writer}"
                text = text[: spans[start - 1][0]] + instead + text[spans[end - 1][1] :]
        return text

    def _behind_headings(self, tokens: Sequence[Token], marks: Sequence[str]) -> list[int]:
        """Where what stands below names of powers begins: `France: more taxes, Austria: too`."""
        named = (s.end for t in tokens for s in t.names_of(self._senses.words.signed))
        return sorted({end for end in named if end < len(marks) and ":" in marks[end]})

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
