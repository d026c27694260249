"""New tags for a seat, for a player whose mails somebody else may have read. A mail with an old tag
then counts as one without any: its sender is asked."""

from engine.core.messages import message
from pbem.campaign import seats
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_seat
from pbem.inbox import help_and_status
from pbem.inbox.outcomes import Outcome
from pbem.inbox.reading.requests import Command
from pbem.store import tables as t


def renew(ctx: Context, game: t.Game, seat: t.Seat, _command: Command) -> Outcome:
    """Make the tags of all earlier mails void, and say under the new one how things stand."""
    seats.renew_tags(ctx, game, seat)
    mail = help_and_status.status(ctx, game, seat)
    mail.said = message("preference.new_tags")
    ctx.write(mail, to_seat(game, seat))
    return Outcome("tags_renewed")
