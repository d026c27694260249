"""`pbem remind`: a reminder now."""

import click

from pbem.cli.here import Here, pass_here
from pbem.cli.host.acting import perform, window_option
from pbem.inbox.host.grammar import HostCommand


@click.command("remind")
@click.argument("name")
@click.argument("seat", required=False, default="")
@window_option
@pass_here
def command(here: Here, name: str, seat: str, window: int | None) -> None:
    """Remind players who have not answered.

    All of them, or one SEAT. Automatic reminders still go out.

    \b
    Example:
      pbem remind club1 Spain
    """
    perform(here, name, HostCommand("remind", seat=seat, window=window))
