"""Events of campaign markers (8) and diplomacy (9); hands are told to their owners alone."""

from engine.core.decision import Seat
from engine.core.rules_interface import GameEvent, PrivateEvent
from engine.seven_years_world_war.tables.names import Marker, Power


class MarkersPicked(GameEvent):
    """How many markers a seat has picked; only the owner is told which."""

    seat: Seat
    number: int
    cause: str
    wanted: int = 0


class MarkerPicked(PrivateEvent):
    marker: Marker


class MarkersReturned(GameEvent):
    seat: Seat
    number: int


class MarkerReturned(PrivateEvent):
    marker: Marker


class MarkersLost(GameEvent):
    seat: Seat
    number: int
    cause: str


class MarkerLost(PrivateEvent):
    marker: Marker


class TookEffect(GameEvent):
    """8.42: a marker takes effect as soon as it is picked."""

    seat: Seat
    marker: Marker


class AllMarkersLost(GameEvent):
    """The hand and the leaders in boxes go to the pool."""

    seat: Seat
    number: int
    leaders: dict[Power, list[str]]
    cause: str


class MarkerGiven(GameEvent):
    seat: Seat
    receiver: Seat
    marker: Marker

    def seen_only_by(self) -> tuple[Seat, ...]:
        return (self.seat, self.receiver)


class PointsGiven(GameEvent):
    seat: Seat
    receiver: Seat
    points: int

    def seen_only_by(self) -> tuple[Seat, ...]:
        return (self.seat, self.receiver)


class Revealed(GameEvent):
    """7.2: what a player shows of his own accord; `to` is "" if he shows it to all."""

    seat: Seat
    to: Seat
    markers: list[Marker] | None
    points: int | None

    def seen_only_by(self) -> tuple[Seat, ...] | None:
        return (self.seat, self.to) if self.to else None


class DiplomacyBegun(GameEvent):
    seat: Seat
    power: Power
    controller: Seat
    number: int


class DiplomacyRevealed(GameEvent):
    seat: Seat
    power: Power
    attack: list[int]
    defence: dict[Seat, list[int]]


class DiplomacyFailed(GameEvent):
    """R13: no marker of the attempt is left."""

    seat: Seat
    power: Power


class DiplomacyRolled(GameEvent):
    seat: Seat
    power: Power
    controller: Seat
    attack: int
    defence: int
    differential: int
    die: int
    result: str
    effect: str
    """gained, neutral, espionage, coup, reaction, nothing"""


class SpiedOn(GameEvent):
    seat: Seat
    target: Seat


class Spied(PrivateEvent):
    target: Seat
    markers: list[Marker]
    points: int


class CoupStruck(GameEvent):
    power: Power
    controller: Seat
    leader: Marker
