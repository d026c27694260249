"""Reading and writing positions as trees of plain data, for scenario files.

README.md lists the keys. Anything that a position does not name is empty or at its starting value.
"""

from collections import Counter
from operator import attrgetter
from typing import Any

from engine.core.messages import text
from engine.kit.position_codec import (
    Codec,
    Entry,
    Groups,
    Positions,
    Tree,
    counts_by,
    derived,
    fields,
    known,
    list_of,
    lists_by,
    natural,
    number,
    numbers_by,
    struct,
    word,
    words_by,
    wrong,
)
from engine.struggle_of_empires.data import Data
from engine.struggle_of_empires.schema import UNITS, Power, Tile
from engine.struggle_of_empires.sequence import PHASES, SET_UP
from engine.struggle_of_empires.setting_up.unplayed import set_aside
from engine.struggle_of_empires.start import start
from engine.struggle_of_empires.state import Auction, Offer, Outcome, State
from engine.struggle_of_empires.view import named
from engine.struggle_of_empires.war.neutrals import lay_aside

USED = "!"
"""Comes after the name of a tile that was used in this war."""


def _groups(data: Data, state: State | None) -> Groups:
    """Return all names; for an unknown game (no state), including powers that take no part."""
    return {
        "seats": state.seats if state else data.powers,
        "idle": state.unplayed if state else data.powers,
        "powers": state.units if state else data.powers,
        "places": data.places,
        "regions": data.regions,
        "units": UNITS,
        "tiles": tuple(data.tiles),
    }


# What can be there


_SEATS, _POWERS = attrgetter("seats"), attrgetter("units")


def _check_row(state: State, key: str, seats: list[Power]) -> None:
    for place, seat in enumerate(seats):
        if seat in state.seats and (state.colour(seat) or seat in seats[:place]):
            wrong(key, "mistake.in_alliance_twice", seat=text(seat))


def _check_faces(state: State, key: str, value: Tree) -> None:
    for region, faces in value.items():
        for face in faces:
            known(f"{key}.{region}", f"{region}:{face}", state.data.markers)


# Keys with a form of their own


def _put_tiles(state: State, key: str, value: Tree) -> None:
    for seat, held in value.items():
        for said in held:
            tile = said.removesuffix(USED)
            known(f"{key}.{seat}", tile, list(state.data.tiles))
            state.tiles[seat].append(tile)
            if said != tile:
                state.flipped[seat].append(tile)


def _said_tiles(state: State, _key: str) -> dict[Power, list[Tile]]:
    return {seat: _tiles_of(state, seat) for seat, held in state.tiles.items() if held}


def _tiles_of(state: State, seat: Power) -> list[Tile]:
    flipped = Counter(state.flipped[seat])
    said = []
    for tile in state.tiles[seat]:
        said.append(f"{tile}{USED}" if flipped[tile] > 0 else tile)
        flipped[tile] -= 1
    return said


def _put_stock(state: State, key: str, value: Tree) -> None:
    state.stock = dict.fromkeys(state.data.tiles, 0)
    for tile, left in value.items():
        state.stock[tile] = natural(f"{key}.{tile}", left)


def _put_used(state: State, key: str, value: Any) -> None:
    for marker in value:
        known(key, marker, state.data.markers)
        lay_aside(state, marker)


AUCTION = struct(Auction, below=fields(Auction))


def _put_auction(state: State, key: str, value: Tree) -> None:
    """Put an auction; if no opener is named, it is the bidder."""
    opener = value.get("opener") or value.get("bidder") or state.gavel
    if AUCTION.put:
        AUCTION.put(state, key, {**value, "opener": opener})
    if auction := state.auction:
        for seat in (opener, *auction.passed, *([auction.bidder] if auction.bidder else [])):
            known(key, seat, state.seats)
        for power in (auction.red, auction.blue):
            known(key, power, [*state.units, "none"])


