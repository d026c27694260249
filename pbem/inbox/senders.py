"""Finds who sent a mail, and how far to believe it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from sqlalchemy import bindparam, or_
from sqlmodel import Session as Db
from sqlmodel import col, select
from sqlmodel.sql.expression import SelectOfScalar

from pbem.campaign import game_store, seats
from pbem.campaign.mails import recipients
from pbem.campaign.mails.recipients import Recipient, joining_key
from pbem.campaign.world import World
from pbem.mail import authentication, identity, incoming
from pbem.mail.incoming import InboundMail
from pbem.store import statements
from pbem.store import tables as t

WORD = re.compile(r"\b[a-z][a-z0-9]{1,19}\b")
NAMED_IN = 100
"""How many lines are searched for the name of a game."""

_NAMED = select(t.Game).where(col(t.Game.name) == bindparam("name"))
_NUMBER = select(t.Game.id).where(col(t.Game.name) == bindparam("name"))
_PLAYED = select(t.Seat.game_id).where(
    col(t.Seat.address) == bindparam("address"), col(t.Seat.address) != ""
)
_MAIL = select(t.Outgoing.id).where(col(t.Outgoing.message_id) == bindparam("message_id"))


class Trust(Enum):
    """How certain it is that a mail is from its apparent sender, and so what it may do."""

    PROVEN = "proven"
    """The right tag, from the address that it was sent to: everything is done at once."""
    CLAIMED = "claimed"
    """Only one of the two, or there is a doubt: commands that change something are shown to the
    known address, and done after its `yes`."""
    NONE = "none"
    """Neither: only what anybody may ask for."""


@dataclass(frozen=True)
class Proof:
    """How certain it is that a mail with a right tag is from the person who got the tag."""

    joined: bool = True
    """Whether it is from the address that the tag was sent to."""
    doubt: str = ""
    """Why our mail server doubts that the sender wrote it; empty if it does not, or if the address
    is another one anyway."""
    unknown: bool = False
    """Whether it answers a mail of ours that the store does not know, because it was written after
    the backup that the store was restored from."""

    @property
    def trust(self) -> Trust:
        """How far the mail is trusted."""
        good = self.joined and not (self.doubt or self.unknown)
        return Trust.PROVEN if good else Trust.CLAIMED

    @property
    def kind(self) -> Literal["doubted", "unknown", "elsewhere"]:
        """Why it is not trusted, as the kind of mail that asks about it."""
        return "doubted" if self.doubt else "unknown" if self.unknown else "elsewhere"


GOOD = Proof()


@dataclass(frozen=True)
class Member:
    """A seat's right tag, whoever sent it."""

    game: t.Game
    seat: t.Seat
    window: int
    proof: Proof
    shown: int = 0
    """The number of the lines shown in the mail that is answered; 0: it showed none."""
    press: int = 0
    """The number of the press that is answered, among the seat's press; 0: it answers none."""


@dataclass(frozen=True)
class Outsider:
    """The right tag of an entrant, whoever sent it."""

    game: t.Game
    seat: t.Entrant
    """The entrant, in place of a seat."""
    window: int
    proof: Proof


@dataclass(frozen=True)
class Host:
    """The right tag of a game's host, whoever sent it."""

    game: t.Game
    window: int
    proof: Proof
    shown: int = 0
    press: int = 0


@dataclass(frozen=True)
class Untagged:
    """No valid tag, but the address of somebody who has these seats."""

    seats: tuple[t.Seat, ...]


@dataclass(frozen=True)
class Forged:
    """A tag that is not ours, or is void, from nobody known."""


@dataclass(frozen=True)
class Stranger:
    """Nobody known, without a tag."""


Tagged = Member | Outsider
Sender = Tagged | Host | Untagged | Forged | Stranger


def trust(sender: Sender) -> Trust:
    """Tell how far a sender is trusted."""
    if isinstance(sender, Tagged | Host):
        return sender.proof.trust
    return Trust.CLAIMED if isinstance(sender, Untagged) else Trust.NONE


def is_proven(sender: Sender) -> bool:
    """Tell whether everything in this sender's mail is done at once."""
    return trust(sender) is Trust.PROVEN


def lock_games(db: Db, message: InboundMail) -> None:
    """Hold all games that a mail may change."""
    if game_store.needs_locks(db):
        game_store.lock_all(db, games_meant(message))


def games_meant(message: InboundMail) -> SelectOfScalar[int]:
    """Select the numbers of all games that a mail may change: that of its tag, and all that its
    sender plays, since they may be away in all of them; without a tag, also the games that it
    names."""
    names = {tag.game for tag in message.tags} or _words(message)
    played = select(t.Seat.game_id).where(t.Seat.address == message.sender)
    return select(t.Game.id).where(or_(col(t.Game.name).in_(names), col(t.Game.id).in_(played)))


def games_of_mail(db: Db, raw: bytes) -> set[int]:
    """Find the numbers of these games. If a mail has a tag, only its head is read."""
    message = incoming.read_head(raw)
    if not message.tags:
        return set(db.exec(games_meant(incoming.read(raw))))
    played = statements.read(db, _PLAYED, address=message.sender or "").scalars()
    named = (statements.read(db, _NUMBER, name=tag.game).scalar() for tag in message.tags)
    return {*played, *filter(None, named)}


