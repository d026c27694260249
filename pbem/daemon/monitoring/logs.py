"""The moderator's log: one line for each event, and no secrets in any of them."""

import logging
import sys
import traceback
from types import TracebackType
from typing import Any

import structlog
from sqlalchemy.exc import DBAPIError
from structlog.typing import EventDict

from pbem.mail.identity import strip_tags

LONGEST = 300
FRAMES = 6


def log_to_stderr(level: int = logging.INFO) -> None:
    """Log in lines of `key=value`, with the machine's time in UTC."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            without_secrets,
            structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"]),
        ],
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
        wrapper_class=structlog.make_filtering_bound_logger(level),
        cache_logger_on_first_use=False,
    )


def without_secrets(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Show exceptions as their type, first line and place; no tags; nothing long, such as mails."""
    if event.pop("exc_info", None):
        event.update(told(sys.exception()))
    return {
        key: strip_tags(value)[:LONGEST] if isinstance(value, str) else value
        for key, value in event.items()
    }


def told(error: BaseException | None) -> dict[str, str]:
    """Describe an exception for the log: its type and place.

    Its text is shown only if it comes from the machine or the database: any other may quote a mail.
    A database error lists the values it was about from its second line on.
    """
    if error is None:
        return {}
    text = str(error).splitlines()[:1] if isinstance(error, OSError | DBAPIError) else []
    return {
        "error": ": ".join([type(error).__name__, *text]),
        "at": " < ".join(_places(error.__traceback__)),
    }


def _places(trace: TracebackType | None) -> list[str]:
    frames = traceback.extract_tb(trace)[-FRAMES:]
    return [f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in reversed(frames)]
