"""Health figures for a host or a monitoring program: whether the moderator does its work."""

import shutil
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlmodel import Session as Db
from sqlmodel import col, func, select

from pbem.campaign.world import World
from pbem.daemon import mailbox_owner
from pbem.daemon.several_processes import mailbox_reader, processes_at_work
from pbem.features.safety_stop import safety_stop, what_is_remembered
from pbem.reports import times
from pbem.reports.languages.english import counted
from pbem.store import tables as t

OLDEST_LOOK = timedelta(minutes=10)
"""The mailbox is read every half minute; a server that restarts may take some minutes."""
OLDEST_MAIL = timedelta(minutes=10)
"""A mail is judged within seconds of coming, and so is what comes due."""
OLDEST_OUTGOING = timedelta(hours=1)
"""A mail server that asks to try again later is asked again within the hour."""
ROOM = 200
"""Megabytes that should be free: with less, no mail is taken in."""


class Sign(NamedTuple):
    """One figure. `name` is its Prometheus name without `pbem_`; `said` is the wording for
    people."""

    name: str
    help: str
    value: float
    said: str
    ok: bool = True
    advice: str = ""


def signs(world: World, now: datetime) -> list[Sign]:
    """Read the figures from database and disk; this changes nothing and makes nobody wait."""
    with world.store.reading() as db:
        found = [*_machines(db), *_wakes(world, db), *_mailbox(db, now), *_mails(db, now)]
        return [*found, *_clocks(db, now), *_games(db), _disk(world)]


def well(found: Iterable[Sign]) -> bool:
    """Tell whether no figure is bad."""
    return all(sign.ok for sign in found)


def prometheus(found: Iterable[Sign]) -> str:
    """Write the figures in Prometheus' text format, version 0.0.4."""
    return "".join(
        f"# HELP pbem_{sign.name} {sign.help}\n# TYPE pbem_{sign.name} gauge\n"
        f"pbem_{sign.name} {sign.value:g}\n"
        for sign in found
    )


def _machines(db: Db) -> Iterator[Sign]:
    """List the machines that share a PostgreSQL database."""
    found = mailbox_reader.machines(db.connection())
    if found:
        names = [(name.partition(" ")[2], leads) for name, leads in found]
        said = ", ".join(f"{name}{' (leads)' if leads else ''}" for name, leads in names)
        number = len(found)
        yield Sign("machines", "Processes of `pbem run` at work.", number, f"at work: {said}")


def _wakes(world: World, db: Db) -> Iterator[Sign]:
    """Tell how many games wait for a process to judge them, if several judge."""
    if wakes := processes_at_work.wakes(world, db):
        number, age = wakes
        said = f"{number} {'game waits' if number == 1 else 'games wait'} to be judged"
        said += f", the first for {times.lasting(age)}" if number else ""
        ok = age <= OLDEST_MAIL.total_seconds()
        about = "Seconds for which the first of the games that wait to be judged has waited."
        advice = "" if ok else "does a `pbem run` judge? Its log says what fails"
        yield Sign("games_to_judge_age_seconds", about, age, said, ok, advice)


def _mailbox(db: Db, now: datetime) -> Iterator[Sign]:
    if where := mailbox_owner.read_by_another(db):
        yield Sign(
            "mailbox_of_another",
            "1 while another moderator's mark keeps this one from reading the mailbox.",
            1,
            f"another moderator reads this mailbox: {where}",
            False,
            f"give each its own mailbox; if that one is gone, use {mailbox_owner.TAKE}",
        )
    looked = what_is_remembered.remembered(db).looked
    age = (now - looked).total_seconds() if looked else float("inf")
    ok = age <= OLDEST_LOOK.total_seconds()
    yield Sign(
        "mailbox_age_seconds",
        "Seconds since the mailbox was last read to its end.",
        age,
        f"mailbox read {times.lasting(age)} ago" if looked else "the mailbox has never been read",
        ok,
        "" if ok else "is `pbem run` running? Its log says why the mailbox cannot be read",
    )


def _mails(db: Db, now: datetime) -> Iterator[Sign]:
    waiting = select(func.count(), func.min(t.InboundMail.arrived)).where(
        t.InboundMail.status == "new"
    )
    yield _queue(
        "to_judge", "received, not judged yet", db.exec(waiting).one(), now, OLDEST_MAIL,
        "its game may be waiting for you: `pbem check`",
    )  # fmt: skip
    going = select(func.count(), func.min(t.Outgoing.created)).where(t.Outgoing.state == "waiting")
    yield _queue(
        "to_send", "to send", db.exec(going).one(), now, OLDEST_OUTGOING,
        "the log says what the mail server answers; `pbem check` tries it",
    )  # fmt: skip
    aside = db.exec(select(func.count()).where(t.InboundMail.status == "aside")).one()
    said = f"{counted(aside, 'mail')} set aside"
    yield Sign("mails_set_aside", "Mails set aside for the host.", aside, said)
    failed = db.exec(select(func.count()).where(t.Outgoing.state == "failed")).one()
    said = f"{counted(failed, 'mail')} not delivered"
    yield Sign("mails_failed", "Mails that came back for good.", failed, said)


def _queue(
    name: str, what: str, row: tuple[int, datetime | None], now: datetime, limit: timedelta, do: str
) -> Sign:
    """Make the figure for the age of the oldest mail that should be on its way."""
    number, oldest = row
    age = max(0.0, (now - oldest).total_seconds()) if oldest else 0.0
    said = f"{counted(number, 'mail')} {what}"
    said += f", the oldest came {times.lasting(age)} ago" if number else ""
    ok = age <= limit.total_seconds()
    about = f"Age in seconds of the oldest mail {what}; 0: there is none."
    return Sign(f"mails_{name}_age_seconds", about, age, said, ok, "" if ok else do)


def _clocks(db: Db, now: datetime) -> Iterator[Sign]:
    stopped = safety_stop.stopped(db)
    yield Sign(
        "clocks_stopped",
        "1 while the safety stop holds all clocks.",
        float(bool(stopped)),
        "all clocks stand still" if stopped else "clocks run",
        not stopped,
        "`pbem status` says why, `pbem release` starts them" if stopped else "",
    )
    overdue = (
        select(func.count())
        .select_from(t.Window)
        .join(t.Game, col(t.Game.id) == col(t.Window.game_id))
        .where(
            t.Window.state == "open",
            col(t.Window.next_at) < now - OLDEST_MAIL,
            t.Game.status == "running",
            col(t.Game.stopped).is_(None),
        )
    )
    number = db.exec(overdue).one()
    yield Sign(
        "deadlines_overdue",
        "Deadlines and reminders that should have been handled.",
        number,
        f"{counted(number, 'deadline or reminder', 'deadlines or reminders')} overdue",
        not number,
        "is `pbem run` running? Its log says what fails" if number else "",
    )


def _games(db: Db) -> Iterator[Sign]:
    for status in ("open", "running", "paused"):
        number = db.exec(select(func.count()).where(t.Game.status == status)).one()
        said = f"{counted(number, 'game')} {status}"
        yield Sign(f"games_{status}", f"Games that are {status}.", number, said)


def _disk(world: World) -> Sign:
    free = shutil.disk_usage(world.config.folder).free // 1_000_000
    advice = "" if free >= ROOM else f"free at least {ROOM} MB: without it no mail is taken in"
    said = f"{free:,} MB free"
    return Sign("free_megabytes", "Megabytes free.", free, said, not advice, advice)
