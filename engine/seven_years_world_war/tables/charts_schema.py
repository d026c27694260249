"""The shape of charts.toml and markers.toml: a struct for each chart, and the contents of its
cells."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from engine.kit.datafile import Source

Key = Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]*$")]
"""Lower-case letters, digits and _, such as "veteran_army"."""
Code = Annotated[str, msgspec.Meta(pattern=r"^[A-Z][A-Z0-9]*\+?$")]
"""The content of a chart's cell, such as "DH"."""
Small = Annotated[int, msgspec.Meta(ge=0, le=99)]
UnitKind: TypeAlias = str
Marker: TypeAlias = str
CombatTable: TypeAlias = str
Outcome = Literal["gained", "neutral", "espionage", "coup", "reaction", "nothing"]
Group = Literal[
    "diplomacy",
    "march",
    "alliance",
    "balance",
    "rallies",
    "revolution",
    "sturm",
    "general",
    "admiral",
]
DICE = range(1, 7)


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row or chart that says where its numbers come from."""

    source: dict[str, Source] = {}


# Combat


class TableRow(_Row, frozen=True):
    """A combat results table: who may choose it, and its codes by die and column of odds."""

    key: Key
    name: str
    least: Literal["none", "half", "one"]
    """How many of the attacking units count towards it (15.51)."""
    of: tuple[str, ...]
    """The counters that count."""
    dice: dict[int, tuple[Code, ...]]


class ResultRow(_Row, frozen=True):
    """The meaning of a combat code: its effects as written."""

    key: Code
    effects: tuple[str, ...]


class UnitRow(_Row, frozen=True):
    """A kind of unit; recruit and veteran are two kinds."""

    key: Key
    name: str
    plural: str
    counter: str
    strength: Small
    movement: Small
    naval: bool = False
    attacks: bool = True
    veteran: UnitKind = ""
    """The kind that it becomes when it is upgraded; "": none."""


# Treasury, diplomacy, the optional rules


class Costs(_Row, frozen=True):
    """29.2, in treasury points."""

    army: Small
    horde: Small
    fleet: Small
    base: Small
    fortified_zone: Small
    legion: Small
    training: Small
    marker: Small
    provision: Small
    clear_pillage: Small


class Columned(_Row, frozen=True):
    """A chart of codes by die and column; a column holds from its number up to the next
    column's."""

    columns: tuple[int, ...]
    dice: dict[int, tuple[Code, ...]]

    def code(self, die: int, number: int) -> Code:
        """Return the code there; numbers below the first column use the first."""
        at = sum(number >= least for least in self.columns) or 1
        return self.dice[die][at - 1]


class DiplomacyResult(_Row, frozen=True):
    """What a code of diplomacy does to a neutral power, and to one that another player leads."""

    key: Code
    neutral: Outcome
    enemy: Outcome
    markers: Small = 0
    """The number of markers that a reaction lets another player pick."""


class Recruits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What 29.3 places: one of these kinds, or of the others if the country lacks what they
    need."""

    place: tuple[str, ...]
    needs: Literal["", "army", "port"] = ""
    otherwise: tuple[str, ...] = ()


class MinorRecruiting(_Row, frozen=True):
    """29.3."""

    armies_in: tuple[str, ...]
    """Countries that raise armies although they have none."""
    dice: dict[int, Recruits]


class TaxRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A result of 29.4; `each`: how many civilized squares bring one point."""

    result: Literal["rebellion", "normal", "gain"]
    each: Small = 0
    least: Small = 0

    def gain(self, squares: int) -> int:
        """Return the extra points from this number of civilized squares."""
        return max(self.least, squares // self.each) if self.each and squares else 0


class IncreasingTaxes(_Row, frozen=True):
    """29.4."""

    dice: dict[int, TaxRow]


class PillageResult(_Row, frozen=True):
    """What a code of pillage does; `loot` is in values of the square, `lost` in units."""

    key: Code
    pillaged: bool
    loot: Small = 0
    lost: Small = 0


class EnlightenmentRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A result of 29.6."""

    placed: bool
    picks: Small = 0


class Enlightenment(_Row, frozen=True):
    """29.6; `added`: what is added to the die, by the value of the diplomacy marker."""

    added: dict[int, Small]
    dice: dict[int, EnlightenmentRow]

    def result(self, die: int, value: int) -> EnlightenmentRow:
        """Return the result of a die with a marker of this value."""
        return self.dice[min(die + self.added[value], DICE[-1])]


class Wild(_Row, frozen=True):
    """28.6: the wild areas in order, and the unit that a die places there ("": none)."""

    areas: tuple[str, ...]
    dice: dict[int, UnitKind]


class VictoryRow(_Row, frozen=True):
    """A level of victory: the least ratio for it, in hundredths, and whether it wins."""

    key: Key
    name: str
    least: int
    wins: bool = False


class ChartsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of charts.toml."""

    odds: tuple[str, ...]
    table: tuple[TableRow, ...]
    result: tuple[ResultRow, ...]
    unit: tuple[UnitRow, ...]
    costs: Costs
    diplomacy: Columned
    diplomacy_result: tuple[DiplomacyResult, ...]
    minor_recruiting: MinorRecruiting
    increasing_taxes: IncreasingTaxes
    pillage: Columned
    pillage_result: tuple[PillageResult, ...]
    enlightenment: Enlightenment
    wild: Wild
    limits: dict[int, Small]
    victory: tuple[VictoryRow, ...]


# Markers


class MarkerRow(_Row, frozen=True):
    """A campaign marker or leader."""

    key: Key
    name: str
    group: Group
    number: Small
    value: Small = 0
    picked: bool = False
    """Whether it takes effect as soon as it is picked."""
    also: tuple[str, ...] = ()

    @property
    def leads(self) -> bool:
        """Whether it is a leader."""
        return self.group in ("general", "admiral")


class MarkerEffects(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many markers are picked or returned by Balance of Power and Coalition Rallies."""

    balance_picks: Small
    balance_returns: Small
    rallies_picks: Small


class MarkersFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of markers.toml."""

    marker: tuple[MarkerRow, ...]
    effects: MarkerEffects
