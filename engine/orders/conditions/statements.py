"""Finding players' statements, situations and plans among those that a vocabulary knows.

The strict reader accepts a statement as it is printed, or with `not` before it. Other wordings
(`Test.wordings`) are only looked for where they are turned into canonical lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.core.decision import Refusal, refuse
from engine.core.messages import text as as_it_stands
from engine.orders.conditions.policy import ME, SEVERAL, Condition, Statement, Test
from engine.orders.conditions.structure import AND, EDGES, NOT, OR, Structure
from engine.orders.conditions.wordings import Phrasing, Wordings
from engine.orders.patterns.forms import Pattern, written
from engine.orders.patterns.grammar import Grammar
from engine.orders.patterns.pattern_index import PatternIndex
from engine.orders.words.lexicon import Word, tokens

LOOSE = ("", "slips")
"""How names are looked up, tried in this order."""
MOST_WORDS = 18
"""The largest number of words in one statement, situation or plan."""
MOST_JOINED = 5
"""The largest number of parts between `and` and `or` in one statement."""


class Unknown(NamedTuple):
    """The ids of the refusals of a text: the game knows no such statements at all, or not this
    one."""

    none: str
    unknown: str


Tests = PatternIndex[tuple[Test, bool]]
CONDITION = Unknown("refusal.no_conditions_here", "refusal.unknown_condition")
SITUATION = Unknown("refusal.no_situations_here", "refusal.unknown_situation")


@dataclass(frozen=True)
class Known:
    """The statements that a game's vocabulary knows."""

    conditions: Sequence[Test] = ()
    situations: Sequence[Test] = ()
    plans: Sequence[Test] = ()


