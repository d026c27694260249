"""15, 16.2, 16.4, 18.6, 20: attacks and countermarches, and what comes of them."""

from engine.seven_years_world_war.combat.advance import advance
from engine.seven_years_world_war.combat.attack import ORDERS
from engine.seven_years_world_war.combat.countermarch import countermarch, entered
from engine.seven_years_world_war.combat.leading import leader
from engine.seven_years_world_war.combat.losses import choose_losses, losses
from engine.seven_years_world_war.combat.rebels import rebels, rebels_attack
from engine.seven_years_world_war.combat.retreat import retreat
from engine.seven_years_world_war.combat.upgrades import upgrade

__all__ = [
    "ORDERS",
    "advance",
    "choose_losses",
    "countermarch",
    "entered",
    "leader",
    "losses",
    "rebels",
    "rebels_attack",
    "retreat",
    "upgrade",
]
