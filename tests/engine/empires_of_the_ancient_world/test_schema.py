"""A mistake in a file of data is named: file, key, and what was expected there."""

import pytest

from engine.core.game import DataError
from engine.empires_of_the_ancient_world.data import SHIPPED, read
from tests.engine.empires_of_the_ancient_world.ancient import VARIANTS


def message(file, old, new):
    """What is said when a file has `new` in place of its first `old`."""
    text = SHIPPED[file].decode()
    assert old in text
    data = {**SHIPPED, file: text.replace(old, new, 1).encode()}
    with pytest.raises(DataError) as raised:
        read(data)
    return str(raised.value)


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("board.toml", 'belgica = "strait"', 'belgica = "land"', "an edge stands alike"),
        ("board.toml", 'germania = "land"\n', "", "nothing at belgica"),
        ("board.toml", 'belgica = "strait"', 'atlantis = "land"', "britannia.adjacent.atlantis"),
        ("board.toml", 'belgica = "strait"', 'belgica = "bridge"', "bridge"),
        ("board.toml", "value = 2", "value = 40", "area britannia.value"),
        ("board.toml", "revolt = 1", "revolt = 7", "area britannia.revolt"),
        ("board.toml", "value = 6", "value = 0", "area italia.value"),
        ("board.toml", 'half = "north"', 'half = ""', "britannia.half"),
        ("board.toml", 'half = "north"', 'half = "west"', "half"),
        ("board.toml", "amphora = false", 'amphora = "no"', "amphora"),
        ("board.toml", 'key = "belgica"', 'key = "britannia"', "britannia again"),
        ("cards.toml", "sword = 3", "legion = 3", "army A.cards: expected one of"),
        ("cards.toml", 'type = "sword"', 'type = "legion"', "card sword.type: expected one of"),
        ("cards.toml", "upkeep = 0", "upkeep = -1", "card sword.upkeep"),
        ("cards.toml", 'key = "veteran_sword"', 'key = "Veteran"', "card Veteran.key"),
        ("cards.toml", 'key = "veteran_sword"', 'key = "italia"', "italia.key: expected a key of"),
        ("cards.toml", 'key = "veteran_sword"', 'key = "none"', "none.key: expected a key of"),
        ("cards.toml", 'name = "Veteran Sword"', 'name = "swords"', "'swords' means sword already"),
        (
            "cards.toml",
            'name = "Veteran Sword"',
            'name = "!"',
            "veteran_sword.name: expected letters",
        ),
        ("cards.toml", "veteran = true", "", "card veteran_sword"),
        ("board.toml", '"Italy"', '"Africa"', "'Africa' means italia already"),
        ("cards.toml", 'label = "north"', 'label = "N"', "label"),
        ("cards.toml", 'key = "diplomat"', 'key = "envoy"', "expected one of"),
        ("cards.toml", 'half = "north"', 'half = "south"', "expected three for the north"),
        ("combat.toml", 'sword = "6"', 'sword = "6?"', 'expected such as "6", "5+/3" or "5+/B"'),
        ("combat.toml", 'sword = "6"', 'sword = "7+/3"', "field.cells.sword.sword"),
        ("combat.toml", 'spear = "6"\n', "", "field.cells.sword: expected one of"),
        ("combat.toml", 'types = ["sword", "spear"]', 'types = ["legion"]', "sea: expected one of"),
        ("combat.toml", "size = 5", "size = 9", "field.size"),
        ("openings.toml", 'fort = "italia"', 'fort = "syria"', "opening 1.fort"),
        ("openings.toml", '"sicilia"', '"syria"', "syria borders none"),
        ("openings.toml", '"sicilia"', '"atlantis"', "expected one of"),
        ("openings.toml", "seat = 2", "seat = 3", "expected one for each seat in order"),
        ("rules.toml", "5 = 5 }", "5 = 9 }", "expected 50 provinces or more, for 5 players"),
        ("rules.toml", "5 = 3 }", "5 = 2 }", "starts_in_a_half.5: expected room for 5"),
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
    assert found.startswith((file, "rules.toml", "board.toml"))
    assert said in found


def test_printed_values_can_be_put_in_without_touching_code():
    text = SHIPPED["board.toml"].decode().replace("value = 2", "value = 5", 1)
    text = text.replace('name = "Britannia"', 'name = "Albion"')
    data = {**SHIPPED, "board.toml": text.encode()}
    row = read(data).board["britannia"]
    assert (row.name, row.value) == ("Albion", 5)


def test_files_that_lack_or_are_unknown_are_named():
    with pytest.raises(DataError, match=r"^seats\.toml: this file is missing$"):
        read({name: text for name, text in SHIPPED.items() if name != "seats.toml"})
    with pytest.raises(DataError, match=r"^bord\.toml: expected one of board\.toml, "):
        read({**SHIPPED, "bord.toml": b""})


def test_every_variant_changes_something():
    assert all(row.changes for row in VARIANTS.values())
