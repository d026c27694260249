"""`pbem extend`: more time for everybody."""

import click

from pbem.cli.here import Here, pass_here
from pbem.cli.host.acting import because_option, perform, spoken, window_option
from pbem.inbox.host.grammar import HostCommand


@click.command("extend")
@click.argument("name")
@click.argument("words", nargs=-1, required=True, metavar="TIME [because REASON]")
@because_option
@window_option
@pass_here
def command(
    here: Here, name: str, words: tuple[str, ...], because: str, window: int | None
) -> None:
    """Give everybody more time.

    All deadlines of the game move by TIME, such as 36h, 2d or 2 weeks.

    \b
    Example:
      pbem extend club1 2 days because the mail server was down
    """
    time, reason = spoken(words, because)
    perform(here, name, HostCommand("extend", what=time, because=reason, window=window))
