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
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from engine.core.decision import Refusal, refuse
from engine.orders.forms import Grammar, written
from engine.orders.lexicon import tokens
from engine.orders.paraphrases import OPENINGS, openings, phrasings, plain, sentences
from engine.orders.policy import ME, Answer, Clause, Condition, Period, Statement, Test

if TYPE_CHECKING:
    from engine.orders.reading import Line

_I = re.IGNORECASE
_WORD = rf"(?P<word>{openings(*OPENINGS.values())})"
_HEAD = re.compile(rf"{_WORD}\b\s*(?P<head>[^:]*?)\s*(?::|,?\s*\bthen\b:?)\s*(?P<body>.*)", _I)
_ELSE = re.compile(
    r"(?:(?:or )?(?:else|otherwise)\b|(?:if not|failing that)(?=\s*[,:]))[\s,:]*(?P<body>.*)", _I
)
_OPENED = re.compile(rf"{_WORD}\b\s*(?P<rest>.*)", _I)
_OPENINGS = re.compile(rf"\b(?:{openings(*OPENINGS.values())})\b", _I)
_OR_ELSE = re.compile(
    r"[\s;,.]*\b(?:(?:or )?(?:else|otherwise)\b|(?:if not|failing that)(?=\s*[,:]))[\s,:]*", _I
)
_BEHIND = re.compile(
    rf"(?P<body>.+?),?\s+(?P<word>{openings('if', 'unless', 'when')})\s+(?P<head>[^:]+)", _I
)
_POSSIBLE = re.compile(
    r"(?:(?:only )?if (?:it is |it's |at all )?possible|if (?:i|we) can)\b[\s,:]*(?P<body>.+)"
    r"|(?P<before>.+?),?\s+(?:if (?:it is |it's |at all )?possible|if (?:i|we) can)[.!]*",
    _I,
)
_SITUATION = re.compile(r"(?P<head>[^:]+?)\s*:\s*(?P<body>.+)", _I)
_STOP = re.compile(
    r"(?:please )?(?:(?:stop|wait|hold)(?: here| for me)?(?:,? and ask(?: me)?)?|ask me)"
    r"(?: first| before (?:going|you go) on)?[.!]*",
    _I,
)
_END = re.compile(r"end ?if[.!]*", _I)
_FORGET = re.compile(
    r"(?:forget|drop|cancel|clear|delete|remove|revoke|no more|no)\s+"
    r"(?:(?P<head>(?:when|whenever|in)\b[^:]+?):?"
    r"|(?:(?:all|my|the)\s+)*standing orders?(?:\s+(?P<number>\d{1,3}))?)[.!]*"
    r"|forget (?P<nth>\d{1,3})",
    _I,
)
_ANSWERS = re.compile(r"\s*(?:;|,?\s*\b(?:else|otherwise)\b)[\s,:]*", _I)
_THEN_IF = re.compile(r"(?:\s*[;.]\s*|,?\s+(?:and|then)\s+)(?=(?:if|unless)\b)", _I)
_JOINED = re.compile(
    r",?\s+(and|or)\s+(?!(?:more|less|fewer|greater|higher|lower|later)\b)|,\s+", _I
)
_OPEN_END = re.compile(
    r",?\s*\b(?:un)?til (?:i (?:say|tell you)(?: so| otherwise)?|further notice)\b"
    r"|,?\s*\b(?:always|from now on|for the rest of the game|in future)\b",
    _I,
)
_ALWAYS = re.compile(r"(?:please )?(?P<word>always|never)\s+(?P<body>.+?)[.!]*", _I)
_STANDING = re.compile(
    r"(?:(?:my|new) )?standing (?:order|instruction)s?\s*[:,-]\s*(?P<body>.+)", _I
)
_ANY_COMMA = re.compile(r"\s*(?:[,;]|\b(?:and|but)\b)\s*", _I)
_ONCE = re.compile(r",?\s*\b(?:once|(?:the )?next time)\b", _I)
_DEFAULT = re.compile(
    r"(?:(?:take|use) )?(?:the |my )?default|as (?:the moderator )?proposed?s?", _I
)
ONCE = "once"
LOOSE = ("", "slips")
"""How names are looked up, one after the other."""
NESTED = "A condition stands in one other at most: write the rest as a mail of its own."
MOST_NESTED = 2
MOST_OPENINGS = 6
MOST_WORDS = 18
"""Words of one statement, situation or plan."""
MOST_HEAD = 36
"""Words that may stand before what a condition or situation is for, where no colon divides them."""
TOO_MANY = "So many conditions are not read from one line: write one a line."


