"""The charts are looked up as the rules say, and a mistake in their files is named."""

from collections import Counter

import pytest

from engine.core.game import DataError
from engine.kit.datafile import shipped
from engine.seven_years_world_war.tables.charts import CHARTS, MARKERS, Effect, read_charts

FILES = shipped("engine.seven_years_world_war", (CHARTS, MARKERS))
SHIPPED = read_charts(FILES)


@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [
        (14, 5, "2:1"),  # 15.61(4): 2.8 drops its remainder
        (6, 10, "1:2"),  # 15.61(b): 1.67 is rounded up
        (7, 4, "1.5:1"),  # 15.63
        (6, 4, "1.5:1"),
        (5, 4, "1:1"),
        (4, 4, "1:1"),
        (3, 4, "1:2"),
        (8, 4, "2:1"),
        (1, 9, "1:3"),  # 15.62
        (1, 3, "1:3"),
        (30, 4, "4:1"),
        (0, 4, "1:3"),
        (3, 0, "4:1"),
    ],
)
def test_strengths_meet_in_the_column_of_their_odds(attack, defence, odds):
    assert SHIPPED.columns[SHIPPED.column(attack, defence)] == odds


@pytest.mark.parametrize(
    ("table", "die", "odds", "code"),
    [
        ("engagement", 1, "1:3", "AH"),
        ("engagement", 6, "4:1", "DH"),
        ("linear", 1, "3:1", "BX"),
        ("linear", 6, "3:1", "DX"),
        ("revolutionary", 1, "1:1", "AX"),
        ("revolutionary", 4, "2:1", "DH"),
    ],
)
def test_a_die_is_looked_up_in_the_column_of_a_table(table, die, odds, code):
    assert SHIPPED.result(table, die, SHIPPED.columns.index(odds)) == code


def test_no_table_is_worse_for_the_attacker_with_a_higher_die_or_better_odds():
    rank = {code: n for n, code in enumerate(("AX", "AH", "AR", "BX", "NE", "E1", "DR", "DH"))}
    rank["DX"] = len(rank)
    for row in SHIPPED.tables.values():
        for die in range(1, 7):
            ranks = [rank[code] for code in row.dice[die]]
            assert ranks == sorted(ranks)
            assert die == 6 or all(
                rank[low] <= rank[high]
                for low, high in zip(row.dice[die], row.dice[die + 1], strict=True)
            )


def test_effects_stand_in_the_order_in_which_they_are_applied():
    assert SHIPPED.results["AX"] == (
        Effect("attacker", "loses_all"),
        Effect("attacker", "loses_leader"),
        Effect("attacker", "loses_markers", 1),
        Effect("defender", "picks_markers", 1),
        Effect("defender", "upgrades", 1),
    )
    assert SHIPPED.results["NE"] == ()


def test_there_are_fifty_four_markers():
    groups = Counter[str]()
    for row in SHIPPED.markers.values():
        groups[row.group] += row.number
    assert groups.total() == 54
    assert (groups["diplomacy"], groups["general"], groups["admiral"]) == (12, 12, 7)


@pytest.mark.parametrize(
    ("die", "differential", "neutral", "enemy"),
    [
        (1, -4, "reaction", "reaction"),
        (6, 9, "gained", "gained"),
        (4, 5, "gained", "neutral"),
        (5, 3, "espionage", "coup"),
        (3, 1, "nothing", "nothing"),
        (6, 2, "gained", "neutral"),
    ],
)
def test_diplomacy_is_looked_up_by_differential(die, differential, neutral, enemy):
    result = SHIPPED.diplomacy_result(die, differential)
    assert (result.neutral, result.enemy) == (neutral, enemy)


@pytest.mark.parametrize(
    ("die", "strength", "code"),
    [(1, 1, "U"), (1, 3, "U"), (1, 4, "F"), (6, 7, "LL"), (6, 40, "LL")],
)
def test_pillage_is_looked_up_by_strength(die, strength, code):
    assert SHIPPED.pillage_result(die, strength).key == code


