"""What markers, gold, population, unrest and tiles are worth now, in hundredths of a point."""

from collections.abc import Mapping, Sequence

from engine.struggle_of_empires.actions.tiles import REFORM_POINTS
from engine.struggle_of_empires.bot.seeing import Seen
from engine.struggle_of_empires.schema import Gold, Power, Region, Tile

POINT = 100
LATER = (0, 50, 75)
"""The percentage at which a marker's points in later wars count, by the number of later wars: it
may be lost by then."""
NEARNESS = 5
"""A place that one marker more would gain counts one part in this many; so does one in danger."""
RIVALRY = 30
"""The percentage of others' scores that counts against the seat, shared among them."""
UNREST, UNREST_AT_THE_TOP = 45, 85
CALM = 3
"""This many points of unrest below the second highest are no danger."""
ANXIOUS = 12
"""Above this, each further point of unrest costs more, since revolution loses everything."""
FEAR = 45
PLENTY: Gold = 6
"""Gold left after income; beyond this, more is of little use."""


class Worth:
    """The seat's prices, for one decision."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self._standings: dict[tuple[object, ...], int] = {}
        self.point_of_unrest = self._unrest(seen.view["unrest"].get(seen.me, 0))
        self.rate = (
            seen.rules.taxation_with_banking
            if seen.holds(seen.me, "banking")
            else seen.rules.taxation
        )
        self.spare_gold = seen.gold + seen.population + seen.markers(seen.me) - seen.fielded()
        self.gold = self._gold()
        """The value of one gold more or less."""
        self.unit_upkeep = self.gold * seen.incomes_left
        self.lost_unit = self.point_of_unrest + 50 + 15 * seen.wars_after
        self.point_of_population = self._population()

    # Unrest, gold, population

    def _unrest(self, own: int) -> int:
        """Price one more point of unrest: it matters who has most; revolution is worst of all."""
        shown: Mapping[Power, int] = self.seen.view["unrest"]
        taken = self.seen.view["unrest_taken"]
        others = sorted((shown.get(o, taken.get(o, 0)) for o in self.seen.others), reverse=True)
        places = len(self.seen.rules.unrest_penalties[len(self.seen.seats)])
        threshold = others[min(places, len(others)) - 1] if others else 0
        price = UNREST_AT_THE_TOP if own + CALM > threshold else UNREST
        return price + FEAR * max(0, own - ANXIOUS)

    def _gold(self) -> int:
        seen = self.seen
        taxed = self.point_of_unrest // self.rate
        if self.spare_gold < 0:
            return taxed
        if not seen.wars_after:
            needed = seen.rules.attack_cost * seen.actions_left() // 2
            return taxed // 2 if self.spare_gold < needed else 3
        return taxed * 2 // 3 if self.spare_gold < PLENTY else 15

    def _population(self) -> int:
        """Price a point of population: beyond what growth restores, only its next gold."""
        seen, rules = self.seen, self.seen.rules
        wasted = seen.population > rules.most_population - rules.population_growth
        return self.gold + (0 if wasted or not seen.wars_after else 40)

    def price(self, gold: Gold) -> int:
        """Price a payment: gold in hand, and unrest for what has to be raised."""
        short = max(0, gold - self.seen.gold)
        taxes = -(-short // self.rate)
        return taxes * self.point_of_unrest + (gold - short) * self.gold

    # Markers

    def standing(self, region: Region, owners: Mapping[Power, int]) -> int:
        """Value the markers in a region for the seat, minus their value for rivals."""
        key = (region, *owners.items())
        found = self._standings.get(key)
        if found is None:
            found = self._standings[key] = self._standing(region, owners)
        return found

    def _standing(self, region: Region, owners: Mapping[Power, int]) -> int:
        values: Sequence[int] = self.seen.view["values"][region]
        mine = owners.get(self.seen.me, 0)
        total = self._expected(values, owners, self.seen.me)
        against = sum(
            self._expected(values, owners, other) for other in self.seen.others if owners.get(other)
        )
        rivals = len(self.seen.others) or 1
        income = mine * self.seen.incomes_left * self.gold
        return total + income - against * RIVALRY // (100 * rivals)

    def _expected(self, values: Sequence[int], owners: Mapping[Power, int], power: Power) -> int:
        """Return the expected points in this and later wars, counting possible changes in part."""
        count = owners.get(power, 0)
        others = [n for owner, n in owners.items() if n and owner != power]
        idle = [owners[owner] for owner in self.seen.unplayed if owners.get(owner)]
        now = points(values, count, others, idle)
        up = points(values, count + 1, others, idle)
        down = points(values, count - 1, others, idle)
        near = now * (NEARNESS - 2) + up + down
        settled = self.seen.turns_left(power) == 0
        first = now * NEARNESS if settled else near
        later = LATER[min(self.seen.wars_after, len(LATER) - 1)]
        return (first * POINT + near * later) // NEARNESS if count else 0

    def stake(
        self, region: Region, owners: Mapping[Power, int], loser: Power, winner: Power
    ) -> int:
        """Value a marker going from one power to another, for the seat; "" is nobody."""
        after = moved(owners, loser, winner)
        return self.standing(region, after) - self.standing(region, owners)

    # Tiles

    def tile(self, tile: Tile) -> int:
        """Value claiming a tile, beyond its cost."""
        row = self.seen.rules.tiles[tile]
        cost = self.price(row.cost.gold) + row.cost.population * self.point_of_population
        return self._use_of(tile) - cost - row.cost.unrest * self.point_of_unrest

    def _use_of(self, tile: Tile) -> int:
        seen = self.seen
        held = seen.holds(seen.me, tile)
        row = seen.data.tiles[tile]
        if row.kind == "trade":
            most: int = max(seen.control(region).get(seen.me, 0) for region in row.regions)
            return most * self.gold * seen.wars_left
        if tile == "government_reform":
            own: int = seen.view["unrest"].get(seen.me, 0)
            return self.point_of_unrest * min(REFORM_POINTS, own)
        if tile == "industry":
            farms = seen.holds(seen.me, "improved_agriculture")
            rules = seen.rules
            return POINT * (rules.industry_points + farms * rules.industry_per_agriculture)
        if tile == "improved_agriculture":
            growth = seen.rules.agriculture_population + seen.wars_left
            return growth * (self.point_of_population + 10)
        once = ONCE.get(tile, 0)
        each = EACH_WAR.get(tile, 0) // (1 + 2 * held if tile in SINGLE else 1 + held)
        return once + each * self._wars() // POINT

    def _wars(self) -> int:
        """Return the wars in which a tile can be used, in hundredths, the rest of this one
        included."""
        seen = self.seen
        rounds: int = seen.view["rounds"]
        return POINT * seen.wars_after + POINT * seen.turns_left(seen.me) // rounds


EACH_WAR: Mapping[Tile, int] = {
    "mercenaries": 110,
    "pressgangs": 90,
    "trained_native_militia": 105,
    "war_office": 170,
    "diplomatic_service": 90,
    "reserves": 70,
    "army_training": 190,
    "naval_training": 45,
    "banking": 60,
    "logistics": 45,
    "militia": 100,
    "navigation": 20,
}
"""What a tile brings in a war."""
ONCE: Mapping[Tile, int] = {"fighting_withdrawal": 45, "surprise_attack": 35, "blockade": 35}
SINGLE = ("banking", "army_training", "naval_training")
"""Tiles that bring little more when held twice."""


def moved(owners: Mapping[Power, int], loser: Power, winner: Power) -> dict[Power, int]:
    """Return the markers of a region after one has changed hands."""
    after = dict(owners)
    if after.get(loser):
        after[loser] -= 1
    if winner:
        after[winner] = after.get(winner, 0) + 1
    return after


def points(values: Sequence[int], own: int, others: Sequence[int], idle: Sequence[int]) -> int:
    """Return what this many markers score: those tied share a place, but not with idle powers."""
    if own <= 0:
        return 0
    above = len(dict.fromkeys(n for n in others if n > own))
    place = above + (own in idle)
    return values[place] if place < len(values) else 0
