"""Writing outgoing mails as rows, in the transaction of what they tell.

A row is all that its mail is made from later. Message-IDs are derived from what caused the mail,
so that a cause handled again after a crash writes the same mails.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from importlib.metadata import version
from typing import Any, NamedTuple

from msgspec import structs
from sqlalchemy import bindparam
from sqlmodel import Session as Db
from sqlmodel import col, select
from sqlmodel.sql.expression import Select

from engine.core.messages import Message
from engine.core.rules_interface import Event
from engine.core.session import Session
from pbem.campaign import confirmations, deadline_arithmetic
from pbem.campaign.feature import merged
from pbem.campaign.interpreter_protocol import Interpretation
from pbem.campaign.mails.recipients import Recipient, to_host
from pbem.campaign.world import World
from pbem.reports import question_as_json, stored_mails
from pbem.reports.mail_parts import (
    Free,
    GameTold,
    Moderator,
    Position,
    Question,
    RecordLine,
    Said,
    Silence,
    Waiting,
)
from pbem.reports.mails import HostMail, Mail, OrderFormMail, PlayMail
from pbem.settings.pacing import restored
from pbem.store import statements
from pbem.store import tables as t

Deadlines = Mapping[str, datetime]
"""Until when an answer counts, by seat."""
NOBODY: Deadlines = {}

VERSION = version("pbem")

_OPEN_WINDOWS = (
    select(t.Window)
    .where(col(t.Window.game_id) == bindparam("game"), col(t.Window.state) == "open")
    .order_by(col(t.Window.number), col(t.Window.id))
)
_EVENTS: Select[int, int, str, str | None] = (
    select(t.Event.id, t.Event.n, t.Event.body, t.Event.to)
    .where(col(t.Event.game_id) == bindparam("game"), col(t.Event.id) > bindparam("after"))
    .order_by(col(t.Event.id))
)
_NEWEST = (
    select(t.Event.id)
    .where(col(t.Event.game_id) == bindparam("game"))
    .order_by(col(t.Event.id).desc())
    .limit(1)
)


@dataclass
class Context:
    """What is written because of one cause (a mail, a deadline, a command), at one time."""

    world: World
    db: Db
    now: datetime
    cause: str
    answers: t.InboundMail | None = None
    lines: Sequence[str] = ()
    """What that mail says."""
    written: int = 0
    """Mails written so far."""
    player: t.Seat | None = None
    """Whose mail it surely is: it has the right tag, and comes from the address that joined."""
    answerable: bool | None = None
    """Whether his mail is answered if it orders nothing; None: that has not been looked at."""
    silence: Silence | None = None
    """What mails to him say where no answer follows for a while."""
    interpretation: Interpretation | None = None
    """What an interpreter made of his mail; None: none was asked."""
    to_tell: list[Any] = field(default_factory=list)
    """What features have done with the mail, until a mail has told it."""

    def write(
        self,
        mail: Mail,
        to: Recipient,
        *,
        window: int | None = None,
        confirms: confirmations.Lines = (),
        press: int = 0,
        within: Sequence[str] = (),
    ) -> str:
        """Write one mail, to be sent after the commit; return its Message-ID. Raises NotAMail.

        `window`: that of the question that it asks; `confirms`: the lines that a `yes` to it
        stands for, or the ways of which a number picks one; `press`: its number among the reader's
        press; `within`: the thread it belongs to (its root, what it answers), instead of the usual
        one.
        """
        game, seat = to.game, (to.seat and to.seat.key) or None
        form = None if isinstance(mail, OrderFormMail) else _taken_out(mail)
        token = self.world.entropy.token("message", self.cause, self.written, to.address)
        parts = [game.name if game else "pbem", mail.kind, *([seat] if seat else []), token]
        message_id = f"{'.'.join(parts)}@{self.domain}"
        shown = confirmations.number(self.db, game, to.seat, confirms) if game and confirms else 0
        answered = "".join(within[1:][-1:]) if within else self._answered_by(to.address)
        threaded = game.name if game else mail.kind if mail.kind in BY_KIND else ""
        thread = [*within[:1]] if within else [f"{threaded}@{self.domain}"] if threaded else []
        row = {
            "message_id": message_id,
            "game_id": game.id if game else None,
            "seat": seat,
            "recipient": to.address,
            "kind": mail.kind,
            "payload": stored_mails.stored(self._headed(mail, to, shown, press)),
            "window": window,
            "in_reply_to": answered or None,
            "refs": " ".join([*thread, *answered.split()]),
            "created": self.now,
            "state": "waiting",
            "attempts": 0,
            "next_try": self.now,
            "error": "",
        }
        statements.add(self.db, t.Outgoing, [row])
        self.written += 1
        if shown and game:
            confirmations.put(self.db, game, to.seat, confirms, message_id)
        if form is not None and isinstance(mail, PlayMail):
            own = own_places(self.world, to, mail.position.view)
            self.write(OrderFormMail(question=form, own=own), to)
        return message_id

    def _headed(self, mail: Mail, to: Recipient, shown: int, press: int) -> Mail:
        """The mail with its head."""
        head: dict[str, Any] = {
            "moderator": self.moderator,
            "at": self.now.isoformat(),
            **to.tags(self.world, shown, press),
        }
        if to.game:
            head["game"] = game_told(self.world, to.game)
        if to.seat:
            head["seat"] = to.seat.key or None
        if self.player and self.player.address == to.address:
            head["silence"] = self.silence
        return structs.replace(mail, **head)

    def _answered_by(self, recipient: str) -> str:
        """The id of the mail that this is an answer to: nobody else's mail may show it."""
        answers = self.answers
        return answers.message_id if answers and answers.sender == recipient else ""

    @property
    def domain(self) -> str:
        """The domain of the moderator's own address."""
        return self.world.config.moderator.address.rpartition("@")[2]

    @property
    def moderator(self) -> Moderator:
        """Who writes, as mails have it."""
        settings = self.world.config.moderator
        return Moderator(settings.name, VERSION, settings.address)


