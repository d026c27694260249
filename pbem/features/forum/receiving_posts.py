"""Receives posts from the forum. Each version is stored once; those that say something to the
moderator become mails and are handled like any mail.

A post is known by its number, because one that waited for approval appears with the time at which
it was written. The first version seen counts. If a post is edited before it was used, the new
version replaces it; after that, the player is told and the edit is ignored.
"""

import hashlib
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime

from sqlmodel import Session as Db
from sqlmodel import col, func, select

from engine.core.messages import message, text
from pbem.campaign import game_store
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_seat
from pbem.campaign.world import World
from pbem.features.forum import members
from pbem.forum import reading_posts
from pbem.forum.protocol import Forum, ForumPost, NotTaken
from pbem.reports.mails import ForumNoteMail
from pbem.store import inbound_mails
from pbem.store import tables as t

SOURCE = "forum"
"""The source of mails that were posts."""
OVERLAP = timedelta(minutes=10)
"""How far back private messages are read again, so that none is missed."""
Thread = t.ForumThread | None


def take_in(world: World, forum: Forum, now: datetime) -> int:
    """Store what was posted since the last look. Returns how many mails it became. Raises
    ForumProblem."""
    with world.store.reading() as db:
        followed = _followed(db)
    if not followed:
        return 0
    own, mails = forum.account(), 0
    for thread in followed:
        if thread.thread:
            mails += _of_thread(world, forum, thread, own, now)
    looked = min(thread.looked or now for thread in followed)
    mails += _stored(world, None, _private(world, forum, looked - OVERLAP, now), own, now)
    with world.store.transaction() as db:
        for thread in followed:
            db.get_one(t.ForumThread, thread.id).looked = now
    return mails


def _followed(db: Db) -> list[t.ForumThread]:
    """Find the threads to read: those in which games are posted, and for each game the last one
    that it has left, where members may go on writing."""
    now_at = list(db.exec(select(t.ForumThread).where(t.ForumThread.state == "open")))
    left = (
        select(func.max(t.ForumThread.id))
        .where(
            col(t.ForumThread.game_id).in_([thread.game_id for thread in now_at]),
            t.ForumThread.state == "closed",
        )
        .group_by(col(t.ForumThread.game_id))
    )
    return now_at + list(db.exec(select(t.ForumThread).where(col(t.ForumThread.id).in_(left))))


def _of_thread(world: World, forum: Forum, thread: t.ForumThread, own: str, now: datetime) -> int:
    """Store what was posted in a thread. A thread that cannot be read, as it was removed or hidden,
    does not stop the others: the host is told once a day, unless the game has left it."""
    try:
        posts = forum.posts(thread.thread, _known(world, thread))
    except NotTaken as refused:
        if thread.state == "open":
            _tell_host(world, thread, str(refused), now)
        return 0
    return _stored(world, thread, posts, own, now)


def _private(world: World, forum: Forum, since: datetime, now: datetime) -> list[ForumPost]:
    """Read private messages. If the forum has none, or the account may not read them, the host is
    told once, and threads are read all the same."""
    try:
        return forum.whispers(since)
    except NotTaken as refused:
        why, once = text(str(refused)), "forum private messages"
        with world.store.transaction() as db:
            ctx = Context(world, db, now, f"{once} {now.isoformat()}")
            lines = [
                message("host_note.no_private", why=why),
                message("host_note.no_private_how"),
            ]
            outbox.tell_host(ctx, message("host_note.no_private_subject"), lines, once=once)
        return []


def _tell_host(world: World, thread: t.ForumThread, why: str, now: datetime) -> None:
    once = f"forum thread {thread.id} {now.date()}"
    with world.store.transaction() as db:
        ctx = Context(world, db, now, once)
        game = db.get_one(t.Game, thread.game_id)
        name = text(game.name)
        lines = [
            message("host_note.not_read", game=name, thread=text(thread.thread), why=text(why)),
            message("host_note.not_read_how", game=name),
        ]
        outbox.tell_host(ctx, message("host_note.not_read_subject"), lines, once=once, game=game)


def _known(world: World, thread: t.ForumThread) -> set[str]:
    """Return the numbers of the posts of a thread that are stored, and of our own."""
    theirs = select(t.ForumPost.post).where(t.ForumPost.thread_id == thread.id)
    ours = select(t.ForumPosting.post).where(t.ForumPosting.thread_id == thread.id)
    with world.store.reading() as db:
        return {*db.exec(theirs), *db.exec(ours)}


def _stored(world: World, thread: Thread, posts: list[ForumPost], own: str, now: datetime) -> int:
    """Store posts by others. Returns how many of them became mails."""
    mails = 0
    for post in posts:
        if post.author != own:
            with world.store.transaction() as db:
                ctx = Context(world, db, now, f"post {post.id} {now.isoformat()}")
                mails += _store(ctx, thread, post)
    return mails


def _store(ctx: Context, thread: Thread, post: ForumPost) -> bool:
    """Store a version of a post, unless it is stored already. Returns whether it became a mail."""
    known = select(t.ForumPost).where(t.ForumPost.post == post.id)
    last = ctx.db.exec(known.order_by(col(t.ForumPost.version).desc()).limit(1)).first()
    digest = hashlib.sha256(post.text.encode("utf-8", "replace")).hexdigest()
    if last and (last.hash == digest or post.deleted):
        last.deleted = post.deleted  # a deletion does not undo anything
        return False
    row = t.ForumPost(
        thread_id=thread.id if thread else None,
        post=post.id,
        version=last.version + 1 if last else 1,
        author=post.author,
        name=post.name,
        written=post.written,
        seen=ctx.now,
        edited=post.edited,
        deleted=post.deleted,
        private=post.private,
        hash=digest,
        text=post.text,
    )
    ctx.db.add(row)
    ctx.db.flush()
    said = reading_posts.read(post.text)
    if post.deleted or not (said.orders or said.word):
        return False
    if last and not _gives_way(ctx, last, said):
        return False
    row.mail_id = _mail(ctx, row, said, _counts_from(ctx.db, thread, row))
    return True