@pytest.mark.parametrize(("die", "squares", "gain"), [(4, 1, 1), (5, 5, 2), (6, 5, 5), (6, 0, 0)])
def test_increased_taxes_bring_points_by_squares(die, squares, gain):
    assert SHIPPED.increasing_taxes.dice[die].gain(squares) == gain


@pytest.mark.parametrize(
    ("die", "value", "placed"), [(3, 1, False), (3, 2, True), (2, 3, True), (6, 3, True)]
)
def test_a_better_diplomacy_marker_adds_to_enlightenment(die, value, placed):
    assert SHIPPED.enlightenment.result(die, value).placed is placed


@pytest.mark.parametrize(
    ("ratio", "level"),
    [
        (0, "defeat"),
        (80, "defeat"),
        (81, "equilibrium"),
        (119, "equilibrium"),
        (120, "marginal"),
        (149, "marginal"),
        (150, "continental"),
        (199, "continental"),
        (200, "global"),
    ],
)
def test_levels_of_victory_have_no_gaps(ratio, level):
    assert SHIPPED.level(ratio).key == level


def test_tables_of_the_printed_game_can_have_columns_and_results_of_their_own():
    text = FILES[CHARTS].decode()
    text = text.replace('"3:1", "4:1"]', '"3:1", "5:1"]').replace(
        '["attacker retreats"]', '["attacker loses 2 units", "attacker loses 1 marker"]'
    )
    typed = read_charts({**FILES, CHARTS: text.encode()})
    assert typed.columns[typed.column(19, 4)] == "3:1"
    assert typed.results["AR"] == (
        Effect("attacker", "loses_units", 2),
        Effect("attacker", "loses_markers", 1),
    )


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (CHARTS, '["AH", "AH", "AR",', '["AH", "AR",', "engagement.dice.1: expected 7 results"),
        (CHARTS, '["AH", "AH",', '["AH", "XX",', "table engagement.dice.1: expected one of AX"),
        (CHARTS, "dice.6 = [", "dice.7 = [", "table engagement.dice: expected a row for each die"),
        (CHARTS, '"1:3", "1:2"', '"1:2", "1:3"', "odds: expected columns that rise"),
        (CHARTS, '"1:3", "1:2"', '"1-3", "1:2"', 'got "1-3"'),
        (CHARTS, '"attacker loses 1 unit"', '"attacker flees"', 'got "attacker flees"'),
        (CHARTS, '"attacker retreats"', '"both retreats"', 'got "both retreats"'),
        (CHARTS, 'of = ["legion"]', 'of = ["phalanx"]', "table revolutionary.of: expected one of"),
        (CHARTS, 'least = "none"', 'least = "half"', "table: expected one that every force"),
        (CHARTS, 'veteran = "veteran_horde"', 'veteran = "guard"', "unit horde.veteran"),
        (CHARTS, "columns = [1, 4, 7]", "columns = [1, 7, 4]", "pillage.columns"),
        (CHARTS, 'place = ["base"] }', 'place = ["castle"] }', "minor_recruiting.dice.2"),
        (CHARTS, 'dice.5 = "horde"', 'dice.5 = "ship"', "wild.dice.5"),
        (CHARTS, "least = 0\n\n[[vic", "least = 10\n\n[[vic", "victory: expected a level from 0"),
        (CHARTS, "strength = 2", "strength = -2", "unit army.strength"),
        (MARKERS, "number = 6", "number = -6", "marker diplomacy_1.number"),
        (MARKERS, '"Diplomacy 2"', '"diplomacy 1"', "means diplomacy_1 already"),
        (MARKERS, 'key = "sturm"', 'key = "revolution"', "revolution again"),
        (MARKERS, 'group = "sturm"', 'group = "storm"', "marker sturm.group"),
    ],
)
def test_a_mistake_is_named(file, old, new, said):
    text = FILES[file].decode()
    assert old in text
    with pytest.raises(DataError) as raised:
        read_charts({**FILES, file: text.replace(old, new, 1).encode()})
    assert str(raised.value).startswith(f"{file}: ")
    assert said in str(raised.value)
