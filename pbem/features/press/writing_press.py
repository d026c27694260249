"""Press: what players and the host write to each other through the moderator.

It is stored, mailed to its readers under the moderator's address, and confirmed by a receipt. If
the game's terms say so, what a late player writes to others waits until their window is closed.
"""

import json
from typing import NamedTuple

from sqlmodel import col, func, select

from engine.core.decision import Refused, refuse
from pbem.campaign import clocks, game_store
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import HOST
from pbem.features.press import addressees, delivery, threads
from pbem.features.press.addressees import Meant
from pbem.features.press.delivery import Spoken
from pbem.inbox.reading.press_blocks import PressBlock, harmless
from pbem.mail.text import LINE_LIMIT
from pbem.settings import attendance_policy
from pbem.store import tables as t

PARAGRAPH = LINE_LIMIT - 100
"""How many characters a paragraph may have: from a longer one, the reader of mails may have cut the
end."""
_REFUSED = {
    "signed": refuse("refusal.press_bears_no_name"),
    "anonymous": refuse("refusal.press_bears_its_writer"),
    "forged": refuse("refusal.press_bears_no_other"),
}


class Writer(NamedTuple):
    """The writer: a seat, or the host."""

    key: str
    seat: t.Seat | None = None

    @property
    def generation(self) -> int:
        """Return the number of the seat's current player."""
        return self.seat.generation if self.seat else 0


class Draft(NamedTuple):
    """Who press is for, and how it is signed.

    `to` and the fields with the same names are those of `t.Press`; the rest is for the mail.
    """

    to: Meant
    way: str
    bears: str
    thread: str
    open: bool = False
    hidden: tuple[str, ...] = ()
    answers: int | None = None


def speak(ctx: Context, game: t.Game, writer: Writer, piece: PressBlock) -> Spoken:
    """Send one piece of a mail, hold it back until the embargo ends, or say why not."""
    try:
        return _speak(ctx, game, writer, piece)
    except Refused as refused:
        return Spoken(piece.title, refused=refused.refusal.message, lines=piece.length)


def _speak(ctx: Context, game: t.Game, writer: Writer, piece: PressBlock) -> Spoken:
    if piece.by_host and writer.key != HOST:
        raise Refused(refuse("refusal.only_host_writes_as_host"))
    text = fit_to_be_kept(ctx, game, writer, piece)
    draft = (_replied if piece.kind == "reply" else _addressed)(ctx, game, writer, piece)
    _allow(game, draft)
    press = _kept(ctx, game, writer, draft, text)
    if press.state != "embargoed":
        delivery.send(ctx, game, press)
    return Spoken(piece.title, press, unread=draft.to.unread, lines=piece.length)


def _kept(ctx: Context, game: t.Game, writer: Writer, draft: Draft, text: str) -> t.Press:
    press = t.Press(
        game_id=game.id,
        seat=writer.key,
        generation=writer.generation,
        way=draft.way,
        bears=draft.bears,
        to=json.dumps(draft.to.to),
        hidden=json.dumps(draft.hidden),
        open=draft.open,
        thread=draft.thread,
        answers=draft.answers,
        text=text,
        mail_id=ctx.answers.id if ctx.answers else None,
        written=ctx.now,
        state="embargoed" if _must_wait(ctx, game, writer, draft.to) else "sent",
    )
    ctx.db.add(press)
    ctx.db.flush()
    return press


def fit_to_be_kept(ctx: Context, game: t.Game, writer: Writer, piece: PressBlock) -> str:
    """Return the text of a piece as others may see it. Raises Refused if it is unclear, empty, too
    long, or over the limit for a day."""
    if piece.unclear:
        raise Refused(refuse("refusal.press_unclear"))
    text = harmless(piece.text)
    limits = ctx.world.config.limits
    if not text.strip():
        raise Refused(refuse("refusal.no_text_below"))
    if any(len(line) > PARAGRAPH for line in piece.lines):
        raise Refused(refuse("refusal.paragraph_too_long", most=PARAGRAPH))
    if len(text) > limits.press_characters:
        slots = {"count": len(text), "most": limits.press_characters}
        raise Refused(refuse("refusal.press_too_long", **slots))
    if writer.key != HOST and _today(ctx, game, writer.key) >= limits.press_a_day:
        raise Refused(refuse("refusal.enough_press_today", count=limits.press_a_day))
    return text


