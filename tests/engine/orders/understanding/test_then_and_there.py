"""What comes of an order, or comes next, is said in short behind it."""

import pytest

from tests.engine.orders.understanding.mails_read import ordered, read

ANTIQUITY = "empires_of_the_ancient_world"
WORLD_WAR = "seven_years_world_war"
BATTLES = f"{WORLD_WAR}/november/battles-of-britain"
DIPLOMACY = f"{ANTIQUITY}/november/diplomacy"
TURNS = f"{ANTIQUITY}/writers/whole-turns"
MARCH = f"{WORLD_WAR}/five_writers/move_1"
RETREAT = f"{WORLD_WAR}/five_writers/retreat_2"
SEA = f"{ANTIQUITY}/breadth/deck_4_sea_small"


@pytest.mark.parametrize(
    "text",
    [
        "Angriff von E7 auf D7, danach vorrücken.",
        "My two vet armies in E7 attack D7, all of them move in afterwards.",
        "The British in E7 assault D7 and then occupy it.",
    ],
)
def test_the_last_clause_says_what_comes_of_an_attack(text: str) -> None:
    attack, advance = ordered(BATTLES, text, 7)
    assert attack.startswith("attack D7 from E7")
    assert advance == "advance"


@pytest.mark.parametrize(
    "text",
    [
        "Diplomatie in der Kyrenaika, dann im Central Mediterranean.",
        "Diplomatie in der Kyrenaika und mit der nächsten Aktion im Central Mediterranean.",
        "Diplomatie in der Kyrenaika, dann dasselbe im Zentralen Mittelmeer.",
    ],
)
def test_a_place_goes_on_with_an_order_that_needs_no_more(text: str) -> None:
    assert ordered(DIPLOMACY, text, 5) == [
        "diplomacy Cyrenaica",
        "diplomacy Central Mediterranean",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Fort in Ägypten, und wenn wir wieder dran sind, Fort in der Cyrenaica.",
        "I build a fort in Egypt and with my next action one in Cyrenaica.",
        "A fortress for Egypt at once. A second fortress for Cyrenaica as my following action.",
    ],
)
def test_what_is_done_next_time_follows_where_a_turn_has_one_action(text: str) -> None:
    readings = read(TURNS, text, 26).readings
    assert len(readings) == 2
    assert {reading.sort for reading in readings} == {"order"}
    assert readings[1].lines == ("fort in Cyrenaica",)


def test_some_of_a_force_stay_on_its_way() -> None:
    text = "3 Veteranenarmeen von C16 über D16 nach D17, eine davon bleibt in D16"
    line = "move 3 veteran armies from C16 to D17 via D16, drop 1 at D16"
    assert ordered(MARCH, text, 80) == [line]


def test_who_is_counted_again_is_not_placed_once_more() -> None:
    text = "In D16 setzen wir vier österreichische Armeen ein, davon zwei Veteranen."
    readings = read(f"{WORLD_WAR}/five_writers/set_up_1", text, 0).readings
    assert all(reading.sort != "order" for reading in readings)


def test_dashes_between_squares_show_a_way() -> None:
    text = "3 vet armies C16-D16-D17"
    line = "move 3 veteran armies from C16 to D17 via D16"
    assert ordered(MARCH, text, 80) == [line]


@pytest.mark.parametrize(
    "text",
    [
        "Rückzug: 1 Armee D15, 1 Armee D17",
        "one army retreats to D15, the other one to D17",
    ],
)
def test_one_goes_here_and_the_other_there(text: str) -> None:
    assert ordered(RETREAT, text, 34) == ["retreat 1 army to D15 and 1 army to D17"]


@pytest.mark.parametrize(
    "text",
    ["2 galeeren, speer, plänkler zu fuß", "1. Galeere 2. Galeere 3. Speer 4. Foot Skirmishers"],
)
def test_a_name_that_only_looks_like_a_plural_is_one_card(text: str) -> None:
    assert ordered(SEA, text, 0) == ["deck: Galley, Galley, Spear, Foot Skirmishers"]


def test_what_stands_behind_an_article_is_no_mere_reason() -> None:
    (reading,) = read(SEA, "Zwei Galeeren, den Speer drauf und hinten die Plänkler.", 0).readings
    assert reading.sort != "order"


@pytest.mark.parametrize(
    "text",
    [
        "Ich gebe den Russen fünf Punkte aus meiner Kasse.",
        "Russia receives 5 points out of my treasury, as promised.",
        "Wir unterstützen Russland mit fünf Punkten aus dem Schatz.",
    ],
)
def test_what_is_given_may_come_out_of_the_treasury(text: str) -> None:
    assert ordered(f"{WORLD_WAR}/five_writers/table_3", text, 54) == ["give 5 points to Russia"]
