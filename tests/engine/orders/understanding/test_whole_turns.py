"""Turns written in prose: orders that are repeated, go on with a place, or depend on another."""

import pytest

from engine.games import GAMES
from tests.engine.orders.understanding.answers.test_short_answers import played, read

ATTACK = "attack Russia in Baltic"


def lines(text: str, name: str = "whole-turns") -> list[str]:
    """The canonical lines of a turn, in small letters."""
    return [line.casefold().removesuffix(".") for line in played(read(name, text))]


@pytest.mark.parametrize(
    "text",
    [
        "Attack Russia in the Baltic. Twice.",
        "attack Russia in the Baltic, then do the same again",
        "Both actions: attack Russia in the Baltic",
        "With both actions I attack Russia in the Baltic",
        "two attacks on Russia in the Baltic",
    ],
)
def test_an_order_is_meant_as_often_as_is_said(text: str) -> None:
    assert [line.replace("the ", "") for line in lines(text)] == [ATTACK.casefold()] * 2


def test_thanks_again_repeats_nothing() -> None:
    assert len(lines(f"{ATTACK}. Thanks again!")) == 1


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("I'd attack Russia in the Baltic and then build an army there.",
         [ATTACK, "build army in Baltic"]),
        ("Banking, then attack Russia in the Baltic", ["claim Banking", ATTACK]),
        ("Improved Agriculture first, then let's attack Russia in the Baltic",
         ["use Improved Agriculture", ATTACK]),
        ("We'll attack Britain in Germany, and France gets 2 gold if it helps",
         ["attack Britain in German States", "give 2 gold to France if it joins"]),
        ("So attack Russia in the Baltic, and if that fails I attack again",
         [ATTACK, f"if it loses: {ATTACK}"]),
        ("attack Russia in the Baltic, then Britain",
         [ATTACK, "attack Britain in Baltic"]),
        ("Build navy in Baltic. After that they attack Russia.",
         ["build navy in Baltic", ATTACK]),
        ("The army in Germany goes to the Baltic. Attack Russia with it.",
         ["move army German States to Baltic", ATTACK]),
        ("Russia is weak in the Baltic. I attack them there, then I pass.", [ATTACK, "pass"]),
        ("I'd like another army in the Baltic and a navy in the East Indies.",
         ["build army in Baltic", "build navy in East Indies"]),
        ("(1) Attack Russia in Baltic\n(2) pass", [ATTACK, "pass"]),
        ("please attack the weaker neutral in the East Indies",
         ["attack neutral 2 in East Indies"]),
        ("let's attack the neutral with the point in the East Indies",
         ["attack neutral 3+1vp in East Indies"]),
    ],
)  # fmt: skip
def test_a_turn_in_prose_is_read_order_by_order(text: str, meant: list[str]) -> None:
    assert lines(text) == [line.casefold() for line in meant]


def test_they_who_were_attacked_are_not_others_in_the_same_place() -> None:
    assert lines(f"{ATTACK}. Then I attack them there again.") == [ATTACK.casefold()] * 2


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (
            "the Caribbean navy goes to South America, then the army after it",
            "move navy Caribbean to South America, army Caribbean to South America",
        ),
        (
            "Flotte aus Nordamerika nach Indien, eine Armee aus Deutschland hinterher",
            "move navy North America to India, army German States to India",
        ),
        ("set up a bank: Banking tile", "claim Banking"),
        ("get me Banking (claim Banking)", "claim Banking"),
        (
            "build a navy in the Baltic. An army from Africa to India",
            "build navy in Baltic; move army Africa to India",
        ),
    ],
)
def test_what_follows_another_force_or_only_names_it_again_is_read_with_it(
    text: str, meant: str
) -> None:
    said = "; ".join(lines(text, "breadth/action_1"))
    assert said.replace("; army", ", army").replace(" a ", " ").replace("the ", "") == (
        meant.casefold()
    )


@pytest.mark.parametrize(
    "text",
    [
        f"{ATTACK}. No, rather Britain.",
        "Ich greife Russland im Baltikum an. Nein, lieber Britannien.",
    ],
)
def test_what_is_wanted_rather_than_an_order_before_takes_its_place(text: str) -> None:
    assert lines(text) == ["attack britain in baltic"]


def test_units_sent_to_a_place_say_nothing_of_where_others_attack() -> None:
    readings = read("whole-turns", "Build a navy in the East Indies, then attack Britain.").readings
    assert [r.lines for r in readings if r.sort == "order"] in (
        [],
        [("build navy in East Indies",)],
    )


