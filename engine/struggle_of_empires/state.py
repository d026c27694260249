"""The complete state of a game, with queries that do not change it."""

from functools import cached_property
from typing import Literal, TypeAlias

import msgspec

from engine.core import rules_interface
from engine.core.state_bytes import loader
from engine.struggle_of_empires.data import Data
from engine.struggle_of_empires.ruleset import Ruleset
from engine.struggle_of_empires.schema import (
    ARMY,
    FORT,
    NAVY,
    Alliance,
    Face,
    Gold,
    Marker,
    Place,
    Power,
    Region,
    Target,
    Tile,
    Unit,
)

Force: TypeAlias = dict[Unit, int]
Colour: TypeAlias = Literal["red", "blue", ""]
SideName: TypeAlias = Literal["attacker", "defender"]
Combat: TypeAlias = Literal["naval", "land", ""]
Winner: TypeAlias = Literal["attacker", "defender", "tie"]
Cause: TypeAlias = Literal["defeat", "tie", "seven"]
SIDES: tuple[SideName, SideName] = ("attacker", "defender")


class Auction(msgspec.Struct):
    """An auction in progress: the standing bid and who has passed since it was made."""

    opener: Power
    bid: Gold = 0
    bidder: Power = ""
    red: Power = "none"
    blue: Power = "none"
    passed: list[Power] = []


class Item(msgspec.Struct):
    """One item that counts in a combat."""

    item: Literal["armies", "navies", "forts", "alliance", "training", "support", "value"]
    power: Target
    count: int
    strength: int
    name: Alliance = ""


class Side(msgspec.Struct):
    """A side of a battle: its principal (or a target that is no power) and committed units."""

    power: str
    forces: dict[Power, Force] = {}
    items: list[Item] = []
    dice: list[int] = []
    at_sea: list[Alliance] = []
    """Local alliances that count in the naval combat, and so not on land."""
    unused: list[Alliance] = []
    """Local alliances that the principal does not use in this battle."""

    @property
    def base(self) -> int:
        """The strength before the dice."""
        return sum(item.strength for item in self.items)

    @property
    def total(self) -> int:
        """The strength with the dice."""
        return self.base + (abs(self.dice[0] - self.dice[1]) if self.dice else 0)

    @property
    def seven(self) -> bool:
        """Whether the dice add up to seven."""
        return sum(self.dice) == 7

    def count(self, unit: Unit) -> int:
        """Count all committed units of a type."""
        return sum(force.get(unit, 0) for force in self.forces.values())

    def own(self, unit: Unit) -> int:
        """Count the principal's units of a type."""
        return self.forces.get(self.power, {}).get(unit, 0)


class Battle(msgspec.Struct):
    """An attack in progress."""

    region: Region
    target: Target
    by: str
    attacker: Side
    defender: Side
    stage: str = "declared"
    combat: Combat = ""
    navies_only: bool = False
    """Whether there can be no land combat."""
    surprise: bool = False
    support: SideName | Literal[""] = ""
    support_strength: int = 1
    withdrawn: bool = False
    """Whether the defender's side loses nothing more in this attack."""
    rolls: int = 0

    def side(self, name: SideName) -> Side:
        """Return a side by name."""
        return self.attacker if name == "attacker" else self.defender


class Offer(msgspec.Struct):
    """Gold offered for joining: paid when the receiver commits units in this segment."""

    giver: Power
    receiver: Power
    gold: Gold


class Outcome(msgspec.Struct):
    """How the game ended."""

    winner: list[Power] = []
    victory_points: dict[Power, int] = {}
    unrest: dict[Power, int] = {}


