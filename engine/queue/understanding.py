"""What a seat's mail means in its game's situation: canonical lines, proposals, questions."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import zip_longest
from math import prod
from typing import NamedTuple

from engine.core.decision import Choice, Decision, Menu, Refusal, Seat, refuse
from engine.core.messages import message, text
from engine.core.session import Session
from engine.orders.conditions.policy import Sight, found_at
from engine.orders.patterns.brackets import shortest
from engine.orders.reading.lines import NotAnOrder, WrittenLine, no_order
from engine.orders.understanding.mixed_languages import Interpreters
from engine.orders.understanding.nearness import ANYTIME
from engine.orders.understanding.reading_types import Asked, Reading, Situation
from engine.orders.vocabulary import Vocabulary
from engine.orders.words.lexicon import tokens
from engine.queue.steps_to_choices import meant_in

BLANK = WrittenLine("", no_order("remark.blank"))
NOT_ASKED = refuse("refusal.answers_nothing")
MOST_WAYS = 8
"""The largest number of numbered proposals made at once."""
MOST_ANSWERED = 8
"""The largest number of orders judged because a mail asks about them."""
MOST_NEAR = 3


class Understood(NamedTuple):
    """What the parts of a mail mean, in the order written."""

    words: Vocabulary
    readings: tuple[Reading, ...]

    @property
    def lines(self) -> list[WrittenLine]:
        """The mail's lines, with canonical lines in place of what means the same."""
        return [line for reading in self.readings for line in self._lines(reading)]

    @property
    def proposals(self) -> list[Reading]:
        """What is only played if its seat says yes to it."""
        return [reading for reading in self.readings if reading.sort == "proposal"]

    @property
    def guessed(self) -> list[Reading]:
        """What is proposed, and what may mean several things that are shown as ways, though a part
        of it was not understood."""
        open_ = bool(self.ways)
        return [
            reading
            for reading in self.readings
            if reading.sort == "proposal"
            or (open_ and reading.sort == "several" and reading.guessed)
        ]

    @property
    def ways(self) -> list[list[WrittenLine]]:
        """What the mail may mean as a whole, if parts of it may mean several things: at most
        `MOST_WAYS` ways, or none. Saying yes to one, by its number, plays it."""
        several = [reading for reading in self.readings if _ways(reading)]
        if not several or prod(len(_ways(reading)) for reading in several) > MOST_WAYS:
            return []
        found: list[list[WrittenLine]] = [[]]
        for reading in self.readings:
            parts = [self._of_way(way) for way in _ways(reading)] or [self._lines(reading)]
            found = [[*before, *part] for before in found for part in parts]
        return found

    @property
    def has_favourite(self) -> bool:
        """Whether the first of the ways is proposed, and the others are only shown beside it."""
        return bool(self.ways) and all(reading.sort != "several" for reading in self.readings)

    @property
    def near(self) -> list[str]:
        """Legal orders that are near to what was not understood, the nearest first."""
        ranked = zip_longest(*(reading.near for reading in self.readings))
        return list(dict.fromkeys(line for rank in ranked for line in rank if line))[:MOST_NEAR]

    @property
    def strange_questions(self) -> list[str]:
        """The mail's questions to the moderator that are neither about a known order nor about what
        somebody has."""
        return [
            each.text
            for each in self.readings
            if each.sort == "question"
            and each.is_strange
            and not each.to_other
            and each.facts != "position"
        ]

    @property
    def questions_of_position(self) -> list[str]:
        """The mail's questions about what somebody has."""
        return [each.text for each in self.readings if each.facts == "position"]

    @property
    def doubts(self) -> list[str]:
        """The remarks that make it unclear whether the orders below them are to be played now."""
        lines = []
        for reading in self.readings:
            lines += [BLANK] * reading.apart
            if reading.to_other:
                continue
            lines.append(replace(self._lines(reading)[0], text=reading.text))
        return [doubt.remark for doubt in self.words.doubts(lines)]

    def _of_way(self, way: str) -> list[WrittenLine]:
        return list(map(self.words.line, way.split("; ")))

    def _lines(self, reading: Reading) -> list[WrittenLine]:
        if reading.sort in ("order", "proposal"):
            return [self.words.line(text) for text in reading.lines]
        line = self.words.line(reading.text)
        return [line if line.heading else WrittenLine(reading.text, _why_none(reading))]


