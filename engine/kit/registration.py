"""How a game is assembled from its package: each part is found by the name of its module.

`PARTS` lists the modules. In addition, `data` has SHIPPED and read(files), `words` has names(data)
for vocabulary.toml, `events` may have CONCERNS, and `telling` is a folder (`telling_of`). Each
`Kind` and `GameEvent` defined in any module of the package, in subfolders too, becomes part of the
game. The game is named after its package. Anything else is passed in where the game is assembled.
"""

import pkgutil
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any, TypeAlias

from engine.core.decision import Kind, Seat
from engine.core.game import Game, hash_of
from engine.core.rules_interface import Event, GameEvent
from engine.core.state_bytes import dump
from engine.kit.naming import vocabulary_of
from engine.kit.telling import Questions, Story, Telling, chapter

Given: TypeAlias = Callable[[Any, Any], Any]
"""Turns a part, as its module defines it, into the game's own, given the tables."""


QUESTIONS = ("ASK", "TITLES", "OTHERWISE", "FACTS", "TOLD")
"""The names of the tables with what is told about questions."""


def name_of(package: str) -> str:
    """Return a game's name from its package: "struggle-of-empires"."""
    return package.rpartition(".")[2].replace("_", "-")


def as_it_is(_data: Any, part: Any) -> Any:
    """Use a part that needs no tables, or takes them from the state."""
    return part


def with_data(data: Any, part: Callable[..., Any]) -> Any:
    """Pass the tables to a function as its first argument."""
    return partial(part, data)


def of_data(data: Any, part: Callable[[Any], Any]) -> Any:
    """Call a function with the tables and use the result."""
    return part(data)


PARTS: Mapping[str, tuple[str, str, Given]] = {
    "options": ("options", "options", with_data),
    "seat_names": ("options", "seat_names", with_data),
    "option_list": ("options", "option_list", of_data),
    "start": ("start", "start", with_data),
    "leads": ("start", "leads", with_data),
    "load": ("state", "load", with_data),
    "segments": ("sequence", "SEGMENTS", as_it_is),
    "segment": ("sequence", "segment", as_it_is),
    "follow": ("sequence", "follow", as_it_is),
    "upcoming": ("sequence", "upcoming", as_it_is),
    "foreseen": ("foresight", "foreseen", as_it_is),
    "starts": ("attack.arriving", "starts", as_it_is),
    "appeal": ("suggesting", "appeal", as_it_is),
    "view": ("view", "view", as_it_is),
    "result": ("view", "result", as_it_is),
    "place": ("position", "POSITIONS", lambda data, positions: partial(positions.place, data)),
    "position": ("position", "POSITIONS", lambda _, positions: positions.keys.said),
    "paths": ("position", "POSITIONS", lambda data, positions: positions.paths(data)),
    "changes": ("host_changes", "changes", as_it_is),
    "do_change": ("host_changes", "do_change", as_it_is),
    "rules_facts": ("facts", "rules_facts", with_data),
    "plans": ("plans", "PLANS", as_it_is),
    "advise": ("bot", "advise", with_data),
    "negotiate": ("bot", "negotiate", with_data),
}
"""For each part of a game: its module, its name there, and how it is turned into the game's own."""


def game_of(package: str, *, title: str, version: str, **own: Any) -> Game:
    """Assemble the game of a package with its shipped data; `own`: parts that only this game has.

    Raises DataError if the data are wrong, TypeError if a part is missing.
    """
    modules = _modules(package)
    tables, words = modules["data"], modules["words"]
    fixed: dict[str, Any] = {
        "name": name_of(package),
        "title": title,
        "version": version,
        "dump": dump,
        "kinds": kinds_of(modules),
        "events": events_of(modules),
        "telling": telling_of(f"{package}.telling") if "telling" in modules else None,
        "concerns": partial(concerns, getattr(modules.get("events"), "CONCERNS", {})),
        **own,
    }

    def game(files: Mapping[str, bytes]) -> Game:
        data = tables.read(files)
        parts: dict[str, Any] = {
            "words": vocabulary_of(package, words.names(data)),
            "data": files,
            "data_hash": hash_of(files),
            "with_data": game,
            **_found(modules, data),
            **fixed,
        }
        return Game(**parts)

    return game(tables.SHIPPED)


def _found(modules: Mapping[str, ModuleType], data: Any) -> dict[str, Any]:
    """Return the parts that the modules have; a game can do without some."""
    return {
        part: given(data, getattr(modules[module], name))
        for part, (module, name, given) in PARTS.items()
        if hasattr(modules.get(module), name)
    }


def kinds_of(modules: Mapping[str, ModuleType]) -> dict[str, Kind]:
    """Return the kinds of decision that modules define, by name.

    Raises ValueError if two share a name.
    """
    kinds: dict[str, Kind] = {}
    for module in modules.values():
        for value in vars(module).values():
            if isinstance(value, Kind) and kinds.setdefault(value.name, value) is not value:
                raise ValueError(f"{module.__name__}: another kind is called {value.name}")
    return kinds


def events_of(modules: Mapping[str, ModuleType]) -> dict[str, type[GameEvent]]:
    """Return the events that modules define, by name, except base classes (with an underscore)."""
    return {
        value.what: value
        for module in modules.values()
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, GameEvent)
        if value.__module__ == module.__name__ and not name.startswith("_")
    }


def telling_of(package: str) -> Telling:
    """Assemble what a game tells from the names in the modules of its `telling/`: the chapters of
    its story, the tables UNTOLD, TOGETHER and QUESTIONS, and the functions of `Telling`.

    Raises TypeError if a part is missing.
    """
    modules = _modules(package).values()
    named = {name: value for module in modules for name, value in vars(module).items()}
    tells = {what: tell for module in modules for what, tell in chapter(module).items()}
    together = {what: row for m in modules for what, row in getattr(m, "TOGETHER", {}).items()}
    tables = (named.get(name, {}) for name in QUESTIONS)
    return Telling(
        Story(tells, named.get("UNTOLD", {}), together),
        Questions(*tables),
        **{name: named[name] for name in Telling._fields[2:] if name in named},
    )


def concerns(fields: Mapping[str, tuple[str, ...]], event: Event, seat: Seat) -> bool:
    """Tell whether an event names a seat in one of its fields listed here; with (), just whether
    the event is listed."""
    named = fields.get(event.what)
    return named is not None and (not named or any(event.data[field] == seat for field in named))


def _modules(package: str) -> dict[str, ModuleType]:
    """Return the modules of a package by name ("combat.events" in a subfolder), in order."""
    before = f"{package}."
    found = pkgutil.walk_packages(import_module(package).__path__, before)
    return {
        name.removeprefix(before): import_module(name) for name in sorted(m.name for m in found)
    }
