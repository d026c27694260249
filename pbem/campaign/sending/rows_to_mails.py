"""Turns waiting rows into mails, each made from its row alone.

Time passes between writing a row and sending its mail. A question that has closed is withdrawn, or
taken out of the mail if that also tells what happened. A deadline is set when its mail goes out,
and counts from the moment a mail server accepts the mail or refuses it for good.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import unquote

import structlog
from sqlalchemy import bindparam, or_
from sqlmodel import Session as Db
from sqlmodel import col, select

from engine.orders.vocabulary import Vocabulary
from pbem.campaign import clocks, deadlines, failure_causes, game_data, game_store, windows
from pbem.campaign.mails import failures, readers_preferences, recipients
from pbem.campaign.mails.outbox import Context
from pbem.campaign.sending import (
    bounced_addresses,
    calendar_entries,
    rates,
    second_account,
    senders_claims,
)
from pbem.campaign.sending.sent_or_tried_again import about, note_result
from pbem.campaign.world import World
from pbem.forum import paste
from pbem.mail import identity, outgoing
from pbem.mail.outgoing import Attachment, Image, Outgoing
from pbem.mail.transports.transport import Sending, Sent
from pbem.reports import compose_mail, stored_mails
from pbem.reports.compose_mail import Composed
from pbem.reports.drawing.map_svg import MapFailed
from pbem.reports.mail_parts import GameTold
from pbem.reports.mails import (
    ConfirmMail,
    DigestMail,
    Mail,
    NoticeMail,
    PlayMail,
    ReminderMail,
    ReportMail,
    StrangerMail,
)
from pbem.settings.sections.mail import SecondSmtp, Smtp
from pbem.store import statements
from pbem.store import tables as t

BATCH = 20
ASKING = ("report", "order_form")
"""The kinds of mail that are not sent if their question has been answered, unless they tell
news."""
LEASE = timedelta(minutes=30)
"""How long a batch is reserved for one process. Even slow servers need less: a mail takes at most
three minutes, and two such mails end the batch."""

MapMaker = Callable[[str, Mapping[str, Any], Sequence[Mapping[str, Any]], str], bytes | None]
"""Draws the map of a game (by its rules' name) from a view, with the places of these events marked,
in a language; None: this mail gets no map. Raises MapFailed."""

_WAITS = (
    select(t.Outgoing.id)
    .where(t.Outgoing.state == "waiting", col(t.Outgoing.next_try) <= bindparam("now"))
    .limit(1)
)

log: Any = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Ready:
    """A mail made from its row, and its envelope; `map_failed` says why it has no map."""

    row_id: int
    mail: Sending
    map_failed: str = ""


def ready(world: World, now: datetime, maps: MapMaker) -> list[Ready]:
    """Claim the next mails and make them. Outdated ones are withdrawn, and those that cannot be
    made are noted as failed, so that they hold up no others."""
    made: list[Ready] = []
    while not made:
        found = claimed(world, now)
        if not found:
            break
        made = [mail for row, it in found if (mail := _made(world, row, it, now, maps))]
    return made


def claimed(world: World, now: datetime) -> list[tuple[t.Outgoing, bool | Exception]]:
    """Claim the next mails, brought up to date; each comes with whether to send it, or with what is
    wrong."""
    with world.store.transaction() as db:
        rows = _claimed(world, db, now)
        games = game_store.numbered(db, {row.game_id for row in rows if row.game_id is not None})
        found = [(row, _checked(world, db, row, now)) for row in rows]
        del games  # kept until here, so that each is read only once
        return found


def _claimed(world: World, db: Db, now: datetime) -> list[t.Outgoing]:
    """Reserve the next mails for this process for a while, and lock their games."""
    me = senders_claims.owner(world)
    if statements.read(db, _WAITS, now=now).first() is None:
        return []
    free = or_(col(t.Outgoing.claimed_until).is_(None), col(t.Outgoing.claimed_until) <= now)
    mine = col(t.Outgoing.claimed_by) == me  # left over by a process that was killed
    waits = (t.Outgoing.state == "waiting", t.Outgoing.next_try <= now, or_(free, mine))
    allowed = rates.allowance(world.config.mail.rates.limits, db, now)
    most = allowed.most(BATCH)
    if most <= 0:
        return []
    next_ = select(t.Outgoing).where(*waits).where(*allowed.open_domains())
    next_ = next_.order_by(col(t.Outgoing.id)).limit(most)
    found = list(db.exec(next_))
    if game_store.needs_locks(db):
        games = {row.game_id for row in found}
        game_store.lock_all(db, select(t.Game.id).where(col(t.Game.id).in_(games)))
        ids = [row.id for row in found]
        still = next_.where(col(t.Outgoing.id).in_(ids)).with_for_update(skip_locked=True)
        found = list(db.exec(still, execution_options={"populate_existing": True}))
    found = allowed.take(found)
    rates.note(db, allowed, now)
    for row in found:
        row.claimed_by, row.claimed_until = me, now + LEASE
    return found


def _checked(world: World, db: Db, row: t.Outgoing, now: datetime) -> bool | Exception:
    """Tell whether the mail is still true, or return what is wrong with its payload."""
    try:
        return _still_true(world, db, row, now) and not _rests(world, db, row, now)
    except (ValueError, LookupError, TypeError) as problem:
        return problem


def _rests(world: World, db: Db, row: t.Outgoing, now: datetime) -> bool:
    """Give a mail up untried if its address has failed too often; tell whether it has."""
    if not bounced_addresses.rests(db, row):
        return False
    ctx = Context(world, db, now, f"sending {row.id} rests")
    bounced_addresses.give_up(ctx, row, bounced_addresses.RESTS, for_good=False)
    return True


def _still_true(world: World, db: Db, row: t.Outgoing, now: datetime) -> bool:
    """Tell whether the mail is still true; set its deadline, or remove its question."""
    for feature in world.features:
        if row.kind in feature.own_mails:
            return feature.own_mails[row.kind](world, db, row)
    if row.game_id is None:
        return True
    mail, game = stored_mails.restored(row.kind, row.payload), db.get_one(t.Game, row.game_id)
    if isinstance(mail, PlayMail) and not _brought_up(world, db, game, row, mail, now):
        return False
    mail.zone, mail.zone_of_game = readers_preferences.zone_in(db, row.recipient, game)
    row.payload = stored_mails.stored(mail)
    return True


def _brought_up(
    world: World, db: Db, game: t.Game, row: t.Outgoing, mail: PlayMail, now: datetime
) -> bool:
    """Update a mail just before it is sent. False: it is not sent, and its row says so."""
    known = windows.open_or_in_calendars(db, game)
    due = _due_of(db, game, known, row, mail, now)
    if _is_overtaken(known, mail, due, now):
        row.state = "withdrawn"
        return False
    if not all(feature.before_sending(db, game, row, mail, now) for feature in world.features):
        return False
    news = mail.events if row.kind == "report" else None
    if row.kind in ASKING and row.window is not None and not (mail.question or news):
        row.state = "withdrawn"
        return False
    calendar_entries.add_entries(game, known, row, mail, now)
    if mail.question:
        mail.question.late_until = _late_until(game, known, row) or mail.question.late_until
    return True


def _is_overtaken(
    known: Sequence[t.Window], mail: PlayMail, due: datetime | None, now: datetime
) -> bool:
    """Tell whether it is too late for a mail: a reminder, or one that tells who is late."""
    if isinstance(mail, ReminderMail):
        return due is None or due <= now
    return isinstance(mail, NoticeMail) and mail.act == "late" and not _late(known, mail, now)


def _late(known: Sequence[t.Window], mail: NoticeMail, now: datetime) -> bool:
    """Tell whether anybody named as late still is; remove from the mail those who have answered."""
    late = {row.seat for row in known if row.state == "open" and row.late}
    mail.late = [seat for seat in mail.late if seat in late]
    if mail.seat not in late:
        mail.question = None
    return bool(mail.late) and now < datetime.fromisoformat(mail.ends)


def _late_until(game: t.Game, known: Sequence[t.Window], row: t.Outgoing) -> str | None:
    """Return until when a late answer of the seat counts, if that is after the deadline."""
    for window in known:
        if window.seat != row.seat or window.state != "open":
            continue
        until = deadlines.default_at(game, window)
        if until and until != window.due and not window.late:
            return until.isoformat()
    return None


def _due_of(
    db: Db,
    game: t.Game,
    known: Sequence[t.Window],
    row: t.Outgoing,
    mail: PlayMail,
    now: datetime,
) -> datetime | None:
    """Return until when the answer to a mail counts, and write that into the mail.

    If the window has closed, the question is removed. None: no time runs.
    """
    if row.window is None:
        return None
    asked = (w for w in known if (w.seat, w.number) == (row.seat, row.window))
    window = next((window for window in asked if window.state == "open"), None)
    if window is None:
        mail.question = None
        return None
    due = _due(db, game, window, now)
    if mail.question:
        mail.question.due = due.isoformat() if due else None
    if due and isinstance(mail, ReminderMail):
        mail.left = int((due - now).total_seconds())
    return due


def _due(db: Db, game: t.Game, window: t.Window, now: datetime) -> datetime | None:
    """Return until when the answer in an open window counts if its mail is accepted now; None: the
    game's clocks stand still."""
    if window.accepted is None:
        window.due = deadlines.timing(db, game, window).due(now)
    return clocks.deadlines_of(game, [window]).get(window.seat)


def _made(
    world: World, row: t.Outgoing, checked: bool | Exception, now: datetime, maps: MapMaker
) -> Ready | None:
    """Make the mail if it is still true; if that fails, note why. Failures caused by the
    environment are raised: the mail stays claimed, and no other is sent before it."""
    try:
        if isinstance(checked, Exception):
            raise checked
        return compose(world, row, now, maps) if checked else None
    except Exception as problem:
        if failure_causes.why(problem):
            raise
        failed = failures.told(problem)
        log.error("a mail cannot be made", **about(row), **failed)
        reason = f"it could not be made ({failed['problem']})"
        note_result(world, row.id, Sent(row.message_id, "never", reason), now)
        return None


def compose(world: World, row: t.Outgoing, now: datetime, maps: MapMaker) -> Ready:
    """Compose the mail of a row. If the map fails, the mail goes without it and says so."""
    mail = stored_mails.restored(row.kind, row.payload)
    with world.store.reading() as db:
        reader = readers_preferences.at(db, row.recipient)
        mail.language = readers_preferences.language_at(db, row.recipient, row.game_id)
    if isinstance(mail, StrangerMail):  # we know nothing else about them
        mail.language = reader.language or mail.spoken
    elif isinstance(mail, ConfirmMail):
        mail.language = mail.spoken or mail.language
    asked_for = isinstance(mail, ReportMail) and mail.with_map
    if isinstance(mail, PlayMail) and not (reader.maps or asked_for):
        mail.map, mail.no_map = False, True
    words = _words(world, mail.game)
    parts, images, why = _with_map(world, mail, words, maps)
    settings, second = world.config.moderator, second_account.goes_second(world.config, row)
    own = sender_address(world, second=second)
    way_out = (isinstance(mail, PlayMail) and mail.unsubscribe) or None
    sent = Outgoing(
        message_id=row.message_id,
        sender_name=parts.sender,
        sender=own,
        envelope_from=envelope_sender(world, row.id, second=second),
        recipient=row.recipient,
        reply_to=mail.reply_to or (settings.address if own != settings.address else None),
        subject=parts.subject,
        in_reply_to=row.in_reply_to or None,
        references=row.refs.split(),
        unsubscribe=way_out,
        one_click=_one_click(world, row, way_out) if way_out else None,
        date=now,
        text=parts.text,
        html=parts.html if reader.html else None,
        images=images if reader.html else (),
        attachments=[
            *(() if reader.html else _as_files(images)),
            *(Attachment(a.name, a.mime, a.data) for a in parts.attachments),
        ],
    )
    if words and (text := paste.text_of(mail, words, with_map=bool(images))):
        sent = replace(sent, text=text, html=None, images=(), attachments=_as_files(images))
    raw = outgoing.compose(sent)
    envelope = sent.envelope_from, sent.recipient
    return Ready(row.id, Sending(sent.message_id, *envelope, raw, second), why)


def _one_click(world: World, row: t.Outgoing, way_out: str) -> str | None:
    """Return the address at which one click ends the reports to a reader, by the tag in the link
    for ending them by mail. An address that the host has subscribed may have many readers: none of
    them may end the reports for all."""
    url = world.config.unsubscribe.url
    if not url or row.game_id is None:
        return None
    with world.store.reading() as db:
        rows = select(t.Subscriber.confirmed).where(t.Subscriber.game_id == row.game_id)
        confirmed = db.exec(rows.where(t.Subscriber.address == row.recipient)).first()
    tag = unquote(way_out).partition("+")[2].partition("@")[0]
    return f"{url.rstrip('/')}/{tag}" if confirmed and tag else None


def _words(world: World, about: GameTold | None) -> Vocabulary | None:
    """Return the vocabulary of a mail's game, as it was when the mail was written."""
    rules = world.games.get(about.rules) if about else None
    if about is None or rules is None:
        return None
    with world.store.reading() as db:
        return game_data.its_words(db, about.data or rules.data_hash, rules)


def _with_map(
    world: World, mail: Mail, words: Vocabulary | None, maps: MapMaker
) -> tuple[Composed, list[Image], str]:
    """Return a mail's parts, its maps, and why maps are missing if they should be there."""
    chapters = mail.games if isinstance(mail, DigestMail) else ()
    others = [_words(world, each.game) for each in chapters]
    wanted, why = compose_mail.wanted_maps(mail), ""
    drawn: dict[str, bytes] = {}
    try:
        for image in wanted:
            if png := maps(image.rules, image.view, image.events, mail.language):
                drawn[image.cid] = png
    except MapFailed as failed:
        why = str(failed)
    if len(drawn) < len(wanted) and isinstance(mail, PlayMail):
        mail.map, mail.map_missing = False, True
    parts = compose_mail.compose(mail, words, others)
    return parts, [Image(each.cid, each.name, drawn[each.cid]) for each in parts.images], why


def _as_files(images: Sequence[Image]) -> list[Attachment]:
    return [Attachment(image.name, "image/png", image.png) for image in images]


def sender_address(world: World, *, second: bool) -> str:
    """Return the address that mails of this account come from."""
    other = world.config.mail.second.address if second else None
    return other or world.config.moderator.address


def envelope_sender(world: World, number: int, *, second: bool = False) -> str:
    """Return the address for bounces, which identifies the mail by its row."""
    way = world.config.mail.second if second else world.config.mail.outgoing
    if isinstance(way, Smtp | SecondSmtp) and way.envelope_sender:
        return way.envelope_sender
    own = world.config.moderator.address
    return identity.envelope_sender(own, recipients.tag_key(world), number)
