"""What the code says: the ids of messages in its source, and the slots that it fills."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests import ROOT

SAYS = {"message", "no", "refuse", "wrong"}
"""The functions that are given an id and slots; `wrong` has a key before it."""
ID = re.compile(r"[a-z]\w*\.[a-z]\w*")


class Said(NamedTuple):
    """An id in the source, and what its slots are called; None: that cannot be read there."""

    id: str
    where: str
    slots: frozenset[str] | None


def files_of(game: str) -> list[Path]:
    """The sources of a game; with "" those that belong to none."""
    if game:
        return sorted((ROOT / "engine" / game.replace("-", "_")).rglob("*.py"))
    games = {file.parent for file in (ROOT / "engine").glob("*/vocabulary.toml")}
    found = (file for room in ("engine", "pbem") for file in (ROOT / room).rglob("*.py"))
    return sorted(file for file in found if games.isdisjoint(file.parents))


@cache
def said_in(game: str) -> list[Said]:
    """What the sources of a game say by an id that stands in a call."""
    return [said for file in files_of(game) for said in _said(file)]


@cache
def written_in(game: str) -> frozenset[str]:
    """All strings in the sources of a game that may be ids, in tables too."""
    trees = (ast.parse(file.read_text("utf-8")) for file in files_of(game))
    found = (node.value for tree in trees for node in ast.walk(tree) if _is_text(node))
    return frozenset(text for text in found if ID.fullmatch(text))


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _said(file: Path) -> Iterator[Said]:
    tree = ast.parse(file.read_text("utf-8"))
    for scope in ast.walk(tree):
        if isinstance(scope, ast.Module | ast.FunctionDef):
            known = _dicts(scope)
            for call in _own(scope):
                if isinstance(call, ast.Call) and getattr(call.func, "id", "") in SAYS:
                    slots, where = _slots(call, known), f"{file.name}:{call.lineno}"
                    yield from (Said(id, where, slots) for id in _ids(call))


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """What stands in a scope itself, not in a function of its own."""
    for node in ast.iter_child_nodes(scope):
        if not isinstance(node, ast.FunctionDef):
            yield node
            yield from _own(node)


def _ids(call: ast.Call) -> list[str]:
    texts = (node.value for arg in call.args[:2] for node in _choices(arg) if _is_text(node))
    return [text for text in texts if ID.fullmatch(text)]


def _choices(arg: ast.expr) -> list[ast.expr]:
    return [arg.body, arg.orelse] if isinstance(arg, ast.IfExp) else [arg]


def _dicts(scope: ast.AST) -> dict[str, set[str] | None]:
    """The keys of the dicts that have a name in a scope; None: they are not all written there."""
    found: dict[str, set[str] | None] = {}
    for node in _own(scope):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name, keys = node.targets[0].id, _keys(node.value)
            found[name] = keys if name not in found else None
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            found[getattr(node.value, "id", "")] = None
    return found


def _keys(value: ast.expr) -> set[str] | None:
    if not isinstance(value, ast.Dict) or not all(map(_is_text, filter(None, value.keys))):
        return None
    return None if None in value.keys else {key.value for key in value.keys}


def _slots(call: ast.Call, known: dict[str, set[str] | None]) -> frozenset[str] | None:
    slots: set[str] = set()
    for keyword in call.keywords:
        given = {keyword.arg} if keyword.arg else known.get(getattr(keyword.value, "id", ""))
        if given is None:
            return None
        slots |= given
    return frozenset(slots)
