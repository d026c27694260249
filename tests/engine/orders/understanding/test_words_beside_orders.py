"""Words beside an order: one that is not known puts no whole order in doubt, what limits does."""

import pytest

from tests.engine.orders.understanding.mails_read import ordered, played, read

COLONIES = "struggle_of_empires"
ANTIQUITY = "empires_of_the_ancient_world"
LOSS = f"{COLONIES}/breadth/loss_2"
REDRAW = f"{COLONIES}/breadth/redraw_1"
DIPLOMATS = f"{COLONIES}/writers_of_november/colonies-dutch"
FORT = f"{ANTIQUITY}/stance"
ACTION = f"{ANTIQUITY}/breadth/action_1"
TAXES = "seven_years_world_war/breadth/taxes_1"
OFFERS = "seven_years_world_war/five_writers/table_1"


@pytest.mark.parametrize(
    ("name", "number", "text", "line"),
    [
        (LOSS, 0, "Vienna pays the bill", "lose Austria"),
        (ACTION, 0, "Plunder and attack Numidia", "attack Numidia"),
        (ACTION, 0, "send the troops over the border and grab Illyria", "attack Illyria"),
        (ACTION, 0, "Wir greifen Numidien johlend an", "attack Numidia"),
    ],
)
def test_a_word_that_is_not_known_puts_no_whole_order_in_doubt(
    name: str, number: int, text: str, line: str
) -> None:
    assert ordered(name, text, number) == [line]


@pytest.mark.parametrize(
    ("name", "number", "text"),
    [
        (ACTION, 0, "Ich vermeide einen Angriff auf Numidien"),
        (ACTION, 0, "I dread to attack Numidia, maybe"),
        (f"{COLONIES}/five_writers/action_4", 25, "I want my envoys to win the Danes over"),
        (f"{COLONIES}/breadth/double_support_1", 20, "blockade nein"),
    ],
)
def test_a_word_that_may_deny_or_name_something_does(name: str, number: int, text: str) -> None:
    readings = read(name, text, number).readings
    lines = [line for reading in readings if reading.sort == "order" for line in reading.lines]
    assert set(lines) <= {"keep Blockade"}


def test_all_names_of_a_force_are_as_good_in_the_words_of_an_order() -> None:
    name = f"{COLONIES}/breadth/alliance_use_1"
    assert ordered(name, "Unsere Allianz wird als Navy gerechnet.", 20) == ["alliance as navy"]


@pytest.mark.parametrize("text", ["Ich behalte nur eines.", "I keep only one."])
def test_who_keeps_only_so_many_keeps_not_all(text: str) -> None:
    assert not any(reading.sort == "order" for reading in read(REDRAW, text, 0).readings)


def test_what_is_kept_is_not_put_back_as_well() -> None:
    text = "Ich behalte nur eines, das andere Mitteleuropa geht zurück und wird ersetzt."
    assert not any(reading.sort == "order" for reading in read(REDRAW, text, 0).readings)


def test_what_lies_in_a_place_that_is_named_is_taken_once() -> None:
    name = f"{ANTIQUITY}/actions-middle"
    text = "Platz sechs wird genommen, Veteran Archers verstärken mein Heer."
    assert ordered(name, text, 7) == ["recruit 6"]


def test_no_power_with_a_colon_is_left_out_of_a_list() -> None:
    (reading,) = read(TAXES, "Frankreich: Steuern erhöhen, Österreich: auch", 40).readings
    assert reading.sort != "order"


def test_a_conclusion_says_again_what_was_ordered() -> None:
    name = f"{COLONIES}/five_writers/placement_1"
    text = "Wir befestigen uns in Indien, also dort ein Fort hin."
    assert ordered(name, text, 42) == ["place fort in India"]


def test_whose_cube_stays_is_not_replaced() -> None:
    name = f"{ANTIQUITY}/november_in_german/diplomat-red"
    text = "In Pannonia ersetze ich den blauen Würfel, Grün bleibt, der andere geht nach Italia."
    assert ordered(name, text, 7) == ["trade Pannonia replacing Blue, Italia"]


