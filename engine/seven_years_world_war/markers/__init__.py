"""Campaign markers and leaders (8, 20), minor power units (4.7)."""

from engine.seven_years_world_war.markers.pool import room

__all__ = ["room"]
