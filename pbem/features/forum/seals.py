"""Sealed orders: a player first posts a hash of their orders, and the text when the others can no
longer change theirs.

A seal is for one question to its seat, which then accepts no other answer. The text is sent with
its word: by mail or in private at any time, in the thread when all have answered or sealed. Once a
text has been posted in the thread, no answer to the same question can be changed and no seal taken
back. The deadline stays: if the text is missing, the usual default applies, and all are told.
"""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import bindparam
from sqlmodel import Session as Db
from sqlmodel import and_, col, select

from pbem.campaign import clocks, game_store
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_seat
from pbem.features.forum import members, threads
from pbem.forum import seal_hash
from pbem.inbox.outcomes import Outcome
from pbem.inbox.reading.requests import Said
from pbem.reports.mails import ForumNoteMail, ForumReplyMail, WhatNoted, WhatReplied
from pbem.store import statements
from pbem.store import tables as t

DENIED = Outcome("denied", "forum")
_ITS_WINDOW = and_(
    col(t.Window.game_id) == col(t.ForumSeal.game_id),
    col(t.Window.number) == col(t.ForumSeal.window),
)


_OF_GAME = (
    select(t.ForumSeal, t.Window.state, t.Window.line)
    .join(t.Window, _ITS_WINDOW)
    .where(col(t.ForumSeal.game_id) == bindparam("game"))
    .order_by(col(t.ForumSeal.id))
)


class _Seal(NamedTuple):
    """A seal, and what it is for."""

    row: t.ForumSeal
    state: str
    """What became of the window that it is for."""
    line: int
    """The line of the record at which that window was opened."""

    @property
    def waits(self) -> bool:
        """Tell whether its text is still missing for the open question."""
        return self.row.state == "standing" and self.state == "open"


def make(ctx: Context, game: t.Game, seat: t.Seat, said: Said) -> Outcome:
    """Answer `seal` with the hash of the lines beside it and a word for it. Nothing is stored."""
    lines = _lines(said, "seal")
    if not lines:
        return _note(ctx, game, seat, "seal_nothing")
    word = ctx.world.entropy.token("seal", game.name, seat.number, *lines, ctx.now, length=16)
    seal = seal_hash.seal_of(game.name, seat.key, lines, word)
    return _note(ctx, game, seat, "seal_made", word, lines, seal)


def show(ctx: Context, game: t.Game, seat: t.Seat, said: Said) -> Outcome:
    """Accept `sealed: HASH` for the question that the seat is asked."""
    seal = str(said.verbs["sealed"].said).lower()
    window = _asked(ctx.db, game, seat.key)
    if threads.current(ctx.db, game) is None:
        return _note(ctx, game, seat, "no_forum")
    if window is None:
        return _note(ctx, game, seat, "seal_not_asked", hash=seal)
    if old := standing(ctx.db, game, seat.key):
        if window.line in _lines_shown(_seals(ctx.db, game)):
            return _note(ctx, game, seat, "seal_stands", hash=old.hash)
        old.state = "replaced"
    row = t.ForumSeal(
        game_id=game.id, seat=seat.key, window=window.number, hash=seal, sealed=ctx.now
    )
    ctx.db.add(row)
    ctx.db.flush()
    _tell(ctx, game, "sealed", seat.key, seal)
    _note(ctx, game, seat, "sealed", hash=seal, due=_due(game, window))
    call(ctx, game)
    return Outcome("sealed")


def open_(ctx: Context, game: t.Game, seat: t.Seat, said: Said) -> Outcome | None:
    """Check the lines beside `seal word: WORD` against the seal. None: they are right and are to be
    played."""
    row, word = standing(ctx.db, game, seat.key), str(said.verbs["seal word"].said)
    lines = _lines(said, "seal word")
    if row is None:
        return _note(ctx, game, seat, "seal_none", lines=lines)
    found = seal_hash.found(row.hash, game.name, seat.key, lines, word)
    more = found is not None and any(order.text not in found for order in said.orders)
    in_thread = _is_in_thread(ctx)
    if found is None or more:
        if in_thread:
            _tell(ctx, game, "seal_wrong", seat.key, row.hash)
        what: WhatNoted = "seal_more" if more else "seal_wrong"
        return _note(ctx, game, seat, what, lines=lines, hash=row.hash)
    row.state, row.shown = "opened", in_thread
    _tell(ctx, game, "seal_opened", seat.key, row.hash)
    return None


def take_back(ctx: Context, game: t.Game, seat: t.Seat, _said: Said) -> Outcome:
    """Take a seal back: its seat answers as usual."""
    row, window = standing(ctx.db, game, seat.key), _asked(ctx.db, game, seat.key)
    if row is None or window is None:
        return _note(ctx, game, seat, "seal_none")
    if window.line in _lines_shown(_seals(ctx.db, game)):
        return _note(ctx, game, seat, "seal_stands", hash=row.hash)
    row.state = "withdrawn"
    _tell(ctx, game, "seal_withdrawn", seat.key, row.hash)
    _note(ctx, game, seat, "seal_withdrawn", hash=row.hash)
    return Outcome("unsealed")


