"""Options that are settings of the configuration, too: the pace of a game, and its terms."""

from collections.abc import Callable
from typing import Any, TypeVar, get_args

import click
from pydantic.fields import FieldInfo

from pbem.reports.languages.language import codes
from pbem.settings import attendance_policy, pacing
from pbem.settings.attendance_policy import LISTS
from pbem.settings.pacing import Pace
from pbem.settings.sections.new_games import People
from pbem.settings.sections.section import Section

Command = TypeVar("Command", bound=Callable[..., Any])
LANGUAGE = click.option(
    "--language",
    type=click.Choice(codes()),
    callback=lambda _ctx, _param, code: code or "",
    help="What the mails are in, to readers who prefer no language.",
)


def options(
    section: type[Section], *, without: str = "", prefixed: tuple[str, ...] = ()
) -> Callable[[Command], Command]:
    """Add an option for each setting of a section but `without`; `prefixed` get `--pace-`."""

    def decorate(command: Command) -> Command:
        for key, setting in reversed(section.model_fields.items()):
            name = f"--pace-{key}" if key in prefixed else f"--{key.replace('_', '-')}"
            if key != without:
                command = _option(name, key, setting)(command)
        return command

    return decorate


def _option(name: str, key: str, setting: FieldInfo) -> Callable[[Command], Command]:
    help = setting.description or ""
    if key in LISTS and ":" not in help:
        help = f"{help.rstrip('.')}: {', '.join(LISTS[key][0])}."
    said: dict[str, Any] = {"help": help, "metavar": key.upper()}
    if setting.annotation is bool:
        return click.option(f"{name}/--no-{key}", key, default=None, help=setting.description)
    if setting.annotation is int:
        most = max(getattr(limit, "le", 0) for limit in setting.metadata)
        said |= {"metavar": "NUMBER", "type": click.IntRange(0, most)}
    if values := get_args(setting.annotation):
        return click.option(name, key, type=_Choice(values), help=setting.description)
    return click.option(name, key, multiple=key == "blackout", **said)


class _Choice(click.Choice[str]):
    """Some words, and what they were called before."""

    def convert(self, value: Any, *where: Any) -> str:
        """Return the word of today. Raises click.BadParameter."""
        return super().convert(attendance_policy.RENAMED.get(value, value), *where)


def terms(given: dict[str, Any]) -> dict[str, Any]:
    """Take the terms that were set out of what was given. Raises click.UsageError."""
    set_ = {key: given.pop(key) for key in People.model_fields}
    changed = {key: value for key, value in set_.items() if value is not None}
    try:
        for key in LISTS.keys() & changed.keys():
            changed[key] = attendance_policy.listed(key, changed[key])
    except attendance_policy.NotTerms as problem:
        raise click.UsageError(str(problem)) from None
    return changed


def given(time: str | None, **options: Any) -> dict[str, str]:
    """Name what was set of a pace."""
    options = {"time": time, **options}
    options["blackout"] = ", ".join(options["blackout"]) or None
    return {key: value for key, value in options.items() if value is not None}


def readable(before: Pace, settings: dict[str, str]) -> Pace:
    """Change a pace by these settings. Raises click.UsageError, which says how to write them."""
    try:
        return pacing.changed(before, settings)
    except pacing.NotAPace as problem:
        raise click.UsageError(str(problem)) from None
