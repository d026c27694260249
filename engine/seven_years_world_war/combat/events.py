"""Events of combat, leaders, and markers that are played and cancelled.

Forces are units by power and kind. `seat` is "" for minor powers that nobody leads.
"""

from engine.core.decision import Seat
from engine.core.rules_interface import GameEvent
from engine.seven_years_world_war.combat.combat_under_way import Manner
from engine.seven_years_world_war.tables.charts import Effect
from engine.seven_years_world_war.tables.names import Force, Marker, Power, Square


class _OfSeat(GameEvent):
    seat: Seat


# Markers that are played


class MarkerPlayed(_OfSeat):
    """A marker is played for its effect: a forced march, an alliance."""

    marker: Marker


class MarkerStopped(_OfSeat):
    """A Sturm of another seat has cancelled a marker."""

    marker: Marker
    by: Seat


# Combat


class AttackDeclared(_OfSeat):
    """15.11(1) to (3), 16.4: who attacks whom, with which units, table and leader."""

    start: Square
    target: Square
    force: Force
    aboard: Force  # those that fight from fleets
    defender: Seat
    defending: Force
    table: str
    manner: Manner
    leader: Marker  # "": nobody
    box: Power  # the power in whose box the leader is


class DefenceLed(_OfSeat):
    target: Square
    leader: Marker
    box: Power


class CombatFought(GameEvent):
    """15.11(4) to (6)."""

    attacker: Seat
    defender: Seat
    start: Square
    target: Square
    table: str
    attack: int  # strengths, with leaders
    defence: int  # with the terrain
    terrain: int  # what it adds to the defence
    odds: str  # the column, "1.5:1"
    die: int
    result: str
    effects: tuple[Effect, ...]  # what the result does


class LeaderLost(_OfSeat):
    """20.61: a leader goes back to the pool."""

    leader: Marker
    power: Power


class Retreated(_OfSeat):
    start: Square
    square: Square
    force: Force


class HeldGround(_OfSeat):
    """15.81: a side stands in its fortified zone."""

    square: Square


class Advanced(_OfSeat):
    start: Square
    square: Square
    force: Force


class SquareEmptied(_OfSeat):
    """An attack has left no defender in the square: told before anybody advances."""

    start: Square
    square: Square


class SquareWon(_OfSeat):
    """An attack has left no defender in the square."""

    start: Square
    square: Square
    advanced: bool


class RebelsBeaten(GameEvent):
    """25.3: rebels that have not cleared the square are eliminated."""

    power: Power
    square: Square
