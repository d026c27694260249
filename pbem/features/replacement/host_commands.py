"""What the host can say about a new player for a seat."""

from pbem.campaign import control
from pbem.campaign.feature import Done
from pbem.campaign.mails.outbox import Context
from pbem.features.replacement import replacing
from pbem.inbox.host.grammar import HostCommand
from pbem.store import tables as t


def replace(ctx: Context, game: t.Game, act: HostCommand) -> Done:
    """Invite somebody to take a seat over. Raises Refused."""
    key = control.seat_named(ctx, game, act.seat)
    replacing.invite(ctx, game, key, act.what, act.because)
    return Done(
        f"{act.what} is invited to take over {control.name_of(ctx, game, key)}: a yes in answer"
        " takes it over. Until then the seat stays as it is."
    )
