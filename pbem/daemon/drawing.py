"""Maps for mails, each drawn once for all seats that see the same."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pbem.campaign.dispatch import MapMaker
from pbem.reports import maps

FOLDER = "cache"
KEPT = 16
"""Maps kept in memory: 150 kB each, and seats that see the same are mailed one after the other."""


def maps_of(folder: Path) -> MapMaker:
    """A maker of maps that stores their bases in the moderator's folder."""
    drawn: OrderedDict[tuple[str, str], bytes] = OrderedDict()

    def draw(rules: str, view: Mapping[str, Any], events: Sequence[Mapping[str, Any]]) -> bytes:
        """The map as PNG. Raises MapFailed."""
        place = maps.map_folder(rules)
        if place is None:
            raise maps.MapFailed(f"{rules} has no map")
        position = maps.render_svg(place, view, set(_names(events)))[1]
        key = rules, hashlib.sha256(position.encode()).hexdigest()
        if key not in drawn:
            drawn[key] = maps.paint(place, position, cache=folder / FOLDER)
        drawn.move_to_end(key)
        while len(drawn) > KEPT:
            drawn.popitem(last=False)
        return drawn[key]

    return draw


def _names(told: Any) -> Iterator[str]:
    """All words in what is told: those that name a place on the map are where it happened."""
    if isinstance(told, str):
        yield told
    elif isinstance(told, Mapping):
        for value in told.values():
            yield from _names(value)
    elif isinstance(told, Sequence):
        for value in told:
            yield from _names(value)
