"""What a host who plays may see: no more than his seat. To look further is told to all."""

from collections.abc import Callable
from typing import Any

import click

from engine.core.decision import Refusal, Refused
from pbem.campaign import control
from pbem.campaign.mails.outbox import Context
from pbem.store import tables as t

look_option: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "--look", "see_all", is_flag=True, help="Show hidden things; if you play, everybody is told."
)


def is_hidden(post: Context, game: t.Game, seat: str | None) -> bool:
    """Whether what this seat sees (None: the public) is not for the host's eyes."""
    if seat is None or not game.host_plays or game.status not in ("running", "paused"):
        return False
    return seat != control.own_seat(post, game)


def refuse_to_show(game: t.Game) -> None:
    """Say no to a host who plays. Raises Refused."""
    raise Refused(
        Refusal(
            f"You play in {game.name}, and this shows more than your seat sees. --look shows it,"
            " and all players are told that you looked."
        )
    )


def look(post: Context, game: t.Game) -> None:
    """Enter in the record that a playing host looked, and tell all."""
    if game.host_plays and game.status in ("running", "paused"):
        control.look(post, game)
