"""A story, event by event: which are told, and by what."""

from collections.abc import Callable, Iterable, Mapping

from engine.kit.telling import Part, Told, View
from engine.struggle_of_empires.telling import (
    actions,
    attacks,
    auctions,
    battles,
    opening,
    scoring,
    treasury,
)

CHAPTERS = (opening, auctions, treasury, actions, attacks, battles, scoring)
TELLS: Mapping[str, Callable[[Told, View], Iterable[Part]]] = {
    event: tells for chapter in CHAPTERS for event, tells in chapter.TELLS.items()
}
"""By the name of an event, how it is told."""
PAID_WITH_IT = ("auction", "attack", "maintenance")
"""Purposes of gold that what it was paid for tells."""
PEOPLE_WITH_IT = ("build", "rebuild", "tile", "colonize", "growth")
"""Causes of a change of population that tell it."""
UNTOLD: Mapping[str, Callable[[Told], bool]] = {
    "gold_paid": lambda e: e["purpose"] in PAID_WITH_IT,
    "population_changed": lambda e: e["cause"] in PEOPLE_WITH_IT,
    "unrest_taken": lambda e: e["cause"] != "industry",
    "unit_lost": lambda e: e["cause"] != "sea",
    "naval_choice": lambda e: bool(e["fights"]),
    "unrest_returned": lambda e: not e["points"],
    "naval_support": lambda e: e["reason"] == "neutral",
    "tile_returned": lambda _: True,
}
"""What other events tell as well, or nobody wants to read."""


def untold(event: Told) -> bool:
    """Whether an event is left out."""
    judge = UNTOLD.get(event["what"])
    return judge is not None and judge(event)


def tell(event: Told, view: View, _seat: str | None) -> Iterable[Part]:
    """Tell an event. Raises LookupError if nothing tells it."""
    tells = TELLS.get(event["what"])
    if tells is None:
        raise LookupError(f"nothing tells the event {event['what']!r}")
    return tells(event, view)
