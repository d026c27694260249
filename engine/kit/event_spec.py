"""What can be told in a game, as its documentation, and who should hear of it at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.core.decision import Seat
from engine.core.table import Event


class Told(NamedTuple):
    """An event: what it is about, its fields, and whether only the seat in `seat` sees it."""

    about: str
    fields: Mapping[str, str] = {}
    private: bool = False


def names(fields: Mapping[str, tuple[str, ...]], event: Event, seat: Seat) -> bool:
    """Whether an event names a seat in one of its fields here; with (): whether it is here."""
    named = fields.get(event.what)
    return named is not None and (not named or any(event.data[field] == seat for field in named))
