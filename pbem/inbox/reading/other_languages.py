"""Translates commands from other languages into English, by a table for each language
(`templates/languages/`). What they mean is left to the table of commands."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from msgspec import Struct, convert, field

from pbem.resources import templates

FILE = "spoken.toml"


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """The pattern of a line, and its English. `dates`: words that are translated by the table with
    that name, too; `amounts`: parts that are translated by that table; `whole`: no reason is split
    off, as the line ends in the writer's own words."""

    like: str
    means: str
    dates: bool = False
    amounts: bool = False
    whole: bool = False


class Joining(Struct, frozen=True, forbid_unknown_fields=True):
    """How somebody answers an invitation: patterns, and words beside the names of seats."""

    wants: str
    asks_for: str
    declines: str
    no: str
    not_for: str
    """Words before a name that is not wanted."""
    not_after: str
    """Words after such a name."""
    between: tuple[str, ...] = ()
    """Words that may stand between `not_for` and the name."""
    beside: tuple[str, ...] = ()
    """Words that may stand beside names in a text without anything else."""
    chained: tuple[str, ...] = ()
    """Words such as `or`."""


class YesAndNo(Struct, frozen=True, forbid_unknown_fields=True):
    """How people say yes or no in their own words: patterns for the beginning of a sentence."""

    before: str
    """What may come before the decisive word."""
    yes: str
    no: str
    condition: str
    """Words that take a yes back, or make it conditional, anywhere in a sentence."""
    also: str
    """Words beside a yes that add nothing to it."""
    changes: str
    """Words that change something that was shown, anywhere in a sentence."""


class Stranger(Struct, frozen=True, forbid_unknown_fields=True):
    """How somebody who is in no game writes what they would like."""

    wishes: str
    """Patterns for parts of a wish to play or of a question."""


class File(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    line: tuple[Line, ...]
    host: tuple[Line, ...] = ()
    """Lines of the host."""
    host_begins: tuple[str, ...] = ()
    """The first words of these lines, by which a typing mistake is recognised."""
    because: str = ""
    """The pattern for what connects a line of the host to its reason. The reason keeps its first
    word if it is incomplete without it."""
    dates: dict[str, str] = field(default_factory=dict)
    days: dict[str, str] = field(default_factory=dict)
    """The words for days that are counted from today, besides those of dates."""
    amounts: dict[str, str] = field(default_factory=dict)
    """Numbers and units in words."""
    joining: Joining | None = None
    yes_and_no: YesAndNo | None = None
    stranger: Stranger | None = None


class _Row(NamedTuple):
    like: re.Pattern[str]
    means: str
    words: Mapping[str, str]
    amounts: Mapping[str, str]


@cache
def _rows() -> tuple[_Row, ...]:
    return tuple(_read())


@cache
def _by_language() -> Mapping[str, File]:
    paths = sorted((templates() / "languages").glob(f"*/{FILE}"))
    return {
        path.parent.name: convert(tomllib.loads(path.read_text("utf-8")), File) for path in paths
    }


def _files() -> tuple[File, ...]:
    return tuple(_by_language().values())


@cache
def joining() -> Mapping[str, Joining]:
    """Return how people answer an invitation in each of the other languages."""
    return {code: file.joining for code, file in _by_language().items() if file.joining}


@cache
def yes_and_no() -> tuple[YesAndNo, ...]:
    """Return how people say yes and no in the other languages."""
    return tuple(file.yes_and_no for file in _files() if file.yes_and_no)


def strangers() -> dict[str, Stranger]:
    """Return by language how strangers write what they would like."""
    return {code: file.stranger for code, file in _by_language().items() if file.stranger}


def dates_in_english(text: str) -> str:
    """Translate the words of dates in a text."""
    for file in _files():
        text = _worded(text, file.dates)
    return text


def days_in_english(text: str) -> str:
    """Translate the words of dates in a text, and of days that are counted from today."""
    for file in _files():
        text = _worded(text, {**file.dates, **file.days})
    return text


def _read() -> Iterator[_Row]:
    for file in _files():
        for line in file.line:
            like = re.compile(line.like, re.IGNORECASE | re.DOTALL)
            words, amounts = file.dates if line.dates else {}, file.amounts if line.amounts else {}
            yield _Row(like, line.means, words, amounts)


@lru_cache(1_000)
def in_english(line: str) -> str:
    """Translate a line if it is a command in another language; else return it as it is."""
    text = line.strip()
    for like, means, words, amounts in _rows():
        if found := like.fullmatch(text):
            said = _worded(_with_parts(means, found, amounts), words)
            return re.sub(r"(?: as| because:)? *$", "", said)
    return line


def _with_parts(means: str, found: re.Match[str], amounts: Mapping[str, str]) -> str:
    """Fill in the parts that are kept; amounts in words become figures."""
    parts = [amounts.get(part.lower(), part) for part in found.groups("")]
    return re.sub(r"\\(\d)", lambda place: parts[int(place[1]) - 1], means)


@lru_cache(1_000)
def hosts_in_english(line: str) -> str:
    """Translate a line if it is a command of the host in another language, with its reason; else
    return it as it is."""
    for file in _files():
        whole = line.strip(), ""
        parted = _without_reason(line.strip(), file.because)
        for one in file.host:
            text, reason = whole if one.whole else parted
            if found := re.fullmatch(one.like, text, re.IGNORECASE | re.DOTALL):
                said = _with_parts(one.means, found, file.amounts if one.amounts else {})
                said = _worded(said, file.dates if one.dates else {}).strip()
                return f"{said} because {reason}" if reason else said
    return line


def _without_reason(text: str, because: str) -> tuple[str, str]:
    """Split a reason off the end of a line."""
    found = re.fullmatch(rf"(.+?){because}(.+)", text, re.IGNORECASE | re.DOTALL)
    return (found[1], found[2]) if because and found else (text, "")


def hosts_first_words() -> list[str]:
    """Return the words that commands of the host begin with in the other languages."""
    return [word for file in _files() for word in file.host_begins]


def _worded(text: str, words: Mapping[str, str]) -> str:
    if not words:
        return text
    longest_first = sorted(map(re.escape, words), key=len, reverse=True)
    known = re.compile(rf"\b(?:{'|'.join(longest_first)})\b", re.IGNORECASE)
    return " ".join(known.sub(lambda found: words[found[0].lower()], text).split())
