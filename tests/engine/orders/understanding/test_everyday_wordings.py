"""What everyday mails leave out: which of two units goes where, who is spoken of, what a colon
announces, and what says no more than that it is fine."""

import pytest

from tests.engine.orders.understanding.mails_read import played, position, read

COLONIES = "struggle_of_empires/everyday_german_eleven"
EUROPE = "seven_years_world_war/everyday_german_eleven"
ANTIQUITY = "empires_of_the_ancient_world/everyday_german_eleven"
PURSE = "seven_years_world_war/everyday_english_ten/britain-goes-shopping"
MARCH = "seven_years_world_war/everyday_english_ten/versailles-marches"
TSAR = "struggle_of_empires/everyday_german_thirteen/petersburg-greift-aus"
SET_UP = "seven_years_world_war/everyday_german_thirteen/wien-stellt-auf"
ENVOYS = "seven_years_world_war/everyday_english_eleven/berlin-gets-moving"
KIEV = "seven_years_world_war/everyday_english_eleven/russia-goes-west"
BORDER = "seven_years_world_war/everyday_english_eleven/prussians-at-the-border"
SHOP = "seven_years_world_war/everyday_english_eleven/berlin-opens-the-purse"
EGYPT = "empires_of_the_ancient_world/everyday_english_eleven/yellow-has-eight-cubes"
LINES = "empires_of_the_ancient_world/everyday_english_ten/green-in-macedonia"


@pytest.mark.parametrize(
    "text",
    [
        "eine der beiden Armeen aus der Heimat ins Osmanische Reich, die andere ins Baltikum",
        "eine der zwei Armeen von daheim ins Osmanische Reich, die zweite ins Baltikum",
        "ins Osmanische Reich eine Armee aus der Heimat, die andere ins Baltikum",
        "one army from home to the Ottoman Empire, the other to the Baltic",
    ],
)
def test_the_other_of_two_units_comes_from_where_the_first_does(text: str) -> None:
    line = "move army home to Ottoman Empire, army home to Baltic"
    assert played(f"{COLONIES}/petersburg", text) == [line]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("eine Armee ins Baltikum, die andere bleibt daheim", "move army home to Baltic"),
        (
            "Armee von daheim nach Indien, die Flotte aus dem Baltikum auch",
            "move army home to India, navy Baltic to India",
        ),
    ],
)
def test_what_stays_does_not_go_and_what_follows_does(text: str, line: str) -> None:
    assert played(f"{COLONIES}/petersburg", text) == [line]


@pytest.mark.parametrize(
    "text",
    ["Österreich rot spanien blau, mir 2 wert", "Austria red, Spain blue, that's worth 2 to me"],
)
def test_who_values_a_bid_stands_on_no_side_of_it(text: str) -> None:
    assert played(f"{COLONIES}/london-eroeffnet", text) == ["bid 2 red Austria blue Spain"]


def test_a_word_that_only_joins_puts_no_amount_in_doubt() -> None:
    assert played(f"{COLONIES}/hilferuf", "na gut, aber nur ein Schiff") == ["join with 1 navy"]


@pytest.mark.parametrize("who", ["boys", "lads", "chaps"])
def test_people_at_home_are_an_army_and_no_boat(who: str) -> None:
    text = f"the {who} at home go to the Ottoman Empire"
    assert played("struggle_of_empires/breadth/action_3", text) == [
        "move army home to Ottoman Empire"
    ]


@pytest.mark.parametrize("text", ["passt", "passt so", "das passt schon", "England passt"])
def test_what_is_fine_and_what_others_do_passes_nothing(text: str) -> None:
    assert played(f"{COLONIES}/petersburg", text) == []


def test_who_passes_by_name_passes() -> None:
    assert played(f"{COLONIES}/petersburg", "Russland passt") == ["pass"]
    assert played(f"{ANTIQUITY}/gelb-am-zug", "Gelb passt") == ["pass"]
    assert played(f"{ANTIQUITY}/gelb-am-zug", "Rot passt") == []


def test_what_is_announced_before_a_colon_is_no_order_beside_it() -> None:
    text = "Holland setzt über: beide Schiffe und beide Armeen von C15 greifen C14 an"
    line = "attack C14 from C15 with 2 fleets and 2 armies using Engagement"
    assert played(f"{EUROPE}/berlin-zieht", text) == [line]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            "Quebec gegen Neuengland, beide Veteranen, linear",
            "attack E7 from D7 with 2 veteran armies using Linear",
        ),
        ("Gesandte nach Madrid, beide Diplomaten (3 und 1)", "diplomacy Spain with 3 and 1"),
    ],
)
def test_both_is_the_number_of_units_and_of_what_is_named_behind_it(text: str, line: str) -> None:
    assert played(f"{EUROPE}/versailles-am-zug", text) == [line]


def test_markers_of_which_nobody_says_which_are_asked_about() -> None:
    sorts = {r.sort for r in read(f"{EUROPE}/versailles-am-zug", "beide Diplos auf Polen").readings}
    assert "order" not in sorts


