"""The charts as the rules use them: combat results, units, costs, 29.1 to 29.7."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Literal, NamedTuple

import msgspec

from engine.core.game import DataError
from engine.kit.datafile import by_key, must, names_apart, parse
from engine.seven_years_world_war.tables.charts_schema import (
    DICE,
    ChartsFile,
    Code,
    CombatTable,
    Costs,
    DiplomacyResult,
    Enlightenment,
    IncreasingTaxes,
    Marker,
    MarkerEffects,
    MarkerRow,
    MarkersFile,
    MinorRecruiting,
    PillageResult,
    TableRow,
    UnitKind,
    UnitRow,
    VictoryRow,
    Wild,
)

CHARTS, MARKERS = "charts.toml", "markers.toml"
Side = Literal["attacker", "defender"]
SIDES: tuple[Side, Side] = ("attacker", "defender")
Act = Literal[
    "loses_units",
    "loses_half",
    "loses_all",
    "loses_leader",
    "loses_markers",
    "picks_markers",
    "upgrades",
    "retreats",
    "advances",
]
COUNTED: Mapping[str, Act] = {
    "loses units": "loses_units",
    "loses markers": "loses_markers",
    "picks markers": "picks_markers",
    "upgrades units": "upgrades",
}
"""What a result does to a number of units or markers."""
UNCOUNTED: Mapping[str, Act] = {
    "loses all units": "loses_all",
    "loses half of its units": "loses_half",
    "loses its leader": "loses_leader",
    "retreats": "retreats",
    "advances": "advances",
}


class Effect(NamedTuple):
    """One thing that a result of combat does to a side; `number` counts units or markers, or is
    0."""

    side: Side
    act: Act
    number: int = 0


class Charts(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """All charts, and what is looked up in them."""

    odds: tuple[Fraction, ...]
    """The columns of the combat results tables, weakest first."""
    columns: tuple[str, ...]
    """What the columns are called: "1.5:1"."""
    tables: Mapping[CombatTable, TableRow]
    results: Mapping[Code, tuple[Effect, ...]]
    units: Mapping[UnitKind, UnitRow]
    attacking: frozenset[UnitKind]
    """15.2, R36: the units that attack."""
    mobile: frozenset[UnitKind]
    """14.12: the units with a movement allowance."""
    costs: Costs
    diplomacy: Mapping[tuple[int, int], DiplomacyResult]
    """By die and differential, from the first column to the last."""
    differentials: range
    minor_recruiting: MinorRecruiting
    increasing_taxes: IncreasingTaxes
    pillage: Mapping[tuple[int, int], PillageResult]
    """By die and strength, from the first column to the last."""
    strengths: range
    enlightenment: Enlightenment
    wild: Wild
    limits: Mapping[int, int]
    victory: tuple[VictoryRow, ...]
    markers: Mapping[Marker, MarkerRow]
    leaders: frozenset[Marker]
    """20: the markers that are leaders."""
    marker_effects: MarkerEffects

    def column(self, attack: int, defence: int) -> int:
        """15.61 to 15.63, R34: return the column for these strengths; odds beyond the last use the
        last."""
        if not defence:
            return len(self.odds) - 1
        ratio = Fraction(attack, defence)
        return max(sum(ratio >= least for least in self.odds) - 1, 0)

    def result(self, table: CombatTable, die: int, column: int) -> Code:
        """15.11(6): return the code for a die in a column."""
        return self.tables[table].dice[die][column]

    def diplomacy_result(self, die: int, differential: int) -> DiplomacyResult:
        """9.1, 29.1: return the result of a die with this differential."""
        return self.diplomacy[die, _within(self.differentials, differential)]

    def pillage_result(self, die: int, strength: int) -> PillageResult:
        """29.5: return the result of a die for a force of this strength."""
        return self.pillage[die, _within(self.strengths, strength)]

    def level(self, ratio: int) -> VictoryRow:
        """22.12: return the level of a ratio in hundredths."""
        return max((row for row in self.victory if row.least <= ratio), key=lambda row: row.least)


def _within(numbers: range, number: int) -> int:
    return min(max(number, numbers[0]), numbers[-1])


# Reading


def read_charts(files: Mapping[str, bytes]) -> Charts:
    """Read the charts from their two files. Raises DataError: file, key, what was expected."""
    file = parse(CHARTS, files[CHARTS], ChartsFile)
    markers = parse(MARKERS, files[MARKERS], MarkersFile)
    rows: dict[Marker, MarkerRow] = by_key(f"{MARKERS}: marker", markers.marker)
    names_apart(MARKERS, {key: (row.name, *row.also) for key, row in rows.items()})
    _check(file)
    outcomes = by_key(f"{CHARTS}: diplomacy_result", file.diplomacy_result)
    loots = by_key(f"{CHARTS}: pillage_result", file.pillage_result)
    differentials = range(file.diplomacy.columns[0], file.diplomacy.columns[-1] + 1)
    strengths = range(file.pillage.columns[0], file.pillage.columns[-1] + 1)
    return Charts(
        odds=tuple(_odds(text) for text in file.odds),
        columns=file.odds,
        tables=by_key(f"{CHARTS}: table", file.table),
        results={row.key: _effects(row.key, row.effects) for row in file.result},
        units=by_key(f"{CHARTS}: unit", file.unit),
        attacking=frozenset(row.key for row in file.unit if row.attacks),
        mobile=frozenset(row.key for row in file.unit if row.movement),
        costs=file.costs,
        diplomacy={
            (d, n): outcomes[file.diplomacy.code(d, n)] for d in DICE for n in differentials
        },
        differentials=differentials,
        minor_recruiting=file.minor_recruiting,
        increasing_taxes=file.increasing_taxes,
        pillage={(d, n): loots[file.pillage.code(d, n)] for d in DICE for n in strengths},
        strengths=strengths,
        enlightenment=file.enlightenment,
        wild=file.wild,
        limits=file.limits,
        victory=file.victory,
        markers=rows,
        leaders=frozenset(key for key, row in rows.items() if row.leads),
        marker_effects=markers.effects,
    )


def _odds(text: str) -> Fraction:
    """The ratio of odds as written: "1:3", "1.5:1"."""
    try:
        attack, defence = map(Fraction, text.split(":"))
        return attack / defence
    except (ValueError, ZeroDivisionError):
        raise _wrong("odds", f'such as "1:3" or "1.5:1"; got "{text}"') from None


def _effects(code: Code, said: Iterable[str]) -> tuple[Effect, ...]:
    return tuple(_effect(f"result {code}.effects", text) for text in said)


def _effect(where: str, text: str) -> Effect:
    """An effect as written: "attacker loses 1 unit", "defender retreats"."""
    side, _, what = text.partition(" ")
    verb, _, rest = what.partition(" ")
    number, _, noun = rest.partition(" ")
    counted = COUNTED.get(f"{verb} {noun.removesuffix('s')}s")
    if side in SIDES and what in UNCOUNTED:
        return Effect(side, UNCOUNTED[what])
    if side in SIDES and counted and number.isdecimal():
        return Effect(side, counted, int(number))
    possible = ", ".join((*UNCOUNTED, *(f"{said} (with a number)" for said in COUNTED)))
    raise _wrong(where, f'"attacker" or "defender", then one of: {possible}; got "{text}"')


# Checks beyond shape


def _wrong(where: str, expected: str) -> DataError:
    return DataError(f"{CHARTS}: {where}: expected {expected}")


def _check(file: ChartsFile) -> None:
    _check_combat(file)
    _check_units(file)
    for name, chart, results in (
        ("diplomacy", file.diplomacy, [row.key for row in file.diplomacy_result]),
        ("pillage", file.pillage, [row.key for row in file.pillage_result]),
    ):
        if not chart.columns or list(chart.columns) != sorted(set(chart.columns)):
            raise _wrong(f"{name}.columns", "numbers that rise")
        _check_cells(name, chart.dice, len(chart.columns), results)
    for name, dice in (
        ("minor_recruiting", file.minor_recruiting.dice),
        ("increasing_taxes", file.increasing_taxes.dice),
        ("enlightenment", file.enlightenment.dice),
        ("wild", file.wild.dice),
    ):
        _check_dice(name, dice)
    if not file.victory or min(row.least for row in file.victory):
        raise _wrong("victory", "a level from 0 on")


def _check_combat(file: ChartsFile) -> None:
    columns = [_odds(text) for text in file.odds]
    if not columns or any(left >= right for left, right in pairwise(columns)):
        raise _wrong("odds", "columns that rise from the weakest to the strongest")
    counters = {row.counter for row in file.unit}
    for row in file.table:
        _check_cells(f"table {row.key}", row.dice, len(columns), [r.key for r in file.result])
        for counter in row.of:
            must(CHARTS, f"table {row.key}.of", counter, sorted(counters))
    if not any(row.least == "none" for row in file.table):
        raise _wrong("table", 'one that every force may choose: least = "none"')


def _check_units(file: ChartsFile) -> None:
    units = by_key(f"{CHARTS}: unit", file.unit)
    for row in file.unit:
        if row.veteran:
            must(CHARTS, f"unit {row.key}.veteran", row.veteran, units)
    for die, kind in file.wild.dice.items():
        must(CHARTS, f"wild.dice.{die}", kind, ("", *units))
    for die, recruits in file.minor_recruiting.dice.items():
        for kind in (*recruits.place, *recruits.otherwise):
            must(CHARTS, f"minor_recruiting.dice.{die}", kind, (*units, "conversion"))


def _check_cells(
    name: str, dice: Mapping[int, tuple[Code, ...]], columns: int, results: Iterable[Code]
) -> None:
    _check_dice(name, dice)
    for die, cells in dice.items():
        if len(cells) != columns:
            raise _wrong(f"{name}.dice.{die}", f"{columns} results, one a column; got {len(cells)}")
        for cell in cells:
            must(CHARTS, f"{name}.dice.{die}", cell, results)


def _check_dice(name: str, dice: Mapping[int, object]) -> None:
    if sorted(dice) != list(DICE):
        raise _wrong(f"{name}.dice", "a row for each die from 1 to 6")
