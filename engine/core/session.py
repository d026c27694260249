"""One game being played: start, submit, undo, dry-run, restore, view.

The session steps the rules' coroutine, enters in the record what is answered and drawn, and gets
back to any point from a snapshot and the lines after it. No session lives on between two mails.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

import msgspec

from engine.core.decision import (
    Choice,
    Decision,
    Kind,
    Menu,
    Question,
    Refusal,
    Refused,
    Seat,
    as_choice,
    as_lists,
    refuse,
)
from engine.core.dice import Dice, NeedsDice, ScriptMismatch
from engine.core.game import Game
from engine.core.record import Body, Diverged, Record
from engine.core.record_lines import choice_body, draw_body, segment_body, start_body, step_of_path
from engine.core.replaying import Feed, answers_from, next_of, still_there
from engine.core.rules_interface import Asked, Event, GameEvent, Table
from engine.core.undo_lines import restart, take_back

Sealed = dict[Seat, tuple[Choice, str]]
"""Joint answers by seat, with their source: not in the record yet."""
Policy = Callable[[Seat, Decision], tuple[Choice, str]]
"""Answers a decision that nobody waits for: the choice and its source."""

NO_REASON = refuse("refusal.no_reason_given")
REMEMBERED = 16
"""The number of segments whose events are kept, for those who wait for an action's outcome."""
NOTHING_ASKED = refuse("refusal.nothing_asked")
OVERTAKEN = refuse("refusal.overtaken")


def take_default(_seat: Seat, decision: Decision) -> tuple[Choice, str]:
    """Answer with the default, for a seat that has left no standing orders."""
    return decision.default, "default"


def _legal(menu: Menu, choice: Choice) -> Choice:
    """Return a choice in its canonical form. Raises Refused if it is not legal."""
    choice = menu.canonical(choice)
    if refusal := menu.judge(choice):
        raise Refused(refusal)
    return choice


