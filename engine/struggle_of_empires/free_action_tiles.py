"""Free action tiles: whether a seat can use one."""

from engine.core.decision import Refusal, no
from engine.struggle_of_empires.schema import Power, Tile
from engine.struggle_of_empires.state import State


def why_not_ready(state: State, seat: Power, tile: Tile) -> Refusal | None:
    """Deluxe, Free Action Tiles: held, and not yet used in this war."""
    if state.ready(seat, tile):
        return None
    if state.holds(seat, tile):
        return no("refusal.tile_used", "Free Action Tiles", tile=tile)
    return no("refusal.no_tile", "Free Action Tiles", tile=tile)
