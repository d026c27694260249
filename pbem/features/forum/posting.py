"""Posts to the forum: each post is made from its row, the standings from how things stand now.

No game waits for this. A row is tried until the forum has it. If nobody knows whether an earlier
attempt arrived, the thread is first searched for the row's mark.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import structlog
from msgspec.structs import replace
from sqlmodel import Session as Db
from sqlmodel import col, func, select

from engine.core.messages import message, text
from pbem.campaign import clocks, game_data, game_store
from pbem.campaign.mails import outbox, readers_preferences
from pbem.campaign.mails.outbox import Context
from pbem.campaign.sending.rows_to_mails import MapMaker
from pbem.campaign.sending.sent_or_tried_again import GIVE_UP, RETRIES
from pbem.campaign.world import World
from pbem.features.forum import members, seals, threads
from pbem.forum import paste
from pbem.forum.post_length import cut
from pbem.forum.protocol import Forum, NotTaken, Picture, Queued, TryLater, Unsure
from pbem.reports import stored_mails
from pbem.reports.composers.forum import called
from pbem.reports.composers.words import Words, running
from pbem.reports.drawing.map_svg import MapFailed
from pbem.reports.mail_parts import Seated
from pbem.reports.mails import ForumReplyMail, ForumStandingsMail, Mail, PlayMail, ReportMail
from pbem.reports.rendering import document as d
from pbem.reports.rendering import markdown
from pbem.store import tables as t

log: Any = structlog.get_logger()
OURS = 1_000
"""Characters of a post that are reserved for its mark, the address of its map and the names of
members."""


class Made(NamedTuple):
    """A post that is ready to be sent: where, and what; it is part `number` of `parts`."""

    row: int
    thread: str
    title: str
    edits: str
    """The post that it replaces; empty for a new one."""
    document: d.Document
    pictures: Sequence[Picture]
    mark: str
    parts: int
    unsure: bool
    """Whether the forum may have it already."""
    whispered: tuple[str, str] | None
    """The number and name of the member who gets it in private."""


def post_waiting(world: World, forum: Forum, now: datetime, maps: MapMaker) -> int:
    """Post what is waiting and due, one row for each thread. Returns how many were posted.

    Edits go at once, new posts as the forum's limits allow. Raises Unauthorized.
    """
    posted, seconds = 0, forum.limits.seconds
    takes = _last_sent(world) <= now - timedelta(seconds=seconds)
    for number in _due(world, now):
        is_new = _is_new(world, number)
        if not is_new and not forum.limits.edits:
            _withdraw(world, number)
            continue
        if is_new and not takes:
            continue
        made = _made(world, number, now, maps, forum.limits.most - OURS)
        if made is not None:
            posted += _sent(world, forum, made, now)
            takes = takes and (bool(made.edits) or not seconds)
    return posted


def _last_sent(world: World) -> datetime:
    """Return when the last post went out; long ago if there is none."""
    with world.store.reading() as db:
        sent = db.exec(select(func.max(t.ForumPosting.sent))).one()
    return sent or datetime.min.replace(tzinfo=UTC)


def _is_new(world: World, number: int) -> bool:
    """Tell whether a row becomes a new post."""
    with world.store.reading() as db:
        row = db.get_one(t.ForumPosting, number)
        opening = db.get_one(t.ForumThread, row.thread_id).opening
    return row.kind != threads.STANDINGS or not opening


def _due(world: World, now: datetime) -> list[int]:
    """Return the first waiting row of each thread, if it is due. The others go after it."""
    first = (
        select(func.min(t.ForumPosting.id))
        .where(t.ForumPosting.state == "waiting")
        .group_by(col(t.ForumPosting.thread_id))
    )
    due = select(t.ForumPosting.id).where(
        col(t.ForumPosting.id).in_(first), t.ForumPosting.next_try <= now
    )
    with world.store.reading() as db:
        return sorted(db.exec(due))


def _withdraw(world: World, number: int) -> None:
    """Withdraw a row: where posts cannot be edited, the standings are posted only once."""
    with world.store.transaction() as db:
        db.get_one(t.ForumPosting, number).state = "withdrawn"


def _made(world: World, number: int, now: datetime, maps: MapMaker, most: int) -> Made | None:
    """Make a post of at most this many characters, after noting the attempt. None if there is
    nothing to post."""
    with world.store.transaction() as db:
        row = db.get_one(t.ForumPosting, number)
        thread = db.get_one(t.ForumThread, row.thread_id)
        game = db.get_one(t.Game, thread.game_id)
        unsure, row.begun = row.begun is not None, now
        row.attempts += 1
        if not thread.thread and row.kind != threads.STANDINGS:
            row.begun, row.next_try = None, now + timedelta(minutes=RETRIES[0])
            return None  # its thread waits for approval, or for the host
        ctx = Context(world, db, now, f"forum {row.id}")
        mail = _mail(ctx, game, row)
        awaited = members.awaited(db, game)
        if isinstance(mail, ForumReplyMail) and mail.what == "reminder":
            mail = _still_late(mail, awaited, now)
            if not mail.names:
                row.state = "withdrawn"  # the forum was out of reach until it was too late
                return None
        mail.language = thread.language or readers_preferences.language_at(db, "", game.id)
        mail.zone, mail.zone_of_game = readers_preferences.zone_in(db, "", game)
        words = game_data.words_of(db, game, world.games)
        calls = _calls(db, row, mail)
    pictures = _map(mail, maps)
    if isinstance(mail, PlayMail):
        mail.no_map = not pictures
    say = Words(mail, words)
    document = paste.document_of(_lasting(mail), words, with_map=bool(pictures))
    if isinstance(mail, ForumReplyMail):
        document = d.Document("", document.blocks)
    parts = cut(document, most, lambda one: len(markdown.render(one)))
    mark = world.entropy.token("post", row.id, length=10)
    foot = d.Foot(running(say("forum.mark", mark=mark)))
    part = parts[min(row.part, len(parts)) - 1]
    number_of_part = thread.part if thread.part > 1 else None
    whispered = _alone(mail)
    title = say.plain("forum.whisper" if whispered else "forum.thread", part=number_of_part)
    blocks = (*(_call(awaited, say) if calls else ()), *part.blocks, foot)
    return Made(
        row=row.id,
        thread=thread.thread,
        title=title,
        edits=thread.opening if row.kind == threads.STANDINGS else "",
        document=d.Document(part.title, blocks),
        pictures=pictures if row.part == 1 else (),
        mark=mark,
        parts=1 if row.kind == threads.STANDINGS else len(parts),
        unsure=unsure,
        whispered=whispered,
    )


def _alone(mail: Mail) -> tuple[str, str] | None:
    """Return the number and name of the member who alone gets a mail."""
    if isinstance(mail, ForumReplyMail) and mail.member:
        return mail.member, mail.names[0]
    return None


def _mail(ctx: Context, game: t.Game, row: t.ForumPosting) -> Mail:
    """Restore the typed mail of a row."""
    if row.kind == threads.STANDINGS:
        return standings(ctx, game, ctx.db.get_one(t.ForumThread, row.thread_id))
    return stored_mails.restored(row.kind, row.payload)


def standings(ctx: Context, game: t.Game, thread: t.ForumThread) -> ForumStandingsMail:
    """Describe how a game stands now, for everybody. In a thread whose part of the game is over,
    nobody is waited for, as nothing there is kept up to date any more."""
    left = thread.state == "closed" and game.status != "over"
    session = game_store.restore(ctx.db, game, ctx.world.games[game.kind])
    seats = game_store.seats_of(ctx.db, game)
    position = outbox.position(ctx, game, session, None)
    return ForumStandingsMail(
        moderator=ctx.moderator,
        at=ctx.now.isoformat(),
        game=outbox.game_told(ctx.world, game),
        position=replace(position, waiting=[]) if left else position,
        left=left,
        seats=[Seated(seat.key, seat.name, seat.bot) for seat in seats],
        answered=[] if left else [seat for seat in session.questions if seat in session.sealed],
        sealed=seals.sealed(ctx.db, game),
        members=members.names(ctx.db, game),
        commitment=game.commitment,
        map=True,
    )


def _still_late(mail: ForumReplyMail, awaited: members.Awaited, now: datetime) -> ForumReplyMail:
    """Remove from a reminder those who have answered since, or whose time is over."""
    late = {name: due for name in mail.names if (due := awaited.get(name)) and due > now}
    return replace(mail, names=list(late), due=clocks.iso(min(late.values(), default=None)))


def _calls(db: Db, row: t.ForumPosting, mail: Mail) -> bool:
    """Tell whether a post mentions those who are waited for: one about a round does, on its first
    page, unless there is a later one now."""
    if not isinstance(mail, PlayMail) or isinstance(mail, ForumStandingsMail) or row.part > 1:
        return False
    thread = db.get_one(t.ForumThread, row.thread_id)
    others = (threads.STANDINGS, ForumReplyMail.kind)
    after = (one for one in threads.waiting(db, thread) if one.kind not in others)
    return all(one.id <= row.id for one in after)


def _call(awaited: members.Awaited, say: Words) -> Iterator[d.Paragraph]:
    """Mention the members who are waited for."""
    if awaited:
        first = min(filter(None, awaited.values()), default=None)
        asked = running(say("forum.reminder", due=say.when(clocks.iso(first))))
        yield d.Paragraph((*called(list(awaited)), d.Span(": "), *asked))


def _map(mail: Mail, maps: MapMaker) -> tuple[Picture, ...]:
    """Draw the map of a mail; empty if it has none or it cannot be drawn."""
    if not isinstance(mail, PlayMail) or not mail.game:
        return ()
    try:
        view = mail.position.view or {}
        png = maps(mail.game.rules, view, mail.events, mail.language)
    except MapFailed as failed:
        log.warning("a map of the forum could not be drawn", reason=str(failed))
        png = None
    return (Picture("map.png", png),) if png else ()


def _lasting(mail: Mail) -> Mail:
    """Remove from a round's report who is waited for: that soon changes, and the post stays. The
    standings at the top of the thread tell it, and are kept up to date."""
    if not isinstance(mail, ReportMail):
        return mail
    return replace(mail, position=replace(mail.position, waiting=[]))


def _sent(world: World, forum: Forum, made: Made, now: datetime) -> bool:
    """Send a post and note what became of it. Returns whether the forum has it."""
    if made.unsure and not made.thread:
        why = "the answer got lost: maybe the thread is there, maybe not"
        _failed(world, made, "lost", why, now)
        return False
    try:
        if made.edits:
            forum.edit(made.edits, made.document, made.pictures)
            thread, post = made.thread, made.edits
        elif made.whispered:
            thread, post = made.thread, _whispered(forum, made, *made.whispered)
        elif found := _found(forum, made):
            thread, post = found
        else:
            asked = (made.thread or None, made.title, made.document, made.pictures)
            thread, post = forum.post(*asked)
    except TryLater as later:
        _later(world, made, later, now)
        return False
    except Queued as queued:
        _failed(world, made, "queued", str(queued), now)
        return False
    except NotTaken as refused:
        _failed(world, made, "failed", str(refused), now)
        return False
    _note(world, made, thread, post, now)
    return True


def _whispered(forum: Forum, made: Made, member: str, name: str) -> str:
    """Send a private message; return what to store about it, which cannot be the number of a post:
    some forums number messages separately. Nobody checks whether it has arrived: twice does no
    harm."""
    return f"private {forum.whisper(member, name, made.title, made.document).post}"


def _found(forum: Forum, made: Made) -> tuple[str, str] | None:
    """Find the post in the forum if nobody knows whether it arrived."""
    if not made.unsure:
        return None
    own = forum.account()
    for post in forum.posts(made.thread, ()):
        if post.author == own and made.mark in post.text:
            return made.thread, post.id
    return None


def _note(world: World, made: Made, thread_number: str, post: str, now: datetime) -> None:
    with world.store.transaction() as db:
        row = db.get_one(t.ForumPosting, made.row)
        thread = db.get_one(t.ForumThread, row.thread_id)
        row.state, row.post, row.sent, row.begun, row.error = "sent", post, now, None, ""
        thread.thread = thread.thread or thread_number
        if row.kind == threads.STANDINGS:
            thread.opening = post
        if row.part < made.parts:
            db.add(
                t.ForumPosting(
                    thread_id=thread.id,
                    kind=row.kind,
                    payload=row.payload,
                    part=row.part + 1,
                    created=row.created,
                    next_try=now,
                )
            )
    log.info("posted", posting=made.row, attempts=row.attempts)


def _later(world: World, made: Made, why: TryLater, now: datetime) -> None:
    with world.store.transaction() as db:
        row = db.get_one(t.ForumPosting, made.row)
        seconds = why.seconds or 60 * RETRIES[min(row.attempts, len(RETRIES)) - 1]
        row.next_try, row.error = now + timedelta(seconds=seconds), str(why)
        row.begun = row.begun if isinstance(why, Unsure) else None
        tried_enough = now - row.created > GIVE_UP and row.attempts > len(RETRIES)
    log.warning("the forum has not taken a post", posting=made.row, reason=str(why))
    if tried_enough:
        _failed(world, made, "failed", str(why), now)


def _failed(world: World, made: Made, state: str, why: str, now: datetime) -> None:
    """Set a post aside, and tell the host, the only one who can help."""
    with world.store.transaction() as db:
        row = db.get_one(t.ForumPosting, made.row)
        row.state, row.error, row.begun = state, why, None
        thread = db.get_one(t.ForumThread, row.thread_id)
        game = db.get_one(t.Game, thread.game_id)
        ctx = Context(world, db, now, f"forum {row.id} {state}")
        name = text(game.name)
        begun = thread.thread or state == "failed"
        once = f"posting {thread.id} {now.date()} {why}"  # each window may bring a new refusal
        lines = [
            message("host_note.not_posted", game=name, why=text(why)),
            message("host_note.not_posted_how" if begun else "host_note.not_begun_how", game=name),
        ]
        subject = message("host_note.not_posted_subject")
        outbox.tell_host(ctx, subject, lines, once=once, game=game)
    log.warning("a post is set aside", posting=made.row, state=state, reason=why)
