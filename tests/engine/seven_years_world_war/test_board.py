"""The map is as the rules, their errata and the set-up have it."""

import pytest

from tests.engine.seven_years_world_war.world import POWERS, WORLD

MAJORS = {
    *("britain", "france", "prussia", "austria", "russia"),
    *("maratha", "manchu", "united_provinces", "spain", "ottoman"),
}
MINORS = 33


def square(key):
    return WORLD.squares[key]


def spread(start, crossed, allowed):
    """All squares that can be got to from one, inside those allowed."""
    found, front = {start}, [start]
    while front:
        for near in crossed[front.pop()]:
            if near in allowed and near not in found:
                found.add(near)
                front.append(near)
    return found


def test_the_board_has_seventeen_rows_of_thirty_squares():
    assert WORLD.ids[:2] == ("A1", "A2")
    assert WORLD.ids[-1] == "Q30"
    assert len(WORLD.ids) == len(WORLD.squares) == 510
    assert [WORLD.number[key] for key in WORLD.ids] == list(range(510))


@pytest.mark.parametrize(
    ("key", "owner", "facts"),
    [
        ("K25", "united_provinces", {"name": "Java"}),  # 2.1
        ("F7", "britain", {"name": "Bermuda"}),
        ("C16", "prussia", {"name": "Prussia", "value": 4, "capital": True}),  # 4.9, 11.2
        ("C14", "britain", {"capital": True, "civilized": True}),  # 8.2(2)
        ("C13", "britain", {"civilized": True}),  # 11.3(1)
        ("B14", "britain", {"civilized": True}),
        ("D16", "austria", {"value": 7, "capital": True}),  # 30
        ("G26", "manchu", {}),
        ("H25", "annam", {"civilized": True, "value": 1}),
        ("M10", "portugal", {}),
        ("B16", "sweden", {"value": 3}),  # 28.6
        ("F20", "persia", {"value": 2}),
    ],
)
def test_what_the_rules_say_of_a_square(key, owner, facts):
    assert square(key).owner == owner
    assert {name: getattr(square(key), name) for name in facts} == facts


def test_every_power_has_land_and_each_major_power_a_capital():
    assert len(set(POWERS) - MAJORS) == MINORS
    assert set(WORLD.capital) == MAJORS <= set(POWERS)
    assert all(square(key).owner == power for power, key in WORLD.capital.items())


@pytest.mark.parametrize(
    ("power", "squares", "civilized"),
    [
        *[("britain", 12, 8), ("france", 10, 6), ("russia", 26, 7), ("manchu", None, 10)],
        *[("spain", None, 10), ("ottoman", None, 4), ("maratha", 2, 2), ("austria", 2, 2)],
    ],
)
def test_the_set_up_fits_the_land_of_a_power(power, squares, civilized):
    land = WORLD.land_of[power]
    assert squares in (None, len(land))
    assert sum(square(key).civilized for key in land) == civilized


def test_the_edges_of_the_map_join_for_fleets_only():  # 14.23, R32
    assert "H1" in WORLD.by_sea["H30"]
    assert "H30" in WORLD.by_sea["H1"]
    assert "B1" in WORLD.by_sea["B30"]
    assert square("B1").has_land
    assert square("B30").has_land
    assert "B1" not in WORLD.by_land["B30"]


def test_no_square_touches_another_by_a_corner():  # 14.2
    for key, crossed in [*WORLD.by_land.items(), *WORLD.by_sea.items()]:
        for near in crossed:
            wrapped = {key[1:], near[1:]} == {"1", "30"}
            assert WORLD.distance(key, near) == (29 if wrapped else 1)


def test_a_side_is_open_from_both_sides_or_from_none():
    for crossed in (WORLD.by_land, WORLD.by_sea):
        assert all(key in crossed[near] for key in crossed for near in crossed[key])


def test_florida_and_the_west_indies_are_apart_by_land():  # 14.21
    assert "H6" not in WORLD.by_land["G6"]
    assert "H6" in WORLD.by_sea["G6"]


def test_the_bosporus_joins_land_to_land_and_sea_to_sea():  # 14.22
    assert "E17" in WORLD.by_land["E16"]  # Asia Minor
    assert "D16" in WORLD.by_land["E16"]  # the Balkans
    assert "D17" in WORLD.by_sea["E16"] or "E17" in WORLD.by_sea["E16"]  # the Black Sea
    assert "F16" in WORLD.by_sea["E16"]  # the Mediterranean


