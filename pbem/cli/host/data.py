"""`pbem data`: the data a game is played with, and their correction."""

import click

from pbem.campaign import game_data, host_acts
from pbem.cli.support.workspace import Workspace, pass_workspace, say_done
from pbem.features.host import changed_rules
from pbem.features.host.changed_rules import DROP, RESTART


@click.command("data")
@click.argument("name")
@click.option("--take-over", is_flag=True, help="Continue with the installed data.")
@click.option(DROP, "way", flag_value=DROP, help="Take back the answers that do not fit them.")
@click.option(RESTART, "way", flag_value=RESTART, help="Take back the action that is being played.")
@click.option("--because", default="", metavar="TEXT", help="The reason, for all to read.")
@pass_workspace
def command(here: Workspace, name: str, take_over: bool, way: str | None, because: str) -> None:
    """Show or correct a running game's data.

    A game keeps the data (board, pieces, charts) it began with. This shows how the installed data
    differ; with --take-over the game continues with them.

    \b
    Example:
      pbem data club1
      pbem data club1 --take-over --because "a value was misprinted"
    """
    if not take_over:
        _show(here, name)
        return
    if not because:
        raise click.UsageError("say why with --because TEXT: all players read it")
    with here.hand(f"data {name}") as post:
        changed_rules.take_over_data(post, host_acts.game_named(post.db, name), because, way)
    say_done(post, f"{name} continues with the installed data.")


def _show(here: Workspace, name: str) -> None:
    with here.hand(f"data {name}") as post:
        game = host_acts.game_named(post.db, name)
        rules = post.world.games[game.kind]
        lines = game_data.differences(post.db, game, rules)
        same = game.data_hash == rules.data_hash
    if game.started is None:
        click.echo(f"{name} has not begun: a game takes the installed data when it begins.")
        return
    if same:
        click.echo(f"{name} is played with the installed data.")
        return
    for line in lines or [f"{name} is played with other data, of which no copy was kept."]:
        click.echo(line)
