"""Diplomacy (9)."""

from engine.seven_years_world_war.diplomacy.attempt import ORDERS, commit, defence
from engine.seven_years_world_war.diplomacy.results import spy

__all__ = ["ORDERS", "commit", "defence", "spy"]
