"""The host's command for a new player."""

from engine.core.messages import message, text
from pbem.campaign import host_acts
from pbem.campaign.feature import Done
from pbem.campaign.mails import recipients
from pbem.campaign.mails.outbox import Context
from pbem.features.replacement import handing_over_a_seat
from pbem.inbox.reading.hosts_grammar import HostCommand
from pbem.mail import identity
from pbem.store import tables as t


def replace(ctx: Context, game: t.Game, act: HostCommand) -> Done:
    """Invite somebody to take over a seat. Raises Refused."""
    key = host_acts.seat_named(ctx, game, act.seat)
    withdrawn = handing_over_a_seat.invite(ctx, game, key, act.what, act.because)
    slots = {"address": text(act.what), "who": key, "withdrawn": tuple(map(text, withdrawn))}
    is_host = recipients.is_host(ctx.world, identity.normalise(act.what))
    return Done(message("done.invited_yourself" if is_host else "done.invited", **slots))