def _words(message: InboundMail) -> set[str]:
    """Return the words in a mail that may be the name of a game."""
    lines = (message.subject, *message.lines)
    return {word for line in lines[:NAMED_IN] for word in WORD.findall(line.lower())}


def sender_of(world: World, db: Db, message: InboundMail) -> Sender:
    """Find who this mail is from. Its games are already locked (`lock_games`)."""
    tags = [tag for tag in message.tags if not tag.seat.startswith(recipients.READER)]
    for tag in tags:
        if found := _host(world, db, tag, tags, message) or _member(world, db, tag, tags, message):
            return found
    if played := seats.played_from(db, message.sender):
        return Untagged(tuple(played))
    return Forged() if tags else Stranger()


def _host(
    world: World, db: Db, tag: identity.Tag, tags: Sequence[identity.Tag], message: InboundMail
) -> Host | None:
    """Return the host, if the tag is the host's and ours."""
    if tag.seat != recipients.HOST or not identity.verify(recipients.tag_key(world), tag, 0):
        return None
    game = statements.first(db, t.Game, _NAMED, name=tag.game)
    if game is None:
        return None
    joined = recipients.is_host(world, message.sender)
    proof = _proof(world, db, game, tag, message, joined=joined)
    answered = 0 if tag.shown else _press(world, db, game, None, tags, message)
    return Host(game, tag.window, proof, tag.shown, answered)


def _member(
    world: World, db: Db, tag: identity.Tag, tags: Sequence[identity.Tag], message: InboundMail
) -> Member | Outsider | None:
    """Return the seat, or the entrant, that our tag was given to."""
    game = statements.first(db, t.Game, _NAMED, name=tag.game)
    if game is None:
        return None
    seat = _holder(db, game, tag)
    if seat is None or not (to := recipients.to_seat(game, seat)).has(world, tag):
        return None
    joined = seat.address == message.sender
    if isinstance(seat, t.Entrant):
        return Outsider(game, seat, tag.window, Proof(joined))
    proof = _proof(world, db, game, tag, message, joined=joined)
    shown = _shown(world, to, tag, tags)
    answered = 0 if shown else _press(world, db, game, seat, tags, message)
    return Member(game, seat, tag.window, proof, shown, answered)


def _proof(
    world: World,
    db: Db,
    game: t.Game,
    tag: identity.Tag,
    message: InboundMail,
    *,
    joined: bool,
) -> Proof:
    """Return how far the sender is trusted; players and the host need more than the right
    address."""
    if not joined:
        return Proof(joined)
    server = world.config.mail.authserv_id
    doubt = authentication.doubt(message.authentication, server, message.sender or "")
    return Proof(joined, doubt, _is_unknown(world, db, game, tag, message))


def _is_unknown(
    world: World, db: Db, game: t.Game, tag: identity.Tag, message: InboundMail
) -> bool:
    """Tell whether a mail answers one of ours that, as far as the store knows, was never
    written."""
    if tag.window > game.windows:
        return True
    answered, domain = message.in_reply_to or "", world.config.moderator.address.rpartition("@")[2]
    if not (answered.startswith(f"{game.name}.") and answered.endswith(f"@{domain}")):
        return False
    return mail_called(db, answered) is None


def mail_called(db: Db, message_id: str) -> int | None:
    """Find the number of our mail with this Message-ID."""
    return statements.read(db, _MAIL, message_id=message_id).scalar()


def _press(
    world: World,
    db: Db,
    game: t.Game,
    whose: t.Seat | None,
    tags: Sequence[identity.Tag],
    message: InboundMail,
) -> int:
    """Return the press that a mail answers: by its tag, or else by the mail it says it answers.

    `whose`: the sender's seat; None: the host.
    """
    key, to = whose.key if whose else recipients.HOST, recipients.to_player(world, game, whose)
    mine = [tag for tag in tags if tag.press and (tag.game, tag.seat) == (game.name, key)]
    for tag in mine:
        if to.has(world, tag):
            return tag.press
    return press_answered(world, db, game, key, message.in_reply_to)


def press_answered(world: World, db: Db, game: t.Game, key: str, message_id: str | None) -> int:
    """Return the number of the press that a mail brought to a seat; 0: it brought none."""
    numbers = world.features.inbox.press_answered
    return max((number(db, game, key, message_id) for number in numbers), default=0)


def _shown(world: World, to: Recipient, tag: identity.Tag, tags: Sequence[identity.Tag]) -> int:
    """Return the `shown` number of this tag, or else of another tag of the same seat."""
    if tag.shown:
        return tag.shown
    others = [one for one in tags if one.shown and (one.game, one.seat) == (tag.game, tag.seat)]
    return next((one.shown for one in others if to.has(world, one)), 0)


def _holder(db: Db, game: t.Game, tag: identity.Tag) -> t.Seat | t.Entrant | None:
    """Return the holder of a tag: a seat, even if the tag is from when it had no power, or else an
    entrant."""
    for seat in game_store.seats_of(db, game):
        if tag.seat in (seat.key, joining_key(seat.number)):
            return seat
    others = seats.entrants(db, game, "asked", "invited", "resigned")
    return next((row for row in others if tag.seat == joining_key(row.number)), None)
