"""`pbem tables`: the tables of a game, to be changed to those of the printed one."""

from collections.abc import Sequence
from pathlib import Path

import click

from engine.core.decision import Refused
from engine.core.game import Game
from engine.games import GAMES
from pbem.cli.support.workspace import Workspace, WrongUse, pass_workspace
from pbem.daemon import own_tables
from pbem.settings import config as configuration
from pbem.settings.config import Config

HELP = f"""Use your own board and cards.

Each game comes with its tables as TOML files. Name one, and it is copied into the moderator's
folder, where you enter what your printed game says. `pbem check` names mistakes by file and key.
New games use your files; games that have begun keep theirs (see pbem data). Without FILE it lists
the files.

\b
Example:
  pbem tables {next(iter(GAMES))}
  pbem tables {next(iter(GAMES))} board.toml
  pbem check
"""


@click.command("tables", help=HELP)
@click.argument("game", type=click.Choice(list(GAMES)), metavar="GAME")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@pass_workspace
def command(here: Workspace, game: str, files: Sequence[str]) -> None:
    """List the tables of a game, or copy some."""
    config, rules = configuration.load(here.folder), GAMES[game]
    if files:
        for name in files:
            _check(config, rules, name)
        for name in files:
            click.echo(f"{name} is now in {_copied(config, rules, name)}")
        return
    own = own_tables.own_files(config, rules)
    for name in dict.fromkeys((*rules.data, *own)):
        click.echo(f"{name:<20}{'your own' if name in own else 'unchanged'}")


def _check(config: Config, rules: Game, name: str) -> None:
    if name not in rules.data:
        raise WrongUse(f"{rules.title} has no {name}: choose {', '.join(rules.data)}")
    if (file := own_tables.folder_of(config, rules) / name).exists():
        raise Refused(f"{file} is there already.")


def _copied(config: Config, rules: Game, name: str) -> Path:
    folder = own_tables.folder_of(config, rules)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(rules.data[name])
    except OSError as error:
        raise Refused(f"{error.filename}: {error.strerror}.") from None
    return folder
