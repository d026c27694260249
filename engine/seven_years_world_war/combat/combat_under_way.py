"""A combat under way, as everybody sees it."""

from typing import Literal, TypeAlias

import msgspec

from engine.core.decision import Seat
from engine.seven_years_world_war.tables.charts import Side

Units: TypeAlias = dict[str, dict[str, int]]
"""By power and kind."""
Manner = Literal["attack", "forced", "alliance", "countermarch", "rebels"]
"""An attack (15), one by forced march (16.2) or by an alliance (4.73), a countermarch (16.4), the
attack of rebels (25.3)."""


class Battle(msgspec.Struct):
    """Who fights whom, from where to where, and the results so far.

    Seats are "" for minor powers that nobody leads. `attacking` are the units left of those that
    fight, by the square they are in; `aboard` is the part of them that fights from fleets,
    `carried` are units aboard that do not fight (18.64).
    """

    attacker: Seat
    defender: Seat
    start: str
    target: str
    table: str
    manner: Manner = "attack"
    attacking: dict[str, Units] = {}
    aboard: Units = {}
    carried: Units = {}
    leaders: dict[Side, str] = {}
    boxes: dict[Side, str] = {}
    """By side, the power in whose box its leader is."""
    markers: bool = True
    """Whether markers are won and lost: not where all units of a side are of minor powers
    (4.78)."""
    retreated: bool = False
    """Whether the defender had to retreat and did not stand."""
    emptied: bool = False
    """Whether the event that the defender's square is empty has been told."""

    def seat(self, side: Side) -> Seat:
        """Return the seat that leads a side."""
        return self.attacker if side == "attacker" else self.defender

    def side(self, seat: Seat) -> Side:
        """Return the side that a seat leads."""
        return "attacker" if seat == self.attacker else "defender"

    def square(self, side: Side) -> str:
        """Return the square where a side stands before the combat."""
        return self.start if side == "attacker" else self.target
