"""The bot's turn: it values every possible action and takes the best."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import NamedTuple, TypeAlias

from engine.core.chance import Stream
from engine.core.decision import Choice, Decision, Menu
from engine.kit.bot_kit import ALIKE, Option, best
from engine.struggle_of_empires.attack.combat import FORT_STRENGTH
from engine.struggle_of_empires.bot.odds import OF, odds, share
from engine.struggle_of_empires.bot.planning import Plans
from engine.struggle_of_empires.bot.seeing import Seen
from engine.struggle_of_empires.bot.valuing import Worth
from engine.struggle_of_empires.schema import ARMY, FORT, HOME, NAVY, POP, SLAVES, Place, Tile, Unit
from engine.struggle_of_empires.war.neutrals import neutral

MARCH = 12
"""The least that a move must gain, so that units do not move back and forth."""
BEST_FIRST, BEST_SAILING = 3, 2
"""How many first moves are paired with a second: the best, and navies that others can follow."""
FREE_ATTACK = 90
"""The least that an attack with War Office must gain, before the last turn."""


class Leg(NamedTuple):
    """The move of one unit."""

    unit: Unit
    origin: Place
    place: Place

    @property
    def changes(self) -> tuple[tuple[Place, Unit, int], tuple[Place, Unit, int]]:
        """What it takes from one place and brings to another."""
        return (self.origin, self.unit, -1), (self.place, self.unit, 1)


class Mind(NamedTuple):
    """What the bot considers when it decides."""

    seen: Seen
    worth: Worth
    plans: Plans
    menu: Menu

    def may_move(self, leg: Leg) -> bool:
        """Tell whether a unit can go there as things stand."""
        return "move" in self.menu and self.menu["move"].why_not(*leg) is None


Options: TypeAlias = Iterator[Option]


def mind(seen: Seen, decision: Decision) -> Mind:
    """Collect what the bot considers, once for each decision."""
    worth = Worth(seen)
    return Mind(seen, worth, Plans(seen, worth), decision.menu)


def action(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Take useful free actions first, then the best of the others; otherwise pass."""
    it = mind(seen, decision)
    if choice := free(it, decision, stream):
        return choice
    passing = _passing(it)
    options = [
        option for verb, list_ in REGULAR.items() if verb in decision.menu for option in list_(it)
    ]
    options = [option._replace(value=option.value + _forgone(it, option)) for option in options]
    return best(decision, options, stream, passing) or ("pass",)


