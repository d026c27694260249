"""Plans for questions that are asked again and again, in free words: `I go up to 4 to be against
Prussia. Above that I'm out.` A plan that is an answer by itself counts only this once: `best deck`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from engine.core.decision import Seat
from engine.orders.conditions.policy import ONCE
from engine.orders.conditions.structure import ELSE, WHEN
from engine.orders.patterns.forms import written
from engine.orders.understanding.reading_types import Reading, Situation
from engine.orders.understanding.rewriting.once import Once
from engine.orders.understanding.words.senses import MOST_WORDS, Senses
from engine.orders.understanding.words.token import Token
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word, tokens
from engine.orders.words.phrases import any_of
from engine.orders.words.words_of_answers import QuestionWords

if TYPE_CHECKING:
    from engine.orders.conditions.policy import Test
    from engine.orders.vocabularies.game_words import Words


MOST_CUTS = 4
_SLOT = re.compile(r"{(\w+)}")


class Planned(NamedTuple):
    """The reading of a plan, and the sentences it was read from."""

    reading: Reading
    sentences: tuple[str, ...]


class Plans:
    """Reads plans, and answers that are given for good."""

    def __init__(self, words: Words, senses: Senses, language: Language) -> None:
        self.words, self.clauses, self.senses = words, words.heard, senses
        self.limits, self.beyond = language.phrases("limits"), language.phrases("beyond")
        self.for_good = language.phrases("for_good")
        before = any_of((*language.happening.within, *language.before_nouns, *language.joints))
        every = any_of(language.every)
        self.in_every = re.compile(rf"\b(?:{before})\s+(?:{every})\b", re.IGNORECASE)
        opening = (*language.if_words, *language.unless_words, *language.when_words)
        self._depends = re.compile(rf":|->|\b(?:{any_of(opening)})\b", re.IGNORECASE)
        using = any_of((*language.using, *language.joints))
        self._cuts = re.compile(
            rf"\s*,\s*(?:(?:{using})\s+)*|\s+(?:(?:{using})\s+)+", re.IGNORECASE
        )
        self.small, self.counted = language.words("weightless"), Once(language)
        self.subject = language.words("subject")

    def may_answer(self, there: Situation) -> bool:
        """Tell whether a plan may answer the open question, or a question that an action asked for
        now leads to."""
        asked = there.asked
        if asked is None:
            return False
        return self._at_hand(asked.kind) or (
            asked.kind in self.words.actions and bool(self._led_to)
        )

    def _at_hand(self, kind: str) -> bool:
        """Whether a plan may answer questions of a kind."""
        return bool(self.words.question(kind).plans) or self._answers(kind)

    @cached_property
    def _led_to(self) -> dict[str, frozenset[Word]]:
        """The questions that actions lead to and that may be left to a plan, with the verbs of
        these actions."""
        return {
            kind: frozenset(self._verbs(question.below))
            for kind, question in self.words.questions.items()
            if question.below and question.left.plan and self._answers(kind)
        }

    def _verbs(self, choices: Sequence[str]) -> Iterator[Word]:
        """The words that people use for the verbs of some actions."""
        synonyms = self.words.grammar.synonyms
        for form in self.words.forms:
            if form.choice[:1] and form.choice[0] in choices:
                verb = tokens(form.say)[0]
                yield verb
                yield from (word for text in synonyms.get(verb, ()) for word in tokens(text))

    def cut(self, line: str, there: Situation) -> str:
        """Return a line with a plan at its end cut off as a sentence of its own: `attack Illyria
        with the best deck`."""
        if there.asked is None or self._at_hand(there.asked.kind) or self._depends.search(line):
            return line
        for found in list(self._cuts.finditer(line))[: -MOST_CUTS - 1 : -1]:
            head, tail = line[: found.start()], line[found.end() :].strip(" .!")
            if self._plan_below(tail, head):
                return f"{head}. {tail}."
        return line

    def _answers(self, kind: str) -> bool:
        """Whether a plan with nothing to fill in answers questions of a kind."""
        plans = self.clauses.statements.known.plans
        return any(kind in plan.kinds and not _SLOT.search(plan.say) for plan in plans)

    def read(self, sentences: Sequence[str], there: Situation) -> Planned | None:
        """Return the plan that some sentences make for the open question; None if they make
        none."""
        asked = there.asked
        if asked is None or not self.may_answer(there):
            return None
        if not self._at_hand(asked.kind):
            return self._for_what_comes(sentences)
        question = self.words.question(asked.kind)
        for n, text in enumerate(sentences):
            if line := self._once(self.counted.for_this_time(text), asked.kind):
                its = sentences[n : n + 2]
                if len(its) > 1 and self._only_says_for_good(its[1]):
                    return self._kept(its, self._without_end(line))
                return Planned(Reading(text, "order", (line,)), (text,))
            bare = self._not_for_good(text)
            if bare != text and (line := self._once(bare, asked.kind)):
                return self._kept((text,), self._without_end(line))
            plan = self._plan(text, asked.kind, question, there.seat)
            for_good = "" if plan else self._for_good(text, question)
            if not (plan or for_good):
                continue
            beyond = [] if for_good else [one for one in sentences if self._ends(one, question)]
            said = self.clauses.structure.printed
            answer = f"{plan}, {said[ELSE]} {question.refusal}" if beyond else plan or for_good
            line = f"{said[WHEN]} {self._situation(asked.kind)}: {answer}, {self._period(text)}"
            its = tuple(dict.fromkeys((text, *beyond)))
            return Planned(Reading(text, "order", (line,)), its)
        return None

    def _for_what_comes(self, sentences: Sequence[str]) -> Planned | None:
        """The plan for a question that an order in an earlier sentence leads to."""
        for n, text in enumerate(sentences):
            if line := self._plan_below(text, " ".join(sentences[:n])):
                return Planned(Reading(text, "order", (line,)), (text,))
        return None

    def _plan_below(self, text: str, before: str) -> str:
        """A plan, for this once, for a question that an action in the text before it leads to; ""
        if there is none."""
        if self._depends.search(before):
            return ""
        said = frozenset(tokens(before))
        for kind, verbs in self._led_to.items():
            if not verbs.isdisjoint(said) and (say := self._left(text, kind)):
                return f"{self._situation(kind)}: {say}, {self.clauses.period_said(ONCE)}"
        return ""

    def _kept(self, sentences: Sequence[str], line: str) -> Planned:
        """A plan that is kept for good."""
        return Planned(Reading(" ".join(sentences), "order", (line,)), tuple(sentences))

    def _without_end(self, line: str) -> str:
        """A plan for this once, turned into one that is kept."""
        bare, _ = self.clauses.without_period(line)
        return f"{self.clauses.structure.printed[WHEN]} {bare}"

    def _not_for_good(self, text: str) -> str:
        """A sentence without its words for "until cancelled" and the small words left at its end;
        unchanged if it has no such words."""
        bare, period = self.clauses.without_period(text)
        if period or bare == text.strip():
            return text
        words = bare.split()
        while words and self.small.issuperset(tokens(words[-1])):
            words.pop()
        return " ".join(words).strip(" ,")

    def _only_says_for_good(self, text: str) -> bool:
        """Whether a sentence only says that something counts for good."""
        return not self._not_for_good(text)

    def _once(self, text: str, kind: str) -> str:
        """A plan alone as the answer to the open question; "" if the text is no plan."""
        plan = self.clauses.statements.plan(text, [kind]) if self._answers(kind) else None
        say = plan.test.say if plan else self._left(text, kind)
        if not say or _SLOT.search(say):
            return ""
        return f"{self._situation(kind)}: {say}, {self.clauses.period_said(ONCE)}"

    def _left(self, text: str, kind: str) -> str:
        """The plan that a sentence leaves the answer to, if it says nothing else: `you pick the
        best cards for me`; "" if there is none."""
        left = self.words.question(kind).left
        said = tuple(tokens(text)[:MOST_WORDS])
        if not (left.plan and left.is_left(frozenset(said))) or self._not_for_good(text) != text:
            return ""
        if self.in_every.search(text):
            return ""  # `in each battle` is not only for now
        known = left.all_words | self.small
        if not all(t.forms & known or t.names_of(self.words.signed) for t in self.senses.of(said)):
            return ""
        plans = self.clauses.statements.known.plans
        return next((each.say for each in plans if each.plan == left.plan), "")

    def _situation(self, kind: str) -> str:
        known = self.clauses.statements.known.situations
        wide = [each for each in known if kind in each.kinds and not each.where]
        return min(wide, key=lambda each: len(each.kinds)).say

    def _period(self, text: str) -> str:
        _, period = self.clauses.without_period(text)
        same = period or self.clauses.periods[0].same
        return self.clauses.period_said(same)

    def _plan(self, text: str, kind: str, question: QuestionWords, seat: Seat) -> str:
        """The canonical words of a plan, if the text has a number after a word for a limit, and one
        power with a phrase of the plan, or one power on each side; "" otherwise."""
        said = tuple(tokens(text)[:MOST_WORDS])
        limit = _behind(said, self.limits)
        numbers = [int(word) for word in said[limit:] if word.isdecimal()] if limit else []
        counts = map(self.words.grammar.count, said[limit:]) if limit else ()
        numbers += [n for n in counts if isinstance(n, int) and n]
        if not numbers:
            return ""
        shown = self.senses.of(said)
        plans = [p for p in self.clauses.statements.known.plans if kind in p.kinds]
        if any(token.word in _names(question.sides) for token in shown):
            one = sum(isinstance(t.number, int) and not t.weak for t in shown) == 1
            placed = self._placed(shown, question, seat) if one else {}
            its = (plan for plan in plans if placed and placed.keys() < {*_SLOT.findall(plan.say)})
            return next((self._written(plan, placed, numbers[0]) for plan in its), "")
        heavy = [token for token in shown if token.word not in self.small]
        names = {s.key for t in heavy for s in t.names_of(self.words.signed)}
        for plan in plans:
            phrases = [tuple(tokens(phrase)) for phrase in question.plans.get(plan.plan, ())]
            if len(names) == 1 and _behind(said, phrases):
                (name,) = names
                values = dict.fromkeys(self.words.signed, name)
                return self._written(plan, values, numbers[0])
        return ""

    def _placed(self, said: Sequence[Token], question: QuestionWords, seat: Seat) -> dict[str, str]:
        """The power on each side, each beside the word for its side: `me red and Spain blue`; empty
        if the text says anything else of sides."""
        sides, found = _names(question.sides), list[tuple[str, str]]()
        for token, behind in zip_longest(said, said[1:]):
            found += [("side", each) for each, its in question.sides.items() if token.word in its]
            placed = behind is not None and behind.word in sides
            if any(sense.category == "self" for sense in token.names):
                found += [("name", seat)] * (placed or token.word not in self.subject)
            elif token.word not in self.small:
                found += [("name", s.key) for s in token.names_of(self.words.signed)[:1]]
        pairs = [dict(found[n : n + 2]) for n in range(0, len(found), 2)]
        alike = len({pair[0] for pair in found[::2]}) == 1
        named = {pair.get("side", ""): pair.get("name", "") for pair in pairs}
        whole = alike and named.keys() == question.sides.keys() and all(named.values())
        return named if whole else {}

    def _written(self, plan: Test, names: Mapping[str, str], number: int) -> str:
        values = {slot: names.get(slot, number) for slot in _SLOT.findall(plan.say)}
        return written(plan.say, values, self.words.name, self.words.grammar.plurals)

    def _for_good(self, text: str, question: QuestionWords) -> str:
        """The refusal, if the text refuses and says that this is for good; "" otherwise."""
        said = tuple(tokens(text)[:MOST_WORDS])
        stays = _behind(said, self.for_good) and self._refuses(said, question)
        return question.refusal if stays else ""

    def _ends(self, text: str, question: QuestionWords) -> bool:
        """Whether a text refuses what is beyond the limit."""
        said = tuple(tokens(text)[:MOST_WORDS])
        return bool(_behind(said, self.beyond)) and self._refuses(said, question)

    def _refuses(self, said: tuple[Word, ...], question: QuestionWords) -> bool:
        refuses = _behind(said, [tuple(tokens(question.refusal))])
        return bool(refuses) or question.phrases["no"].stand_in(said)


def _names(sides: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """The words for all sides."""
    return frozenset(word for words in sides.values() for word in words)


def _behind(said: tuple[Word, ...], phrases: Sequence[tuple[Word, ...]]) -> int:
    """The position after the first of these phrases that a text contains; 0 if it has none."""
    for phrase in phrases:
        for at in range(len(said) - len(phrase) + 1):
            if said[at : at + len(phrase)] == phrase:
                return at + len(phrase)
    return 0
