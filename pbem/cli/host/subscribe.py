"""`pbem subscribe`: public reports by mail, for a forum or a list."""

import click

from pbem.campaign import control
from pbem.cli.here import Here, pass_here
from pbem.features.spectators import subscribers


@click.command("subscribe")
@click.argument("name")
@click.argument("address")
@click.option(
    "--format",
    "form",
    type=click.Choice(subscribers.FORMATS),
    default=subscribers.FORMATS[0],
    show_default=True,
    help="A mail as players get it, or a post for a forum.",
)
@click.option("--end", is_flag=True, help="Send no more reports to this address.")
@pass_here
def command(here: Here, name: str, address: str, form: str, end: bool) -> None:
    """Mail the public reports to a forum or a list.

    \b
    Example:
      pbem subscribe club1 board@example.org --format bbcode
    """
    with here.hand(f"subscribe {name}") as post:
        game = control.game_named(post.db, name)
        if end:
            subscribers.unsubscribe(post, game, address)
        else:
            subscribers.subscribe(post, game, address, form)
    click.echo(f"{address} gets {'no more' if end else 'the public'} reports of {name}.")
