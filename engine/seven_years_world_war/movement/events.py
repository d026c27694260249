"""Events of movement: 14, 16.1, 18.5."""

from typing import Literal

from engine.core.decision import Seat
from engine.core.rules_interface import GameEvent
from engine.seven_years_world_war.tables.names import Force, Square

Manner = Literal["move", "forced", "alliance"]


class ForceMoved(GameEvent):
    """A force has gone a stretch of its way: to the end, or to where something happens."""

    seat: Seat
    units: Force
    path: list[Square]  # begins with the square where the stretch begins
    start: Square
    end: Square  # of the stretch
    by: Literal["land", "sea"]
    aboard: Force
    manner: Manner


class ForceArrived(GameEvent):
    """A force has reached its goal, and nobody has driven it from there."""

    seat: Seat
    square: Square


class UnitsLanded(GameEvent):
    """18.53: land units have left their fleets."""

    seat: Seat
    square: Square
    units: Force


class UnitsLeft(GameEvent):
    """14.13: units were dropped off on the way."""

    seat: Seat
    square: Square
    units: Force
