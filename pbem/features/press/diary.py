"""Diaries: a player's private notes, which all may read when the game is over."""

from typing import Any

from sqlmodel import Session as Db
from sqlmodel import col, func, select

from engine.core.decision import Refused, refuse
from engine.core.record import Diverged
from pbem.campaign import game_data, game_store
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_seat
from pbem.features.press import writing_press
from pbem.features.press.delivery import Spoken
from pbem.features.press.writing_press import Writer
from pbem.inbox.outcomes import Outcome
from pbem.inbox.reading.press_blocks import PressBlock, paragraphs
from pbem.inbox.reading.requests import Command
from pbem.reports import compose_mail
from pbem.reports.mail_parts import DiaryTold
from pbem.reports.mails import DiaryMail
from pbem.store import tables as t

MOST = 100_000
"""How many characters a seat's whole diary may have."""


def keep(ctx: Context, game: t.Game, writer: Writer, piece: PressBlock) -> Spoken:
    """Store an entry, or say why not."""
    try:
        return _keep(ctx, game, writer, piece)
    except Refused as refused:
        return Spoken(piece.title, refused=refused.refusal.message, lines=piece.length)


def _keep(ctx: Context, game: t.Game, writer: Writer, piece: PressBlock) -> Spoken:
    text = writing_press.fit_to_be_kept(ctx, game, writer, piece)
    if game.started is None:
        raise Refused(refuse("refusal.diary_before_begin"))
    if game.ended is not None:
        raise Refused(refuse("refusal.diary_after_end"))
    if _length(ctx.db, game, writer.key) + len(text) > MOST:
        raise Refused(refuse("refusal.diary_full", most=MOST))
    entry = t.DiaryEntry(
        game_id=game.id,
        seat=writer.key,
        generation=writer.generation,
        window=game.windows,
        moment=_moment(ctx, game),
        text=text,
        written=ctx.now,
    )
    ctx.db.add(entry)
    return Spoken(piece.title, kept=True, lines=piece.length)


def _length(db: Db, game: t.Game, key: str) -> int:
    total = select(func.sum(func.length(col(t.DiaryEntry.text)))).where(
        t.DiaryEntry.game_id == game.id, t.DiaryEntry.seat == key
    )
    return db.exec(total).one() or 0


def _moment(ctx: Context, game: t.Game) -> str:
    """Say where the game stands, from what all can see; empty if it cannot be restored."""
    try:
        session = game_store.restore(ctx.db, game, ctx.world.games[game.kind])
    except Diverged:
        return ""
    about = outbox.game_told(ctx.world, game)
    words = game_data.words_of(ctx.db, game, ctx.world.games)
    return compose_mail.moment(about, session.view(None), words)


def show(ctx: Context, game: t.Game, seat: t.Seat, _command: Command) -> Outcome:
    """Send players their diary."""
    ctx.write(DiaryMail(entries=of_player(ctx.db, game, seat)), to_seat(game, seat))
    return Outcome("diary_shown")


def of_player(db: Db, game: t.Game, seat: t.Seat) -> list[DiaryTold]:
    """Return the entries of a seat's player, as mails show them."""
    mine = t.DiaryEntry.seat == seat.key, t.DiaryEntry.generation == seat.generation
    return [_shown(entry) for entry in db.exec(_entries(game).where(*mine))]


def opened(db: Db, game: t.Game) -> list[DiaryTold]:
    """Return all entries of a game that is over, in order of time; none before that."""
    return [] if game.ended is None else [_shown(entry) for entry in db.exec(_entries(game))]


def _entries(game: t.Game) -> Any:
    entries = select(t.DiaryEntry).where(t.DiaryEntry.game_id == game.id)
    return entries.order_by(col(t.DiaryEntry.written), col(t.DiaryEntry.id))


def _shown(entry: t.DiaryEntry) -> DiaryTold:
    at, text = entry.written.isoformat(), paragraphs(entry.text)
    return DiaryTold(entry.seat, at, entry.window, entry.moment, text)
