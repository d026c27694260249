"""Lines about other lines, taken apart: if, else, stop, when, forget.

if it arrives: move army German States to India      if and else may also stand alone, above the
else: build navy in Caribbean                        lines they are for; `end if` closes them
attack France in India if I have 5 gold
when Spain asks in India, this war: join with all armies; decline
stop
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from engine.decision import Refusal
from engine.forms import Grammar, written
from engine.lexicon import tokens
from engine.policy import ME, Answer, Clause, Condition, Period, Statement, Test

if TYPE_CHECKING:
    from engine.reading import Line

_I = re.IGNORECASE
_HEAD = re.compile(
    r"(?P<word>else if|otherwise if|elif|else|otherwise|if|unless|whenever|when|as soon as)\b"
    r"\s*(?P<head>[^:]*?)\s*(?::|,?\s*\bthen\b:?)\s*(?P<body>.*)",
    _I,
)
_ELSE = re.compile(r"(?:else|otherwise)\b[\s,:]*(?P<body>.*)", _I)
_COMMA = re.compile(
    r"(?P<word>else if|otherwise if|elif|if|unless|whenever|when|as soon as)\b\s*(?P<rest>.*)", _I
)
_OR_ELSE = re.compile(r"[\s;,.]*\b(?:else|otherwise)\b[\s,:]*", _I)
_BEHIND = re.compile(r"(?P<body>.+?),?\s+(?P<word>if|unless)\s+(?P<head>[^:]+)", _I)
_SITUATION = re.compile(r"(?P<head>[^:]+?)\s*:\s*(?P<body>.+)", _I)
_STOP = re.compile(r"(?:please )?(?:stop(?: here| and ask(?: me)?)?|ask me)[.!]*", _I)
_END = re.compile(r"end ?if[.!]*", _I)
_FORGET = re.compile(
    r"(?:forget|drop|cancel|revoke|no more|no)\s+(?:(?P<head>(?:when|whenever|in)\b[^:]+?):?"
    r"|(?:(?:all|my|the)\s+)*standing orders?(?:\s+(?P<number>\d{1,3}))?)[.!]*"
    r"|forget (?P<nth>\d{1,3})",
    _I,
)
_ANSWERS = re.compile(r"\s*(?:;|,?\s*\b(?:else|otherwise)\b)[\s,:]*", _I)
_THEN_IF = re.compile(r"(?:\s*[;.]\s*|,?\s+(?:and|then)\s+)(?=(?:if|unless)\b)", _I)
_NOT = re.compile(r"(?:it is )?not\s+(?:that\s+)?(?=.)", _I)
_DENIED = (
    (re.compile(r"\b(?:do|does|did)(?: not|n['\u2019]?t)\b", _I), ""),
    (re.compile(r"\b(is|are|am|was|were|has|have)(?: not|n['\u2019]t)\b(?: got\b)?", _I), r"\1"),
    (re.compile(r"\b(there (?:is|are)) no\b", _I), r"\1"),
)
"""How a statement is denied within, and what it is without that."""
_JOINED = re.compile(r",?\s+(and|or)\s+|,\s+", _I)
_OPEN_END = re.compile(r",?\s*\b(?:until i say(?: so| otherwise)?|always)\b", _I)
_ONCE = re.compile(r",?\s*\b(?:once|(?:the )?next time)\b", _I)
_DEFAULT = re.compile(
    r"(?:(?:take|use) )?(?:the |my )?default|as (?:the moderator )?proposed?s?", _I
)
ONCE = "once"
LOOSE = ("", "slips")
"""How names are looked up, one after the other."""
NESTED = "A condition stands in one other at most: write the rest as a mail of its own."
MOST_NESTED = 2


class Part(NamedTuple):
    """A piece of a line: a clause, or an order to be read as one."""

    text: str
    clause: Clause | None = None


Orders = Callable[[str], "tuple[Line, ...] | Refusal"]
"""Reads text as orders."""


class Clauses:
    """What a vocabulary makes of lines about lines."""

    def __init__(
        self,
        grammar: Grammar,
        conditions: Sequence[Test],
        situations: Sequence[Test],
        plans: Sequence[Test],
        periods: Sequence[Period],
        printed: Mapping[str, str],
    ) -> None:
        self.grammar, self.periods, self.printed = grammar, periods, printed
        self.conditions, self.situations, self.plans = conditions, situations, plans

    def read(self, text: str, orders: Orders, depth: int = 0) -> list[Part] | Refusal | None:
        """The parts of a line; None: it is no such line. A part without a clause is an order."""
        text = text.strip()
        if _STOP.fullmatch(text):
            return [Part(text, Clause("stop"))]
        if _END.fullmatch(text):
            return [Part(text, Clause("end"))]
        if found := _FORGET.fullmatch(text):
            return self._forget(text, found)
        if found := _HEAD.fullmatch(text):
            return self._head(text, found, orders, depth)
        if found := _ELSE.fullmatch(text):
            return self._branch("else", None, found["body"], orders, depth)
        if (found := _COMMA.fullmatch(text)) and (parts := self._comma(found, orders, depth)):
            return parts
        found = _SITUATION.fullmatch(text)
        if found and self._situation(found["head"])[0] is not None:
            return self._standing(text, found["head"], found["body"], orders)
        if not depth and (parts := self._behind_orders(text, orders)):
            return parts
        if (found := _BEHIND.fullmatch(text)) and not depth:
            return self._behind(found, orders)
        return None

    def condition(self, text: str) -> Condition | Refusal:
        """Statements joined by `and`, or by `or`."""
        if (alone := self._statement(text)) is not None:
            return Condition((alone,))
        statements: list[Statement] = []
        joints: list[str] = []
        for said, joint in _splits(text):
            statement = self._statement(said)
            if statement is None:
                return self._unknown(said, self.conditions, "condition")
            statements.append(statement)
            joints.append(joint)
        joined = {joint for joint in joints if joint}
        if len(joined) > 1:
            return Refusal(f"{text!r} mixes `and` and `or`: write two conditions, one in the other")
        return Condition(tuple(statements), any_of="or" in joined)

    # Branches

    def _head(
        self, text: str, found: re.Match[str], orders: Orders, depth: int
    ) -> list[Part] | Refusal | None:
        word, head, body = found["word"].lower(), found["head"], found["body"]
        if word in ("when", "whenever", "as soon as"):
            return self._standing(text, head, body, orders)
        if word in ("else", "otherwise"):
            return self._branch("else", None, f"{head} {body}".strip(), orders, depth)
        condition = self.condition(head)
        if isinstance(condition, Refusal):
            return condition
        condition = _negated(condition) if word == "unless" else condition
        branch = "else" if word in ("else if", "otherwise if", "elif") else "if"
        return self._branch(branch, condition, body, orders, depth)

    def _branch(
        self, word: str, condition: Condition | None, body: str, orders: Orders, depth: int
    ) -> list[Part] | Refusal | None:
        said = f"{word}:" if condition is None else self.said(word, condition)
        opened = Clause("if" if word == "if" else "else", condition, one_line=bool(body))
        if not body:
            return [Part(said, opened)]
        if depth + 1 > MOST_NESTED:
            return Refusal(NESTED)
        inner = self._body(body, orders, depth + 1)
        return inner if isinstance(inner, Refusal) else [Part(said, opened), *inner]

    def _body(self, body: str, orders: Orders, depth: int) -> list[Part] | Refusal:
        """What stands behind the colon: orders, or a condition once more; else others, perhaps."""
        read = orders(body)
        if not isinstance(read, Refusal):
            return [Part(body)]
        inner = self.read(body, orders, depth)
        if isinstance(inner, list):
            return inner
        for found in _OR_ELSE.finditer(body):
            before, after = body[: found.start()], body[found.start() :].lstrip(" ;,.")
            if before and not isinstance(first := self._body(before, orders, depth), Refusal):
                rest = self.read(after, orders, depth - 1)
                return [*first, *rest] if isinstance(rest, list) else rest or read
        return read if inner is None else inner

    def _comma(self, found: re.Match[str], orders: Orders, depth: int) -> list[Part] | None:
        """`if it arrives, build army`: with a comma where a colon should stand."""
        word, rest = found["word"], found["rest"]
        for n in (n for n, mark in enumerate(rest) if mark == ","):
            head, body = rest[:n], rest[n + 1 :].strip()
            known = (
                self._situation(head)[0]
                if word.lower() in ("when", "whenever", "as soon as")
                else not isinstance(self.condition(head), Refusal)
            )
            if known and body:
                parts = self.read(f"{word} {head}: {body}", orders, depth)
                if isinstance(parts, list):
                    return parts
        return None

    def _behind_orders(self, text: str, orders: Orders) -> list[Part] | None:
        """`attack France in India; if it wins: build army` on one line."""
        for found in _THEN_IF.finditer(text):
            before = text[: found.start()]
            parts = self.read(text[found.end() :], orders, 0)
            if isinstance(parts, list) and not isinstance(orders(before), Refusal):
                return [Part(before), *parts]
        return None

    def _behind(self, found: re.Match[str], orders: Orders) -> list[Part] | Refusal | None:
        """`attack France in India if I have 5 gold`, `stop if it loses`."""
        body = self._body(found["body"], orders, MOST_NESTED)
        if isinstance(body, Refusal):
            return None
        condition = self.condition(found["head"])
        if isinstance(condition, Refusal):
            return condition
        condition = _negated(condition) if found["word"].lower() == "unless" else condition
        said = self.said("if", condition)
        return [Part(said, Clause("if", condition, one_line=True)), *body]

    # Standing orders

    def _standing(
        self, text: str, head: str, body: str, orders: Orders
    ) -> list[Part] | Refusal | None:
        head, period = self._without_period(head)
        body, later = self._without_period(body)
        situation, condition = self._situation(head)
        if situation is None:
            return self._unknown(head, self.situations, "situation")
        if isinstance(condition, Refusal):
            return condition
        answers = self._answers(body, orders, condition, situation)
        if isinstance(answers, Refusal):
            return answers
        clause = Clause("when", condition, situation=situation, answers=answers)
        return [Part(text, replace(clause, period=period or later))]

    def _situation(self, head: str) -> tuple[Statement | None, Condition | Refusal | None]:
        """A situation, and what must hold besides: `when attacked in India if I have 5 gold`."""
        said, _, besides = head.partition(" if ")
        situation = self._match(said, self.situations)
        return situation, self.condition(besides) if besides else None

    def _answers(
        self,
        body: str,
        orders: Orders,
        besides: Condition | None,
        situation: Statement,
    ) -> tuple[Answer, ...] | Refusal:
        answers: list[Answer] = []
        for text in filter(None, _ANSWERS.split(body)):
            answer = self._answer(text, orders)
            if isinstance(answer, Refusal):
                return answer
            if not any(map(answer.serves, situation.test.kinds)):
                return Refusal(f"{text!r} is no answer to what is asked {situation.test.usage}.")
            answers.append(_with(answer, besides))
        if not answers:
            return Refusal("Behind the colon stands what shall be answered.")
        return tuple(answers)

    def _answer(self, text: str, orders: Orders) -> Answer | Refusal:
        if (plan := self._match(text, self.plans)) is not None:
            return Answer(text, plan=plan)
        if _DEFAULT.fullmatch(text):
            return Answer(text, default=True)
        read = orders(text)
        if not isinstance(read, Refusal):
            if len(read) != 1 or len(read[0].steps) > 1:
                return Refusal(f"{text!r}: one answer each, with a semicolon between them.")
            candidates = read[0].steps[0].candidates if read[0].steps else ()
            return Answer(text, candidates, guesses=read[0].guesses)
        found = _BEHIND.fullmatch(text)
        if not found:
            return read
        condition = self.condition(found["head"])
        if isinstance(condition, Refusal):
            return condition
        inner = self._answer(found["body"], orders)
        if isinstance(inner, Refusal):
            return inner
        negated = found["word"].lower() == "unless"
        return _with(inner, _negated(condition) if negated else condition)

    def _without_period(self, text: str) -> tuple[str, str]:
        """The text without how long it is good, and that; empty: until it is taken back."""
        if _OPEN_END.search(text):
            return _OPEN_END.sub("", text).strip(), ""
        if _ONCE.search(text):
            return _ONCE.sub("", text).strip(), ONCE
        for period in self.periods:
            for said in period.texts:
                pattern = re.compile(rf",?\s*\b(?:in |for |during )?{re.escape(said)}\b", _I)
                if pattern.search(text):
                    return pattern.sub("", text).strip(" ,"), period.same
        return text, ""

    def _forget(self, text: str, found: re.Match[str]) -> list[Part] | Refusal | None:
        if not (head := found["head"]):
            return [Part(text, Clause("forget", period=found["number"] or found["nth"] or ""))]
        situation, _ = self._situation(re.sub(r"^(?:when|whenever)\s+", "", head, flags=_I))
        if situation is None:
            return None
        return [Part(text, Clause("forget", situation=situation))]

    # Statements

    def _statement(self, text: str) -> Statement | None:
        """As it is written before slips are put right: `not` is no slip of a name."""
        said = [_NOT.sub("", text, count=1)] if _NOT.match(text) else []
        said += [pattern.sub(without, text, count=1) for pattern, without in _DENIED]
        denied = [meant for meant in dict.fromkeys(said) if meant != text]
        for loose in LOOSE:
            if (found := self._match(text, self.conditions, loose)) is not None:
                return found
            for meant in denied:
                if (found := self._match(meant, self.conditions, loose)) is not None:
                    return found._replace(negated=not found.negated)
        return None

    def _match(self, text: str, tests: Sequence[Test], *how: str) -> Statement | None:
        words = tokens(text)
        for loose in (how or LOOSE) if words else ():
            for test in tests:
                for pattern in test.patterns:
                    if match := self.grammar.match(pattern, words, loose=loose):
                        values = {**test.default, **match.values}
                        return _counted(Statement(test, values, guesses=match.guesses))
        return None

    def _unknown(self, said: str, tests: Sequence[Test], what: str) -> Refusal:
        if not tests:
            return Refusal(f"{said!r}: no {what} is known in this game.")
        words = set(tokens(said))
        near = sorted(
            (test for test in tests if test.help),
            key=lambda test: -len(words & set(tokens(test.say))),
        )
        known = "; ".join(test.usage for test in near[:4])
        return Refusal(f"The {what} {said!r} is not known. Known are: {known} (`help conditions`).")

    # Printing

    def said(self, word: str, condition: Condition) -> str:
        """A condition in plain words, read the same again: `if Spain controls India:`."""
        return f"{'else if' if word == 'else' else word} {self.in_words(condition)}:"

    def in_words(self, condition: Condition) -> str:
        """The statements of a condition as they are understood."""
        joint = " or " if condition.any_of else " and "
        return joint.join(map(self.statement_said, condition.statements))

    def statement_said(self, statement: Statement) -> str:
        """One statement as it is understood."""
        test, values = statement.test, statement.values
        say = test.own if test.own and values.get("who") == "me" else test.say
        said = written(say, values, lambda key: "me" if key == ME else self.printed.get(key, key))
        return f"not {said}" if statement.negated else said


def _splits(text: str) -> Iterator[tuple[str, str]]:
    """The statements of a condition with the `and` or `or` behind each."""
    start = 0
    for found in _JOINED.finditer(text):
        yield text[start : found.start()], (found[1] or "and").lower()
        start = found.end()
    yield text[start:], ""


def _counted(statement: Statement) -> Statement:
    """That there are none, or more, is no statement of what there is at least."""
    values, least = statement.values, statement.test.least
    if values.get("n") != 0 or "{n}" not in least.values():
        return statement
    return statement._replace(values={**values, "n": 1}, negated=True)


def _negated(condition: Condition) -> Condition:
    statements = tuple(s._replace(negated=not s.negated) for s in condition.statements)
    return Condition(statements, any_of=not condition.any_of)


def _with(answer: Answer, condition: Condition | None) -> Answer:
    """An answer under one condition more."""
    more = (condition,) if condition else ()
    return replace(answer, conditions=(*answer.conditions, *more))
