"""`pbem pause`: stop the clocks of a campaign."""

from __future__ import annotations

import click

from pbem.campaign.hostwords import Act
from pbem.cli.acting import because_option, perform, window_option
from pbem.cli.here import Here, pass_here


@click.command("pause")
@click.argument("name")
@because_option
@window_option
@pass_here
def command(here: Here, name: str, because: str, window: int | None) -> None:
    """Let the deadlines of a campaign stand still.

    Orders are still taken.

    \b
    Example:
      pbem pause club1 --because "holidays"
    """
    perform(here, name, Act("pause", because=because, window=window))