class Session:
    """One game, restored from its record."""

    def __init__(
        self,
        game: Game,
        dice: Dice,
        record: Record,
        sealed: Mapping[Seat, tuple[Choice, str]] | None = None,
        *,
        policy: Policy = take_default,
        policy_of: Callable[[Session], Policy] | None = None,
    ) -> None:
        """Restore the game. `policy_of`: makes this session's policy, for one that has to look at
        the session. Raises Diverged if the record does not fit the rules."""
        self._set_up(game, dice, record, policy)
        if policy_of is not None:
            self.policy = policy_of(self)
        self._restore(sealed)

    def _set_up(self, game: Game, dice: Dice, record: Record, policy: Policy) -> None:
        self.game, self.dice, self.record, self.policy = game, dice, record, policy
        self.path, self.epoch, self.number = "", 0, 0
        self.events: list[Event] = []
        self.happened: dict[int, list[Event]] = {}
        """What was told in recent segments, by segment; complete for the restored one."""
        self.questions: dict[Seat, Question] = {}
        self.sealed: Sealed = {}
        self.dropped: dict[Seat, Refusal] = {}
        """Sealed answers that became illegal and were given back, with the reason."""
        self._made: dict[Seat, Decision] = {}
        self._thrown: dict[tuple[str, int], tuple[int, Body]] = {}
        self._fed: int | None = None
        """The line that was last fed to the rules."""
        self._restoring = self._ended = False

    @classmethod
    def start(
        cls,
        game: Game,
        dice: Dice,
        options: Mapping[str, Any],
        *,
        words: Mapping[Seat, str] | None = None,
        commitment: str = "",
        policy: Policy = take_default,
    ) -> Session:
        """Start a new game: its start line, its first segment, and on to the first question."""
        return cls.of_state(
            game,
            dice,
            game.start(options),
            options,
            words=words,
            commitment=commitment,
            policy=policy,
        )

    @classmethod
    def of_state(
        cls,
        game: Game,
        dice: Dice,
        state: Any,
        options: Mapping[str, Any],
        *,
        words: Mapping[Seat, str] | None = None,
        commitment: str = "",
        policy: Policy = take_default,
    ) -> Session:
        """Start a game from a given state, such as a scenario's position."""
        session = cls.__new__(cls)
        session._set_up(game, dice, Record(), policy)
        session._enter(start_body(game, options, words or {}, commitment))
        session._open(session._enter_segment(state))
        session._run(None)
        return session

    # Reading the game

    @property
    def state(self) -> Any:
        """The state as the rules hold it now; reports are written from views instead."""
        return self.table.state

    @property
    def over(self) -> bool:
        """Whether the game has ended by its rules."""
        return self._frame is None

    @property
    def ended(self) -> bool:
        """Whether, under these rules, the segment ends where its record ends; `go_on` leaves it."""
        return self._ended

    @property
    def unwanted(self) -> list[tuple[int, Body]]:
        """The draws of this segment that these rules have not asked for, with their lines."""
        return list(self._thrown.values())

    def view(self, seat: Seat | None) -> dict[str, Any]:
        """Return what a seat (None: the public) may see."""
        return self.game.view(self.table.state, seat)

    def decision(self, seat: Seat) -> Decision:
        """Return what a seat is asked, with facts and menu as of now."""
        if seat not in self._made:
            kind, _, args = self.questions[seat]
            self._made[seat] = kind.make(self.table, seat, *args)
        return self._made[seat]

    def waiting(self) -> list[Seat]:
        """Return the seats whose mail is waited for, in the order asked."""
        return [
            seat
            for seat in self.questions
            if seat not in self.sealed and self.decision(seat).patience == "wait"
        ]

    def fingerprint(self, seat: Seat) -> str:
        """Return a text that stays the same while the seat faces this question here."""
        question = self.questions[seat]
        args = " ".join(map(str, question.args))
        return f"{question.kind.name} {args} {self.path[:24]}.{self.epoch}"

    def anytime_menu(self, seat: Seat) -> Menu:
        """Return what the seat may do without being asked."""
        return self.game.anytime(self.table, seat)

    # Acting on the game

    def submit(self, seat: Seat, choice: Choice, source: str = "order") -> None:
        """Answer the open question. A joint answer is sealed and can be replaced until all are in.

        Raises Refused; then nothing has changed.
        """
        if seat not in self.questions:
            raise Refused(NOTHING_ASKED)
        choice = _legal(self.decision(seat).menu, choice)
        sealed, self.sealed = self.sealed, {**self.sealed, seat: (choice, source)}
        if self._complete():
            with self._safely(sealed):
                self._run(self._enter_sealed())

    def anytime(self, seat: Seat, choice: Choice, source: str = "order") -> None:
        """Do what a seat may do unasked. Raises Refused; then nothing has changed."""
        choice = _legal(self.anytime_menu(seat), choice)
        body: Body = {"t": "anytime", "seat": seat, "choice": as_lists(choice)}
        if (privy := self.game.privy(self.state, seat, choice)) is not None:
            body["to"] = list(privy)
        if source != "order":
            body["source"] = source
        with self._safely(self.sealed):
            self._act(body, self._do_anytime)

    def change(self, choice: Choice, because: str) -> None:
        """Make a host's change of the state, with its public reason. Raises Refused."""
        if not because.strip():
            raise Refused(NO_REASON)
        choice = _legal(self.game.changes(self.table), choice)
        body = {"t": "change", "choice": as_lists(choice), "because": because}
        with self._safely(self.sealed):
            self._act(body, self._do_change)

    def note(self, what: str, **data: Any) -> None:
        """Enter an act that changes nothing on the board, such as a pause; everybody is told."""
        self._enter({"t": "note", "what": what, **data})
        self._tell(what, data, None)

    def tell(self, seat: Seat, what: str, **data: Any) -> None:
        """Tell one seat what is in no record, such as that its standing order has answered."""
        self.events.append(Event(what, data, (seat,), len(self.record) - 1))

    def take_up(self) -> None:
        """Record a change of rules or data, if these differ from those used so far."""
        if self._version != (self.game.version, self.game.data_hash):
            self._enter_version()

    def undo(
        self, n: int, because: str = "", *, new_dice: bool = False, by: Seat | None = None
    ) -> None:
        """Take back line n (a choice, an anytime order or a host's change) and all that followed
        from it.

        A joint answer is taken back with the others of its group. `new_dice` starts a new epoch of
        dice. `by`: the seat whose own order it is; None: the host does it. Raises Refused.
        """
        asked = {seat: self.fingerprint(seat) for seat in self.sealed}
        sealed, epoch = self.sealed, self.epoch + 1 if new_dice else None
        take_back(self.record, self.dice, n, because, epoch=epoch, by=by)
        if by is None:
            self._tell("undone", {"line": n, "because": because, "new_dice": new_dice}, None)
        else:
            self._tell("taken_back", {"seat": by, "line": n}, None)
        self._restore(None)
        same = (s for s in self.questions if asked.get(s) == self.fingerprint(s))
        self._seal({seat: sealed[seat] for seat in same})

    def withdraw(self, seat: Seat) -> None:
        """Take back a sealed answer, before the others are in: the seat is asked again."""
        self.sealed = {other: sealed for other, sealed in self.sealed.items() if other != seat}

    def restart(self, because: str = "") -> None:
        """Take back everything that was played in this segment."""
        restart(self.record, self.dice, because)
        self._restore(None)

    def dry_run(self, seat: Seat | None = None) -> Session:
        """Return a copy of this game without dice; whatever is submitted to it leaves no trace.

        For a `seat`, the copy lacks sealed answers of other seats, whose effects stay hidden. It
        raises NeedsDice at a draw that declares no hoped-for outcome.
        """
        sealed = {who: answer for who, answer in self.sealed.items() if seat in (None, who)}
        return Session(self.game, Dice(None), self.record.copy(), sealed)

    # Restoring

    def _restore(self, sealed: Mapping[Seat, tuple[Choice, str]] | None) -> None:
        at, ledger = self.record.standing()
        self._restoring, self.sealed, self._fed = True, {}, None
        self.happened = {}
        try:
            self._follow(at, ledger)
            self._restoring = False
            self._seal(sealed or {})
            complete = self._complete()
        except (Diverged, NeedsDice, ScriptMismatch):
            raise
        except Exception as problem:
            what = "go on from its position" if self._fed is None else "follow it"
            why = f"the rules fail to {what} ({type(problem).__name__})"
            raise Diverged(why, self._fed) from problem
        if complete:
            self._run(self._enter_sealed())

    def _follow(self, at: int, ledger: list[tuple[int, Body]]) -> None:
        """Replay the segment from its start through everything answered and done in it."""
        self._open(at)
        self._take_over_headings(at)
        draws = ((n, body) for n, body in ledger if body["t"] == "draw")
        self._thrown = {(body["label"], body["occurrence"]): (n, body) for n, body in draws}
        for _, body in ledger:
            self._take_path(*step_of_path(body))
        feed = deque((n, b) for n, b in ledger if b["t"] in ("choice", "anytime", "change"))
        self._ended = self._step(None)
        while feed:
            self._feed(feed)

    def _feed(self, feed: Feed) -> None:
        self._fed, body = feed[0]
        if body["t"] == "choice":
            if self._ended or not self.questions:
                why = f"what is being played ends where the record has {next_of(feed, self.game)}"
                raise Diverged(why, self._fed)
            answers = answers_from(feed, self._fed, self.game, self.questions, self.decision)
            self._ended = self._step(answers)
        else:
            feed.popleft()
            self._act(body, self._do_anytime if body["t"] == "anytime" else self._do_change)

    def _take_over_headings(self, at: int) -> None:
        """Take over epochs and versions from all lines in the record, taken back or not."""
        for n in range(at, len(self.record)):
            body = self.record.line(n).body
            self.epoch = max(self.epoch, body.get("epoch", 0))
            if "version" in body:
                self._version = (body["version"], body["data"])

    def go_on(self) -> None:
        """Leave a segment that, under corrected rules, ends where its record ends; or begin the
        segment that the state now asks for, if none was open."""
        if self._ended:
            self._ended = False
            with self._safely({}):
                self._run(None, ended=True)
        elif self._frame is None and self.game.segment(self.table.state) is not None:
            with self._safely({}):
                self._open(self._enter_segment(self.table.state))
                self._run(None)

    def _seal(self, sealed: Mapping[Seat, tuple[Choice, str]]) -> None:
        """Keep the sealed answers that are still legal; give the others back."""
        self.sealed = {}
        for seat in self.questions:
            if seat in sealed:
                if refusal := self.decision(seat).menu.judge(sealed[seat][0]):
                    self.dropped[seat] = refusal
                else:
                    self.sealed[seat] = sealed[seat]

    # Stepping the rules

    def _open(self, at: int) -> None:
        """Open a segment from what was written: live and restored games cannot differ."""
        body = self.record.line(at).body
        self.path = self._opening = body["path"]
        self.number, self.epoch = body["number"], body["epoch"]
        self.happened.pop(self.number - REMEMBERED, None)
        self._version = (body["version"], body["data"])
        self._acting = self._ended = False
        self._occurrences: dict[str, int] = {}
        self._thrown = {}
        self.table = Table(self.game.load(self.record.snapshot(at)), self._draw, self._tell_event)
        segment = self.game.segment(self.table.state)
        self._frame = self.game.segments[segment[0]](self.table, *segment[1:]) if segment else None

    def _run(self, answers: dict[Seat, Choice] | None, *, ended: bool = False) -> None:
        """Step the rules until a mail is waited for or the game is over."""
        ended = ended or self._step(answers)
        while True:
            if ended:
                self.game.follow(self.table.state)
                self._open(self._enter_segment(self.table.state))
                ended = self._step(None)
            if self._frame is None or (not ended and not self._complete()):
                return
            if not ended:
                ended = self._step(self._enter_sealed())

    def _step(self, answers: dict[Seat, Choice] | None) -> bool:
        """Go on to the next question; return True if the segment ended instead."""
        self._made, self.questions = {}, {}
        if self._frame is None:
            return False
        try:
            asked = self._frame.send(answers)
        except StopIteration:
            return True
        if not isinstance(asked, Asked):
            raise TypeError(f"rules awaited {asked!r}: only what the table asks can be awaited")
        self.questions = {question.seat: question for question in asked}
        for kind, _, _ in asked:
            if self.game.kinds.get(kind.name) is not kind:
                raise TypeError(f"the game does not declare the kind of decision {kind.name!r}")
        return False

    def _enter_sealed(self) -> dict[Seat, Choice]:
        """Enter all answers that count together, in the order asked."""
        answers: dict[Seat, Choice] = {}
        decided = list(self._decided())
        for part, (seat, kind, (choice, source)) in enumerate(decided):
            body = choice_body(seat, kind, choice, source, part)
            self._enter(body)
            self._take_path(*step_of_path(body))
            answers[seat] = choice
        self.dropped |= dict.fromkeys(self.sealed.keys() - answers.keys(), OVERTAKEN)
        self.sealed = {}
        return answers

    def _decided(self) -> Iterator[tuple[Seat, Kind, tuple[Choice, str]]]:
        """Yield the answers that count, mailed or by policy, up to the first that settles it."""
        for seat, (kind, _, _) in self._counting():
            answer = self._answer_of(seat)
            yield seat, kind, answer
            if kind.settled_by(answer[0]):
                return

    def _counting(self) -> Iterator[tuple[Seat, Question]]:
        """Yield who is asked, up to the first sealed answer that settles the round."""
        for seat, question in self.questions.items():
            yield seat, question
            if seat in self.sealed and question.kind.settled_by(self.sealed[seat][0]):
                return

    def _complete(self) -> bool:
        """Tell whether questions are open and all answers that count are in."""
        waiting = self.waiting()
        return bool(self.questions) and not any(seat in waiting for seat, _ in self._counting())

    def _answer_of(self, seat: Seat) -> tuple[Choice, str]:
        return self.sealed[seat] if seat in self.sealed else self.policy(seat, self.decision(seat))

    def _take_path(self, *step: Any) -> None:
        if step:
            self.path = self.dice.hash("path", self.path, *step)

    @contextmanager
    def _safely(self, sealed: Sealed) -> Iterator[None]:
        """Cut the record and restore after an exception, since the coroutine is dead."""
        length, told = len(self.record), len(self.events)
        try:
            yield
        except BaseException:
            self.record.cut(length)
            del self.events[told:]
            self._restore(sealed)
            raise

    def _act(self, body: Body, do: Callable[[Body], None]) -> None:
        """Act between two steps: open menus are made again, sealed answers judged again."""
        if not self._restoring:
            self._enter(body)
        do(body)
        self._made = {}
        if not self._restoring and self.sealed:
            self._seal(self.sealed)

    def _do_anytime(self, body: Body) -> None:
        self._acting = True
        try:
            self.game.do_anytime(self.table, body["seat"], as_choice(body["choice"]))
        finally:
            self._acting = False

    def _do_change(self, body: Body) -> None:
        if not self._restoring:
            self._take_path(*step_of_path(body))
            self._tell("ruled", {"choice": body["choice"], "because": body["because"]}, None)
        self.game.do_change(self.table, as_choice(body["choice"]))

    # Writing the record

    def _enter(self, body: Body) -> int:
        if len(self.record):
            self.take_up()
        n = len(self.record)
        return self.record.append(self.dice.hash("salt", n), body)

    def _enter_version(self) -> None:
        """Record that other rules or data are used from here on, and tell everybody.

        It is told even while restoring, when these rules want a further draw in what was played.
        """
        n, data = len(self.record), self.game.data_hash
        told = {"version": self.game.version, "data": self._version[1] != data}
        self._version = (self.game.version, data)
        body = {"t": "version", "version": self.game.version, "data": data}
        self.record.append(self.dice.hash("salt", n), body)
        self.events.append(Event("version", told, None, n))

    def _enter_segment(self, state: Any) -> int:
        """Enter a segment's start, which is also a step of the path: otherwise two segments without
        a choice between them would share dice."""
        data, segment, number = self.game.dump(state), self.game.segment(state), self.number + 1
        self._version = (self.game.version, self.game.data_hash)
        path = self.dice.hash("path", self.path, "segment", number)
        mark = self.dice.hash("state", sha256(data).hexdigest())
        n = self._enter(segment_body(self.game, segment, number, path, self.epoch, mark))
        self.record.snapshots[n] = data
        return n

    def _draw(
        self, label: str, options: Sequence[Any], to: Sequence[Seat] | None, hoped: Any
    ) -> Any:
        """Draw, or return the ledger's outcome: no draw is made twice. A draw within an anytime
        order has its own label and path, so that the time of a gift does not change other dice."""
        if self._acting:
            label = f"anytime: {label}"
        occurrence = self._occurrences.get(label, 0)
        self._occurrences[label] = occurrence + 1
        if (thrown := self._thrown.pop((label, occurrence), None)) is not None:
            return still_there(options, *thrown)
        if hoped is not None and self.dice.blind:
            return hoped
        path = self._opening if self._acting else self.path
        index = self.dice.draw(options, path, self.epoch, label, occurrence)
        self._enter(draw_body(label, occurrence, path, self.epoch, options, index, to))
        return options[index]

    def _tell_event(self, event: GameEvent) -> None:
        self._tell(event.what, msgspec.to_builtins(event), event.seen_only_by())

    def _tell(self, what: str, data: dict[str, Any], to: tuple[Seat, ...] | None) -> None:
        """Record what was told; do not tell it again while restoring."""
        event = Event(what, data, to, len(self.record) - 1)
        self.happened.setdefault(self.number, []).append(event)
        if not self._restoring:
            self.events.append(event)