def test_the_black_sea_is_reached_by_the_bosporus_only():  # 14.22, 14.33
    water = {key for key in WORLD.ids if square(key).has_water} - {"E16"}
    assert spread("D17", WORLD.by_sea, water) == {"D17", "D18", "E17"}


def test_fleets_are_not_where_there_is_polar_ice_or_no_water():  # 14.33
    for key, row in WORLD.squares.items():
        assert bool(WORLD.by_sea[key]) <= row.has_water
    assert square("A1").surface == "ice"
    assert not WORLD.by_sea["A1"]
    assert not WORLD.by_land["A1"]
    assert all("A1" not in crossed for crossed in WORLD.by_sea.values())


def test_land_units_are_not_at_sea():  # 14.32
    for key, row in WORLD.squares.items():
        assert bool(WORLD.by_land[key]) <= row.has_land


@pytest.mark.parametrize("power", ["prussia", "austria", "russia", "maratha", "manchu", "ottoman"])
def test_the_land_of_a_land_power_hangs_together(power):
    land = set(WORLD.land_of[power])
    assert spread(WORLD.capital[power], WORLD.by_land, land) == land


def test_all_ports_lie_on_one_ocean():
    water = spread("E12", WORLD.by_sea, WORLD.squares)
    assert {key for key in WORLD.ids if square(key).port} <= water


def test_the_oceans_meet_south_of_the_continents_only():  # 14.33
    northern = {key for key in WORLD.ids if key[0] < "O"}
    atlantic = spread("E12", WORLD.by_sea, northern)
    assert "H4" not in atlantic
    assert "I23" not in atlantic


@pytest.mark.parametrize("island", ["C13", "H6", "H7", "F7", "K25", "F27", "M19", "O27", "P30"])
def test_islands_are_reached_by_fleets_only(island):
    assert "C16" not in spread(island, WORLD.by_land, WORLD.squares)
    assert "E4" not in spread(island, WORLD.by_land, WORLD.squares)


def test_there_are_the_seven_trade_routes():  # 10.121
    assert {route.name for route in WORLD.routes.values()} == {
        *("American Colonies", "West Indies", "Antilles", "Arabian Sea"),
        *("China (Annam)", "Philippines", "East Indies"),
    }
    assert [route.value for route in WORLD.routes.values()] == [2, 2, 2, 1, 2, 2, 3]


def test_the_east_indies_have_four_ports_at_each_end():  # 10.123
    lines = WORLD.routes["east_indies"].lines
    assert {line[0] for line in lines} == {"C14", "C15", "D14", "E12"}
    assert {line[-1] for line in lines} == {"K25", "G23", "I23", "H21"}
    assert len(lines) == 16


def test_one_route_has_one_line_from_port_to_port():
    lines = WORLD.routes["philippines"].lines
    assert lines == (("H26", "H27", "H28", "H29", "H30", "H1", "H2", "H3", "H4"),)


@pytest.mark.parametrize(
    ("key", "major", "minor", "defence", "defended_by_minor"),
    [
        ("C16", 4, 4, 0, 0),  # civilized: its value
        ("B19", 1, 2, 1, 1),  # wilderness: 15.64
        ("J7", 0, 2, 0, 1),  # terra incognita: 15.64
        ("H10", 0, 1, 0, 0),  # all sea: 18.7, 18.65
        ("A1", 0, 0, 0, 0),
    ],
)
def test_what_a_terrain_feeds_and_adds(key, major, minor, defence, defended_by_minor):
    assert (WORLD.forage(key), WORLD.forage(key, minor=True)) == (major, minor)
    assert (WORLD.defence(key), WORLD.defence(key, minor=True)) == (defence, defended_by_minor)


def test_a_square_costs_its_terrain_to_enter():
    assert [WORLD.points(key, "land") for key in ("C16", "B19", "J7", "H10")] == [1, 2, 3, 0]
    assert [WORLD.points(key, "sea") for key in ("C16", "B5", "J9", "H10")] == [1, 1, 1, 1]
    assert WORLD.off_port == 2


def test_distance_is_rows_and_columns_within_the_map():  # 4.511, R4
    assert WORLD.distance("C16", "D17") == 2
    assert WORLD.distance("H1", "H30") == 29
    assert WORLD.distance("C16", "C16") == 0


def test_a_name_is_good_where_it_is_the_only_one_of_its_kind():
    assert WORLD.names["C16"] == ("C16", "Prussia", "Berlin", "Brandenburg")
    assert WORLD.names["B22"] == ("B22",)
    assert WORLD.names["H10"] == ("H10",)
