"""Handles press and diary entries in the mails of players and the host."""

import json
from collections.abc import Sequence

from engine.core.decision import Refusal, Refused, refuse
from engine.core.messages import message, text
from pbem.campaign.feature import Done
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import HOST, to_player
from pbem.features.press import delivery, diary, threads, writing_press
from pbem.features.press.delivery import Spoken, whom
from pbem.features.press.writing_press import Writer
from pbem.inbox import answer_limits
from pbem.inbox.outcomes import ENOUGH, Outcome, listed
from pbem.inbox.reading import hosts_grammar, press_blocks
from pbem.inbox.reading.hosts_grammar import HostCommand
from pbem.inbox.reading.requests import Said
from pbem.reports.mails import UnsentMail
from pbem.store import tables as t

MOST = 10
"""How many pieces of one mail are handled."""
PREVIEW = message("refusal.preview_sends_nothing")


def handle(ctx: Context, game: t.Game, seat: t.Seat, said: Said) -> Outcome:
    """Do what the pieces of a player's mail say."""
    writer, taken = Writer(seat.key, seat), 0 if said.asks("preview") else MOST
    why = message("refusal.too_much_press", most=MOST) if taken else PREVIEW
    spoken = [
        (diary.keep if piece.kind == "diary" else writing_press.speak)(ctx, game, writer, piece)
        for piece in said.pieces[:taken]
    ]
    left = said.pieces[taken:]
    spoken += [Spoken(piece.title, refused=why, lines=piece.length) for piece in left]
    ctx.to_tell += spoken
    return Outcome("press", listed(map(_became, spoken)))


def _became(spoken: Spoken) -> str:
    if spoken.kept:
        return "noted"
    return spoken.press.state if spoken.press else "refused"


def tell(ctx: Context, game: t.Game, seat: t.Seat) -> None:
    """Write a receipt for everything that no other receipt has mentioned."""
    taken = any(one.press or one.kept for one in ctx.to_tell)
    address = seat.address
    if ctx.to_tell and (taken or answer_limits.may_answer(ctx, address, asked=True)):
        delivery.tell(ctx, game, seat, ctx.to_tell)
    ctx.to_tell.clear()


# An answer to press that does not say who it is for


def show_unsent(
    ctx: Context, game: t.Game, seat: t.Seat | None, number: int, lines: Sequence[str]
) -> Outcome:
    """Send an answer to press back to its writer (None: the host). A `yes` sends it to the writer
    of that press; `reply:` and `reply all:` name other readers."""
    to = to_player(ctx.world, game, seat)
    if not answer_limits.may_answer(ctx, to.address, asked=True):
        return ENOUGH
    shown = press_blocks.reply(number, lines)
    key = seat.key if seat else HOST
    found = threads.received(ctx.db, game, key, number)
    if found is None:
        raise ValueError(f"no press {number} has reached {key}")
    mail = UnsentMail(
        text=press_blocks.paragraphs(press_blocks.harmless("\n".join(lines))),
        by=found.bears,
        others=len(json.loads(found.to)) > 1,
    )
    ctx.write(mail, to, confirms=shown)
    return Outcome("press_asked")


def write_as_host(ctx: Context, game: t.Game, act: HostCommand) -> Done:
    """Send the host's press. Raises Refused."""
    if act.piece is None or act.piece.kind == "diary":
        raise Refused(refuse("refusal.host_has_no_diary"))
    spoken = writing_press.speak(ctx, game, Writer(HOST), act.piece)
    if spoken.refused is not None or spoken.press is None:
        raise Refused(Refusal(spoken.refused or message("refusal.no_text_below")))
    shown = whom(spoken.press)
    names = (*shown["to"], *[message("how.author_unnamed")] * bool(shown["hidden"]))
    inside = next(filter(hosts_grammar.act_in, act.piece.lines), "")
    slots = {
        "open": shown["open"],
        "whom": names,
        "unread": spoken.unread,
        "inside": text(inside) if inside else None,
    }
    return Done(message("done.sent", **slots))
