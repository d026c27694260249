"""Events of units, control, the sequence of play and negotiation.

Those of movement, combat, treasury and diplomacy are in their folders. Seats, powers, squares and
units appear as keys, nobody as "". `seat` is the one that acts, pays, gains or loses.
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from engine.core.decision import Seat
from engine.core.rules_interface import GameEvent, PrivateEvent
from engine.seven_years_world_war.tables.names import Marker, Power, Square, Stack, Unit

Cause: TypeAlias = Literal[
    "set_up",
    "recruited",
    "raised",
    "trained",
    "combat",
    "retreat",
    "displaced",
    "defection",
    "provisioning",
    "overcrowded",
    "disbanded",
    "drowned",
    "converted",
    "legion",
    "pillage",
    "rebellion",
    "ruling",
]
ControlCause: TypeAlias = Literal["draft", "diplomacy", "invasion", "agreement", "ruling"]


class _OfSeat(GameEvent):
    seat: Seat


class _OfPower(GameEvent):
    power: Power


# Set-up and sequence


class GameBegun(GameEvent):
    seats: list[Seat]  # clockwise
    scenario: str
    powers: dict[Seat, list[Power]]  # what each leads
    variants: list[str]  # their printed names
    turns: int


class SetUpOrder(GameEvent):
    """28.2: the order of initiative in which the set-up goes on."""

    first: Seat
    dice: list[tuple[Seat, int]]  # of those tied
    turn_order: list[Seat]


class PowerChosen(_OfSeat):
    """28.57: a seat has chosen a major power."""

    power: Power


class SetUpDone(GameEvent):
    """The set-up of section 28 is done: what is public at the start."""

    markers: dict[Seat, int]  # how many each holds
    sums: dict[Seat, int]  # those of 22.12


class WildRolled(_OfSeat):
    die: int
    unit: Unit  # "": nothing


class Initiative(GameEvent):
    turn: int
    year: int
    first: Seat
    campaign: dict[Seat, int]
    dice: list[tuple[Seat, int]]  # of those tied
    turn_order: list[Seat]


class PlayerTurn(_OfSeat):
    """A player turn begins."""

    turn: int


class PhaseBegun(_OfSeat):
    phase: str


class TurnEnded(GameEvent):
    turn: int
    sums: dict[Seat, int]


# Units


class UnitsPlaced(_OfPower):
    square: Square
    units: Stack
    cause: Cause


class UnitsLost(_OfPower):
    square: Square
    units: Stack
    cause: Cause


class UnitsReplaced(_OfPower):
    square: Square
    unit: Unit
    other: Unit  # what it has become
    number: int
    cause: Cause


class UnitsDisplaced(_OfPower):
    """4.51: units leave a power that is neutral again, or return to it."""

    start: Square
    square: Square
    units: Stack


# Control


class Invaded(_OfSeat):
    """4.413: a seat has violated a neutral power."""

    power: Power


class ControlChanged(_OfPower):
    """A power is led by another seat, or by nobody."""

    seat: Seat  # the new leader
    before: Seat
    cause: ControlCause
    leaders: list[Marker]  # those in its box


# Treasuries


class PointsGained(PrivateEvent):
    points: int
    purpose: str
    treasury: int  # after the change


class PointsPaid(PrivateEvent):
    points: int
    purpose: str
    treasury: int  # after the change


# Negotiation


class _BetweenTwo(GameEvent):
    """An event that only two seats hear of; each is told separately."""

    to: Seat
    seat: Seat
    other: Seat

    def seen_only_by(self) -> tuple[Seat, ...]:
        return (self.to,)


class PowerOffered(_BetweenTwo):
    power: Power


class OfferWithdrawn(_BetweenTwo):
    power: Power


class TransferAgreed(_OfSeat):
    """21.1(1), (2): a power will go to another seat, or with "" become neutral."""

    power: Power
    to: Seat


class AgreementProposed(_BetweenTwo):
    n: int
    clause: str
    until: int  # 0: to the end of the game


class AgreementMade(_BetweenTwo):
    n: int
    clause: str
    until: int


class AgreementBroken(_OfSeat):
    """21.2: a broken agreement. Its breaker loses all markers; the other picks as many as a die
    shows."""

    other: Seat
    n: int
    clause: str
    die: int


class TreatyWanted(_OfSeat):
    """22.22: a seat wants the game to end with this turn, or no longer wants that."""

    wanted: bool


class EndWanted(_OfSeat):
    """21.1(4): a seat wants the game to end now."""


class GameOver(GameEvent):
    winner: list[Seat]
    level: dict[Seat, str]
    ratio: dict[Seat, int]  # in hundredths
    start: dict[Seat, int]
    end: dict[Seat, int]
    why: Literal["turns", "treaty", "agreement"]


CONCERNS: Mapping[str, tuple[str, ...]] = {
    "control_changed": (),
    "game_over": (),
    "power_offered": ("to",),
    "agreement_proposed": ("to",),
    "agreement_made": ("to",),
    "agreement_broken": (),
    "attack_declared": ("defender",),
    "diplomacy_rolled": ("controller",),
    "spied_on": ("target",),
    "marker_given": ("receiver",),
    "points_given": ("receiver",),
    "revealed": ("to",),
}
"""What a seat should hear of at once: events that name it in one of these fields; with (),
always."""
