"""Enlightenment (27), an optional rule."""

from engine.seven_years_world_war.enlightenment.placing import enlighten, enlightenment

__all__ = ["enlighten", "enlightenment"]
