"""Numbers that count places or what is carried, the units that are left, and those that only stay
where they are."""

import pytest

from tests.engine.orders.understanding.mails_read import played, read

SEVEN_YEARS = "seven_years_world_war/everyday_german_thirteen"
ANTIQUITY = "empires_of_the_ancient_world/everyday_german_thirteen"
COLONIES = "struggle_of_empires/everyday_german_thirteen"


def asked(name: str, text: str, number: int | None = None) -> bool:
    """Whether some of a mail is not played without a yes."""
    return any(r.sort in ("proposal", "several") for r in read(name, text, number).readings)


@pytest.mark.parametrize(
    "text",
    [
        "1 Bogen, 2 Bogen, 3 Elefant, 4 Vet.-Speer, 5 Pike",
        "Gegen Rot: 1 Bogen 2 Bogen 3 Elefant 4 Vet.-Speer 5 Pike",
        "Karte 1: Bogen, Karte 2: Bogen, Karte 3: Elefant, Karte 4: Vet.-Speer, Karte 5: Pike",
        "1 = Bogen\n2 = Bogen\n3 = Elefant\n4 = Vet.-Speer\n5 = Pike",
        "1 archers, 2 archers, 3 elephants, 4 veteran spear, 5 pike",
    ],
)
def test_places_of_a_row_are_no_numbers_of_cards(text: str) -> None:
    deck = "deck: Archers, Archers, Elephants, Veteran Spear, Pike"
    assert played(f"{ANTIQUITY}/gruen-haelt-syrien", text) == [deck]


def test_numbers_of_cards_stay_numbers_where_they_may_be() -> None:
    name = f"{ANTIQUITY}/gruen-haelt-syrien"
    assert played(name, "1 Bogen, 2 schwere Reiter") == ["deck: Archers, Heavy Horse, Heavy Horse"]


@pytest.mark.parametrize(
    "text",
    [
        "drei Handelssteine: Ägypten, Kreta, Ägypten",
        "3 Steine in Ägypten, Kreta, Ägypten",
        "dreimal Handel: Ägypten, Kreta, Ägypten",
        "3x Handel: Ägypten, Kreta und nochmal Ägypten",
        "3 cubes to Egypt, Crete, Egypt",
    ],
)
def test_a_number_before_as_many_places_only_counts_them(text: str) -> None:
    lines = played(f"{ANTIQUITY}/gelb-in-afrika", text)
    assert lines == ["trade Aegyptus, Creta, Aegyptus"]


@pytest.mark.parametrize(
    "text", ["je zwei Steine in Ägypten und Kreta", "two cubes each in Egypt and Crete"]
)
def test_a_number_for_each_place_is_meant_for_each(text: str) -> None:
    lines = played(f"{ANTIQUITY}/gelb-in-afrika", text)
    assert lines == ["trade Aegyptus, Aegyptus, Creta, Creta"]


def test_a_number_is_asked_about_that_may_count_all_or_those_of_the_first_place() -> None:
    name = f"{ANTIQUITY}/gelb-in-afrika"
    assert asked(name, "zwei Steine nach Ägypten und Kreta")
    two_and_one = "zwei Steine in Ägypten und einen auf Kreta"
    assert played(name, two_and_one) == ["trade Aegyptus, Aegyptus, Creta"]


@pytest.mark.parametrize(
    "text",
    [
        "Alle Veteranen nach Wien, die drei anderen nach Ungarn",
        "Die Veteranen nach D16, die restlichen nach D17",
        "Drei Veteranen nach D16, die anderen drei nach D17",
        "All veterans to D16, the other three to D17",
    ],
)
def test_the_others_are_of_the_sort_that_is_left(text: str) -> None:
    placed = played(f"{SEVEN_YEARS}/wien-stellt-auf", text)
    assert placed[0] in ("place all veteran armies in D16", "place 3 veteran armies in D16")
    assert placed[1:] == ["place 3 armies in D17"]


