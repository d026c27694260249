"""A mistake in the file of the map is named: key, and what was expected there."""

import pytest

from engine.core.game import DataError
from engine.seven_years_world_war.tables.board import read_board
from engine.seven_years_world_war.tables.board_schema import BOARD
from tests.engine.seven_years_world_war.world import FILES, POWERS


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("off_port = 2", "off_port = -1", "off_port"),
        ('"iiiiiiiiiiic..ccliiiiiiiiiiiii",', '"iiii",', "grid"),
        ('"iiiiiiiiiiic..ccliiiiiiiiiiiii",', "", "grid"),
        ('"iiiiiiiiiiic', '"iiiiiiiiiiix', "grid"),
        ('"iiiiiiiiiiic', '"iiiiiiiiiiii', "square A12: expected no row"),
        ('"iiiiiiiiiiic', '"iiiiiiiiiicc', "square A11: expected a row"),
        ('"B14-B15"', '"B14-C15"', "sea_sides: B14-C15"),
        ('"B14-B15"', '"B14-Z15"', "sea_sides"),
        ('"B14-B15"', '"B14-B13"', "sea_sides: B14-B13: B13"),
        ('"A15-A16", "C15', '"A16-A17", "C15', "land_sides: A16-A17: A17"),
        ('"A15-A16", "C15', '"B14-B15", "C15', "land_sides: B14-B15 is among the sea sides"),
        ('grid = "reconstruction"\n', "", "source: expected where"),
        ('off_port = "rules"', 'off_port = "hearsay"', "hearsay"),
        ("land = 1\nsea = 1", "land = 0\nsea = 1", "terrain civilized: expected points"),
        ("land = 0\nsea = 1", "land = 2\nsea = 1", "terrain sea.land: expected 0"),
        ('key = "ice"', 'key = "snow"', "terrain: expected one of"),
        ("forage = { major = 1, ", 'forage = { major = "much", ', "forage.major"),
        ('source = { land = "reconstruction", ', "source = { ", "terrain civilized.source"),
        ('"E7", "E8", "E9"', '"E7", "E9"', "route american_colonies: behind E7"),
        ('"C11", "C12", "C13", "C14"]', '"C11", "C12"]', "route american_colonies: expected"),
        ('key = "china"', 'key = "antilles"', "antilles again"),
        ('key = "A16"', 'key = "A15"', "A15 again"),
        ('key = "A16"', 'key = "R16"', "square"),
        ('owner = "sweden"', 'owner = "atlantis"', "square A16.owner: expected one of"),
        ('terrain = "wilderness"', 'terrain = "sea"', "square A15.terrain: expected one of"),
        ('terrain = "wilderness"', 'terrain = "wilderness"\nport = 1', "port"),
        ('name = "Lapland"', 'name = "Lapland"\nport = true', "square A17.port"),
        ('name = "Moscow"', 'name = "Moscow"\ncapital = true', "square B18.capital"),
        ('source = { value = "rules" }', 'source = { price = "rules" }', "source: expected one of"),
    ],
)
def test_a_mistake_is_named(old, new, said):
    text = FILES[BOARD].decode()
    assert old in text
    changed = {BOARD: text.replace(old, new, 1).encode()}
    with pytest.raises(DataError) as raised:
        read_board(changed, POWERS)
    assert str(raised.value).startswith("board.toml: ")
    assert said in str(raised.value)


def test_a_line_visits_no_square_twice():
    text = FILES[BOARD].decode().replace('"H20", "I20", "I21"', '"H20", "I20", "H20", "I20", "I21"')
    with pytest.raises(DataError, match="stands twice"):
        read_board({BOARD: text.encode()}, POWERS)
