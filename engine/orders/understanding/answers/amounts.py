"""Answers that say how many of each thing: `the armies yes, the ships no`, `all but the fleet`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from engine.core.decision import Choice
from engine.core.messages import message
from engine.orders.reading import guessing
from engine.orders.understanding.reading_types import Meaning, Situation
from engine.orders.understanding.words.senses import MOST_WORDS, Senses
from engine.orders.understanding.words.token import Token
from engine.orders.vocabulary import Vocabulary
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word, tokens, words_in
from engine.orders.words.phrases import begun
from engine.orders.words.words_of_answers import QuestionWords

MOST_UNKNOWN = 1
"""The most unknown words in an answer that may still be proposed."""
THE_OTHERS = message("guess.the_others")
ALL, ONE = "all", "1"


@dataclass
class _Said:
    """What a sentence says about the things that are counted."""

    of: dict[str, int | str] = field(default_factory=dict)
    """How many of each, by its key; "one": one of them or all."""
    last: str = ""
    everything: bool = False
    number: int | str | None = None
    half: bool = False
    unknown: list[Word] = field(default_factory=list)


class Amounts:
    """Reads how many of each thing an answer gives."""

    def __init__(self, vocabulary: Vocabulary, senses: Senses, language: Language) -> None:
        self.vocabulary, self.words, self.senses = vocabulary, vocabulary.words, senses
        self.yes, self.no = language.words("yes"), language.words("no")
        self.negations = language.words("negations")
        self.everything, self.half = language.words("everything"), language.words("half")
        self.except_, self.each = language.words("excepting"), language.words("each")
        self.one_of = sorted(language.phrases("one_of"), key=len, reverse=True)
        self.no_more = sorted(language.phrases("no_more"), key=len, reverse=True)
        self.greeting = language.words("greeting") | {"thank"}
        self.staying = language.words("staying") | language.words("at_home")
        self.stays = language.staying[0]
        self.staying_away = sorted(language.phrases("staying_away"), key=len, reverse=True)
        self.theirs = language.words("you") & words_in(language.told.whose)
        self.joints = frozenset(language.joints)
        self.accepting = words_in(language.accepting)

    def concerns(self, text: str, there: Situation) -> bool:
        """Tell whether a text names a thing that is counted, or all of them."""
        question = self._question(there)
        if not (question and question.amounts):
            return False
        said = self._tokens(text, question)
        return any(self._thing(t, question) or t.word in self.everything | self.each for t in said)

    def read(self, text: str, there: Situation) -> Meaning | None:
        """Return what a text answers to a question of how many; None if it answers nothing, or says
        more."""
        question, asked = self._question(there), there.asked
        if not (question and question.amounts and asked and asked.menu):
            return None
        verb = question.amounts_of
        if verb not in asked.menu:
            return None
        said = self._said(self._tokens(text, question), question, there)
        if said and said.unknown:
            said = self._without_strange(text, said, question, there)
        if said is None or not (said.of or self._sends_all(text, said, question)):
            return None
        ways = list(asked.menu[verb].endings())
        lines = tuple(dict.fromkeys(self._lines(said, question, ways, asked.kind)))
        if not lines:
            return None
        guessed = (guessing.unknown(said.unknown),) if said.unknown else ()
        if not (said.everything or any(said.of.values())):
            guessed = (*guessed, THE_OTHERS)
        choice = (verb, *said.of.values())
        several = lines if len(lines) > 1 else ()
        return Meaning(asked.kind, choice, lines[:1], 0, guessed, several)

    def ahead(self, text: str, there: Situation) -> Meaning | None:
        """Return what a text answers to such a question before it is asked, while the numbers are
        unknown: all of a thing, none, or a number; None if it is something else."""
        question = self._question(there)
        if not (question and question.amounts and there.asked):
            return None
        said = self._said(self._tokens(text, question), question, there)
        if said is None or said.unknown or not any(said.of.values()):
            return None
        values = tuple(said.of.get(key, 0) for key in question.amounts)
        if not all(value == ALL or (isinstance(value, int) and value >= 0) for value in values):
            return None
        choice = (question.amounts_of, *values)
        return Meaning(
            there.asked.kind, choice, (self.vocabulary.say(there.asked.kind, choice),), 0
        )

    def _without_strange(
        self, text: str, said: _Said, question: QuestionWords, there: Situation
    ) -> _Said:
        """The meaning of a text without a sentence that has unknown words and counts nothing: `Two
        armies. The ships are tired.`"""
        each = [self._said(self._tokens(t, question), question, there) for t in text.split(". ")]
        clear = [one for one in each if one and one.of and not one.unknown]
        strange = [one for one in each if one and one.unknown]
        counted = any(isinstance(n, int) for one in strange for n in one.of.values())
        if len(clear) != 1 or len(clear) + len(strange) != len(each) or counted:
            return said
        return replace(clear[0], unknown=said.unknown)

    def _question(self, there: Situation) -> QuestionWords | None:
        return self.words.question(there.asked.kind) if there.asked else None

    def _tokens(self, text: str, question: QuestionWords) -> tuple[Token, ...]:
        said = self._without_limits(tokens(text)[:MOST_WORDS])
        said = _with(said, self.one_of, Word(ONE))
        said = _with(said, self.staying_away, Word(self.stays))
        for at, word in enumerate(said):
            if len(word) > 1 or (at and said[at - 1].isdecimal()):
                said[at] = question.short.get(word, word)
        return self.senses.of(tuple(said))

    def _without_limits(self, said: list[Word]) -> list[Word]:
        """The words without phrases that only say that this is all: `an army, no more`."""
        at = 0
        while at < len(said):
            if phrase := begun(self.no_more, said, at) if at else ():
                del said[at : at + len(phrase)]
            else:
                at += 1
        return said

    def _thing(self, token: Token, question: QuestionWords) -> str:
        found = (s.key for s in token.names if s.key in question.amounts)
        return next(found, "")

    # Word by word

    def _said(
        self, said: Sequence[Token], question: QuestionWords, there: Situation
    ) -> _Said | None:
        """What the words say; None if they say something else, too."""
        found, denied, not_all = _Said(), False, -1
        sent: int | str = 0
        for place, token in enumerate(said):
            if place == not_all:
                continue
            thing = self._thing(token, question)
            if thing and place and said[place - 1].word in self.theirs:
                return None
            if thing:
                sent = found.of.get(thing, 0)
                found.of[thing] = self._number(found, token, denied, question)
                found.last, denied = thing, False
                found.number, found.half = None, False
            elif token.word in self.except_ and found.everything and not found.of:
                denied = True
            elif self._denies(token) or not token.forms.isdisjoint(question.spared):
                not_all = self._all_behind(said, place)
                if not_all >= 0:
                    continue
                if self._next(said, place, question):
                    denied = True
                elif found.last and not self._acts(said, place):
                    found.of[found.last] = 0
                else:
                    return None
            elif token.word in self.staying and found.last:
                found.of[found.last] = sent  # one army, the other army stays
            elif token.word in self.each:
                found.of.update(dict.fromkeys(question.amounts, found.number or 1))
            elif token.word in self.half:
                found.half = True
            elif isinstance(token.number, int):
                found.number = token.number
            elif token.number == ALL or token.word in self.everything:
                found.everything, found.number = True, ALL
            elif _is_counted(said, place) or not self._adds_nothing(token, question, there):
                found.unknown.append(token.word)
        return found if len(found.unknown) <= MOST_UNKNOWN else None

    def _sends_all(self, text: str, said: _Said, question: QuestionWords) -> bool:
        """Whether the text sends all, and does not greet them: `send everyone`, `with all I
        have`."""
        words = set(tokens(text))
        sends = words & (question.light_words | {"with"}) or words <= self.everything
        return said.everything and bool(sends) and not (said.unknown or words & self.greeting)

    def _number(
        self, found: _Said, token: Token, denied: bool, question: QuestionWords
    ) -> int | str:
        if denied:
            return -found.number if isinstance(found.number, int) else 0
        if found.half:
            return "half"
        if found.number is not None:
            return found.number
        return ALL if token.names[0].plural or token.word in question.collective else "one"

    def _denies(self, token: Token) -> bool:
        return token.word in self.negations or token.word in self.no

    def _next(self, said: Sequence[Token], place: int, question: QuestionWords) -> bool:
        """Whether the next word with a meaning is a thing."""
        rest = (t for t in said[place + 1 :] if self._thing(t, question) or not t.light)
        following = next(rest, None)
        return following is not None and bool(self._thing(following, question))

    def _all_behind(self, said: Sequence[Token], place: int) -> int:
        """The position of a word for all that is denied, as in `not with all`; -1 if there is
        none."""
        for at, token in enumerate(said[place + 1 :], place + 1):
            if token.number == ALL or token.word in self.everything:
                return at
            if not (token.light or token.forms & self.words.acting):
                break
        return -1

    def _acts(self, said: Sequence[Token], place: int) -> bool:
        """Whether a verb stands behind this position."""
        return any(t.forms & self.words.acting for t in said[place + 1 :])

    def _adds_nothing(self, token: Token, question: QuestionWords, there: Situation) -> bool:
        small = self.yes | self.except_ | self.joints | self.accepting
        light = token.light or token.between or token.word in small
        if light or token.forms & question.light_words or token.forms & self.words.acting:
            return True
        facts = there.asked.facts if there.asked else {}
        keys = {sense.key for sense in token.names}
        return there.seat in keys or bool(keys & {v for v in facts.values() if isinstance(v, str)})

    # The answers

    def _lines(
        self, said: _Said, question: QuestionWords, ways: Sequence[Choice], kind: str
    ) -> list[str]:
        """The answers that the text may be."""
        most = {key: max(way[n] for way in ways) for n, key in enumerate(question.amounts)}
        rest: Any = 0
        if all(isinstance(number, int) and number <= 0 for number in said.of.values()):
            rest = ALL
        values = {key: _values(said.of.get(key, rest), most[key]) for key in question.amounts}
        given = [tuple(way) for way in product(*values.values())]
        legal = [way for way in given if way in ways]
        return [self.vocabulary.say(kind, (question.amounts_of, *way)) for way in legal]


def _values(number: int | str, most: int) -> Sequence[int]:
    """The numbers that may be meant, if there are `most`; below zero: all but so many."""
    if isinstance(number, int) and number < 0:
        return (max(most + number, 0),)
    known: Mapping[int | str, Sequence[int]] = {
        ALL: (most,),
        "half": (most // 2,) if most % 2 == 0 else (most // 2, most // 2 + 1),
        "one": tuple(dict.fromkeys((1, most))),
    }
    return known[number] if isinstance(number, str) else (min(number, most + 1),)


def _with(said: Sequence[Word], phrases: Sequence[tuple[Word, ...]], instead: Word) -> list[Word]:
    """The words, with one word for each of these phrases: `1` for `one of the two`."""
    found = list(said)
    for at in range(len(found)):
        if phrase := begun(phrases, found, at):
            found[at : at + len(phrase)] = [instead]
    return found


def _is_counted(said: Sequence[Token], place: int) -> bool:
    """Whether a number stands right before a name: in `2A 1P`, the P is no power."""
    return place > 0 and bool(said[place].names) and isinstance(said[place - 1].number, int)
