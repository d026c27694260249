"""`pbem resume`: let the clocks of a campaign run again."""

from __future__ import annotations

import click

from pbem.campaign import host
from pbem.cli.here import Here, pass_here, say_done


@click.command("resume")
@click.argument("name")
@pass_here
def command(here: Here, name: str) -> None:
    """Go on after a pause.

    Every deadline moves by the time that the pause took.

    \b
    Example:
      pbem resume club1
    """
    with here.hand(f"resume {name}") as post:
        host.resume(post, host.game_named(post.db, name))
    say_done(post, f"{name} goes on.")
