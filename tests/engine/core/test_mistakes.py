"""What is said of data that have not their shape names the key and what is expected there."""

from typing import Annotated, Any, Literal

import msgspec
import pytest

from engine.core.mistakes import mistake


class Area(msgspec.Struct, forbid_unknown_fields=True):
    key: str = ""
    half: Literal["north", "south"] = "north"
    value: Annotated[int, msgspec.Meta(le=12)] = 1
    near: dict[str, Literal["land", "sea"]] = {}
    also: str | list[str] = ""


class Board(msgspec.Struct, forbid_unknown_fields=True):
    area: list[Area]
    walled: bool = False


@pytest.mark.parametrize(
    ("tree", "key", "said"),
    [
        ({}, "area", "this key is missing"),
        ({"area": [], "lake": 1}, "lake", "expected one of area, walled"),
        ({"area": [], "walled": "no"}, "walled", "expected true or false, got a text"),
        ({"area": {}}, "area", "expected a list, got a table"),
        ({"area": [3]}, "area 1", "expected a table, got a whole number"),
        (
            {"area": [{}, {"size": 1}]},
            "area 2.size",
            "expected one of key, half, value, near, also",
        ),
        (
            {"area": [{"key": "italia", "value": 13}]},
            "area italia.value",
            "expected a whole number <= 12",
        ),
        (
            {"area": [{"key": "italia", "also": 3}]},
            "area italia.also",
            "expected a text or a list, got a whole number",
        ),
        (
            {"area": [{"key": "italia", "half": "west"}]},
            "area italia.half",
            "expected one of north, south; got 'west'",
        ),
        (
            {"area": [{"key": "italia", "near": {"gallia": "road"}}]},
            "area italia.near[...]",
            "expected one of land, sea; got 'road'",
        ),
    ],
)
def test_a_mistake_names_the_key_and_what_is_expected(
    tree: dict[str, Any], key: str, said: str
) -> None:
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert(tree, Board)
    assert mistake(error.value, Board, tree) == (key, said)


def test_a_row_of_a_bare_list_is_named_by_its_number() -> None:
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert([{}, {"value": "x"}], list[Area])
    found = mistake(error.value, list[Area], [{}, {"value": "x"}])
    assert found == ("2.value", "expected a whole number, got a text")
