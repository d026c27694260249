"""What a host can change to mend a mistake: typed, and judged like an order.

Nothing gets lost by it or comes from nowhere: units, tiles and markers come from where the game
keeps them and go back there. What a refusal says is what every seat can see.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.core.decision import Choice, Menu, Refusal, Verb
from engine.core.table import Table
from engine.struggle_of_empires.data import Data
from engine.struggle_of_empires.local_alliances import owner
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
from engine.struggle_of_empires.state import (
    State,
    count,
    counters_left,
    holds,
    markers,
    markers_left,
    pieces_left,
    ready,
)
from engine.struggle_of_empires.verbs import (
    gain_unrest,
    lift_empty_blockade,
    lose_control,
    put,
    remove,
    return_unrest,
    supply_tile,
    use_neutral,
)

MOST = 999
"""More gold or points than anybody has."""
MOST_UNITS = 20
MOST_COUNTERS = 20
RULING = "ruling"
"""The cause of what a change brings about."""


def changes(table: Table) -> Menu:
    """What a host can change now."""
    state: State = table.state
    data, seats, amounts = state.data, state.seats, range(MOST + 1)
    owners = (*seats, *state.unplayed)
    return Menu(
        Verb("gold", domains=(seats, amounts)),
        Verb("population", domains=(seats, range(state.rules.most_population + 1))),
        Verb("points", domains=(seats, amounts)),
        Verb("give_unrest", _why_not_unrest, (seats, range(1, MOST_COUNTERS + 1))),
        Verb("take_unrest", domains=(seats, range(1, MOST + 1))),
        Verb("units", _why_not_units, (seats, UNITS, data.places, range(MOST_UNITS + 1))),
        Verb("hand_over", _why_not_hand_over, (owners, data.regions, seats)),
        Verb("settle", _why_not_settle, (seats, data.regions, _faces(data))),
        Verb("free", _why_not_free, (seats, data.regions, _faces(data))),
        Verb("give_tile", _why_not_give_tile, (seats, tuple(data.tiles))),
        Verb("take_tile", _why_not_take_tile, (seats, tuple(data.tiles))),
        Verb("give_alliance", _why_not_give_alliance, (seats, tuple(data.alliances))),
        Verb("take_alliance", _why_not_take_alliance, (seats, tuple(data.alliances))),
        of=(state,),
    )


def do_change(table: Table, choice: Choice) -> None:
    """Carry out what `changes` allows."""
    _DO[choice[0]](table, *choice[1:])


def _faces(data: Data) -> Callable[..., tuple[Face, ...]]:
    return lambda _power, region: data.faces[region]


# Numbers


def _set(what: str, table: Table, seat: Power, number: int) -> None:
    getattr(table.state, what)[seat] = number


def _why_not_unrest(state: State, seat: Power = "", counters: int = 0) -> Refusal | None:
    if counters > counters_left(state):
        return Refusal(f"There are only {counters_left(state)} unrest counters left.")
    return None


# Units


def _why_not_units(
    state: State, power: Power = "", unit: Unit = "", place: Place = "", number: int = 0
) -> Refusal | None:
    if not place:
        return None
    if unit == NAVY and place not in (*state.data.ports, HOME):
        return Refusal(f"No navy can lie in {state.name(place)}.")
    most = count(state, power, place, unit) + pieces_left(state, power, unit)
    if number > most:
        return Refusal(f"{state.name(power)} has pieces for {most} there at most.")
    return _why_not_now(state)


def _why_not_now(state: State) -> Refusal | None:
    """A battle counts what stood there when it began."""
    if state.battle is not None:
        return Refusal("There is a battle: wait until it is over, or go back before it.")
    return None


def _units(table: Table, power: Power, unit: Unit, place: Place, number: int) -> None:
    state: State = table.state
    while count(state, power, place, unit) > number:
        remove(state, power, unit, place)
    while count(state, power, place, unit) < number:
        put(state, power, unit, place)
    if power == state.active and unit in state.locked.get(place, {}):
        state.locked[place][unit] = min(state.locked[place][unit], number)
    lift_empty_blockade(table, power, place)


# Markers


def _why_not_hand_over(
    state: State, power: Power = "", region: Region = "", to: Power = ""
) -> Refusal | None:
    if not region:
        return None
    if not markers(state, power, region):
        return Refusal(f"{state.name(power)} has no control marker in {state.name(region)}.")
    if to == power:
        return Refusal("It is there already.")
    return (_no_marker(state, to) if to else None) or _why_not_now(state)


def _no_marker(state: State, seat: Power) -> Refusal | None:
    if not markers_left(state, seat):
        return Refusal(f"{state.name(seat)} has no control marker left.")
    return None


def _hand_over(table: Table, power: Power, region: Region, to: Power) -> None:
    lose_control(table.state, power, region)
    _gain_control(table.state, to, region)


def _gain_control(state: State, seat: Power, region: Region) -> None:
    owners = state.control.setdefault(region, {})
    owners[seat] = owners.get(seat, 0) + 1


def _why_not_settle(
    state: State, seat: Power = "", region: Region = "", face: Face = ""
) -> Refusal | None:
    if face and face not in state.neutrals.get(region, ()):
        return Refusal(f"No neutral marker {face} lies in {state.name(region)}.")
    return (_no_marker(state, seat) if region else None) or _why_not_now(state)


def _settle(table: Table, seat: Power, region: Region, face: Face) -> None:
    use_neutral(table.state, region, face)
    _gain_control(table.state, seat, region)


def _why_not_free(
    state: State, seat: Power = "", region: Region = "", face: Face = ""
) -> Refusal | None:
    if region and not markers(state, seat, region):
        return Refusal(f"{state.name(seat)} has no control marker in {state.name(region)}.")
    if face and face not in state.used.get(region, ()):
        return Refusal(f"No marker {face} of {state.name(region)} has been used.")
    return _why_not_now(state)


def _free(table: Table, seat: Power, region: Region, face: Face) -> None:
    """The marker that was used for it lies there again."""
    state: State = table.state
    lose_control(state, seat, region)
    state.used[region].remove(face)
    if not state.used[region]:
        del state.used[region]
    state.neutrals.setdefault(region, []).append(face)


# Tiles and local alliances


def _why_not_give_tile(state: State, seat: Power = "", tile: Tile = "") -> Refusal | None:
    if not tile:
        return None
    if state.data.tiles[tile].kind == "immediate":
        return Refusal(f"{state.name(tile)} is used when it is claimed, and held by nobody.")
    if not state.stock.get(tile):
        return Refusal(f"No {state.name(tile)} is left on display.")
    return None


def _give_tile(table: Table, seat: Power, tile: Tile) -> None:
    table.state.stock[tile] -= 1
    table.state.tiles[seat].append(tile)


def _why_not_take_tile(state: State, seat: Power = "", tile: Tile = "") -> Refusal | None:
    if tile and not holds(state, seat, tile):
        return Refusal(f"{state.name(seat)} has no {state.name(tile)}.")
    return None


def _take_tile(table: Table, seat: Power, tile: Tile) -> None:
    """A used one last: what is left can still be used."""
    state: State = table.state
    if not ready(state, seat, tile):
        state.flipped[seat].remove(tile)
    state.tiles[seat].remove(tile)
    supply_tile(table, seat, tile)


def _why_not_give_alliance(
    state: State, seat: Power = "", alliance: Alliance = ""
) -> Refusal | None:
    if not alliance:
        return None
    if state.rules.alliances == "tiles" or alliance not in state.rules.local_alliances:
        return Refusal(f"{state.name(alliance)} cannot be had in this game.")
    if has := owner(state, alliance):
        return Refusal(f"{state.name(has)} has {state.name(alliance)}.")
    if len(state.alliances[seat]) >= state.rules.pieces.alliance:
        return Refusal(f"{state.name(seat)} has no alliance marker left.")
    return None


def _give_alliance(table: Table, seat: Power, alliance: Alliance) -> None:
    table.state.alliances[seat].append(alliance)


def _why_not_take_alliance(
    state: State, seat: Power = "", alliance: Alliance = ""
) -> Refusal | None:
    if alliance and alliance not in state.alliances[seat]:
        return Refusal(f"{state.name(seat)} does not have {state.name(alliance)}.")
    return _why_not_now(state)


def _take_alliance(table: Table, seat: Power, alliance: Alliance) -> None:
    table.state.alliances[seat].remove(alliance)


_DO: dict[str, Callable[..., None]] = {
    "gold": partial(_set, "gold"),
    "population": partial(_set, "population"),
    "points": partial(_set, "victory_points"),
    "give_unrest": partial(gain_unrest, cause=RULING),
    "take_unrest": partial(return_unrest, cause=RULING),
    "units": _units,
    "hand_over": _hand_over,
    "settle": _settle,
    "free": _free,
    "give_tile": _give_tile,
    "take_tile": _take_tile,
    "give_alliance": _give_alliance,
    "take_alliance": _take_alliance,
}
