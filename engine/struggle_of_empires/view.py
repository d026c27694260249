"""What a seat, or (with None) the public, may see of a game, as JSON.

Hidden are the unrest of others until the game is over, unless the rules in play make it open, and
with it the values in the bag; in a draft, the markers that others hold and have chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kit.position_codec import parts, plain, result
from engine.kit.registration import name_of
from engine.struggle_of_empires.attack.combat import as_side
from engine.struggle_of_empires.schema import Face, Marker, Power, Region
from engine.struggle_of_empires.state import SIDES, Auction, Battle, Side, State
from engine.struggle_of_empires.war.scoring import ranking

GAME = name_of(__package__)


def view(state: State, seat: Power | None) -> dict[str, Any]:
    """Return the view of a seat (None: the public)."""
    return {
        "game": GAME,
        "edition": state.edition,
        "variants": list(state.variants),
        "you": seat,
        **_sequence(state),
        **_seats(state, seat),
        **_board(state),
        "auction": _auction(state, state.auction) if state.auction else None,
        "battle": _battle(state.battle) if state.battle else None,
        "offers": plain(state.offers),
        "draft": _draft(state, seat),
        "result": result(state),
    }


def allies_in(seen: Mapping[str, Any], seat: Power) -> list[Power]:
    """Return the others of a seat's Grand Alliance, in its order; none before it is formed.

    Deluxe, Conducting the Grand Alliance Auction.
    """
    for alliance in (seen["red"], seen["blue"]):
        if seat in alliance:
            return [power for power in alliance if power != seat]
    return []


def _sequence(state: State) -> dict[str, Any]:
    return {
        **parts(state, "seats", "war", "phase", "round", "rounds", "gavel", "red", "blue"),
        **parts(state, "actions_left", "actions_taken"),
        "unplayed": {power: row or None for power, row in state.unplayed.items()},
        "wars": state.rules.wars,
        "active": state.active or None,
        "turn_order": state.turn_order(),
    }


def _seats(state: State, seat: Power | None) -> dict[str, Any]:
    open_to_all = state.rules.unrest_open or state.phase == "over"
    seen = state.seats if open_to_all else [seat] if seat in state.seats else []
    return {
        **parts(state, "gold", "population", "victory_points", "unrest_taken", "alliances"),
        "unrest": {owner: state.unrest[owner] for owner in seen if owner},
        "unrest_returned": {owner: state.unrest_returned.get(owner, 0) for owner in state.seats},
        "unrest_drawn": state.rules.unrest_drawn,
        "counters_left": sum(state.counters),
        "tiles": {owner: _tiles(state, owner) for owner in state.seats},
    }


def _tiles(state: State, seat: Power) -> list[dict[str, Any]]:
    """Return the tiles of a seat; among several of a kind the used ones come first."""
    flipped = list(state.flipped[seat])
    shown = []
    for tile in state.tiles[seat]:
        used = tile in flipped
        if used:
            flipped.remove(tile)
        shown.append({"tile": tile, "used": used})
    return shown


def _board(state: State) -> dict[str, Any]:
    return {
        **parts(state, "units", "control", "neutrals", "stock", "pirates", "rebels", "blockades"),
        "tile_costs": {
            tile: plain(state.rules.tiles[tile].cost) for tile, left in state.stock.items() if left
        },
        "used": named(state, state.used),
        "scored_now": {region: _scored_now(state, region) for region in state.data.regions},
        "names": {region: state.name(region) for region in state.data.regions},
        "values": {region: list(values) for region, values in state.rules.values.items()},
    }


def _scored_now(state: State, region: Region) -> dict[Power, int]:
    """Return what each power would score in a region if it were scored now."""
    return {
        seat: place["points"]
        for place in ranking(state, region)
        for seat in place["seats"]
        if place["points"]
    }


def _draft(state: State, seat: Power | None) -> dict[str, Any] | None:
    """Return what a seat holds and has chosen; None for the public and when there is no draft."""
    if seat not in state.hands:
        return None
    return {"hand": sorted(state.hands[seat]), "chosen": list(state.chosen[seat])}


def named(state: State, regions: Mapping[Region, list[Face]]) -> list[Marker]:
    """Return neutral markers by region as names, "india:4+3gold", in the order of the regions."""
    return [f"{region}:{face}" for region in state.data.regions for face in regions.get(region, ())]


def _auction(state: State, auction: Auction) -> dict[str, Any]:
    return {
        **plain(auction),
        "bidder": auction.bidder or None,
        "unallied": state.unallied(),
    }


def _battle(battle: Battle) -> dict[str, Any]:
    told: dict[str, Any] = plain(battle)
    del told["support_strength"]
    return told | {name: _side(battle.side(name)) for name in SIDES}


def _side(side: Side) -> dict[str, Any]:
    at_sea = list(side.at_sea)
    return {**plain(as_side(side)), "forces": plain(side.forces), "alliances_at_sea": at_sea}
