"""Claim 1 Tile; tiles used as free actions."""

import pytest

from engine.struggle_of_empires.data import SHIPPED, read
from tests.engine.struggle_of_empires.soe import asked, at, refusal, told, units

DATA = read(SHIPPED)


@pytest.mark.parametrize(
    ("tile", "gold"),
    [("diplomatic_service", 2), ("mercenaries", 3), ("pressgangs", 3), ("reserves", 2),
     ("trained_native_militia", 4), ("war_office", 8), ("army_training", 6), ("militia", 4),
     ("naval_training", 5), ("banking", 0), ("blockade", 0), ("fighting_withdrawal", 0),
     ("surprise_attack", 0), ("levant_company", 0)],
)  # fmt: skip
def test_a_tile_costs_what_is_printed_on_it(tile, gold):
    session = at()
    before = session.state.stock[tile]
    session.submit("britain", ("claim", tile))
    assert session.state.gold["britain"] == 10 - gold
    assert session.state.tiles["britain"] == [tile]
    assert session.state.stock[tile] == before - 1


def test_every_tile_can_be_claimed_once():
    on_display = [tile for tile, row in DATA.tiles.items() if row.in_play[5]]
    for tile in on_display:
        session = at([1, 1], population={"britain": 9})
        session.submit("britain", ("claim", tile))
        assert told(session, "tile_claimed") == [{"seat": "britain", "tile": tile}]


def test_logistics_costs_a_population():
    session = at(population={"britain": 1})
    session.submit("britain", ("claim", "logistics"))
    assert session.state.population["britain"] == 0
    assert "population" in refusal(at(population={"britain": 0}), "britain", "claim", "logistics")


def test_what_is_not_on_display_is_not_claimed():
    session = at(stock={"banking": 1})
    assert "on the display" in refusal(session, "britain", "claim", "militia")
    assert refusal(session, "britain", "claim", "banking") is None


@pytest.mark.parametrize(("players", "reserves"), [(4, 2), (5, 3), (6, 4), (7, 4)])
def test_the_display_goes_by_the_players(players, reserves):
    powers = ["britain", "france", "prussia", "austria", "spain", "russia", "united_provinces"]
    session = at(seats=powers[:players], phase="alliances")
    assert session.state.stock["reserves"] == reserves


def test_one_tile_is_claimed_in_a_turn():
    session = at()
    session.submit("britain", ("claim", "banking"))
    assert "one special action" in refusal(session, "britain", "claim", "militia")


def test_taxation_pays_for_a_tile():
    session = at([0, 2], gold={"britain": 2})
    session.submit("britain", ("claim", "army_training"))
    assert session.state.gold["britain"] == 0
    assert session.state.unrest["britain"] == 2


# What a tile brings at once


def test_government_reform_returns_2_points_and_leaves_the_game():
    session = at(unrest={"britain": 5})
    session.submit("britain", ("claim", "government_reform"))
    assert session.state.unrest["britain"] == 3
    assert session.state.supply == 2
    assert session.state.tiles["britain"] == []


def test_government_reform_returns_no_more_than_there_is():
    session = at(unrest={"britain": 1})
    session.submit("britain", ("claim", "government_reform"))
    assert session.state.unrest["britain"] == 0


def test_industry_brings_points_for_population_and_unrest():
    session = at([2, 0], tiles={"britain": ["improved_agriculture", "improved_agriculture"]})
    session.submit("britain", ("claim", "industry"))
    assert session.state.victory_points["britain"] == 5
    assert session.state.population["britain"] == 3
    assert session.state.unrest["britain"] == 2
    assert "industry" not in session.state.tiles["britain"]


def test_industry_needs_2_population():
    session = at(population={"britain": 1})
    assert "costs 2 population" in refusal(session, "britain", "claim", "industry")


def test_improved_agriculture_brings_a_population_at_once_and_one_each_war():
    session = at()
    session.submit("britain", ("claim", "improved_agriculture"))
    assert session.state.population["britain"] == 6
    session.submit("britain", ("improved_agriculture",))
    assert session.state.population["britain"] == 7
    assert "in this war already" in refusal(session, "britain", "improved_agriculture")


def test_population_does_not_rise_above_9():
    session = at(population={"britain": 9}, tiles={"britain": ["improved_agriculture"]})
    assert "is 9 already" in refusal(session, "britain", "improved_agriculture")
    session.submit("britain", ("claim", "improved_agriculture"))
    assert session.state.population["britain"] == 9


# Trade tiles


@pytest.mark.parametrize(
    ("tile", "region"),
    [("baltic_company", "baltic"), ("east_indies_company", "india"),
     ("east_indies_company", "east_indies"), ("gold_coast_commerce", "africa"),
     ("gold_mines", "south_america"), ("levant_company", "mediterranean"),
     ("levant_company", "ottoman_empire"), ("sugar_plantations", "caribbean"),
     ("tobacco_fields", "north_america")],
)  # fmt: skip
def test_a_trade_tile_brings_a_gold_for_each_marker_in_one_region(tile, region):
    session = at(tiles={"britain": [tile]}, control={region: {"britain": 3, "france": 1}})
    session.submit("britain", (tile, region))
    assert session.state.gold["britain"] == 13
    assert "in this war already" in refusal(session, "britain", tile, region)


def test_a_trade_tile_brings_nothing_elsewhere():
    session = at(tiles={"britain": ["levant_company"]}, control={"baltic": {"britain": 1}})
    assert "nothing from the Baltic" in refusal(session, "britain", "levant_company", "baltic")
    assert "no control marker" in refusal(session, "britain", "levant_company", "mediterranean")


def test_both_tiles_of_a_company_are_used_apart():
    session = at(
        tiles={"britain": ["levant_company", "levant_company"]},
        control={"mediterranean": {"britain": 2}, "ottoman_empire": {"britain": 1}},
    )
    session.submit("britain", ("levant_company", "mediterranean"))
    session.submit("britain", ("levant_company", "ottoman_empire"))
    assert session.state.gold["britain"] == 13


# Blockade


def test_a_blockade_is_placed_under_an_own_navy_in_a_colony():
    session = at(tiles={"britain": ["blockade"]}, units={"britain": {"india": {"navy": 1}}})
    session.submit("britain", ("blockade", "india"))
    assert session.state.blockades == {"india": "britain"}
    assert session.state.tiles["britain"] == []
    assert asked(session) == {"britain": "action"}


def test_a_blockade_needs_a_colony_and_a_navy():
    session = at(tiles={"britain": ["blockade"]}, units={"britain": {"baltic": {"navy": 1}}})
    assert "is not a colony" in refusal(session, "britain", "blockade", "baltic")
    assert "no navy in India" in refusal(session, "britain", "blockade", "india")
    assert "do not have Blockade" in refusal(at(), "britain", "blockade", "india")


def test_a_tactics_tile_used_may_be_claimed_again_in_the_same_turn():
    session = at(tiles={"britain": ["blockade"]}, units={"britain": {"caribbean": {"navy": 1}}})
    session.submit("britain", ("blockade", "caribbean"))
    session.submit("britain", ("move", "navy", "caribbean", "north_america"))
    assert units(session, "britain", "north_america") == {"navy": 1}
    assert refusal(session, "britain", "claim", "blockade") is None


def test_a_blockade_of_an_earlier_round_that_is_lifted_may_be_taken_again():
    session = at(
        round=2,
        blockades={"caribbean": "britain"},
        units={"britain": {"caribbean": {"navy": 1}}},
    )
    session.submit("britain", ("move", "navy", "caribbean", "north_america"))
    assert refusal(session, "britain", "claim", "blockade") is None
