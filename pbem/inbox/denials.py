"""What a player asks for that he cannot have: the host's commands, an order taken back too late."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.inbox import host_grammar, limits
from pbem.inbox.commands import IsOrder, Said
from pbem.store import tables as t

DENIED = "what only the host may do"
REASONS = {
    "pause": "Only the host can pause the game.",
    "resume": "Only the host can let the game go on.",
    "extend": 'Only the host can extend deadlines; "propose extend 2 days" has all vote on it.',
    "remind": "Only the host can have others reminded; the moderator does it by himself, too.",
    "replace": 'Only the host can give a seat to somebody else; "propose replace SEAT" has all vote'
    ' on one that is late, and "resign" gives up your own.',
    "stand-in": 'Only the host can let a bot stand in for another; "away until DATE: stand-in"'
    " does it for your own seat.",
    "end stand-in": 'Only the host can end that; for your own seat, "back" does.',
    "undo": 'Only the host can take the game back; "undo" alone takes back your own last order'
    " as long as nothing came of it.",
    "rule": "Only the host can change what lies on the board.",
    "answer": "Only the host can answer for another seat.",
    "end": 'Only the host can end the game; "propose end" has all vote on it, and "clear" forgets'
    " the orders that are held for you.",
}
UNKNOWN = "Lines that begin with host: are for the host of the game."


class Denied(NamedTuple):
    """A line of a mail and why nothing comes of it."""

    text: str
    reason: str


def sort_out(said: Said, is_order: IsOrder) -> tuple[Said, list[Denied]]:
    """A player's mail without the host's commands, and those."""
    denied = [one for line in said.rest if not is_order(line) and (one := _denied(line))]
    if not denied:
        return said, []
    texts = {one.text for one in denied}
    rest, lines = (
        tuple(line for line in lines if line not in texts) for lines in (said.rest, said.lines)
    )
    return replace(said, rest=rest, lines=lines), denied


def _denied(line: str) -> Denied | None:
    act = host_grammar.act_in(line)
    if act is None and not host_grammar.is_marked(line):
        return None
    return Denied(line, REASONS[act.verb] if act else UNKNOWN)


def deny(
    ctx: Context, game: t.Game, seat: t.Seat, denied: Sequence[Denied], what: str = DENIED
) -> str:
    """Tell a player why nothing came of these lines. What was done, in words."""
    if not limits.may_answer(ctx, seat.address or "", asked=True):
        return "denied, and enough was answered to this address of late"
    payload = {
        **outbox.about_seat(ctx.world, game, seat),
        "about": {
            "denied": [one._asdict() for one in denied],
            "host": outbox.is_host(ctx.world, seat.address),
        },
    }
    ctx.write("denied", seat.address or "", payload, game=game, seat=seat.key)
    return f"denied: {what}"
