"""All events of the game, with their fields and who sees them.

Powers, regions, tiles and alliances appear as keys, a place as a region or "home", a target as in
orders: a power, "neutral:4+3gold", "pirates", "rebels". `seat` is who acts, pays, gains or loses. A
battle is told as it goes on, and each of its combats once more as a whole (`CombatFought`), which
is all that a table of strengths and dice needs.
"""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from engine.core.rules_interface import GameEvent, PrivateEvent
from engine.struggle_of_empires.ruleset import Die
from engine.struggle_of_empires.schema import (
    Alliance,
    Gold,
    Place,
    Power,
    Region,
    Target,
    Tile,
    Unit,
)
from engine.struggle_of_empires.state import Cause, Colour, Combat, Item, SideName, Winner

Pair: TypeAlias = list[str]
"""A neutral marker as [region, face]."""
Purpose: TypeAlias = Literal["auction", "attack", "tile", "alliance", "sea-die", "maintenance"]
Transfer: TypeAlias = Literal["gift", "offer"]
BlockadeEnd: TypeAlias = Literal["end of war", "no navies"]
SupportReason: TypeAlias = Literal["combat", "tie", "unopposed", "declined", "neutral"]
AttackedBy: TypeAlias = Literal["action", "war_office"]
AllianceUse: TypeAlias = Literal["army", "navy", "unused"]


class _OfSeat(GameEvent):
    seat: Power


class _InRegion(_OfSeat):
    region: Region


# Sequence of play


class GameBegun(GameEvent):
    edition: str
    variants: list[str]  # their printed names
    seats: list[Power]  # clockwise, the start player first
    unplayed: list[Power]
    rounds: int  # of each war


class PhaseBegun(GameEvent):
    war: int
    phase: Literal["setup", "neutrals", "alliances", "actions", "income", "scoring", "end-of-war"]


class RoundBegun(GameEvent):
    war: int
    round: int
    turn_order: list[Power]


class TurnBegun(_OfSeat):
    war: int
    round: int


# Set-up and neutral region markers


class TilesDealt(GameEvent):
    tiles: list[Tile]  # each seat has one of them


class UnplayedPlaced(GameEvent):
    """An unplayed power gets its markers, which go out of play, and a piece for each of them."""

    power: Power
    letter: str  # A to E, empty if the markers were drawn
    markers: list[Pair]
    placed: list[Pair]  # [region, army or navy or control]


class NeutralsPlaced(GameEvent):
    war: int
    markers: list[Pair]  # in the order drawn


class MarkersDrawn(_OfSeat):
    """A seat gets starting markers, drawn or drafted; it now has a control marker in each region.

    `returned`: markers of a region drawn before, put back and replaced.
    """

    markers: list[Pair]
    returned: list[Pair]


class HandsPassed(GameEvent):
    """A round of the draft: everybody chooses from the hand passed to them."""

    round: int
    rounds: int  # how many markers each chooses
    markers: int  # how many are in each hand


class MarkerRedrawn(_OfSeat):
    returned: Pair  # a duplicate, to the bag
    drawn: Pair


class MarkersKept(_OfSeat):
    regions: list[Region]  # of which it has duplicates


class _OfUnit(_OfSeat):
    unit: Unit
    place: Place


class UnitPlaced(_OfUnit):
    """One of the initial units is placed."""


# Grand alliances


class AuctionOpened(_OfSeat):
    unallied: list[Power]  # powers that can be proposed or come later


class _Proposal(_OfSeat):
    gold: Gold
    red: str  # a power or "none"
    blue: str


class Bid(_Proposal):
    """A bid and its proposal."""


class AuctionPassed(_OfSeat):
    """A pass in an auction."""


class AuctionWon(_Proposal):
    """The auction is over and the two powers join their alliances; payment is told next."""


class AlliancesFormed(GameEvent):
    red: list[Power]  # in order of placing
    blue: list[Power]
    unplayed: dict[Power, Colour]
    turn_order: list[Power]
    gavel: Power  # who opens the first auction of the next war


# Gold, population, unrest


