"""What was written in the mail before the current piece, and which of it a reading looks at."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from engine.orders.patterns.forms import Form

Seen = tuple[tuple[str, Any], ...]
"""The fields that were looked at: names and values."""


@dataclass
class Before:
    """What came before the current piece in the mail."""

    form: Form | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    place: str = ""
    thing: str = ""
    line: str = ""
    """The action before, as a canonical line."""
    talked: frozenset[str] = frozenset()
    """The slots of `values` that come from talk, not from an order."""


_FIELDS = frozenset(each.name for each in fields(Before))


class Watched(Before):
    """A `Before` that notes which of its fields are read.

    The reading of a piece is kept. It is used again wherever the fields that it looked at have the
    same values. Which fields these are differs from piece to piece: each of the six is looked at
    somewhere, but `pass` needs none.
    """

    def __init__(self, before: Before) -> None:
        self._looked_at: set[str] = set()
        super().__init__(**{name: getattr(before, name) for name in _FIELDS})

    def __getattribute__(self, name: str) -> Any:
        """Read an attribute; if it is a field, note that."""
        if name in _FIELDS:
            self._looked_at.add(name)
        return super().__getattribute__(name)

    def seen(self) -> Seen:
        """Return the fields that were looked at so far."""
        return tuple(
            (name, super(Watched, self).__getattribute__(name)) for name in sorted(self._looked_at)
        )
