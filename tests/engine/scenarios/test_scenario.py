"""Scenario files are read, played and compared as their documentation says."""

from pathlib import Path
from typing import Any

import pytest

from engine.core.game import DataError
from engine.games import GAMES
from engine.scenarios.scenario import Outcome, load, parse, run
from pbem.reports.languages.english import refusal_said
from tests.engine import markers

HEAD = """
title = "A case"
game = "struggle-of-empires"
dice = {dice}
[options]
seats = ["britain", "france", "prussia", "austria", "spain"]
[position]
phase = "actions"
active = "britain"
red = ["britain", "austria", "spain"]
blue = ["france", "prussia"]
{position}
"""


def test_who_is_not_waited_for_answers_by_their_standing_orders() -> None:
    text = """
    title = "A plot is stopped"
    game = "markers"
    [options]
    seats = ["red", "green", "blue"]
    [position]
    [[step]]
    seat = "green"
    order = "when Red plays plot: stop it"
    [[step]]
    seat = "red"
    order = "play plot"
    [step.expect]
    "points.red" = 0
    "hand.green" = ["plot", "sturm"]
    """
    outcome = run(parse(text.encode(), "case.toml"), {"markers": markers.GAME})
    assert outcome.passed, outcome.differences


def play(steps: str, position: str = "", dice: list[Any] | None = None) -> Outcome:
    text = HEAD.format(dice=dice or [], position=position) + steps
    return run(parse(text.encode(), "case.toml"), GAMES, refusal_said)


def differences(outcome: Outcome) -> list[str]:
    return [difference.path for difference in outcome.differences]


GERMANY = """
control = { german_states = { france = 1 } }
units.britain.german_states = { army = 2 }
units.france.german_states = { army = 1 }
units.spain.german_states = { army = 1 }
units.prussia.german_states = { army = 1 }
"""


def test_a_case_passes_or_says_what_differs() -> None:
    case = """
    [[step]]
    seat = "britain"
    order = "build army"
    [step.expect]
    "units.britain.home.army" = {army}
    "population.britain" = 4
    """
    assert play(case.replace("{army}", "1")).passed
    outcome = play(case.replace("{army}", "2"))
    assert not outcome.passed
    assert [tuple(d) for d in outcome.differences] == [("step 1: units.britain.home.army", 2, 1)]
    assert str(outcome.differences[0]) == "step 1: units.britain.home.army: expected 2, found 1"


def test_what_is_not_named_counts_nothing() -> None:
    assert play("""
    [[step]]
    seat = "britain"
    order = "pass"
    [step.expect]
    "units.france.india.army" = 0
    "tiles.spain" = []
    "pirates" = {}
    "neutrals" = {}
    """).passed


def test_lists_compare_in_order_only_where_it_matters() -> None:
    position = 'neutrals = { india = ["3", "4+3gold"] }'
    case = """
    [[step]]
    seat = "britain"
    order = "pass"
    [step.expect]
    "neutrals.india" = ["4+3gold", "3"]
    blue = {blue}
    """
    assert play(case.replace("{blue}", '["france", "prussia"]'), position).passed
    assert not play(case.replace("{blue}", '["prussia", "france"]'), position).passed


def test_a_draw_too_many_or_too_few_fails() -> None:
    case = """
    [[step]]
    seat = "britain"
    order = "build navy in India"
    """
    assert play(case, dice=["success"]).passed
    assert differences(play(case, dice=[])) == ["dice"]
    assert differences(play(case, dice=["success", "success"])) == ["dice"]
    assert differences(play(case, dice=[7])) == ["dice"]


def test_defaults_are_taken_until_the_seat_is_asked_something_the_line_answers() -> None:
    assert play("""
    [[step]]
    seat = "spain"
    order = "build army"
    [step.expect]
    active = "spain"
    actions_left = 1
    round = 1
    """).passed