@pytest.mark.parametrize(
    "text", ["Russia, Baltic", "Ouch, Britain took India.", "Russia is too strong in the Baltic."]
)
def test_nobody_is_attacked_where_nothing_says_so(text: str) -> None:
    assert "order" not in {reading.sort for reading in read("whole-turns", text).readings}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("build an army and a navy in the Baltic",
         ["build army in Baltic", "build navy in Baltic"]),
        ("The army in Germany and the one in the East Indies march to the Baltic",
         ["move army German States to Baltic, army East Indies to Baltic"]),
        ("One of my armies in the Baltic goes to Germany and the other one to India",
         ["move army Baltic to German States, army Baltic to India"]),
    ],
)  # fmt: skip
def test_what_is_joined_by_and_shares_verb_and_place(text: str, meant: list[str]) -> None:
    assert lines(text) == [line.casefold() for line in meant]


@pytest.mark.parametrize(
    "text",
    [
        "Mercenaries in the Baltic, then attack Russia in the same region",
        "use Mercenaries in the Baltic. Then attack Russia at the same place.",
        "use Mercenaries in the Baltic, then attack Russia in that area",
    ],
)
def test_the_same_place_is_the_one_that_was_said(text: str) -> None:
    assert lines(text)[-1].replace("the ", "") == ATTACK.casefold()


def test_letters_with_dots_are_read_as_without() -> None:
    assert lines("attack Britain in the E.I.") == lines("attack Britain in the EI") != []


def sorts(text: str) -> list[str]:
    """What the parts of a mail are."""
    return [reading.sort for reading in read("whole-turns", text).readings]


def test_what_stands_above_orders_with_a_colon_orders_nothing() -> None:
    assert sorts(f"a quick turn from the train:\n\n{ATTACK}")[-1:] == ["order"]
    assert "proposal" not in sorts(f"a quick turn from the train:\n\n{ATTACK}")


def test_orders_under_the_heading_of_another_turn_are_shown_and_announcements_are_not() -> None:
    assert sorts(f"For my next turn: {ATTACK}") == ["proposal"]
    assert sorts("Next turn I will attack Russia in the Baltic.") == ["remark"]


@pytest.mark.parametrize("text", ["army Baltic, then attack Russia there", "fort Baltic, attack"])
def test_a_row_is_not_lost_in_the_order_behind_it(text: str) -> None:
    assert "order" not in sorts(text)


def test_what_is_said_to_another_player_is_not_played() -> None:
    assert sorts("Russia, don't you dare to attack my Baltic") == ["remark"]


def test_what_is_done_to_another_player_and_told_to_them_is_proposed() -> None:
    assert sorts("Russia, I attack you in the Baltic!") == ["proposal"]
    assert sorts("Russia, nothing personal, but I attack you in the Baltic.") == ["proposal"]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("never fight at sea", "when at sea: at sea: decline"),
        ("nie auf See kämpfen", "when at sea: at sea: decline"),
        ("immer auf See kämpfen", "when at sea: at sea: fight"),
        ("never pay for sinking ships", "when a unit would sink: accept"),
        ("when asked about Surprise Attack: no", "when in combat: no Surprise Attack"),
        ("If I am asked whether I join: no", "when anyone asks: call: decline"),
        ("Wenn ich gefragt werde, ob ich mitmache: nein", "when anyone asks: call: decline"),
    ],
)
def test_what_is_never_done_is_not_done_for_good(text: str, meant: str) -> None:
    assert lines(text) == [meant.casefold()]


@pytest.mark.parametrize("of", ["empire", "colony"])  # the second is how people say an order
def test_where_nothing_is_said_to_be_done_nothing_is_ordered_for_good(of: str) -> None:
    assert "order" not in sorts(f"fleet of the {of} for the better, and never twice the same")


def test_what_never_passes_does_not_pass_in_auctions() -> None:
    assert "order" not in sorts("never pass in auctions")


