"""Finds the help topics of a game, and which of them somebody means.

A game's `topics.toml` lists its topics in order: key, title, names, and the categories of the
vocabulary for which each name has a text of its own. Its `help.j2` has a macro for each of them.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from engine.orders.vocabulary import Vocabulary
from engine.orders.words.lexicon import LEAD, Names, Word, tokens
from pbem.reports.jinja_environment import TemplateMissing, folder
from pbem.reports.languages.language import ENGLISH, texts_of
from pbem.resources import templates

FILE = "topics.toml"
FORMS = "forms"
"""A topic of every game: how its orders are written."""
CLAUSES = "conditions"
"""A topic of every game: conditions and standing orders."""
CLAUSES_NAMES = (
    *("if", "else", "when", "stop", "condition", "standing orders", "standing order"),
    *("standing", "situations", "queue", "forget", "conditional orders", "unless"),
)
PRESS = "press"
"""A topic of every game: how players write to each other and to themselves."""
PRESS_NAMES = (
    *("diary", "diaries", "reply", "letters", "messages", "message", "anonymous press"),
    *("press to", "writing to others", "talk", "diplomacy press", "press to all"),
)
SHEET = "sheet"
"""A topic of every game: all its topics and order forms together."""
SHEET_NAMES = ("cheat sheet", "reference sheet", "summary", "whole sheet", "all topics")
GENERAL = (FORMS, CLAUSES, PRESS, SHEET)
"""The topics of every game, whose text is not from the game."""
FORMS_NAMES = ("orders", "order", "form", "writing orders", "how to write orders", "syntax")
OF_ALL_GAMES: tuple[Mapping[str, Any], ...] = (
    {"key": FORMS, "title": "Order forms", "names": FORMS_NAMES},
    {"key": CLAUSES, "title": "Conditions and standing orders", "names": CLAUSES_NAMES},
    {"key": PRESS, "title": "Press and diary", "names": PRESS_NAMES},
    {"key": SHEET, "title": "Crib sheet", "names": SHEET_NAMES},
)
Called = Callable[[str], str]
"""Returns a language's name for the thing behind a key."""
MOST = 3
"""How many texts a request may be answered with."""


@dataclass(frozen=True)
class Topic:
    """A help text. `entries`: the categories whose names have texts of their own, and their macros.
    `on_sheet`: whether the crib sheet has it, too; it lacks texts that only add to other topics."""

    key: str
    title: str
    names: Names
    entries: Mapping[str, str]
    on_sheet: bool = True


class Entry(NamedTuple):
    """A help text to give: a whole topic, or one name that belongs to it."""

    title: str
    macro: str
    key: str = ""


class _Source(NamedTuple):
    """Names that lead to entries: those of a topic, or of a category with its macro."""

    names: Names
    topic: Topic
    macro: str = ""
    called: Called | None = None


@cache
def topics_of(game: str, code: str = ENGLISH) -> tuple[Topic, ...]:
    """Read the topics of a game, by its name, followed by those of every game, with the names that
    a language gives them. English names work, too.

    Raises TemplateMissing, LanguageMissing.
    """
    path = templates() / folder(game) / FILE
    try:
        rows = tomllib.loads(path.read_text("utf-8"))["topic"]
    except FileNotFoundError:
        raise TemplateMissing(f"there is no templates/{folder(game)}/{FILE}") from None
    called = _called(game, code) | texts_of(code).how["topics"]
    return tuple(_topic(row, called.get(row["key"], {})) for row in (*rows, *OF_ALL_GAMES))


def _called(game: str, code: str) -> Mapping[str, Any]:
    """Return what a language calls the topics of a game."""
    path = templates() / "languages" / code / folder(game) / FILE
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


def _topic(row: Mapping[str, Any], called: Mapping[str, Any]) -> Topic:
    key, title = row["key"], called.get("title", row["title"])
    names = [title, row["title"], key, *row["names"], *called.get("names", ())]
    called_so = Names({key: list(dict.fromkeys(names))})
    return Topic(key, title, called_so, row.get("entries", {}), row.get("sheet", True))


def found(
    said: str,
    topics: Sequence[Topic],
    words: Vocabulary,
    called: Called | None = None,
    spoken: Vocabulary | None = None,
) -> list[Entry]:
    """Find the help that somebody asks for; empty if there is no such topic.

    A name is found as it is written, or with a typing slip, or among other words. `called` returns
    the names in the reader's language, and `spoken` knows what else people call things in it: both
    work, too.
    """
    sources = tuple(_sources(topics, words, called, spoken))
    asked = tokens(said)
    bare = [word for word in asked if word not in words.words.grammar.noise]
    for search in (_exact, _guessed, _contained):
        for said_words in (asked, bare):
            if entries := list(dict.fromkeys(search(said_words, sources))):
                return entries[:MOST]
    return []


def is_name(said: str, topics: Sequence[Topic], words: Vocabulary) -> bool:
    """Tell whether this is exactly the name of a topic."""
    return any(_exact(tokens(said), tuple(_sources(topics, words))))


def _sources(
    topics: Sequence[Topic],
    words: Vocabulary,
    called: Called | None = None,
    spoken: Vocabulary | None = None,
) -> Iterator[_Source]:
    for topic in topics:
        yield _Source(topic.names, topic)
        for category, macro in topic.entries.items():
            names = words.words.grammar.names[category]
            yield _Source(names, topic, macro, called or words.name)
            if called:
                own = Names({key: [called(key)] for key in names.keys})
                yield _Source(own, topic, macro, called)
            if spoken:
                also = spoken.words.grammar.names[category]
                yield _Source(also, topic, macro, called or words.name)


def _entry(source: _Source, key: str) -> Entry:
    if source.called:
        return Entry(source.called(key), source.macro, key)
    return Entry(source.topic.title, source.topic.key)


def _exact(said: Sequence[Word], sources: Sequence[_Source]) -> Iterator[Entry]:
    yield from _at(said, 0, len(said), sources)


def _at(said: Sequence[Word], place: int, end: int, sources: Sequence[_Source]) -> Iterator[Entry]:
    """Find the entries with exactly these words as a name. A topic is left out if one of its
    entries has the same name, as that says more about it."""
    named = [(s, name.key) for s in sources for name in s.names.at(said, place) if name.end == end]
    told = {source.topic.key for source, _ in named if source.called}
    for source, key in named:
        if source.called or source.topic.key not in told:
            yield _entry(source, key)


def _guessed(said: Sequence[Word], sources: Sequence[_Source]) -> Iterator[Entry]:
    """Find what the words together may be, with a typing slip: the cheapest guess, and any as
    close."""
    guesses = [
        (name.cost, _entry(source, name.key))
        for source in sources
        for name in source.names.guessed(said, 0)
        if name.end == len(said)
    ]
    best = min((cost for cost, _ in guesses), default=0)
    yield from (entry for cost, entry in guesses if cost < best + LEAD)


def _contained(said: Sequence[Word], sources: Sequence[_Source]) -> Iterator[Entry]:
    """Find names among the words, at each position the longest."""
    place = 0
    while place < len(said):
        end = max((name.end for s in sources for name in s.names.at(said, place)), default=0)
        yield from _at(said, place, end, sources)
        place = max(end, place + 1)
