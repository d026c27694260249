"""The changes that a host can make to fix a mistake: typed, and judged like an order.

Nothing is lost or created: units, tiles and markers come from where the game keeps them and go back
there. A refusal only says what every seat can see.
"""

from collections.abc import Mapping
from functools import partial

from engine.core.decision import Domain, Refusal, refuse
from engine.kit.host_changes import Change, Changes, sets
from engine.struggle_of_empires.actions.local_alliances import owner
from engine.struggle_of_empires.schema import (
    HOME,
    NAVY,
    UNITS,
    Alliance,
    Face,
    Place,
    Power,
    Region,
    Tile,
    Unit,
)
from engine.struggle_of_empires.state import State, Table
from engine.struggle_of_empires.state_changes import (
    gain_control,
    gain_unrest,
    lift_empty_blockade,
    lose_control,
    put,
    remove,
    return_unrest,
    supply_tile,
)
from engine.struggle_of_empires.war.neutrals import take_face, use_neutral

MOST = 999
"""More gold or points than anybody has."""
MOST_UNITS = 20
MOST_COUNTERS = 20
RULING = "ruling"
"""The cause given for the effects of a change."""


def _now(state: State) -> Refusal | None:
    """Refuse changes during a battle, which counts what was there when it began."""
    if state.battle is not None:
        return refuse("refusal.battle")
    return None


# Numbers


def _enough_counters(state: State, _seat: Power, counters: int) -> Refusal | None:
    if counters > state.counters_left():
        return refuse("refusal.counters_left", number=state.counters_left())
    return None


# Units


def _can_lie(state: State, _power: Power, unit: Unit, place: Place) -> Refusal | None:
    if unit == NAVY and place not in (*state.data.ports, HOME):
        return refuse("refusal.no_navy_can_lie", place=place)
    return None


def _enough_pieces(
    state: State, power: Power, unit: Unit, place: Place, number: int
) -> Refusal | None:
    most = state.count(power, place, unit) + state.pieces_left(power, unit)
    if number > most:
        return refuse("refusal.pieces_there", power=power, number=most)
    return None


def _units(table: Table, power: Power, unit: Unit, place: Place, number: int) -> None:
    state = table.state
    while state.count(power, place, unit) > number:
        remove(state, power, unit, place)
    while state.count(power, place, unit) < number:
        put(state, power, unit, place)
    if power == state.active and unit in state.locked.get(place, {}):
        state.locked[place][unit] = min(state.locked[place][unit], number)
    lift_empty_blockade(table, power, place)


# Markers


def _has_marker(state: State, power: Power, region: Region) -> Refusal | None:
    if not state.markers(power, region):
        return refuse("refusal.no_marker_of", power=power, region=region)
    return None


def _marker_left(state: State, seat: Power) -> Refusal | None:
    if not state.markers_left(seat):
        return refuse("refusal.no_marker_left", power=seat)
    return None


def _can_receive(state: State, power: Power, _region: Region, to: Power) -> Refusal | None:
    if to == power:
        return refuse("refusal.there_already")
    return _marker_left(state, to)


def _hand_over(table: Table, power: Power, region: Region, to: Power) -> None:
    lose_control(table.state, power, region)
    gain_control(table.state, to, region)


def _lies_there(state: State, _seat: Power, region: Region, face: Face) -> Refusal | None:
    if face not in state.neutrals.get(region, ()):
        return refuse("refusal.no_neutral_lies", face=face, region=region)
    return None


def _settle(table: Table, seat: Power, region: Region, face: Face) -> None:
    use_neutral(table.state, region, face)
    gain_control(table.state, seat, region)


def _is_used(state: State, _seat: Power, region: Region, face: Face) -> Refusal | None:
    if face not in state.used.get(region, ()):
        return refuse("refusal.marker_not_used", face=face, region=region)
    return None


def _free(table: Table, seat: Power, region: Region, face: Face) -> None:
    """Remove a control marker; the neutral marker it replaced comes back."""
    state = table.state
    lose_control(state, seat, region)
    take_face(state.used, region, face)
    state.neutrals.setdefault(region, []).append(face)


