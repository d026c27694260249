"""What events leave on a map."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.games import GAMES
from pbem.reports.drawing.map_svg import drawings_in, map_folder
from pbem.reports.drawing.marks import marks_of

RULES = {
    "clean": [{"what": "turn_begun", "turn": 1}],
    "marks": {
        "placed": [{"at": "{place}", "of": "{seat}", "piece": "{unit}", "by": 1}],
        "lost": [{"at": "{place}", "of": "{seat}", "piece": "army", "by": "-{number}"}],
        "taken": [
            {"at": "{place}", "of": "{key}", "piece": "cube", "by": "-{value}", "each": "cubes"}
        ],
        "won": [{"at": "{place}", "of": "{seat}", "piece": "flag", "by": 1, "when": "success"}],
        "attacked": [{"battle": "{place}", "between": ["{seat}", "{target}"]}],
        "moved": [{"way": ["{origin}", "{place}"], "of": "{seat}"}],
    },
}


def told(what: str, **data: Any) -> dict[str, Any]:
    return {"what": what, "data": {"seat": "red", "place": "syria", **data}}


def test_what_comes_and_goes_adds_up_by_place_power_and_piece() -> None:
    events = [told("placed", unit="army"), told("placed", unit="army"), told("lost", number=3)]

    assert marks_of(RULES, events).counts == {("syria", "red", "army"): -1}


def test_home_is_the_home_of_whose_piece_it_is() -> None:
    events = [told("placed", unit="army", place="home"), told("moved", origin="home")]
    marks = marks_of(RULES, events)

    assert marks.counts == {("home:red", "red", "army"): 1}
    assert marks.ways == [("red", "home:red", "syria")]


def test_a_table_of_powers_leaves_a_mark_for_each() -> None:
    marks = marks_of(RULES, [told("taken", cubes={"blue": 2, "green": 1})])

    assert marks.counts == {("syria", "blue", "cube"): -2, ("syria", "green", "cube"): -1}


def test_what_did_not_succeed_leaves_no_mark() -> None:
    events = [told("won", success=False)]

    assert not marks_of(RULES, events).counts
    assert marks_of(RULES, [told("won", success=True)]).counts


def test_battles_and_moves_are_marked_once() -> None:
    again = [told("attacked", target="blue"), told("moved", origin="asia")] * 2
    marks = marks_of(RULES, again)

    assert marks.battles == {"syria": [("red", "blue")]}
    assert marks.ways == [("red", "asia", "syria")]


def test_the_beginning_of_the_first_turn_wipes_out_the_marks_of_the_set_up() -> None:
    placed, later = told("placed", unit="army"), told("placed", unit="navy")
    first, second = ({"what": "turn_begun", "data": {"turn": turn}} for turn in (1, 2))

    assert marks_of(RULES, [placed, first, later]).counts == {("syria", "red", "navy"): 1}
    assert marks_of(RULES, [placed, second]).counts == {("syria", "red", "army"): 1}


def test_words_that_happen_to_be_names_of_places_leave_no_mark() -> None:
    marks = marks_of(RULES, [told("said", text="syria"), told("paid", purpose="syria")])

    assert (marks.counts, marks.battles, marks.ways) == ({}, {}, [])


@pytest.mark.parametrize("name", list(GAMES))
def test_the_marks_of_a_game_are_events_of_it_with_their_fields(name: str) -> None:
    folder = map_folder(name)
    assert folder is not None
    layout, events = drawings_in(folder).layout, GAMES[name].events
    for what, rules in layout["marks"].items():
        fields = {field.encode_name for field in msgspec.structs.fields(events[what])}
        for rule in rules:
            known = fields | ({"key", "value"} if "each" in rule else set())
            texts = [rule.get(key, "") for key in ("at", "of", "piece", "battle")]
            texts += [str(rule.get("by", "")), *rule.get("way", ()), *rule.get("between", ())]
            when = rule.get("when", {})
            asked = {when} if isinstance(when, str) else set(when)
            texts += [] if isinstance(when, str) else when.values()
            parts = [part.partition("}")[0] for text in texts for part in text.split("{")[1:]]
            used = {part.partition("[")[0] for part in parts}
            assert used | asked | {rule[key] for key in ("each",) if key in rule} <= known, what


def test_a_mark_may_hang_on_what_fields_are() -> None:
    lost = {"place": "syria", "seat": "red", "winner": "blue", "loser": "red"}
    rule = {"battle": "{place}", "between": ["{loser}", "{winner}"], "when": {"loser": "{seat}"}}
    rules = {"marks": {"fought": [rule]}}

    assert marks_of(rules, [{"what": "fought", "data": lost}]).battles == {
        "syria": [("red", "blue")]
    }
    assert not marks_of(rules, [{"what": "fought", "data": {**lost, "loser": "blue"}}])


FOUGHT = {
    "struggle-of-empires": (
        "combat_fought",
        {"region": "india", "attacker": {"power": "france"}, "defender": {"power": "spain"}},
        {"india": [("france", "spain")]},
    ),
    "empires-of-the-ancient-world": (
        "battle_fought",
        {"area": "italia", "attacker": "red", "winner": "blue", "loser": "red"},
        {"italia": [("red", "blue")]},
    ),
}


@pytest.mark.parametrize("name", list(FOUGHT))
def test_a_battle_is_marked_where_its_attack_was_in_an_earlier_report(name: str) -> None:
    what, data, battles = FOUGHT[name]
    folder = map_folder(name)
    assert folder is not None

    found = marks_of(drawings_in(folder).layout, [{"what": what, "data": data}])

    assert found.battles == battles
