"""`pbem cancel`: give a campaign up."""

import click

from pbem.cli.here import Here, pass_here
from pbem.cli.host.acting import because_option, perform, window_option
from pbem.inbox.host.grammar import HostCommand


@click.command("cancel")
@click.argument("name")
@because_option
@window_option
@pass_here
def command(here: Here, name: str, because: str, window: int | None) -> None:
    """Give up a game.

    The secret of its dice is published, and nobody is asked anything any more.

    \b
    Example:
      pbem cancel club1 --because "two players have left"
    """
    perform(here, name, HostCommand("end", because=because, window=window))
