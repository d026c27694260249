"""Special action Claim 1 Tile, and the free action tiles that have no module of their own."""

from engine.core.decision import Refusal, no
from engine.struggle_of_empires import events
from engine.struggle_of_empires.actions.building import why_not_pay_population
from engine.struggle_of_empires.actions.local_alliances import take_alliance, why_not_take_alliance
from engine.struggle_of_empires.free_action_tiles import why_not_ready
from engine.struggle_of_empires.schema import NAVY, Alliance, Power, Region, Tile
from engine.struggle_of_empires.state import State, Table
from engine.struggle_of_empires.state_changes import (
    change_population,
    flip,
    gain_gold,
    gain_points,
    gain_unrest,
    pay,
    return_unrest,
)

CLAIM = "Claim 1 Tile"
REFORM_POINTS = 2


def why_not_claim(state: State, seat: Power, tile: Tile = "") -> Refusal | None:
    """Deluxe, Claim 1 Tile; original, Buy One Tile: one on display, at the cost printed on it."""
    if not tile:
        return None
    if tile in state.data.alliances:
        return _why_not_claim_alliance(state, seat, tile)
    if not state.stock.get(tile):
        return no("refusal.not_on_display", CLAIM, tile=tile)
    if refusal := _why_not_hold(state, seat, tile):
        return refusal
    cost = state.rules.tiles[tile].cost
    if refusal := why_not_pay_population(state, seat, cost.population, CLAIM):
        return refusal
    if state.capacity(seat) < cost.gold:
        return no("refusal.cannot_raise_for", "Taxation", gold=cost.gold, what=tile)
    if state.counters_left() < cost.unrest:
        return no("refusal.no_unrest_left", CLAIM, tile=tile)
    return None


def _why_not_claim_alliance(state: State, seat: Power, alliance: Alliance) -> Refusal | None:
    """Original, Alliance Tiles: they are claimed like other tiles, for the rest of the war."""
    if state.rules.alliances == "tiles":
        return why_not_take_alliance(state, seat, alliance)
    return no("refusal.alliance_is_no_tile", CLAIM, alliance=alliance)


def _why_not_hold(state: State, seat: Power, tile: Tile) -> Refusal | None:
    """Deluxe, Claim 1 Tile: a limit on trade tiles. Original, Buy One Tile: not one just used."""
    if seat in state.barred.get(tile, ()):
        return no("refusal.tile_just_used", CLAIM, tile=tile)
    most = state.rules.most_trade_tiles.get(len(state.seats))
    if most and tile in state.data.trade_tiles:
        held = sum(one in state.data.trade_tiles for one in state.tiles[seat])
        if held >= most:
            return no("refusal.trade_tiles", CLAIM, number=held)
    return None


async def claim(table: Table, seat: Power, tile: Tile) -> None:
    """Deluxe, Claim 1 Tile: tiles that are used immediately leave the game, all others are kept."""
    state = table.state
    if tile in state.data.alliances:
        await take_alliance(table, seat, tile)
        return
    cost = state.rules.tiles[tile].cost
    state.stock[tile] -= 1
    table.tell(events.TileClaimed(seat, tile))
    pay(table, seat, cost.gold, "tile")
    if cost.population:
        change_population(table, seat, -cost.population, "tile")
    if cost.unrest:
        gain_unrest(table, seat, cost.unrest, tile)
    if state.data.tiles[tile].kind == "immediate":
        _use_at_once(table, seat, tile)
        return
    state.tiles[seat].append(tile)
    if tile == "improved_agriculture" and (growth := state.rules.agriculture_population):
        change_population(table, seat, growth, tile)


def _use_at_once(table: Table, seat: Power, tile: Tile) -> None:
    """Deluxe, Government Reform and Industry."""
    if tile == "government_reform":
        return_unrest(table, seat, REFORM_POINTS, tile)
    else:
        rules = table.state.rules
        farms = table.state.holds(seat, "improved_agriculture")
        points = rules.industry_points + farms * rules.industry_per_agriculture
        gain_points(table, seat, points, tile)


# Tiles used as free actions


def why_not_farm(state: State, seat: Power) -> Refusal | None:
    """Deluxe, Improved Agriculture: once per war."""
    if refusal := why_not_ready(state, seat, "improved_agriculture"):
        return refusal
    if state.population[seat] < state.rules.most_population:
        return None
    return no("refusal.most_population", "Population", population=state.population[seat])


async def farm(table: Table, seat: Power) -> None:
    """Deluxe, Improved Agriculture: one population."""
    flip(table, seat, "improved_agriculture")
    change_population(table, seat, 1, "improved_agriculture")


def why_not_trade(tile: Tile, state: State, seat: Power, region: Region = "") -> Refusal | None:
    """Deluxe, Company Trade Tiles: a region of the tile that has a marker of one's own."""
    if refusal := why_not_ready(state, seat, tile):
        return refusal
    regions = state.data.tiles[tile].regions
    if region and region not in regions:
        return no("refusal.trade_elsewhere", "Company Trade Tiles", tile=tile, region=region)
    if not any(state.markers(seat, place) for place in regions):
        return no("refusal.no_marker_in_these", "Company Trade Tiles", regions=regions)
    if region and not state.markers(seat, region):
        return no("refusal.no_marker_in", "Company Trade Tiles", region=region)
    return None


async def trade(tile: Tile, table: Table, seat: Power, region: Region) -> None:
    """Deluxe, Company Trade Tiles: one gold for each control marker in one region."""
    flip(table, seat, tile, region)
    gain_gold(table, seat, table.state.markers(seat, region), tile, region)


def why_not_blockade(state: State, seat: Power, region: Region = "") -> Refusal | None:
    """Deluxe, Blockade: in a colony, under a navy of one's own."""
    if not state.holds(seat, "blockade"):
        return no("refusal.no_tile", "Blockade", tile="blockade")
    if region and region not in state.data.colonies:
        return no("refusal.no_colony", "Blockade", region=region)
    if region and not state.count(seat, region, NAVY):
        return no("refusal.no_navy_in", "Blockade", region=region)
    return None


async def blockade(table: Table, seat: Power, region: Region) -> None:
    """Deluxe, Blockade: the tile stays on the map until the navies are gone or the war is over."""
    state = table.state
    state.tiles[seat].remove("blockade")
    state.blockades[region] = seat
    table.tell(events.BlockadePlaced(seat, region))