def _taken_out(mail: Mail) -> Question | None:
    """The question of a mail with what the order form shows, which is a mail of its own; None: its
    reader wants none."""
    question = mail.question if isinstance(mail, PlayMail) else None
    if question is None or not question.menu:
        return None
    form = structs.replace(question)
    question.menu, question.further = [], {}
    return form


def own_places(world: World, to: Recipient, view: Free | None) -> list[str]:
    """Return where a reader has pieces by his view, as menus name places; none where there is no
    view."""
    if not (to.game and to.seat and view):
        return []
    telling = world.games[to.game.kind].telling
    return sorted(telling.own_places(view, to.seat.key)) if telling else []


TO_HOST = ("host", "host_receipt", "host_ask")
"""The kinds of mail that the host gets."""
BY_KIND = ("digest",)
"""The kinds of mail that are a thread of their own where they are about no game, or several."""


def tell_host(
    ctx: Context,
    subject: Message,
    lines: Sequence[Said],
    *,
    once: str = "",
    game: t.Game | None = None,
) -> None:
    """Write a mail to the host, which he can answer with a command if it is about a game; of all
    that have the same `once`, only the first is written."""
    if not once or statements.add_new(ctx.db, t.ToldHost, once=once, at=ctx.now):
        ctx.write(HostMail(subject=subject, lines=list(lines)), to_host(ctx.world, game))


def game_told(world: World, game: t.Game) -> GameTold:
    """Tell what every mail about a game says of it."""
    return GameTold(game.name, game.kind, world.games[game.kind].title, game.data_hash)


