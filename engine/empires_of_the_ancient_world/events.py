"""All events of the game, with their fields and who sees them.

Seats, areas and cards appear as keys, nobody as "". `seat` is who acts, pays, gains or loses. Cards
turned up in a battle are told pair by pair; the others are never told.
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from engine.core.decision import Seat
from engine.core.rules_interface import GameEvent, PrivateEvent
from engine.empires_of_the_ancient_world.schema import Area, Card, Half, Place
from engine.empires_of_the_ancient_world.state import Side

Cause: TypeAlias = Literal["revolt", "diplomacy", "attack"]
Obstacle: TypeAlias = Literal["mountain", "strait", "sea_lane", "sea"]


class Roll(msgspec.Struct, frozen=True):
    """A die of a crossing: the obstacle, where, and the least number that gets across."""

    obstacle: Obstacle
    at: Area
    needed: int


class _OfSeat(GameEvent):
    seat: Seat


class _InArea(_OfSeat):
    area: Area


# Set-up and sequence


class GameBegun(GameEvent):
    seats: list[Seat]  # clockwise
    opening: str
    variants: list[str]  # their printed names
    rounds: list[int]  # of each game turn


class ArmyDrawn(PrivateEvent):
    army: str  # A to F


class StartPlayer(_OfSeat):
    turn_order: list[Seat]


class TurnBegun(GameEvent):
    turn: int
    rounds: int
    first: Seat  # the start player


class RoundBegun(GameEvent):
    turn: int
    round: int
    turn_order: list[Seat]


class Revolt(GameEvent):
    half: Half
    number: int  # the second die
    areas: list[Area]  # provinces that it hits


class RevoltHeld(_InArea):
    """A fort protects a province."""


class Income(_OfSeat):
    amphoras: int  # areas of the seat with one
    merchants: int  # in play
    due: int
    gained: int  # fewer if the stock has no more
    warehouse: int  # after it


# Bases, forts, cubes


class BasePlaced(_InArea):
    bases: int  # of the seat there now


class BasesLost(_InArea):
    bases: int
    cause: Cause


class ControlChanged(GameEvent):
    area: Area
    seat: Seat  # who has it now
    loser: Seat


class FortPlaced(_InArea):
    """A fort is placed."""


class FortDestroyed(GameEvent):
    area: Area


class FortTaken(_InArea):
    """A fort is taken over."""


class CubesPaid(_OfSeat):
    cubes: int
    purpose: str
    left: int  # in the warehouse after it


class CubePlaced(_InArea):
    cubes: int  # of the seat there now


class Replacing(_InArea):
    """The die for replacing a cube in a full area; a failed cube goes to the seat's stock."""

    replaced: Seat
    die: int
    bonus: int  # for Merchants
    needed: int  # that or more, with the bonus
    success: bool


class Plundered(_InArea):
    """Trade cubes of a conquered area go to a warehouse: how many of whose."""

    cubes: dict[Seat, int]


class PlunderReturned(_OfSeat):
    cubes: dict[Seat, int]  # to their owners' stock


# Cards


class RowFilled(GameEvent):
    cards: list[Card]  # new
    row: list[Card]


class RowDiscarded(_OfSeat):
    cards: list[Card]


class DeckReshuffled(GameEvent):
    cards: int  # discards that are the deck again


class Recruited(_OfSeat):
    card: Card


class NothingRecruited(_OfSeat):
    """No card of the new row can be taken."""


class Disbanded(_OfSeat):
    card: Card


class Passed(_OfSeat):
    """An action is passed."""


# Diplomacy and attack


class Diplomacy(_InArea):
    """A diplomatic attack; `die` and `needed` are 0 if no die was rolled."""

    target: Seat  # who controls the area
    die: int
    bonus: int  # for extra cubes
    needed: int  # that or more, with the bonus
    success: bool


class AttackDeclared(_InArea):
    target: Seat  # who controls the area
    origin: Area  # one of the attacker's
    dice: list[Roll]  # of the crossing


class Crossing(_OfSeat):
    obstacle: Obstacle
    at: Area  # of the sea, else the target
    die: int
    needed: int  # that or more
    success: bool


class AttackFailed(_InArea):
    """The attack has not arrived."""


class NeutralAttacked(_InArea):
    die: int
    needed: int  # that or more
    success: bool


class StanceTaken(_InArea):
    stance: Literal["outside", "ambush", "inside", "inside_ambush"]


class BattleBegun(GameEvent):
    """Both sides are asked for their decks."""

    area: Area
    attacker: Seat
    defender: Seat
    place: Place
    ambush: bool


class PairTurnedUp(GameEvent):
    """Two cards are turned up, "none" for a side that has no more.

    `met` is how they meet: hit, rating, and the bonuses included in them, on_rating and on_die. A
    card with hit 0 does not shoot, one with rating -1 blocks; empty if a card is missing.
    """

    pair: int
    attacker: Card
    defender: Card
    met: dict[Side, dict[str, int]]
    dice: dict[Side, int]  # of those that shot
    winner: Side | Literal[""]
    tokens: dict[str, int]  # in the centre and with both sides, after it


class BattleFought(GameEvent):
    area: Area
    place: Place
    attacker: Seat
    winner: Seat
    loser: Seat
    rout: bool


class CardDrawn(_OfSeat):
    card: Card  # a loss, of the cards used
    lost: bool  # a starting card goes back to its owner


class ExtraAction(_OfSeat):
    """A rout wins an extra action."""


class RoutPaid(_OfSeat):
    """A routed attacker loses cubes from their warehouse to the defender or to the stock."""

    receiver: Seat
    cubes: int
    become: str  # plunder, stock


# Scoring and the end


class Scored(_OfSeat):
    control: int  # values of areas
    trade: int  # half values of areas with most cubes
    plunder: int  # for plundered cubes
    upkeep: int  # taken off for what was recruited
    victory_points: int  # after it


class GameOver(GameEvent):
    winner: list[Seat]  # several only if tied in all
    victory_points: dict[Seat, int]
    tie_broken: bool  # whether areas or cubes decided
    armies: dict[Seat, str]


CONCERNS: Mapping[str, tuple[str, ...]] = {
    "attack_declared": ("target",),
    "battle_fought": ("winner", "loser"),
    "control_changed": ("loser",),
    "diplomacy": ("target",),
    "replacing": ("replaced",),
    "scored": (),
    "game_over": (),
}
"""Events that a seat should hear of at once, with the fields that may name it; (): always."""
