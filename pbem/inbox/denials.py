"""What a player asks for that he cannot have: the host's commands, an order taken back too late."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.inbox import limits
from pbem.inbox.commands import HostLine, Said
from pbem.inbox.host.command_table import HOST_COMMANDS
from pbem.store import tables as t

DENIED = "what only the host may do"
REASONS = {spec.verb: spec.denied for spec in HOST_COMMANDS}
UNKNOWN = "Lines that begin with host: are for the host of the game."


class Denied(NamedTuple):
    """A line of a mail and why nothing comes of it."""

    text: str
    reason: str


def sort_out(said: Said) -> tuple[Said, list[Denied]]:
    """A player's mail without the host's commands, and those."""
    hosts = [one for one in said if isinstance(one, HostLine)]
    denied = [Denied(one.text, REASONS[one.act.verb] if one.act else UNKNOWN) for one in hosts]
    return Said(one for one in said if one not in hosts), denied


def deny(
    ctx: Context, game: t.Game, seat: t.Seat, denied: Sequence[Denied], what: str = DENIED
) -> str:
    """Tell a player why nothing came of these lines. What was done, in words."""
    if not limits.may_answer(ctx, seat.address, asked=True):
        return "denied, and enough was answered to this address of late"
    payload = {
        **outbox.about_seat(ctx.world, game, seat),
        "about": {
            "denied": [one._asdict() for one in denied],
            "host": outbox.is_host(ctx.world, seat.address),
        },
    }
    ctx.write("denied", seat.address, payload, game=game, seat=seat.key)
    return f"denied: {what}"
