"""A position as a tree of plain data, as scenario files write it, and back.

README.md lists the keys. What a position leaves out is empty or at its starting value.
"""

from collections import Counter
from operator import attrgetter
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from engine.core.decision import Seat
from engine.core.messages import text
from engine.kit.position_codec import (
    Codec,
    Entry,
    Groups,
    Positions,
    Tree,
    by,
    derived,
    fields,
    known,
    list_of,
    listed,
    natural,
    number,
    numbers_by,
    plain,
    struct,
    table_of,
    word,
    wrong,
)
from engine.seven_years_world_war.control.occupation import land_fits, water_fits
from engine.seven_years_world_war.data import Data
from engine.seven_years_world_war.income.routes import holders
from engine.seven_years_world_war.negotiation.breaches import known_clause
from engine.seven_years_world_war.start import start
from engine.seven_years_world_war.state import (
    FACE_DOWN,
    Agreement,
    Offer,
    Outcome,
    Placed,
    State,
    land_units,
)
from engine.seven_years_world_war.tables.names import (
    MAJORS,
    MINOR_STEP,
    NEUTRAL,
    PHASES,
    TREASURY_STEPS,
    TURN_PHASES,
    UNITS,
    Power,
)
from engine.seven_years_world_war.victory import sum_of

SETUP_STEPS = ("draft", *MAJORS, "minors", "wild", "markers")
COUNTERS = ("army", "horde", "fleet", "legion", "base")
"""Kinds of counters; fortified zones use those of bases."""
OPTIONAL = ("pillage", "enlightenment")
"""Phases that are only played with the variant of the same name."""
DONE = "done"
"""The step after the last one of a seat's treasury."""


def _groups(data: Data, state: State | None) -> Groups:
    """All names by group; without a state, the seats are all possible ones."""
    return {
        "seats": state.seats if state else data.seats,
        "majors": MAJORS,
        "powers": data.powers.all,
        "squares": data.board.squares,
        "units": UNITS,
        "routes": data.board.routes,
        "stocks": (*MAJORS, "minor"),
        "sorts": COUNTERS,
    }


# Keys that have a form of their own


_SEATS = attrgetter("seats")
_MARKERS = attrgetter("data.charts.markers")
_SQUARES = attrgetter("data.board.squares")


def _placed(name: str) -> Entry:
    """A key with units by power and square; the state has them by square and power."""

    def put(state: State, key: str, value: Tree) -> None:
        setattr(state, name, _read_placed(key, value))

    return Entry(
        lambda state, _: by_power(getattr(state, name)), put, by("powers", "squares", "units")
    )


def _read_placed(key: str, value: Tree) -> Placed:
    placed: Placed = {}
    for power, squares in value.items():
        for square, stack in table_of(f"{key}.{power}", squares).items():
            units = table_of(f"{key}.{power}.{square}", stack)
            counts = {u: natural(f"{key}.{power}.{square}.{u}", n) for u, n in units.items()}
            if kept := {unit: counts[unit] for unit in UNITS if counts.get(unit)}:
                placed.setdefault(square, {})[power] = kept
    return placed


def by_power(placed: Placed) -> dict[Power, dict[str, dict[str, int]]]:
    """Return units by power and square."""
    found: dict[Power, dict[str, dict[str, int]]] = {}
    for square, force in placed.items():
        for power, stack in force.items():
            found.setdefault(power, {})[square] = dict(stack)
    return found


def _said_embarked(state: State, _key: str) -> Any:
    """The units aboard, including those at sea, who always are."""
    at_sea = {
        square: aboard
        for square, force in state.units.items()
        if not state.data.board.squares[square].has_land
        if (aboard := land_units(force))
    }
    return by_power({**state.embarked, **at_sea})


def _said_beaten_back(state: State, _key: str) -> dict[Power, dict[str, dict[str, int]]]:
    return by_power(state.beaten_back or {})


def _put_beaten_back(state: State, key: str, value: Tree) -> None:
    state.beaten_back = _read_placed(key, value) or UNSET


