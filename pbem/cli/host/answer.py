"""`pbem answer`: orders of the host for a seat."""

from collections.abc import Sequence

import click

from pbem.cli.here import Here, pass_here
from pbem.cli.host.acting import perform, window_option
from pbem.inbox.host.grammar import HostCommand


@click.command("answer")
@click.argument("name")
@click.argument("seat")
@click.argument("orders", nargs=-1, required=True, metavar="ORDER...")
@window_option
@pass_here
def command(here: Here, name: str, seat: str, orders: Sequence[str], window: int | None) -> None:
    """Send orders for a seat.

    They are read as if the player had sent them. The record says that they are yours, the player
    gets the receipt, and everybody is told.

    \b
    Example:
      pbem answer club1 Spain "pass"
    """
    perform(here, name, HostCommand("answer", seat=seat, lines=tuple(orders), window=window))
