"""A mistake in a file of data is named: file, key, and what was expected there."""

import pytest

from engine.datafile import DataError
from engine.empires_of_the_ancient_world.data import DATA, VARIANTS
from engine.empires_of_the_ancient_world.ruleset import read_rulebook
from engine.empires_of_the_ancient_world.schema import load


def message(file, old, new):
    """What is said when a file has `new` in place of its first `old`."""
    text = DATA[file].decode()
    assert old in text
    data = {**DATA, file: text.replace(old, new, 1).encode()}
    with pytest.raises(DataError) as raised:
        read_rulebook(data.__getitem__, load(data.__getitem__))
    return str(raised.value)


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("board.toml", 'belgica = "strait"', 'belgica = "land"', "an edge stands alike"),
        ("board.toml", 'germania = "land"\n', "", "nothing at belgica"),
        ("board.toml", 'belgica = "strait"', 'atlantis = "land"', "britannia.adjacent.atlantis"),
        ("board.toml", 'belgica = "strait"', 'belgica = "bridge"', "bridge"),
        ("board.toml", "value = 2", "value = 40", "value"),
        ("board.toml", "revolt = 1", "revolt = 7", "revolt"),
        ("board.toml", 'half = "north"', 'half = ""', "britannia.half"),
        ("board.toml", 'half = "north"', 'half = "west"', "half"),
        ("board.toml", "amphora = false", 'amphora = "no"', "amphora"),
        ("board.toml", 'key = "belgica"', 'key = "britannia"', "britannia again"),
        ("cards.toml", "sword = 3", "legion = 3", "army A.cards: expected one of"),
        ("cards.toml", 'type = "sword"', 'type = "legion"', "card sword.type: expected one of"),
        ("cards.toml", "upkeep = 0", "upkeep = -1", "upkeep"),
        ("cards.toml", 'label = "north"', 'label = "N"', "label"),
        ("cards.toml", 'key = "diplomat"', 'key = "envoy"', "expected one of"),
        ("cards.toml", 'half = "north"', 'half = "south"', "expected three for the north"),
        ("combat.toml", 'sword = "6"', 'sword = "6?"', 'expected such as "6", "5+/3" or "5+/B"'),
        ("combat.toml", 'sword = "6"', 'sword = "7+/3"', "field.cells.sword.sword"),
        ("combat.toml", 'spear = "6"\n', "", "field.cells.sword: expected one of"),
        ("combat.toml", 'types = ["sword", "spear"]', 'types = ["legion"]', "sea: expected one of"),
        ("combat.toml", "size = 5", "size = 9", "field.size"),
        ("openings.toml", 'fort = "italia"', 'fort = "syria"', "opening[0].fort"),
        ("openings.toml", '"sicilia"', '"syria"', "syria borders none"),
        ("openings.toml", '"sicilia"', '"atlantis"', "expected one of"),
        ("openings.toml", "seat = 2", "seat = 3", "expected one for each seat in order"),
        ("rules.toml", "cubes = 25", 'cubes = "many"', "cubes"),
        ("rules.toml", 'row = "rules"\n', "", "source.row"),
        ("rules.toml", 'landing = "die"', 'landing = "swim"', "landing"),
        ("variants.toml", "second_bases = true", "third_bases = true", "third_bases"),
        ("seats.toml", 'key = "blue"', 'key = "red"', "red again"),
        ("seats.toml", "[[seat]]", "[[seat", "not TOML"),
    ],
)
def test_a_mistake_is_named(file, old, new, said):
    found = message(file, old, new)
    assert found.startswith((file, "rules.toml"))
    assert said in found


def test_printed_values_can_be_put_in_without_touching_code():
    text = DATA["board.toml"].decode().replace("value = 2", "value = 5", 1)
    text = text.replace('name = "Britannia"', 'name = "Albion"')
    data = {**DATA, "board.toml": text.encode()}
    tables = load(data.__getitem__)
    assert (tables.areas["britannia"].name, tables.areas["britannia"].value) == ("Albion", 5)


def test_every_variant_changes_something():
    assert all(row.changes for row in VARIANTS.values())
