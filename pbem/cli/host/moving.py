"""`pbem export` and `pbem import`: a game moves from one moderator to another."""

from pathlib import Path

import click

from engine.core.decision import Refused
from pbem.campaign import host_acts
from pbem.cli.support.workspace import Workspace, pass_workspace, say_done
from pbem.features.host import moving_a_game
from pbem.mail.durable_files import hidden_folder
from pbem.mail.identity import normalise

COMMANDS: dict[str, click.Command] = {}


@click.command("export")
@click.argument("name")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--to", default="", metavar="ADDRESS", help="The address of the other moderator.")
@pass_workspace
def export(here: Workspace, name: str, file: Path, to: str) -> None:
    """Write a game into a file, to be played elsewhere.

    It stops here: no deadline runs, no order is taken, and all players are told where it goes.
    `pbem import` of the same file, here, lets it go on again. A game that is over is only copied.
    The file holds the game's secret and all its mails: only you can read it.

    \b
    Example:
      pbem -C club export club1 club1.game --to games@example.net
    """
    if to and normalise(to) is None:
        raise Refused(f"{to} is no mail address.")
    if file.exists():
        raise Refused(f"{file} is there already: choose another name.")
    if not file.parent.is_dir():
        raise Refused(f"{file.parent} is no folder.")
    try:
        with (
            hidden_folder(file.parent, ".pbem-export-") as beside,
            here.hand(f"export {name}") as post,
        ):
            game = host_acts.game_named(post.db, name)
            part = beside / file.name
            moving_a_game.hand_over(post, game, part, normalise(to) or "")
            part.replace(file)
    except BaseException as error:
        file.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise Refused(f"{error.filename or file}: {error.strerror}.") from None
        raise
    size = file.stat().st_size / 1_000_000
    say_done(post, f"{file}: {name}, {size:.1f} MB. Here it is {game.status} now.")


@click.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--name", default="", help="What it is called here, if that name is taken.")
@pass_workspace
def import_(here: Workspace, file: Path, name: str) -> None:
    """Go on with a game of another moderator.

    FILE is what `pbem export` has written there, with the same version of pbem or an older one.
    Seats, orders, record and waiting mails come along; all players get a mail from here, with the
    question that they are asked. Deadlines move by the time in which the game was under way.

    \b
    Example:
      pbem -C club import club1.game
    """
    with here.hand(f"import {file.name}") as post:
        game = moving_a_game.take_over(post, file, name)
    say_done(post, f"{game.name} is here now: {game.status}.")


COMMANDS |= {"export": export, "import": import_}
