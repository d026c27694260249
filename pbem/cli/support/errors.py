"""How a command reports a mistake, and its exit code.

Exit codes: 0 done, 1 said no, 2 wrong use, 70 a mistake in the program (EX_SOFTWARE of sysexits).
"""

from typing import NoReturn

import click
import structlog
from sqlalchemy.exc import DBAPIError

from engine.core.decision import Refused
from engine.core.record import Diverged
from pbem.campaign import failure_causes
from pbem.daemon.monitoring import logs
from pbem.mail.transports.mailbox import MailboxDown
from pbem.reports.languages.english import said
from pbem.settings.config import ConfigError
from pbem.store import StoreError
from pbem.store.connecting import in_a_line

SAID_NO, WRONG_USE, MISTAKE = 1, 2, 70


def end_with(ctx: click.Context, raised: Exception) -> NoReturn:
    """End the program with a line on stderr and the exit code for what a command has raised."""
    match raised:
        case Refused():
            _end(ctx, said(raised.refusal), SAID_NO)
        case MailboxDown():
            _end(ctx, str(raised), SAID_NO)
        case Diverged():
            text = "the installed rules do not fit the game: `pbem check` tells you more"
            _end(ctx, text, SAID_NO)
        case ConfigError() | StoreError():
            _end(ctx, str(raised), WRONG_USE)
        case DBAPIError():
            _end(ctx, f"the database of {ctx.obj.folder.absolute()}: {in_a_line(raised)}", SAID_NO)
    if why := failure_causes.why(raised):
        _end(ctx, f"{why}: nothing is lost; try again once this is fixed", SAID_NO)
    if ctx.params["debug"]:
        raise raised
    logs.log_to_stderr()
    structlog.get_logger().error("a mistake in the program", **logs.told(raised))
    _end(ctx, "this is an internal error; --debug shows more", MISTAKE)


def _end(ctx: click.Context, said: str, code: int) -> NoReturn:
    click.echo(f"pbem: {said}", err=True)
    ctx.exit(code)
