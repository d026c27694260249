"""How a command reports a mistake, and its exit code.

Exit codes: 0 done, 1 said no, 2 wrong use, 70 a mistake in the program (EX_SOFTWARE of sysexits).
"""

from collections.abc import Iterator
from contextlib import contextmanager

import click
import structlog
from sqlalchemy.exc import DBAPIError

from engine.core.decision import Refused
from engine.core.record import Diverged
from pbem.campaign import failure_causes
from pbem.daemon import logs
from pbem.mail.transports.mailbox import MailboxDown
from pbem.reports.languages.english import said
from pbem.settings.config import ConfigError
from pbem.store import StoreError

SAID_NO, WRONG_USE, MISTAKE = 1, 2, 70


@contextmanager
def in_a_line(ctx: click.Context) -> Iterator[None]:
    """Turn what a command raises into a line on stderr and an exit code."""
    try:
        yield
    except (click.ClickException, click.exceptions.Exit, click.Abort):
        raise
    except (Refused, MailboxDown) as no:
        _end(ctx, said(no.refusal) if isinstance(no, Refused) else str(no), SAID_NO)
    except Diverged:
        _end(ctx, "the installed rules do not fit the game: `pbem check` tells you more", SAID_NO)
    except (ConfigError, StoreError) as wrong:
        _end(ctx, str(wrong), WRONG_USE)
    except DBAPIError as trouble:
        _end(ctx, f"the database: {str(trouble.orig).strip().splitlines()[0]}", SAID_NO)
    except BrokenPipeError:
        raise
    except Exception as mistake:
        if why := failure_causes.why(mistake):
            _end(ctx, f"{why}: nothing is lost; try again once this is fixed", SAID_NO)
        if ctx.params["debug"]:
            raise
        structlog.get_logger().error("a mistake in the program", **logs.told(mistake))
        _end(ctx, "this is an internal error; --debug shows more", MISTAKE)


def _end(ctx: click.Context, said: str, code: int) -> None:
    click.echo(f"pbem: {said}", err=True)
    ctx.exit(code)
