"""`pbem extend`: more time for everybody."""

from __future__ import annotations

import click

from pbem.campaign import host
from pbem.cli.here import Here, pass_here, say_done


@click.command("extend")
@click.argument("name")
@click.argument("time")
@click.option("--because", default="", metavar="TEXT", help="The reason, for all to read.")
@pass_here
def command(here: Here, name: str, time: str, because: str) -> None:
    """Give everybody more time.

    The deadlines of all open questions move by TIME: 36h, 2d.

    \b
    Example:
      pbem extend club1 2d --because "the mail server was down"
    """
    hours = host.hours_of(time)
    with here.hand(f"extend {name}") as post:
        host.extend(post, host.game_named(post.db, name), hours, because)
    say_done(post, f"{name}: every open question has {hours} hours more.")
