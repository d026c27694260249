"""A seat's view as the bot reads it: positions, possible enemies, remaining time."""

from collections.abc import Mapping
from typing import Any

from engine.struggle_of_empires.data import Data
from engine.struggle_of_empires.schema import NAVY, Alliance, Place, Power, Region, Tile, Unit

FOE, UNSURE, FRIEND = 2, 1, 0
"""How hostile a power is, in halves: before alliances are settled, anybody may become a foe."""


class Seen:
    """A view, and the tables needed to read it."""

    def __init__(self, data: Data, view: Mapping[str, Any]) -> None:
        self.data, self.view = data, view
        self.me: Power = view["you"]
        self.rules = data.ruleset(view["edition"], tuple(view["variants"]))
        self.seats: list[Power] = view["seats"]
        self.others = [seat for seat in self.seats if seat != self.me]
        self.unplayed: Mapping[Power, Any] = view["unplayed"]
        self.gold: int = view["gold"][self.me]
        self.population: int = view["population"][self.me]
        self.wars_after: int = view["wars"] - view["war"]
        self._colours = {power: self._colour(power) for power in (*self.seats, *self.unplayed)}
        self._joining: dict[tuple[Power, Region, Unit], int] = {}
        self.tiles = {seat: [row["tile"] for row in view["tiles"][seat]] for seat in self.seats}

    # Positions

    def count(self, power: Power, place: Place, unit: Unit) -> int:
        """Count a power's units of a type in a place."""
        there = self.view["units"].get(power, {}).get(place)
        return there.get(unit, 0) if there else 0

    def serving(self, power: Power, region: Region) -> int:
        """Count a power's navies that serve in a region."""
        sea = self.data.sea[region]
        return self.count(power, sea, NAVY) if sea else 0

    def places(self) -> list[Place]:
        """Return the places where the seat has units."""
        return list(self.view["units"].get(self.me, {}))

    def fielded(self, unit: Unit = "") -> int:
        """Count the seat's units on the map, of one type or all."""
        forces = self.view["units"].get(self.me, {}).values()
        if unit:
            return sum(force.get(unit, 0) for force in forces)
        return sum(sum(force.values()) for force in forces)

    def control(self, region: Region) -> Mapping[Power, int]:
        """Return the control markers in a region, by owner."""
        found: Mapping[Power, int] = self.view["control"].get(region, {})
        return found

    def markers(self, power: Power) -> int:
        """Count a power's control markers on the map."""
        return sum(owners.get(power, 0) for owners in self.view["control"].values())

    def neutrals(self, region: Region) -> list[str]:
        """Return the faces of the neutral markers in a region."""
        found: list[str] = self.view["neutrals"].get(region, [])
        return found

    # Alliances

    def colour(self, power: Power) -> str:
        """Return the Grand Alliance of a power; "" as long as it has none."""
        return self._colours[power]

    def _colour(self, power: Power) -> str:
        for row in ("red", "blue"):
            if power in self.view[row]:
                return row
        return self.unplayed.get(power) or ""

    def hostility(self, one: Power, other: Power) -> int:
        """Tell whether two powers can attack each other in this war."""
        mine, theirs = self.colour(one), self.colour(other)
        if not mine or not theirs:
            return UNSURE
        return FRIEND if mine == theirs else FOE

    def local(self, power: Power, region: Region) -> int:
        """Count a power's local alliances that help in a region."""
        held: list[Alliance] = self.view["alliances"].get(power, [])
        return sum(region in self.rules.local_alliances[key].regions for key in held)

    def taken_alliances(self) -> list[Alliance]:
        """Return the local alliances that have an owner in this war."""
        return [key for held in self.view["alliances"].values() for key in held]

    def with_unplayed(self, power: Power, region: Region, unit: Unit) -> int:
        """Count the units of unplayed powers that fight beside a power of their alliance."""
        key = (power, region, unit)
        if key not in self._joining:
            colour = self.colour(power)
            place = self.data.sea[region] if unit == NAVY else region
            self._joining[key] = sum(
                self.count(idle, place, unit)
                for idle in self.unplayed
                if colour and place and self.colour(idle) == colour
            )
        return self._joining[key]

    # Tiles

    def holds(self, power: Power, tile: Tile) -> int:
        """Count a power's tiles of this type."""
        return self.tiles.get(power, []).count(tile)

    def better_trained(self, one: Power, other: Power, tile: Tile) -> int:
        """Return 1 if the first power has more tiles of a training, otherwise 0."""
        return int(self.holds(one, tile) > self.holds(other, tile))

    # Remaining time

    @property
    def acting(self) -> bool:
        """Whether actions are being played."""
        return bool(self.view["phase"] == "actions")

    def turns_left(self, power: Power) -> int:
        """Count the turns that a power still has in this war, including the current one."""
        rounds, now = self.view["rounds"], self.view["round"]
        if self.view["phase"] in ("income", "scoring", "end-of-war", "over"):
            return 0
        if not self.acting:
            return int(rounds)
        order, active = self.view["turn_order"], self.view["active"]
        due = active in order and power in order and order.index(power) >= order.index(active)
        return int(rounds - now + due)

    def actions_left(self) -> int:
        """Count the actions that the seat still has in this war."""
        turns = self.turns_left(self.me)
        if self.acting and self.view["active"] == self.me:
            return int(self.view["actions_left"] + (turns - 1) * self.rules.actions)
        return turns * self.rules.actions

    @property
    def wars_left(self) -> int:
        """The number of wars in which something bought now can be used."""
        return self.wars_after + bool(self.turns_left(self.me))

    @property
    def incomes_left(self) -> int:
        """The number of times that income will still be paid."""
        done = self.view["phase"] in ("scoring", "end-of-war", "over")
        return self.wars_after + (not done)
