"""Chapters 14, 16.1 and 18.1 to 18.5: ways over the map, moves of forces, transport by fleets."""

from engine.seven_years_world_war.movement.orders import ORDERS

__all__ = ["ORDERS"]