class Statements:
    """Finds and prints statements."""

    def __init__(
        self,
        grammar: Grammar,
        known: Known,
        printed: Mapping[str, str],
        structure: Structure,
        wordings: Wordings | None = None,
    ) -> None:
        self.grammar, self.known, self.printed = grammar, known, printed
        self.structure, self.wordings = structure, wordings
        self._conditions = self._index(known.conditions)
        self._situations = self._index(known.situations)
        self._plans = self._index(known.plans)
        self.statement = lru_cache(maxsize=500)(self._statement)
        self.situation = lru_cache(maxsize=500)(self._situation)

    def condition(self, text: str) -> Condition | Refusal:
        """Read statements joined by `and`, or by `or`."""
        if (alone := self.statement(text)) is not None:
            return Condition((alone,))
        parts, joints = self._parts(text)
        found: list[Statement] = []
        between: set[str] = set()
        while parts:
            length, statement = self._first(text, parts)
            if statement is None:
                said = text[slice(*parts[0])].strip(EDGES)
                return self.unknown(said or text, self.known.conditions, CONDITION)
            found.append(statement)
            between |= set(joints[length - 1 : length])
            parts, joints = parts[length:], joints[length:]
        if len(between) > 1:
            return refuse("refusal.and_mixed_with_or", said=as_it_stands(text))
        return Condition(tuple(found), any_of=OR in between)

    def _first(self, text: str, parts: Sequence[tuple[int, int]]) -> tuple[int, Statement | None]:
        """Return how many of the parts the longest statement at their beginning takes, and it."""
        for length in range(min(len(parts), MOST_JOINED), 0, -1):
            said = text[parts[0][0] : parts[length - 1][1]].strip(EDGES)
            if statement := self.statement(said):
                return length, statement
        return 0, None

    def _parts(self, text: str) -> tuple[list[tuple[int, int]], list[str]]:
        """Return where the parts between `and`, `or` and commas are, and what joins them."""
        marks = [mark for mark in self.structure.marks(text) if mark.sort in (AND, OR, ",")]
        starts, ends = [0, *(m.end for m in marks)], [*(m.start for m in marks), len(text)]
        parts, joints = list[tuple[int, int]](), list[str]()
        for start, end, mark in zip(starts, ends, [*marks, None], strict=True):
            if text[start:end].strip(EDGES):
                parts.append((start, end))
                joints.append(OR if mark and mark.sort == OR else AND)
            elif joints and mark and mark.sort == OR:
                joints[-1] = OR  # after a comma
        return parts, joints[:-1]

    def _statement(self, text: str) -> Statement | None:
        """Read a statement as written before slips are corrected: `not` is no slip of a name."""
        meant = list(self._phrasings(text))
        for loose in LOOSE:
            for said in meant:
                found = self._match(said.text, self._conditions, loose)
                if found and (not said.counts or "{n}" in found.test.least.values()):
                    return found._replace(negated=found.negated is not said.denied)
        return None

    def _phrasings(self, text: str) -> Iterator[Phrasing]:
        if self.wordings:
            yield from self.wordings.of(text, self.grammar.number)
            return
        yield Phrasing(text)
        first, _, rest = text.partition(" ")
        if rest and not self.structure.denying.isdisjoint(tokens(first)):
            yield Phrasing(rest, denied=True)

    def _situation(self, said: str) -> Statement | None:
        found = self._match(said, self._situations)
        if found is None and self.wordings:
            return self._match(self.wordings.plain(said), self._situations)
        return found

    def plan(self, text: str, kinds: Iterable[str] | None = None) -> Statement | None:
        """Read a text as a plan, which must answer one of these kinds if any are given."""
        found = self._match(text, self._plans, *LOOSE[: 2 if kinds is None else 1])
        if found and kinds is not None and set(kinds).isdisjoint(found.test.kinds):
            return None
        return found

    def _match(self, text: str, tests: Tests, *how: str) -> Statement | None:
        words = tokens(text)
        if not 0 < len(words) <= MOST_WORDS or self.grammar.is_stray(words):
            return None
        for loose in how or LOOSE:
            there = self.grammar.reached(words, loose)
            for pattern, (test, denied) in tests.near(there):
                if match := self.grammar.fitted(pattern, words, loose=loose):
                    values = {**test.default, **match.values}
                    return _counted(Statement(test, values, denied, match.guesses))
        return None

    def _index(self, tests: Sequence[Test]) -> Tests:
        """Index the patterns of tests, each with its test and whether it denies it."""
        said = ((test, row) for test in tests for row in self._patterns(test))
        return PatternIndex((pattern, (test, denied)) for test, (pattern, denied) in said)

    def _patterns(self, test: Test) -> Iterator[tuple[Pattern, bool]]:
        """Yield the patterns of a test, and whether each denies it."""
        yield from ((pattern, False) for pattern in test.patterns)
        if self.wordings:
            yield from ((pattern, False) for pattern in test.wordings)
            yield from ((pattern, True) for pattern in test.denied)

    def unknown(self, said: str, tests: Sequence[Test], what: Unknown) -> Refusal:
        """Refuse a text that is no statement or situation, naming those that are near to it."""
        if not tests:
            return refuse(what.none, said=as_it_stands(said))
        words = set(tokens(said))
        near = sorted(
            (test for test in tests if test.help),
            key=lambda test: -len(words & _words_of(test.say)),
        )
        known = tuple(as_it_stands(test.usage) for test in near[:4])
        slots = {"said": as_it_stands(said), "there": "there" in words, "known": known}
        return refuse(what.unknown, **slots)

    # Printing

    def in_words(self, condition: Condition) -> str:
        """Print the statements of a condition as they were understood."""
        joint = self.structure.printed[OR if condition.any_of else AND]
        return f" {joint} ".join(map(self.said, condition.statements))

    def said(self, statement: Statement) -> str:
        """Print one statement as it was understood."""
        test, values = statement.test, statement.values
        say = test.own if test.own and values.get("who") == ME else test.say
        if test.several and f"{values[_first_place(test.several)]}.{SEVERAL}" in self.printed:
            say = test.several
        printed = {**self.printed, ME: self.structure.printed[ME]}
        said = written(say, values, lambda key: printed.get(key) or printed.get(_bare(key), key))
        return f"{self.structure.printed[NOT]} {said}" if statement.negated else said


def _bare(key: str) -> str:
    """A name's key without its form: a seat's own has none."""
    return key.partition(".")[0]


@lru_cache(maxsize=1_000)
def _first_place(say: str) -> str:
    return say.partition("{")[2].partition("}")[0].partition(".")[0]


@lru_cache(maxsize=1_000)
def _words_of(say: str) -> frozenset[Word]:
    return frozenset(tokens(say))


def _counted(statement: Statement) -> Statement:
    """Turn `0` in a statement about a least number into the negation of at least 1."""
    values, least = statement.values, statement.test.least
    if values.get("n") != 0 or "{n}" not in least.values():
        return statement
    return statement._replace(values={**values, "n": 1}, negated=True)