def test_an_order_that_is_not_asked_for_within_the_phase_fails() -> None:
    outcome = play("""
    [[step]]
    seat = "britain"
    order = "reroll"
    """)
    assert differences(outcome) == ["order 'reroll' of britain"]


def test_an_order_that_is_refused_fails_with_its_reason() -> None:
    outcome = play("""
    [[step]]
    seat = "britain"
    order = "build navy in German States"
    """)
    assert "navy" in str(outcome.differences[0].found)


def test_an_order_refused_at_each_of_several_questions_fails_with_the_first_reason() -> None:
    text = """
    title = "A base out of reach"
    game = "empires-of-the-ancient-world"
    dice = []
    [options]
    seats = ["red", "blue", "green"]
    [position]
    phase = "setup"
    step = "placement"
    round = 6
    halves = { red = "north", blue = "north", green = "south" }
    [position.bases]
    italia = { red = 1 }
    britannia = { blue = 1 }
    syria = { green = 1 }
    [[step]]
    seat = "red"
    order = "place base in Babylonia"
    """
    outcome = run(parse(text.encode(), "case.toml"), GAMES, refusal_said)
    assert differences(outcome) == ["order 'place base in Babylonia' of red"]
    assert outcome.differences[0].found == "Babylonia borders none of your areas. [Set-up]"


def test_an_answer_refused_ahead_of_its_step_fails_with_that_reason() -> None:
    text = """
    title = "A retreat of two squares"
    game = "seven-years-world-war"
    dice = [4]
    [options]
    seats = ["britain", "france"]
    reactions = "ask"
    [position]
    phase = "combat"
    active = "britain"
    [position.units.prussia]
    C16 = { veteran_army = 4 }
    [position.units.austria]
    D16 = { army = 1 }
    [[step]]
    seat = "britain"
    order = "attack D16 from C16 with 4 veteran armies"
    [[step]]
    seat = "france"
    order = "retreat to D18"
    """
    outcome = run(parse(text.encode(), "case.toml"), GAMES, refusal_said)
    assert differences(outcome) == ["order 'retreat to D18' of france"]
    assert str(outcome.differences[0].found).startswith("They cannot retreat to D18")


def test_play_stops_where_the_next_step_answers() -> None:
    assert play("""
    [[step]]
    seat = "britain"
    order = "attack France in German States"
    [step.expect]
    asked = ["spain", "prussia"]

    [[step]]
    seat = "prussia"
    order = "join with all"
    [step.expect]
    asked = "spain"

    [[step]]
    seat = "spain"
    order = "join with all"
    [step.expect]
    "control.german_states" = { britain = 1 }
    asked = "britain"
    """, GERMANY, [1, 1, 2, 2, 1]).passed  # fmt: skip


def test_lines_wait_for_their_questions_over_several_steps() -> None:
    assert play("""
    [[step]]
    seat = "britain"
    order = '''
    attack France in German States
    lose Spain
    build fort
    '''
    [step.expect]
    asked = ["spain", "prussia"]

    [[step]]
    seat = "spain"
    order = "join with all"

    [[step]]
    [step.expect]
    "units.spain" = {}
    "units.britain.home.fort" = 1
    phase = "income"
    """, GERMANY.replace("army = 2", "army = 1"), [1, 1, 5, 1, 1]).passed is False  # fmt: skip


def test_a_step_without_a_seat_runs_the_phase_to_its_end() -> None:
    assert play("""
    [[step]]
    [step.expect]
    phase = "income"
    round = 0

    [[step]]
    [step.expect]
    phase = "scoring"
    "population.britain" = 9
    """).passed


REFUSED = """
[[step]]
seat = "britain"
order = "build navy in German States"
refused = "{text}"
[step.expect]
actions_left = 2
asked = "britain"
"""


def test_a_refused_order_leaves_no_trace() -> None:
    assert play(REFUSED.replace("{text}", "NAVY")).passed
    assert play(REFUSED.replace("{text}", "")).passed
    assert not play(REFUSED.replace("{text}", "elephants")).passed