@pytest.mark.parametrize(
    ("said", "doubts"),
    [
        ("Britain, why don't you help me?", False),
        ("Spain, don't you dare to attack my Baltic.", False),
        ("Russia, shall we do this?", True),
        ("Britain, what do you think of this plan?", True),
        ("Britain, would you attack Russia?", True),
        ("Why not attack Britain?", True),
    ],
)
def test_what_is_said_to_another_player_puts_no_order_in_doubt(said: str, doubts: bool) -> None:
    understood = read("whole-turns", f"{said}\n{ATTACK}")
    assert bool(understood.doubts) is doubts
    assert understood.readings[-1].lines == (ATTACK,)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("A fort shall be built in the Baltic, and Russia is to be attacked there.",
         ["build fort in Baltic", ATTACK]),
        ("2 builds: an army to the Baltic, then a fort next to it",
         ["build army in Baltic", "build fort in Baltic"]),
        ("Then two new armies, one for the Baltic and one for the German States.",
         ["build army in Baltic", "build army in German States"]),
        ("I move two armies: one from the German States to India, one from the Baltic to Africa",
         ["move army German States to India, army Baltic to Africa"]),
        ("army German States -> Baltic", ["move army German States to Baltic"]),
        ("Take Banking (6g).", ["take Banking"]),
        ("Build a ship and an army in the Baltic, in that order, ship first.",
         ["build navy in Baltic", "build army in Baltic"]),
        ("Build a fort and an army in the Baltic, fort first",
         ["build fort in Baltic", "build army in Baltic"]),
        ("What I want is to attack Russia in the Baltic.", [ATTACK]),
        ("Im Baltikum soll eine Festung gebaut werden, dann ist Russland dort anzugreifen.",
         ["build fort in Baltic", ATTACK]),
        ("Armee Deutsche Staaten -> Baltikum", ["move army German States to Baltic"]),
        ("attack Britain in the East Indies. At sea: no.",
         ["attack Britain in East Indies", "at sea: decline"]),
        ("attack Britain in the East Indies, no fight at sea there",
         ["attack Britain in East Indies", "at sea: decline"]),
        ("attack Britain in the East Indies. And yes, we fight them on the water.",
         ["attack Britain in East Indies", "at sea: fight"]),
    ],
)  # fmt: skip
def test_orders_are_read_in_the_shapes_that_people_give_them(text: str, meant: list[str]) -> None:
    assert [line.replace("the ", "") for line in lines(text)] == [one.casefold() for one in meant]


@pytest.mark.parametrize(
    "text",
    [
        "Russia will be attacked by Britain in the Baltic",
        "If Russia is to be attacked in the Baltic, tell me.",
        "I think we will be attacked in the Baltic",
    ],
)
def test_what_is_only_told_or_offered_is_not_played(text: str) -> None:
    assert lines(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Russia will be attacked in the Baltic.",
        "Build a fort in the Baltic. Then Russia will be attacked there.",
        "Russland wird im Baltikum angegriffen.",
        "Build a fort and an army in the Baltic, the army first",
        "Attack Russia in the Baltic, then attack them once more",
    ],
)
def test_what_may_only_be_foretold_or_in_another_order_is_proposed(text: str) -> None:
    assert sorts(text)[-1] == "proposal"


@pytest.mark.parametrize(
    "text",
    [
        "A fort shall be built in the Baltic.",
        "Then two new armies, one for the Baltic and one for the German States.",
        "Russia, I attack you in the Baltic!",
        "army German States -> Baltic",
    ],
)
def test_players_are_quoted_in_their_own_words(text: str) -> None:
    assert {reading.text for reading in read("whole-turns", text).readings} == {text}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Attack Russia in the Baltic once more", [ATTACK]),
        ("Attack Russia in the Baltic, just once.", [ATTACK]),
        ("I won't do anything this turn.", ["pass both"]),
        ("I sit out both actions.", ["pass both"]),
    ],
)
def test_once_only_counts_and_a_turn_is_passed_in_many_words(text: str, meant: list[str]) -> None:
    found = [line.replace(", just", "").replace("the ", "").rstrip(".") for line in lines(text)]
    assert found == [one.casefold() for one in meant]


def test_what_is_said_as_it_is_read_is_not_quoted_as_a_part_of_something_else() -> None:
    text = "A fort shall be built in the Baltic. A fort in the Baltic!\nbuild A fort"

    quoted = [reading.text for reading in read("whole-turns", text).readings]

    assert quoted[0] == "A fort shall be built in the Baltic."
    assert quoted[1:] == ["A fort in the Baltic!", "build A fort"]


@pytest.mark.parametrize(
    "text",
    [
        "ok, end my turn please",
        "end turn, thanks",
        "that's my whole turn over, thx",
        "hi, end turn",
    ],
)
def test_polite_words_change_nothing_about_the_end_of_a_turn(text: str) -> None:
    marching = "../seven_years_world_war/everyday_english_two/britain-takes-its-turn"
    [line] = lines(text, marching)
    assert GAMES["seven-years-world-war"].words.order(line).steps[0].now
