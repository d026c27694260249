"""Files of a game's data: read into structs, and a mistake is named."""

import msgspec
import pytest

from engine.core.game import DataError
from engine.kit.datafile import by_key, changed, must, parse, shaped


class Town(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    key: str
    size: int = 1


def test_a_file_is_read_into_its_shape() -> None:
    assert parse("towns.toml", b'key = "ulm"', Town) == Town("ulm")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"key = ", "towns.toml: this is not TOML"),
        (b"\xff", "towns.toml: this is not TOML"),
        (b"size = 2", "towns.toml: key: this key is missing"),
        (b'key = "ulm"\nsize = "big"', "towns.toml: size: expected a whole number, got a text"),
    ],
)
def test_a_mistake_is_named_with_file_and_key(text: bytes, said: str) -> None:
    with pytest.raises(DataError) as raised:
        parse("towns.toml", text, Town)
    assert str(raised.value).startswith(said)


def test_the_key_under_which_a_tree_stands_is_named_too() -> None:
    with pytest.raises(DataError, match=r"towns\.toml: north\.size: expected a whole number"):
        shaped("towns.toml", {"key": "ulm", "size": None}, Town, "north")


def test_what_is_none_of_the_expected_is_refused() -> None:
    must("towns.toml", "road", "ulm", ["ulm", "bonn"])
    with pytest.raises(DataError, match=r"road: expected one of ulm, bonn; got rome"):
        must("towns.toml", "road", "rome", ["ulm", "bonn"])


def test_a_key_stands_only_once() -> None:
    assert list(by_key("towns.toml: town", [Town("ulm"), Town("bonn")])) == ["ulm", "bonn"]
    with pytest.raises(DataError, match=r"town 1\.key: expected a key of its own; got ulm"):
        by_key("towns.toml: town", [Town("ulm"), Town("ulm", 2)])


def test_a_tree_is_changed_leaf_by_leaf() -> None:
    tree = {"cost": {"gold": 1, "men": 2}, "name": "ulm", "spare": {}}
    assert changed(tree, {"cost": {"gold": 3}, "spare": {"gold": 1}}) == {
        "cost": {"gold": 3, "men": 2},
        "name": "ulm",
        "spare": {"gold": 1},
    }
    assert tree == {"cost": {"gold": 1, "men": 2}, "name": "ulm", "spare": {}}