class State(msgspec.Struct, dict=True):
    """Everything there is to know about a game."""

    edition: str
    calls: str
    variants: tuple[str, ...]
    seats: list[Power]
    unplayed: dict[Power, Colour]
    phase: str
    step: str
    war: int
    round: int
    active: Power
    actions_left: int
    actions_taken: list[str]
    gavel: Power
    red: list[Power]
    blue: list[Power]
    gold: dict[Power, Gold]
    population: dict[Power, int]
    victory_points: dict[Power, int]
    unrest: dict[Power, int]
    unrest_taken: dict[Power, int]
    """Counters drawn, or points taken where unrest is exact."""
    counters: list[int]
    """Unrest counters in the bag: how many of value 0, 1, 2."""
    supply: int
    """Points returned, as counters of value 1 in the general supply."""
    fives: int
    units: dict[Power, dict[Place, Force]]
    control: dict[Region, dict[Power, int]]
    neutrals: dict[Region, list[Face]]
    used: dict[Region, list[Face]]
    bag: list[Marker]
    tiles: dict[Power, list[Tile]]
    flipped: dict[Power, list[Tile]]
    """Of the tiles held, those used in this war."""
    stock: dict[Tile, int]
    alliances: dict[Power, list[Alliance]]
    blockades: dict[Region, Power] = {}
    pirates: dict[Region, Power] = {}
    rebels: dict[Region, Power] = {}
    barred: dict[str, list[Power]] = {}
    """Who cannot take a token or tile again in this round, once for each one they have used."""
    unrest_returned: dict[Power, int] = {}
    """Points returned; games begun under version 1 count them only since version 2 took over."""
    moves_left: int = 0
    """In a Move action: how many more units can move."""
    locked: dict[Place, Force] = {}
    """In a Move action: units that have moved or failed, by where they are."""
    offers: list[Offer] = []
    auction: Auction | None = None
    battle: Battle | None = None
    drawn: dict[Power, list[Marker]] = {}
    kept: dict[Power, list[Region]] = {}
    hands: dict[Power, list[Marker]] = {}
    """In a draft: the markers each seat holds, which only the holder sees."""
    chosen: dict[Power, list[Marker]] = {}
    """In a draft: the markers each seat has chosen, which only their owner sees."""
    outcome: Outcome | None = None

    @cached_property
    def data(self) -> Data:
        """The tables it is played with: neither dumped nor considered for equality."""
        raise AttributeError("a state is given its data where it is made or read")

    def name(self, key: str) -> str:
        """Return what players call a power, a place, a tile or a local alliance."""
        return self.data.name(key)

    @cached_property
    def rules(self) -> Ruleset:
        """The rules in play."""
        return self.data.ruleset(self.edition, self.variants)

    @property
    def rounds(self) -> int:
        """The number of rounds in a war."""
        return self.rules.rounds[len(self.seats)]

    @property
    def current_battle(self) -> Battle:
        """The attack in progress. Raises ValueError if there is none."""
        if self.battle is None:
            raise ValueError("there is no attack")
        return self.battle

    # Who is who

    def is_seat(self, principal: Target) -> bool:
        """Tell whether a side's principal is a seat: no neutral marker, token or unplayed power."""
        return principal in self.gold

    def is_power(self, principal: Target) -> bool:
        """Tell whether a side's principal is a power, played or not: no marker and no token."""
        return principal in self.units

    def held_by(self, token: Target) -> dict[Region, Power]:
        """Return where pirates or rebels are, and whose control marker they hold."""
        return self.pirates if token == "pirates" else self.rebels

    # Positions

    def count(self, power: Power, place: Place, unit: Unit) -> int:
        """Count a power's units of a type in a place."""
        force = self.units[power].get(place)
        return force.get(unit, 0) if force else 0

    def force(self, power: Power, place: Place) -> Force:
        """Return a power's units in a place; zero counts are left out."""
        return self.units[power].get(place, {})

    def fielded(self, power: Power, unit: Unit) -> int:
        """Count a power's units of a type on the whole map."""
        return sum(force.get(unit, 0) for force in self.units[power].values())

    def fielded_all(self, power: Power) -> int:
        """Count a power's units on the whole map."""
        return sum(sum(force.values()) for force in self.units[power].values())

    def navies_serving(self, power: Power, region: Region) -> int:
        """Count navies serving in a region: the Ottoman Empire has those of the Mediterranean."""
        sea = self.data.sea[region]
        return self.count(power, sea, NAVY) if sea else 0

    def committable(self, power: Power, region: Region) -> tuple[int, int]:
        """Return the armies and navies that a power could bring into a battle."""
        return self.count(power, region, ARMY), self.navies_serving(power, region)

    def defends(self, power: Power, region: Region) -> bool:
        """Tell whether a power has a control marker or any unit in a region."""
        return self.markers(power, region) > 0 or self.present(power, region)

    def present(self, power: Power, region: Region) -> bool:
        """Tell whether a power has any unit in a region."""
        return bool(self.force(power, region)) or self.navies_serving(power, region) > 0

    def markers(self, power: Power, region: Region) -> int:
        """Count a power's control markers in a region."""
        return self.control.get(region, {}).get(power, 0)

    def markers_on_map(self, power: Power) -> int:
        """Count a power's control markers on the map, without those that pirates or rebels hold."""
        return sum(owners.get(power, 0) for owners in self.control.values())

    def markers_left(self, power: Power) -> int:
        """Count the control markers that a power can still place."""
        held = sum(victim == power for victim in self.pirates.values())
        held += sum(victim == power for victim in self.rebels.values())
        return self.rules.pieces.control - self.markers_on_map(power) - held

    def pieces_left(self, power: Power, unit: Unit) -> int:
        """Count the units of a type that a power can still build."""
        return self.rules.pieces.of(unit) - self.fielded(power, unit)

    def distant(self, origin: Place, destination: Place) -> bool:
        """Deluxe, Distant Sea Move: whether a move crosses a distant sea border."""
        waters = self.data.waters
        return waters[origin] != waters[destination]

    # Alliances and order of play

    def colour(self, power: Power) -> Colour:
        """Return the Grand Alliance of a power; "" as long as it has none."""
        if power in self.red:
            return "red"
        if power in self.blue:
            return "blue"
        return self.unplayed.get(power, "")

    def allied(self, one: Power, other: Power) -> bool:
        """Tell whether two powers are in the same Grand Alliance."""
        return self.colour(one) == self.colour(other) != ""

    def turn_order(self) -> list[Power]:
        """Deluxe, Player Actions: red and blue in turn, in the order of placing."""
        order = []
        for place in range(max(len(self.red), len(self.blue))):
            order += self.red[place : place + 1] + self.blue[place : place + 1]
        return order

    def unallied(self) -> list[Power]:
        """Return the powers in no Grand Alliance yet: seats clockwise, then the unplayed."""
        placed = (*self.red, *self.blue)
        seats = [seat for seat in self.seats if seat not in placed]
        return seats + [power for power, row in self.unplayed.items() if not row]

    def after(self, seat: Power, steps: int = 1) -> Power:
        """Return the seat this many places to the left."""
        return self.seats[(self.seats.index(seat) + steps) % len(self.seats)]

    # Gold and unrest

    def counters_left(self) -> int:
        """Count the unrest counters that can still be taken, including change for fives."""
        return sum(self.counters) + self.supply + 5 * self.fives

    def taxation(self, seat: Power) -> Gold:
        """Return the gold that one taxation brings."""
        rules = self.rules
        return rules.taxation_with_banking if "banking" in self.tiles[seat] else rules.taxation

    def capacity(self, seat: Power) -> Gold:
        """Return the most that a seat can pay: gold in hand and all that taxation can raise."""
        return self.gold[seat] + self.taxation(seat) * self.counters_left()

    # Tiles

    def holds(self, seat: Power, tile: Tile) -> int:
        """Count how many of a tile a seat has, used or not."""
        return self.tiles[seat].count(tile)

    def ready(self, seat: Power, tile: Tile) -> int:
        """Count how many of a tile a seat can still use in this war."""
        held = self.tiles[seat]
        return held.count(tile) - self.flipped[seat].count(tile) if tile in held else 0

    def has_land_units(self, power: Power, region: Region) -> bool:
        """Tell whether a power has an army or a fort in a region."""
        there = self.force(power, region)
        return ARMY in there or FORT in there


load = loader(State)
Table: TypeAlias = rules_interface.Table[State]
"""What this game's rules work with."""