class GoldPaid(_OfSeat):
    gold: Gold
    purpose: Purpose
    left: Gold  # in hand after it


class GoldGained(_InRegion):
    gold: Gold
    source: str  # "neutral", or the key of a tile
    left: Gold  # in hand after it


class Taxed(_OfSeat):
    times: int  # each with one unrest counter
    gold: Gold  # raised in all
    purpose: Purpose | Transfer


class _Transfer(_OfSeat):
    gold: Gold
    receiver: Power


class Gift(_Transfer):
    """A seat gives gold."""


class Offer(_Transfer):
    """Gold is offered for joining; it replaces a lower offer."""


class OfferPaid(_Transfer):
    """The receiver has joined and gets the offer."""


class OfferFailed(_Transfer):
    """The receiver has joined, but the giver can no longer raise the gold."""


class PopulationChanged(_OfSeat):
    change: int
    population: int  # after it
    cause: str  # build, tile, colonize, growth, or the key of a tile


class UnrestTaken(_OfSeat):
    """Unrest counters are taken; everybody sees how many, but not their values."""

    counters: int
    cause: str  # taxation, naval combat, land combat, sea, rebuild, industry


class UnrestDrawn(PrivateEvent):
    values: list[int]  # of the counters just taken
    unrest: int  # in all now


class UnrestReturned(_OfSeat):
    points: int  # back to the supply
    cause: str  # pass, government_reform


# Actions


class Built(_OfUnit):
    """A unit is built, at home (its move from there is told next) or, with Trained Native Militia,
    in a colony. `by`: action, rebuild, or the key of a tile."""

    by: str


class UnitDestroyed(_OfUnit):
    """A unit is destroyed to be rebuilt."""


class _Move(_OfSeat):
    unit: Unit
    origin: Place
    destination: Place


class SeaDie(_Move):
    die: Die
    dice: list[int]  # where two are used; the second is rolled after a 1
    bonus: int  # what Navigation adds to the second die


class UnitMoved(_Move):
    """A unit arrives."""


class UnitStayed(_Move):
    """A unit stays where it was."""


class UnitLost(_OfUnit):
    cause: str  # sea, naval combat, land combat


class Colonized(_InRegion):
    """A neutral marker becomes a control marker without an attack."""

    by: Literal["colonize", "commerce"]


class _OfTile(_OfSeat):
    tile: Tile


class TileClaimed(_OfTile):
    """A tile is claimed."""


class TileUsed(_OfTile):
    region: Region  # where it matters, else empty


class TileReturned(_OfTile):
    """A used tile, or a token that the seat has defeated, goes back to the general supply."""


class AllianceEstablished(_OfSeat):
    alliance: Alliance
    regions: list[Region]  # where it helps


class BlockadePlaced(_InRegion):
    """A blockade."""


class BlockadeLifted(_InRegion):
    cause: BlockadeEnd


class Passed(_OfSeat):
    actions_left: int  # after it


# Attacks


class AttackDeclared(_InRegion):
    target: Target
    by: AttackedBy
    navies_only: bool  # whether there can be no land combat


class Surprise(_InRegion):
    """Nobody may join the defender."""


class AlliesCalled(GameEvent):
    """Possible allies of either side are asked."""

    region: Region
    attacker: list[Power]
    defender: list[Power]


class _OnSide(_OfSeat):
    side: SideName


class AllyJoined(_OnSide):
    armies: int
    navies: int


class AllyDeclined(_OnSide):
    """A seat stays out."""


class UnplayedJoined(GameEvent):
    power: Power
    side: SideName
    armies: int
    navies: int


class NavalChoice(_OnSide):
    fights: bool


class AllianceUsed(_OfSeat):
    alliance: Alliance  # one that can help on land or at sea
    use: AllianceUse


class CombatSide(msgspec.Struct, frozen=True):
    """A side of a combat: its principal or target, its items, its dice, and their sums."""

    power: Target
    items: list[Item]
    base: int  # the sum of the items
    dice: list[int]  # the final ones
    difference: int  # between the dice
    total: int  # base + difference
    seven: bool  # whether the dice add up to seven


