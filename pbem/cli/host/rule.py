"""`pbem rule`: mend what lies on the board."""

import click

from pbem.cli.here import Here, pass_here
from pbem.cli.host.acting import perform, window_option
from pbem.inbox.host.grammar import HostCommand


@click.command("rule")
@click.argument("name")
@click.argument("change")
@click.option("--because", required=True, metavar="TEXT", help="The reason, for all to read.")
@window_option
@pass_here
def command(here: Here, name: str, change: str, because: str, window: int | None) -> None:
    """Change what lies on the board.

    The game checks the CHANGE. It stands in the record, and all players are told, with the reason.
    If a change is not understood, you get a list of the possible ones.

    \b
    Example:
      pbem rule club1 "set gold of Britain to 5" --because "a tax was forgotten"
    """
    perform(here, name, HostCommand("rule", what=change, because=because, window=window))
