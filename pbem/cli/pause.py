"""`pbem pause`: stop the clocks of a campaign."""

from __future__ import annotations

import click

from pbem.campaign import host
from pbem.cli.here import Here, pass_here, say_done


@click.command("pause")
@click.argument("name")
@click.option("--because", default="", metavar="TEXT", help="The reason, for all to read.")
@pass_here
def command(here: Here, name: str, because: str) -> None:
    """Let the deadlines of a campaign stand still.

    Orders are still taken.

    \b
    Example:
      pbem pause club1 --because "holidays"
    """
    with here.hand(f"pause {name}") as post:
        host.pause(post, host.game_named(post.db, name), because)
    say_done(post, f"{name} is paused, until `pbem resume {name}`.")
