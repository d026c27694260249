"""What else a mail may mean, beside what is proposed."""

import pytest

from tests.engine.orders.understanding.answers.test_short_answers import read

TURN = "../struggle_of_empires/wordings/turn"
TREASURY = "../seven_years_world_war/five_writers/treasury_a"
TRAINING = "Army Training, since I'm going to fight a lot"


def ways(name: str, text: str) -> list[str]:
    """What a yes and the numbers to a text play."""
    return ["; ".join(line.text for line in way) for way in read(name, text).ways]


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        (TURN, TRAINING, "claim Army Training"),  # a part of what was understood
        (
            TREASURY,
            "conjure up one more army for the Austrians in D16",
            "recruit 1 Austrian army in D16",
        ),
        (
            "../empires_of_the_ancient_world/five_writers/action_1_again",
            "Ich schau mir das erstmal an und lass die andern machen",
            "pass",
        ),
    ],
)
def test_other_meanings_stand_beside_the_likely_one(name: str, text: str, line: str) -> None:
    understood = read(name, text)
    assert understood.has_favourite
    [reading] = understood.proposals
    first, *others = ways(name, text)
    assert first == "; ".join(reading.lines)
    assert line in others


def test_what_is_not_proposed_alone_is_no_favourite() -> None:
    understood = read("../struggle_of_empires/breadth/action_1", "attack France")
    assert understood.ways
    assert not understood.has_favourite


def test_all_that_a_sentence_may_order_is_told_as_one() -> None:
    [reading] = read(TURN, TRAINING).readings
    assert reading.lines == ("claim Army Training", "at sea: fight")
    assert {"claim Army Training", "at sea: fight"} <= {*reading.others}


@pytest.mark.parametrize(
    "text",
    ["claim Army Training", "when Spain asks me, I help, of course I do, forsooth", "hello there"],
)
def test_what_is_clear_or_waits_or_orders_nothing_has_no_others(text: str) -> None:
    assert not any(reading.others for reading in read(TURN, text).readings)


def test_other_meanings_name_nothing_that_was_not_named() -> None:
    [reading] = read(
        TREASURY, "my General 2 can teach the two recruits in D14 some manners, forsooth"
    ).readings
    assert not any("D16" in way for way in (*reading.several, *reading.others))


SERVED = "../empires_of_the_ancient_world/five_writers/action_1"
TABLE = "../seven_years_world_war/five_writers/table_1_again"


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        # What is asked for politely
        (
            f"{SERVED}_again",
            "Würden Sie mir bitte die Veteranen mit dem Schwert geben?",
            "recruit Veteran Sword",
        ),
        # What begins like a question
        (
            "../seven_years_world_war/five_writers/defence_2_again",
            "soll ers versuchen",
            "no defence",
        ),
        # What needs no question
        (TABLE, "I would like to make France a present of 3 points.", "give 3 points to France"),
        # What seems to tell or deny something
        (
            "../struggle_of_empires/five_writers/free_action_1",
            "Mein Volk soll durch bessere Äcker wachsen",
            "use Improved Agriculture",
        ),
    ],
)
def test_an_order_is_offered_where_the_words_speak_for_it(name: str, text: str, line: str) -> None:
    understood = read(name, text)
    offered = [way for r in understood.readings for way in (*r.lines, *r.several)]
    assert line in offered
    assert not any(reading.sort == "order" for reading in understood.readings)


@pytest.mark.parametrize(
    "text",
    [
        "What a mess in Baltic waters, France!",
        "Can I attack France in Africa?",
        "France attacks me in India",
        "If I had one more ship, I would sail to India",
        "I built an army in India last turn",
        "First, thanks for the game.",
        "no",
        "no, none of those",
        "I won't pass",
        "Ich passe nicht",
        "I will pass on the greetings to my wife.",
    ],
)
def test_nothing_is_offered_where_something_else_is_said(text: str) -> None:
    understood = read("../struggle_of_empires/breadth/action_1", text)
    assert not understood.ways
    assert not understood.proposals


@pytest.mark.parametrize("text", ["no", "No hurry", "I'm not done yet", "Keine Eile", "nein danke"])
def test_a_no_ends_no_turn(text: str) -> None:
    understood = read("../seven_years_world_war/breadth/turn_1", text)
    assert not understood.ways
    assert {reading.sort for reading in understood.readings} <= {"remark"}