def _gives_way(ctx: Context, last: t.ForumPost, said: reading_posts.Said) -> bool:
    """Tell whether an earlier version of a post has not been used yet. If it has, the player is
    told."""
    mail = ctx.db.get(t.InboundMail, last.mail_id) if last.mail_id else None
    if mail is None:
        return True
    if mail.status == "new":
        mail.status, mail.reason, mail.finished = "ignored", "replaced", ctx.now
        return True
    if not _used(ctx.db, mail):
        return True
    game = ctx.db.get(t.Game, mail.game_id) if mail.game_id else None
    seat = members.seat_of(ctx.db, game, last.author) if game else None
    if game and seat:
        ctx.write(ForumNoteMail(what="edited", asked=list(said.orders)), to_seat(game, seat))
    return False


def _used(db: Db, mail: t.InboundMail) -> bool:
    """Tell whether the orders of a mail were played, or the question it answered is closed."""
    if "played" in mail.reason:
        return True
    asked = select(t.Window.state).where(
        t.Window.game_id == mail.game_id,
        t.Window.seat == mail.seat,
        t.Window.number == mail.window,
    )
    return any(state != "open" for state in db.exec(asked))


def _counts_from(db: Db, thread: Thread, row: t.ForumPost) -> datetime:
    """Return when a post counts as received: when it was written, if that was between two looks and
    nothing has been asked since; otherwise when it was seen."""
    if row.version > 1 or thread is None or thread.looked is None:
        return row.seen
    asked = select(func.max(t.Window.opened)).where(t.Window.game_id == thread.game_id)
    newest = db.exec(asked).one()
    between = thread.looked < row.written <= row.seen
    return row.written if between and (newest is None or newest <= row.written) else row.seen


def _mail(ctx: Context, row: t.ForumPost, said: reading_posts.Said, arrived: datetime) -> int:
    """Make a mail from what a post says. The post itself is stored with it."""
    mail = EmailMessage()
    mail["From"] = f"member.{row.author}@forum.invalid"  # RFC 2606: nobody's address
    mail["To"] = ctx.world.config.moderator.address
    mail["Message-ID"] = f"<{row.post}.{row.version}@forum.invalid>"
    mail["Date"] = format_datetime(row.written)
    mail["Subject"] = "a post"
    mail.set_content("\n".join(said.orders) or said.word)
    number = inbound_mails.add(
        ctx.db,
        source=SOURCE,
        server_id=f"{row.post}.{row.version}",
        arrived=arrived,
        raw=mail.as_bytes(),
    )
    assert number is not None, "a version of a post becomes a mail once"
    return number


def games_meant(world: World, db: Db, mail_id: int) -> set[int]:
    """Find the games that a mail made from a post may change: that of its thread, those that it
    names or whose word it has, and all that its writer plays, from the forum or by mail."""
    post = db.exec(select(t.ForumPost).where(t.ForumPost.mail_id == mail_id)).one()
    said = reading_posts.read(post.text)
    thread = db.get(t.ForumThread, post.thread_id) if post.thread_id is not None else None
    named = game_store.named(db, said.game) if said.game else None
    of_word = _game_of_word(world, db, said.word) if said.word else None
    meant = {game.id for game in (named, of_word) if game} | members.games_of(db, post.author)
    return meant | {thread.game_id} if thread else meant


def game_of(ctx: Context, post: t.ForumPost) -> t.Game | None:
    """Find the game that a post is about, and lock it.

    In a thread it is the thread's game, unless it names another one that its writer plays from the
    forum; in private the one it names, the one whose word it has, or the only one that its writer
    plays.
    """
    if post.thread_id is not None:
        thread = ctx.db.get_one(t.ForumThread, post.thread_id)
        game = _named_game(ctx.db, post) or ctx.db.get_one(t.Game, thread.game_id)
    elif (found := _private_game(ctx, post)) is not None:
        game = found
    else:
        return None
    game_store.lock(ctx.db, game)
    return game


def _named_game(db: Db, post: t.ForumPost) -> t.Game | None:
    named = reading_posts.read(post.text).game
    game = game_store.named(db, named) if named else None
    return game if game and members.seat_of(db, game, post.author) else None


def _private_game(ctx: Context, post: t.ForumPost) -> t.Game | None:
    db, said = ctx.db, reading_posts.read(post.text)
    if said.game and (game := game_store.named(db, said.game)):
        return game
    if said.word and (game := _game_of_word(ctx.world, db, said.word)):
        return game
    played = (
        select(t.Game)
        .join(t.ForumMember, col(t.ForumMember.game_id) == col(t.Game.id))
        .where(t.ForumMember.author == post.author, col(t.Game.status).in_(("running", "paused")))
    )
    games = list(db.exec(played))
    return games[0] if len(games) == 1 else None


def _game_of_word(world: World, db: Db, word: str) -> t.Game | None:
    """Find the game in a forum with the seat that a word is for."""
    open_ = select(t.ForumThread.game_id).where(t.ForumThread.state == "open")
    for game in db.exec(select(t.Game).where(col(t.Game.id).in_(open_))):
        for seat in game_store.seats_of(db, game):
            if seat.address and members.word_of(world, db, game, seat) == word:
                return game
    return None
