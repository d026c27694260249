"""Lines as they were written by people who had seen nothing of how orders are read."""

import pytest

from tests.engine.orders.understanding.mails_read import ordered, read

START = "empires_of_the_ancient_world/november/start-and-bases"
DECK = "empires_of_the_ancient_world/breadth/deck_1_best"
ANCIENT = "empires_of_the_ancient_world/five_writers/action_3"
REPLACING = "empires_of_the_ancient_world/november_in_german/diplomat-red"
PROVISION = "seven_years_world_war/breadth/provision_1"
LOSSES = "seven_years_world_war/everyday_german_three/deutsch-geschlagen"
SHIPS = "seven_years_world_war/five_writers/move_1"
LANDING = "seven_years_world_war/breadth/turn_8"
ADVANCE = "seven_years_world_war/breadth/advance_1"
TABLE = "seven_years_world_war/five_writers/table_1"
SURRENDER = "struggle_of_empires/breadth/surrender_1"
EMPIRES = "struggle_of_empires/november/wishes-for-later"
BEST = ["in battles: best deck, once"]


@pytest.mark.parametrize(
    "text",
    [
        "start graecia, base macedonia",
        "home Greece, base in Macedonia",
        "Graecia is my home province, next base Macedonia",
        "Let me start from Graecia. The next base is placed in Macedonia.",
    ],
)
def test_what_stands_behind_the_answer_is_the_next_one(text: str) -> None:
    assert ordered(START, text, 6) == ["start in Graecia", "place base in Macedonia"]


@pytest.mark.parametrize(
    "text",
    [
        "Use whatever deck is best against Red, for this fight only",
        "I leave the cards to you this time: the strongest combination please",
        "Fight it with the best I've got - one time only",
    ],
)
def test_the_best_cards_are_left_to_the_moderator_in_any_words(text: str) -> None:
    assert ordered(DECK, text, 0) == BEST


@pytest.mark.parametrize("text", ["You're the best", "I leave the best cards in my hand"])
def test_not_all_that_is_best_is_left_to_the_moderator(text: str) -> None:
    assert all(reading.sort != "order" for reading in read(DECK, text, 0).readings)


def test_a_number_behind_a_place_counts_what_is_placed_there() -> None:
    for text in ("trade in Asia with two cubes", "My merchants head for Asia with two cubes"):
        assert ordered(ANCIENT, text, 60) == ["trade Asia, Asia"]
    assert ordered(ANCIENT, "diplomacy Asia with 2 cubes", 60) == ["diplomacy Asia with 2"]


def test_a_trade_that_replaces_goes_on_with_one_that_does_not() -> None:
    text = "I place a trade cube in Pannonia, removing a Blue one, plus one in Italia."
    assert ordered(REPLACING, text, 7) == ["trade Pannonia replacing Blue, Italia"]


@pytest.mark.parametrize(
    "text",
    [
        "disband a single E6 army for lack of supplies",
        "E6 loses 1 army for want of food",
        "can't feed them all, remove an army from E6",
    ],
)
def test_who_is_not_fed_is_lost(text: str) -> None:
    assert ordered(PROVISION, text, 0) == ["lose 1 army in E6"]


def test_what_is_left_of_the_beaten_retreats() -> None:
    text = "Take off one vet plus one recruit and move what's left to D15."
    lines = ["lose 1 veteran army and 1 recruit army", "retreat to D15"]
    assert ordered(LOSSES, text, 1) == lines


@pytest.mark.parametrize(
    "text",
    [
        "My two veteran fleets pick up two armies in C14, sail to E7 and put both ashore",
        "I move two armies by two veteran fleets from C14 to E7; both armies disembark there",
        "sail C14-E7 with 2 veteran fleets + 2 armies, land all armies",
    ],
)
def test_those_who_land_are_carried_once(text: str) -> None:
    (line,) = ordered(SHIPS, text, 51)
    assert line.startswith("move 2 veteran fleets and 2 armies from C14 to E7, land ")


def test_the_number_of_a_square_counts_nothing() -> None:
    text = "Landing in E7 from E8 with 2 fleets and 2 armies"
    line = "attack E7 from E8 with 2 fleets and 2 armies using Engagement"
    assert ordered(LANDING, text, 0) == [line]


@pytest.mark.parametrize("text", ["I give up without a fight", "no chance against four, surrender"])
def test_an_answer_may_be_said_twice_in_its_own_words(text: str) -> None:
    assert ordered(SURRENDER, text, 0) == ["surrender"]


def test_an_action_is_not_meant_without_the_word_that_it_is_called_by() -> None:
    text = "Use my action against Britain in the Caribbean"
    lines = [line for each in read(EMPIRES, text, 7).readings for line in each.lines]
    assert not any(line.startswith("pirates") for line in lines)


def test_none_of_some_units_is_not_named() -> None:
    text = "advance: 2 vet armies, 0 recruits"
    assert ordered(ADVANCE, text, 40) == ["advance with 2 veteran armies"]


def test_a_gift_without_conditions_is_one() -> None:
    text = "diplomacy 2 goes to France, no strings attached"
    assert ordered(TABLE, text, 15) == ["give Diplomacy 2 to France"]


@pytest.mark.parametrize(
    ("name", "number", "text", "line"),
    [
        (
            "struggle_of_empires/breadth/action_1",
            235,
            "Wir gründen eine Kolonie in Südamerika und holen uns den Bevölkerungsmarker.",
            "colonize South America",
        ),
        (
            "empires_of_the_ancient_world/breadth/action_1",
            359,
            "I pass and do nothing.",
            "pass",
        ),
        (
            "empires_of_the_ancient_world/breadth/action_1",
            359,
            "Wir warten ab und tun nichts.",
            "pass",
        ),
    ],
)
def test_an_order_in_other_words_behind_it_is_not_given_twice(
    name: str, number: int, text: str, line: str
) -> None:
    assert ordered(name, text, number) == [line]


def test_an_order_that_is_counted_is_given_again() -> None:
    text = "build an army in India and raise another one in India"
    lines = ordered("struggle_of_empires/breadth/action_1", text, 235)
    assert lines == ["build army in India"] * 2


@pytest.mark.parametrize("text", ["2A 1F", "2a+1f", "2 armies, 1 F"])
def test_a_letter_is_a_unit_where_units_are_counted(text: str) -> None:
    lines = ordered("struggle_of_empires/call-attack", text, 4)
    assert lines == ["join with 2 armies, 1 navy"]


def test_what_is_counted_and_no_unit_is_asked_about() -> None:
    (reading,) = read("struggle_of_empires/call-attack", "2A 1 France", 4).readings
    assert reading.sort == "proposal"


@pytest.mark.parametrize(
    "text",
    [
        "attack E8-E7 with 2 fleets and 2 armies",
        "attack from E8-E7 with 2 fleets and 2 armies",
        "attack E8 -> E7 with 2 fleets and 2 armies",
        "E8-E7, angriff mit 2 flotten und 2 armeen",
    ],
)
def test_a_dash_between_squares_says_from_where_to_where(text: str) -> None:
    (line,) = ordered("seven_years_world_war/breadth/turn_8", text, 0)
    assert line.startswith("attack E7 from E8 with 2 fleets and 2 armies")
