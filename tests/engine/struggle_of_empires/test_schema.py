"""Files of data and their mistakes."""

import pytest

from engine.core.game import DataError
from engine.struggle_of_empires.data import SHIPPED, read
from engine.struggle_of_empires.ruleset import read_rulebook
from engine.struggle_of_empires.schema import load

DATA = read(SHIPPED)


def mistake(file, old, new):
    """What is said of the data with this mistake in it."""
    assert old.encode() in SHIPPED[file]
    changed = {**SHIPPED, file: SHIPPED[file].replace(old.encode(), new.encode(), 1)}
    with pytest.raises(DataError) as caught:
        read_rulebook(changed, load(changed))
    return str(caught.value)


def test_the_shipped_data_are_in_order():
    assert load(SHIPPED) == DATA.tables


def test_a_wrong_type_names_file_key_and_what_was_expected():
    said = mistake("board.toml", "values = [8, 5, 3]", 'values = ["8", 5, 3]')
    assert said.startswith("board.toml: region german_states.values[0]: ")
    assert "expected a whole number" in said


def test_an_unknown_key_is_named():
    assert "tiles.toml: tile diplomatic_service.cuont: expected one of key, name, " in mistake(
        "tiles.toml", "count = 1", "count = 1\ncuont = 1"
    )
    assert "cuont" in mistake("tiles.toml", "count = 1", "count = 1\ncuont = 1")


def test_a_missing_key_is_named():
    said = mistake("editions.toml", "revolution = 20\n", "")
    assert said == ("editions.toml: deluxe.revolution: this key is missing")


def test_a_broken_file_is_named():
    assert mistake("powers.toml", "[[power]]", "[[power").startswith(
        "powers.toml: this is not TOML"
    )


def test_a_marker_of_an_unknown_region_is_named_with_the_regions_there_are():
    said = mistake("markers.toml", 'region = "german_states"', 'region = "germany"')
    assert said.startswith("markers.toml: marker GS1.region: expected one of german_states, ")
    assert said.endswith("got germany")


def test_a_marker_shows_a_strength_or_pop_or_slaves():
    said = mistake("markers.toml", 'face = "3"', 'face = "three"')
    assert said.startswith("markers.toml: marker GS1.face: expected a strength")


def test_a_letter_set_has_five_different_regions():
    said = mistake(
        "markers.toml", 'region = "german_states", face = "4", letter = "A"',
        'region = "mediterranean", face = "4", letter = "A"',
    )  # fmt: skip
    assert said.startswith("markers.toml: letter A: expected five different regions")


def test_a_source_is_one_of_four():
    said = mistake("powers.toml", 'adjacent = "rules"', 'adjacent = "hearsay"')
    assert "hearsay" in said
    assert said.startswith("powers.toml: power britain.source[...]")


def test_no_more_tiles_are_in_play_than_there_are():
    said = mistake("tiles.toml", "7 = 1 }", "7 = 2 }")
    assert (
        said == "tiles.toml: tile diplomatic_service.in_play.7: expected 0 to 1 (its count); got 2"
    )


def test_a_key_stands_only_once():
    said = mistake("alliances.toml", 'key = "saxony"', 'key = "bavaria"')
    assert said == "alliances.toml: alliance 1.key: expected a key of its own; got bavaria again"


def test_there_are_65_markers_four_of_them_ottoman():
    assert len(DATA.markers) == 65
    assert sum(marker.startswith("ottoman_empire:") for marker in DATA.markers) == 4


def test_the_tiles_in_the_box_are_those_of_the_rules():
    counts = {}
    for tile in DATA.tables.tiles.values():
        counts[tile.kind] = counts.get(tile.kind, 0) + tile.count
    assert counts == {
        "free action": 15,
        "trade": 9,
        "immediate": 13,
        "improvement": 19,
        "military tactics": 3,
    }


def test_a_war_is_worth_97_points():
    assert sum(sum(region.values) for region in DATA.tables.regions.values()) == 97


def test_no_two_regions_are_called_alike():
    said = mistake("board.toml", 'name = "Baltic"', 'name = "Central Europe"')
    assert said == "board.toml: baltic.name: 'Central Europe' means central_europe already"


def test_a_file_that_is_missing_or_of_another_game_is_named():
    with pytest.raises(DataError, match=r"powers\.toml: this file is missing"):
        load({name: text for name, text in SHIPPED.items() if name != "powers.toml"})
    with pytest.raises(DataError, match=r"cards\.toml: expected one of board\.toml, "):
        load({**SHIPPED, "cards.toml": b""})
