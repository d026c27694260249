"""Pillage (26), an optional rule."""

from engine.seven_years_world_war.pillage.pillaging import ORDERS

__all__ = ["ORDERS"]
