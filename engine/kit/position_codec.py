"""Positions as trees of plain data, as in scenario files: read off a state, put into one.

A game lists the keys of its positions in one table. Each entry describes a key in both directions,
with the names that can be below it; `counts_by("areas", "seats")` is a number by area and seat. The
key is the name of the state's attribute, unless the entry says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple, NoReturn, TypeAlias

import msgspec

from engine.core.decision import Refused, refuse
from engine.core.messages import Message, message, text
from engine.core.mistakes import mistake

Tree: TypeAlias = Mapping[str, Any]
Names: TypeAlias = Mapping[str, "Names"]
"""The names that can be in a tree, each with those below it."""
Groups: TypeAlias = Mapping[str, Iterable[str]]
"""All existing names, by group."""
Below: TypeAlias = Callable[[Groups], Names]
Put: TypeAlias = Callable[[Any, str, Any], None]
"""Puts the value for a key into a state. Raises Refused, naming the key."""
Said: TypeAlias = Callable[[Any, str], Any]
"""Reads the value for a key off a state."""
Allowed: TypeAlias = Collection[str] | Callable[[Any], Collection[str]]
"""The words that are allowed, or a function that returns them for a state."""
Kept: TypeAlias = Callable[[Iterable[Any]], list[Any]]
"""How a list is stored: `list` keeps the order, `sorted` is for lists without one."""


# Mistakes


def wrong(key: str, id: str, /, **slots: Any) -> NoReturn:
    """Refuse a position: the message that says what is wrong with the key, and its slots."""
    raise Refused(refuse("refusal.position", key=text(key), what=message(id, **slots)))


def written(found: Any) -> Message:
    """Show a value of a position in a message."""
    return text(repr(found))


def listed(names: Iterable[Any]) -> Message:
    """List the possible names in a message."""
    return text(", ".join(map(str, names)))


def known(key: str, found: Any, allowed: Collection[Any]) -> None:
    """Check that a value is one of those allowed. Raises Refused."""
    if found not in allowed:
        wrong(key, "mistake.none_of", found=written(found), allowed=listed(allowed))


def natural(key: str, found: Any) -> int:
    """Check that a value is an integer of 0 or more, and return it. Raises Refused."""
    if isinstance(found, bool) or not isinstance(found, int) or found < 0:
        wrong(key, "mistake.not_natural", found=written(found))
    return found


class Misnamed(NamedTuple):
    """A key of a tree that is not one of those allowed in its place."""

    where: tuple[str, ...]
    key: str
    allowed: tuple[str, ...]


def misnamed(tree: Any, names: Names, where: tuple[str, ...] = ()) -> Misnamed | None:
    """Return the first key of a tree that is not among the names, or None."""
    for key, value in tree.items() if isinstance(tree, Mapping) else ():
        if key not in names:
            return Misnamed(where, key, tuple(names))
        if found := misnamed(value, names[key], (*where, key)):
            return found
    return None


# What can be below a key


def by(*groups: str) -> Below:
    """Allow names of the first group, below each of them names of the second, and so on."""

    def names(known: Groups) -> Names:
        below: Names = {}
        for group in reversed(groups):
            below = dict.fromkeys(known[group], below)
        return below

    return names


NOTHING = by()


def fields(shape: type[msgspec.Struct], **groups: str) -> Below:
    """Allow the fields of a struct; `groups`: the group of names allowed below a field."""
    below = {field: by(groups[field]) if field in groups else by() for field in _fields(shape)}
    return lambda known: {field: names(known) for field, names in below.items()}


def _fields(shape: type[msgspec.Struct]) -> tuple[str, ...]:
    return shape.__struct_fields__


# Entries


class Entry(NamedTuple):
    """A key of a position, in both directions; without `put` it can only be expected."""

    said: Said
    put: Put | None = None
    below: Below = NOTHING

    def checked(self, check: Put) -> Entry:
        """Return the entry with a check of the value before it is put into the state."""
        put = self.put

        def checking(state: Any, key: str, value: Any) -> None:
            check(state, key, value)
            if put is not None:
                put(state, key, value)

        return self._replace(put=checking)


def derived(said: Callable[[Any], Any], *groups: str) -> Entry:
    """Describe a value that follows from the rest of a state and can only be expected."""
    return Entry(lambda state, _: said(state), below=by(*groups))


def number() -> Entry:
    """Describe a number of 0 or more."""
    return Entry(getattr, lambda state, key, value: setattr(state, key, natural(key, value)))


def word(allowed: Allowed) -> Entry:
    """Describe one of some words, such as the name of a seat."""

    def put(state: Any, key: str, value: Any) -> None:
        known(key, value, _words(allowed, state))
        setattr(state, key, value)

    return Entry(getattr, put)


def list_of(allowed: Allowed | None = None, kept: Kept = list) -> Entry:
    """Describe a list of some words, or of anything."""

    def put(state: Any, key: str, value: Any) -> None:
        _each_known(key, value, allowed, state)
        setattr(state, key, kept(value))

    return Entry(lambda state, key: list(getattr(state, key)), put)


def numbers_by(group: str, *, signed: bool = False) -> Entry:
    """Describe a number by name; `signed`: it can be negative."""

    def put(state: Any, key: str, value: Tree) -> None:
        numbers = {
            name: given if signed else natural(f"{key}.{name}", given)
            for name, given in value.items()
        }
        getattr(state, key).update(numbers)

    return Entry(lambda state, key: dict(getattr(state, key)), put, by(group))


def words_by(group: str, allowed: Allowed | None = None) -> Entry:
    """Describe one of some words by name; names without one are left out."""

    def put(state: Any, key: str, value: Tree) -> None:
        for name, found in value.items():
            _each_known(f"{key}.{name}", [found], allowed, state)
        getattr(state, key).update(value)

    return Entry(_present, put, by(group))


def lists_by(group: str, allowed: Allowed | None = None, kept: Kept = list) -> Entry:
    """Describe a list by name; names with an empty list are left out."""

    def put(state: Any, key: str, value: Tree) -> None:
        for name, found in value.items():
            _each_known(f"{key}.{name}", found, allowed, state)
        getattr(state, key).update({name: kept(found) for name, found in value.items() if found})

    return Entry(_present, put, by(group))


def counts_by(*groups: str) -> Entry:
    """Describe a count by a name of each group in turn; zeros are left out."""

    def put(state: Any, key: str, value: Tree) -> None:
        getattr(state, key).update(_counted(key, value, len(groups)))

    return Entry(_present, put, by(*groups))


def struct(shape: Any, attribute: str = "", below: Below = NOTHING) -> Entry:
    """Describe a struct, or a list of structs, in this attribute of the state."""

    def put(state: Any, key: str, value: Any) -> None:
        try:
            setattr(state, attribute or key, msgspec.convert(value, shape))
        except msgspec.ValidationError as error:
            found = mistake(error, shape, value)
            where = ".".join(filter(None, (key, found.key)))
            wrong(where, "mistake.of_shape", said=text(found.said))

    def said(state: Any, key: str) -> Any:
        value = getattr(state, attribute or key)
        return {} if value is None else plain(value)

    return Entry(said, put, below)


def plain(value: Any) -> Any:
    """Convert a part of a state to plain data that can be changed without changing the state."""
    return msgspec.to_builtins(value)


def result(state: Any) -> dict[str, Any] | None:
    """Return a finished game's `outcome` as plain data; None while it goes on."""
    ended: dict[str, Any] | None = plain(state.outcome)
    return ended


