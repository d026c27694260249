"""`pbem extend`: more time for everybody."""

from __future__ import annotations

import click

from pbem.campaign.hostwords import Act
from pbem.cli.acting import because_option, perform, window_option
from pbem.cli.here import Here, pass_here


@click.command("extend")
@click.argument("name")
@click.argument("time")
@because_option
@window_option
@pass_here
def command(here: Here, name: str, time: str, because: str, window: int | None) -> None:
    """Give everybody more time.

    The deadlines of all open questions move by TIME: 36h, 2d, 1w.

    \b
    Example:
      pbem extend club1 2d --because "the mail server was down"
    """
    perform(here, name, Act("extend", what=time, because=because, window=window))
