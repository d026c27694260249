"""Writing outgoing mails as rows, in the transaction of what they tell.

A row is all that its mail is made from later. Message-IDs are derived from what caused the mail,
so that a cause handled again after a crash writes the same mails.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from importlib.metadata import version
from typing import Any, NamedTuple
from urllib.parse import quote

from msgspec import structs
from sqlalchemy import bindparam
from sqlmodel import Session as Db
from sqlmodel import col, select
from sqlmodel.sql.expression import Select

from engine.core.session import Session
from engine.core.table import Event
from pbem.campaign import clock
from pbem.campaign.feature import merged
from pbem.campaign.world import World
from pbem.mail import identity
from pbem.reports import questions
from pbem.reports.mail_parts import GameTold
from pbem.settings.pacing import restored
from pbem.store import rows
from pbem.store import tables as t

Payload = dict[str, Any]
Deadlines = Mapping[str, datetime]
"""Until when an answer counts, by seat."""
Notes = Mapping[str, Payload]
"""What is said besides of seats that are waited for, by seat."""
NO_NOTES: Notes = {}

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
    """What is written because of one cause (a letter, a deadline, a command), at one time."""

    world: World
    db: Db
    now: datetime
    cause: str
    answers: t.InboundMail | None = None
    written: int = 0
    """Mails written so far."""
    player: t.Seat | None = None
    """Whose letter it surely is: it has the right tag, and comes from the address that joined."""
    answerable: bool | None = None
    """Whether his letter is answered if it orders nothing; None: that has not been looked at."""
    last: Payload = field(default_factory=dict)
    """What mails to him say where no answer follows for a while."""
    to_tell: list[Any] = field(default_factory=list)
    """What features have done with the letter, until a mail has told it."""

    def write(
        self,
        kind: str,
        recipient: str,
        payload: Mapping[str, Any],
        *,
        game: t.Game | None = None,
        seat: str | None = None,
        window: int | None = None,
        within: Sequence[str] = (),
    ) -> str:
        """One mail, to be sent after the commit; its Message-ID.

        `within`: the thread it belongs to (its root, what it answers), instead of the usual one.
        """
        token = self.world.entropy.token("message", self.cause, self.written, recipient)
        parts = [game.name if game else "pbem", kind, *([seat] if seat else []), token]
        head = {"kind": kind, "moderator": self.moderator, "at": self.now.isoformat()}
        if self.player and self.player.address == recipient:
            head |= self.last
        answered = "".join(within[1:][-1:]) if within else self._answered_by(recipient)
        threaded = game.name if game else kind if kind in BY_KIND else ""
        thread = [*within[:1]] if within else [f"{threaded}@{self.domain}"] if threaded else []
        message_id = f"{'.'.join(parts)}@{self.domain}"
        row = {
            "message_id": message_id,
            "game_id": game.id if game else None,
            "seat": seat or None,
            "recipient": recipient,
            "kind": kind,
            "payload": json.dumps(head | dict(payload)),
            "window": window,
            "in_reply_to": answered or None,
            "refs": " ".join([*thread, *answered.split()]),
            "created": self.now,
            "state": "waiting",
            "attempts": 0,
            "next_try": self.now,
            "error": "",
        }
        rows.add(self.db, t.Outgoing, [row])
        self.written += 1
        return message_id

    def _answered_by(self, recipient: str) -> str:
        """The id of the letter that this is an answer to: nobody else's mail may show it."""
        answers = self.answers
        return answers.message_id if answers and answers.sender == recipient else ""

    @property
    def domain(self) -> str:
        """The domain of the moderator's own address."""
        return self.world.config.moderator.address.rpartition("@")[2]

    @property
    def moderator(self) -> dict[str, str]:
        """Who writes, as payloads have it."""
        settings = self.world.config.moderator
        return {"name": settings.name, "version": VERSION, "address": settings.address}


