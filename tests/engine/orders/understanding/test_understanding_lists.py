"""Lists as people write them, in Empires of the Ancient World: armies, cubes, loose names."""

from functools import cache

import pytest

from engine.core.decision import Refusal
from engine.core.session import Session
from engine.games import GAMES
from engine.orders.understanding.reading_types import Reading
from engine.queue.understanding import understand
from engine.scenarios.playing import Step
from engine.scenarios.scenario import Scenario, begin

GAME = "empires-of-the-ancient-world"
POSITION = {
    "warehouse": {"red": 9, "green": 3},
    "armies": {"red": "A", "blue": "D", "green": "C"},
    "hands": {"red": ["veteran_archers", "elephants"], "green": ["foot_skirmishers"]},
    "row": ["engineer", "southern_heavy_horse", "veteran_galley", "spear", "pike", "merchant"],
    "forts": ["graecia"],
    "bases": {
        "italia": {"red": 1},
        "sicilia": {"red": 1},
        "africa": {"blue": 1},
        "graecia": {"green": 1},
    },
}


@cache
def session(asked: str) -> Session:
    """A game in which red is asked for an action, or green how it meets red's attack."""
    options = {"seats": ["red", "blue", "green"]}
    there = Scenario("", "", GAME, options=options, position=POSITION, dice=(5,))
    play = begin(there, GAMES)
    if asked == "action":
        play.play_until_asked("red")
    else:
        attack = Step("red", ("attack Graecia", "deck: heavy horse"))
        play.take(attack, Step("green", refused="", asked="stance"))
    return play.session


def read(text: str, asked: str = "action") -> list[Reading]:
    seat = "red" if asked == "action" else "green"
    return list(understand(session(asked), seat, text.splitlines()).readings)


def steps(lines: list[str]) -> list[object]:
    return [GAMES[GAME].words.order(line).steps for line in lines]


def said(text: str) -> list[object]:
    """What a line asks and orders, however it is written."""
    read = GAMES[GAME].words.split(text)
    assert not isinstance(read, Refusal)
    statements = [s for line in read if line.clause for s in line.clause.all_statements()]
    steps = [line.steps for line in read]
    return [*((s.test.say, s.values, s.negated) for s in statements), *steps]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Both cubes go to Sicily: trade.", "trade Sicilia, Sicilia"),
        ("4 cubes sicily", "trade Sicilia, Sicilia, Sicilia, Sicilia"),
        ("cubes: sicily 1, italy 2", "trade Sicilia, Italia, Italia"),
        ("trade with three cubes, two of them in Sicily and one in Italy",
         "trade Sicilia, Sicilia, Italia"),
        ("TRADE ITALY SICILY", "trade Italia, Sicilia"),
    ],
)  # fmt: skip
def test_cubes_are_counted_for_each_place(text: str, line: str) -> None:
    readings = read(text)
    assert {reading.sort for reading in readings} == {"order"}
    assert steps([each for reading in readings for each in reading.lines]) == steps([line])


def test_counted_places_without_a_verb_are_proposed() -> None:
    (reading,) = read("2 sicily 1 italy")
    assert (reading.sort, reading.lines) == ("proposal", ("trade Sicilia, Sicilia, Italia",))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("attack Greece with the two heavy horse in front and both swords behind",
         "deck: heavy horse, heavy horse, sword, sword"),
        ("Attack Greece!\nveteran archers, elephants, sword x2",
         "deck: veteran archers, elephants, sword, sword"),
        ("Attack Greece. My three cards: elephants, sword, sword",
         "deck: elephants, sword, sword"),
    ],
)  # fmt: skip
def test_an_army_may_stand_behind_its_attack(text: str, line: str) -> None:
    lines = [each for reading in read(text) for each in reading.lines]
    assert steps(lines) == steps(["attack Graecia", line])


def test_an_army_may_stand_behind_where_it_fights() -> None:
    lines = [line for r in read("inside: pike, foot skirmishers", "stance") for line in r.lines]
    assert steps(lines) == steps(["inside", "deck: pike, foot skirmishers"])


def test_less_than_a_name_is_enough_where_only_one_thing_is_to_be_had() -> None:
    (whole,) = read("Please recruit the galley")
    assert (whole.sort, whole.lines) == ("order", ("recruit Veteran Galley",))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("veteran swords, heavy horses", "deck: veteran sword, heavy horse, heavy horse"),
        ("swords, veteran swords", "deck: sword, sword, sword, veteran sword"),
        ("the shooter, then both heavy horse", "deck: foot skirmishers, heavy horse, heavy horse"),
    ],
)
def test_each_name_stands_for_what_there_is_of_it(text: str, line: str) -> None:
    hands = {"blue": ["veteran_sword", "galley"]}
    position = {**POSITION, "hands": hands, "armies": {"red": "C", "blue": "A"}}
    options = {"seats": ["red", "blue", "green"]}
    play = begin(Scenario("", "", GAME, options=options, position=position, dice=(5,)), GAMES)
    play.play_until_asked("red")
    play.take(Step("red", ("attack Africa", "deck: spear")), Step("blue", refused="", asked="deck"))
    (reading,) = understand(play.session, "blue", (text,)).readings
    assert (reading.sort, steps(list(reading.lines))) == ("order", steps([line]))