KEYS = Codec(
    {
        "war": number(),
        "phase": word((*PHASES, "over")),
        "round": number(),
        "active": word(_SEATS),
        "turn_order": derived(State.turn_order),
        "red": list_of(_SEATS).checked(_check_row),
        "blue": list_of(_SEATS).checked(_check_row),
        "unplayed": words_by("idle", ("red", "blue", "")),
        "gavel": word(_SEATS),
        "actions_left": number(),
        "actions_taken": list_of(),
        "gold": numbers_by("seats"),
        "population": numbers_by("seats"),
        "unrest": numbers_by("seats"),
        "victory_points": numbers_by("seats", signed=True),
        "units": counts_by("powers", "places", "units"),
        "control": counts_by("regions", "powers"),
        "neutrals": lists_by("regions").checked(_check_faces),
        "used": Entry(lambda state, _: named(state, state.used), _put_used),
        "bag": list_of(attrgetter("data.markers"), kept=sorted),
        "stock": counts_by("tiles")._replace(put=_put_stock),
        "tiles": words_by("seats")._replace(said=_said_tiles, put=_put_tiles),
        "alliances": lists_by("seats", attrgetter("data.alliances")),
        "blockades": words_by("regions", _SEATS),
        "pirates": words_by("regions", _POWERS),
        "rebels": words_by("regions", _POWERS),
        "auction": AUCTION._replace(put=_put_auction),
        "offers": struct(list[Offer]),
        "result": struct(
            Outcome, "outcome", fields(Outcome, victory_points="seats", unrest="seats")
        ),
    }
)


# What a position leaves out


SINCE_THE_AUCTIONS = ("actions", "income", "scoring", "end-of-war")
"""The phases in which who plays last in the war has the gavel."""


def _complete(state: State, position: Tree) -> None:
    """Complete the sequence of play, the display and the bag."""
    _begin(state, position)
    if "stock" not in position:
        _clear_display(state)
    if "bag" not in position:
        _fill_bag(state, "used" in position)


def _begin(state: State, position: Tree) -> None:
    """Complete the sequence of play, and take the unrest already drawn out of the bag."""
    if "phase" not in position:
        state.phase = "actions"
    state.step = SET_UP[0] if state.phase == "setup" else ""
    if state.phase == "actions":
        _begin_turn(state, position)
    else:
        state.active, state.round, state.actions_left, state.actions_taken = "", 0, 0, []
    order = state.turn_order()
    if "gavel" not in position and state.phase in SINCE_THE_AUCTIONS and order:
        state.gavel = order[-1]
    state.unrest_taken = dict(state.unrest)
    for points in state.unrest.values():
        _take_ones(state, points)


def _begin_turn(state: State, position: Tree) -> None:
    order = state.turn_order()
    missing = [seat for seat in state.seats if seat not in order]
    if missing:
        wrong("red", "mistake.seats_missing", missing=tuple(map(text, missing)))
    state.round = state.round or 1
    state.active = state.active or order[0]
    if "actions_left" not in position:
        state.actions_left = state.rules.actions
    if not state.actions_left:
        state.step = "free"


def _take_ones(state: State, points: int) -> None:
    """Take unrest out of the bag as counters of one point; fives are changed as needed."""
    for _ in range(points):
        if not state.counters[1] and not state.fives:
            wrong("unrest", "mistake.too_many_counters")
        if not state.counters[1]:
            state.counters[1], state.fives = 5, state.fives - 1
        state.counters[1] -= 1


def _clear_display(state: State) -> None:
    """Remove from the display what somebody holds or has placed."""
    held = [tile for tiles in state.tiles.values() for tile in tiles]
    for tile in (*held, *("blockade" for _ in state.blockades)):
        state.stock[tile] = max(0, state.stock[tile] - 1)


def _fill_bag(state: State, used_is_named: bool) -> None:
    """Fill the bag with what is neither on map or display nor with unplayed powers."""
    out = Counter(named(state, state.neutrals) + named(state, state.used))
    if state.phase != "setup" and not used_is_named:
        out.update(set_aside(state))
    bag = Counter(state.data.markers)
    bag.subtract(out)
    state.bag = sorted(bag.elements())


POSITIONS = Positions(KEYS, start, _groups, _complete)
