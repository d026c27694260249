"""Whose mailbox it is: the first moderator that reads it leaves a mark there.

Two moderators on one mailbox would take each other's mails. So whoever finds another's mark reads
nothing, and tells the host; what is remembered of that is forgotten as soon as the mailbox is its
own. The mark is made of the key, with the folder behind it: a folder that has moved with its key
goes on by itself, and so do all folders that share a database. Two folders of one machine that have
the same key and each its own database, as after a copy, are two moderators.
"""

from contextlib import suppress
from datetime import datetime
from pathlib import Path
from socket import gethostname

from sqlmodel import Session as Db
from sqlmodel import col, delete, select

from engine.core.messages import message, text
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.campaign.world import World
from pbem.mail.transports.mailbox import Mailbox, MailboxDown
from pbem.settings.config import KEY, Config, ConfigError, load
from pbem.store import tables as t

TOLD = "mailbox of "
"""What the host is told under, with the place of the other moderator behind it."""
TAKE = "`pbem check --take-mailbox`"
"""What takes a mailbox over."""
_REMEMBERED = col(t.ToldHost.once).startswith(TOLD)


class NotOurs(MailboxDown):
    """The mailbox carries another moderator's mark."""


def other(world: World, mailbox: Mailbox, *, take: bool = False) -> str:
    """Leave our mark unless another is there; return the machine and folder that it names. `take`
    replaces it. Raises MailboxDown."""
    name = world.entropy.token("mailbox")
    place = f"{gethostname()}:{world.config.folder.resolve()}"
    there = mailbox.mark(f"{name} {place}", take=take)
    marked, _, where = there.partition(" ")
    if there and marked == name and not _is_copy(world.config, where):
        if world.config.database_url.startswith("sqlite"):  # it has moved: nobody shares that
            mailbox.mark(f"{name} {place}", take=True)
        there = ""
    if not there:
        _forget(world)
    return there and (where or there)


def _is_copy(config: Config, where: str) -> bool:
    """Tell whether a mark with our key names another folder of this machine that still has that
    key, and the same mailbox, and a database of its own."""
    machine, _, path = where.partition(":")
    if machine != gethostname() or not path:
        return False
    with suppress(OSError, ConfigError):
        key, other = (Path(path) / KEY).read_bytes(), load(Path(path))
        same = key == (config.folder / KEY).read_bytes() and _read_from(other) == _read_from(config)
        return same and other.database_url != config.database_url
    return False


def _read_from(config: Config) -> object:
    """Return what tells a mailbox from others: its folder, or its server and the name there."""
    given = config.mail.incoming
    if given.kind == "maildir":
        return config.inside(given.path).resolve()
    return given.host, given.user, given.folder


def hold(world: World, mailbox: Mailbox, now: datetime) -> None:
    """Make sure that the mailbox is ours. Raises NotOurs, and tells the host, if it is not."""
    if where := other(world, mailbox):
        _tell(world, where, now)
        raise NotOurs(
            f"another moderator reads this mailbox ({where}), so nothing is read there: give each"
            f" its own mailbox; if that one is gone, use {TAKE}"
        )


def read_by_another(db: Db) -> str:
    """Return the machine and folder of another moderator whose mark was found last; empty: it was
    ours."""
    found = db.exec(select(t.ToldHost.once).where(_REMEMBERED).limit(1)).first()
    return found.removeprefix(TOLD) if found else ""


def _forget(world: World) -> None:
    with world.store.reading() as db:
        if not read_by_another(db):
            return
    with world.store.transaction() as db:
        db.exec(delete(t.ToldHost).where(_REMEMBERED))


def _tell(world: World, where: str, now: datetime) -> None:
    with world.store.transaction() as db:
        ctx = Context(world, db, now, f"{TOLD}{where} {now.isoformat()}")
        slots = {"address": text(world.config.moderator.address), "where": text(where)}
        subject = message("host_note.mailbox_of_another_subject")
        lines = [
            message("host_note.mailbox_of_another", **slots),
            message("host_note.mailbox_of_another_how"),
        ]
        outbox.tell_host(ctx, subject, lines, once=f"{TOLD}{where}")
