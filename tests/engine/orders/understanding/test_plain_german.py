"""Plain orders in German: words that change nothing, other forms of words, other constructions."""

import pytest

from tests.engine.orders.understanding.mails_read import ordered, read

SQUARE = "seven_years_world_war/all-of-a-square"
BRITAIN = "struggle_of_empires/wordings/turn"
RETREAT = "seven_years_world_war/five_writers/retreat_1"
TREASURY = "seven_years_world_war/five_writers/treasury_b_again"
PRUSSIA = "seven_years_world_war/breadth/turn_4"


@pytest.mark.parametrize(
    ("name", "number", "text", "line"),
    [
        (BRITAIN, 71, "Resolut verlege ich die Armee aus den Deutschen Staaten nach Indien", ""),
        (BRITAIN, 71, "Die kampferprobte Armee geht aus den Deutschen Staaten nach Indien.", ""),
        (BRITAIN, 71, "Verlege die ausgehobene Armee aus den Deutschen Staaten nach Indien.", ""),
        (RETREAT, 21, "Der Rückzug erfolgt geordnet nach D15.", "retreat to D15"),
        (RETREAT, 21, "Die geschlagene Truppe weicht nach D15.", "retreat to D15"),
    ],
)
def test_what_changes_nothing_is_left_out(name: str, number: int, text: str, line: str) -> None:
    assert ordered(name, text, number) == [line or "move army German States to India"]


@pytest.mark.parametrize(
    ("name", "number", "text", "line"),
    [
        (BRITAIN, 71, "Nach Indien verlege ich die Armee, die in den Deutschen Staaten steht.", ""),
        (BRITAIN, 71, "Die Armee, die noch in den Deutschen Staaten liegt, geht nach Indien", ""),
        (BRITAIN, 71, "Die Armee aus den Deutschen Staaten zieht in Richtung Indien.", ""),
        (SQUARE, 5, "Wir verlassen C14 komplett und gehen nach B14.", "move all from C14 to B14"),
        (SQUARE, 5, "Was ich in C14 habe, geht nach B14.", "move all from C14 to B14"),
        (SQUARE, 5, "Alles, was in C14 steht, zieht nach B14.", "move all from C14 to B14"),
    ],
)
def test_where_something_stands_and_goes(name: str, number: int, text: str, line: str) -> None:
    assert ordered(name, text, number) == [line or "move army German States to India"]


def test_who_leaves_a_place_takes_no_more_along_than_is_named() -> None:
    text = "Die Flotte verlässt C14 und segelt nach B14."
    assert ordered(SQUARE, text, 5) == ["move 1 fleet from C14 to B14"]


@pytest.mark.parametrize(
    "text",
    [
        "General 2 hebt in C16 eine Legion aus.",
        "In C16 hebe ich mit General 2 eine Legion aus",
        "In C16 wird durch General 2 eine Legion ausgehoben.",
    ],
)
def test_a_leader_acts_and_verbs_are_parted(text: str) -> None:
    assert ordered(TREASURY, text, 117) == ["raise legion in C16 with General 2"]


@pytest.mark.parametrize(
    "text",
    [
        "Ich gebe einen Dukaten für Diplomatie bei den Österreichern aus.",
        "Einen Punkt Diplomatie auf Österreich",
    ],
)
def test_verbs_that_say_little_stand_beside_what_is_done(text: str) -> None:
    assert ordered(PRUSSIA, text, 50)[0].startswith("diplomacy Austria")


def test_what_leads_through_a_place_is_not_left_out() -> None:
    text = "lass eine der preußischen Armeen durch Österreich ziehen und erst in Ungarn halten"
    readings = read("seven_years_world_war/five_writers/move_1", text, 77).readings
    assert "order" not in [reading.sort for reading in readings]


@pytest.mark.parametrize(
    "text",
    [
        "Österreich hebt in C16 eine Legion aus.",
        "Der General meines Gegners hebt eine Legion aus.",
        "Die kommende Runde weicht alles nach D15.",
    ],
)
def test_what_others_do_and_other_times_are_no_orders(text: str) -> None:
    assert "order" not in [reading.sort for reading in read(TREASURY, text, 117).readings]


def test_short_names_are_rather_meant_than_other_forms_of_words() -> None:
    deck = "reihenfolge: schwere kav, bogis, schwere kav, speere, piken"
    where = "empires_of_the_ancient_world/everyday_german_eight/deutsch-gruen-in-makedonien"
    read_as = ["deck: Heavy Horse, Archers, Heavy Horse, Spear, Pike"]
    assert ordered(where, deck, 4) == read_as


def test_a_target_alone_is_no_attack() -> None:
    (reading,) = read(
        "seven_years_world_war/five_writers/diplomacy_1_again", "Ziel Spanien", 59
    ).readings
    assert reading.sort != "order"
