"""What only the reader may know: their cards."""

from collections.abc import Iterable, Iterator

from engine.core.messages import Message, message, text
from engine.empires_of_the_ancient_world.telling.phrases import cards
from engine.kit.telling import Block, View, remark


def secrets(view: View, seat: str) -> Iterable[Block]:
    """Tell what a seat holds."""
    return (remark(said) for said in _holds(view, seat))


def _holds(view: View, seat: str) -> Iterator[Message]:
    own = view["hands"].get(seat, {})
    if own.get("starting"):
        yield message("secrets.army", army=text(own["army"]), cards=cards(own["starting"]))
    else:
        yield message("secrets.no_army")
    if own.get("mercenaries"):
        yield message("secrets.mercenaries", cards=cards(own["mercenaries"]))
    if own.get("upkeep"):
        yield message("secrets.upkeep", points=own["upkeep"])
    yield message("secrets.supply", cubes=view["stock"][seat], bases=view["bases_left"][seat])
