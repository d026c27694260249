"""The treasury phase (3.1(2), 10, 11, 17): what comes in and what it is spent on."""

from engine.seven_years_world_war.treasury.giving import ANYTIME
from engine.seven_years_world_war.treasury.minor_recruiting import minor_recruiting, settle
from engine.seven_years_world_war.treasury.spending import treasury, treasury_orders
from engine.seven_years_world_war.treasury.taxation import free_markers, taxation
from engine.seven_years_world_war.treasury.taxes import taxes

__all__ = [
    "ANYTIME",
    "free_markers",
    "minor_recruiting",
    "settle",
    "taxation",
    "taxes",
    "treasury",
    "treasury_orders",
]