class Part(NamedTuple):
    """A piece of a line: a clause, or an order to be read as one."""

    text: str
    clause: Clause | None = None
    apart: bool = False
    """It begins a sentence that could stand on a line of its own."""


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
        actions: Sequence[str] = (),
    ) -> None:
        self.grammar, self.periods, self.printed = grammar, periods, printed
        self.actions = frozenset(actions)
        self.conditions, self.situations, self.plans = conditions, situations, plans
        self._statement = lru_cache(maxsize=500)(self._stated)
        self._situated = lru_cache(maxsize=500)(self._situation_said)

    def read(self, text: str, orders: Orders, depth: int = 0) -> list[Part] | Refusal | None:
        """The parts of a line; None: it is no such line. A part without a clause is an order."""
        text = text.strip()
        if not depth and len(_OPENINGS.findall(text)) > MOST_OPENINGS:
            return refuse(TOO_MANY)
        read = self._sentence(text, orders, depth)
        if isinstance(read, list) or depth:
            return read
        return self._sentences(text, orders) or read

    def _sentence(self, text: str, orders: Orders, depth: int) -> list[Part] | Refusal | None:
        if _STOP.fullmatch(text):
            return [Part(text, Clause("stop"))]
        if _END.fullmatch(text):
            return [Part(text, Clause("end"))]
        if found := _FORGET.fullmatch(text):
            return self._forget(text, found)
        if not depth and (parts := self._if_possible(text, orders)):
            return parts
        other, found = _ELSE.fullmatch(text), _HEAD.fullmatch(text)
        if found and (not other or _opening(found) == "else if"):
            return self._head(text, found, orders, depth)
        if other:
            parts = self._opened(text, orders, depth)
            return parts or self._branch("else", None, other["body"], orders, depth)
        if parts := self._opened(text, orders, depth):
            return parts
        found = _SITUATION.fullmatch(text)
        if found and self.situation(found["head"])[0] is not None:
            return self._standing(text, found["head"], found["body"], orders)
        if not depth and (parts := self._behind_orders(text, orders)):
            return parts
        if not depth and (lasting := self._lasting(text, orders)):
            return lasting
        if plan := self._match(text, self.plans, ""):
            when = next(s.say for s in self.situations if set(s.kinds) & set(plan.test.kinds))
            return refuse(f"{text!r} is understood behind a situation: `when {when}: {text}`.")
        if (found := _BEHIND.fullmatch(text)) and not depth:
            return self._behind(text, found, orders)
        return None

    def _sentences(self, text: str, orders: Orders) -> list[Part] | Refusal | None:
        """`if it wins: build army. If it loses: pass`: as if each stood on a line of its own."""
        said = sentences(text)
        if len(said) < 2:
            return None
        parts: list[Part] = []
        for one in said:
            read = orders(one)
            one_read = self._sentence(one, orders, 0) if isinstance(read, Refusal) else [Part(one)]
            if not isinstance(one_read, list):
                return one_read
            parts += [one_read[0]._replace(apart=True), *one_read[1:]]
        return parts

    def _if_possible(self, text: str, orders: Orders) -> list[Part] | None:
        """`if possible, build fort`: an order whose refusal stops nothing."""
        found = _POSSIBLE.fullmatch(text)
        said = (found["body"] or found["before"]) if found else ""
        if not said or isinstance(orders(said), Refusal):
            return None
        return [Part(said), Part("else:", Clause("else", one_line=True), apart=True)]

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
            return refuse(f"{text!r} mixes `and` and `or`: write two conditions, one in the other")
        return Condition(tuple(statements), any_of="or" in joined)

    # Branches

    def _head(
        self, text: str, found: re.Match[str], orders: Orders, depth: int
    ) -> list[Part] | Refusal | None:
        word, head, body = _opening(found), found["head"], found["body"]
        if word == "else":
            return self._branch("else", None, f"{head} {body}".strip(), orders, depth)
        if word != "when" or self._asks_outcome(head):
            condition = self.condition(head)
            if word == "if" and isinstance(condition, Refusal) and self.situation(head)[0]:
                return self._standing(f"when {head}: {body}", head, body, orders)
            if isinstance(condition, Refusal):
                return condition
            condition = _negated(condition) if word == "unless" else condition
            branch = "else" if word == "else if" else "if"
            return self._branch(branch, condition, body, orders, depth)
        return self._standing(text, head, body, orders)

    def _asks_outcome(self, head: str) -> bool:
        """Whether it is a condition on what came of the order above: `when it arrives`."""
        condition = self.condition(head)
        return isinstance(condition, Condition) and condition.of_action

    def _branch(
        self, word: str, condition: Condition | None, body: str, orders: Orders, depth: int
    ) -> list[Part] | Refusal | None:
        said = f"{word}:" if condition is None else self.said(word, condition)
        opened = Clause("if" if word == "if" else "else", condition, one_line=bool(body))
        if not body:
            return [Part(said, opened)]
        if depth + 1 > MOST_NESTED:
            return refuse(NESTED)
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

    def _opened(self, text: str, orders: Orders, depth: int) -> list[Part] | None:
        """`if it arrives, build army`: with a comma where a colon should stand, or nothing."""
        found = _OPENED.fullmatch(text)
        if not found or ":" in found["rest"].partition(",")[0]:
            return None
        return self._divided(found, ",", orders, depth) or self._divided(found, " ", orders, depth)

    def _divided(
        self, found: re.Match[str], mark: str, orders: Orders, depth: int
    ) -> list[Part] | None:
        """The one way to divide it at a mark into what is known and what it is for."""
        word, rest = found["word"], found["rest"]
        ways: list[list[Part]] = []
        for n in islice((n for n, each in enumerate(rest) if each == mark), MOST_HEAD):
            head, body = rest[:n], rest[n + 1 :].strip()
            if body and self._is_head(_opening(found), head):
                parts = self.read(f"{word} {head}: {body}", orders, max(depth, 1) - 1)
                if isinstance(parts, list) and not any(_alike(parts, way, orders) for way in ways):
                    ways.append(parts)
        return ways[0] if len(ways) == 1 else None

    def _is_head(self, word: str, head: str) -> bool:
        """Whether it is a situation or condition, exactly as it is written."""
        situation, besides = self.situation(head)
        if word in ("when", "if") and situation is not None and not situation.guesses:
            return not isinstance(besides, Refusal)
        condition = self.condition(head)
        said = condition.statements if isinstance(condition, Condition) else ()
        return bool(said) and not any(statement.guesses for statement in said)

    def _behind_orders(self, text: str, orders: Orders) -> list[Part] | None:
        """`attack France in India; if it wins: build army` on one line."""
        for found in _THEN_IF.finditer(text):
            before = text[: found.start()]
            parts = self._sentence(text[found.end() :], orders, 0)
            if isinstance(parts, list) and not isinstance(orders(before), Refusal):
                return [Part(before), *parts]
        return None

    def _behind(
        self, text: str, found: re.Match[str], orders: Orders
    ) -> list[Part] | Refusal | None:
        """`attack France in India if I have 5 gold`, `stop if it loses`, `fight when attacked`."""
        word, head = _opening(found), found["head"]
        if word == "when" and not self._asks_outcome(head):
            if self.situation(head)[0] is not None:
                said = f"when {head}: {found['body']}"
                return self._standing(said, head, found["body"], orders)
            return self._widest(text, f"{found['body']} if {head}", orders)
        body = self._body(found["body"], orders, MOST_NESTED)
        if isinstance(body, Refusal):
            return None
        condition = self.condition(head)
        if isinstance(condition, Refusal):
            return condition
        condition = _negated(condition) if word == "unless" else condition
        said = self.said("if", condition)
        return [Part(said, Clause("if", condition, one_line=True)), *body]

    # Standing orders

    def _standing(
        self, text: str, head: str, body: str, orders: Orders
    ) -> list[Part] | Refusal | None:
        bare, period = self.without_period(head)
        head = bare or head
        body, later = self.without_period(body)
        situation, condition = self.situation(head)
        if situation is None:
            return self._unknown(head, self.situations, "situation")
        if isinstance(condition, Refusal):
            return condition
        answers = self._answers(body, orders, condition, situation)
        if isinstance(answers, Refusal):
            return answers
        clause = Clause("when", condition, situation=situation, answers=answers)
        return [Part(text, replace(clause, period=period or later))]

    def _lasting(self, text: str, orders: Orders) -> list[Part] | Refusal | None:
        """`always reroll if losing`, `decline this war`, `this war: when asked: decline`."""
        if found := _STANDING.fullmatch(text):
            said = found["body"]
            lasting = self._lasting(said, orders) or self._if_standing(said, orders)
            return lasting or self._widest(text, said, orders)
        forever = _ALWAYS.fullmatch(text)
        said, period = self.without_period(forever["body"] if forever else text)
        if forever:
            said = f"{forever['word']} {said}"
        lasts = said != text
        said = re.sub(r"^(?:for|during|in)?\s*[,:]\s*", "", said, flags=_I).strip(" ,;.")
        if found := _ALWAYS.fullmatch(said):
            lasts, said = True, found["body"]
            if found["word"].lower() == "never":
                said = f"do not {said}"
        if not (lasts and said):
            return None
        parts = self._if_standing(said, orders) or self._widest(text, said, orders)
        if not isinstance(parts, list) or not parts[0].clause or not period:
            return parts
        until = period if period == ONCE else self.period_said(period)
        return [Part(f"{parts[0].text}, {until}", replace(parts[0].clause, period=period))]

    def period_said(self, same: str) -> str:
        return next(period.texts[-1] for period in self.periods if period.same == same)

    def _if_standing(self, text: str, orders: Orders) -> list[Part] | None:
        """A line that is a standing order by itself."""
        read = self._sentence(text, orders, 1)
        stands = isinstance(read, list) and read[0].clause and read[0].clause.word == "when"
        return read if isinstance(read, list) and stands else None

    def _answer_of(self, text: str, orders: Orders) -> Answer | None:
        answer = self._answer(text, orders)
        return None if isinstance(answer, Refusal) else answer

    def _widest(self, text: str, said: str, orders: Orders) -> list[Part] | Refusal | None:
        """A standing order for whatever asks this question, where there is one such situation;
        `always pass in auctions` names it behind the answer."""
        answer = self._answer_of(said, orders)
        gaps = list(re.finditer(r"\s+", said if answer is None else ""))
        for gap in gaps[-MOST_HEAD:]:
            head, body = said[gap.end() :], said[: gap.start()]
            if self.situation(head)[0] and self._answer_of(body, orders):
                return self._standing(f"when {head}: {body}", head, body, orders)
        if answer is None or answer.default:
            return None
        wide = [s for s in self.situations if not s.where and any(map(answer.serves, s.kinds))]
        named = [s for s in wide if len(s.kinds) == min(len(s.kinds) for s in wide)]
        if len(named) == 1 and not self._serves_more(answer, named[0]):
            when = named[0].say
            return self._standing(f"when {when}: {said}", when, said, orders)
        ways = " or ".join(f"`when {s.usage}: {said}`" for s in wide)
        more = f"When {text!r} shall answer is not clear: write {ways}."
        return refuse(more) if ways else None

    def _serves_more(self, answer: Answer, situation: Test) -> bool:
        """Whether an answer serves questions that a situation is not for, or is an action: it has
        to be said when that shall be played again and again."""
        kinds = {kind for kind, _ in answer.candidates} | set(
            answer.plan.test.kinds if answer.plan else ()
        )
        again = answer.plan is None and not kinds.isdisjoint(self.actions)
        return again or not kinds <= set(situation.kinds)

    def situation(self, head: str) -> tuple[Statement | None, Condition | Refusal | None]:
        """A situation, and what must hold besides: `when attacked in India if I have 5 gold`."""
        said, _, besides = head.partition(" if ")
        return self._situated(said), self.condition(besides) if besides else None

    def _situation_said(self, said: str) -> Statement | None:
        return self._match(said, self.situations) or self._match(plain(said), self.situations)

    def _answers(
        self,
        body: str,
        orders: Orders,
        besides: Condition | None,
        situation: Statement,
    ) -> tuple[Answer, ...] | Refusal:
        answers: list[Answer] = []
        for text in self._one_by_one(body, orders):
            answer = self._answer(text, orders)
            if isinstance(answer, Refusal):
                return answer
            if not any(map(answer.serves, situation.test.kinds)):
                when = situation.test.usage
                return refuse(f"{text!r} is no answer to what is asked then (`when {when}`).")
            answers.append(_with(answer, besides))
        if not answers:
            return refuse("Behind the colon stands what shall be answered.")
        return tuple(answers)

    def _one_by_one(self, body: str, orders: Orders) -> Iterator[str]:
        """The answers with semicolons between them; with commas, where each is one by itself."""
        for text in filter(None, _ANSWERS.split(body)):
            parts = [part for part in _ANY_COMMA.split(text) if part]
            alone = isinstance(self._answer(text, orders), Answer)
            if alone or not all(self._answer_of(part, orders) for part in parts):
                yield text
            else:
                yield from parts

    def _answer(self, text: str, orders: Orders) -> Answer | Refusal:
        if (plan := self._match(text, self.plans)) is not None:
            return Answer(text, plan=plan)
        if _DEFAULT.fullmatch(text):
            return Answer(text, default=True)
        if possible := _POSSIBLE.fullmatch(text):
            return self._answer(possible["body"] or possible["before"], orders)
        read = orders(text)
        if not isinstance(read, Refusal):
            if len(read) != 1 or (len(read[0].steps) > 1 and not read[0].steps[0].now):
                return refuse(f"{text!r}: one answer each, with a semicolon between them.")
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
        negated = _opening(found) == "unless"
        return _with(inner, _negated(condition) if negated else condition)

    def without_period(self, text: str) -> tuple[str, str]:
        """The text without how long it is good, and that; empty: until it is taken back."""
        if _OPEN_END.search(text):
            return _OPEN_END.sub("", text).strip(), ""
        if _ONCE.search(text):
            return _ONCE.sub("", text).strip(), ONCE
        for period in self.periods:
            for said in period.texts:
                pattern = re.compile(
                    rf",?\s*\b(?:in |for |during |until |till )?{re.escape(said)}\b", _I
                )
                if pattern.search(text):
                    return pattern.sub("", text).strip(" ,"), period.same
        return text, ""

    def _forget(self, text: str, found: re.Match[str]) -> list[Part] | Refusal | None:
        if not (head := found["head"]):
            return [Part(text, Clause("forget", period=found["number"] or found["nth"] or ""))]
        situation, _ = self.situation(re.sub(r"^(?:when|whenever)\s+", "", head, flags=_I))
        if situation is None:
            return None
        return [Part(text, Clause("forget", situation=situation))]

    # Statements

    def _stated(self, text: str) -> Statement | None:
        """As it is written before slips are put right: `not` is no slip of a name."""
        meant = list(phrasings(text, self.grammar.number))
        for loose in LOOSE:
            for phrasing in meant:
                found = self._match(phrasing.text, self.conditions, loose)
                if found and (not phrasing.counts or "{n}" in found.test.least.values()):
                    return found._replace(negated=found.negated is not phrasing.denied)
        return None

    def is_plan(self, text: str, kinds: Sequence[str]) -> bool:
        """Whether it is a plan by which one of these kinds is answered."""
        plan = self._match(text, self.plans, "")
        return plan is not None and not set(kinds).isdisjoint(plan.test.kinds)

    def _match(self, text: str, tests: Sequence[Test], *how: str) -> Statement | None:
        words = tokens(text)
        if not 0 < len(words) <= MOST_WORDS or self.grammar.is_stray(words):
            return None
        for loose in how or LOOSE:
            for test in tests:
                for n, pattern in enumerate((*test.patterns, *test.contrary)):
                    if match := self.grammar.match(pattern, words, loose=loose):
                        values = {**test.default, **match.values}
                        denied = n >= len(test.patterns)
                        return _counted(Statement(test, values, denied, match.guesses))
        return None

    def _unknown(self, said: str, tests: Sequence[Test], what: str) -> Refusal:
        if not tests:
            return refuse(f"{said!r}: no {what} is known in this game.")
        words = set(tokens(said))
        near = sorted(
            (test for test in tests if test.help),
            key=lambda test: -len(words & set(tokens(test.say))),
        )
        known = "; ".join(test.usage for test in near[:4])
        there = " Write which place is meant by 'there'." if "there" in words else ""
        return refuse(
            f"The {what} {said!r} is not known.{there} Known are: {known} (`help conditions`)."
        )

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


def _opening(found: re.Match[str]) -> str:
    """What the word comes to that a line begins with."""
    return OPENINGS[" ".join(found["word"].lower().split())]


def _alike(one: list[Part], other: list[Part], orders: Orders) -> bool:
    """Whether two readings come to the same."""

    def meaning(parts: list[Part]) -> list[object]:
        return [part.clause or orders(part.text) for part in parts]

    return [str(m) for m in meaning(one)] == [str(m) for m in meaning(other)]


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
