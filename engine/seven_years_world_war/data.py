"""The tables of the game as the rules use them, and what players call things.

They are read from files such as those in data/*.toml. A game in play keeps the tables it began
with, so none of them is global: they are in `state.data`.
"""

from collections.abc import Mapping

import msgspec

from engine.core.decision import Seat
from engine.core.game import DataError
from engine.kit.datafile import only, rows_by_key, shipped
from engine.kit.naming import Printed, rows_printed
from engine.seven_years_world_war.tables.board import Board, read_board
from engine.seven_years_world_war.tables.board_schema import BOARD
from engine.seven_years_world_war.tables.charts import CHARTS, MARKERS, Charts, read_charts
from engine.seven_years_world_war.tables.names import (
    MAJORS,
    Power,
    Sort,
    Square,
    Unit,
    land_of_rebels,
    rebels,
    sort_of,
)
from engine.seven_years_world_war.tables.powers import POWERS, Powers, read_powers
from engine.seven_years_world_war.tables.setups import SETUPS, Setups, read_setups

VARIANTS = "variants.toml"
FILES = (BOARD, CHARTS, MARKERS, POWERS, SETUPS, VARIANTS)
SHIPPED: Mapping[str, bytes] = shipped(__package__, FILES)
"""The files that come with the game."""


class VariantRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An optional rule or a reading: its name, and a line to describe it."""

    key: str
    name: str
    line: str


class Data(Printed, frozen=True, eq=False, kw_only=True):
    """The tables of a set of files, and what is looked up in them."""

    board: Board
    charts: Charts
    powers: Powers
    setups: Setups
    variants: Mapping[str, VariantRow]
    seats: tuple[Seat, ...] = MAJORS
    """Each seat is named after its main power (R1)."""

    def is_major(self, power: Power) -> bool:
        """Tell whether players can lead a power."""
        return power in self.powers.majors

    def adjective(self, power: Power) -> str:
        """Return the adjective for a power's units, "Prussian"; its name if it has none."""
        row = self.powers.majors.get(power) or self.powers.minors.get(power)
        return (row.adjective if row else "") or self.name(power)

    def owner(self, square: Square) -> Power:
        """Return the power in whose boundaries a square lies; "": no power's."""
        return self.board.squares[square].owner

    def country(self, power: Power) -> tuple[Square, ...]:
        """Return the squares within the boundaries of a power; for rebels, those of the power they
        rose in."""
        return self.board.land_of.get(land_of_rebels(power) or power, ())

    def rising_in(self, square: Square) -> Power:
        """Return whose minor power units rise in a square: the minor power's, or rebels (R24)."""
        owner = self.owner(square)
        return rebels(owner) if self.is_major(owner) else owner

    def counters(self, power: Power, unit: Unit) -> int:
        """11.4: return how many counters there are for a unit; bases and fortified zones share
        them."""
        sort: Sort = "base" if unit == "fortified_zone" else sort_of(unit)
        row = self.powers.majors.get(power)
        return (row.stock if row else self.powers.minor_stock)[sort]


def read(files: Mapping[str, bytes]) -> Data:
    """Read the tables from their files by name. Raises DataError: file, key, what was expected."""
    only(files, FILES)
    powers, charts = read_powers(files), read_charts(files)
    board = read_board(files, (*powers.majors, *powers.minors))
    for power in MAJORS:
        if power not in board.capital:
            raise DataError(f"{BOARD}: square: expected a capital of {power}")
    return Data(
        board=board,
        charts=charts,
        powers=powers,
        setups=read_setups(files),
        variants=rows_by_key(files, VARIANTS, "variant", VariantRow),
        printed={
            "": "nobody",
            **powers.printed,
            **{key: key for key in board.squares},
            **{key: row.name for key, row in board.routes.items()},
            **rows_printed(charts.units, charts.markers),
        },
    )
