"""What may stand beside an order and changes nothing, and lists that are put in other ways."""

import pytest

from tests.engine.orders.understanding.mails_read import ordered, played, read

TAXES = "seven_years_world_war/breadth/taxes_1"
PURSE = "seven_years_world_war/five_writers/treasury_b"
TABLE = "seven_years_world_war/five_writers/table_1"
STURM = "seven_years_world_war/breadth/sturm_1"
DEFENCE = "seven_years_world_war/breadth/defence_1"
LOSSES = "seven_years_world_war/everyday_german_three/deutsch-geschlagen"
SHIPS = "seven_years_world_war/five_writers/move_1"
LANDING = "seven_years_world_war/breadth/turn_8"
DRAFT = "struggle_of_empires/breadth/draft_1"
EMPIRES = "struggle_of_empires/november/wishes-for-later"
DECK = "empires_of_the_ancient_world/breadth/deck_3"
ATTACK = "empires_of_the_ancient_world/five_writers/action_1"
TURN = "empires_of_the_ancient_world/actions-early"
RUSSIA = "struggle_of_empires/writers/second-turn-russia"
TURNS = "empires_of_the_ancient_world/easily-misread-turns"
BOTH = ["increase taxes for France and Austria"]


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        (
            EMPIRES,
            "Pay the French two gold from my purse and fight the Brits in the Caribbean.",
            ["give 2 gold to France", "attack Britain in Caribbean"],
        ),
        (
            DECK,
            "My deck for the siege is siege tower / artillery / veteran swordsmen.",
            ["deck: Siege Tower, Artillery, Veteran Sword"],
        ),
        (DRAFT, "Taking Baltic 4 from this hand.", ["choose Baltic 4"]),
    ],
)
def test_a_noun_behind_a_preposition_adds_nothing_to_a_complete_order(
    name: str, text: str, lines: list[str]
) -> None:
    assert ordered(name, text, 0) == lines


@pytest.mark.parametrize(
    "text",
    [
        "Attack Britain in the Philippines",  # that may be where
        "Attack Britain in the Caribbean is out of the question",
        "Attack Britain in the Caribbean with the exception of the ships",
    ],
)
def test_a_noun_that_may_say_more_is_asked_about(text: str) -> None:
    assert {reading.sort for reading in read(EMPIRES, text, 0).readings} != {"order"}


def test_a_number_at_most_is_no_number() -> None:
    text = "Diplomacy in Cyprus with at least 2 cubes"
    assert "order" not in {reading.sort for reading in read(TURNS, text).readings}


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        (
            PURSE,
            "We spend money to rebuild the plundered square B14.",
            ["clear pillage in B14"],
        ),
        (
            EMPIRES,
            "Attack the hated Britain in the sunny Caribbean",
            ["attack Britain in Caribbean"],
        ),
    ],
)
def test_what_a_place_is_like_adds_nothing(name: str, text: str, lines: list[str]) -> None:
    assert ordered(name, text, 0) == lines


@pytest.mark.parametrize(
    "text",
    [
        "Raise taxes in France and in Austria.",
        "increase taxes for France and for Austria",
        "higher taxes for both France and Austria",
        "France and Austria both get a tax increase.",
        "I increase taxation in both of my countries, France and Austria.",
    ],
)
def test_each_name_of_a_list_may_have_the_preposition_before_it(text: str) -> None:
    assert ordered(TAXES, text, 0) == BOTH


@pytest.mark.parametrize("text", ["both a 2 and a 1 are laid", "both my 2 and my 1"])
def test_both_before_two_numbers_is_none_of_them(text: str) -> None:
    assert played(DEFENCE, text, 0) == ["defend with 1 and 2"]


@pytest.mark.parametrize("text", ["the Baltic four please", "Baltic, strength four"])
def test_a_name_that_is_a_number_may_be_a_word(text: str) -> None:
    assert ordered(DRAFT, text, 0) == ["choose Baltic 4"]


def test_that_before_a_number_takes_nothing_back() -> None:
    assert ordered(STURM, "Sturm cancels that 3.", 0) == ["sturm Diplomacy 3"]


@pytest.mark.parametrize(
    "text",
    [
        "I ask the French to stay out of Austria till turn 3",
        "The British propose that the French remain outside Austria until the third turn.",
        "I'd like an agreement with France under which no French troops go into Austria until T3.",
    ],
)
def test_an_agreement_is_asked_for_in_many_words(text: str) -> None:
    assert ordered(TABLE, text, 71) == ["propose to France: stay out of Austria until turn 3"]


@pytest.mark.parametrize(
    "text",
    [
        "Take off 1 veteran army and 1 army; what's left goes back to D15",
        "1 vet and 1 army are my casualties; the remaining recruits run to D15.",
        "I lose 1 veteran army and 1 army, and their last army withdraws to D15.",
    ],
)
def test_who_is_left_may_be_said_in_many_words(text: str) -> None:
    assert ordered(LOSSES, text, 1)[-1] == "retreat to D15"


@pytest.mark.parametrize("all_", ["everything", "the lot", "all of them"])
def test_what_is_done_at_the_end_may_be_a_sentence(all_: str) -> None:
    text = f"Sail from C14 to E7 with both vet fleets and 2 armies on board; land {all_}."
    [line] = ordered(SHIPS, text, 51)
    assert line == "move 2 veteran fleets and 2 armies from C14 to E7, land 2 armies"


def test_an_attack_comes_from_where_something_goes_to() -> None:
    text = "2 fleets + 2 armies, E8 to E7, attack"
    line = "attack E7 from E8 with 2 fleets and 2 armies using Engagement"
    assert ordered(LANDING, text, 0) == [line]


def test_three_times_counts_one_of_a_list() -> None:
    text = "We march on Narbonensis; the cards are heavy horse twice, followed by sword three times"
    assert ordered(ATTACK, text, 360) == [
        "attack Gallia Narbonensis",
        "deck: Heavy Horse, Heavy Horse, Sword, Sword, Sword",
    ]


def test_what_counts_a_list_before_a_colon_is_no_part_of_it() -> None:
    text = "I fight with these three in this order: siege tower, artillery, vet sword"
    assert ordered(DECK, text, 0) == ["deck: Siege Tower, Artillery, Veteran Sword"]
    other = text.replace("three", "two")
    assert {reading.sort for reading in read(DECK, other, 0).readings} == {"proposal"}


def test_first_and_second_in_one_sentence_stand_in_order() -> None:
    text = "First I get myself the engineer, second I want Sicilia fortified"
    assert ordered(TURN, text, 6) == ["recruit Engineer", "fort in Sicilia"]


def test_who_writes_may_act_behind_another_order() -> None:
    text = "Banking for me please, and after that Russia raises an army in the Baltic"
    assert ordered(RUSSIA, text, 8) == ["claim Banking", "build army in Baltic"]


@pytest.mark.parametrize(
    "text",
    ["The French oppose this with their diplomacy 2 and diplomacy 1.", "lay marker 2 and marker 1"],
)
def test_each_number_of_a_list_may_have_the_name_of_a_marker(text: str) -> None:
    assert played(DEFENCE, text, 0) == ["defend with 1 and 2"]
