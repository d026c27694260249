"""Sentences of players who are away: they order nothing, whatever is asked."""

import pytest

from tests.engine.orders.understanding.answers.test_short_answers import read

AWAY = [
    "I'll be away until 27 December",
    "I\u2019ll be away until 27 December",
    "a bot should play for me",
    "I'm away from 20 to 27 December, stand-in please",
    "I'm on holiday from the 20th until 3 January, please let my deadlines wait",
    "On vacation next week",
    "sorry, I was in hospital. I am back.",
    "Ich bin nächste Woche weg",
    "bin weg",
    "Ich bin vom 20. bis 27. Dezember weg, Vertretung bitte",
    "ab Montag bin ich verreist",
    "Urlaub bis 27.12.",
    "Vertretung bitte",
    "ich bin wieder da",
    "ein Bot soll für mich spielen",
]
ASKED = ["setup-redraw", "call-defend", "everyday_german_five/wg5-preussen-am-zug"]


@pytest.mark.parametrize("text", AWAY)
@pytest.mark.parametrize("name", ASKED)
def test_who_is_away_orders_nothing(name: str, text: str) -> None:
    assert {reading.sort for reading in read(name, text).readings} == {"remark"}


@pytest.mark.parametrize("text", ["I'm away next week, pass", "bin ab morgen im Urlaub, passe"])
def test_what_is_ordered_beside_it_is_played(text: str) -> None:
    sorts = [reading.sort for reading in read(ASKED[-1], text).readings]
    assert sorts == ["remark", "order"]


def test_what_names_something_of_the_game_is_no_absence() -> None:
    [reading] = read("../seven_years_world_war/everyday_german_three/deutsch-versorgung",
                     "die Veteranen in C14 sind weg").readings  # fmt: skip
    assert reading.sort in ("order", "proposal")


@pytest.mark.parametrize("text", ["Frohe Weihnachten euch allen!", "Merry Christmas all!"])
def test_a_greeting_for_a_feast_is_a_remark(text: str) -> None:
    assert {reading.sort for reading in read(ASKED[0], text).readings} == {"remark"}