def test_part_of_a_name_is_only_proposed() -> None:
    (reading,) = read("disband the veteran")
    assert (reading.sort, reading.lines) == ("proposal", ("disband Veteran Archers",))


def test_some_is_no_number() -> None:
    readings = read("Attack Greece!\nelephants and some swords")
    assert readings[-1].sort == "proposal"


def test_a_turn_is_not_ended_behind_what_is_not_clear() -> None:
    assert [reading.sort for reading in read("three forts to place. done")][-1] == "proposal"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("I take no. 3", "recruit 3"),
        ("Recruit the last card in the row, please.", "recruit 6"),
        ("take the 2nd card", "recruit 2"),
    ],
)
def test_cards_of_the_row_are_counted(text: str, line: str) -> None:
    (reading,) = read(text)
    assert reading.sort == "order"
    assert steps(list(reading.lines)) == steps([line])


@pytest.mark.parametrize("text", ["First, thanks for the game.", "I have 4 cubes."])
def test_not_every_number_is_a_place_in_the_row(text: str) -> None:
    assert {reading.sort for reading in read(text)} <= {"remark", "unclear"}


def test_what_is_said_of_the_next_turn_waits_behind_an_order_for_this_one() -> None:
    lines = [
        line
        for r in read("Recruit the engineer, and next turn a fort in Sicily.")
        for line in r.lines
    ]
    assert steps(lines) == steps(["recruit engineer", "fort in Sicilia"])
    assert {reading.sort for reading in read("Next turn I build a fort in Sicily.")} == {"remark"}


def test_what_an_order_costs_may_be_said() -> None:
    (reading,) = read("Build a fort in Sicily for four cubes.")
    assert (reading.sort, reading.lines) == ("order", ("fort in Sicilia",))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("We close the gates.", "inside"),
        ("I come out and meet him in the open field", "outside"),
        ("in the fort, please", "inside"),
    ],
)
def test_stances_are_understood_in_prose(text: str, line: str) -> None:
    assert [reading.lines for reading in read(text, "stance")] == [(line,)]


@pytest.mark.parametrize(
    "text", ["I love elephants.", "I fight for Rome!", "We go on holiday to Crete."]
)
def test_words_that_may_be_talk_order_nothing(text: str) -> None:
    assert {reading.sort for reading in read(text)} <= {"remark", "unclear", "proposal", "several"}


def test_why_something_is_done_does_not_matter() -> None:
    (reading,) = read("Please build a fort in Sicily for eternal glory")
    assert (reading.sort, reading.lines) == ("order", ("fort in Sicilia",))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("attack Greece. If it works I build a fort there.", "if it wins: fort in Graecia"),
        ("Recruit the merchant, unless Blue has one already.",
         "recruit merchant unless Blue has a merchant"),
        ("if blue doesn't have a merchant by then, I recruit it",
         "recruit merchant unless Blue has a merchant"),
        ("standing order: whenever they come to Sicily, fight outside",
         "when attacked in Sicilia: outside"),
    ],
)  # fmt: skip
def test_conditions_are_known_in_other_words(text: str, line: str) -> None:
    lines = [each for reading in read(text) for each in reading.lines]
    assert said(lines[-1]) == said(line)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("My merchant builds a fort in Sicily", "fort in Sicilia"),
        ("Attack Greece from Italy!", "attack Graecia"),
        ("My gold goes into walls. Fort in Sicily.", "fort in Sicilia"),
    ],
)
def test_who_acts_and_from_where_changes_nothing(text: str, line: str) -> None:
    assert steps([each for reading in read(text) for each in reading.lines]) == steps([line])


@pytest.mark.parametrize("text", ["the cheapest", "the other one"])
def test_an_answer_that_tells_nothing_is_asked_about(text: str) -> None:
    assert [reading.sort for reading in read(text)] == ["unclear"]


def test_what_would_be_if_something_were_orders_nothing() -> None:
    (reading,) = read("If I had one cube more, I'd build a fort in Sicily.")
    assert reading.sort == "remark"


def test_a_card_asked_for_with_please_is_recruited() -> None:
    (reading,) = read("the pike please")
    assert (reading.sort, reading.lines) == ("order", ("recruit Pike",))


def test_what_is_corrected_is_not_played() -> None:
    readings = read("attack Greece, sorry, I mean Africa")
    assert {reading.sort for reading in readings} <= {"proposal", "remark"}


def test_what_is_left_out_is_not_taken_for_what_is_meant() -> None:
    assert not [r for r in read("everything except the pike") if r.sort in ("order", "proposal")]


@pytest.mark.parametrize("text", ["Add a cube to Sicily.", "We launch an attack on Illyria."])
def test_other_words_for_the_verb_change_nothing(text: str) -> None:
    assert [reading.sort for reading in read(text)] == ["order"]


@pytest.mark.parametrize(
    "text", ["He wants me out in the field.", "Red wants me outside.", "Rot will mich draußen."]
)
def test_what_another_wants_of_the_writer_is_no_stance(text: str) -> None:
    assert "order" not in {reading.sort for reading in read(text, "stance")}
