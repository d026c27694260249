"""`pbem undo`: back to an earlier line of the record."""

import click

from pbem.campaign import control
from pbem.cli.here import Here, pass_here
from pbem.cli.host.acting import because_option, perform, window_option
from pbem.features.host import undoing
from pbem.inbox.host.grammar import HostCommand


@click.command("undo")
@click.argument("name")
@click.option("--to", "line", type=click.IntRange(min=0), metavar="LINE", help="The line to undo.")
@because_option
@window_option
@pass_here
def command(here: Here, name: str, line: int | None, because: str, window: int | None) -> None:
    """Take back part of a game.

    A line of the record and everything that came of it is undone. Players get their orders back and
    can apply them again. Without --to it lists the latest lines that can be taken back.

    \b
    Example:
      pbem undo club1
      pbem undo club1 --to 612 --because "the order was misread"
    """
    if line is None:
        _list(here, name)
        return
    perform(here, name, HostCommand("undo", what=str(line), because=because, window=window))


def _list(here: Here, name: str) -> None:
    with here.hand(f"undo {name}") as post:
        choices = undoing.standing_choices(post, control.game_named(post.db, name))
    for n, said in choices:
        click.echo(f"{n:6}  {said}")
    if not choices:
        click.echo(f"Nothing in {name} can be taken back yet.")