def position(
    ctx: Context,
    game: t.Game,
    session: Session,
    seat: str | None,
    windows: Sequence[t.Window] | None = None,
) -> Position:
    """Tell where everybody stands, as one seat sees it, and the record's last line.

    `windows` are the open ones, where they are at hand.
    """
    last = session.record.line(len(session.record) - 1)
    due = deadlines_of(game, open_windows(ctx.db, game) if windows is None else windows)
    features = ctx.world.features
    away = merged(feature.away(ctx.db, game) for feature in features)
    return Position(
        view=session.view(seat),
        line=RecordLine(len(session.record) - 1, last.hash),
        window=game.windows,
        waiting=waited_for(session, due, apart_from=seat, away=away),
        votes=[vote for feature in features for vote in feature.open_votes(ctx.db, game, seat)],
    )


def waited_for(
    session: Session, due: Deadlines, *, apart_from: str | None, away: Deadlines = NOBODY
) -> list[Waiting]:
    """Tell whose mail is waited for, by when; `due` are the deadlines of those whose time runs,
    `away` says until when players are."""
    return [
        Waiting(seat, session.questions[seat].kind.name, iso(due.get(seat)), iso(away.get(seat)))
        for seat in session.waiting()
        if seat != apart_from
    ]


def open_windows(db: Db, game: t.Game) -> list[t.Window]:
    """Return the windows of a game that wait for an answer."""
    return list(db.exec(_OPEN_WINDOWS, params={"game": game.id}))


def is_running(game: t.Game) -> bool:
    """Tell whether its clocks run: not while it is paused or stopped."""
    return game.status == "running" and game.stopped is None


def stopped(game: t.Game) -> datetime | None:
    """Since when its clocks stand still; None: they run."""
    return game.paused if game.status == "paused" else game.stopped


def by_its_clock(game: t.Game, now: datetime) -> datetime:
    """Tell what the clocks of a game show: now, or when they were stopped."""
    return stopped(game) or now


def deadlines_of(game: t.Game, windows: Sequence[t.Window]) -> Deadlines:
    """Tell until when each seat's answer counts that time runs for; of those who are late, until
    the grace is over."""
    kept = restored(game.pace)
    return {
        row.seat: deadline_arithmetic.default_at(kept, row.due) if row.late else row.due
        for row in windows
        if row.due is not None and is_running(game)
    }


def question(session: Session, seat: str, due: datetime | None, *, form: bool = False) -> Question:
    """Return the question a seat faces, with suggestions, and its whole menu if there is to be a
    form."""
    kind = session.questions[seat].kind
    decision, words = session.decision(seat), session.game.words
    further = question_as_json.further(session, seat) if form else {}
    return question_as_json.question(
        kind, decision, words, due=iso(due), form=form, further=further
    )


def owed(session: Session, due: Deadlines, seat: str, *, form: bool = False) -> Question | None:
    """Return the seat's question that its mail is waited for, if there is one."""
    if session.over or seat not in session.waiting():
        return None
    return question(session, seat, due.get(seat), form=form)


class StoredEvent(NamedTuple):
    """An event as the store has it, with its id there."""

    id: int
    event: Event

    def shown(self) -> Free:
        """Return the event, as mails have it."""
        return {"what": self.event.what, "data": self.event.data, "n": self.event.n}


def events_since(db: Db, game: t.Game, after: int) -> list[StoredEvent]:
    """Return the events of a game with a greater id."""
    return [_told(*row) for row in statements.read(db, _EVENTS, game=game.id, after=after)]


def _told(number: int, n: int, body: str, to: str | None) -> StoredEvent:
    told = json.loads(body)
    seats = None if to is None else tuple(json.loads(to))
    return StoredEvent(number, Event(told["what"], told["data"], seats, n))


def events(db: Db, game: t.Game, seat: str | None, *, after: int = 0) -> list[Free]:
    """Return the events with a greater id that a seat (None: the public) may see."""
    return [told.shown() for told in events_since(db, game, after) if told.event.seen_by(seat)]


def last_event(db: Db, game: t.Game) -> int:
    """Return the id of the newest event of a game; 0: there is none."""
    return statements.read(db, _NEWEST, game=game.id).scalar() or 0


def iso(time: datetime | None) -> str | None:
    """Return a time as mails have it."""
    return time.isoformat() if time else None
