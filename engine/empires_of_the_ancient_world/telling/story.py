"""A story, event by event: which are told, and by what."""

from collections.abc import Callable, Iterable, Mapping

from engine.empires_of_the_ancient_world.telling import (
    actions,
    attacks,
    battles,
    opening,
    turns,
)
from engine.kit.telling import Part, Told, View

CHAPTERS = (opening, turns, actions, attacks, battles)
TELLS: Mapping[str, Callable[[Told, View], Iterable[Part]]] = {
    event: tells for chapter in CHAPTERS for event, tells in chapter.TELLS.items()
}
"""By the name of an event, how it is told."""

UNTOLD: Mapping[str, Callable[[Told], bool]] = {
    "control_changed": lambda e: not e["loser"],
    "deck_reshuffled": lambda _: True,
}
"""What other events tell as well, or nobody wants to read."""


def untold(event: Told) -> bool:
    """Whether other events tell this one as well."""
    judge = UNTOLD.get(event["what"])
    return judge is not None and judge(event)


def tell(event: Told, view: View, _seat: str | None) -> Iterable[Part]:
    """Tell an event. Raises LookupError if nothing tells it."""
    return TELLS[event["what"]](event, view)
