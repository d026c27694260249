"""`pbem start`: begin without waiting for the last player."""

import click

from pbem.campaign import control
from pbem.cli.here import Here, pass_here, say_done
from pbem.features.joining import opening


@click.command("start")
@click.argument("name")
@click.option("--bots", is_flag=True, help="Give the empty seats to bots.")
@pass_here
def command(here: Here, name: str, bots: bool) -> None:
    """Start a game before all its seats are taken.

    \b
    Example:
      pbem start club1 --bots
    """
    with here.hand(f"start {name}") as post:
        opening.start(post, control.game_named(post.db, name), fill_with_bots=bots)
    say_done(post, f"{name} has started.")
