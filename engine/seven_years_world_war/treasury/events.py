"""Events of taxes, recruiting, training, provisioning and the optional rules 23 to 27."""

from engine.core.decision import Seat
from engine.core.rules_interface import GameEvent
from engine.seven_years_world_war.tables.names import Marker, Power, Route, Square, Unit

# Taxation


class TaxesRolled(GameEvent):
    """25.1: the die for raising a power's taxes."""

    seat: Seat
    power: Power
    die: int
    result: str  # rebellion, normal, gain
    squares: list[Square]
    points: int


class Taxed(GameEvent):
    """10.1: income that all can see on the map; the treasury itself is hidden."""

    seat: Seat
    squares: int  # points for squares
    routes: dict[Route, int]
    raised: int  # extra points (25)
    points: int


# Recruiting


class MinorsRaised(GameEvent):
    """29.3: the die for minor power units."""

    seat: Seat
    country: Power
    die: int
    units: list[Unit]


class NothingRaised(GameEvent):
    """R25: there is no square or counter for what the die allows, or it allows nothing."""

    seat: Seat
    country: Power


class PillageCleared(GameEvent):
    seat: Seat
    square: Square


class TrainingHeld(GameEvent):
    seat: Seat
    square: Square
    leader: Marker
    power: Power  # the power in whose box the leader is


class LegionRolled(GameEvent):
    seat: Seat
    power: Power
    square: Square
    leader: Marker
    die: int
    needed: int  # this or less
    success: bool


class TreasuryDone(GameEvent):
    seat: Seat


# Provisioning


class Provisioned(GameEvent):
    """19: `needed`: units beyond what their squares feed; `fed`: those of them that are paid
    for."""

    seat: Seat
    needed: int
    fed: int


# Pillage and enlightenment


class Pillaged(GameEvent):
    """29.5; `seat` uses the force of `power`."""

    seat: Seat
    power: Power
    square: Square
    strength: int
    die: int
    result: str
    success: bool
    loot: int
    enlightenment: bool  # whether a marker is destroyed


class EnlightenmentRolled(GameEvent):
    seat: Seat
    square: Square
    value: int  # of the marker spent
    die: int
    added: int
    placed: bool
    picks: int
