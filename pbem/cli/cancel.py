"""`pbem cancel`: give a campaign up."""

from __future__ import annotations

import click

from pbem.campaign import host
from pbem.cli.here import Here, pass_here, say_done


@click.command("cancel")
@click.argument("name")
@click.option("--because", default="", metavar="TEXT", help="The reason, for all to read.")
@pass_here
def command(here: Here, name: str, because: str) -> None:
    """Give a campaign up.

    Its dice are revealed, nothing is asked any more.

    \b
    Example:
      pbem cancel club1 --because "two players have left"
    """
    with here.hand(f"cancel {name}") as post:
        host.cancel(post, host.game_named(post.db, name), because)
    say_done(post, f"{name} is cancelled.")
