"""The Jinja environments for templates; in those that write markup, everything is escaped.

All values that a template prints go through `markup.escape`. None, a list or an undefined value
raises an error and never becomes a word in a report.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from jinja2 import (
    Environment,
    FileSystemLoader,
    StrictUndefined,
    Template,
    TemplateNotFound,
    Undefined,
    pass_context,
)
from jinja2.runtime import Context
from markupsafe import Markup

from engine.core.messages import Message
from pbem.reports.languages.language import ENGLISH, Language, texts_of
from pbem.reports.rendering.markup import escape
from pbem.resources import templates

_SPELLED = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class TemplateMissing(LookupError):
    """A game lacks a template; the text says which file must have what."""


@pass_context
def finalize(context: Context, value: Any) -> Markup:
    """Return what `{{ ... }}` prints: the output of macros unchanged, everything else escaped.

    An `if` without an `else` prints nothing; an undefined value is an error.
    """
    if isinstance(value, Undefined):
        return Markup(str(value))
    if isinstance(value, Markup):
        return value
    return Markup(context["say"](value) if isinstance(value, Message) else escape(value))


@cache
def environment() -> Environment:
    """Make the environment of all templates that write markup."""
    made = Environment(
        loader=FileSystemLoader(templates()),
        undefined=StrictUndefined,
        autoescape=True,  # macros then return Markup, which `finalize` leaves alone
        finalize=finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters.update(
        listing=listing,
        spelled=spelled,
        count=counted,
        dice=dice,
        signed=signed,
        capital=capital,
        span=lambda seconds: Language(texts_of(ENGLISH)).span(seconds),
        name=named,
        said=said,
        lines=lines,
    )
    return made


@cache
def pages() -> Environment:
    """Make the environment of templates that write HTML themselves."""
    made = Environment(
        loader=FileSystemLoader(templates()),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters.update(unindented=unindented)
    return made


def folder(game: str) -> str:
    """Return the folder of a game's templates, from its name: `some-game` is in `some_game`."""
    return game.replace("-", "_")


def template_of(path: str) -> Template:
    """Find a template by its path. Raises TemplateMissing."""
    try:
        return environment().get_template(path)
    except TemplateNotFound:
        raise TemplateMissing(f"there is no template templates/{path}") from None


@pass_context
def named(context: Context, key: str) -> str:
    """Return the printed name behind a key, from the vocabulary of the current mail."""
    name: str = context["name"](key)
    return name


def lines(what: Message | str | None) -> list[Message | str]:
    """Split a text into lines; a message is one line."""
    return (
        [what]
        if isinstance(what, Message)
        else [line.strip() for line in (what or "").splitlines()]
    )


@pass_context
def said(context: Context, what: Message | str) -> Markup:
    """Say a message in the reader's language; return a sentence unchanged."""
    return finalize(context, what)


def unindented(script: Markup) -> Markup:
    """Remove from a script what a browser does not need: indentation and comment lines."""
    lines = (line.strip() for line in str(script).splitlines())
    return Markup("\n".join(line for line in lines if line and not line.startswith("//")))


def listing(items: Sequence[str], last: str = "and", none: str = "nothing") -> str:
    """Write `a, b and c`."""
    said = [str(item) for item in items]
    if not said:
        return none
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} {last} {said[-1]}"


def spelled(number: int) -> str:
    """Write small numbers in words, 0 as `no`."""
    return _SPELLED[number] if 0 <= number < len(_SPELLED) else str(number)


def counted(number: int, one: str, many: str | None = None, *, words: bool = False) -> str:
    """Write `1 army`, `2 armies`; with `words`: `no armies`, `one army`."""
    said = spelled(number) if words else str(number)
    return f"{said} {one if number == 1 else many or one + 's'}"


def dice(pair: Sequence[int]) -> str:
    """Write the difference of two dice: `|5-1|`."""
    return f"|{'-'.join(map(str, pair))}|"


def signed(number: int) -> str:
    """Write `+1`, `-2`, `0`."""
    return f"{number:+d}" if number else "0"


def capital(text: str) -> str:
    """Begin a text with a capital letter; leave the other letters as they are."""
    return text[:1].upper() + text[1:]
