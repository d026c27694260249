"""The value of a force in a region: attacks it makes possible, markers it guards."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.struggle_of_empires.attack.combat import FORT_STRENGTH
from engine.struggle_of_empires.bot.odds import OF, Odds, odds, share
from engine.struggle_of_empires.bot.seeing import FOE, Seen
from engine.struggle_of_empires.bot.valuing import POINT, Worth, moved
from engine.struggle_of_empires.data import Data, reward, strength
from engine.struggle_of_empires.schema import ARMY, FORT, HOME, NAVY, POP, SLAVES, Power, Region
from engine.struggle_of_empires.war.neutrals import neutral

ACTION = 70
"""What an action is worth if used for something else."""
PATIENCE = 86
"""The percentage of a gain that counts if it comes one action later."""
DISCOUNTS = tuple(100 * PATIENCE**step // 100**step for step in range(1, 40))
MORE_ARMIES, MORE_ATTACKS = 4, 3
"""How far a plan for a region looks ahead: further armies, and attacks."""
ALLIES = 4
"""An enemy's allies are assumed to join once in this many attacks."""
FIRST_TURN, EACH_TURN = 25, 10
"""The likelihood, in percent, that a foe attacks just there, by the turns left to them."""
REACH = 1
"""The armies of a foe that is not there yet: the number that could be brought in a turn."""
SEVEN = OF // 6
"""The number of throws in which two dice add up to seven."""
FUTURE = 12
"""What a unit in place is worth in each later war."""


class Force(NamedTuple):
    """What the seat has, or would have, in a region; its navies are those that serve there."""

    armies: int
    navies: int
    forts: int
    alliances: int


class Target(NamedTuple):
    """A marker that can be attacked: its owner, its strength, and what else it brings."""

    key: str
    owner: Power
    strength: int
    bonus: int
    doubt: int
    """The likelihood, in percent, that it can be attacked at all."""
    edge: int
    """What the attacker has besides their own force and support."""
    joiners: int = 0
    """Armies of the defender's allies."""


class Foe(NamedTuple):
    """A possible attacker: how strong, and how likely to attack, in percent."""

    power: Power
    strength: int
    likely: int


