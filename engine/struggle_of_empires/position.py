"""A position as a tree of plain data, as scenario files write it, and back.

README.md lists the keys. What a position does not name is empty or at its starting value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

from engine.kit.position_codec import (
    Names,
    Put,
    a_number,
    a_word,
    each,
    each_seat,
    known,
    natural,
    put_all,
    seat_named,
    wrong,
)
from engine.struggle_of_empires.data import Data
from engine.struggle_of_empires.schema import UNITS, Power
from engine.struggle_of_empires.sequence import PHASES, SET_UP
from engine.struggle_of_empires.start import start
from engine.struggle_of_empires.state import Auction, Offer, Outcome, State, colour, turn_order
from engine.struggle_of_empires.unplayed import set_aside
from engine.struggle_of_empires.view import named, result

Tree = Mapping[str, Any]
Powers = Collection[Power]
USED = "!"
"""Behind a tile: used in this war."""


# From a position to a state


def place(data: Data, options: Tree, position: Tree) -> State:
    """The state that a position describes. Raises Refused, naming the key."""
    state = start(data, options)
    names = _paths(data, state.seats, state.unplayed, state.units)
    put_all(KEYS, {**each(KEYS), **names}, state, position)
    _begin(state, position)
    if "stock" not in position:
        _clear_display(state)
    if "bag" not in position:
        _fill_bag(state, "used" in position)
    return state


def _region_owner(attribute: str) -> Put:
    """A key that names for a region a seat, or whose control marker is held there."""

    def put(state: State, value: Tree) -> None:
        for region, power in value.items():
            idle = () if attribute == "blockades" else state.unplayed
            known(f"{attribute}.{region}", power, [*state.seats, *idle])
            getattr(state, attribute)[region] = power

    return put


def _region_faces(attribute: str) -> Put:
    """A key that lists markers by region."""

    def put(state: State, value: Tree) -> None:
        for region, faces in value.items():
            for face in faces:
                known(f"{attribute}.{region}", f"{region}:{face}", state.data.markers)
            if faces:
                getattr(state, attribute)[region] = list(faces)

    return put


def _row(attribute: str) -> Put:
    """A key that lists the seats of a Grand Alliance."""

    def put(state: State, value: Any) -> None:
        for seat in value:
            known(attribute, seat, state.seats)
            if colour(state, seat):
                wrong(attribute, f"{seat} is in an alliance twice")
            getattr(state, attribute).append(seat)

    return put


def _unplayed(state: State, value: Tree) -> None:
    for power, row in value.items():
        known(f"unplayed.{power}", row, ("red", "blue", ""))
        state.unplayed[power] = row


def _units(state: State, value: Tree) -> None:
    for power, places in value.items():
        for where, force in places.items():
            present = {unit: force[unit] for unit in UNITS if force.get(unit)}
            if present:
                state.units[power][where] = present


def _control(state: State, value: Tree) -> None:
    powers = [*state.seats, *state.unplayed]
    for region, owners in value.items():
        present = {power: owners[power] for power in powers if owners.get(power)}
        if present:
            state.control[region] = present


def _tiles(state: State, value: Tree) -> None:
    for seat, held in value.items():
        for said in held:
            tile = said.removesuffix(USED)
            known(f"tiles.{seat}", tile, list(state.data.tiles))
            state.tiles[seat].append(tile)
            if said != tile:
                state.flipped[seat].append(tile)


def _alliances(state: State, value: Tree) -> None:
    for seat, held in value.items():
        for alliance in held:
            known(f"alliances.{seat}", alliance, list(state.data.alliances))
        state.alliances[seat] = list(held)


def _stock(state: State, value: Tree) -> None:
    state.stock = dict.fromkeys(state.data.tiles, 0)
    for tile, left in value.items():
        state.stock[tile] = natural(f"stock.{tile}", left)


def _auction(state: State, value: Tree) -> None:
    bidder = value.get("bidder", "")
    opener = value.get("opener") or bidder or state.gavel
    state.auction = Auction(
        opener=opener,
        bid=value.get("bid", 0),
        bidder=bidder,
        red=value.get("red", "none"),
        blue=value.get("blue", "none"),
        passed=list(value.get("passed", ())),
    )
    for seat in (opener, *state.auction.passed, *([bidder] if bidder else [])):
        known("auction", seat, state.seats)
    for power in (state.auction.red, state.auction.blue):
        known("auction", power, [*state.units, "none"])


def _offers(state: State, value: Any) -> None:
    state.offers = [Offer(o["giver"], o["receiver"], o["gold"]) for o in value]


def _result(state: State, value: Tree) -> None:
    state.outcome = Outcome(
        list(value.get("winner", ())),
        dict(value.get("victory_points", {})),
        dict(value.get("unrest", {})),
    )


def _actions_taken(state: State, value: Any) -> None:
    state.actions_taken = list(value)


def _bag(state: State, value: Any) -> None:
    for marker in value:
        known("bag", marker, state.data.markers)
    state.bag = sorted(value)


def _used(state: State, value: Any) -> None:
    for marker in value:
        known("used", marker, state.data.markers)
        region, _, face = marker.partition(":")
        state.used.setdefault(region, []).append(face)


KEYS: Mapping[str, Put] = {
    "war": a_number("war"),
    "phase": a_word("phase", (*PHASES, "over")),
    "round": a_number("round"),
    "active": seat_named("active"),
    "red": _row("red"),
    "blue": _row("blue"),
    "unplayed": _unplayed,
    "gavel": seat_named("gavel"),
    "actions_left": a_number("actions_left"),
    "actions_taken": _actions_taken,
    "gold": each_seat("gold"),
    "population": each_seat("population"),
    "unrest": each_seat("unrest"),
    "victory_points": each_seat("victory_points"),
    "units": _units,
    "control": _control,
    "neutrals": _region_faces("neutrals"),
    "used": _used,
    "bag": _bag,
    "stock": _stock,
    "tiles": _tiles,
    "alliances": _alliances,
    "blockades": _region_owner("blockades"),
    "pirates": _region_owner("pirates"),
    "rebels": _region_owner("rebels"),
    "auction": _auction,
    "offers": _offers,
    "result": _result,
}


def paths(data: Data) -> Names:
    """What can stand in a tree that is expected, powers that take no part among it."""
    return {**each((*KEYS, "turn_order")), **_paths(data, data.powers, data.powers, data.powers)}


def _paths(data: Data, players: Powers, idle: Powers, taking_part: Powers) -> Names:
    seats, powers = each(players), each(taking_part)
    points = {"winner": {}, "victory_points": seats, "unrest": seats}
    return {
        "unplayed": each(idle),
        **each(("gold", "population", "unrest", "victory_points", "tiles", "alliances"), seats),
        "units": each(taking_part, each(data.places, each(UNITS))),
        "control": each(data.regions, powers),
        **each(("neutrals", "blockades", "pirates", "rebels"), each(data.regions)),
        "stock": each(data.tiles),
        "auction": each(Auction.__struct_fields__),
        "result": points,
    }


def _begin(state: State, position: Tree) -> None:
    """Complete the sequence of play, and take the unrest that is out from the bag."""
    if "phase" not in position:
        state.phase = "actions"
    state.step = SET_UP[0] if state.phase == "setup" else ""
    if state.phase == "actions":
        _begin_turn(state, position)
    else:
        state.active, state.round, state.actions_left, state.actions_taken = "", 0, 0, []
    state.unrest_taken = dict(state.unrest)
    for points in state.unrest.values():
        _take_ones(state, points)


def _begin_turn(state: State, position: Tree) -> None:
    order = turn_order(state)
    missing = [seat for seat in state.seats if seat not in order]
    if missing:
        wrong("red", f"in the actions phase red and blue name all seats; missing: {missing}")
    state.round = state.round or 1
    state.active = state.active or order[0]
    if "gavel" not in position:
        state.gavel = order[-1]
    if "actions_left" not in position:
        state.actions_left = state.rules.actions
    if not state.actions_left:
        state.step = "free"


def _take_ones(state: State, points: int) -> None:
    """Unrest in a position counts as counters of one point; the fives give change."""
    for _ in range(points):
        if not state.counters[1] and not state.fives:
            wrong("unrest", "there are not so many counters in the game")
        if not state.counters[1]:
            state.counters[1], state.fives = 5, state.fives - 1
        state.counters[1] -= 1


def _clear_display(state: State) -> None:
    """What somebody holds, or has placed, is not on display."""
    held = [tile for tiles in state.tiles.values() for tile in tiles]
    for tile in (*held, *("blockade" for _ in state.blockades)):
        state.stock[tile] = max(0, state.stock[tile] - 1)


def _fill_bag(state: State, used_is_named: bool) -> None:
    """In the bag is what is neither on the map, nor on the display, nor with unplayed powers."""
    out = Counter(named(state, state.neutrals) + named(state, state.used))
    if state.phase != "setup" and not used_is_named:
        out.update(set_aside(state))
    bag = Counter(state.data.markers)
    bag.subtract(out)
    state.bag = sorted(bag.elements())


# From a state to a position


def position(state: State) -> dict[str, Any]:
    """A state as the tree of a position; what is derived is added for expectations."""
    return {
        "war": state.war,
        "phase": state.phase,
        "round": state.round,
        "active": state.active,
        "turn_order": turn_order(state),
        "red": list(state.red),
        "blue": list(state.blue),
        "unplayed": {power: row for power, row in state.unplayed.items() if row},
        "gavel": state.gavel,
        "actions_left": state.actions_left,
        "actions_taken": list(state.actions_taken),
        "gold": dict(state.gold),
        "population": dict(state.population),
        "unrest": dict(state.unrest),
        "victory_points": dict(state.victory_points),
        "units": {
            power: {where: dict(force) for where, force in places.items()}
            for power, places in state.units.items()
            if places
        },
        "control": {region: dict(owners) for region, owners in state.control.items()},
        "neutrals": {region: list(faces) for region, faces in state.neutrals.items()},
        "used": named(state, state.used),
        "bag": list(state.bag),
        "stock": {tile: left for tile, left in state.stock.items() if left},
        "tiles": {seat: _said_tiles(state, seat) for seat, held in state.tiles.items() if held},
        "alliances": {seat: list(held) for seat, held in state.alliances.items() if held},
        "blockades": dict(state.blockades),
        "pirates": dict(state.pirates),
        "rebels": dict(state.rebels),
        "auction": _said_auction(state.auction),
        "offers": [
            {"giver": o.giver, "receiver": o.receiver, "gold": o.gold} for o in state.offers
        ],
        "result": result(state) or {},
    }


def _said_tiles(state: State, seat: str) -> list[str]:
    flipped = Counter(state.flipped[seat])
    said = []
    for tile in state.tiles[seat]:
        said.append(f"{tile}{USED}" if flipped[tile] > 0 else tile)
        flipped[tile] -= 1
    return said


def _said_auction(auction: Auction | None) -> dict[str, Any]:
    if auction is None:
        return {}
    return {
        "opener": auction.opener,
        "bid": auction.bid,
        "bidder": auction.bidder,
        "red": auction.red,
        "blue": auction.blue,
        "passed": list(auction.passed),
    }
