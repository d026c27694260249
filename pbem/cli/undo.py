"""`pbem undo`: back to an earlier line of the record."""

from __future__ import annotations

import click

from pbem.campaign import host
from pbem.cli.here import Here, pass_here, say_done


@click.command("undo")
@click.argument("name")
@click.option("--to", "line", type=click.IntRange(min=0), metavar="LINE", help="The line to undo.")
@click.option("--because", default="", metavar="TEXT", help="The reason, for all to read.")
@pass_here
def command(here: Here, name: str, line: int | None, because: str) -> None:
    """Take back what was played.

    A line of the record and all that came of it is undone. Without --to it lists the latest
    lines that can be taken back.

    \b
    Example:
      pbem undo club1
      pbem undo club1 --to 612 --because "the order was misread"
    """
    if line is None:
        _list(here, name)
        return
    if not because:
        raise click.UsageError("say why with --because TEXT: all players read it")
    with here.hand(f"undo {name} {line}") as post:
        host.undo(post, host.game_named(post.db, name), line, because)
    say_done(post, f"{name} stands again where it stood before line {line}.")


def _list(here: Here, name: str) -> None:
    with here.hand(f"undo {name}") as post:
        choices = host.standing_choices(post, host.game_named(post.db, name))
    for n, said in choices:
        click.echo(f"{n:6}  {said}")
    if not choices:
        click.echo(f"Nothing in {name} can be taken back yet.")
