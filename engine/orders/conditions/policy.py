"""Conditions and standing orders: what players write about what may happen, for any game.

A game's vocabulary (`vocabulary_file`) lists what can be written: statements about what a seat
sees, situations in which it is asked something, plans by which it answers. A statement compares
values at paths into a `Sight`, such as `view.control.{region}.{who}`: a condition can only ask
about what the seat can see, so it gives nothing away. The paths that must be visible are the
statement's `known`; if one is missing, the statement is neither true nor false (None), and triggers
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from msgspec import Struct, field

from engine.core.decision import Choice, Menu, Seat
from engine.core.messages import Message
from engine.core.rules_interface import Event
from engine.orders.patterns.choice_templates import filled
from engine.orders.patterns.forms import Pattern

ME = "me"
"""The key of the name that a seat uses for itself."""
SEVERAL = "several"
"""The form of a plural name, and of the statements about it."""
ONCE = "once"
"""The period of a standing order that is valid for one answer."""
Where = dict[str, Any]
"""Paths and the values they must have."""


class Sight(NamedTuple):
    """What a seat sees when it is asked: everything that conditions may look at."""

    seat: Seat
    view: Mapping[str, Any]
    facts: Mapping[str, Any] = {}
    happened: Sequence[Event] | None = ()
    """What the seat saw happen in the action that the condition is below; None if that is not
    known."""
    refused: bool = False
    """Whether that action was refused."""
    acted: bool = True
    """Whether that action was played."""


Plan = Callable[..., Choice | None]
"""A game's rule for answering: (sight, menu, *arguments) to a choice, or None for no answer."""


class TestRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A statement, situation or plan as players write it, and what it means, as in a file.

    `where`: at least one of the tables must fit: each of its paths has the value, or contains all
    of a list of values. `least`, `most`: bounds for a number; a missing number counts as 0. `less`:
    a number is smaller than the one at another path; `less_than`: than a given number. `holds`: a
    list contains a table with these data. `happened`, `never`: an event with these data was seen in
    the action above, or none was. `known`: paths that must be visible to tell whether the statement
    is true. `own`: how a seat says it about itself; `several`: how it is said about a plural name
    in its first place; `also`: other ways to say it; `contrary`: ways to deny it. A situation's
    `told` says what happens in it, who does it, to whom and where, and fits any words for that:
    `attack by {power} on me`. Its `cues` are words that must all be named, with those in brackets
    that may stand beside them: `more|further cube (place placed)`.
    """

    say: str
    also: tuple[str, ...] = ()
    cues: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    contrary: tuple[str, ...] = ()
    own: str = ""
    several: str = ""
    help: str = ""
    kinds: tuple[str, ...] = ()
    where: tuple[Where, ...] = ()
    least: Where = field(default_factory=dict)
    most: Where = field(default_factory=dict)
    less: Where = field(default_factory=dict)
    less_than: Where = field(default_factory=dict)
    holds: Where = field(default_factory=dict)
    happened: Where = field(default_factory=dict)
    never: tuple[Where, ...] = ()
    known: tuple[str, ...] = ()
    refused: bool = False
    plan: str = ""
    args: tuple[Any, ...] = ()
    default: Where = field(default_factory=dict)


class Test(TestRow, frozen=True):
    """A test row with its patterns."""

    patterns: tuple[Pattern, ...] = ()
    wordings: tuple[Pattern, ...] = ()
    denied: tuple[Pattern, ...] = ()
    """Patterns that deny the statement."""
    usage: str = ""

    @property
    def of_action(self) -> bool:
        """Whether the statement is about the outcome of the action above it, or its refusal."""
        return self.of_outcome or self.refused

    @property
    def of_outcome(self) -> bool:
        """Whether the statement is about what happened in that action."""
        return bool(self.happened or self.never)


@dataclass(frozen=True, slots=True)
class Period:
    """How long a standing order is valid, as players write it: as long as the value at a path, or
    at several separated by spaces, does not change."""

    texts: tuple[str, ...]
    same: str
    asks: str = ""
    """The situation that the period implies by itself: `in this auction: pass`."""
    now: bool = False
    """Whether an action for this period is meant for now: `I pass this round`."""


class Statement(NamedTuple):
    """A test with its values, or its negation."""

    test: Test
    values: Mapping[str, Any]
    negated: bool = False
    guesses: tuple[tuple[str, str], ...] = ()
    """The slips that were corrected."""

    def same(self, other: Statement) -> bool:
        """Tell whether another statement means the same, however it was written."""
        return self._replace(guesses=()) == other._replace(guesses=())


class Condition(NamedTuple):
    """Statements, all of which must be true, or any."""

    statements: tuple[Statement, ...]
    any_of: bool = False

    @property
    def of_action(self) -> bool:
        """Whether the condition can only be decided by the outcome of the action above it."""
        return any(statement.test.of_action for statement in self.statements)


ClauseWord = Literal["if", "else", "end", "stop", "when", "forget"]


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of a standing order: an order's candidates, a plan, or the default for whatever is
    asked; with conditions."""

    text: str
    candidates: tuple[tuple[str, Choice], ...] = ()
    plan: Statement | None = None
    conditions: tuple[Condition, ...] = ()
    """All of them must be met."""
    default: bool = False
    guesses: tuple[Message, ...] = ()
    """The slips that were corrected in its order."""

    def serves(self, kind: str) -> bool:
        """Tell whether the answer can answer a kind of decision."""
        if self.plan:
            return kind in self.plan.test.kinds
        return self.default or any(name == kind for name, _ in self.candidates)


