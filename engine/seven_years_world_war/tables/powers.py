"""powers.toml: major and minor powers, and how many counters each has."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from engine.core.game import DataError
from engine.kit.datafile import by_key, names_apart, parse
from engine.seven_years_world_war.tables.names import MAJORS, SORTS, Power, Sort, rebels

POWERS = "powers.toml"
Few = Annotated[int, msgspec.Meta(ge=0, le=99)]


class MajorRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A major power: its campaign value, and its counters by sort."""

    key: Power
    name: str
    adjective: str
    campaign: Few
    stock: dict[Sort, Few]
    also: tuple[str, ...] = ()


class MinorRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A minor power, or the rebels in the land of a major one."""

    key: Power
    name: str
    adjective: str = ""
    also: tuple[str, ...] = ()


class PowersFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file; all minor powers and rebels share the counters of `minor_stock`."""

    major: tuple[MajorRow, ...]
    minor: tuple[MinorRow, ...]
    minor_stock: dict[Sort, Few]


class Powers(msgspec.Struct, frozen=True):
    """All powers by their keys, in the order of the file."""

    majors: Mapping[Power, MajorRow]
    minors: Mapping[Power, MinorRow]
    """Minor powers, without rebels."""
    all: tuple[Power, ...]
    """Major powers, minor powers, rebels."""
    printed: Mapping[Power, str]
    minor_stock: Mapping[Sort, int]


def read_powers(files: Mapping[str, bytes]) -> Powers:
    """Read and check the powers, from the files by name. Raises DataError."""
    file = parse(POWERS, files[POWERS], PowersFile)
    majors = by_key(f"{POWERS}: major", file.major)
    minors = by_key(f"{POWERS}: minor", file.minor)
    if tuple(majors) != MAJORS:
        raise DataError(f"{POWERS}: major: expected {', '.join(MAJORS)}, in this order")
    for where, stock in [(row.key, row.stock) for row in file.major] + [("", file.minor_stock)]:
        if sorted(stock) != sorted(sort for sort in SORTS if sort != "fortified_zone"):
            place = f"{where}.stock" if where else "minor_stock"
            raise DataError(f"{POWERS}: {place}: expected army, horde, fleet, legion and base")
    rows: tuple[MajorRow | MinorRow, ...] = (*file.major, *file.minor)
    names_apart(POWERS, {row.key: (row.name, row.adjective or row.name, *row.also) for row in rows})
    risen = {rebels(key): f"Rebels in {row.name}" for key, row in majors.items()}
    return Powers(
        majors=majors,
        minors=minors,
        all=(*majors, *minors, *risen),
        printed={**{row.key: row.name for row in rows}, **risen},
        minor_stock=file.minor_stock,
    )