def parts(state: Any, *names: str) -> Tree:
    """Return some attributes of a state by name, as plain data."""
    return {name: plain(getattr(state, name)) for name in names}


def _present(state: Any, key: str) -> dict[str, Any]:
    return {name: plain(value) for name, value in getattr(state, key).items() if value}


def _counted(key: str, value: Any, depth: int) -> Any:
    if not depth:
        return natural(key, value)
    counts = {
        name: _counted(f"{key}.{name}", given, depth - 1)
        for name, given in table_of(key, value).items()
    }
    return {name: count for name, count in counts.items() if count}


def table_of(key: str, value: Any) -> Tree:
    """Return a value that has to be a table. Raises Refused, naming its key."""
    if not isinstance(value, Mapping):
        wrong(key, "mistake.no_table", found=written(value))
    return value


def _words(allowed: Allowed, state: Any) -> Collection[str]:
    return allowed(state) if callable(allowed) else allowed


def _each_known(key: str, found: Iterable[Any], allowed: Allowed | None, state: Any) -> None:
    if allowed is not None:
        words = _words(allowed, state)
        for one in found:
            known(key, one, words)


# The whole position


class Codec:
    """All keys of a game's positions."""

    def __init__(self, entries: Mapping[str, Entry]) -> None:
        self._entries = entries
        self._puts = {key: entry.put for key, entry in entries.items() if entry.put is not None}

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that a position can have; the others can only be expected."""
        return tuple(self._puts)

    def said(self, state: Any) -> dict[str, Any]:
        """Return a state as the tree of a position, with derived values for expectations."""
        return {key: entry.said(state, key) for key, entry in self._entries.items()}

    def put(self, state: Any, position: Tree, groups: Groups) -> None:
        """Put a position into a state, in the order of the table. Raises Refused."""
        for key in position:
            if key not in self._puts:
                wrong(key, "mistake.no_such_key", allowed=listed(self._puts))
        names = self.names(groups)
        if found := misnamed(position, names):
            slots = {"found": written(found.key)}
            if found.allowed:
                slots["allowed"] = listed(found.allowed)
            id = "mistake.none_of" if found.allowed else "mistake.no_place"
            wrong(".".join(found.where), id, **slots)
        for key, put in self._puts.items():
            if key in position:
                put(state, key, table_of(key, position[key]) if names[key] else position[key])

    def names(self, groups: Groups) -> Names:
        """Return the names that can be in a tree."""
        return {key: entry.below(groups) for key, entry in self._entries.items()}


class Positions(NamedTuple):
    """How a game reads and writes positions: the source of its `place`, `position` and `paths`."""

    keys: Codec
    start: Callable[[Any, Tree], Any]
    """Makes the first state from the game's tables and options."""
    groups: Callable[[Any, Any], Groups]
    """Returns all names, given the tables and a state; None: for any state."""
    complete: Callable[[Any, Tree], None]
    """Fills in what a position leaves out. Raises Refused if the position is impossible."""

    def place(self, data: Any, options: Tree, position: Tree) -> Any:
        """Return the state that a position describes. Raises Refused, naming the key."""
        state = self.start(data, options)
        self.keys.put(state, position, self.groups(data, state))
        self.complete(state, position)
        return state

    def paths(self, data: Any) -> Names:
        """Return what can be in a tree of expectations, with seats that are not in the game."""
        return self.keys.names(self.groups(data, None))