class _Rolled(GameEvent):
    combat: Combat
    region: Region
    attacker: CombatSide
    defender: CombatSide
    winner: Winner
    rolls: int


class CombatDice(_Rolled):
    """Dice are rolled or rerolled; `winner` is who wins if nothing changes."""


class CombatFought(_Rolled):
    """A combat as a whole, after rerolls and before losses."""


class _InCombat(_OfSeat):
    combat: Combat


class Rerolled(_InCombat):
    """Reserves: both roll again."""


class Withdrawal(_InCombat):
    """Fighting Withdrawal: the defender's side loses no units."""


class Spared(_InCombat):
    """An earlier Fighting Withdrawal saves the defender's side from losses here too."""


class NoLoss(GameEvent):
    """A loss is due, but nobody on the side can take it."""

    side: SideName
    power: Power  # the attacker or defender
    combat: Combat
    cause: Cause


class Loss(GameEvent):
    """Who takes a loss and why; the unit and the unrest are told next."""

    side: SideName
    power: Power
    unit: Unit
    combat: Combat
    cause: Cause


class NavalSupport(GameEvent):
    side: SideName | Literal["none"]
    power: Target  # empty for "none"
    reason: SupportReason  # "neutral": a marker or rebels cede it


class NoLandCombat(GameEvent):
    reason: Literal["no army of the attacker", "nothing to fight for"]


class Surrendered(_InRegion):
    """The defender gives up a control marker instead of fighting on land."""


class ControlTaken(_InRegion):
    loser: Target  # whose marker is replaced


class ControlKept(_InRegion):
    target: Target  # whose marker stays


class NoMarkerLeft(_InRegion):
    """The attacker has won, but has no control marker left to place."""

    target: Target


class VictoryPointsGained(_OfSeat):
    points: int  # outside of scoring
    source: str  # neutral, industry
    victory_points: int  # after it


# Covert actions


class Incited(_InRegion):
    token: Target
    victim: Power  # whose control marker is meant


class _OfToken(GameEvent):
    token: Target
    region: Region
    victim: Power


class IncitedHeld(_OfToken):
    """The token has won: it holds the victim's control marker."""


class IncitedFailed(_OfToken):
    """The token has failed and is back in the supply."""


# Income, scoring, ends


class Income(_OfSeat):
    population: Gold  # what population brings
    markers: Gold  # what control markers bring
    maintenance: Gold  # what units cost; payment and taxation are told apart
    gold: Gold  # in hand at the end


class MaintenanceShort(_OfSeat):
    gold: Gold  # waived, since no counter is left for taxation


class RegionScored(GameEvent):
    war: int
    region: Region
    values: list[int]
    places: list[dict[str, Any]]  # place, points, markers, seats; unplayed: tied with them


class WarScored(GameEvent):
    war: int
    points: dict[Power, int]  # gained in this scoring
    victory_points: dict[Power, int]  # in all


class WarEnded(GameEvent):
    war: int
    alliances: dict[Power, list[Alliance]]  # returned
    gavel: Power  # who opens next


class UnrestRevealed(GameEvent):
    unrest: dict[Power, int]


class Revolution(_OfSeat):
    """Out of the game, no points left."""

    unrest: int


class UnrestPenalty(_OfSeat):
    unrest: int
    points: int  # lost for the highest or second highest unrest
    victory_points: int  # after it


class GameOver(GameEvent):
    winner: list[Power]  # several only if tied in points and in unrest
    victory_points: dict[Power, int]
    unrest: dict[Power, int]
    tie_broken: bool  # whether unrest decided


CONCERNS: Mapping[str, tuple[str, ...]] = {
    "alliances_formed": (),
    "attack_declared": ("target",),
    "auction_won": ("red", "blue"),
    "control_taken": ("loser",),
    "gift": ("receiver",),
    "incited": ("victim",),
    "loss": ("power",),
    "offer": ("receiver",),
    "offer_paid": ("receiver", "seat"),
    "war_scored": (),
    "game_over": (),
}
"""Events that a seat should hear of at once, with the fields that may name it; (): always."""
