"""What stands behind a situation: one answer, several, and one that is said twice."""

import pytest

from tests.engine.orders.understanding.mails_read import ordered, read

SPAIN = ("struggle_of_empires/standing", 4)
RUSSIA = ("struggle_of_empires/out-of-turn", 2)
FRANCE = ("struggle_of_empires/autumn/france-waits-its-turn", 8)
PRUSSIA = ("seven_years_world_war/answers-in-advance", 2)
GREEN = ("empires_of_the_ancient_world/standing", 0)
SIEGE = ("empires_of_the_ancient_world/plurals-of-a-deck-once-misread", 7)


@pytest.mark.parametrize(
    "text",
    [
        "when countermarch is possible: declined",
        "when countermarch is possible: no",
        "when countermarch is possible: nothing",
        "when countermarch is possible: skip it",
        "wenn ein Gegenmarsch möglich ist: lehne ich ab",
        "wenn ein Gegenmarsch möglich ist: lasse ich bleiben",
        "wenn ein Gegenmarsch möglich ist: wird nicht genutzt",
    ],
)
def test_a_no_behind_a_situation_takes_no_standing_order_back(text: str) -> None:
    lines = ["when countermarch is possible: no countermarch"]
    assert ordered(PRUSSIA[0], text, PRUSSIA[1]) == lines


@pytest.mark.parametrize(
    "text",
    [
        "when attacked in C16: my first general takes command and the troops stay there, no "
        "retreat",
        "when attacked in C16: general 1 takes command, stay where you are",
        "when attacked in C16: general 1 leads; stay, no retreat",
        "falls wer mich in c16 angreift: general nr 1, stehen bleiben",
        "wenn ich in C16 angegriffen werde: mein erster General hat den Befehl und es wird nicht "
        "retiriert",
    ],
)
def test_each_question_gets_its_answer_once(text: str) -> None:
    lines = ["when attacked in C16: led by General 1; stand"]
    assert ordered(PRUSSIA[0], text, PRUSSIA[1]) == lines


@pytest.mark.parametrize(
    "text",
    [
        "when France asks in India: I join, all navies, nothing on land",
        "when France asks in India: all my ships go in, armies stay out",
        "when France asks in India: my entire navy goes along",
        "when France asks in India: accepted, with all navies",
        "wenn Frankreich in Indien fragt: alle Flotten helfen, die Armee bleibt draußen",
    ],
)
def test_what_is_not_sent_is_no_other_answer(text: str) -> None:
    lines = ["when France asks in India: join with all navies"]
    assert ordered(RUSSIA[0], text, RUSSIA[1]) == lines


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("inside, not outside", "inside"),
        ("stay inside, no sally", "inside"),
        ("inside with my strongest deck", "inside; best deck"),
        ("stay in the fort, and you pick my best cards", "inside; best deck"),
        ("we stay in the fort; best deck", "inside; best deck"),
    ],
)
def test_what_is_denied_beside_an_answer_is_none(text: str, answer: str) -> None:
    lines = [f"when attacked in Aegyptus: {answer}"]
    assert ordered(GREEN[0], f"when attacked in Aegyptus: {text}", GREEN[1]) == lines


def test_an_answer_is_not_what_its_denial_beside_it_names() -> None:
    lines = ordered("empires_of_the_ancient_world/stance-fort", "Stay inside, don't go out", 0)
    assert lines == ["inside"]


@pytest.mark.parametrize(
    "text",
    [
        "whenever in sieges: I use the Siege Tower on its own",
        "whenever in sieges: Siege Tower and nothing else",
        "whenever in sieges: the Siege Tower, no other card",
        "immer wenn belagert wird: der Belagerungsturm, keine andere Karte",
    ],
)
def test_that_it_is_all_is_no_answer(text: str) -> None:
    lines = [line.removeprefix("when ") for line in ordered(SIEGE[0], text, SIEGE[1])]
    assert lines == ["in sieges: deck: Siege Tower"]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("when attacked: take the navy", "lose navy"),
        ("when attacked: on land I fight", "on land: fight"),
        ("when attacked: sea battle refused", "at sea: decline"),
        ("when attacked: stand, no retreat", "stand"),
    ],
)
def test_of_several_questions_the_one_is_answered_whose_words_are_said(
    text: str, answer: str
) -> None:
    assert ordered(FRANCE[0], text, FRANCE[1]) == [f"when attacked: {answer}"]


def test_an_answer_to_any_of_several_questions_is_asked_about() -> None:
    (reading,) = read(FRANCE[0], "when attacked: the army", FRANCE[1]).readings
    assert reading.several == ("when attacked: lose army", "when attacked: alliance as army")


@pytest.mark.parametrize(
    "text",
    [
        "when a unit would sink: I take it, no payment",
        "when a unit would sink: let it drown, I pay nothing",
        "wenn eine Einheit sinken würde: geht eben unter, kein Geld dafür",
        "wenn eine Einheit sinken würde: wird hingenommen",
    ],
)
def test_nothing_is_paid_in_many_words(text: str) -> None:
    assert ordered(SPAIN[0], text, SPAIN[1]) == ["when a unit would sink: accept"]