class Judged(NamedTuple):
    """An order that a question is about."""

    question: str
    line: str
    why_not: Refusal | None
    """Why it is not legal as things stand now; None if it is."""


def _ways(reading: Reading) -> tuple[str, ...]:
    """The possible meanings of a part of a mail, if there are several."""
    if reading.others:
        return ("; ".join(reading.lines), *reading.others)
    return reading.several if reading.sort == "several" else ()


def unread(text: str) -> Reading:
    """Wrap a line that has not been interpreted."""
    return Reading(text, "unclear")


def as_shown(words: Vocabulary, lines: Iterable[str]) -> Understood:
    """Return lines that a player was shown, and has now agreed to: each means what it says. What
    was not understood then is not read again."""
    read = map(words.line, lines)
    found = (
        Reading(line.text, "order", (line.text,)) if line.is_order else unread(line.text)
        for line in read
    )
    return Understood(words, tuple(found))


def _why_none(reading: Reading) -> Refusal:
    """Say why a part of a mail gives no order."""
    if reading.sort == "several":
        return refuse("refusal.which_is_meant", ways=tuple(map(text, reading.several)))
    not_understood = message("remark.not_understood", said=text(reading.text))
    if reading.sort == "unclear":
        return Refusal(reading.reason or not_understood)
    if reading.asks_about:
        return no_order("remark.question", orders=tuple(map(text, reading.asks_about)))
    return NotAnOrder(reading.reason or not_understood)


def understand(session: Session, seat: Seat, lines: Iterable[str]) -> Understood:
    """Return what each part of a mail means; `lines` includes the blank ones."""
    words = session.game.words
    return Understood(words, tuple(_interpreter(words).read(lines, situation(session, seat))))


def answers(session: Session, seat: Seat, understood: Understood) -> list[Judged]:
    """Judge the orders that the questions of a mail are about, as the seat's own menus do."""
    there = situation(session, seat)
    judged = [
        Judged(reading.text, line, _why_not(understood.words, there, line))
        for reading in understood.readings
        for line in dict.fromkeys(reading.asks_about)
    ]
    strange = (each for each in understood.readings if each.is_strange and each.facts is None)
    denied = (_denied(understood.words, there, each.text) for each in strange)
    return [*judged, *filter(None, denied)][:MOST_ANSWERED]


def _denied(words: Vocabulary, there: Situation, text: str) -> Judged | None:
    """Say no to a question whether an action is possible, if nothing that could follow makes it
    possible: `can I trade this round?`."""
    for spoken in (words, *(tongue.other for tongue in words.tongues.values())):
        said = tuple(tokens(text))
        leave = spoken.words.language.phrases("leave")
        if any(said[: len(phrase)] == phrase for phrase in leave):
            found = dict(reversed(list(_actions(spoken, there, frozenset(said)))))
            if len(found) == 1:
                ((usage, refusal),) = found.values()
                return Judged(text, usage, refusal) if refusal else None
    return None


def _actions(
    words: Vocabulary, there: Situation, said: frozenset[str]
) -> Iterator[tuple[str, tuple[str, Refusal | None]]]:
    """Yield the actions that have one of these words as their verb and have more parts than that,
    each with its usage and why no such order is possible."""
    for form in words.forms:
        if (
            form.help
            and len(form.choice) > 1
            and not said.isdisjoint(words.words.verbs.get(form.say, ()))
        ):
            verb = str(form.choice[0])
            menus = (there.menu(kind) for kind in form.kinds)
            if menu := next((menu for menu in menus if menu and verb in menu), None):
                yield verb, (shortest(form.usage), menu[verb].why_not())


