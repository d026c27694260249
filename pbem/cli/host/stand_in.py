"""`pbem stand-in`: a bot answers for a seat whose player is missing."""

import click

from pbem.cli.here import Here, pass_here
from pbem.cli.host.acting import because_option, perform, window_option
from pbem.inbox.host.grammar import HostCommand


@click.command("stand-in")
@click.argument("name")
@click.argument("seat")
@click.option("--back", is_flag=True, help="Give the seat back to its player.")
@because_option
@window_option
@pass_here
def command(here: Here, name: str, seat: str, back: bool, because: str, window: int | None) -> None:
    """Let a bot answer for a seat until its player writes again.

    \b
    Example:
      pbem stand-in club1 Spain --because "no word for a week"
      pbem stand-in club1 Spain --back
    """
    verb = "end stand-in" if back else "stand-in"
    perform(here, name, HostCommand(verb, seat=seat, because=because, window=window))
