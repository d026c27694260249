"""Set-up (28): choosing powers, placing their forces, wild areas, what each starts with."""

from engine.seven_years_world_war.setting_up.beginning import deal, place_power, set_up_minors
from engine.seven_years_world_war.setting_up.draft import choose_power, draft, left_to_choose
from engine.seven_years_world_war.setting_up.placing import set_up
from engine.seven_years_world_war.setting_up.wild import set_up_wild, wild

__all__ = [
    "choose_power",
    "deal",
    "draft",
    "left_to_choose",
    "place_power",
    "set_up",
    "set_up_minors",
    "set_up_wild",
    "wild",
]