def test_no_card_of_a_deck_is_lost_for_being_called_by_its_sort() -> None:
    line = "deck: Light Horse, Heavy Horse, Heavy Horse, Elephants, Veteran Spear"
    text = "leichte, schwere, schwere, elefanten, vet. speer"
    assert played(f"{ANTIQUITY}/gruen-verteidigt", text) == [line]


def test_units_that_are_counted_are_not_those_that_always_go_first() -> None:
    readings = read(f"{EUROPE}/wien-geschlagen", "ein Vet opfern, eine Armee opfern").readings
    lines = [line for r in readings for line in (*r.lines, *r.several)]
    assert lines
    assert not any(line.startswith("lose first") for line in lines)


@pytest.mark.parametrize(
    "text", ["no rush with the reply", "no hurry", "no trouble with the mail", "no rain here"]
)
def test_what_there_is_none_of_ends_no_turn(text: str) -> None:
    assert all(reading.sort != "order" for reading in read(PURSE, text).readings)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "Tidy up Ireland, poor souls, and drill the new boys in C14 under the general.",
            ["clear pillage in C13", "train all recruit armies in C14 with General 2"],
        ),
        ("train the new troops in C14", ["train all recruit armies in C14 with General 2"]),
        ("Recruit an army in C14, no hurry", ["recruit 1 army in C14"]),
    ],
)
def test_each_order_of_a_purse_is_read(text: str, lines: list[str]) -> None:
    assert played(PURSE, text) == lines


def test_people_of_the_writer_who_are_counted_are_armies() -> None:
    text = "Vienna's recruit goes to Hungary, and my three Russians in the Ukraine go to Moscow."
    first, second = "move 1 recruit army from D16 to D17", "move 3 Russian armies from C18 to B18"
    assert played(MARCH, text) == [first, second]


def test_an_order_in_words_that_are_not_known_is_not_left_out_beside_another() -> None:
    text = "Vienna's recruit goes to Hungary, and three blokes in the Ukraine wander to Moscow"
    assert all(reading.sort != "order" for reading in read(MARCH, text).readings)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            "Horse first, both of 'em, then bowmen, and the two pikes",
            "deck: Heavy Horse, Heavy Horse, Archers, Pike, Pike",
        ),
        (
            "archers, two pikes, horse, both of them",
            "deck: Archers, Pike, Pike, Heavy Horse, Heavy Horse",
        ),
    ],
)
def test_both_of_them_counts_the_units_before_it(text: str, line: str) -> None:
    assert played(LINES, text) == [line]


def test_nobody_is_won_over_who_is_named_as_an_enemy() -> None:
    readings = read(TSAR, "Auf die Türken!").readings
    assert [r.sort for r in readings] == ["proposal"]
    assert played(TSAR, "Bündnismarker auf die Türken") == ["ally Ottoman"]


def test_a_number_of_units_that_go_elsewhere_is_no_reason() -> None:
    readings = read(SET_UP, "Alle Veteranen nach Wien, die drei anderen nach Ungarn").readings
    assert "D17" in " ".join(line for r in readings for line in (*r.lines, *r.several))


@pytest.mark.parametrize(
    "text",
    [
        "Ostindienflotte nach Indien verlegen und das Heer gleich mit.",
        "move the East Indies navy to India and the army with it",
    ],
)
def test_an_army_goes_with_the_fleet_before_it(text: str) -> None:
    assert played(TSAR, text) == ["move navy East Indies to India, army East Indies to India"]


def test_a_marker_that_is_played_on_an_attempt_belongs_to_it() -> None:
    assert played(ENVOYS, "Embassy to Spain, I play the 3 on that") == ["diplomacy Spain with 3"]


@pytest.mark.parametrize("text", ["trade in Greece and in Egypt", "attack Macedonia and Egypt"])
def test_a_second_place_of_another_order_is_no_answer_to_what_is_asked(text: str) -> None:
    where = "empires_of_the_ancient_world/everyday_german_thirteen/rot-waehlt-heimat"
    orders = [r.lines for r in read(where, text).readings if r.sort == "order"]
    assert ("start in Aegyptus",) not in orders
    assert played(where, "Egypt") == ["start in Aegyptus"]


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        (KIEV, "the two from B18 go to C18", ["move 2 armies from B18 to C18"]),
        (KIEV, "one of those in B18 goes to C18", ["move 1 army from B18 to C18"]),
        (KIEV, "C18 marches into Poland, all three", ["move 3 armies from C18 to C17"]),
        (KIEV, "C18 marches into Poland, all three, and the two from B18 close up to C18",
         ["move 3 armies from C18 to C17", "move 2 armies from B18 to C18"]),
        (BORDER, "attack vienna with 3, engagement, gen 2 in charge",
         ["attack D16 with 3 armies using Engagement led by General 2"]),
        (BORDER, "attack D16 with 2 of them, linear", ["attack D16 with 2 armies using Linear"]),
    ],
)  # fmt: skip
def test_a_number_alone_counts_the_units_that_may_do_it(
    name: str, text: str, lines: list[str]
) -> None:
    assert played(name, text) == lines


