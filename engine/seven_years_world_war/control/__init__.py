"""Control of powers (4): what triggers belligerency, changing hands, displaced units."""

from engine.seven_years_world_war.control.changing import belligerent, change_hands, invades
from engine.seven_years_world_war.control.displacing import displace, drown_adrift

__all__ = ["belligerent", "change_hands", "displace", "drown_adrift", "invades"]
