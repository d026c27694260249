"""Denies requests, such as a host's command from a player, or an undo that comes too late."""

from collections.abc import Sequence

from engine.core.decision import Refusal
from pbem.campaign.mails import recipients
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_seat
from pbem.inbox import answer_limits
from pbem.inbox.outcomes import ENOUGH, Outcome
from pbem.reports.mail_parts import DeniedLine
from pbem.reports.mails import DeniedMail
from pbem.store import tables as t


def denied(text: str, why: Refusal) -> DeniedLine:
    """Describe a line and why nothing comes of it."""
    return DeniedLine(text, why.message, why.rule)


def deny(ctx: Context, game: t.Game, seat: t.Seat, denied: Sequence[DeniedLine]) -> Outcome:
    """Tell a player why nothing came of these lines."""
    if not answer_limits.may_answer(ctx, seat.address, asked=True):
        return ENOUGH
    mail = DeniedMail(denied=list(denied), host=recipients.is_host(ctx.world, seat.address))
    ctx.write(mail, to_seat(game, seat))
    return Outcome("denied")