HOST = "host"
"""What stands for the host in a tag; no seat is called so."""
READER = "reader"
"""What stands for a subscriber in a tag, before the number of his row; no seat is called so."""
TO_HOST = ("host", "host_receipt", "host_ask")
"""The kinds of mail that the host gets."""
BY_KIND = ("digest",)
"""The kinds of mail that are a thread of their own where they are about no game, or several."""


def is_host(world: World, address: str | None) -> bool:
    """Whether this is the host's address."""
    return address is not None and address == host_address(world)


def host_address(world: World) -> str:
    """The host's address, in the one form that is compared."""
    host = world.config.moderator.host
    return identity.normalise(host) or host


def tell_host(
    ctx: Context, subject: str, lines: list[str], *, once: str = "", game: t.Game | None = None
) -> None:
    """A mail to the host, which he can answer with a command if it is about a game; of all that
    have the same `once`, only the first is written."""
    if once and not rows.add_new(ctx.db, t.ToldHost, once=once, at=ctx.now):
        return
    payload = {
        **(about_host(ctx.world, game) if game else {}),
        "about": {"subject": subject, "lines": lines},
    }
    ctx.write("host", host_address(ctx.world), payload, game=game)


def game_told(world: World, game: t.Game) -> GameTold:
    """What every mail about a game says of it."""
    return GameTold(game.name, game.kind, world.games[game.kind].title, game.data_hash)


def about_game(world: World, game: t.Game) -> Payload:
    """What every mail about a game says of it."""
    return {"game": structs.asdict(game_told(world, game))}


def about_seat(
    world: World, game: t.Game, seat: t.Seat | t.Entrant, shown: int = 0, *, press: int = 0
) -> Payload:
    """What every mail to a seat, or to an entrant, says: the game, the seat, and the tag its answer
    carries.

    `shown`: the number of the lines that the mail shows to be confirmed; `press`: the number that
    the mail has among the seat's press.
    """
    key = seat.key or joining_key(seat.id)
    tagged = _tagged(world, game, key, seat.generation, shown, press)
    return {**about_game(world, game), "seat": seat.key or None, **tagged}


def about_host(world: World, game: t.Game, shown: int = 0, *, press: int = 0) -> Payload:
    """What every mail to the host about a game says: the tag makes his answer a command."""
    return {**about_game(world, game), **_tagged(world, game, HOST, 0, shown, press)}


def about_reader(world: World, game: t.Game, row: t.Subscriber) -> Payload:
    """What a mail says that asks a subscriber to confirm: the tag its answer carries."""
    return {**about_game(world, game), **_tagged(world, game, f"{READER}{row.id}", 0, 0, 0)}


def way_out(world: World, game: t.Game, row: t.Subscriber) -> str:
    """A mailto URI (RFC 6068) at which a mail ends the public reports to a subscriber."""
    to = about_reader(world, game, row)["reply_to"]
    return f"mailto:{quote(to, safe='@+')}?subject=unsubscribe%20{game.name}"


def _tagged(
    world: World, game: t.Game, key: str, generation: int, shown: int, press: int
) -> Payload:
    address = world.config.moderator.address
    about = (tag_key(world), game.name, key, game.windows, generation)
    tag, plain = identity.tag(*about, shown, press), identity.tag(*about)
    fits = identity.too_long(address, tag) <= 0  # else the subject alone tells what it is
    return {"tag": tag, "reply_to": identity.plus_address(address, tag if fits else plain)}


def joining_key(number: int) -> str:
    """What stands in a tag for an entrant, and for a seat before it has a power."""
    return f"joining{number}"


def tag_key(world: World) -> bytes:
    """The key that tags are made with."""
    return world.entropy.derived("tags")