@pytest.mark.parametrize("text", ["move 2 of them from C18 to C17", "D18 goes to C18, two of them"])
def test_a_number_alone_is_not_played_where_it_may_count_several_sorts(text: str) -> None:
    assert all(reading.sort != "order" for reading in read(KIEV, text).readings)


@pytest.mark.parametrize("text", ["diplomacy Sweden with 3", "Sweden, the 3"])
def test_the_number_of_a_marker_counts_no_units(text: str) -> None:
    assert not any("arm" in line for r in read(KIEV, text).readings for line in r.lines)


@pytest.mark.parametrize("mark", [". ", "; ", " and ", ", "])
def test_two_ways_that_each_say_who_goes_are_two_orders(mark: str) -> None:
    text = f"C18 moves to C17{mark}2 armies from B18 move to C18"
    assert played(KIEV, text) == ["move all from C18 to C17", "move 2 armies from B18 to C18"]


@pytest.mark.parametrize(
    "text",
    [
        "use my forced march to get the D15 army back to C16",
        "spend the forced march on moving the army from D15 to C16",
        "my forced march sends the D15 army to C16",
        "play forced march and pull the D15 army back to C16",
    ],
)
def test_a_forced_march_brings_an_army_back(text: str) -> None:
    assert played(ENVOYS, text) == ["force march 1 army from D15 to C16"]


def test_no_order_is_played_without_the_marker_that_is_played() -> None:
    text = "I play my forced march, the army in D15 returns to C16"
    assert all(reading.sort != "order" for reading in read(ENVOYS, text).readings)


def test_who_denies_two_phases_ends_both() -> None:
    attack = "attack D16 from C16 using Linear led by General 3"
    text = "Straight at D16 from C16 with everything I have there, linear, general 3 in front"
    assert played(ENVOYS, f"No talking and no marching this year. {text}") == [
        "done",
        "done",
        attack,
    ]


@pytest.mark.parametrize(
    "text", ["That's all. done", "enough for me. done", "I'm finished. That's all"]
)
def test_who_says_twice_that_it_is_over_ends_one_phase(text: str) -> None:
    assert played(ENVOYS, text) == ["done"]


@pytest.mark.parametrize(
    "text",
    [
        "Fort in Egypt please, should be only 2 with my engineer",
        "Fort in Egypt, should be 2",
        "Fort in Egypt, should only cost 2 with my engineer",
    ],
)
def test_what_an_order_should_cost_corrects_nothing(text: str) -> None:
    (line,) = played(EGYPT, text)
    assert line.startswith("Fort in Egypt")


def test_what_an_order_should_be_corrects_it() -> None:
    (reading,) = read(EGYPT, "Fort in Egypt, should be Syria").readings
    assert (reading.sort, reading.lines) == ("proposal", ("fort in Syria",))


@pytest.mark.parametrize(
    "text",
    [
        "slip me three of those little markers, then I'm done",
        "I could use three markers, then I'm done",
    ],
)
def test_an_end_is_not_played_without_what_is_counted_before_it(text: str) -> None:
    assert all(reading.sort != "order" for reading in read(SHOP, text).readings)


def test_an_order_with_a_colon_is_no_heading() -> None:
    where = "empires_of_the_ancient_world/everyday_german_thirteen/blau-am-tiber"
    deck = "sword, sword, archers"
    readings = read(where, f"I march on Italy, horse first as it should be:\n{deck}").readings
    assert "attack Italia" in [line for r in readings for line in r.lines]


@pytest.mark.parametrize("word", ["definitiv", "irgendwie", "zwar", "obendrauf"])
def test_words_that_say_no_more_than_how_change_nothing(word: str) -> None:
    where = "empires_of_the_ancient_world/everyday_german_thirteen/blau-am-tiber"
    assert played(where, f"Ich setze {word} eine Basis nach Sizilien") == ["place base in Sicilia"]


HUNGER = "seven_years_world_war/everyday_english_eleven/no-bread-in-hungary"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("lose 1 veteran army and 1 recruit army in D17",
         "lose 1 veteran army in D17 and 1 recruit army in D17"),
        ("one veteran and one green army go hungry",
         "lose 1 veteran army in D17 and 1 recruit army in D17"),
        ("a veteran and a recruit in Hungary",
         "lose 1 veteran army in D17 and 1 recruit army in D17"),
        ("both recruits starve", "lose 2 recruit armies in D17"),
        ("ein Veteran und ein Rekrut verhungern",
         "lose 1 veteran army in D17 and 1 recruit army in D17"),
    ],
)  # fmt: skip
def test_units_that_are_not_fed_are_those_of_the_square_that_is_asked_about(
    text: str, line: str
) -> None:
    session, _ = position(HUNGER)
    (said,) = played(HUNGER, text)
    assert session.game.words.order(said).steps == session.game.words.order(line).steps


def test_what_goes_first_for_good_is_no_number_of_units() -> None:
    readings = read(HUNGER, "die Rekruten zuerst").readings
    assert not any(line.startswith("lose all") for r in readings for line in r.lines)
