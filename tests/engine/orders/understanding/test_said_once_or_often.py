"""How often an order is meant: by its head, behind each of several places, or said again."""

import pytest

from tests.engine.orders.understanding.mails_read import ordered

TRADE = ("empires_of_the_ancient_world/writers/second-rich", 5)
DIPLOMACY = ("empires_of_the_ancient_world/november/diplomacy", 5)
MOVE = ("struggle_of_empires/writers/turn-russia", 27)
DISBAND = ("empires_of_the_ancient_world/november/actions-north", 5)
PARLEY = ("seven_years_world_war/autumn/parley", 10)
SET_UP = ("seven_years_world_war/five_writers/set_up_1", 0)
DRAFT = ("struggle_of_empires/breadth/draft_1", 0)
DECK = ("empires_of_the_ancient_world/breadth/deck_5_leader", 0)
STANCE = ("empires_of_the_ancient_world/everyday_german_five/wg5-karthago-belagert", 4)
STANDING = ("empires_of_the_ancient_world/standing", 0)
FOUR = ["trade Sicilia, Sicilia, Illyria, Central Mediterranean"]


@pytest.mark.parametrize(
    "text",
    [
        "My merchants visit Sicily twice, Illyria once and the Central Mediterranean once.",
        "trade sicily twice, illyria, central med",
        "trade sicily x2, illyria, central med",
        "handeln 2x sizilien 1x illyrien 1x mittleres mittelmeer",
        "Meine Händler fahren zweimal nach Sizilien, einmal nach Illyrien und einmal aufs mittlere "
        "Mittelmeer.",
    ],
)
def test_each_place_may_have_how_often_behind_it_or_in_front(text: str) -> None:
    assert ordered(TRADE[0], text, TRADE[1]) == FOUR


def test_a_head_that_counts_gives_no_order_twice_that_stands_behind_it() -> None:
    both = ["diplomacy Cyrenaica", "diplomacy Central Mediterranean"]
    for text in (
        "Diplomacy twice: Cyrenaica this action, C. Mediterranean the next.",
        "Diplomacy twice, Cyrenaica and the Central Mediterranean",
    ):
        assert ordered(DIPLOMACY[0], text, DIPLOMACY[1]) == both
    thrice = (
        "Ich ziehe dreimal: die Flotte von zuhause nach Ostindien, die Armee von zuhause ins "
        "Baltikum und eine Armee vom Baltikum nach Mitteleuropa."
    )
    moves = "move navy home to East Indies, army home to Baltic, army Baltic to Central Europe"
    assert ordered(MOVE[0], thrice, MOVE[1]) == [moves]


def test_a_head_alone_still_says_how_often() -> None:
    assert (
        ordered(DIPLOMACY[0], "Twice diplomacy: Cyrenaica", DIPLOMACY[1])
        == ["diplomacy Cyrenaica"] * 2
    )


def test_why_something_goes_is_no_second_order() -> None:
    text = "Give back the galley, I've no use for it."
    assert ordered(DISBAND[0], text, DISBAND[1]) == ["disband Galley"]


@pytest.mark.parametrize(
    "text",
    [
        "I put Sturm und Drang back and give Prussia 4 points.",
        "Ich lege Sturm und Drang zurück und gebe den Preußen vier Punkte.",
    ],
)
def test_two_deeds_in_one_sentence_stay_two(text: str) -> None:
    lines = ["return Sturm", "give 4 points to Prussia"]
    assert ordered(PARLEY[0], text, PARLEY[1]) == lines


def test_what_a_unit_is_may_stand_behind_it_in_german() -> None:
    text = "Von meinen Österreichern stehen 2 Armeen Rekruten und 2 Armeen Veteranen in D16."
    lines = ["place 2 recruit armies and 2 veteran armies in D16"]
    assert ordered(SET_UP[0], text, SET_UP[1]) == lines


def test_an_attack_that_one_meets_is_no_attack_of_ones_own() -> None:
    text = "Bei Angriff auf Aegyptus: drinnen bleiben, bestes Deck."
    lines = ["when attacked in Aegyptus: inside; best deck"]
    assert ordered(STANDING[0], text, STANDING[1]) == lines


@pytest.mark.parametrize(
    "text",
    [
        "1. Pike, 2. Veteran Archers, 3. + 4. Heavy Horse, 5. Spear",
        "1 Pike, 2 Veteran Archers, 3 and 4 Heavy Horse, 5 Spear",
    ],
)
def test_two_places_of_a_row_may_be_named_together(text: str) -> None:
    lines = ["deck: Pike, Veteran Archers, Heavy Horse, Heavy Horse, Spear"]
    assert ordered(DECK[0], text, DECK[1]) == lines


def test_places_of_a_row_are_counted_behind_another_answer() -> None:
    text = "We meet Red in the open: 1 archers, 2 light horse, 3 sword, 4 spear, 5 warband."
    lines = ["outside", "deck: Archers, Light Horse, Sword, Spear, Warband"]
    assert ordered(STANCE[0], text, STANCE[1]) == lines


def test_a_german_verb_at_the_end_is_no_answer_to_another_question() -> None:
    text = "Den Ostseemarker (Staerke vier) behalte ich."
    assert ordered(DRAFT[0], text, DRAFT[1]) == ["choose Baltic 4"]