def position(
    ctx: Context,
    game: t.Game,
    session: Session,
    seat: str | None,
    windows: Sequence[t.Window] | None = None,
) -> Payload:
    """Where everybody stands, as one seat sees it, and the record's last line.

    `windows` are the open ones, where they are at hand.
    """
    last = session.record.line(len(session.record) - 1)
    due = deadlines(game, open_windows(ctx.db, game) if windows is None else windows)
    features = ctx.world.features
    notes = merged(feature.waiting_notes(ctx.db, game) for feature in features)
    return {
        "view": session.view(seat),
        "line": {"n": len(session.record) - 1, "hash": last.hash},
        "waiting": waited_for(session, due, apart_from=seat, notes=notes),
        "window": game.windows,
        **merged(feature.position_part(ctx.db, game, seat) for feature in features),
    }


def waited_for(
    session: Session, due: Deadlines, *, apart_from: str | None, notes: Notes = NO_NOTES
) -> list[dict[str, Any]]:
    """Whose mail is waited for, by when; `due` are the deadlines of those whose time runs, `notes`
    what is said besides of a seat."""
    return [
        {
            "seat": seat,
            "kind": session.questions[seat].kind.name,
            "due": _iso(due.get(seat)),
            **notes.get(seat, {}),
        }
        for seat in session.waiting()
        if seat != apart_from
    ]


def open_windows(db: Db, game: t.Game) -> list[t.Window]:
    """The windows of a game that wait for an answer."""
    return list(db.exec(_OPEN_WINDOWS, params={"game": game.id}))


def is_running(game: t.Game) -> bool:
    """Whether its clocks run: not while it is paused or held."""
    return game.status == "running" and game.held is None


def stopped(game: t.Game) -> datetime | None:
    """Since when its clocks stand still; None: they run."""
    return game.paused if game.status == "paused" else game.held


def by_its_clock(game: t.Game, now: datetime) -> datetime:
    """What the clocks of a game show: now, or when they were stopped."""
    return stopped(game) or now


def deadlines(game: t.Game, windows: Sequence[t.Window]) -> Deadlines:
    """Until when each seat's answer counts that time runs for; of those who are late, until the
    grace is over."""
    kept = restored(game.pace)
    return {
        row.seat: clock.default_at(kept, row.due) if row.late else row.due
        for row in windows
        if row.due is not None and is_running(game)
    }


def question(session: Session, seat: str, due: datetime | None, *, form: bool = True) -> Payload:
    """The question a seat faces, with suggestions, and its whole menu if there is to be a form."""
    kind = session.questions[seat].kind
    decision, words = session.decision(seat), session.game.words
    further = questions.further(session, seat) if form else {}
    return questions.question(kind, decision, words, due=_iso(due), form=form, further=further)


def owed(session: Session, due: Deadlines, seat: str, *, form: bool = False) -> Payload:
    """The seat's question that its mail is waited for, as a part of a payload; else nothing."""
    if session.over or seat not in session.waiting():
        return {}
    return {"question": question(session, seat, due.get(seat), form=form)}


class StoredEvent(NamedTuple):
    """An event as the store has it, with its id there."""

    id: int
    event: Event

    def shown(self) -> Payload:
        """The event, as payloads have it."""
        return {"what": self.event.what, "data": self.event.data, "n": self.event.n}


def events_since(db: Db, game: t.Game, after: int) -> list[StoredEvent]:
    """The events of a game with a greater id."""
    return [_told(*row) for row in rows.read(db, _EVENTS, game=game.id, after=after)]


def _told(number: int, n: int, body: str, to: str | None) -> StoredEvent:
    told = json.loads(body)
    seats = None if to is None else tuple(json.loads(to))
    return StoredEvent(number, Event(told["what"], told["data"], seats, n))


def events(db: Db, game: t.Game, seat: str | None, *, after: int = 0) -> list[Payload]:
    """The events with a greater id that a seat (None: the public) may see."""
    return [told.shown() for told in events_since(db, game, after) if told.event.seen_by(seat)]


def last_event(db: Db, game: t.Game) -> int:
    """The id of the newest event of a game; 0: there is none."""
    return rows.read(db, _NEWEST, game=game.id).scalar() or 0


def _iso(time: datetime | None) -> str | None:
    return time.isoformat() if time else None