def _put_controllers(state: State, key: str, value: Tree) -> None:
    for power, seat in value.items():
        known(f"{key}.{power}", seat, (*state.seats, NEUTRAL))
        state.controllers[power] = "" if seat == NEUTRAL else seat


def _said_controllers(state: State, _key: str) -> dict[Power, str]:
    return {power: seat or NEUTRAL for power, seat in state.controllers.items()}


def _said_markers(state: State, _key: str) -> dict[Seat, list[str]]:
    return {seat: list(hand) for seat, hand in state.hands.items() if hand}


def _put_markers(state: State, key: str, value: Tree) -> None:
    order = list(state.data.charts.markers)
    for seat, hand in value.items():
        for marker in hand:
            known(f"{key}.{seat}", marker, order)
        state.hands[seat] = sorted(hand, key=order.index)


def _put_leaders(state: State, key: str, value: Tree) -> None:
    markers = state.data.charts.markers
    able = [marker for marker, row in markers.items() if row.leads]
    for power, leaders in value.items():
        for leader in leaders:
            known(f"{key}.{power}", leader.removesuffix(FACE_DOWN), able)
        if leaders:
            state.leaders[power] = list(leaders)


def _put_pool(state: State, key: str, value: Any) -> None:
    for marker in value:
        known(key, marker, state.data.charts.markers)
    state.pool = dict(Counter(value))


def _said_pool(state: State, _key: str) -> list[str]:
    return [marker for marker, n in state.pool.items() for _ in range(n)]


def _campaign(state: State) -> dict[Seat, int]:
    return {seat: state.campaign(seat) for seat in state.seats}


def _routes(state: State) -> dict[str, list[Seat]]:
    return {route: holders(state, route) for route in state.data.board.routes}


def _sums(state: State) -> dict[Seat, int]:
    return {seat: sum_of(state, seat) for seat in state.seats}


def _stock(state: State) -> dict[str, dict[str, int]]:
    whose = {power: power for power in MAJORS} | {"minor": _any_minor(state)}
    return {
        name: {sort: state.stock_left(power, sort) for sort in COUNTERS}
        for name, power in whose.items()
    }


def _any_minor(state: State) -> Power:
    """A minor power that stands for all of them, as they share their counters."""
    return next(iter(state.data.powers.minors))


def _agreements(attribute: str) -> Entry:
    """R53: clauses in the spelling of the rules, however a position writes them."""
    entry = struct(list[Agreement], attribute)

    def put(state: State, key: str, value: Any) -> None:
        if entry.put is not None:
            entry.put(state, key, value)
        told = getattr(state, attribute)
        kept = [replace(each, clause=known_clause(each.clause)) for each in told]
        setattr(state, attribute, kept)

    return entry._replace(put=put)


def _said_step(state: State, _key: str) -> str:
    return state.step if state.phase in ("setup", "recruiting") else ""


KEYS = Codec(
    {
        "turn": number(),
        "phase": word(PHASES),
        "step": word((*SETUP_STEPS, *TREASURY_STEPS, MINOR_STEP, DONE))._replace(said=_said_step),
        "first": word(_SEATS),
        "active": word(_SEATS),
        "turn_order": derived(State.turn_order),
        "controllers": Entry(_said_controllers, _put_controllers, by("majors")),
        "campaign": derived(_campaign, "seats"),
        "units": _placed("units"),
        "embarked": _placed("embarked")._replace(said=_said_embarked),
        "moved": _placed("moved"),
        "attacked": _placed("attacked"),
        "beaten_back": Entry(_said_beaten_back, _put_beaten_back, _placed("beaten_back").below),
        "attacks": list_of(),
        "treasury": numbers_by("seats"),
        "markers": Entry(_said_markers, _put_markers, by("seats")),
        "leaders": Entry(lambda state, _: plain(state.leaders), _put_leaders, by("majors")),
        "aside": list_of(_MARKERS),
        "pool": Entry(_said_pool, _put_pool),
        "pillaged": list_of(_SQUARES, kept=sorted),
        "enlightenment": list_of(_SQUARES, kept=sorted),
        "tried": list_of(_SQUARES, kept=sorted),
        "start_sums": numbers_by("seats"),
        "sums": derived(_sums, "seats"),
        "routes": derived(_routes, "routes"),
        "stock": derived(_stock, "stocks", "sorts"),
        "offers": struct(list[Offer]),
        "proposals": _agreements("proposals"),
        "agreements": _agreements("agreements"),
        "treaty": list_of(_SEATS),
        "ending": list_of(_SEATS),
        "result": struct(Outcome, "outcome", fields(Outcome, level="seats", ratio="seats")),
    }
)