# Tiles and local alliances


def _on_display(state: State, _seat: Power, tile: Tile) -> Refusal | None:
    if state.data.tiles[tile].kind == "immediate":
        return refuse("refusal.tile_not_held", tile=tile)
    if not state.stock.get(tile):
        return refuse("refusal.no_tile_left", tile=tile)
    return None


def _give_tile(table: Table, seat: Power, tile: Tile) -> None:
    table.state.stock[tile] -= 1
    table.state.tiles[seat].append(tile)


def _has_tile(state: State, seat: Power, tile: Tile) -> Refusal | None:
    if not state.holds(seat, tile):
        return refuse("refusal.has_no_tile", power=seat, tile=tile)
    return None


def _take_tile(table: Table, seat: Power, tile: Tile) -> None:
    """Take away a tile, preferably a used one, so that the rest can still be used."""
    state = table.state
    if not state.ready(seat, tile):
        state.flipped[seat].remove(tile)
    state.tiles[seat].remove(tile)
    supply_tile(table, seat, tile)


def _can_be_had(state: State, seat: Power, alliance: Alliance) -> Refusal | None:
    if state.rules.alliances == "tiles" or alliance not in state.rules.local_alliances:
        return refuse("refusal.alliance_not_here", alliance=alliance)
    if has := owner(state, alliance):
        return refuse("refusal.has_alliance", power=has, alliance=alliance)
    if len(state.alliances[seat]) >= state.rules.pieces.alliance:
        return refuse("refusal.no_alliance_marker", power=seat)
    return None


def _give_alliance(table: Table, seat: Power, alliance: Alliance) -> None:
    table.state.alliances[seat].append(alliance)


def _has_alliance(state: State, seat: Power, alliance: Alliance) -> Refusal | None:
    if alliance not in state.alliances[seat]:
        return refuse("refusal.has_not_alliance", power=seat, alliance=alliance)
    return None


def _take_alliance(table: Table, seat: Power, alliance: Alliance) -> None:
    table.state.alliances[seat].remove(alliance)


# The table of changes


def _domains(state: State) -> Mapping[str, Domain]:
    data, rules = state.data, state.rules
    return {
        "seat": state.seats,
        "owner": (*state.seats, *state.unplayed),
        "amount": range(MOST + 1),
        "population": range(rules.most_population + 1),
        "counters": range(1, MOST_COUNTERS + 1),
        "unrest": range(1, MOST + 1),
        "unit": UNITS,
        "place": data.places,
        "units": range(MOST_UNITS + 1),
        "region": data.regions,
        "face": lambda _power, region: data.faces[region],
        "tile": tuple(data.tiles),
        "alliance": tuple(data.alliances),
    }


_give_unrest = partial(gain_unrest, cause=RULING)
_take_unrest = partial(return_unrest, cause=RULING)

CHANGES = Changes(
    _domains,
    {
        "gold": Change(("seat", "amount"), sets("gold")),
        "population": Change(("seat", "population"), sets("population")),
        "points": Change(("seat", "amount"), sets("victory_points")),
        "give_unrest": Change(("seat", "counters"), _give_unrest, (_enough_counters,)),
        "take_unrest": Change(("seat", "unrest"), _take_unrest),
        "units": Change(
            ("seat", "unit", "place", "units"), _units, (_can_lie, _enough_pieces, _now)
        ),
        "hand_over": Change(
            ("owner", "region", "seat"), _hand_over, (_has_marker, _can_receive, _now)
        ),
        "settle": Change(("seat", "region", "face"), _settle, (_lies_there, _marker_left, _now)),
        "free": Change(("seat", "region", "face"), _free, (_has_marker, _is_used, _now)),
        "give_tile": Change(("seat", "tile"), _give_tile, (_on_display,)),
        "take_tile": Change(("seat", "tile"), _take_tile, (_has_tile,)),
        "give_alliance": Change(("seat", "alliance"), _give_alliance, (_can_be_had,)),
        "take_alliance": Change(("seat", "alliance"), _take_alliance, (_has_alliance, _now)),
    },
)

changes, do_change = CHANGES.menu, CHANGES.do
