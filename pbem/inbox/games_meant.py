"""Finds which games a mail is about: those that it answers, and those that it names."""

import re

from sqlmodel import Session as Db
from sqlmodel import col, select

from pbem.inbox.senders import Untagged
from pbem.inbox.verdicts import Received
from pbem.mail import identity
from pbem.mail.incoming import InboundMail
from pbem.store import tables as t

_BEGUN = re.compile(r"(?:(?:re|aw|sv|antw|odp|fwd?|wg) ?: ?)+", re.IGNORECASE)
_NAME = re.compile(rf"(?:for |zu |für )?({identity.GAME_NAME.pattern})(?: ?[:,].*)?", re.IGNORECASE)
_IN_BRACKETS = re.compile(rf"\[({identity.GAME_NAME.pattern})\]", re.IGNORECASE)
_WORD = re.compile(rf"\b{identity.GAME_NAME.pattern}\b")


def answered(db: Db, message: InboundMail) -> list[t.Game]:
    """Find the games of the mails that a mail answers: by its tags, by the mail it says it answers,
    and by the name in brackets that a subject keeps."""
    named = {tag.game for tag in message.tags}
    if identity.MODERATORS_ID.match(message.in_reply_to or ""):
        named.add((message.in_reply_to or "").partition(".")[0])
    named.update(name.lower() for name in _IN_BRACKETS.findall(message.subject))
    return _called(db, named)


def spoken_of(mail: Received) -> list[t.Game]:
    """Find the games that a mail answers, that its subject or the beginning of its subject names,
    and that its commands name."""
    names = {(command.game or "").lower() for command in mail.said.commands}
    names |= {line.act.game for line in mail.said.hosts if line.act}
    if found := _NAME.fullmatch(_BEGUN.sub("", mail.message.subject).strip()):
        names.add(found[1].lower())
    games = [*answered(mail.ctx.db, mail.message), *_called(mail.ctx.db, names)]
    return list({game.id: game for game in games}.values())


def without_seat(mail: Received) -> list[t.Game]:
    """Find the games that a mail is about, if its sender plays others and none of these."""
    if not isinstance(mail.sender, Untagged):
        return []
    games, played = spoken_of(mail), {seat.game_id for seat in mail.sender.seats}
    return games if played.isdisjoint(game.id for game in games) else []


def in_subject(db: Db, subject: str) -> list[t.Game]:
    """Find the games whose names are words of a subject."""
    return _called(db, set(_WORD.findall(subject.lower())))


def _called(db: Db, names: set[str]) -> list[t.Game]:
    if not (names := names - {""}):
        return []
    games = select(t.Game).where(col(t.Game.name).in_(names))
    return list(db.exec(games.order_by(col(t.Game.id))))
