"""Playing a scenario: one segment at a time, with orders and defaults, and comparing the result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from engine.core.decision import Choice, Kind, Refusal, Seat
from engine.core.dice import ScriptedDice, ScriptMismatch
from engine.core.game import Game
from engine.core.record import Record
from engine.core.session import NOTHING_ASKED, Policy, Session, take_default
from engine.queue.expired_lines import ends_row
from engine.queue.in_advance import InAdvance, answer_in_advance
from engine.queue.intake import take_in
from engine.queue.lines_in_use import Lines
from engine.queue.order import OPEN, Order
from engine.queue.steps_to_choices import meant_in, not_here, steps_now
from engine.queue.using_lines import use_lines

UNASKED = ("anytime", "unclear")
"""The roles of orders that need no question."""


class Difference(NamedTuple):
    """A point where a scenario did not go as expected."""

    path: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        return f"{self.path}: expected {self.expected!r}, found {self.found!r}"


class Failed(Exception):
    """The scenario cannot go on."""

    def __init__(self, path: str, expected: Any, found: Any) -> None:
        super().__init__(path)
        self.difference = Difference(path, expected, found)


@dataclass(frozen=True, slots=True)
class Step:
    """What one seat orders, and what must come of it; without a seat, the rest of the phase."""

    seat: Seat | None
    lines: tuple[str, ...] = ()
    refused: str | None = None
    expect: Mapping[str, Any] = field(default_factory=dict)
    again: bool = False
    """Whether it changes an answer to a joint question, while the others are still waited for."""
    asked: str = ""
    """The kind of question at which play stops for this step, whatever the step says."""


class _Gate:
    """Makes a game stop between two segments: only one given state has a next segment."""

    def __init__(self, game: Game, state: Any) -> None:
        self.rules = game
        self.game = replace(game, segment=self._segment)
        self._open_for = game.dump(state)

    def _segment(self, state: Any) -> tuple[Any, ...] | None:
        return self.rules.segment(state) if self.rules.dump(state) == self._open_for else None


class ScenarioRun:
    """A game played from a position with scripted dice."""

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Any],
        state: Any,
        dice: Sequence[Any],
        phase: str | None = None,
        say: Callable[[Refusal], str] = str,
    ) -> None:
        self.rules, self.dice, self.say = game, ScriptedDice(dice), say
        self.orders: dict[Seat, list[Order]] = {}
        self.mails, self._first_refusal = 0, ""
        self._ahead: Step | None = None
        """The next step, if its answer is in already."""
        self.session = Session.of_state(_Gate(game, state).game, self.dice, state, options)
        answer_in_advance(self.session, self.orders)
        self.phase = phase or self._phase()
        """The phase in which the current step begins."""

    # Where the game stands

    def _tree(self) -> dict[str, Any]:
        return self.rules.position(self.session.state)

    def _phase(self) -> str:
        return str(self._tree().get("phase", ""))

    @property
    def over(self) -> bool:
        """Whether the game itself has ended."""
        return self._between and self.rules.segment(self.session.state) is None

    @property
    def _between(self) -> bool:
        """Whether a segment has ended and the next has not begun."""
        return self.session.over

    def _go_on(self) -> None:
        """Begin the next segment; one that asks nobody anything is over at once."""
        gate = _Gate(self.rules, self.session.state)
        self.session = self._session(gate.game, self.session.record, self.session.sealed)
        self.session.go_on()

    def copy(self) -> ScenarioRun:
        """Copy the play, to look ahead without leaving a trace."""
        other = ScenarioRun.__new__(ScenarioRun)
        other.rules, other.dice = self.rules, ScriptedDice(self.dice.left)
        other.say = self.say
        other.orders, other.mails, other.phase = dict(self.orders), self.mails, self.phase
        other._first_refusal, other._ahead = "", None
        record = Record(self.session.record.lines, self.session.record.snapshots)
        other.session = other._session(self.session.game, record, self.session.sealed)
        return other

    def _session(
        self, game: Game, record: Record, sealed: Mapping[Seat, tuple[Choice, str]]
    ) -> Session:
        """A session at the end of a record; standing orders answer, from its first question on, for
        seats that are not waited for."""

        def policy_of(session: Session) -> Policy:
            return InAdvance(session, self.orders, take_default)

        return Session(game, self.dice, record, sealed, policy_of=policy_of)

    # Steps

    def take(self, step: Step, following: Step | None) -> None:
        """Play a step. Raises Failed, or ScriptMismatch if the dice do not fit."""
        if step.again and step.seat not in self.session.sealed:
            raise Failed(f"again of {step.seat}", "an answer that can be changed", "none")
        if step.seat is None:
            self._end_phase()
        elif step.refused is not None:
            self._take_refused(step.seat, step.lines, step.refused, step.again)
        elif step is self._ahead:
            self._play_on(step.seat, following)
        elif step.lines:
            self._take_orders(step.seat, step.lines, following)
        self.phase = self._phase()

    def _end_phase(self) -> None:
        phase = self.phase
        while self._phase() == phase and not self.over:
            self._advance()

    def _advance(self, leave: Seat | None = None) -> None:
        """Advance a little: use lines that wait, take one default, or begin the next segment."""
        if self._between:
            self._go_on()
            return
        for seat in self._waiting():
            if seat != leave and self._use(seat):
                return
        waiting = self.session.waiting()
        if not waiting:
            raise Failed("questions", "somebody to wait for", "nobody")
        default = self.session.decision(waiting[0]).default
        self.session.submit(waiting[0], default, "default")

    def _use(self, seat: Seat, following: Step | None = None) -> bool:
        """Use the lines of a seat; return False if nothing came of it."""
        before = self.orders.get(seat, [])
        length, held = len(self.session.record), dict(self.session.sealed)

        def leave(kind: Kind) -> bool:
            return following is not None and following.seat == seat and self._fits(following, kind)

        self.orders[seat] = use_lines(self.session, seat, before, leave=leave)
        self._check_lines(seat)
        return len(self.session.record) != length or self.session.sealed != held

    def _check_lines(self, seat: Seat) -> None:
        for order in self.orders[seat]:
            if order.state in ("refused", "unclear"):
                why = self._said(order)
                raise Failed(f"order {order.text!r} of {seat}", "accepted", why)

    def _said(self, order: Order) -> str:
        """Say why a line is not accepted."""
        return self.say(Refusal(order.reason, order.rule)) if order.reason else order.state

    def _take_orders(self, seat: Seat, lines: Sequence[str], following: Step | None) -> None:
        first = self._first(seat, lines)
        while not self._can_answer(seat, first):
            if self.over or self._phase() != self.phase:
                raise Failed(f"order {lines[0]!r} of {seat}", "asked for", self._why_not(seat))
            self._look_for_question(seat, lines)
        if following and self._is_overtaken(seat, following):
            self._send(str(following.seat), following.lines)
            self._use(str(following.seat))
            self._ahead = following
        self._send(seat, lines)
        self._play_on(seat, following)

    def _look_for_question(self, seat: Seat, lines: Sequence[str]) -> None:
        """Advance to a question that an order answers. If the order has been refused before and the
        dice run out, the order is what is wrong."""
        try:
            self._advance()
        except ScriptMismatch:
            if not self._first_refusal:
                raise
            why = self._first_refusal
            raise Failed(f"order {lines[0]!r} of {seat}", "asked for", why) from None

    def _is_overtaken(self, seat: Seat, following: Step) -> bool:
        """Tell whether the next step answers the same secret question, and this seat's answer may
        settle it, so that the other one has to be in first."""
        asked, other = list(self.session.questions), str(following.seat)
        if seat not in asked or other not in asked or asked.index(other) <= asked.index(seat):
            return False
        kind = self.session.questions[seat].kind
        joint = kind.secret and bool(kind.settles) and following.refused is None
        return joint and self._can_answer(other, self._first(other, following.lines))

    def _play_on(self, seat: Seat, following: Step | None) -> None:
        """Use the lines of a seat, then take defaults until the next step or the next segment.

        The reason why the next step's order is refused when it is tried is kept until that step is
        taken.
        """
        self._first_refusal = ""
        while True:
            if self._use(seat, following):
                continue
            if following and (following is self._ahead or self._stops_for(following, seat)):
                return
            if self._between and self._is_diverted():
                self._go_on()
                continue
            if self._between and (not self._unused(seat) or self._passed_on(seat)):
                return
            if self.over or self._phase() != self.phase:
                unused = self._unused(seat)
                raise Failed(f"order {unused[0]!r} of {seat}", "asked for", "the phase has ended")
            self._advance()

    def _is_diverted(self) -> bool:
        """Tell whether something done at any time between two segments has changed which segment
        comes next, such as one in which a power changes hands; it is played with its step."""
        at, said = self.session.record.standing()
        ended = self.rules.load(self.session.record.snapshot(at))
        return bool(said) and self.rules.segment(ended) != self.rules.segment(self.session.state)

    def _send(self, seat: Seat, lines: Sequence[str]) -> None:
        self.mails += 1
        kept = self.orders.get(seat, [])
        self.orders[seat] = take_in(self.session, seat, kept, lines, self.mails)

    def _first(self, seat: Seat, lines: Sequence[str]) -> Order | None:
        """Return the first of the lines that is an order, if any."""
        orders = take_in(self.session, seat, [], lines, 0)
        return next((o for o in orders if o.role in ("action", "answer", *UNASKED)), None)

    def _can_answer(self, seat: Seat, first: Order | None) -> bool:
        """Tell whether the seat is asked what a line answers, or the line needs no question."""
        if first is None or first.role in UNASKED:
            return True
        question = self.session.questions.get(seat)
        if question is None or (question.kind.settles and seat not in self._waiting()):
            return False
        kind, menu = question.kind.name, self.session.decision(seat).menu
        for choice in steps_now(self.session, seat, first.read)[0].choices(kind):
            meant = meant_in(self.rules.words, kind, choice, menu)
            if not isinstance(meant, Refusal):
                return True
            self._first_refusal = self._first_refusal or self.say(meant)
        return False

    def _why_not(self, seat: Seat) -> str:
        if self._first_refusal:
            return self._first_refusal
        question = self.session.questions.get(seat)
        asked = ", ".join(self._waiting()) or "nobody"
        return f"{seat} is asked {question.kind.name}" if question else f"{asked} is asked"

    def _fits(self, step: Step, kind: Kind) -> bool:
        if step.asked:
            return kind.name == step.asked
        first = self._first(str(step.seat), step.lines)
        if first is None or first.role in UNASKED:
            return False
        return bool(first.steps[0].choices(kind.name))

    def _stops_for(self, following: Step, playing: Seat) -> bool:
        """Tell whether the next step can be played: a question that it answers is open, or it needs
        none and the playing seat has used its lines."""
        if following.seat is None:
            return False
        seat = following.seat
        if following.asked and seat in self._waiting():
            return self.session.questions[seat].kind.name == following.asked
        first = self._first(seat, following.lines)
        if first is not None and first.role == "anytime":
            return not (self._between and self._unused(playing))
        if following.again:
            return seat in self.session.sealed
        if seat not in self._waiting():
            return False
        return following.refused is not None or self._can_answer(seat, first)

    def _unused(self, seat: Seat) -> list[str]:
        """Return the actions that are still to be played."""
        return [
            order.text
            for order in self.orders.get(seat, ())
            if order.role == "action" and order.state in ("queued", "on_hold", "started")
        ]

    def _passed_on(self, seat: Seat) -> bool:
        """Tell whether everything left is for the rest of a turn that is already over."""
        left = [o for o in self.orders[seat] if o.role == "action" and o.state in OPEN]
        lines = Lines(self.session, seat, self.orders[seat])
        ended = [order for order in left if ends_row(lines, order)]
        resting = all(o in ended or (o.used and o.steps[o.used].rest) for o in left)
        passed_on = resting and seat not in self._asked()
        if passed_on:
            self.orders[seat] = [o for o in self.orders[seat] if o not in ended]
        return passed_on

    # Refused orders

    def _take_refused(
        self, seat: Seat, lines: Sequence[str], text: str, again: bool = False
    ) -> None:
        """Check that one of the lines is refused, with the text in the reason; nothing changes."""
        if self._between and not self.over:
            self._go_on()
        at_any_time = again or (self._is_anytime(lines[0]) and not self.over)
        if (ahead := self.copy() if at_any_time else self._asked_ahead(seat)) is not None:
            reason = ahead.reason_against(seat, lines)
            if reason is not None and text.casefold() in reason.casefold():
                return
            if at_any_time or seat in self._waiting():
                found = "accepted" if reason is None else reason
                raise Failed(f"order {lines[0]!r} of {seat}", f"refused: {text}", found)
        nothing = self.say(NOTHING_ASKED)
        if text.casefold() not in nothing.casefold():
            raise Failed(f"order {lines[0]!r} of {seat}", f"refused: {text}", nothing)

    def _is_anytime(self, line: str) -> bool:
        read = self.session.game.words.split(line)
        return not isinstance(read, Refusal) and read[0].anytime is not None

    def play_until_asked(self, seat: Seat) -> str:
        """Take defaults until a seat is asked; return the kind, or "" if the phase ends first."""
        try:
            while seat not in self._waiting():
                if self.over or self._phase() != self.phase:
                    return ""
                self._advance()
        except (ScriptMismatch, Failed):
            return ""
        return self.session.questions[seat].kind.name

    def _asked_ahead(self, seat: Seat) -> ScenarioRun | None:
        """Play a copy by the others' defaults up to the seat's first question; None if none
        comes."""
        ahead = self.copy()
        try:
            while seat not in ahead._waiting():
                if ahead.over or ahead._phase() != self._phase():
                    return None
                ahead._advance()
        except ScriptMismatch:
            return None
        return ahead

    def _judged(self, seat: Seat) -> list[Order]:
        self.orders[seat] = use_lines(self.session, seat, self.orders[seat])
        return self.orders[seat]

    def reason_against(self, seat: Seat, lines: Sequence[str]) -> str | None:
        """Return why the first refused line is refused; None if all were accepted."""
        self._send(seat, lines)
        orders = self._judged(seat)
        while self._between and self._unused(seat) and not self.over:
            self._go_on()
            orders = self._judged(seat)
        for order in orders:
            if order.mail != self.mails:
                continue
            if order.state in ("refused", "unclear", "remark"):
                return self._said(order)
            if order.role == "action" and not order.used:
                return self._reason_now(seat, order)
        return None

    def _reason_now(self, seat: Seat, order: Order) -> str:
        """Say why an order does not fit the open question."""
        kind, choice = order.steps[0].candidates[0]
        question = self.session.questions.get(seat)
        if question is None:
            return self.say(NOTHING_ASKED)
        menu = self.session.decision(seat).menu
        return self.say(not_here(self.rules.words, kind, choice, menu, question.kind.name))

    # Comparison

    def compare(self, expect: Mapping[str, Any]) -> list[Difference]:
        """Return where the position differs from what is expected."""
        tree = self._tree() | ({"asked": self._asked()} if "asked" in expect else {})
        found = ((path, value, _at(tree, path)) for path, value in expect.items())
        return [
            Difference(path, value, _like(value, there))
            for path, value, there in found
            if not same(self.rules, path, value, there)
        ]

    def _waiting(self) -> list[Seat]:
        """Return who is waited for; of those who answer openly in turn, only the first."""
        waiting = self.session.waiting()
        kinds = [self.session.questions[seat].kind for seat in waiting]
        in_turn = any(kind.settles and not kind.secret for kind in kinds)
        return waiting[:1] if in_turn else waiting

    def _asked(self) -> list[Seat]:
        """Return who is being asked, in the next segment if one has just ended."""
        ahead = self.copy()
        try:
            while ahead._between and not ahead.over:
                ahead._go_on()
        except ScriptMismatch:
            return []
        return ahead._waiting()


def _at(tree: Any, path: str) -> Any:
    """Return the value at a dotted path, or None."""
    for key in path.split("."):
        tree = tree.get(key) if isinstance(tree, Mapping) else None
    return tree


def same(game: Game, path: str, expected: Any, found: Any) -> bool:
    """Tell whether the value found at a path is the expected one."""
    ordered = path.partition(".")[0] in game.words.words.ordered
    is_so: bool = _bare(expected, ordered) == _bare(_like(expected, found), ordered)
    return is_so


def keeps(game: Game, key: str, given: Any, kept: Any) -> bool:
    """Tell whether a position has what was given for a key; anything more does not matter."""
    if isinstance(given, Mapping):
        there = kept or {}
        return all(keeps(game, key, value, there.get(name)) for name, value in given.items())
    return same(game, key, given, kept)


def _like(expected: Any, found: Any) -> Any:
    """Convert a found value to the expected type: None becomes 0 or empty, a list of one its
    item."""
    if found is None:
        return type(expected)()
    if isinstance(expected, str) and isinstance(found, list) and len(found) == 1:
        return found[0]
    return found


def _bare(value: Any, ordered: bool) -> Any:
    """Simplify a value for comparison: no zeros or empty tables, lists sorted unless order matters,
    words in lower case."""
    if isinstance(value, Mapping):
        kept = {key: _bare(item, ordered) for key, item in value.items()}
        return {key: item for key, item in kept.items() if item not in (0, "", [], {}, None)}
    if isinstance(value, list):
        items = [_bare(item, ordered) for item in value]
        return items if ordered else sorted(items, key=repr)
    return value.casefold() if isinstance(value, str) else value
