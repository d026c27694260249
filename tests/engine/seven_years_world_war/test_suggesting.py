"""What is suggested to a seat is what a sensible player would do, and never against a friend."""

import pytest

from engine.seven_years_world_war import GAME
from pbem.reports.question_as_json import suggestions
from tests.engine.seven_years_world_war.campaigns import at

PRUSSIA = {"prussia": {"C16": {"veteran_army": 4}}}
AUSTRIA = {"D16": {"army": 1}}


def suggested(verb, seat="britain", **position):
    session = at(active=seat, **position)
    decision, state = session.decision(seat), session.table.state
    said = suggestions(
        "turn", decision.menu, GAME.words, 10, lambda choice: GAME.appeal(state, seat, choice)
    )
    return [line for line in said if line.split()[0].rstrip(":") == verb]


def test_an_attack_is_suggested_by_what_it_can_be_expected_to_bring():
    units = {
        "prussia": {"C16": {"veteran_army": 3}},
        "austria": AUSTRIA,
        "poland": {"C17": {"army": 6, "fortified_zone": 1}},
    }
    said = suggested("attack", phase="combat", units=units)
    assert said == ["attack D16 from C16 using Linear"]


def test_no_attack_with_a_small_part_of_what_can_attack_is_suggested():
    units = {"prussia": {"C16": {"veteran_army": 3}}, "austria": {"D16": {"army": 2}}}
    said = suggested("attack", phase="combat", units=units)
    assert said == ["attack D16 from C16 using Linear"]


def test_no_attack_on_a_neutral_power_is_suggested():
    units = {**PRUSSIA, "united_provinces": {"C15": {"army": 1}}}
    assert suggested("attack", phase="combat", units=units) == []


FRIENDLY = {
    "an agreement": {
        "agreements": [{"n": 1, "parties": ["france", "britain"], "clause": "no attacks"}]
    },
    "an agreement in words of their own": {
        "agreements": [{"n": 1, "parties": ["britain", "france"], "clause": "peace and trade"}]
    },
    "an offer": {"offers": [{"power": "austria", "by": "france", "to": "britain"}]},
}


@pytest.mark.parametrize("talks", FRIENDLY.values(), ids=FRIENDLY)
def test_no_attack_on_who_is_treated_with_is_suggested(talks):
    units = {**PRUSSIA, "austria": AUSTRIA}
    assert suggested("attack", phase="combat", units=units)
    assert suggested("attack", phase="combat", units=units, **talks) == []


def test_the_move_is_suggested_first_that_gains_the_square_of_most_value():
    units = {"prussia": {"C16": {"army": 1, "base": 1}, "C7": {"army": 1, "base": 1}}}
    said = suggested("move", phase="movement", units=units)
    gains = [GAME.words.split(line)[0].steps[0].candidates[0][1][4] for line in said]
    board = at(units=units).state.data.board
    values = [board.squares[square].value for square in gains]
    assert values == sorted(values, reverse=True)
    assert values[0]


def test_no_march_into_a_neutral_power_is_suggested():
    units = {"austria": {"D16": {"army": 1}}, "german_states": {"D15": {"base": 1}}}
    said = suggested("move", "france", phase="movement", units=units)
    assert said
    assert not any(square in line for line in said for square in ("E16", "E17"))


def test_diplomacy_is_suggested_with_neutral_powers_and_not_with_main_ones():
    hand = {"britain": ["diplomacy_3"]}
    said = suggested("diplomacy", phase="diplomacy", units=PRUSSIA, markers=hand)
    assert {line.split()[1] for line in said}.isdisjoint({"France", "Austria", "Russia"})
    assert len(said) == 2