def test_it_is_asked_who_the_others_are_where_some_of_a_sort_are_left() -> None:
    assert asked(f"{SEVEN_YEARS}/wien-stellt-auf", "Zwei Veteranen nach D16, die anderen nach D17")


@pytest.mark.parametrize(
    "text",
    [
        "beide Armeen aus C14 mit den 2 Flotten nach E7, dort aussteigen",
        "beide Armeen und beide Flotten von C14 nach E7, dort landen",
        "2 Flotten mit 2 Armeen von C14 nach E7, da steigen sie aus",
        "2 armies from C14 with 2 fleets to E7, landing there",
    ],
)
def test_who_lands_may_be_named_before_who_carries(text: str) -> None:
    line = "move 2 fleets and 2 armies from C14 to E7, land 2 armies"
    assert played(f"{SEVEN_YEARS}/london-bewegt-sich", text) == [line]


def test_no_more_armies_land_than_are_said_to() -> None:
    lines = played(
        f"{SEVEN_YEARS}/london-bewegt-sich",
        "2 Flotten bringen 2 Armeen von C14 nach E7, 1 Armee landet",
    )
    assert lines == ["move 2 fleets and 2 armies from C14 to E7, land 1 army"]


def test_forces_named_within_the_way_go_along() -> None:
    text = "eine Armee von London mit einer Flotte nach Neuengland"
    line = "move 1 army and 1 fleet from C14 to E7"
    assert played(f"{SEVEN_YEARS}/london-bewegt-sich", text) == [line]


@pytest.mark.parametrize(
    "text",
    [
        "Ich setze die Söldner ein, die neue Einheit bleibt erstmal daheim.",
        "Ich nutze Söldner, das Heer bleibt in Russland",
        "Söldner; die neue Armee bleibt zu Hause",
    ],
)
def test_an_army_that_stays_is_not_built(text: str) -> None:
    assert played(f"{COLONIES}/petersburg-greift-aus", text) == ["use Mercenaries at home"]


def test_where_an_army_stays_elsewhere_the_order_beside_it_is_asked_about() -> None:
    text = "Baue eine Flotte im Baltikum, die Armee bleibt zu Hause"
    (reading,) = read(f"{COLONIES}/petersburg-greift-aus", text).readings
    assert reading.sort == "proposal"
    assert reading.lines == ("build navy in Baltic",)


def test_please_makes_an_order_of_what_might_be_foretold() -> None:
    name = "empires_of_the_ancient_world/breadth/action_2"
    assert played(name, "Zypern wird angegriffen, bitte.") == ["attack Cyprus"]
    assert asked(name, "Zypern wird angegriffen")


def test_what_somebody_has_is_told_behind_it_too() -> None:
    name = f"{ANTIQUITY}/blau-am-tiber"
    assert played(name, "Italien bekommt eine Festung, die 4 Klötzchen hab ich ja.") == [
        "fort in Italia"
    ]
    assert asked(name, "die Festung in Italien habe ich")


@pytest.mark.parametrize("said", ["bin in Eile, Gruß", "hab grad wenig Zeit", "mehr später"])
def test_haste_puts_no_order_in_doubt(said: str) -> None:
    name = f"{COLONIES}/london-schlaegt-zu"
    assert played(name, f"Ich bau ein Heer in der Karibik, {said}") == ["build army in Caribbean"]


@pytest.mark.parametrize(
    "text",
    [
        "Aus D17 gegen Polen mit beiden Armeen",
        "Mit beiden Armeen aus D17 gegen Polen",
        "Beide Armeen aus D17 fallen über Polen her",
        "Beide Armeen aus D17 machen sich über Polen her",
    ],
)
def test_who_is_against_somebody_attacks(text: str) -> None:
    lines = played(f"{SEVEN_YEARS}/wien-und-paris-schlagen-zu", text)
    assert lines == ["attack C17 from D17 with 2 armies using Engagement"]
