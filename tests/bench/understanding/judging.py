"""What the moderator makes of a mail, compared with what it means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from email.message import EmailMessage
from itertools import pairwise
from typing import Any, Literal, NamedTuple

import msgspec

from engine.core.decision import Choice, Refusal
from engine.core.dice import Dice, ScriptMismatch, Seed
from engine.core.session import Session
from engine.core.state_bytes import dump
from engine.games import GAMES
from engine.orders.conditions.policy import Clause, Statement
from engine.orders.patterns.forms import ALL, UNSAID
from engine.queue.intake import take_in, take_in_read
from engine.queue.order import Order
from engine.queue.steps_to_choices import steps_now
from engine.queue.understanding import understand
from engine.queue.using_lines import preview, use_lines
from engine.scenarios.playing import Failed, ScenarioRun, Step
from engine.scenarios.scenario import begin
from pbem.daemon.features import FEATURES
from pbem.inbox.orders import texts
from pbem.inbox.reading import requests
from pbem.inbox.reading.mails import Asked, deals_first, orders_first
from pbem.mail import incoming
from tests.bench.understanding.files import ASK, Mail, UnderstandingFile
from tests.wording import worded

Result = Literal["understood", "proposed", "asked", "missed", "misread"]
RESULTS: tuple[Result, ...] = ("understood", "proposed", "asked", "missed", "misread")
NOTHING = ("remark", "unclear", "end")


class SameDice(Dice):
    """Dice that fall alike whatever was ordered, in whatever words, before the draw."""

    def draw(
        self, options: Sequence[Any], path: str, epoch: int, label: str, occurrence: int
    ) -> int:
        """Return the index of the option drawn, by what it is drawn for."""
        return self.index(len(options), "", 0, label, occurrence)


class Taken(NamedTuple):
    """What the moderator makes of a mail: orders that it plays or holds, or asks about first."""

    orders: tuple[Order, ...] = ()
    proposals: tuple[tuple[Order, ...], ...] = ()
    """What a `yes`, or a number, would play; nothing is played."""
    commands: tuple[str, ...] = ()
    answered: bool = False
    """A question in it is answered."""
    refused: frozenset[int] = frozenset()
    """The numbers of orders that the rules refuse at once: these are not played."""

    def meant(self) -> list[Order]:
        """The orders without remarks, and without lines that were not understood."""
        return _meant(self.orders)

    @property
    def asks(self) -> bool:
        """Whether something is asked of the player."""
        unclear = any(order.role == "unclear" for order in self.orders)
        return unclear or bool(self.proposals) or bool(self.refused)


class Judged(NamedTuple):
    """A mail, what came of it, and what was made of it."""

    mail: Mail
    result: Result
    taken: Taken


class Mistake(NamedTuple):
    """What is wrong with a file."""

    source: str
    number: int
    what: str

    def __str__(self) -> str:
        return f"{self.source}: mail {self.number}: {self.what}"


def judge(file: UnderstandingFile) -> Iterator[Judged | Mistake]:
    """Judge each mail alone, from the position. Raises DataError."""
    positions: dict[str, ScenarioRun | str] = {}
    for mail in file.mails:
        if mail.open not in positions:
            positions[mail.open] = position(file, mail.open)
        there = positions[mail.open]
        if isinstance(there, str):
            yield Mistake(file.source, mail.number, there)
            continue
        yield _judged(there.session, file, mail)


def position(file: UnderstandingFile, kind: str) -> ScenarioRun | str:
    """The game where a question of this kind is open to the seat, or why it is not."""
    play = begin(file.scenario, GAMES)
    if file.seat not in play.session.record.lines[0].body["options"]["seats"]:
        raise file.scenario.mistake("seat", f"{file.seat!r} does not play")
    steps = (*file.scenario.steps, Step(file.seat, refused="", asked=kind))
    try:
        for step, following in pairwise(steps):
            play.take(step, following)
        asked = play.play_until_asked(file.seat)
    except Failed as failed:
        return f"the steps before it fail: {failed.difference}"
    except ScriptMismatch as mismatch:
        return f"the dice of the file do not fit: {mismatch}"
    if kind in ("", asked):
        return play
    return f"open = {kind!r}, but what is asked of {file.seat} is {asked or 'nothing'}"


def _judged(session: Session, file: UnderstandingFile, mail: Mail) -> Judged | Mistake:
    wanted: list[Order] = []
    if mail.means != ASK:
        wanted = list(take_in(session, file.seat, [], mail.means, 0))
        if wrong := next((o for o in wanted if not _is_canonical(session, o)), None):
            why = _canonical(session, file.seat, wrong.text) or worded(wrong)
            what = f"{wrong.text!r} is no canonical line: {why}"
            return Mistake(file.source, mail.number, what)
    taken = take(session, file.seat, mail)
    return Judged(mail, _result(session, file.seat, mail, wanted, taken), taken)


def _is_canonical(session: Session, order: Order) -> bool:
    """Whether it is an order, in words that the strict reader knows."""
    return order.role not in NOTHING and not isinstance(
        session.game.words.split(order.text), Refusal
    )


def _canonical(session: Session, seat: str, text: str) -> str:
    """What a line in other words comes to; "": it is not understood."""
    readings = understand(session, seat, [text]).readings
    if any(reading.sort != "order" for reading in readings):
        return ""
    return "; ".join(line for reading in readings for line in reading.lines)


def take(session: Session, seat: str, mail: Mail) -> Taken:
    """What the moderator makes of a mail, by the way that the inbox takes."""
    message = incoming.read(_raw(mail))
    question = session.questions.get(seat)
    words = session.game.words
    said = requests.read(message.prose, [words], broken=message.broken, wrapped=message.wrapped)
    said = deals_first(said, [words], FEATURES.inbox.fits)
    if question:
        asked = [Asked(session.game.name, words, question.kind.name)]
        said = orders_first(said, asked, (), FEATURES.inbox.fits)
    said = requests.with_subject(said, message.subject)
    told = tuple(command.text for command in said.commands)
    understood = understand(session, seat, texts(said))
    orders = tuple(take_in_read(session, seat, [], understood.lines, 0))
    answered = any(reading.sort == "question" for reading in understood.readings)
    if ways := understood.ways:
        taken = (tuple(take_in_read(session, seat, [], way, 0)) for way in ways)
        return Taken((), tuple(taken), told, answered)
    if "preview" in told:  # nothing of it is played
        return Taken((), (orders,), told, True)
    if understood.proposals or understood.doubts:
        return Taken((), (orders,), told, answered)
    refused = (o.number for o in preview(session, seat, orders) if o.state == "refused")
    return Taken(orders, (), told, answered, frozenset(refused))


def _raw(mail: Mail) -> bytes:
    message = EmailMessage()
    message["From"] = "player@example.org"
    message["To"] = "games@example.org"
    message["Subject"] = "Re: your orders"
    message.set_content(mail.text, cte="8bit")
    if mail.html:
        message.add_alternative(mail.html, subtype="html")
    return message.as_bytes()


def _meant(orders: Iterable[Order]) -> list[Order]:
    return [order for order in orders if order.role not in NOTHING]


def _result(
    session: Session, seat: str, mail: Mail, wanted: Sequence[Order], taken: Taken
) -> Result:
    got = [order for order in taken.meant() if order.number not in taken.refused]
    if mail.means == ASK:
        return "misread" if got else "understood" if taken.asks or taken.answered else "missed"
    said, meant = _signature(session, seat, taken.meant()), _signature(session, seat, wanted)
    if _same(said, meant) and not _asks_more(taken):
        return "understood"
    if not got and any(_agrees(session, seat, way, wanted) for way in taken.proposals):
        return "proposed"
    if got and _comes_to_same(session, seat, taken.orders, wanted) and not _asks_more(taken):
        return "understood"
    if got and not _is_part(_signature(session, seat, got), meant):
        return "misread"
    return "asked" if taken.asks or taken.answered else "missed"


def _agrees(session: Session, seat: str, way: Sequence[Order], wanted: Sequence[Order]) -> bool:
    """Whether what would be played after a yes is what is wanted, or does the same."""
    said, meant = (_signature(session, seat, _meant(orders)) for orders in (way, wanted))
    return _same(said, meant) or _comes_to_same(session, seat, way, wanted)


def _comes_to_same(
    session: Session, seat: str, orders: Sequence[Order], wanted: Sequence[Order]
) -> bool:
    """Whether orders in other words do the same where they are played at once, with the same dice,
    and leave the same waiting."""
    played = []
    for lines in (orders, wanted):
        copy = Session(session.game, SameDice(Seed(bytes(32))), session.record.copy())
        left = [o for o in _meant(use_lines(copy, seat, lines)) if o.state != "played"]
        state = msgspec.msgpack.decode(dump(copy.table.state))
        played.append(([o.state for o in left], state, _signature(session, seat, left)))
    (states, state, waiting), (wanted_states, meant, wanted_left) = played
    return states == wanted_states and state == meant and _same(waiting, wanted_left)


# What orders say


def _signature(session: Session, seat: str, orders: Sequence[Order]) -> list[Any]:
    """What each order says, whatever its words: further parts of an action stand with it."""
    texts = {order.number: order.text for order in orders}
    places: dict[int, int] = {}
    found: list[Any] = []
    for order in orders:
        within = [_line(session, seat, texts[n]) for n in order.within if n in texts]
        said = _line(session, seat, order.text)
        parts = [[step] for step in said] if isinstance(said, list) else [said]
        for n, part in enumerate(parts):
            bound = order.joins in places if not n else isinstance(said, list) and said[n][1]
            if bound and isinstance(part, list):
                found[places.get(order.joins, -1) if not n else -1][1].append(part[0])
            else:
                found.append((order.role, part, within))
        places[order.number] = len(found) - 1
    return found


def _line(session: Session, seat: str, text: str) -> Any:
    read = session.game.words.split(text)
    if isinstance(read, Refusal):
        return text
    line = read[0]
    if line.clause:
        return _clause(line.clause)
    if line.anytime:
        menu = session.anytime_menu(seat)
        meant = session.game.words.resolve("", menu.canonical(line.anytime), menu)
        return line.anytime if isinstance(meant, Refusal) else meant
    return [
        ({_resolved(session, seat, *pair) for pair in step.candidates}, step.bound, step.rest)
        for step in steps_now(session, seat, line)
    ]


def _clause(clause: Clause) -> Any:
    """What a line says of others, whatever its words."""
    kinds = clause.situation.test.kinds if clause.situation else ()
    answers = [
        ({c for kind, c in a.candidates if kind in kinds}, _said(a.plan), a.conditions, a.default)
        for a in clause.answers
    ]
    return clause.word, clause.condition, _said(clause.situation), answers, clause.period


def _said(statement: Statement | None) -> Any:
    return statement and (statement.test.say, dict(statement.values), statement.negated)


def _resolved(session: Session, seat: str, kind: str, choice: Choice) -> tuple[str, Choice]:
    """A choice with what it leaves unsaid filled in, as far as the position tells."""
    question = session.questions.get(seat)
    if question is not None and question.kind.name == kind:
        menu = session.decision(seat).menu
    elif session.game.kinds[kind].role == "action" and UNSAID not in (choice[0], ALL):
        try:
            menu = session.game.kinds[kind].make(session.table, seat).menu
        except Exception:  # a question that cannot be asked here
            return kind, choice
    else:
        return kind, choice
    meant = session.game.words.resolve(kind, choice, menu)
    return kind, choice if isinstance(meant, Refusal) else meant


def _same(said: Sequence[Any], meant: Sequence[Any]) -> bool:
    """Whether both say the same. What an order may be besides does not matter."""
    return len(said) == len(meant) and all(map(_alike, said, meant))


def _alike(one: Any, other: Any) -> bool:
    if one[0] != other[0] or one[2:] != other[2:]:
        return False
    first, second = one[1], other[1]
    if not (isinstance(first, list) and isinstance(second, list)):
        return bool(first == second)
    return len(first) == len(second) and all(
        a[2:] == b[2:] and _choices(a) & _choices(b) for a, b in zip(first, second, strict=True)
    )


def _choices(step: Any) -> set[Choice]:
    return {choice for _, choice in step[0]}


def _is_part(said: Sequence[Any], meant: Sequence[Any]) -> bool:
    """Whether all that is said was meant, in this order, though it is not all that was."""
    left = iter(meant)
    return all(any(_alike(one, other) for other in left) for one in said)


def _asks_more(taken: Taken) -> bool:
    return taken._replace(refused=frozenset()).asks
