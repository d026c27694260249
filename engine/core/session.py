"""One game being played: start, submit, undo, dry-run, restore, view.

The session steps the rules' coroutine, enters in the record what is answered and drawn, and comes
back to any point from a snapshot and the lines after it. Between two mails no session lives.
"""

from __future__ import annotations

from collections import Counter, deque
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
"""Joint answers by seat, with their source: not yet in the record."""
Policy = Callable[[Seat, Decision], tuple[Choice, str]]
"""Answers a decision that is not waited for: the choice and its source."""

NO_REASON = refuse("refusal.no_reason_given")
REMEMBERED = 16
"""Segments whose events are kept at hand, for who waits for what came of an action."""
NOTHING_ASKED = refuse("refusal.nothing_asked")
OVERTAKEN = refuse("refusal.overtaken")


def take_default(_seat: Seat, decision: Decision) -> tuple[Choice, str]:
    """The policy of who has left no standing orders."""
    return decision.default, "default"


class Session:
    """One game, as its record has it."""

    def __init__(
        self,
        game: Game,
        dice: Dice,
        record: Record,
        sealed: Mapping[Seat, tuple[Choice, str]] | None = None,
        *,
        policy: Policy = take_default,
    ) -> None:
        """Restore. Raises Diverged if the record does not fit the rules."""
        self.game, self.dice, self.record, self.policy = game, dice, record, policy
        self.epoch = 0
        self.events: list[Event] = []
        self.happened: dict[int, list[Event]] = {}
        """What was told in the last segments, in that which was restored from its start."""
        self.questions: dict[Seat, Question] = {}
        self.sealed: Sealed = {}
        self.dropped: dict[Seat, Refusal] = {}
        """Sealed answers that have become illegal and were given back, with the reason."""
        self._made: dict[Seat, Decision] = {}
        self._thrown: dict[tuple[str, int], tuple[int, Body]] = {}
        self._fed: int | None = None
        """The line that was fed to the rules last."""
        self._restore(sealed)

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
        """A new game: its start line, its first segment, and on to the first question."""
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
        """A game that begins with a given state, such as a scenario's position."""
        session = cls.__new__(cls)
        session.game, session.dice, session.record, session.policy = game, dice, Record(), policy
        session.events, session.questions, session.sealed, session.dropped = [], {}, {}, {}
        session.happened = {}
        session._made = {}
        session._restoring = session._ended = False
        session.path, session.epoch, session.number = "", 0, 0
        session._enter(start_body(game, options, words or {}, commitment))
        session._open(session._enter_segment(state))
        session._run(None)
        return session

    # What there is to see

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
        """Whether the segment ends, by these rules, where its record ends: `go_on` leaves it."""
        return self._ended

    @property
    def unwanted(self) -> list[tuple[int, Body]]:
        """The draws of this segment that these rules have not asked for, with their lines."""
        return list(self._thrown.values())

    def view(self, seat: Seat | None) -> dict[str, Any]:
        """What a seat (None: the public) may see."""
        return self.game.view(self.table.state, seat)

    def decision(self, seat: Seat) -> Decision:
        """What is asked of a seat, with facts and menu as of now."""
        if seat not in self._made:
            kind, _, args = self.questions[seat]
            self._made[seat] = kind.make(self.table, seat, *args)
        return self._made[seat]

    def waiting(self) -> list[Seat]:
        """The seats whose mail is waited for, in the order asked."""
        return [
            seat
            for seat in self.questions
            if seat not in self.sealed and self.decision(seat).patience == "wait"
        ]

    def fingerprint(self, seat: Seat) -> str:
        """The same as long as the seat faces the same question at the same point of play."""
        question = self.questions[seat]
        args = " ".join(map(str, question.args))
        return f"{question.kind.name} {args} {self.path[:24]}.{self.epoch}"

    def anytime_menu(self, seat: Seat) -> Menu:
        """What the seat may do without being asked."""
        return self.game.anytime(self.table, seat)

    # What can be done

    def submit(self, seat: Seat, choice: Choice, source: str = "order") -> None:
        """Answer the open question. A joint answer is sealed, and can be given anew, until all
        are in. Raises Refused; then nothing has changed."""
        if seat not in self.questions:
            raise Refused(NOTHING_ASKED)
        menu = self.decision(seat).menu
        choice = menu.canonical(choice)
        if refusal := menu.judge(choice):
            raise Refused(refusal)
        sealed, self.sealed = self.sealed, {**self.sealed, seat: (choice, source)}
        if self._complete():
            with self._safely(sealed):
                self._run(self._enter_sealed())

    def anytime(self, seat: Seat, choice: Choice, source: str = "order") -> None:
        """Do what a seat may do unasked. Raises Refused; then nothing has changed."""
        menu = self.anytime_menu(seat)
        choice = menu.canonical(choice)
        if refusal := menu.judge(choice):
            raise Refused(refusal)
        body: Body = {"t": "anytime", "seat": seat, "choice": as_lists(choice)}
        if (privy := self.game.privy(self.state, seat, choice)) is not None:
            body["to"] = list(privy)
        if source != "order":
            body["source"] = source
        with self._safely(self.sealed):
            self._act(body, self._do_anytime)

    def change(self, choice: Choice, because: str) -> None:
        """A host's change of the state, with its public reason. Raises Refused."""
        if not because.strip():
            raise Refused(NO_REASON)
        menu = self.game.changes(self.table)
        choice = menu.canonical(choice)
        if refusal := menu.judge(choice):
            raise Refused(refusal)
        body = {"t": "change", "choice": as_lists(choice), "because": because}
        with self._safely(self.sealed):
            self._act(body, self._do_change)

    def note(self, what: str, **data: Any) -> None:
        """Enter an act that changes nothing on the board, such as a pause; all are told."""
        self._enter({"t": "note", "what": what, **data})
        self._tell(what, data, None)

    def tell(self, seat: Seat, what: str, **data: Any) -> None:
        """Tell one seat what stands in no record: that its standing order has answered."""
        self.events.append(Event(what, data, (seat,), len(self.record) - 1))

    def take_up(self) -> None:
        """Enter that other rules or data play on from here, if they do."""
        if self._version != (self.game.version, self.game.data_hash):
            self._enter_version()

    def undo(
        self, n: int, because: str = "", *, new_dice: bool = False, by: Seat | None = None
    ) -> None:
        """Take back line n, a choice, an anytime order or a host's change, and all that came of it.

        A joint answer is taken back whole. `new_dice` opens an epoch of dice. `by`: the seat whose
        own order it is; None: the host does it. Raises Refused.
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
        """Take back an answer that is sealed with those of others: the seat is asked again."""
        self.sealed = {other: sealed for other, sealed in self.sealed.items() if other != seat}

    def restart(self, because: str = "") -> None:
        """Take back all that was played in this segment."""
        restart(self.record, self.dice, because)
        self._restore(None)

    def dry_run(self, seat: Seat | None = None) -> Session:
        """This game without its dice: submit to it what you like, it leaves no trace.

        For a `seat` it has no answers that others hold: what comes of them stays hidden. It raises
        NeedsDice at a draw that declares no hoped-for outcome.
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
        """From the segment's start through what was answered and done in it."""
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
        """Epochs and versions count as they stand in the record, taken back or not."""
        for n in range(at, len(self.record)):
            body = self.record.line(n).body
            self.epoch = max(self.epoch, body.get("epoch", 0))
            if "version" in body:
                self._version = (body["version"], body["data"])

    def go_on(self) -> None:
        """Leave a segment that corrected rules let end where its record ends."""
        if self._ended:
            self._ended = False
            with self._safely({}):
                self._run(None, ended=True)

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
        """Always from what was written: a live game and a restored one cannot differ."""
        body = self.record.line(at).body
        self.path = self._opening = body["path"]
        self.number, self.epoch = body["number"], body["epoch"]
        self.happened.pop(self.number - REMEMBERED, None)
        self._version = (body["version"], body["data"])
        self._acting = self._ended = False
        self._occurrences: Counter[str] = Counter()
        self._thrown = {}
        self.table = Table(self.game.load(self.record.snapshot(at)), self._draw, self._tell_event)
        segment = self.game.segment(self.table.state)
        self._frame = self.game.segments[segment[0]](self.table, *segment[1:]) if segment else None

    def _run(self, answers: dict[Seat, Choice] | None, *, ended: bool = False) -> None:
        """Step until a mail is waited for or the game is over."""
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
        """On to the next question; True if the segment ended instead."""
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
        """All answers are in that count: enter them together, in the order asked."""
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
        """The answers that count, down to the first that settles it, by mail or by policy."""
        for seat, (kind, _, _) in self._counting():
            answer = self._answer_of(seat)
            yield seat, kind, answer
            if kind.settled_by(answer[0]):
                return

    def _counting(self) -> Iterator[tuple[Seat, Question]]:
        """Who is asked, down to the first answer that settles it for all behind."""
        for seat, question in self.questions.items():
            yield seat, question
            if seat in self.sealed and question.kind.settled_by(self.sealed[seat][0]):
                return

    def _complete(self) -> bool:
        """Whether questions are open, and all answers are in that count."""
        waiting = self.waiting()
        return bool(self.questions) and not any(seat in waiting for seat, _ in self._counting())

    def _answer_of(self, seat: Seat) -> tuple[Choice, str]:
        return self.sealed[seat] if seat in self.sealed else self.policy(seat, self.decision(seat))

    def _take_path(self, *step: Any) -> None:
        if step:
            self.path = self.dice.hash("path", self.path, *step)

    @contextmanager
    def _safely(self, sealed: Sealed) -> Iterator[None]:
        """After an exception the frame is dead: what was begun is cut, the game restored."""
        length, told = len(self.record), len(self.events)
        try:
            yield
        except BaseException:
            self.record.cut(length)
            del self.events[told:]
            self._restore(sealed)
            raise

    def _act(self, body: Body, do: Callable[[Body], None]) -> None:
        """An entry between two steps: open menus are made again, sealed answers judged again."""
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

    # What goes into the record

    def _enter(self, body: Body) -> int:
        if len(self.record):
            self.take_up()
        n = len(self.record)
        return self.record.append(self.dice.hash("salt", n), body)

    def _enter_version(self) -> None:
        """From here on other rules or data are played by; all are told, though what comes next
        may be entered while restoring: a draw that these rules want in what was played."""
        n, data = len(self.record), self.game.data_hash
        told = {"version": self.game.version, "data": self._version[1] != data}
        self._version = (self.game.version, data)
        body = {"t": "version", "version": self.game.version, "data": data}
        self.record.append(self.dice.hash("salt", n), body)
        self.events.append(Event("version", told, None, n))

    def _enter_segment(self, state: Any) -> int:
        """A segment's start is a step of the path: two without a choice would share dice."""
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
        """A draw that the ledger has is never made again. One within an anytime order has a
        label and a path of its own, so that the hour of a gift moves no other dice."""
        if self._acting:
            label = f"anytime: {label}"
        occurrence = self._occurrences[label]
        self._occurrences[label] += 1
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
        """What is restored is not told again."""
        event = Event(what, data, to, len(self.record) - 1)
        self.happened.setdefault(self.number, []).append(event)
        if not self._restoring:
            self.events.append(event)
