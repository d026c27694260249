"""Campaign markers and leaders (8, 20), minor power units (4.7)."""

from engine.seven_years_world_war.markers.pool import room
from engine.seven_years_world_war.markers.sturm import sturm

__all__ = ["room", "sturm"]
