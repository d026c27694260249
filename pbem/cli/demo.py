"""`pbem demo`: a whole campaign by mail, played by bots."""

import logging
import tempfile
from pathlib import Path

import click
from rich.console import Console

from engine.core.game import Game
from engine.games import GAMES
from pbem.cli.support.workspace import Workspace, pass_workspace
from pbem.daemon.clock import utc_now
from pbem.daemon.monitoring import logs
from pbem.demo.campaign import Plan
from pbem.demo.showing import show


def number_of_players(rules: Game, asked: int | None) -> int:
    """Count who plays: as asked for, or as the game is made for. Raises Refused."""
    seats = rules.options({"seats": asked} if asked else {})["seats"]
    return seats if isinstance(seats, int) else len(seats)


@click.command("demo")
@click.option(
    "--dir",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="A new folder for the game; without it, a temporary one.",
)
@click.option(
    "--players", type=click.IntRange(min=1), help="How many; without it, the game's usual number."
)
@click.option("--seed", help="The same text plays the same game.")
@click.option("--imap", is_flag=True, help="Use a real Dovecot and SMTP server on this machine.")
@click.option("--game", type=click.Choice(list(GAMES)), default=next(iter(GAMES)), metavar="GAME")
@pass_workspace
@click.pass_context
def command(
    ctx: click.Context,
    here: Workspace,
    folder: Path | None,
    players: int | None,
    seed: str | None,
    imap: bool,
    game: str,
) -> None:
    """Let bots play a whole game by mail.

    It uses a folder of its own. Bots write mails as real mail programs do; the moderator reads and
    answers them.

    \b
    Example:
      pbem demo --dir /tmp/demo --players 5 --seed "one more"
    """
    logs.log_to_stderr(logging.ERROR)
    players = number_of_players(GAMES[game], players)
    folder = here.folder / folder if folder else Path(tempfile.mkdtemp(prefix="pbem-demo-"))
    seed = seed if seed is not None else utc_now().isoformat()
    console = Console(highlight=False, markup=False)
    console.print(f"A campaign of {players} in {folder}, seed {seed!r}.\n", soft_wrap=True)
    if not show(Plan(folder.absolute(), game, players, seed), console, imap=imap):
        ctx.exit(1)