def why_none_of(session: Session, seat: Seat, lines: Iterable[str]) -> dict[str, Refusal | None]:
    """Judge orders as the game stands now: why each is not legal, or None if it is."""
    words, there = session.game.words, situation(session, seat)
    return {line: _why_not(words, there, line) for line in lines}


def _why_not(words: Vocabulary, there: Situation, line: str) -> Refusal | None:
    """Say why an order could not be carried out now; None if it could."""
    refusals = []
    for step in words.order(line).steps[:1]:
        for kind, choice in step.candidates:
            if menu := there.menu(kind):
                meant = meant_in(words, kind, choice, menu)
                refusals.append(meant if isinstance(meant, Refusal) else None)
    if not refusals:
        return NOT_ASKED
    return None if None in refusals else refusals[0]


def situation(session: Session, seat: Seat) -> Situation:
    """Return what a seat is asked, and what it could be asked."""

    @lru_cache(maxsize=32)
    def decision_of(kind: str) -> Decision | None:
        known = session.game.kinds.get(kind)
        if known is None or known.role != "action" or _is_over(session, seat, kind):
            return None
        try:
            return known.make(session.table, seat)
        except Exception:  # rules may rely on the game standing where this is asked
            return None

    @lru_cache(maxsize=32)
    def menu_of(kind: str) -> Menu | None:
        if kind == ANYTIME:
            return session.anytime_menu(seat)
        decision = decision_of(kind)
        return decision.menu if decision else None

    def coming() -> Iterator[Asked]:
        for kind in kinds_to_come(session, seat):
            decision = decision_of(kind)
            menu, facts = (decision.menu, decision.facts) if decision else (None, {})
            yield Asked(kind, menu, facts)

    question = session.questions.get(seat)
    words = session.game.words.words
    seen = words.led or words.standing or words.hands or words.owned
    view = session.view(seat) if seen else {}
    leaders = view[words.led] if words.led else {}
    led = frozenset(power for power, leader in leaders.items() if leader == seat)
    standing = view[words.standing] if words.standing else {}
    hand = frozenset(view[words.hands].get(seat, ())) if words.hands else frozenset()
    owned = _owned(words.owned, Sight(seat, view))

    def starts(choice: Choice) -> Collection[str] | None:
        return session.game.starts(session.table.state, seat, choice)

    asked = None
    if question is not None:
        decision = session.decision(seat)
        asked = Asked(question.kind.name, decision.menu, decision.facts)
    return Situation(seat, asked, menu_of, led, standing, hand, starts, owned, coming)


def kinds_to_come(session: Session, seat: Seat) -> list[str]:
    """Return the kinds of actions that a seat may be asked for next, the most likely first: what
    others are asked for now, what was last done, whatever else still comes."""
    kinds, words = session.game.kinds, session.game.words.words
    others = [question.kind.name for question in session.questions.values()]
    done = [body["kind"] for _, body in reversed(session.record.standing()[1]) if "kind" in body]
    rest = [kind for kind in kinds if not words.question(kind).only_asked]
    return [
        kind
        for kind in dict.fromkeys([*others, *done, *rest])
        if kind in kinds and kinds[kind].role == "action" and not _is_over(session, seat, kind)
    ]


def _is_over(session: Session, seat: Seat, kind: str) -> bool:
    """Tell whether a kind of question does not come again in this game."""
    gone_by = session.game.kinds[kind].gone_by
    return gone_by is not None and isinstance(gone_by(session.table, seat), Refusal)


def _owned(path: str, sight: Sight) -> tuple[str, ...]:
    """Return what a seat has, from a path in its view, each as often as it has it."""
    found = found_at(path.replace("{seat}", sight.seat), sight) if path else None
    return tuple(key for key, number in (found or {}).items() for _ in range(number))


@lru_cache(maxsize=32)
def _interpreter(words: Vocabulary) -> Interpreters:
    return Interpreters(words)
