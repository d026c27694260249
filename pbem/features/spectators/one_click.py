"""Ends the public reports with one click (RFC 8058), as a mail with the reader's tag would.

The click becomes a mail that waits to be judged: it is handled in order, by the same code, and a
rebuilt database knows it, too.
"""

from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime

from sqlmodel import Session as Db

from pbem.campaign.world import World
from pbem.features.spectators import subscribing
from pbem.mail import identity
from pbem.mail.identity import Tag
from pbem.store import inbound_mails
from pbem.store import tables as t

SOURCE = "one click"
SENDER = "unsubscribe@one-click.invalid"
"""RFC 2606: nobody's address."""


def asked(world: World, token: str, now: datetime) -> bool:
    """Note that somebody asks to end the reports to the reader with this tag. False: there is no
    such reader, or it was noted before."""
    tags = identity.find_tags((), token)
    if len(tags) != 1:
        return False
    with world.store.reading() as db:
        reader = _reader_of(world, db, tags[0])
    if reader is None or reader.confirmed is None:
        return False
    with world.store.transaction() as db:
        number = inbound_mails.add(
            db,
            source=SOURCE,
            server_id=f"{reader.id} {reader.confirmed.isoformat()}",
            arrived=now,
            raw=_mail(world, tags[0], token, now),
        )
    return number is not None


def _reader_of(world: World, db: Db, tag: Tag) -> t.Subscriber | None:
    """Find the reader that the tag was made for. Reports to an address that the host has subscribed
    may have many readers, and have no link for one click."""
    found = subscribing.reader_with(world, db, (tag,))
    return found[1] if found else None


def _mail(world: World, tag: Tag, token: str, now: datetime) -> bytes:
    mail = EmailMessage()
    mail["From"] = SENDER
    mail["To"] = identity.plus_address(world.config.moderator.address, token)
    mail["Date"] = format_datetime(now)
    mail["Subject"] = f"unsubscribe {tag.game}"
    mail["Auto-Submitted"] = "auto-generated"
    return mail.as_bytes()
