"""What seats collect for squares and trade routes."""

from engine.seven_years_world_war.income.points import route_income, square_income, taxed_squares
from engine.seven_years_world_war.income.routes import holders, routes_held
from tests.engine.seven_years_world_war.campaigns import at


def state(*, variants=(), seats=2, **position):
    return at(phase="diplomacy", seats=seats, variants=variants, **position).state


def test_a_seat_collects_for_every_square_of_value_that_it_occupies():
    found = state(units={"britain": {"C14": {"base": 1}}, "prussia": {"C16": {"army": 2}}})
    assert taxed_squares(found, "britain") == ["C14", "C16"]
    board = found.data.board.squares
    assert square_income(found, "britain") == board["C14"].value + board["C16"].value


def test_a_captured_square_pays_who_holds_it():
    found = state(units={"france": {"C16": {"army": 1}}})
    assert square_income(found, "france") == 4
    assert square_income(found, "britain") == 0


def test_a_pillaged_square_pays_nothing():
    found = state(units={"prussia": {"C16": {"army": 1}}}, pillaged=["C16"])
    assert square_income(found, "britain") == 0


def test_a_route_pays_who_holds_the_ports_at_its_ends():
    found = state(units={"britain": {"E7": {"base": 1}, "C14": {"base": 1}}})
    assert routes_held(found, "britain") == ["american_colonies"]
    assert route_income(found, "britain") == 2


def test_one_port_alone_is_no_route():
    found = state(units={"britain": {"C14": {"base": 1}}})
    assert routes_held(found, "britain") == []


def test_a_pillaged_port_ends_no_route():
    units = {"britain": {"E7": {"base": 1}, "C14": {"base": 1}}}
    assert routes_held(state(units=units, pillaged=["E7"]), "britain") == []


def test_an_enemy_fleet_on_the_line_stops_trade_and_an_army_on_the_coast_does_not():
    ends = {"E7": {"base": 1}, "C14": {"base": 1}}
    fleet = state(units={"britain": ends, "france": {"C11": {"fleet": 1}}})
    assert holders(fleet, "american_colonies") == []
    army = state(units={"britain": ends, "france": {"C13": {"army": 1}}})
    assert holders(army, "american_colonies") == ["britain"]


def test_a_neutral_fleet_stops_no_trade():
    ends = {"E7": {"base": 1}, "C14": {"base": 1}}
    found = state(units={"britain": ends, "spain": {"C11": {"fleet": 1}}})
    assert holders(found, "american_colonies") == ["britain"]


def test_fleets_of_minor_powers_stop_trade_with_the_variant_only():
    units = {
        "britain": {"E7": {"base": 1}, "C14": {"base": 1}},
        "portugal": {"C11": {"fleet": 1}},
    }
    assert holders(state(units=units), "american_colonies") == ["britain"]
    with_variant = state(units=units, variants=["minor_fleets_block"])
    assert holders(with_variant, "american_colonies") == []


def test_several_may_hold_the_east_indies_with_ports_of_their_own():
    units = {
        "britain": {"C14": {"base": 1}, "G23": {"base": 1}},
        "france": {"D14": {"base": 1}, "I23": {"base": 1}},
    }
    assert holders(state(units=units), "east_indies") == ["britain", "france"]


def test_a_fleet_on_the_trunk_stops_the_east_indies_for_its_enemies_alone():
    units = {
        "britain": {"C14": {"base": 1}, "G23": {"base": 1}, "N13": {"fleet": 1}},
        "france": {"D14": {"base": 1}, "I23": {"base": 1}},
    }
    assert holders(state(units=units), "east_indies") == ["britain"]


def test_further_ports_of_the_east_indies_bring_nothing_more():
    units = {"britain": {s: {"base": 1} for s in ("C14", "C15", "G23", "I23")}}
    assert route_income(state(units=units), "britain") == 3