def _today(ctx: Context, game: t.Game, key: str) -> int:
    """Count what the seat has written today, press and diary."""
    midnight = ctx.now.replace(hour=0, minute=0, second=0, microsecond=0)
    return sum(
        ctx.db.exec(
            select(func.count(col(table.id))).where(
                table.game_id == game.id, table.seat == key, col(table.written) >= midnight
            )
        ).one()
        for table in (t.Press, t.DiaryEntry)
    )


# Who it is for, and in whose name


def _addressed(ctx: Context, game: t.Game, writer: Writer, piece: PressBlock) -> Draft:
    if game.started is None and not addressees.is_host(piece.to):
        raise Refused(refuse("refusal.press_before_begin"))
    to = addressees.meant(ctx, game, writer.key, piece.to)
    way, bears = _signed(ctx, game, writer, piece)
    among = {writer.key, *to.to} if way == "signed" else None
    return Draft(to, way, bears, threads.of_seats(ctx, game, among), to.all)


def _signed(ctx: Context, game: t.Game, writer: Writer, piece: PressBlock) -> tuple[str, str]:
    """Find out how press is signed, and with which name. Raises Refused."""
    if writer.key == HOST and (piece.masked or piece.bears):
        raise Refused(refuse("refusal.host_writes_as_host"))
    if piece.masked and piece.bears:
        raise Refused(refuse("refusal.anonymous_and_named"))
    if piece.masked:
        return "anonymous", ""
    if piece.bears:
        name = addressees.seat_named(ctx, game, piece.bears)
        if name != writer.key:
            return "forged", name
    return "signed", writer.key


def _replied(ctx: Context, game: t.Game, writer: Writer, piece: PressBlock) -> Draft:
    """Address a reply to the signature of the press, or to all its readers; unsigned, if the
    replier wrote there unsigned."""
    before = threads.received(ctx.db, game, writer.key, piece.number)
    if before is None:
        how = addressees.how(ctx, game)
        raise Refused(refuse("refusal.answers_no_press", how=how))
    unsigned = before.way == "anonymous"
    author, others = before.seat if unsigned else before.bears, json.loads(before.to)
    hidden = {*json.loads(before.hidden), *([author] if unsigned else [])}
    asked = [author, *(others if piece.to_all else ())]
    found = [key for key in dict.fromkeys(asked) if key != writer.key]
    to = _reached(ctx, game, found, hidden)
    way, bears = _signed(ctx, game, writer, piece)
    if way == "signed":
        way, bears = threads.as_before(ctx.db, game, writer.key, before)
    thread = before.thread
    if before.way == way == "signed" and len(others) > 1 and not piece.to_all:
        thread = threads.of_seats(ctx, game, {writer.key, author})
    unnamed = tuple(key for key in to.to if key in hidden)
    return Draft(to, way, bears, thread, before.open and piece.to_all, unnamed, before.id)


def _reached(ctx: Context, game: t.Game, found: list[str], hidden: set[str]) -> Meant:
    """Do what `addressees.readers` does, without naming hidden readers."""
    try:
        to = addressees.readers(ctx, game, found)
    except Refused:
        if not hidden.intersection(found):
            raise
        raise Refused(refuse("refusal.writer_is_gone")) from None
    return to._replace(unread=tuple(key for key in to.unread if key not in hidden))


def _allow(game: t.Game, draft: Draft) -> None:
    """Raise Refused if the game does not allow such press. Press to and from the host is always
    allowed."""
    allowed = attendance_policy.restored(game.terms).press
    if HOST in draft.to.to and draft.way != "signed":
        raise Refused(refuse("refusal.own_name_to_host"))
    if draft.bears == HOST or draft.to.to == (HOST,):
        return
    if not allowed:
        raise Refused(refuse("refusal.no_press_between_players"))
    if draft.way not in allowed:
        raise Refused(_REFUSED[draft.way])
    if draft.bears in draft.to.to:
        raise Refused(refuse("refusal.press_to_its_name"))


def _must_wait(ctx: Context, game: t.Game, writer: Writer, to: Meant) -> bool:
    """Tell whether press is embargoed because its writer is late."""
    if writer.key == HOST or to.to == (HOST,):
        return False
    return attendance_policy.restored(game.terms).late_press == "embargoed" and is_late(
        ctx, game, writer.key
    )


def is_late(ctx: Context, game: t.Game, key: str) -> bool:
    """Tell whether a seat's deadline has passed without an answer."""
    runs = clocks.is_running(game)
    return any(
        window.late or (runs and window.due is not None and window.due < ctx.now)
        for window in game_store.open_windows(ctx.db, game)
        if window.seat == key
    )
