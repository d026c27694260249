"""The threads of a game: writes what is to be posted as rows.

It follows the custom of forum games: a thread for each part of the game, whose first post always
says how things stand and who is waited for; and one post for each round, with its story and the
map.
"""

from datetime import timedelta

from msgspec.structs import replace
from sqlalchemy import bindparam
from sqlmodel import Session as Db
from sqlmodel import col, select

from engine.core.decision import Refused
from engine.core.session import Session
from pbem.campaign import game_store
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.reports import stored_mails
from pbem.reports.mails import ForumReplyMail, ForumStandingsMail, PlayMail
from pbem.store import statements
from pbem.store import tables as t

STANDINGS = ForumStandingsMail.kind
SETTLED = timedelta(seconds=30)
"""How often standings are rewritten at most; several changes at once are told once."""
_CURRENT = (
    select(t.ForumThread)
    .where(col(t.ForumThread.game_id) == bindparam("game"), col(t.ForumThread.state) == "open")
    .order_by(col(t.ForumThread.id).desc())
    .limit(1)
)
Rounds = tuple[int, int]
"""A part of a game, and a round of it."""


def begin(ctx: Context, game: t.Game, thread: str = "", language: str = "") -> t.ForumThread:
    """Post a game in the forum from now on, in a new thread or an existing one, in the given
    language or the game's. If it is posted already, change the language. Raises Refused."""
    if game.started is None or game.status in ("over", "cancelled", "moved"):
        raise Refused(f"{game.name} is not being played: only such games go to a forum.")
    if (row := current(ctx.db, game)) and thread and not row.opening:
        row.thread = thread  # it waited for approval, or its answer got lost
        row.language = language or row.language
        held = _held(ctx.db, row)
        update_standings(ctx, row)
        for posting in held:  # the forum is searched for it, then it is brought up to date
            posting.state, posting.begun, posting.next_try = "waiting", ctx.now, ctx.now
            _write(ctx, row, STANDINGS)
        return row
    if row and language and not thread:
        row.language = language
        update_standings(ctx, row)
        return row
    if row:
        raise Refused(f"{game.name} has a thread: `pbem forum {game.name} --end` ends that.")
    session = game_store.restore(ctx.db, game, ctx.world.games[game.kind])
    return _begun(ctx, game, rounds_of(session), thread, language)


def end(ctx: Context, game: t.Game) -> None:
    """Stop posting a game. Raises Refused."""
    row = current(ctx.db, game)
    if row is None:
        raise Refused(f"{game.name} has no thread in the forum.")
    row.state = "closed"
    for posting in [*waiting(ctx.db, row), *_held(ctx.db, row)]:
        posting.state = "withdrawn"


def current(db: Db, game: t.Game) -> t.ForumThread | None:
    """Return the thread in which a game is posted; None if it is not."""
    return statements.first(db, t.ForumThread, _CURRENT, game=game.id)


def waiting(db: Db, row: t.ForumThread, kind: str = "") -> list[t.ForumPosting]:
    """Return what waits to be posted in a thread: one kind of mail, or all."""
    found = select(t.ForumPosting).where(
        t.ForumPosting.thread_id == row.id, t.ForumPosting.state == "waiting"
    )
    found = found.where(t.ForumPosting.kind == kind) if kind else found
    return list(db.exec(found.order_by(col(t.ForumPosting.id))))


def _held(db: Db, row: t.ForumThread) -> list[t.ForumPosting]:
    """Return the post that may have begun a thread: it waits for approval, or its answer got
    lost. Only the host can find out."""
    found = select(t.ForumPosting).where(
        t.ForumPosting.thread_id == row.id,
        t.ForumPosting.kind == STANDINGS,
        col(t.ForumPosting.state).in_(("queued", "lost")),
    )
    return [] if row.opening else list(db.exec(found))


def rounds_of(session: Session) -> Rounds:
    """Return the part of the game and the round being played."""
    telling = session.game.telling
    return telling.rounds(session.view(None)) if telling else (1, 1)


def _begun(
    ctx: Context, game: t.Game, now_at: Rounds, thread: str = "", language: str = ""
) -> t.ForumThread:
    """Return the thread for this part of the game: the one it had, or a new one."""
    part, round_ = now_at
    rows = select(t.ForumThread).where(t.ForumThread.game_id == game.id, t.ForumThread.part == part)
    row = ctx.db.exec(rows).first() or t.ForumThread(game_id=game.id, part=part)
    if thread and thread != row.thread:
        row.thread, row.opening = thread, ""
    row.round, row.state, row.language = round_, "open", language
    row.told = game_store.last_event(ctx.db, game)
    ctx.db.add(row)
    ctx.db.flush()
    update_standings(ctx, row)
    return row


def update_standings(ctx: Context, row: t.ForumThread) -> None:
    """Have the first post written or updated; it tells how things stand when it is sent. If it may
    have begun the thread already, no other thread is begun."""
    if not (waiting(ctx.db, row, STANDINGS) or _held(ctx.db, row)):
        first = not row.opening
        _write(ctx, row, STANDINGS, later=timedelta(0) if first else SETTLED)


def window_closed(ctx: Context, game: t.Game, _seat: str) -> None:
    """Show that a seat has answered, though others may still be waited for."""
    if row := current(ctx.db, game):
        update_standings(ctx, row)


def tell(ctx: Context, game: t.Game, session: Session, mail: PlayMail) -> None:
    """Post what has happened since the last post, if a round is over or the mail is more than a
    report of one step."""
    row = current(ctx.db, game)
    if row is None:
        return
    now_at = rounds_of(session)
    if mail.kind != "report" or now_at != (row.part, row.round):
        _post_round(ctx, game, session, row, mail)
        row.round = now_at[1]
    if mail.kind == "final":
        update_standings(ctx, row)
        row.state = "closed"
    elif now_at[0] != row.part:
        update_standings(ctx, row)
        row.state = "closed"
        _begun(ctx, game, now_at, language=row.language)
    else:
        update_standings(ctx, row)


def _post_round(
    ctx: Context, game: t.Game, session: Session, row: t.ForumThread, mail: PlayMail
) -> None:
    news = outbox.public_news(ctx, game, session, mail, row.told)
    row.told = game_store.last_event(ctx.db, game)
    if news is None:
        return
    told = replace(
        news,
        moderator=ctx.moderator,
        at=ctx.now.isoformat(),
        game=outbox.game_told(ctx.world, game),
    )
    _write(ctx, row, told.kind, stored_mails.stored(told))


def reply(ctx: Context, game: t.Game, row: t.ForumThread, mail: ForumReplyMail) -> None:
    """Answer forum members in a thread, or one of them in private."""
    told = replace(mail, moderator=ctx.moderator, at=ctx.now.isoformat())
    told.game = outbox.game_told(ctx.world, game)
    _write(ctx, row, told.kind, stored_mails.stored(told))


def _write(
    ctx: Context,
    row: t.ForumThread,
    kind: str,
    payload: str = "",
    *,
    later: timedelta = timedelta(0),
) -> None:
    ctx.db.add(
        t.ForumPosting(
            thread_id=row.id, kind=kind, payload=payload, created=ctx.now, next_try=ctx.now + later
        )
    )
    ctx.db.flush()
