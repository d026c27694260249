"""Parsing lines about other lines: if, else, stop, when, forget.

    if it arrives: move army German States to India      if and else may also be alone, above the
    else: build navy in Caribbean                        lines they apply to; `end if` closes them
    attack France in India if I have 5 gold
    when Spain asks in India, this war: join with all armies; decline
    stop

    line      = sentence {";" sentence}
    sentence  = "stop" | "end if" | "forget" what | standing | {opener} orders [condition] {else}
    opener    = ("if" | "unless" | "else if") condition ":" | "else" [":"]
    else      = ["else" {opener} orders]
    standing  = ["when"] situation [condition] ["," period] ":" answer {";" answer} ["," period]
    answer    = (order | plan | "default") [condition]
    condition = ("if" | "unless") statement {"and" statement | "or" statement}

A text is tried as orders before it is divided, since orders may contain all of these words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from engine.core.decision import Refusal, refuse
from engine.core.messages import text as as_it_stands
from engine.orders.conditions.policy import (
    ONCE,
    Answer,
    Clause,
    Condition,
    Period,
    Statement,
)
from engine.orders.conditions.statements import SITUATION, Statements
from engine.orders.conditions.structure import (
    AND,
    DEFAULT,
    EDGES,
    ELSE,
    ELSE_IF,
    END,
    IF,
    OPENERS,
    STOP,
    THEN,
    UNLESS,
    WHEN,
    Mark,
)
from engine.orders.words.lexicon import tokens
from engine.orders.words.phrases import any_of

if TYPE_CHECKING:
    from engine.orders.reading.lines import Line

MOST_NESTED = 2
MOST_OPENINGS = 6


class Part(NamedTuple):
    """A piece of a line: a clause, or an order still to be read."""

    text: str
    clause: Clause | None = None
    apart: bool = False
    """Whether it begins a sentence that could be on a line of its own."""


Orders = Callable[[str], "tuple[Line, ...] | Refusal"]
"""Reads text as orders."""
Parts = list[Part] | Refusal | None
"""The parts of a text; None if it has no structure of its own."""


class Clauses:
    """Reads and prints lines about lines, with the words of a vocabulary."""

    def __init__(
        self, statements: Statements, periods: Sequence[Period], actions: Sequence[str] = ()
    ) -> None:
        self.statements, self.structure = statements, statements.structure
        self.periods, self.actions = periods, frozenset(actions)
        self.conditions = statements.known.conditions
        self.situations, self.plans = statements.known.situations, statements.known.plans
        self.until = {text.lower(): p.same for p in periods for text in p.texts}
        self.until |= dict.fromkeys(self.structure.once, ONCE)
        self.until |= dict.fromkeys(self.structure.open_end, "")
        self.asked_in = {
            f"{word} {text}".lower(): period.asks
            for period in periods
            if period.asks
            for text in period.texts
            for word in self.structure.until
        }
        before = "|".join(self.structure.until)
        texts = any_of(self.until)
        self._until = re.compile(
            rf"[\s,]*(?<!\w)(?:(?P<text>{texts})|(?:{before}) (?P<behind>{texts}))(?!\w)",
            re.IGNORECASE,
        )

    def read(self, text: str, orders: Orders) -> Parts:
        """Return a line's parts; None if it is no such line. A part without a clause is an
        order."""
        text = text.strip()
        if sum(mark.sort in OPENERS for mark in self.structure.marks(text)) > MOST_OPENINGS:
            return refuse("refusal.too_many_conditions")
        parts: list[Part] = []
        for sentence in self.structure.sentences(text):
            read = self._body(sentence, orders, 0)
            if not isinstance(read, list):
                return read
            parts += [read[0]._replace(apart=bool(parts)), *read[1:]]
        return parts

    def _body(self, text: str, orders: Orders, depth: int) -> Parts:
        """Read orders or a structured text, possibly followed by an `else` with others."""
        read = orders(text)
        if not isinstance(read, Refusal):
            return [Part(text)]
        if (found := self._sentence(text, orders, depth)) is not None:
            return found
        for mark in self.structure.marks(text):
            if mark.sort in (ELSE, ELSE_IF) and (before := text[: mark.start].strip(EDGES)):
                first = self._body(before, orders, depth)
                other = self._body(text[mark.start :], orders, 0)
                if isinstance(first, list):
                    return [*first, *other] if isinstance(other, list) else other
        return self._behind(text, orders) or (read if depth else None)

    def _sentence(self, text: str, orders: Orders, depth: int) -> Parts:
        if (whole := self.structure.whole(text)) in (STOP, END):
            return [Part(text, Clause("stop" if whole == STOP else "end"))]
        if not depth and (possible := self._if_possible(text, orders)):
            return possible
        marks = self.structure.marks(text)
        opener = marks[0] if marks and not marks[0].start else None
        if opener and opener.sort in OPENERS:
            return self._opened(text, opener, marks, orders, depth)
        if forgotten := self._forgotten(text):
            return forgotten
        colon = next((mark for mark in marks if mark.sort == ":"), None)
        head = text[: colon.start] if colon else ""
        if colon and self.situation(self.without_period(head)[0] or head)[0] is not None:
            return self._standing(text, head, text[colon.end :], orders)
        if plan := self.statements.plan(text, [k for t in self.plans for k in t.kinds]):
            when = next(s.say for s in self.situations if set(s.kinds) & set(plan.test.kinds))
            return self._refuse_answer("refusal.plan_alone", text, when)
        return None

    # Branches

    def _opened(
        self, text: str, opener: Mark, marks: Sequence[Mark], orders: Orders, depth: int
    ) -> Parts:
        if opener.sort == ELSE:
            return self._branch(ELSE, None, text[opener.end :], orders, depth)
        end = next((mark for mark in marks if mark.sort in (":", THEN)), None)
        if end is None:
            return None
        head, body = text[opener.end : end.start].strip(EDGES), text[end.end :].lstrip(" :,")
        condition = self.statements.condition(head)
        asks = isinstance(condition, Refusal) or not condition.of_action
        if opener.sort == WHEN and asks:
            return self._standing(text, head, body, orders)
        if isinstance(condition, Refusal):
            known = opener.sort == IF and self.situation(head)[0] is not None
            return self._standing(text, head, body, orders) if known else condition
        if opener.sort == UNLESS:
            condition = contrary(condition)
        word = ELSE if opener.sort == ELSE_IF else IF
        return self._branch(word, condition, body, orders, depth)

    def _branch(
        self, word: str, condition: Condition | None, body: str, orders: Orders, depth: int
    ) -> Parts:
        body = body.lstrip(" :,;")
        said = self.said(word, condition)
        opened = Part(said, Clause("if" if word == IF else "else", condition, bool(body)))
        if not body:
            return [opened]
        if depth + 1 > MOST_NESTED:
            return refuse("refusal.nested_condition")
        inner = self._body(body, orders, depth + 1)
        return [opened, *inner] if isinstance(inner, list) else inner

    def _if_possible(self, text: str, orders: Orders) -> Parts:
        """Read `if possible: build fort` as an order whose refusal stops nothing."""
        said = self.structure.if_possible(text)
        if not said or isinstance(orders(said), Refusal):
            return None
        return [Part(said), Part(self.said(ELSE), Clause("else", one_line=True), apart=True)]

    def _behind(self, text: str, orders: Orders) -> Parts:
        """Read a condition after its order: `attack France in India if I have 5 gold`, `stop if it
        loses`."""
        for before, mark, head in self._conditions_behind(text):
            stops = self.structure.whole(before) == STOP
            if not stops and isinstance(orders(before), Refusal):
                continue
            condition = self.statements.condition(head)
            if isinstance(condition, Refusal):
                return condition
            condition = contrary(condition) if mark.sort == UNLESS else condition
            opened = Part(self.said(IF, condition), Clause("if", condition, one_line=True))
            if condition.of_action and not stops:
                *above, last = self._above_and_last(before, orders)
                return [*map(Part, above), opened, Part(last)]
            return [opened, Part(before, Clause("stop") if stops else None)]
        return None

    def _above_and_last(self, text: str, orders: Orders) -> list[str]:
        """Return the orders of a text one by one, if each can stand alone; otherwise the whole
        text.

        A condition on an outcome is about the order above it: `attack C16; advance if it wins`.
        """
        lines = orders(text)
        if isinstance(lines, Refusal) or len(lines) < 2:
            return [text]
        bound = any(line.with_action or any(s.bound for s in line.steps[:1]) for line in lines)
        alone = all(not isinstance(orders(line.text), Refusal) for line in lines)
        return [text] if bound or not alone else [line.text for line in lines]

    def _conditions_behind(self, text: str) -> Iterator[tuple[str, Mark, str]]:
        """Yield the ways to divide a text into an order and the condition after it."""
        for mark in self.structure.marks(text):
            before, head = text[: mark.start].strip(EDGES), text[mark.end :].strip(EDGES)
            if mark.sort in (IF, UNLESS) and before and head:
                yield before, mark, head

    # Standing orders

    def _standing(self, text: str, head: str, body: str, orders: Orders) -> Parts:
        bare, period = self.without_period(head)
        body, later = self.without_period(body)
        situation, condition = self.situation(bare or head)
        if situation is None:
            return self.statements.unknown(head, self.situations, SITUATION)
        if isinstance(condition, Refusal):
            return condition
        answers = self._answers(body, orders, condition, situation)
        if isinstance(answers, Refusal):
            return answers
        clause = Clause("when", condition, situation=situation, answers=answers)
        return [Part(text, replace(clause, period=period or later))]

    def situation(self, head: str) -> tuple[Statement | None, Condition | Refusal | None]:
        """Return a situation and a further condition: `when attacked if I have 5 gold`."""
        if text := self.asked_in.get(head.strip(EDGES).lower()):
            return self.statements.situation(text), None
        for before, mark, condition in self._conditions_behind(head):
            if mark.sort == IF:
                return self.statements.situation(before), self.statements.condition(condition)
        return self.statements.situation(head.strip(EDGES)), None

    def _answers(
        self, body: str, orders: Orders, besides: Condition | None, situation: Statement
    ) -> tuple[Answer, ...] | Refusal:
        read: list[Answer] = []
        answers: list[Answer] = []
        for text in self._one_by_one(body, orders):
            answer = self._answer(text, orders)
            if isinstance(answer, Refusal):
                return answer
            if not any(map(answer.serves, situation.test.kinds)):
                return self._refuse_answer("refusal.not_asked_then", text, situation.test.usage)
            if not any(_is_same(answer, other) for other in read):
                read.append(answer)
                answers.append(_with(answer, besides))
        return tuple(answers) if answers else refuse("refusal.no_answer_behind_colon")

    def _refuse_answer(self, id: str, text: str, when: str) -> Refusal:
        """Refuse an answer, naming the situation that it would fit; `itself`: that is printed
        without a `when`."""
        itself = self.structure.when(when) == when
        return refuse(id, said=as_it_stands(text), when=as_it_stands(when), itself=itself)

    def _one_by_one(self, body: str, orders: Orders) -> Iterator[str]:
        """Yield the answers between semicolons; between commas, if each is an answer."""
        for text in self._cut(body, (";", ELSE)):
            parts = self._cut(text, (",", AND))
            if isinstance(self._answer(text, orders), Answer) or not all(
                isinstance(self._answer(part, orders), Answer) for part in parts
            ):
                yield text
            else:
                yield from parts

    def _cut(self, text: str, at: Sequence[str]) -> list[str]:
        cuts = [mark for mark in self.structure.marks(text) if mark.sort in at]
        starts, ends = [0, *(m.end for m in cuts)], [*(m.start for m in cuts), len(text)]
        pieces = (text[a:b].strip(EDGES + ":") for a, b in zip(starts, ends, strict=True))
        return [piece for piece in pieces if piece]

    def _answer(self, text: str, orders: Orders) -> Answer | Refusal:
        if (plan := self.statements.plan(text)) is not None:
            return Answer(text, plan=plan)
        if self.structure.whole(text) == DEFAULT:
            return Answer(text, default=True)
        read = orders(text)
        if not isinstance(read, Refusal):
            if len(read) != 1 or (len(read[0].steps) > 1 and not read[0].steps[0].now):
                return refuse("refusal.one_answer_each", said=as_it_stands(text))
            candidates = read[0].steps[0].candidates if read[0].steps else ()
            return Answer(text, candidates, guesses=read[0].guesses)
        if possible := self.structure.if_possible(text):
            return self._answer(possible, orders)
        for before, mark, head in self._conditions_behind(text):
            inner = self._answer(before, orders)
            condition = self.statements.condition(head)
            if isinstance(condition, Refusal) or isinstance(inner, Refusal):
                return condition if isinstance(condition, Refusal) else inner
            return _with(inner, contrary(condition) if mark.sort == UNLESS else condition)
        return read

    def without_period(self, text: str) -> tuple[str, str]:
        """Return the text without its period, and the period; "" if it lasts until cancelled."""
        if not (found := self._until.search(text)):
            return text.strip(), ""
        rest = f"{text[: found.start()]} {text[found.end() :]}"
        return " ".join(rest.split()).lstrip(" ,:").rstrip(" ,"), self._meant(found)

    def _meant(self, found: re.Match[str]) -> str:
        return self.until[(found["text"] or found["behind"]).lower()]

    def with_period_behind(self, text: str) -> str:
        """Return a text with the period at its beginning moved to its end."""
        found = self._until.match(text)
        ends = found and self._meant(found)
        rest = text[found.end() :].strip(" ,:") if found and ends else ""
        return f"{rest}, {text[: found.end()].strip(' ,')}" if found and rest else text

    def is_for_now(self, period: str) -> bool:
        """Tell whether an action for this period is meant for now."""
        return period == ONCE or any(each.now for each in self.periods if each.same == period)

    def period_said(self, same: str) -> str:
        """Return how a period is printed, given the path whose value does not change during it."""
        if same == ONCE:
            return self.structure.once[0]
        return next(period.texts[-1] for period in self.periods if period.same == same)

    def _forgotten(self, text: str) -> list[Part] | None:
        """Read `forget when attacked`, `forget standing order 3`, `forget 3`."""
        first, _, rest = text.partition(" ")
        if first.lower() not in self.structure.forget or not rest:
            return None
        opener = next(iter(self.structure.marks(rest)), None)
        when = opener.end if opener and not opener.start and opener.sort == WHEN else 0
        situation, _ = self.situation(rest[when:].strip(" :."))
        if situation and (when or tokens(rest)[:1] == tokens(situation.test.say)[:1]):
            return [Part(text, Clause("forget", situation=situation))]
        said = [word for word in tokens(rest) if word not in self.structure.all_of]
        numbers = [word for word in said if word.isdecimal()]
        standing = len(said) > len(numbers) and self.structure.standing.issuperset(
            word for word in said if word not in numbers
        )
        alone = said == numbers and first.lower() in self.structure.forget_number
        if len(numbers) > 1 or not (standing or alone):
            return None
        return [Part(text, Clause("forget", period="".join(numbers)))]

    def is_for_turn(self, clause: Clause) -> bool:
        """Tell whether a standing order answers in each turn of its seat, so that it may be meant
        for the next one only."""
        test = clause.situation.test if clause.situation and clause.word == "when" else None
        return test is not None and not test.where and self.actions.issuperset(test.kinds)

    # Printing

    def said(self, word: str, condition: Condition | None = None) -> str:
        """Print a condition in plain words that are read back as the same: `if Spain controls
        India:`."""
        printed = self.structure.printed
        if condition is None:
            return f"{printed[word]}:"
        opening = printed[ELSE_IF if word == ELSE else word]
        return f"{opening} {self.statements.in_words(condition)}:"

    def standing_said(self, clause: Clause) -> str:
        """Print a standing order as understood: `when Spain asks: join with all; decline`."""
        head = self.statements.said(clause.situation) if clause.situation else ""
        besides = self._besides(clause.condition) if clause.condition else ""
        answers = "; ".join(self._answer_said(answer, clause) for answer in clause.answers)
        until = f", {self.period_said(clause.period)}" if clause.period else ""
        return f"{self.structure.when(head)}{besides}: {answers}{until}"

    def _answer_said(self, answer: Answer, clause: Clause) -> str:
        own = (c for c in answer.conditions if c is not clause.condition)
        text = self.statements.said(answer.plan) if answer.plan else answer.text
        return text + "".join(map(self._besides, own))

    def _besides(self, condition: Condition) -> str:
        """Print a condition to follow what depends on it."""
        return f" {self.structure.printed[IF]} {self.statements.in_words(condition)}"


def contrary(condition: Condition) -> Condition:
    """Negate a condition."""
    statements = tuple(s._replace(negated=not s.negated) for s in condition.statements)
    return Condition(statements, any_of=not condition.any_of)


def _is_same(one: Answer, other: Answer) -> bool:
    """Tell whether two answers say the same, in whatever words."""
    return replace(one, text=other.text, guesses=other.guesses) == other


def _with(answer: Answer, condition: Condition | None) -> Answer:
    """Add a condition to an answer."""
    more = (condition,) if condition else ()
    return replace(answer, conditions=(*answer.conditions, *more))
