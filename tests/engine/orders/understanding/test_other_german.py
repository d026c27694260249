"""German orders in the passive voice, with small words and lists: what they say, and no more."""

import pytest

from tests.engine.orders.understanding.mails_read import ordered, played, read

BATTLE = "empires_of_the_ancient_world/breadth/stance_2"
TAXES = "seven_years_world_war/breadth/taxes_1"
TREASURY = "seven_years_world_war/corrections-of-a-treasury-once-misread"
MOVES = "seven_years_world_war/writers/second-movement"
ADVANCE = "seven_years_world_war/breadth/advance_1"
TABLE = "seven_years_world_war/five_writers/table_1"
REDRAW = "struggle_of_empires/breadth/redraw_1"
PRESSED = "struggle_of_empires/november/last-action-of-the-round"
WISHES = "struggle_of_empires/november/wishes-for-later"


def test_a_participle_may_stand_in_front_of_the_passive() -> None:
    assert ordered(BATTLE, "Gekämpft wird draußen.", 20) == ["outside"]
    assert ordered(BATTLE, "Es wird draußen gekämpft.", 20) == ["outside"]


@pytest.mark.parametrize(
    "text",
    [
        "frankreich rauf, österreich auch",
        "In Österreich und in Frankreich werden die Abgaben angehoben.",
        "Franzosen wie Österreicher zahlen mehr Steuern",
    ],
)
def test_no_name_of_a_list_is_left_out_as_who_acts(text: str) -> None:
    assert ordered(TAXES, text, 40) == ["increase taxes for France and Austria"]


def test_the_same_is_done_behind_and() -> None:
    lines = ["recruit 1 army in B18", "recruit 1 fleet in B17"]
    assert ordered(TREASURY, "Rekrutiere 1 Armee in B18 und 1 Flotte in B17", 12) == lines


@pytest.mark.parametrize("text", ["Von E7 1 Armee nach E6", "from E7 1 army to E6"])
def test_the_number_of_a_square_counts_nothing(text: str) -> None:
    assert ordered(MOVES, text, 1) == ["move 1 army from E7 to E6"]


@pytest.mark.parametrize("stay", ["die Rekruten bleiben, wo sie sind", "Rekruten bleiben draußen"])
def test_who_stays_does_not_advance(stay: str) -> None:
    said = f"Beide Veteranenarmeen rücken nach, {stay}"
    assert ordered(ADVANCE, said, 40) == ["advance with 2 veteran armies"]


@pytest.mark.parametrize(
    "text",
    [
        "Ich schlage den Franzosen vor, Österreich bis zum dritten Zug nicht zu betreten.",
        "Vorschlag an Frankreich: Bis Runde 3 bleibst du aus Österreich draußen.",
        "Deal für Frankreich, ihr meidet Österreich bis Runde 3",
        "Frankreich soll bis Runde drei die Finger von Österreich lassen, das ist mein Vorschlag.",
    ],
)
def test_a_deal_says_in_any_words_whom_it_binds_and_until_when(text: str) -> None:
    assert played(TABLE, text, 71) == ["propose to France: stay out of Austria until turn 3"]


def test_another_one_is_drawn_for_what_is_put_back() -> None:
    text = "Ich lege Mitteleuropa zurück und ziehe einen anderen."
    assert ordered(REDRAW, text, 0) == ["redraw Central Europe"]


def test_what_is_not_liked_is_put_back() -> None:
    readings = read(REDRAW, "Mitteleuropa passt mir nicht, dafür bitte ein neues Plättchen.", 0)
    assert [reading.lines for reading in readings.readings] == [("redraw Central Europe",)]


def test_brackets_name_once_more_what_is_used() -> None:
    text = "Matrosen pressen in der Ostsee (Plättchen Pressgangs)"
    assert ordered(PRESSED, text, 3) == ["use Pressgangs in Baltic"]


def test_the_own_people_stand_beside_we() -> None:
    text = "In der Karibik greifen wir Spanier Britannien an"
    assert ordered(WISHES, text, 7) == ["attack Britain in Caribbean"]


@pytest.mark.parametrize("text", ["bestes Deck, nur diesmal", "best deck, just this once"])
def test_an_answer_may_say_that_it_is_for_this_time(text: str) -> None:
    where = "empires_of_the_ancient_world/breadth/deck_1_best"
    assert played(where, text, 0) == ["in battles: best deck, once"]
    assert ordered(where, "diesmal keine Karten", 0) == ["no cards"]
