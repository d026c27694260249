"""What is wrong with data of the wrong shape: the key, and what was expected there."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

_CALLED = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}
"""What people call the types that msgspec names."""


class Mistake(NamedTuple):
    """A key ("" for the whole) and what is wrong with it."""

    key: str
    said: str


def mistake(error: msgspec.ValidationError, shape: Any, tree: Any) -> Mistake:
    """Describe what is wrong with a tree of the wrong shape. A row is called by its `key`, or by
    its number if it has none: "area italia.value", "step 1.order"."""
    said, _, at = str(error).partition(" - at ")
    place = re.sub(r"^(`key` in )?`\$\.?|`$", "", at)
    wanted = _type_at(shape, place)
    if found := re.fullmatch(r"Object (missing required|contains unknown) field `(.+)`", said):
        place = f"{place}.{found[2]}".lstrip(".")
        names = ", ".join(field.encode_name for field in wanted.fields)
        said = "this key is missing" if "missing" in found[1] else f"expected one of {names}"
    elif found := re.fullmatch(r"Invalid enum value (.+)", said):
        said = f"expected one of {', '.join(map(str, wanted.values))}; got {found[1]}"
    said = re.sub(r"`([\w |]+)`", lambda types: _called(types[1]), said)
    return Mistake(_named(tree, place), said.replace("Expected", "expected", 1))


def _called(types: str) -> str:
    return " or ".join(_CALLED.get(name, name) for name in types.split(" | "))


def _type_at(shape: Any, place: str) -> Any:
    """Return the type expected at a place such as "area[0].value"."""
    at: Any = inspect.type_info(shape)
    for step in re.findall(r"\[|[^.\[\]]+(?![^\[]*\])", place):
        match at:
            case inspect.StructType():
                at = next(field.type for field in at.fields if field.encode_name == step)
            case inspect.DictType():
                at = at.value_type
            case _:
                at = getattr(at, "item_type", at)
    return at


def _named(tree: Any, place: str) -> str:
    table, _, rest = place.partition("[")
    number, _, behind = rest.partition("]")
    if not number.isdecimal():
        return place
    row = (tree[table] if table else tree)[int(number)]
    key = row.get("key") if isinstance(row, Mapping) else None
    return f"{table} {key or int(number) + 1}{behind}".strip()