def free_action(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Take a free action, or end the turn."""
    return free(mind(seen, decision), decision, stream) or ("done",)


def free(it: Mind, decision: Decision, stream: Stream) -> Choice | None:
    """Return the best free action that is worth it now."""
    ready = [row["tile"] for row in it.seen.view["tiles"][it.seen.me] if not row["used"]]
    options = [option for tile in dict.fromkeys(ready) for option in _uses(it, tile)]
    return best(decision, options, stream, 0)


def _uses(it: Mind, tile: Tile) -> Options:
    """Yield the uses of a tile that is not used up."""
    if tile in it.seen.data.trade_tiles:
        return _trade(tile, it)
    return FREE[tile](it) if tile in FREE else iter(())


# Passing


def _passing(it: Mind) -> int:
    """Value a pass, which returns unrest if no attack was made in the turn."""
    taken = it.seen.view["actions_taken"]
    own = it.seen.view["unrest"].get(it.seen.me, 0)
    if not it.seen.rules.pass_returns or not own or "pass" in taken:
        return 0
    return 0 if "attack" in taken or "war_office" in taken else it.worth.point_of_unrest


def _forgone(it: Mind, option: Option) -> int:
    """Value what an attack after a pass gives up, namely the benefit of the pass."""
    passed = "pass" in it.seen.view["actions_taken"] and it.seen.rules.pass_returns
    return -it.worth.point_of_unrest if passed and option.choice[0] == "attack" else 0


# Units


def sea_risk(it: Mind, origin: Place, place: Place) -> int:
    """Return the average cost of the sea die."""
    if it.seen.data.waters[origin] == it.seen.data.waters[place]:
        return 0
    return it.worth.gold * 2 // 3 + 6


def can_land(it: Mind, unit: Unit, place: Place) -> bool:
    """Tell whether a unit could go to a place; the menu checks the rest."""
    if unit == NAVY:
        return place in it.seen.data.ports
    return place not in it.seen.data.colonies or it.seen.serving(it.seen.me, place) > 0


def _build(it: Mind) -> Options:
    price = it.worth.point_of_population + it.worth.unit_upkeep
    militia = 25 * it.seen.holds(it.seen.me, "militia")
    for option in _raise("build", it, (ARMY, NAVY, FORT)):
        yield option._replace(value=option.value - price + militia)


def _raise(verb: str, it: Mind, units: tuple[Unit, ...]) -> Options:
    for unit in units:
        for place in it.seen.data.regions:
            if can_land(it, unit, place) and (unit != FORT or _fortifiable(it, place)):
                value = it.plans.change((place, unit, 1)) - sea_risk(it, HOME, place)
                yield Option(value, (verb, unit, place))


def _fortifiable(it: Mind, place: Place) -> bool:
    """Tell whether a fort is worth building: only if it guards at least two markers."""
    return it.seen.control(place).get(it.seen.me, 0) > 1


def militia_build(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Militia: build one more army if it helps."""
    it = mind(seen, decision)
    price = it.worth.point_of_population + it.worth.unit_upkeep
    options = list(_raise("build", it, (ARMY,)))
    return best(decision, options, stream, price) or ("done",)


# Moves


def _legs(it: Mind, landing: Place = "") -> Iterator[Leg]:
    """Yield moves that are legal now, and army moves to `landing`, where a navy goes first."""
    for unit in (ARMY, NAVY):
        for origin in it.seen.places():
            if it.seen.count(it.seen.me, origin, unit):
                for place in it.seen.data.regions:
                    leg = Leg(unit, origin, place)
                    follows = unit == ARMY and place == landing != origin
                    if it.may_move(leg) or follows:
                        yield leg


def _valued(it: Mind, legs: Iterator[Leg], before: tuple[Leg, ...] = ()) -> list[tuple[int, Leg]]:
    done = [change for leg in before for change in leg.changes]
    base = it.plans.change(*done)
    found = []
    for leg in legs:
        if _still_there(it, leg, before):
            price = MARCH + sea_risk(it, leg.origin, leg.place)
            found.append((it.plans.change(*done, *leg.changes) - base - price, leg))
    return sorted(found, reverse=True)


def _still_there(it: Mind, leg: Leg, before: tuple[Leg, ...]) -> bool:
    gone = sum((old.unit, old.origin) == (leg.unit, leg.origin) for old in before)
    return it.seen.count(it.seen.me, leg.origin, leg.unit) > gone


def _move(it: Mind) -> Options:
    """Value moves of several units by the first one and the best ones after it."""
    firsts = _valued(it, _legs(it))
    sailing = [pair for pair in firsts if pair[1].unit == NAVY]
    looked_at = dict.fromkeys(leg for _, leg in (*firsts[:BEST_FIRST], *sailing[:BEST_SAILING]))
    values = {leg: value for value, leg in firsts}
    for leg in looked_at:
        landing = leg.place if leg.unit == NAVY else ""
        seconds = _valued(it, _legs(it, landing), (leg,))
        further = max(0, seconds[0][0]) if seconds else 0
        yield Option(values[leg] + further, ("move", *leg))


def further_move(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Move another unit if it is better elsewhere."""
    it = mind(seen, decision)
    options = [Option(value, ("move", *leg)) for value, leg in _valued(it, _legs(it))]
    return best(decision, options, stream, 0) or ("done",)


def native_move(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Leave the new army where it is unless it is better elsewhere."""
    it = mind(seen, decision)
    options = [Option(value, ("move", *leg)) for value, leg in _valued(it, _legs(it))]
    return best(decision, options, stream, ALIKE) or decision.default


# Attacks and markers


def _attacks(verb: str, it: Mind) -> Options:
    """Value attacks, including what remains to be done after them."""
    plans, seen = it.plans, it.seen
    for region in seen.data.regions:
        force = plans.force(region)
        if not force.armies:
            continue
        before = plans.value(region, force)
        for target in plans.targets(region):
            brings = plans.attack(region, force, target, seen.control(region))
            win = odds(plans.lead(region, force, target)).win
            won = plans.value(region, force, target.key) - before
            less = force._replace(armies=force.armies - 1)
            lost = plans.value(region, less) - before
            value = brings + share(won, win) + share(lost, OF - win)
            yield Option(value, (verb, region, target.key))


def _war_office(it: Mind) -> Options:
    """Value War Office attacks: only good ones, but in the last turn any that pays."""
    saved = it.worth.price(it.seen.rules.attack_cost)
    least = FREE_ATTACK if it.seen.turns_left(it.seen.me) > 1 else 0
    for option in _attacks("war_office", it):
        yield option._replace(value=option.value + saved - least)


def _take(it: Mind, verb: str, face: str, price: int) -> Options:
    for region in it.seen.data.regions:
        if face in it.seen.neutrals(region):
            force = it.plans.force(region)
            stake = it.worth.stake(region, it.seen.control(region), "", it.seen.me)
            left = it.plans.value(region, force, neutral(face)) - it.plans.value(region, force)
            yield Option(stake + left - price, (verb, region))


def _colonize(it: Mind) -> Options:
    return _take(it, "colonize", POP, it.worth.point_of_population)


def _commerce(it: Mind) -> Options:
    return _take(it, "commerce", SLAVES, 0)


def _incite(verb: str, it: Mind) -> Options:
    """Value pirates or rebels taking a marker, which helps whoever is next in the region."""
    seen, at_sea = it.seen, verb == "pirates"
    strength = seen.rules.pirates_strength if at_sea else seen.rules.rebels_strength
    for region in seen.data.colonies if at_sea else seen.data.revolt_regions:
        for victim, count in seen.control(region).items():
            if count and victim in seen.others:
                win = odds(strength - _guard(it, region, victim, at_sea=at_sea)).win
                stake = it.worth.stake(region, seen.control(region), victim, "")
                yield Option(share(stake, win), (verb, region, victim))


def _guard(it: Mind, region: str, victim: str, *, at_sea: bool) -> int:
    seen = it.seen
    if at_sea:
        own, tile = seen.serving(victim, region), "naval_training"
    else:
        forts = seen.count(victim, region, FORT)
        own, tile = seen.count(victim, region, ARMY) + FORT_STRENGTH * forts, "army_training"
    helped = seen.local(victim, region) + bool(seen.holds(victim, tile))
    return own + (helped if own else 0)


# Tiles and local alliances


def _claim(it: Mind) -> Options:
    for tile, left in it.seen.view["stock"].items():
        if left and tile in it.seen.data.tiles:
            yield Option(it.worth.tile(tile), ("claim", tile))
    if it.seen.rules.alliances == "tiles":
        yield from _allies("claim", it)


def _allies(verb: str, it: Mind) -> Options:
    """Value a local alliance by what its strength makes possible in this war."""
    plans = it.plans
    taken = it.seen.taken_alliances()
    for key, row in it.seen.rules.local_alliances.items():
        if key not in taken:
            value = 0
            for region in row.regions:
                force = plans.force(region)
                more = force._replace(alliances=force.alliances + 1)
                value += plans.value(region, more) - plans.value(region, force)
            yield Option(value - it.worth.price(row.cost), (verb, key))


def _hire(tile: str, unit: Unit, it: Mind) -> Options:
    price = it.worth.unit_upkeep
    for option in _raise(tile, it, (unit,)):
        yield Option(option.value - price, (tile, option.choice[2]))


def _natives(it: Mind) -> Options:
    for region in it.seen.data.colonies:
        value = it.plans.change((region, ARMY, 1)) - it.worth.unit_upkeep
        yield Option(value, ("trained_native_militia", region))


def _farm(it: Mind) -> Options:
    if it.seen.population < it.seen.rules.most_population:
        yield Option(1, ("improved_agriculture",))


def _trade(tile: str, it: Mind) -> Options:
    """Trade late in the war, when there may be more markers, unless gold is needed now."""
    seen = it.seen
    if seen.turns_left(seen.me) > 1 and seen.gold >= seen.rules.attack_cost:
        return
    for region in seen.data.tiles[tile].regions:
        yield Option(seen.control(region).get(seen.me, 0), (tile, region))


REGULAR: Mapping[str, Callable[[Mind], Options]] = {
    "build": _build,
    "move": _move,
    "attack": partial(_attacks, "attack"),
    "colonize": _colonize,
    "commerce": _commerce,
    "claim": _claim,
    "ally": partial(_allies, "ally"),
    "pirates": partial(_incite, "pirates"),
    "revolt": partial(_incite, "revolt"),
}
FREE: Mapping[str, Callable[[Mind], Options]] = {
    "war_office": _war_office,
    "mercenaries": partial(_hire, "mercenaries", ARMY),
    "pressgangs": partial(_hire, "pressgangs", NAVY),
    "trained_native_militia": _natives,
    "diplomatic_service": partial(_allies, "diplomatic_service"),
    "improved_agriculture": _farm,
}