# What a position leaves out, and what cannot be


def _complete(state: State, position: Tree) -> None:
    _begin(state, position)
    _check(state)


def _begin(state: State, position: Tree) -> None:
    """Complete the sequence of play and the pool."""
    if "phase" not in position:
        state.phase = "movement"
    if state.phase != "setup" and "step" not in position:
        state.step = TREASURY_STEPS[0] if state.phase == "recruiting" else ""
    if "active" not in position:
        waiting = (*TURN_PHASES, "recruiting", "enlightenment")
        drafting = state.phase == "setup" and state.step == "draft"
        acts = (state.phase in waiting and state.step != MINOR_STEP) or drafting
        acts |= state.phase in ("taxation", "free_markers") and state.has("treasury_in_turn")
        state.active = state.first if acts else ""
    if "pool" not in position:
        state.pool = _rest_of_markers(state)


def _rest_of_markers(state: State) -> dict[str, int]:
    """All markers that are nowhere else."""
    out = Counter(state.aside)
    for hand in state.hands.values():
        out.update(hand)
    for leaders in state.leaders.values():
        out.update(leader.removesuffix(FACE_DOWN) for leader in leaders)
    rows = state.data.charts.markers
    if over := [marker for marker, n in out.items() if n > rows[marker].number]:
        wrong("markers", "mistake.too_many_markers", markers=listed(over))
    return {marker: row.number - out[marker] for marker, row in rows.items()}


def _check(state: State) -> None:
    """Refuse units where they cannot stand, and more of them than there are counters."""
    if not 1 <= state.turn <= state.data.setups.turns:
        slots = {"least": 1, "most": state.data.setups.turns, "found": state.turn}
        wrong("turn", "mistake.not_between", **slots)
    if state.phase in OPTIONAL and not state.has(state.phase):
        wrong("phase", "mistake.not_played", variant=text(state.phase))
    for seat in state.seats:
        if state.controllers[seat] != seat:
            wrong(f"controllers.{seat}", "mistake.main_power", seat=text(seat))
    _check_places(state)
    _check_marks(state)
    for power in (*MAJORS, _any_minor(state)):
        for unit in COUNTERS:
            if state.stock_left(power, unit) < 0:
                most = state.data.counters(power, unit)
                wrong(f"units.{power}", "mistake.too_many_counters", unit=text(unit), most=most)


def _check_places(state: State) -> None:
    for square, force in state.units.items():
        if not land_fits(state, square, force):
            wrong(f"units: {square}", "mistake.no_land_here")
        if not water_fits(state, square, force):
            wrong(f"units: {square}", "mistake.no_water_here")
        if sum(stack.get("fortified_zone", 0) for stack in force.values()) > 1:
            wrong(f"units: {square}", "mistake.one_fortified_zone")


def _check_marks(state: State) -> None:
    for key in ("embarked", "moved", "attacked", "beaten_back"):
        for square, force in (getattr(state, key) or {}).items():
            for power, stack in force.items():
                there = state.at(square).get(power, {})
                if any(number > there.get(unit, 0) for unit, number in stack.items()):
                    wrong(f"{key}.{power}.{square}", "mistake.not_so_many_there")


POSITIONS = Positions(KEYS, start, _groups, _complete)
