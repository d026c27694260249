"""`pbem replace`: another player for a seat."""

import click

from pbem.cli.here import Here, pass_here
from pbem.cli.host.acting import because_option, perform, window_option
from pbem.inbox.host.grammar import HostCommand


@click.command("replace")
@click.argument("name")
@click.argument("seat")
@click.argument("address")
@because_option
@window_option
@pass_here
def command(
    here: Here, name: str, seat: str, address: str, because: str, window: int | None
) -> None:
    """Invite somebody to take over a seat.

    The seat changes hands when ADDRESS answers the invitation with yes. From then on, earlier mails
    for the seat are void.

    \b
    Example:
      pbem replace club1 Spain friend@example.org
    """
    act = HostCommand("replace", seat=seat, what=address, because=because, window=window)
    perform(here, name, act)
