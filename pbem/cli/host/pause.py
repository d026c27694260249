"""`pbem pause`: stop the clocks of a campaign."""

import click

from pbem.cli.here import Here, pass_here
from pbem.cli.host.acting import because_option, perform, spoken, window_option
from pbem.inbox.host.grammar import HostCommand


@click.command("pause")
@click.argument("name")
@click.argument("words", nargs=-1, metavar="[because REASON]")
@because_option
@window_option
@pass_here
def command(
    here: Here, name: str, words: tuple[str, ...], because: str, window: int | None
) -> None:
    """Pause a game: its deadlines stand still.

    Orders are still taken.

    \b
    Example:
      pbem pause club1 because the host is on holiday
    """
    said, reason = spoken(words, because)
    if said:
        raise click.UsageError(f"{said!r} is not understood: write pause {name} because ...")
    perform(here, name, HostCommand("pause", because=reason, window=window))