class Plans:
    """Values of regions for one decision; results are cached."""

    def __init__(self, seen: Seen, worth: Worth, *, actions: int | None = None) -> None:
        self.seen, self.worth = seen, worth
        self.actions = seen.actions_left() if actions is None else actions
        self.training = {
            other: seen.better_trained(seen.me, other, "army_training")
            - seen.better_trained(other, seen.me, "army_training")
            for other in seen.others
        }
        self.trained = int(seen.holds(seen.me, "army_training") > 0)
        self._values: dict[tuple[Region, Force, str], int] = {}
        self._forces: dict[Region, Force] = {}
        self._targets: dict[Region, list[Target]] = {}
        self._attack_price = worth.price(seen.rules.attack_cost)
        self._perils: dict[Region, list[Foe]] = {}

    def force(self, region: Region) -> Force:
        """Return what the seat has there now."""
        seen = self.seen
        if region not in self._forces:
            self._forces[region] = Force(
                seen.count(seen.me, region, ARMY),
                seen.serving(seen.me, region),
                seen.count(seen.me, region, FORT),
                seen.local(seen.me, region),
            )
        return self._forces[region]

    def change(self, *changes: tuple[str, str, int]) -> int:
        """Value changes of units (place, unit, how many more)."""
        forces: dict[Region, Force] = {}
        for place, unit, more in changes:
            for region in _touched(self.seen.data, place, unit):
                old = forces.get(region) or self.force(region)
                forces[region] = _with(old, unit, more)
        return sum(
            self.value(region, force) - self.value(region, self.force(region))
            for region, force in forces.items()
        )

    def value(self, region: Region, force: Force, taken: str = "") -> int:
        """Value a force in a region, as it is or after the seat has taken a marker."""
        key = (region, force, taken)
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = self._value(region, force, taken)
        return found

    def _value(self, region: Region, force: Force, taken: str) -> int:
        owners: Mapping[Power, int] = self.seen.control(region)
        targets = self.targets(region)
        if taken:
            loser = taken if taken in owners else ""
            owners = moved(owners, loser, self.seen.me)
            targets = _without(targets, taken, owners)
        attacks = self._attacks(region, force, owners, targets)
        return attacks - self.peril(region, force, owners) + self._later(region, force)

    def _later(self, region: Region, force: Force) -> int:
        seen = self.seen
        there = seen.control(region).get(seen.me, 0) + len(seen.neutrals(region))
        useful = min(force.armies + force.navies, 2 + there) if there else 0
        held = useful * FUTURE * seen.wars_after
        data = seen.data
        sea = bool(force.navies) and region in data.colonies and data.sea[region] == region
        return held + (10 * seen.wars_after if sea else 0)

    # Attacks

    def _attacks(
        self, region: Region, force: Force, owners: Mapping[Power, int], targets: list[Target]
    ) -> int:
        """Value the best plan: armies that still have to come, then attacks as long as they pay."""
        best = 0
        lands = force.navies > 0 or region not in self.seen.data.colonies
        price = self.worth.point_of_population + self.worth.unit_upkeep + ACTION
        for more in range(MORE_ARMIES):
            sails = bool(more) and not lands
            steps = more + sails
            if not targets or steps >= self.actions:
                break
            if force.armies + more:
                ready = force._replace(armies=force.armies + more, navies=force.navies + sails)
                value = self._campaign(region, ready, steps, owners, targets)
                best = max(best, value - steps * price)
        return best

    def _campaign(
        self,
        region: Region,
        force: Force,
        steps: int,
        owners: Mapping[Power, int],
        targets: list[Target],
    ) -> int:
        total = 0
        for step in range(steps, min(self.actions, steps + MORE_ATTACKS)):
            if not force.armies or not targets:
                break
            values = [self.attack(region, force, target, owners) for target in targets]
            best = max(values)
            if best <= ACTION:
                break
            total += best * DISCOUNTS[step] // POINT - ACTION
            target = targets[values.index(best)]
            if 2 * odds(self.lead(region, force, target)).win > OF:
                owners = moved(owners, target.owner, self.seen.me)
                targets = _without(targets, target.key, owners)
            else:
                force = force._replace(armies=force.armies - 1)
        return total

    def targets(self, region: Region) -> list[Target]:
        """Return what could be attacked in a region."""
        found = self._targets.get(region)
        if found is None:
            found = self._targets[region] = [*self._neutrals(region), *self._owned(region)]
        return found

    def _neutrals(self, region: Region) -> Iterator[Target]:
        seen = self.seen
        for face in seen.neutrals(region):
            if face not in (POP, SLAVES):
                gold, points = reward(face)
                bonus = gold * self.worth.gold + points * POINT
                key = neutral(face)
                yield Target(key, "", strength(face), bonus, 100, self.trained)
        if region in seen.view["rebels"]:
            yield Target("rebels", "", seen.rules.rebels_strength, 0, 100, self.trained)

    def _owned(self, region: Region) -> Iterator[Target]:
        seen = self.seen
        idle = seen.with_unplayed(seen.me, region, ARMY)
        for owner, count in seen.control(region).items():
            hostile = seen.hostility(seen.me, owner)
            if not count or owner == seen.me or not hostile:
                continue
            doubt = 100 * hostile // FOE
            if owner in seen.unplayed:
                value = seen.rules.unplayed_strength
                yield Target(owner, owner, value, 0, doubt, self.trained + idle)
            else:
                training = self.training[owner]
                if training < 0 and not self._ashore(owner, region):
                    training = 0
                value, joiners = self.defence(region, owner), self._joiners(region, owner)
                yield Target(owner, owner, value, 0, doubt, training + idle, joiners)

    def defence(self, region: Region, owner: Power) -> int:
        """Return another power's strength against the seat on land, without naval support."""
        seen = self.seen
        own = seen.count(owner, region, ARMY) + FORT_STRENGTH * seen.count(owner, region, FORT)
        local = seen.local(owner, region) if own else 0
        return own + local + seen.with_unplayed(owner, region, ARMY)

    def lead(self, region: Region, force: Force, target: Target) -> int:
        """Return the attacker's strength minus the defender's, before the dice."""
        own = force.armies + force.alliances + target.edge - target.strength
        if target.owner:
            return own + self._support(region, force, target.owner)
        return own if target.key == "rebels" else own + min(1, force.navies)

    def _ashore(self, power: Power, region: Region) -> bool:
        seen = self.seen
        return bool(seen.count(power, region, ARMY) or seen.count(power, region, FORT))

    def _support(self, region: Region, force: Force, other: Power) -> int:
        """Return +1 if the seat is stronger at sea and will have support, -1 if weaker."""
        seen = self.seen
        if not seen.data.sea[region]:
            return 0
        own = force.navies + seen.with_unplayed(seen.me, region, NAVY)
        against = seen.serving(other, region) + seen.with_unplayed(other, region, NAVY)
        return (own > against) - (own < against)

    def attack(
        self, region: Region, force: Force, target: Target, owners: Mapping[Power, int]
    ) -> int:
        """Value an attack, before the action it costs."""
        worth = self.worth
        lead = self.lead(region, force, target)
        chance = odds(lead)
        if target.joiners:
            helped = odds(lead - target.joiners)
            pairs = zip(chance, helped, strict=True)
            chance = Odds(*((one * (ALLIES - 1) + two) // ALLIES for one, two in pairs))
        stake = worth.stake(region, owners, target.owner, self.seen.me) + target.bonus
        lost = OF - chance.win + SEVEN
        gain = share(stake, chance.win) - share(worth.lost_unit, lost)
        return gain * target.doubt // 100 - self._attack_price

    def _joiners(self, region: Region, owner: Power) -> int:
        """Count the armies of a defender's allies."""
        seen = self.seen
        return sum(
            seen.count(other, region, ARMY)
            for other in seen.others
            if other != owner and seen.colour(owner) and not seen.hostility(other, owner)
        )

    # Defence

    def peril(self, region: Region, force: Force, owners: Mapping[Power, int]) -> int:
        """Value what the seat may lose in a region."""
        seen = self.seen
        if not owners.get(seen.me):
            return 0
        return max(
            (self._risk(region, force, owners, foe) for foe in self._foes(region)), default=0
        )

    def threat(
        self, region: Region, force: Force, owners: Mapping[Power, int], power: Power
    ) -> int:
        """Value what the seat may lose to one power in a region, if it is a foe."""
        strong, likely = self._menace(region, power)
        return self._risk(region, force, owners, Foe(power, strong, likely))

    def _risk(self, region: Region, force: Force, owners: Mapping[Power, int], foe: Foe) -> int:
        """Value an attack by a foe: the more likely to win, the more likely it is to come."""
        seen = self.seen
        own = force.armies + FORT_STRENGTH * force.forts
        if own:
            own += force.alliances + self.training.get(foe.power, 0)
        own += seen.with_unplayed(seen.me, region, ARMY)
        own += self._support(region, force, foe.power)
        chance = odds(foe.strength - own).win
        loss = -self.worth.stake(region, owners, seen.me, foe.power)
        return share(share(loss, chance), chance) * foe.likely // 100

    def _foes(self, region: Region) -> list[Foe]:
        """Return who could attack there; a possible future ally is half as likely."""
        found = self._perils.get(region)
        if found is None:
            found = self._perils[region] = []
            for power in self.seen.others:
                if hostile := self.seen.hostility(self.seen.me, power):
                    strong, likely = self._menace(region, power)
                    found.append(Foe(power, strong, likely * hostile // FOE))
        return found

    def _menace(self, region: Region, foe: Power) -> tuple[int, int]:
        seen = self.seen
        there = seen.count(foe, region, ARMY)
        local = seen.local(foe, region)
        idle = seen.with_unplayed(foe, region, ARMY)
        turns = seen.turns_left(foe)
        likely = FIRST_TURN + EACH_TURN * turns if turns else 0
        if there:
            return there + local + idle, likely
        if region in seen.data.colonies and not seen.serving(foe, region):
            return 1 + local + idle, likely // 5
        return REACH + local + idle, likely * 2 // 5


def _without(targets: list[Target], key: str, owners: Mapping[Power, int]) -> list[Target]:
    """Return the targets after one has been taken: a power may have more markers there."""
    if owners.get(key):
        return targets
    keys = [target.key for target in targets]
    if key not in keys:
        return targets
    place = keys.index(key)
    return targets[:place] + targets[place + 1 :]


def _touched(data: Data, place: str, unit: str) -> list[Region]:
    """Return the regions for which a unit in a place counts."""
    if place == HOME:
        return []
    if unit != NAVY:
        return [place]
    return [region for region in data.regions if data.sea[region] == place]


def _with(force: Force, unit: str, more: int) -> Force:
    if unit == ARMY:
        return force._replace(armies=force.armies + more)
    if unit == NAVY:
        return force._replace(navies=force.navies + more)
    return force._replace(forts=force.forts + more)