def test_a_tile_with_a_colon_is_used() -> None:
    text = "Diplomatischer Dienst: Portugal verbünden"
    assert played(DIPLOMATS, text, 3) == ["use Diplomatic Service: ally Portugal"]


@pytest.mark.parametrize("skirmishers", ["Plänkler zu Fuß", "Foot Skirmishers"])
def test_what_is_named_twice_in_the_plural_is_named_one_by_one(skirmishers: str) -> None:
    text = f"Ich bleibe im Fort, Karten: {skirmishers}, {skirmishers}, Speer."
    lines = ["inside", "deck: Foot Skirmishers, Foot Skirmishers, Spear"]
    assert ordered(FORT, text, 9) == lines


def test_what_is_done_with_ships_is_not_only_foretold() -> None:
    assert ordered(ACTION, "Die Numider werden per Schiff angegriffen.", 319) == [
        "attack Numidia by sea"
    ]
    (reading,) = read(ACTION, "Numidien wird angegriffen.", 319).readings
    assert reading.sort == "proposal"


@pytest.mark.parametrize(
    "text",
    [
        "Frankreich möge bis Runde 3 keinen Fuß nach Österreich setzen, so mein Vorschlag.",
        "Mein Angebot an die Franzosen: kein Betreten Österreichs bis Runde drei.",
        "Ich moechte mit Frankreich vereinbaren, dass es bis Zug 3 nicht nach Oesterreich geht.",
        "Abkommen mit Frankreich: Die Franzosen bleiben bis zum 3. Zug Österreich fern.",
    ],
)
def test_who_stays_out_sets_no_foot_there(text: str) -> None:
    assert played(OFFERS, text, 71) == ["propose to France: stay out of Austria until turn 3"]


@pytest.mark.parametrize("wish", ["Den Feldherrn hätte ich gern.", "Den Feldherrn hätte ich gerne"])
def test_what_somebody_would_like_to_have_is_no_mere_thought(wish: str) -> None:
    assert ordered(f"{ANTIQUITY}/actions-late", wish, 7) == ["recruit Military Leader"]


def test_one_ship_is_one_in_any_case() -> None:
    text = "Wir schließen uns dem Angriff an, mit 2 Armeen und einem Schiff."
    assert ordered(f"{COLONIES}/call-attack", text, 4) == ["join with 2 armies, 1 navy"]


def test_who_names_cards_of_its_own_foretells_nothing() -> None:
    text = "Gallia Narbonensis wird angegriffen, vorne zwei Heavy Horse, dahinter drei Sword."
    assert ordered(f"{ANTIQUITY}/five_writers/action_1", text, 360) == [
        "attack Gallia Narbonensis",
        "deck: Heavy Horse, Heavy Horse, Sword, Sword, Sword",
    ]


def test_a_tile_that_is_named_says_what_is_done_beside_an_answer() -> None:
    name = f"{COLONIES}/autumn/austria-after-the-dice"
    text = "Ich lasse den Wurf stehen und setze mich mit Fighting Withdrawal ab."
    assert ordered(name, text, 2) == ["keep dice", "withdraw"]


@pytest.mark.parametrize("text", ["Diplomatie 2 und Diplomatie 1 werden dagegengesetzt."])
def test_numbers_that_are_said_one_by_one_are_one_answer(text: str) -> None:
    assert ordered("seven_years_world_war/breadth/defence_1", text, 20) == ["defend with 2 and 1"]


def test_what_is_done_here_as_well_as_there_is_done_in_both() -> None:
    text = "In Frankreich wie in Österreich werden die Steuern angehoben."
    assert ordered(TAXES, text, 40) == ["increase taxes for France and Austria"]


@pytest.mark.parametrize("marker", ["den Diplomatiemarker mit der Zwei", "meinen 2er-Marker"])
def test_a_marker_is_named_by_its_number(marker: str) -> None:
    text = f"Frankreich bekommt von mir {marker}."
    assert ordered(OFFERS, text, 15) == ["give Diplomacy 2 to France"]