def test_an_order_that_should_be_refused_and_is_not_fails() -> None:
    outcome = play("""
    [[step]]
    seat = "britain"
    order = "build army"
    refused = ""
    """)
    assert outcome.differences[0].found == "accepted"


def test_an_order_that_is_not_understood_is_refused() -> None:
    assert play("""
    [[step]]
    seat = "britain"
    order = "build castle in India"
    refused = "castle"
    """).passed


def test_who_is_not_asked_is_refused() -> None:
    assert play("""
    [[step]]
    seat = "france"
    order = "build army"
    refused = "asked"
    """).passed


def test_dice_of_a_refused_order_are_not_used_up() -> None:
    assert play("""
    [[step]]
    seat = "britain"
    order = '''
    build navy in India
    build army in Africa
    '''
    refused = "navy"

    [[step]]
    seat = "britain"
    order = "build navy in India"
    [step.expect]
    "units.britain.india.navy" = 1
    """, dice=["success"]).passed  # fmt: skip


def test_an_action_that_is_never_played_fails() -> None:
    outcome = play("""
    [[step]]
    seat = "britain"
    order = '''
    pass both
    pass both
    pass both
    pass both
    pass both
    build army
    '''
    """)
    assert differences(outcome) == ["order 'build army' of britain"]


def test_gifts_need_no_question() -> None:
    assert play("""
    [[step]]
    seat = "spain"
    order = "give 4 gold to France"
    [step.expect]
    "gold.spain" = 6
    "gold.france" = 14

    [[step]]
    seat = "spain"
    order = "give 4 gold to Spain"
    refused = ""
    """).passed


def test_steps_end_with_their_segment_and_the_next_phase_is_not_begun() -> None:
    assert play("""
    [[step]]
    seat = "spain"
    order = "pass both"
    [step.expect]
    phase = "income"
    "population.britain" = 5
    """, 'round = 5').passed  # fmt: skip


@pytest.mark.parametrize(
    ("dice", "found"), [([], "a draw too many: "), (["india:9"], "'india:9' is none of ")]
)
def test_a_draw_that_is_missing_or_wrong_in_a_segment_that_asks_nobody_is_told(
    dice: list[Any], found: str
) -> None:
    options = HEAD.partition("[position]")[0].format(dice=dice)
    text = options + "[position]\nphase = 'neutrals'\n[[step]]\n"
    outcome = run(parse(text.encode(), "case.toml"), GAMES, refusal_said)
    assert differences(outcome) == ["dice"]
    assert found in outcome.differences[0].found


@pytest.mark.parametrize(
    ("expect", "said"),
    [
        ("wars = 2", "wars: expected one of war, phase, round, "),
        ('"units.britain.indai.navy" = 1', "units.britain.indai: expected one of german_states, "),
        ('"units.britain.india" = { navies = 1 }', "units.britain.india.navies: expected one of "),
        ('"gold.sweden" = 1', "gold.sweden: expected one of britain, "),
        ('"round.britain" = 1', "round.britain: expected no more names"),
        ('"result.winners" = ["spain"]', "result.winners: expected one of winner, "),
    ],
)
def test_a_misspelt_path_is_a_mistake_of_the_file(expect: str, said: str) -> None:
    step = f'[[step]]\nseat = "britain"\norder = "pass"\n[step.expect]\n{expect}\n'
    with pytest.raises(DataError) as error:
        play(step)
    assert str(error.value).startswith(f"case.toml: step 1.expect.{said}")


def test_a_power_that_takes_no_part_can_be_expected_to_have_nothing() -> None:
    assert play(
        '[[step]]\nseat = "britain"\norder = "pass"\n[step.expect]\n"gold.russia" = 0'
    ).passed