@dataclass(frozen=True, slots=True)
class Clause:
    """What a line says about other lines, or about the future.

    `if` and `else` open a branch, which ends with its line if `one_line`; `else` may have a
    condition of its own. `when` is a standing order, whose condition applies to all its answers;
    `forget` cancels one or all.
    """

    word: ClauseWord
    condition: Condition | None = None
    one_line: bool = False
    situation: Statement | None = None
    answers: tuple[Answer, ...] = ()
    period: str = ""
    """The path whose value must not change while a standing order is valid; `once`; or "": no
    end."""

    def statements(self) -> Iterator[Statement]:
        """Yield all statements about what may be true or has happened."""
        for condition in (self.condition, *(c for a in self.answers for c in a.conditions)):
            yield from condition.statements if condition else ()

    def all_statements(self) -> Iterator[Statement]:
        """Yield these statements, and the situation and plans."""
        yield from filter(None, (self.situation, *(answer.plan for answer in self.answers)))
        yield from self.statements()


def holds(condition: Condition, sight: Sight) -> bool | None:
    """Tell whether a condition is met by what a seat sees; None if that does not decide it."""
    met = [statement_holds(statement, sight) for statement in condition.statements]
    if condition.any_of in met:
        return condition.any_of
    return None if None in met else not condition.any_of


def statement_holds(statement: Statement, sight: Sight) -> bool | None:
    """Tell whether a statement is true; None if the seat cannot see it."""
    test, values = statement.test, _for_seat(statement.values, sight.seat)
    if unseen(statement, sight) or (test.of_outcome and sight.happened is None):
        return None
    if test.of_outcome and (sight.refused or not sight.acted):
        return False  # an order not played has no outcome: neither this nor its contrary
    return _is_true(test, values, sight) is not statement.negated


def unseen(statement: Statement, sight: Sight) -> list[str]:
    """Return the paths that a seat would have to see but does not."""
    values = _for_seat(statement.values, sight.seat)
    paths = (_said_path(path, values) for path in statement.test.known)
    return [path for path in paths if found_at(path, sight) is None]


def arguments(statement: Statement, seat: Seat) -> Choice:
    """Return the arguments of a plan."""
    return filled(statement.test.args, _for_seat(statement.values, seat))


def answer_of_plan(plans: Mapping[str, Plan], plan: Statement, sight: Sight, menu: Menu) -> Any:
    """Return the choice with which a plan answers, or None."""
    return plans[plan.test.plan](sight, menu, *arguments(plan, sight.seat))


def found_at(path: str, sight: Sight) -> Any:
    """Return the value at a path into view and facts, or None."""
    here: Any = {"view": sight.view, "facts": sight.facts, "seat": sight.seat}
    for key in path.split("."):
        here = here.get(key) if isinstance(here, Mapping) else None
    return here


def _for_seat(values: Mapping[str, Any], seat: Seat) -> dict[str, Any]:
    return {ME: seat} | {slot: seat if value == ME else value for slot, value in values.items()}


def _is_true(test: Test, values: Mapping[str, Any], sight: Sight) -> bool:
    if test.refused and not sight.refused:
        return False
    if test.happened and not _was_seen(test.happened, values, sight):
        return False
    if any(_was_seen(event, values, sight) for event in test.never):
        return False
    if test.where and not any(_fits(table, values, sight) for table in test.where):
        return False
    return (
        all(_number(p, values, sight) >= _limit(v, values) for p, v in test.least.items())
        and all(_number(p, values, sight) <= _limit(v, values) for p, v in test.most.items())
        and all(_number(p, values, sight) < _limit(v, values) for p, v in test.less_than.items())
        and all(_has(p, data, values, sight) for p, data in test.holds.items())
        and all(
            _number(p, values, sight) < _number(other, values, sight)
            for p, other in test.less.items()
        )
    )


def _said(value: Any, values: Mapping[str, Any]) -> Any:
    if value == ME:
        return values[ME]
    return filled((value,), values)[0]


def _limit(value: Any, values: Mapping[str, Any]) -> int:
    return int(_said(value, values))


def _number(path: str, values: Mapping[str, Any], sight: Sight) -> int:
    """Return the number at a path: for a list or table its length, for nothing 0."""
    found = found_at(_said_path(path, values), sight)
    if isinstance(found, int):
        return found
    return len(found) if isinstance(found, Sequence | Mapping) else 0


def _said_path(path: str, values: Mapping[str, Any]) -> str:
    return ".".join(str(_said(key, values)) for key in path.split("."))


def _has(path: str, data: Where, values: Mapping[str, Any], sight: Sight) -> bool:
    rows = found_at(_said_path(path, values), sight)
    return any(
        all(row.get(key) == _said(value, values) for key, value in data.items())
        for row in (rows if isinstance(rows, list) else ())
    )


def _fits(table: Where, values: Mapping[str, Any], sight: Sight) -> bool:
    return all(
        _is_there(found_at(_said_path(path, values), sight), wanted, values)
        for path, wanted in table.items()
    )


def _is_there(found: Any, wanted: Any, values: Mapping[str, Any]) -> bool:
    if isinstance(wanted, list):
        return all(_is_there(found, one, values) for one in wanted)
    said = _said(wanted, values)
    if isinstance(found, Sequence | Mapping) and not isinstance(found, str):
        return said in found
    return bool(found == said)


def _was_seen(wanted: Where, values: Mapping[str, Any], sight: Sight) -> bool:
    return any(
        all(
            _is_there(event.what if key == "what" else event.data.get(key), value, values)
            for key, value in wanted.items()
        )
        for event in sight.happened or ()
        if event.seen_by(sight.seat)
    )
