"""Writing outgoing mails as rows, in the transaction of what they tell.

A row is all that its mail is made from later. Message-IDs are derived from what caused the mail,
so that a cause handled again after a crash writes the same mails.
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


def waited_for(
    session: Session,
    due: clocks.Deadlines,
    *,
    apart_from: str | None,
    away: clocks.Deadlines = clocks.NOBODY,
) -> list[Waiting]:
    """Tell whose mail is waited for, by when; `due` are the deadlines of those whose time runs,
    `away` says until when players are."""
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
    """Return the question a seat faces, with suggestions, and its whole menu if there is to be a
    form."""
    kind = session.questions[seat].kind
    decision, words = session.decision(seat), session.game.words
    further = question_as_json.further(session, seat) if form else {}
    return question_as_json.question(
        kind, decision, words, due=clocks.iso(due), form=form, further=further
    )


def owed(
    session: Session, due: clocks.Deadlines, seat: str, *, form: bool = False
) -> Question | None:
    """Return the seat's question that its mail is waited for, if there is one."""
    if session.over or seat not in session.waiting():
        return None
    return question(session, seat, due.get(seat), form=form)