def bar(ctx: Context, game: t.Game, seat: t.Seat) -> Outcome | None:
    """Refuse orders without the word from a seat that has sealed, and changes once a text was
    posted."""
    seals = _seals(ctx.db, game)
    own = (seal.row for seal in seals if seal.row.seat == seat.key and seal.waits)
    if row := next(own, None):
        return _note(ctx, game, seat, "seal_first", hash=row.hash)
    shown = _lines_shown(seals)
    windows = game_store.open_windows(ctx.db, game) if shown else []
    waits = any(row.seat == seat.key for row in windows)
    if windows and not waits and max(row.line for row in windows) in shown:
        return _note(ctx, game, seat, "seal_shown")
    return None


def window_closed(ctx: Context, game: t.Game, key: str) -> None:
    """Tell all if the text of a seal is missing, and call for the texts if now all have
    answered."""
    standing = _standing(ctx.db, game)
    for row, state, _ in standing:
        if row.seat != key or state == "open":
            continue
        row.state = "withdrawn" if state == "withdrawn" else "missed"
        if row.state == "missed":
            _tell(ctx, game, "seal_missed", key, row.hash)
    if standing:
        call(ctx, game)


def call(ctx: Context, game: t.Game) -> None:
    """Call for the texts, once, if all who are asked have answered or sealed."""
    seals = {seal.row.seat: seal.row for seal in _seals(ctx.db, game) if seal.waits}
    windows = game_store.open_windows(ctx.db, game) if seals else []
    waited = [seals.get(window.seat) for window in windows]
    called = [row for row in waited if row and not row.called]
    if not called or None in waited:
        return
    due = clocks.deadlines_of(game, windows)
    first = min((due[row.seat] for row in called if row.seat in due), default=None)
    names = members.names(ctx.db, game)
    for row in called:
        row.called = True
        if row.seat not in names:  # a player without an account there reads no thread
            seat = game_store.seat_of(ctx.db, game, row.seat)
            _note(ctx, game, seat, "seal_call", hash=row.hash, due=clocks.iso(due.get(row.seat)))
    _reply(
        ctx,
        game,
        ForumReplyMail(
            what="seal_call",
            names=[names[row.seat] for row in called if row.seat in names],
            due=clocks.iso(first),
        ),
    )


def standing(db: Db, game: t.Game, key: str) -> t.ForumSeal | None:
    """Return the seal of a seat for its open question whose text is missing; None if there is
    none."""
    return next((seal.row for seal in _standing(db, game, key) if seal.waits), None)


def sealed(db: Db, game: t.Game) -> list[str]:
    """Return the seats whose answer is sealed."""
    return [seal.row.seat for seal in _seals(db, game) if seal.waits]


def _standing(db: Db, game: t.Game, key: str | None = None) -> list[_Seal]:
    """Yield the seals that still hold, of one seat if it is named."""
    standing = (seal for seal in _seals(db, game) if seal.row.state == "standing")
    return [seal for seal in standing if key is None or seal.row.seat == key]


def _seals(db: Db, game: t.Game) -> list[_Seal]:
    """All seals of a game, in the order they were made."""
    if statements.has_none(db, t.ForumSeal, _OF_GAME, game=game.id):
        return []
    return [_Seal(*row) for row in db.exec(_OF_GAME, params={"game": game.id})]


def _lines_shown(seals: Iterable[_Seal]) -> set[int]:
    """Return the record lines of the questions to which a sealed text was posted in the thread."""
    return {seal.line for seal in seals if seal.row.shown}


def _asked(db: Db, game: t.Game, key: str) -> t.Window | None:
    return next((row for row in game_store.open_windows(db, game) if row.seat == key), None)


def _due(game: t.Game, window: t.Window) -> str | None:
    return clocks.iso(clocks.deadlines_of(game, [window]).get(window.seat))


def _is_in_thread(ctx: Context) -> bool:
    """Tell whether what is being answered is a post that all can read."""
    if ctx.answers is None:
        return False
    posts = select(t.ForumPost).where(t.ForumPost.mail_id == ctx.answers.id)
    post = ctx.db.exec(posts).first()
    return post is not None and not post.private


def _lines(said: Said, verb: str) -> list[str]:
    """Return what a mail says beside this command."""
    own = said.verbs[verb].line.text
    return [line for line in said.written if line != own]


def _tell(ctx: Context, game: t.Game, what: WhatReplied, key: str, seal: str) -> None:
    """Tell all in the thread."""
    _reply(ctx, game, ForumReplyMail(what=what, who=key, hash=seal))


def _reply(ctx: Context, game: t.Game, mail: ForumReplyMail) -> None:
    if thread := threads.current(ctx.db, game):
        threads.reply(ctx, game, thread, mail)
        threads.update_standings(ctx, thread)


def _note(
    ctx: Context,
    game: t.Game,
    seat: t.Seat,
    what: WhatNoted,
    word: str = "",
    lines: list[str] | None = None,
    hash: str = "",
    due: str | None = None,
) -> Outcome:
    """Answer the player by mail."""
    mail = ForumNoteMail(what=what, word=word, asked=lines or [], hash=hash, due=due)
    ctx.write(mail, to_seat(game, seat))
    return DENIED
