"""What German players say beside their orders, and how they say these: politeness, reasons, verbs
in two parts, and who fights."""

import pytest

from tests.engine.orders.understanding.mails_read import played, read

ANTIQUITY = "empires_of_the_ancient_world/everyday_german_fourteen"
COLONIES = "struggle_of_empires/everyday_german_fourteen"
SEVEN_YEARS = "seven_years_world_war/everyday_german_fourteen"


@pytest.mark.parametrize(
    "text",
    [
        "Ich fang in Ägypten an, wenns recht ist",
        "Ägypten, wenn es euch recht ist",
        "Wenn's recht ist, fange ich in Ägypten an",
        "Ich fang in Ägypten an, falls möglich",
        "Ich nehme Ägypten, wenn niemand was dagegen hat",
    ],
)
def test_politeness_behind_an_order_is_no_condition(text: str) -> None:
    assert played(f"{ANTIQUITY}/rot-sucht-sich-was-aus", text) == ["start in Aegyptus"]


@pytest.mark.parametrize("how", ["is ja eh neutral", "ist ja neutral", "ist sowieso leer"])
def test_what_a_target_is_anyway_is_only_the_reason(how: str) -> None:
    where = f"{ANTIQUITY}/blau-um-karthago"
    assert played(where, f"Numidien überfallen, {how}") == ["attack Numidia"]


@pytest.mark.parametrize(
    "text", ["Leg neu aus, den Stein zahle ich", "Räum die Auslage weg und leg neu aus"]
)
def test_cards_laid_out_are_no_pass(text: str) -> None:
    assert played(f"{ANTIQUITY}/blau-um-karthago", text) == ["new row"]


@pytest.mark.parametrize("text", ["ich setze aus", "ich setze diese Runde aus", "wir setzen aus"])
def test_who_sits_out_passes(text: str) -> None:
    assert played(f"{ANTIQUITY}/blau-um-karthago", text) == ["pass"]


@pytest.mark.parametrize(
    "text", ["Ich marschier in die Kyrenaika ein.", "In die Kyrenaika marschier ich ein"]
)
def test_verbs_may_lose_their_last_letter(text: str) -> None:
    assert played(f"{ANTIQUITY}/gelb-in-hellas", text) == ["attack Cyrenaica"]


@pytest.mark.parametrize(
    "text", ["Raus, wir legen uns auf die Lauer", "Wir gehen raus und legen uns auf die Lauer"]
)
def test_who_goes_out_to_lie_in_wait_does_not_fight_in_the_open(text: str) -> None:
    readings = read(f"{ANTIQUITY}/rom-macht-dicht", text).readings
    assert all("outside" not in reading.lines for reading in readings)


def test_each_of_two_armies_comes_from_its_place() -> None:
    text = "Die Armee aus Deutschland und eine der beiden aus Mitteleuropa ab ins Mittelmeer"
    assert played(f"{COLONIES}/wien-mischt-mit", text) == [
        "move army German States to Mediterranean, army Central Europe to Mediterranean"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Ich geh auf 2 hoch, an der Aufteilung ändert sich nix.",
        "2 Gold, die Aufteilung bleibt gleich",
        "Ich gehe auf 2 hoch, die Bündnisse bleiben wie gehabt",
    ],
)
def test_a_higher_bid_may_keep_the_sides(text: str) -> None:
    assert played(f"{COLONIES}/paris-steigert", text) == ["bid 2 red Austria blue Prussia"]


@pytest.mark.parametrize(
    "text", ["Tut mir leid, aber ich helfe nicht", "Das musst du ohne mich ausfechten"]
)
def test_a_regret_goes_on_with_the_answer(text: str) -> None:
    assert played(f"{COLONIES}/madrid-soll-helfen", text) == ["call: decline"]


@pytest.mark.parametrize("behind", ["", ", wird langsam Zeit"])
def test_what_is_done_in_the_passive_voice_is_an_order(behind: str) -> None:
    where = f"{COLONIES}/den-haag-kassiert"
    assert played(where, f"Südamerika wird besiedelt{behind}") == ["colonize South America"]


def test_whoever_stands_first_attacks() -> None:
    text = "Preußen greift mit drei Veteranen Österreich an, Linie"
    readings = read(f"{SEVEN_YEARS}/london-greift-an", text).readings
    assert [reading.lines for reading in readings] == [
        ("for Prussia: attack D16 with 3 veteran armies using Linear",)
    ]


@pytest.mark.parametrize("how", ["", " geschlossen", " alle"])
def test_a_people_from_a_square_is_all_its_armies_there(how: str) -> None:
    text = f"Die Österreicher aus Ungarn{how} nach Österreich"
    (line,) = played(f"{SEVEN_YEARS}/versailles-plant", text)
    assert line in (
        "move all Austrian armies from D17 to D16",
        "for Austria: move all from D17 to D16",
    )


@pytest.mark.parametrize("text", ["der Rekrut geht dort an Land", "der Rekrut geht an Land"])
def test_who_goes_ashore_lands(text: str) -> None:
    said = f"Flotte mit einem Rekruten von Nordfrankreich nach Quebec, {text}"
    assert played(f"{SEVEN_YEARS}/versailles-plant", said) == [
        "move 1 fleet and 1 recruit army from D14 to D7, land 1 recruit army"
    ]


def test_umlauts_may_be_written_out_in_transports() -> None:
    text = (
        "flotte nimmt einen rekruten in nordfrankreich an bord, faehrt nach quebec und laedt ihn "
        "dort aus"
    )
    assert played(f"{SEVEN_YEARS}/versailles-plant", text) == [
        "move 1 fleet and 1 recruit army from D14 to D7, land 1 recruit army"
    ]
