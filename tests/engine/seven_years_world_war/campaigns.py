"""Games in a given position, begun from set-up, or played by chance; what must hold in them."""

from collections import Counter
from copy import deepcopy

from engine.core.bots import Stream, random_choice
from engine.core.decision import Menu
from engine.core.dice import Dice, ScriptedDice, Seed
from engine.core.rules_interface import Table
from engine.core.session import Session
from engine.seven_years_world_war import GAME
from engine.seven_years_world_war.control.occupation import land_fits, water_fits
from engine.seven_years_world_war.data import SHIPPED, read
from engine.seven_years_world_war.tables.names import MAJORS, fleets_of

DATA = read(SHIPPED)


def at(dice=(), *, seats=2, scenario="european", variants=(), reactions="policy", **position):
    """A session at a position, with dice written down beforehand."""
    given = {"seats": seats, "scenario": scenario}
    options = GAME.options({**given, "variants": list(variants), "reactions": reactions})
    return Session.of_state(GAME, ScriptedDice(dice), GAME.place(options, position), options)


def begin(name, **options):
    """A new game, with the dice that belong to its name."""
    return Session.start(GAME, Dice(Seed(name.encode().ljust(32))), GAME.options(options))


SCENARIOS = ("european", "non_european", "free")


def any_rules(name):
    """A scenario, a number of seats, variants and reactions, by chance."""
    stream = Stream(f"{name}, rules")
    scenario, players = stream.pick(SCENARIOS), 2 + stream.below(3)
    variants = [key for key in DATA.variants if stream.below(3) == 0]
    seats = list(stream.shuffled(MAJORS))[:players] if scenario == "free" else players
    reactions = stream.pick(["policy", "ask"])
    given = {"scenario": scenario, "seats": seats, "variants": variants}
    return {**given, "reactions": reactions}


def wander(session, stream, *, unasked=12):
    """Play to the end by chance, one answer in `unasked` with an order unasked before it; yields
    after each answer."""
    while waiting := session.waiting():
        seat = stream.pick(waiting)
        if stream.below(unasked) == 0:
            _do_unasked(session, stream.pick(session.state.seats), stream)
        if seat in session.questions:
            session.submit(seat, random_choice(session.decision(seat), stream))
        yield


def _do_unasked(session, seat, stream):
    """Something that needs no question; nobody ends the game before its time."""
    menu = session.anytime_menu(seat)
    kept = Menu(*(menu[verb] for verb in menu if verb not in ("end_now", "treaty")))
    choice = kept.walk(stream.shuffled)
    if choice is not None:
        session.anytime(seat, choice)


AT_REST = frozenset(["turn", "treasury", "enlightenment", "provision"])
"""Kinds of question that are asked when nobody is on his way."""


def check(session, seen):
    """What must hold whenever somebody is asked: counters, markers, limits, places, control. In the
    midst of a move or a change of sides, units may still be where they cannot stay. `seen`: the
    forces that were in order when last looked at, which stay so where nothing has changed."""
    state, kinds = session.state, {question.kind.name for question in session.questions.values()}
    at_rest = not kinds.isdisjoint(AT_REST)
    for square, force in state.units.items():
        if at_rest:
            led = {seat for power in force if (seat := state.controllers.get(power)) is not None}
            assert len(led) <= 1, (square, force)
        if seen.get(square) != force:
            _check_force(state, square, force)
            seen[square] = deepcopy(force)
    _check_marks(state)
    _check_stock(state)
    markers = Counter(state.pool) + Counter(state.aside)
    for seat in state.seats:
        assert state.treasury[seat] >= 0
        assert state.controllers[seat] == seat
        assert state.room(seat) >= 0 or "room" in kinds, seat
        markers.update(state.hands[seat])
    for leaders in state.leaders.values():
        markers.update(leader.removesuffix("!") for leader in leaders)
    return markers


def _check_force(state, square, force):
    assert force, square
    assert all(stack and min(stack.values()) > 0 for stack in force.values()), (square, force)
    assert land_fits(state, square, force), (square, force)
    assert water_fits(state, square, force), (square, force)
    zones = sum(stack.get("fortified_zone", 0) for stack in force.values())
    assert zones <= 1, (square, force)


def _check_stock(state):
    """11.4: recruits and veterans share their counters, bases theirs with fortified zones, all
    minor powers and rebels one stock."""
    minor = next(iter(state.data.powers.minors))
    there = Counter()
    for force in state.units.values():
        for power, stack in force.items():
            owner = power if state.is_major(power) else minor
            for unit, number in stack.items():
                there[owner, unit] += number
    sorts = Counter()
    for (owner, unit), number in there.items():
        sort = unit.removeprefix("veteran_").replace("fortified_zone", "base")
        sorts[owner, sort] += number
    for (owner, sort), number in sorts.items():
        assert number <= state.data.counters(owner, sort), (owner, sort)


def _check_marks(state):
    assert state.beaten_back != {}
    for placed in (state.embarked, state.moved, state.attacked, state.beaten_back or {}):
        for square, force in placed.items():
            for power, stack in force.items():
                there = state.at(square).get(power, {})
                assert all(0 < n <= there.get(unit, 0) for unit, n in stack.items()), square
    for square, force in state.embarked.items():
        fleets = sum(fleets_of(stack) for stack in state.at(square).values())
        assert sum(sum(stack.values()) for stack in force.values()) <= fleets, square


def otherwise(state, seat, stream):
    """The same position with other markers and points in the hands of all but `seat`, and with
    other offers and proposals among them."""
    twin = GAME.load(GAME.dump(state))
    picked = [key for key, row in DATA.charts.markers.items() if not row.picked]
    for other in twin.seats:
        if other != seat:
            twin.treasury[other] = stream.below(40)
            for marker in list(twin.hands[other]):
                there = [key for key in picked if twin.pool.get(key, 0)] or [marker]
                now = stream.pick(there)
                twin.pool[now] = twin.pool.get(now, 0) - 1
                twin.pool[marker] = twin.pool.get(marker, 0) + 1
                twin.hands[other].remove(marker)
                twin.hands[other].append(now)
            twin.hands[other].sort(key=list(DATA.charts.markers).index)
    twin.offers = [offer for offer in twin.offers if seat in (offer.by, offer.to)]
    twin.proposals = [each for each in twin.proposals if seat in each.parties]
    twin.agreements = [each for each in twin.agreements if seat in each.parties]
    if twin.attempt and not twin.attempt.revealed and twin.attempt.by != seat:
        twin.attempt.attack = ["diplomacy_1"] * len(twin.attempt.attack)
    return Table(twin, None, None)
