"""What was said in a mail before the piece that is read, and what of it the reading looks at."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from engine.orders.patterns.forms import Form

Seen = tuple[tuple[str, Any], ...]
"""What was looked at: names and values."""


@dataclass
class Before:
    """What was said before in the mail."""

    form: Form | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    place: str = ""
    thing: str = ""
    line: str = ""
    """The action before, as a canonical line."""
    talked: frozenset[str] = frozenset()
    """What of it is only talked of, and in no order."""


_FIELDS = frozenset(each.name for each in fields(Before))


class Watched(Before):
    """The same, noting each field that is read from it.

    A piece's reading is kept and used again behind anything that has the same values in the fields
    that the reading has looked at. Which these are differs from piece to piece: all six are looked
    at somewhere, but `pass` needs none.
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
        """Return what was looked at until now."""
        return tuple(
            (name, super(Watched, self).__getattribute__(name)) for name in sorted(self._looked_at)
        )
