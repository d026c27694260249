"""The options by which a host sets a pace, shared by the commands that have them."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from pbem.settings import pacing
from pbem.settings.pacing import Pace

Command = TypeVar("Command", bound=Callable[..., Any])
HELP = {
    "bank": ('"72h +24h max 120h"', "A time bank instead, or none."),
    "days": ("mon-fri", "Days on which time counts, or all."),
    "hours": ("8-22", "Hours at which a deadline may fall; also 20, or any."),
    "blackout": (
        "2026-12-24..2026-12-27",
        "Days that do not count, besides those already set; or none.",
    ),
    "zone": ("Europe/Berlin", "The time zone of days and hours."),
    "grace": ("12h", "How long a late answer still counts, or none."),
    "reminders": ("50,12", "When reminders go out, in per cent of the time left; or none."),
}
"""Each setting's example and what it is for."""


def options(prefixed: tuple[str, ...] = ()) -> Callable[[Command], Command]:
    """The options of a command; those named in `prefixed` begin with `--pace-`."""

    def decorate(command: Command) -> Command:
        for key, (example, said) in reversed(HELP.items()):
            name = f"--pace-{key}" if key in prefixed else f"--{key}"
            several = key == "blackout"
            command = click.option(name, key, metavar=example, help=said, multiple=several)(command)
        return command

    return decorate


def given(time: str | None, **options: Any) -> dict[str, str]:
    """What was set, by the names of settings."""
    options = {"time": time, **options}
    options["blackout"] = ", ".join(options["blackout"]) or None
    return {key: value for key, value in options.items() if value is not None}


def readable(before: Pace, settings: dict[str, str]) -> Pace:
    """The pace with these settings. Raises click.UsageError, which says how to write them."""
    try:
        return pacing.changed(before, settings)
    except pacing.NotAPace as problem:
        raise click.UsageError(str(problem)) from None
