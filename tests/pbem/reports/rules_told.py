"""What crib sheet and help tell of a game's rules, and the numbers in it."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from engine.core.game import Game
from pbem.reports import crib_sheet
from pbem.reports.languages.language import ENGLISH
from pbem.reports.rendering import plain
from pbem.reports.topics import topics_of
from tests.pbem.reports.sampled import compose
from tests.pbem.reports.samples import MODERATOR

UNRENDERED = re.compile(
    r"\{\{|\}\}|\{%|%\}|\*\*|\bNone\b|\bTrue\b|\bFalse\b|[\ue000-\uf8ff]|(?<!\.)\.\.(?!\.)| ,"
)
Path = tuple[Any, ...]
"""The keys that lead to a place in a tree."""


def help_on(game: Game, topic: str, rules: dict[str, Any], language: str = ENGLISH) -> str:
    about = {"name": "club1", "rules": game.name, "title": game.title}
    payload = {"kind": "help", "moderator": MODERATOR, "game": about, "rules": rules}
    return compose(payload | {"about": {"topic": topic}, "language": language}, game.words).text


TOLD: dict[tuple[str, str, tuple[str, ...]], str] = {}
"""What help tells of rules that several tests look at."""


def everything(game: Game, rules: dict[str, Any], tables: Collection[str]) -> str:
    """All that help can tell of these rules: its topics, and the entries of these tables."""
    key = game.name, json.dumps(rules), tuple(tables)
    if key not in TOLD:
        TOLD[key] = _everything(game, rules, tables)
    return TOLD[key]


def _everything(game: Game, rules: dict[str, Any], tables: Collection[str]) -> str:
    topics = [topic.title for topic in topics_of(game.name) if topic.key != "forms"]
    entries = [game.words.name(entry) for table in tables for entry in rules[table]]
    return "\n".join(help_on(game, said, rules) for said in topics + entries)


def on_one_line(text: str) -> str:
    return " ".join(text.split())


def check_all_told(game: Game, rules: dict[str, Any], tables: Collection[str]) -> None:
    """Sheet and help of these rules fit the page, and nothing in them is left to be filled in."""
    for text in (crib_sheet.text(game, rules), everything(game, rules, tables)):
        assert [line for line in text.splitlines() if plain.columns(line) > 72] == []
        assert UNRENDERED.findall(text) == []
    page = LexborHTMLParser(crib_sheet.page(game, rules))
    assert UNRENDERED.findall(page.text()) == []
    assert page.css("script, link, img, a, iframe") == []


def leaves(tree: Any, path: Path = ()) -> Iterator[Path]:
    """The paths to all numbers of a tree."""
    pairs = (
        tree.items()
        if isinstance(tree, dict)
        else enumerate(tree)
        if isinstance(tree, list)
        else ()
    )
    for key, value in pairs:
        if isinstance(value, int) and not isinstance(value, bool):
            yield (*path, key)
        yield from leaves(value, (*path, key))


def renumbered(
    rules: dict[str, Any], unchanged: Collection[Path]
) -> tuple[dict[str, Any], dict[int, Path]]:
    """The facts with a number of its own in each place but these, and which stands where."""
    changed, places = json.loads(json.dumps(rules)), {}
    for n, path in enumerate(path for path in leaves(rules) if path not in unchanged):
        at = changed
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = 100_001 + 10 * n
        places[100_001 + 10 * n] = path
    return changed, places
