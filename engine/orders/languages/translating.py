"""Translating order lines: reading them with one vocabulary, printing them with another.

A translation that would not be read back as the same is discarded: the line stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from engine.core.decision import Refusal
from engine.orders.conditions.policy import Answer, Clause, Condition, Statement, Test
from engine.orders.conditions.structure import DEFAULT, END, FORGET, IF, STANDING, STOP, WHEN
from engine.orders.patterns.forms import ALL, Form, written
from engine.orders.reading.lines import ANY_TOLL, Line, OrderPart
from engine.orders.reading.steps import printed

if TYPE_CHECKING:
    from engine.orders.vocabularies.game_words import Words
    from engine.orders.vocabulary import Vocabulary

MOST_WAYS = 60
"""The largest number of ways to print an order that are tried until one is read back as the
same."""


class Translator:
    """Translates lines between two languages of a game that has its forms in both."""

    def __init__(self, source: Vocabulary, target: Vocabulary) -> None:
        self.source, self.target = source, target
        self._forms = _pairs(source.forms, target.forms)
        self._tests = dict(_tests(source.words, target.words))
        self._usages = dict(_usages(source, target))
        self.text = lru_cache(maxsize=1_000)(self._text)

    def lines(self, text: str) -> tuple[Line, ...]:
        """Return what a line means, each part with its text in the other language; empty if it is
        not understood or cannot be written there."""
        read = self.source.line(text).read
        if isinstance(read, Refusal):
            return ()
        said = [self._line(line) for line in read]
        return tuple(line for line in said if line) if all(said) else ()

    def _text(self, text: str) -> str:
        """Translate a line; "" if it is not understood or cannot be written in the other
        language."""
        lines = self.lines(text)
        joint = "; " if any(line.clause for line in lines) else ", "
        said = joint.join(self.target.canonical(lines))
        back = self.target.split(said) if said else ()
        if isinstance(back, Refusal) or len(back) != len(lines):
            return ""
        return said if all(map(_is_same, lines, back)) else ""

    def statement(self, text: str) -> str:
        """Translate a statement or a situation that is printed without an order, or how help writes
        these or an order; "" if the text is none of them."""
        if text in self._usages:
            return self._usages[text]
        own, others = self.source.words.clauses.statements, self._clauses.statements
        for read, read_back in (
            (own.statement, others.statement),
            (own.situation, others.situation),
        ):
            found = read(text)
            if found is not None and own.said(found) == text:
                said = str(others.said(self._statement(found)))
                return said if _stated(read_back(said)) == _stated(self._statement(found)) else ""
        return ""

    def _line(self, line: Line) -> Line | None:
        if line.clause:
            clause = self._clause(line.clause)
            return replace(line, text=self._said(clause), clause=clause) if clause else None
        said = self._order(line)
        return replace(line, text=said) if said else None

    # Orders

    def _order(self, line: Line) -> str:
        """Translate an order; "" if no wording is read back as the same."""
        for said in self._ways([part for part, _ in self.source.parts(line.text)]):
            back = self.target.split(said)
            if not isinstance(back, Refusal) and len(back) == 1 and _is_same(line, back[0]):
                return said
        return ""

    def _ways(self, parts: Sequence[OrderPart]) -> Iterator[str]:
        """Yield the ways to print an order; just one for an order of several parts."""
        ways = [list(self._ways_of(part)) for part in parts]
        if len(ways) == 1:
            yield from ways[0][:MOST_WAYS]
        elif all(ways):
            yield ", ".join(way[0] for way in ways)

    def _ways_of(self, part: OrderPart) -> Iterator[str]:
        """Yield the ways to print a part: as its forms are printed, then other spellings."""
        shown = part.lead.shown if part.lead else ""
        lead = self.target.words.leads[self.source.words.leads.index(part.lead)] if shown else None
        for said in dict.fromkeys(self._printed(part)):
            agreed = self._agreed(said, part.agreed)
            yield f"{lead.shown}: {agreed}" if lead and lead.then else agreed
            if lead:
                yield f"{lead.shown}: {agreed}"

    def _printed(self, part: OrderPart) -> Iterator[str]:
        words = self.target.words
        for form, match in part.found:
            other = self._forms[id(form)]
            values, times = {**form.default, **match.values}, form.times(match)
            if times == 1 or (times == ALL and not other.numbered):
                said = printed(words, other, values)
                yield other.carried_on(said) if part.follow else said
            elif other.numbered:
                said = _numbered(words, other, values, times)
                yield other.carried_on(said) if part.follow else said
            elif isinstance(times, int):
                yield ", ".join([printed(words, other, values)] * times)
        for form, match in part.found:
            other = self._forms[id(form)]
            for text in other.also:
                if "|" not in text and "(" not in text:
                    yield _written(words, other, text, {**form.default, **match.values})

    def _agreed(self, said: str, amount: int) -> str:
        return self.target.agreeing(said, amount) if amount not in (0, ANY_TOLL) else said

    # Lines about lines

    def _clause(self, clause: Clause) -> Clause | None:
        answers = [self._answer(answer) for answer in clause.answers]
        if not all(answers):
            return None
        return replace(
            clause,
            condition=clause.condition and self._condition(clause.condition),
            situation=clause.situation and self._statement(clause.situation),
            answers=tuple(answer for answer in answers if answer),
        )

    def _answer(self, answer: Answer) -> Answer | None:
        structure, statements = self._clauses.structure, self._clauses.statements
        conditions = tuple(map(self._condition, answer.conditions))
        plan = answer.plan and self._statement(answer.plan)
        if plan:
            said = statements.said(plan)
        elif answer.default:
            said = structure.printed[DEFAULT]
        else:
            read = self.source.split(answer.text)
            said = "" if isinstance(read, Refusal) or len(read) != 1 else self._order(read[0])
        return replace(answer, text=said, plan=plan, conditions=conditions) if said else None

    def _condition(self, condition: Condition) -> Condition:
        return condition._replace(statements=tuple(map(self._statement, condition.statements)))

    def _statement(self, statement: Statement) -> Statement:
        return statement._replace(test=self._tests[id(statement.test)])

    @property
    def _clauses(self) -> Any:
        return self.target.words.clauses

    def _said(self, clause: Clause) -> str:
        clauses, said = self._clauses, self._clauses.structure.printed
        if clause.word in (STOP, END):
            return str(said[clause.word])
        if clause.word == WHEN:
            return str(clauses.standing_said(clause))
        if clause.word != FORGET:
            return str(clauses.said(IF if clause.word == IF else "else", clause.condition))
        if clause.situation:
            return f"{said[FORGET]} {said[WHEN]} {clauses.statements.said(clause.situation)}"
        return f"{said[FORGET]} {said[STANDING]} {clause.period}".strip()


def _pairs(source: Iterable[Form], target: Iterable[Form]) -> Mapping[int, Form]:
    return {id(one): other for one, other in zip(source, target, strict=True)}


def _usages(source: Vocabulary, target: Vocabulary) -> Iterator[tuple[str, str]]:
    """Yield how each order, statement and situation is written in help, in both languages."""
    yield from (
        (one.usage, other.usage) for one, other in zip(source.forms, target.forms, strict=True)
    )
    own = source.words.clauses.statements.known
    others = dict(_tests(source.words, target.words))
    for section in (own.conditions, own.situations):
        yield from ((one.usage, others[id(one)].usage) for one in section)


def _tests(source: Words, target: Words) -> Iterator[tuple[int, Test]]:
    """Yield each test of one vocabulary with its counterpart in the other."""
    own, others = source.clauses.statements.known, target.clauses.statements.known
    for section in ("conditions", "situations", "plans"):
        pairs = zip(getattr(own, section), getattr(others, section), strict=True)
        yield from ((id(one), other) for one, other in pairs)


def _written(words: Words, form: Form, text: str, values: Mapping[str, Any]) -> str:
    try:
        return written(text, values, words.name, words.grammar.plurals, form.lists)
    except KeyError:
        return ""


def _numbered(words: Words, form: Form, values: Mapping[str, Any], times: int | str) -> str:
    """Print an order with its number."""
    said = {**values, form.repeat: times}
    plurals = words.grammar.plurals
    if times == ALL and form.counted:
        said[form.counted] = plurals.get(values[form.counted], values[form.counted])
    return written(form.numbered, said, words.name, plurals)


def _is_same(one: Line, other: Line) -> bool:
    """Tell whether two lines mean the same."""
    if one.clause or other.clause:
        return bool(_said_of(one.clause) == _said_of(other.clause))
    same = one.anytime == other.anytime and one.agreed == other.agreed
    return same and _steps(one) == _steps(other)


def _steps(line: Line) -> list[Any]:
    return [(frozenset(s.candidates), s.bound, s.rest, s.now, s.every) for s in line.steps]


def _said_of(clause: Clause | None) -> Any:
    if clause is None:
        return None
    answers = [
        (frozenset(a.candidates), _stated(a.plan), list(map(_held, a.conditions)), a.default)
        for a in clause.answers
    ]
    condition = clause.condition and _held(clause.condition)
    return clause.word, condition, _stated(clause.situation), answers, clause.period


def _held(condition: Condition) -> Any:
    return condition.any_of, [_stated(one) for one in condition.statements]


def _stated(statement: Statement | None) -> Any:
    if statement is None:
        return None
    return id(statement.test), dict(statement.values), statement.negated
