"""Writes outgoing mails as rows, in the same transaction as what they report.

A mail is later made from its row alone. Message-IDs are derived from what caused the mail, so that
a cause handled again after a crash writes the same mails.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from importlib.metadata import version
from typing import Any

from msgspec import structs
from sqlmodel import Session as Db

from engine.core.messages import Message
from engine.core.session import Session
from pbem.campaign import clocks, confirmations, game_store
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
from pbem.store import statements
from pbem.store import tables as t

VERSION = version("pbem")


@dataclass
class Context:
    """What is written because of one cause (a mail, a deadline, a command), at one time."""

    world: World
    db: Db
    now: datetime
    cause: str
    answers: t.InboundMail | None = None
    lines: Sequence[str] = ()
    """The lines of the mail that is the cause."""
    written: int = 0
    """How many mails were written so far."""
    player: t.Seat | None = None
    """The proven sender: the mail has the right tag and comes from the address that joined."""
    answerable: bool | None = None
    """Whether this player is answered even if the mail orders nothing; None: not decided yet."""
    silence: Silence | None = None
    """A notice for mails to this player, or to the host, that no answer will follow for a while."""
    silent_to: str = ""
    """The address that this notice is for."""
    interpretation: Interpretation | None = None
    """What an interpreter made of the mail; None if none was asked."""
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

        `window`: that of the question it asks; `confirms`: the lines that a `yes` to it applies, or
        the alternatives from which a number picks one; `press`: its number among the reader's
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
            self.write(OrderFormMail(question=form, own=own), to, window=window)
        return message_id

    def _headed(self, mail: Mail, to: Recipient, shown: int, press: int) -> Mail:
        """Return the mail with its head filled in."""
        head: dict[str, Any] = {
            "moderator": self.moderator,
            "at": self.now.isoformat(),
            **to.tags(self.world, shown, press),
        }
        if to.game:
            head["game"] = game_told(self.world, to.game)
        if to.seat:
            head["seat"] = to.seat.key or None
        if self.silence and self.silent_to == to.address:
            head["silence"] = self.silence
        return structs.replace(mail, **head)

    def _answered_by(self, recipient: str) -> str:
        """Return the id of the mail that this one answers, but only to the person who sent that."""
        answers = self.answers
        return answers.message_id if answers and answers.sender == recipient else ""

    @property
    def domain(self) -> str:
        """The domain of the moderator's own address."""
        return self.world.config.moderator.address.rpartition("@")[2]

    @property
    def moderator(self) -> Moderator:
        """The sender, as mails contain it."""
        settings = self.world.config.moderator
        return Moderator(settings.name, VERSION, settings.address)


def _taken_out(mail: Mail) -> Question | None:
    """Remove from a question what only the order form shows, which is sent in a mail of its own.

    None if the mail's reader wants no form.
    """
    question = mail.question if isinstance(mail, PlayMail) else None
    if question is None or not question.menu:
        return None
    form = structs.replace(question)
    question.menu, question.further = [], {}
    return form


def own_places(world: World, to: Recipient, view: Free | None) -> list[str]:
    """Return the places where the view shows pieces of the reader, named as in menus; empty without
    a view."""
    if not (to.game and to.seat and view):
        return []
    telling = world.games[to.game.kind].telling
    return sorted(telling.own_places(view, to.seat.key)) if telling else []


TO_HOST = ("host", "host_receipt", "host_ask")
"""The kinds of mail that the host gets."""
BY_KIND = ("digest",)
"""The kinds of mail that form a thread of their own if they are about no game, or several."""


def tell_host(
    ctx: Context,
    subject: Message,
    lines: Sequence[Said],
    *,
    once: str = "",
    game: t.Game | None = None,
) -> None:
    """Write a mail to the host; if it is about a game, the host can answer it with a command.

    Of all mails with the same `once`, only the first is written.
    """
    if not once or statements.add_new(ctx.db, t.ToldHost, once=once, at=ctx.now):
        ctx.write(HostMail(subject=subject, lines=list(lines)), to_host(ctx.world, game))


def game_told(world: World, game: t.Game) -> GameTold:
    """Return what every mail about a game says of it."""
    return GameTold(game.name, game.kind, world.games[game.kind].title, game.data_hash)


def position(
    ctx: Context,
    game: t.Game,
    session: Session,
    seat: str | None,
    windows: Sequence[t.Window] | None = None,
) -> Position:
    """Return where everybody stands, as one seat sees it, and the record's last line.

    `windows`: the open ones, to save reading them.
    """
    last = session.record.line(len(session.record) - 1)
    due = clocks.deadlines_of(
        game, game_store.open_windows(ctx.db, game) if windows is None else windows
    )
    features = ctx.world.features
    away = merged(feature.away(ctx.db, game) for feature in features)
    return Position(
        view=session.view(seat),
        line=RecordLine(len(session.record) - 1, last.hash),
        window=game.windows,
        waiting=waited_for(session, due, apart_from=seat, away=away),
        votes=[vote for feature in features for vote in feature.open_votes(ctx.db, game, seat)],
    )


def public_news(
    ctx: Context, game: t.Game, session: Session, mail: PlayMail, told: int
) -> PlayMail | None:
    """Fill in a report with what everybody may know: how everybody stands, and the events after the
    one that its readers were `told` last. None: the report would have no events."""
    events = game_store.events(ctx.db, game, None, after=told)
    if not events and mail.kind == "report":
        return None
    at = position(ctx, game, session, None)
    return structs.replace(mail, position=at, events=events, map=True)


def waited_for(
    session: Session,
    due: clocks.Deadlines,
    *,
    apart_from: str | None,
    away: clocks.Deadlines = clocks.NOBODY,
) -> list[Waiting]:
    """Return whose mail is awaited, and by when.

    `due` has the deadlines of seats whose time runs; `away` says until when players are away.
    """
    return [
        Waiting(
            seat,
            session.questions[seat].kind.name,
            clocks.iso(due.get(seat)),
            clocks.iso(away.get(seat)),
        )
        for seat in session.waiting()
        if seat != apart_from
    ]


def question(session: Session, seat: str, due: datetime | None, *, form: bool = False) -> Question:
    """Return a seat's question with suggestions, and with its whole menu if there is to be a
    form."""
    kind = session.questions[seat].kind
    decision, words = session.decision(seat), session.game.words
    further = question_as_json.further(session, seat) if form else {}
    state = session.table.state
    return question_as_json.question(
        kind,
        decision,
        words,
        due=clocks.iso(due),
        form=form,
        further=further,
        appeal=lambda choice: session.game.appeal(state, seat, choice),
    )


def owed(
    session: Session, due: clocks.Deadlines, seat: str, *, form: bool = False
) -> Question | None:
    """Return the question that the seat's mail is awaited for, if there is one."""
    if session.over or seat not in session.waiting():
        return None
    return question(session, seat, due.get(seat), form=form)
