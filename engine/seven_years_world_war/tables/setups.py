"""setups.toml, section 28: coalitions, starting points, and where forces start."""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal

import msgspec

from engine.core.decision import Seat
from engine.core.game import DataError
from engine.kit.datafile import by_key, parse
from engine.seven_years_world_war.tables.names import MAJORS, Power, Square, Stack, Unit

SETUPS = "setups.toml"
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Where = Literal["land", "port", "civilized"]


class LineUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A coalition for each seat, in clockwise order (28.51 to 28.56)."""

    scenario: str
    powers: dict[Seat, tuple[Power, ...]]


class Pieces(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"barred": "not"}):
    """Units whose squares their player chooses: which of the power's own squares, and how many of
    these units in one square (0: any number)."""

    units: dict[Unit, Count]
    on: Where
    each: Count = 0
    barred: tuple[Square, ...] = ()


class SetUpRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A major power's forces (28.6); `duty`: the power whose player sets it up while it is
    neutral."""

    key: Power
    duty: Power
    fixed: dict[Square, Stack] = {}
    pieces: tuple[Pieces, ...] = ()


class Setups(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The whole file."""

    chosen: dict[int, Count]
    """28.57: how many major powers each seat chooses, by the number of players."""
    points: dict[Power, Count]
    other_points: Count
    turns: Count
    first_year: int
    apart: tuple[Power, Power]
    line_up: tuple[LineUp, ...]
    power: tuple[SetUpRow, ...]
    minors: dict[Power, dict[Square, Stack]]

    def line_up_for(self, scenario: str, players: int) -> LineUp | None:
        """Return the coalitions of a scenario for this number of players; None if it has none."""
        rows = (row for row in self.line_up if row.scenario == scenario)
        return next((row for row in rows if len(row.powers) == players), None)

    @cached_property
    def row_of(self) -> Mapping[Power, SetUpRow]:
        """How each major power is set up."""
        return {row.key: row for row in self.power}


def read_setups(files: Mapping[str, bytes]) -> Setups:
    """Read and check the set-ups, from the files by name. Raises DataError."""
    found = parse(SETUPS, files[SETUPS], Setups)
    rows = by_key(f"{SETUPS}: power", found.power)
    for power in MAJORS:
        if power not in rows:
            raise DataError(f"{SETUPS}: power: expected one for {power}")
    for line_up in found.line_up:
        for seat, powers in line_up.powers.items():
            if seat not in powers or any(power not in MAJORS for power in powers):
                where = f"{SETUPS}: line_up {line_up.scenario}: powers.{seat}"
                raise DataError(f"{where}: expected major powers, {seat} among them")
    return found