@pytest.mark.parametrize(
    ("position", "key"),
    [
        ('phase = "alliances"\nactive = "britain"', "position.active"),
        ('phase = "alliances"\nround = 3', "position.round"),
        ('phase = "income"\nactions_left = 1', "position.actions_left"),
    ],
)
def test_what_has_no_meaning_in_the_phase_is_a_mistake_of_the_file(position: str, key: str) -> None:
    options = HEAD.partition("[position]")[0].format(dice=[])
    text = f"{options}[position]\n{position}\n[[step]]\n"
    with pytest.raises(DataError, match=f"case.toml: {key}: expected only where it counts"):
        run(parse(text.encode(), "case.toml"), GAMES, refusal_said)


UNREADABLE = [
    ('title = "A case"', "", "title: this key is missing"),
    ('title = "A case"', "title = 3", "title: expected a text, got a whole number"),
    ("dice = []", 'dices = ["x"]', "dices: expected one of title, game"),
    ("dice = []", "dice = [", "this is not TOML: "),
    ('"struggle-of-empires"', '"chess"', "game: expected one of struggle-of-empires"),
    (
        '"britain", "france", "prussia"',
        '"britain", "atlantis", "prussia"',
        "options: There is no seat",
    ),
    ('active = "britain"', 'active = "atlantis"', "position: position.active"),
    ('active = "britain"', "units = 3", "position:"),
    ('seat = "britain"', 'seat = "russia"', "step 1.seat: expected one of britain, france"),
    ('seat = "britain"', 'seats = "britain"', "step 1.seats: expected one of seat, order"),
    ('seat = "britain"', "", "step 1: seat: expected the seat that orders"),
    ('order = "pass"', 'refused = ""', "step 1: order: expected what is refused, or given anew"),
    ("[[step]]", "[step]", "step: expected a list, got a table"),
]


@pytest.mark.parametrize(("old", "new", "said"), UNREADABLE, ids=[said for *_, said in UNREADABLE])
def test_what_cannot_be_read_names_file_key_and_what_was_expected(
    old: str, new: str, said: str
) -> None:
    step = '[[step]]\nseat = "britain"\norder = "pass"\n'
    text = (HEAD.format(dice=[], position="") + step).replace(old, new, 1)
    with pytest.raises(DataError) as error:
        run(parse(text.encode(), "case.toml"), GAMES, refusal_said)
    assert str(error.value).startswith(f"case.toml: {said}")


def test_a_file_that_is_not_there_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="No such file"):
        load(str(tmp_path / "missing.toml"))


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "case.toml"
    step = '[[step]]\nseat = "britain"\norder = "pass"\n'
    path.write_text('rule = "Pass"' + HEAD.format(dice=[], position="") + step)
    scenario = load(str(path))
    assert (scenario.title, scenario.rule) == ("A case", ("Pass",))
    assert run(scenario, GAMES, refusal_said).passed


JOINT = """
[[step]]
seat = "britain"
order = "attack France in German States"
[[step]]
seat = "spain"
order = "join with all"
"""


def test_a_joint_answer_is_given_anew_before_the_others_are_in() -> None:
    again = """
    [step.expect]
    asked = "prussia"
    [[step]]
    seat = "spain"
    again = true
    order = {order}
    [step.expect]
    asked = "prussia"
    """
    rest = """
    [[step]]
    seat = "prussia"
    order = "decline"
    [step.expect]
    "units.spain.german_states.army" = 1
    """
    changed = JOINT + again.replace("{order}", '"decline"') + rest
    assert play(changed, GERMANY, [6, 5, 1, 1, 0]).passed
    refused = again.replace("{order}", '"join with 3 armies"\nrefused = "army"')
    assert play(JOINT + refused, GERMANY).passed
    accepted = again.replace("{order}", '"decline"\nrefused = ""')
    assert differences(play(JOINT + accepted, GERMANY)) == ["order 'decline' of spain"]


def test_nothing_is_given_anew_where_no_answer_can_be_changed() -> None:
    again = """
    [[step]]
    seat = "spain"
    again = true
    order = "build army"
    """
    assert differences(play(again)) == ["again of spain"]
