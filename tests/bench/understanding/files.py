"""Understanding files: a position, whose mails they are, and what each mail means."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from engine.scenarios.scenario import Scenario, ScenarioUnreadable, steps_of

_KEYS = {
    "title": (str, "a text"),
    "game": (str, "the name of a game"),
    "seat": (str, "whose mails these are"),
    "dice": (list, "a list of draws"),
    "options": (dict, "a table"),
    "position": (dict, "a table"),
    "step": (list, "tables [[step]]"),
    "mail": (list, "tables [[mail]]"),
}
_MAIL_KEYS = {
    "text": (str, "what the player writes"),
    "means": (list | str, 'canonical lines, [] for no order, or "ask"'),
    "open": (str, "a kind of question"),
    "html": (str, "the HTML part of the mail"),
    "note": (str, "a text"),
}
ASK = "ask"


class Mail(NamedTuple):
    """A mail and what it means: canonical lines, none of them, or something that is asked."""

    number: int
    text: str
    means: tuple[str, ...] | Literal["ask"]
    open: str = ""
    html: str = ""


class UnderstandingFile(NamedTuple):
    """The mails of one seat in one position."""

    source: str
    seat: str
    scenario: Scenario
    mails: tuple[Mail, ...]


def found(paths: Iterable[str]) -> Iterator[Path]:
    """The files that are named, and those in directories that are."""
    for path in map(Path, paths):
        yield from sorted(path.rglob("*.toml")) if path.is_dir() else [path]


def load(path: Path) -> UnderstandingFile:
    """Read a file. Raises ScenarioUnreadable."""
    source = str(path)
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ScenarioUnreadable(source, "file", error.strerror or str(error)) from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ScenarioUnreadable(source, "file", f"expected TOML: {error}") from None
    _check(given, _KEYS, source, "", ("game", "seat", "mail"))
    scenario = Scenario(
        source,
        given.get("title", ""),
        given["game"],
        dice=tuple(given.get("dice", ())),
        options=given.get("options", {}),
        position=given.get("position", {}),
        steps=steps_of(given.get("step", ()), source),
    )
    mails = tuple(_mail(mail, source, n) for n, mail in enumerate(given["mail"], 1))
    return UnderstandingFile(source, given["seat"], scenario, mails)


def _mail(given: Any, source: str, number: int) -> Mail:
    where = f"mail {number}: "
    if not isinstance(given, dict):
        raise ScenarioUnreadable(source, where.rstrip(": "), "expected a table")
    _check(given, _MAIL_KEYS, source, where, ("text", "means"))
    means = given["means"]
    if isinstance(means, str) and means != ASK:
        raise ScenarioUnreadable(source, f"{where}means", f"expected {_MAIL_KEYS['means'][1]}")
    lines = ASK if means == ASK else tuple(means)
    return Mail(number, given["text"], lines, given.get("open", ""), given.get("html", ""))


def _check(
    given: Mapping[str, Any],
    keys: Mapping[str, tuple[Any, str]],
    source: str,
    where: str,
    needed: Iterable[str],
) -> None:
    for key, value in given.items():
        if key not in keys:
            raise ScenarioUnreadable(source, where + key, f"expected one of {', '.join(keys)}")
        wanted, what = keys[key]
        if not isinstance(value, wanted):
            raise ScenarioUnreadable(source, where + key, f"expected {what}, found {value!r}")
    for key in needed:
        if key not in given:
            raise ScenarioUnreadable(source, where + key, f"expected {keys[key][1]}")
