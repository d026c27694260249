"""Keys of a position that mean the same in every game: numbers, and seats by name.

A position is the tree that scenario files write; each game says in a table which keys it has, and
in a tree of names what can stand below each.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple, NoReturn

from engine.core.decision import Refusal, Refused

Put = Callable[[Any, Any], None]
"""Puts the value of a key into a state. Raises Refused, naming the key."""
Names = Mapping[str, "Names"]
"""The names that can stand in a tree, each with those below it."""


def wrong(key: str, what: str) -> NoReturn:
    """Refuse a position: what is wrong with the key."""
    raise Refused(Refusal(f"position.{key}: {what}."))


def known(key: str, found: Any, allowed: Any) -> None:
    """Check that a value is one of those allowed. Raises Refused."""
    if found not in allowed:
        wrong(key, f"{found!r} is none of {', '.join(map(str, allowed))}")


def natural(key: str, found: Any) -> int:
    """A number from 0 on. Raises Refused."""
    if isinstance(found, bool) or not isinstance(found, int) or found < 0:
        wrong(key, f"expected a number from 0 on, got {found!r}")
    return found


class Misnamed(NamedTuple):
    """A key of a tree that is none of those that can stand there."""

    where: tuple[str, ...]
    key: str
    allowed: tuple[str, ...]


def each(names: Iterable[str], below: Names | None = None) -> Names:
    """The same below each of some names; nothing, if nothing is given."""
    return dict.fromkeys(names, below or {})


def misnamed(tree: Any, names: Names, where: tuple[str, ...] = ()) -> Misnamed | None:
    """The first key of a tree that is not among the names; None: all are."""
    for key, value in tree.items() if isinstance(tree, Mapping) else ():
        if key not in names:
            return Misnamed(where, key, tuple(names))
        if found := misnamed(value, names[key], (*where, key)):
            return found
    return None


def put_all(keys: Mapping[str, Put], names: Names, state: Any, position: Mapping[str, Any]) -> None:
    """Put a position into a state, in the order of the keys there are. Raises Refused."""
    for key in position:
        if key not in keys:
            wrong(key, f"there is no such key; there are {', '.join(keys)}")
    if found := misnamed(position, names):
        what = f"is none of {', '.join(found.allowed)}" if found.allowed else "has no place here"
        wrong(".".join(found.where), f"{found.key!r} {what}")
    for key, put in keys.items():
        if key in position:
            put(state, position[key])


def a_number(attribute: str) -> Put:
    """A key that holds a number of the state."""

    def put(state: Any, value: Any) -> None:
        setattr(state, attribute, natural(attribute, value))

    return put


def a_word(attribute: str, allowed: Collection[str]) -> Put:
    """A key that holds one of some words."""

    def put(state: Any, value: Any) -> None:
        known(attribute, value, allowed)
        setattr(state, attribute, value)

    return put


def each_seat(attribute: str) -> Put:
    """A key that holds a number for each seat; points may be negative."""

    def put(state: Any, value: Mapping[str, Any]) -> None:
        for seat, given in value.items():
            if attribute != "victory_points":
                natural(f"{attribute}.{seat}", given)
            getattr(state, attribute)[seat] = given

    return put


def seat_named(attribute: str) -> Put:
    """A key that names a seat."""

    def put(state: Any, value: Any) -> None:
        known(attribute, value, state.seats)
        setattr(state, attribute, value)

    return put
