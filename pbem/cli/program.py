"""The program `pbem`: which commands there are, and how their mistakes end.

Exit codes: 0 done, 1 said no, 2 wrong use, 70 a mistake in the program (EX_SOFTWARE of sysexits).
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import click
import structlog
from sqlalchemy.exc import DBAPIError

from engine.decision import Refused
from pbem.cli.here import Here
from pbem.config import ConfigError
from pbem.daemon import logs
from pbem.daemon.opening import utc_now
from pbem.mail.mailbox import MailboxDown
from pbem.store import StoreError

SAID_NO, WRONG_USE, MISTAKE = 1, 2, 70
COMMANDS = {
    "init": "pbem.cli.init",
    "check": "pbem.cli.check",
    "new": "pbem.cli.new",
    "start": "pbem.cli.start",
    "cancel": "pbem.cli.cancel",
    "pause": "pbem.cli.pause",
    "resume": "pbem.cli.resume",
    "extend": "pbem.cli.extend",
    "undo": "pbem.cli.undo",
    "run": "pbem.cli.run",
    "subscribe": "pbem.cli.subscribe",
    "status": "pbem.cli.status",
    "report": "pbem.cli.report",
    "record": "pbem.cli.record",
    "verify": "pbem.cli.verify",
    "scenario": "pbem.cli.scenario",
    "demo": "pbem.cli.demo",
}
"""Where each command is; read when it is called, so that the daemon carries none of the others."""


class Program(click.Group):
    """The commands, in the order of a campaign; a user's mistake ends in one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, as the help lists them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, if there is one."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(COMMANDS[cmd_name]).command
        return command

    def invoke(self, ctx: click.Context) -> None:
        """Run the command; what it raises becomes a line on stderr and an exit code."""
        try:
            super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except (Refused, MailboxDown) as no:
            _end(ctx, str(no), SAID_NO)
        except (ConfigError, StoreError) as wrong:
            _end(ctx, str(wrong), WRONG_USE)
        except DBAPIError as trouble:
            _end(ctx, f"the database: {str(trouble.orig).strip().splitlines()[0]}", SAID_NO)
        except BrokenPipeError:
            raise
        except Exception as mistake:
            if ctx.params["debug"]:
                raise
            structlog.get_logger().error("a mistake in the program", **logs.told(mistake))
            _end(ctx, "this is a mistake in the program; --debug shows more", MISTAKE)


def _end(ctx: click.Context, said: str, code: int) -> None:
    click.echo(f"pbem: {said}", err=True)
    ctx.exit(code)


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version("pbem"), message="pbem %(version)s")
@click.option(
    "-C",
    "folder",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="Work on the moderator in DIR instead of the current folder.",
)
@click.option("--debug", is_flag=True, help="Show where a mistake in the program is.")
@click.pass_context
def main(ctx: click.Context, folder: Path, debug: bool) -> None:
    """A moderator for board wargames played by mail and on forums.

    \b
    Example:
      pbem init club && cd club
      pbem new GAME --name NAME --seats 5 --invite friend@example.org
      pbem run
    """
    logs.log_to_stderr()
    ctx.obj = Here(folder, ctx.obj or utc_now)
