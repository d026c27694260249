"""Finds out who wrote a post that has become a mail, and which posts must not stay in a thread."""

from sqlmodel import Session as Db
from sqlmodel import col, func, select

from pbem.campaign import game_store
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_seat
from pbem.campaign.turns import PLAYING
from pbem.features.forum import members, receiving_posts, threads
from pbem.forum import reading_posts
from pbem.inbox.outcomes import Outcome
from pbem.inbox.reading import press_blocks
from pbem.inbox.reading.requests import Command
from pbem.inbox.senders import GOOD, Member
from pbem.mail.incoming import InboundMail
from pbem.reports.mails import ForumNoteMail, ForumReplyMail, WhatReplied
from pbem.store import statements
from pbem.store import tables as t

A_DAY = 3
"""Answers a day in a thread to a member who plays nothing, or posts invalid words."""


def sender_of(ctx: Context, mail: t.InboundMail, message: InboundMail) -> Member | Outcome:
    """Find the seat that a post is from; or answer the post and say what came of it."""
    post = ctx.db.exec(select(t.ForumPost).where(t.ForumPost.mail_id == mail.id)).one()
    game = receiving_posts.game_of(ctx, post)
    said = reading_posts.read(post.text)
    if game is None:
        return _ask_which(ctx, post)
    if said.word and (refused := _tie(ctx, game, post, said.word)):
        return refused
    seat = members.seat_of(ctx.db, game, post.author)
    if seat is None:
        _answer(ctx, game, post, "not_tied", seldom=True)
        return Outcome("stranger")
    if not said.orders:
        return Outcome("joined", "forum")
    if not (post.private or said.sealed) and (why := _not_for_all(ctx, game, seat, message)):
        _answer(ctx, game, post, why)
        return Outcome("denied", "forum")
    if post.private:
        _answer(ctx, game, post, "arrived")
    return Member(game, seat, _answers(ctx.db, game, post), GOOD)


def _ask_which(ctx: Context, post: t.ForumPost) -> Outcome:
    """Ask in private which game a private message is about. The answer is in the language of a game
    that its writer plays there, or of the newest game."""
    played = (
        select(t.ForumThread)
        .join(t.ForumMember, col(t.ForumMember.game_id) == col(t.ForumThread.game_id))
        .where(t.ForumMember.author == post.author, t.ForumThread.state == "open")
    )
    followed = select(t.ForumThread).where(t.ForumThread.state == "open")
    newest = col(t.ForumThread.id).desc()
    thread = ctx.db.exec(played.order_by(newest)).first()
    thread = thread or ctx.db.exec(followed.order_by(newest)).first()
    if thread and _may_answer(ctx, thread, post.author):
        _write(ctx, ctx.db.get_one(t.Game, thread.game_id), thread, post, "which_game")
    return Outcome("which_game_asked")


def _tie(ctx: Context, game: t.Game, post: t.ForumPost, word: str) -> Outcome | None:
    """Tie a member to the seat whose word they have posted. None: they have a seat, this one or
    another."""
    for seat in game_store.seats_of(ctx.db, game):
        if seat.address and members.word_of(ctx.world, ctx.db, game, seat) == word:
            members.tie(ctx.db, game, seat, post, ctx.now)
            ctx.write(ForumNoteMail(what="tied", word=post.name), to_seat(game, seat))
            _answer(ctx, game, post, "tied", who=seat.key)
            threads.window_closed(ctx, game, seat.key)
            return None
    if members.seat_of(ctx.db, game, post.author) is None:
        _answer(ctx, game, post, "bad_word", seldom=True)
        return Outcome("bad_tag")
    return None


def _not_for_all(
    ctx: Context, game: t.Game, seat: t.Seat, message: InboundMail
) -> WhatReplied | None:
    """Return why a post must not stay in a thread that everybody can read; None if it may."""
    blocks, _ = press_blocks.cut(message.prose)
    if blocks:
        return "private"
    if game.status not in PLAYING:
        return None
    session = game_store.restore(ctx.db, game, ctx.world.games[game.kind])
    asked = session.questions.get(seat.key)
    hidden = asked and (asked.kind.secret or len(session.questions) > 1)
    return "secret" if hidden else None


def _answers(db: Db, game: t.Game, post: t.ForumPost) -> int:
    """Find the window that a post answers: the last one that was open when it was written."""
    asked = select(func.max(t.Window.number)).where(
        t.Window.game_id == game.id, col(t.Window.opened) <= post.written
    )
    return db.exec(asked).one() or 0


def _answer(
    ctx: Context,
    game: t.Game,
    post: t.ForumPost,
    what: WhatReplied,
    *,
    who: str = "",
    seldom: bool = False,
) -> None:
    """Answer where the post was: in the thread or in private. `seldom` prevents two moderators from
    answering each other forever."""
    thread = _thread_of(ctx, game, post)
    if thread and not (seldom and not _may_answer(ctx, thread, post.author)):
        _write(ctx, game, thread, post, what, who)


def _thread_of(ctx: Context, game: t.Game, post: t.ForumPost) -> t.ForumThread | None:
    """Find the thread of a post; for a private message, the game's present one, which the answer is
    posted with."""
    if post.thread_id:
        return ctx.db.get(t.ForumThread, post.thread_id)
    return threads.current(ctx.db, game)


def _write(
    ctx: Context,
    game: t.Game,
    thread: t.ForumThread,
    post: t.ForumPost,
    what: WhatReplied,
    who: str = "",
) -> None:
    member = post.author if post.private else ""
    told = ForumReplyMail(what=what, names=[post.name], who=who, member=member)
    threads.reply(ctx, game, thread, told)


def _may_answer(ctx: Context, thread: t.ForumThread, author: str) -> bool:
    day = ctx.now.date()
    return any(
        statements.add_new(
            ctx.db, t.ToldHost, once=f"forum {thread.id} {author} {day} {n}", at=ctx.now
        )
        for n in range(A_DAY)
    )


def give_word(ctx: Context, game: t.Game, seat: t.Seat, _command: Command) -> Outcome:
    """Send a player the word that ties a forum account to their seat."""
    if threads.current(ctx.db, game) is None:
        ctx.write(ForumNoteMail(what="no_forum"), to_seat(game, seat))
    else:
        word = members.word_of(ctx.world, ctx.db, game, seat)
        ctx.write(ForumNoteMail(what="word", word=word), to_seat(game, seat))
    return Outcome("forum_word")
