"""`pbem resume`: let the clocks of a campaign run again."""

import click

from pbem.cli.here import Here, pass_here
from pbem.cli.host.acting import perform, window_option
from pbem.inbox.host.grammar import HostCommand


@click.command("resume")
@click.argument("name")
@window_option
@pass_here
def command(here: Here, name: str, window: int | None) -> None:
    """Continue after a pause.

    Every deadline moves by the length of the pause.

    \b
    Example:
      pbem resume club1
    """
    perform(here, name, HostCommand("resume", window=window))
