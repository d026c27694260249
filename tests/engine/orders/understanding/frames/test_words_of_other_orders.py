"""Orders in whose words others seem to be: bids, markers that are played, all of a sort."""

import pytest

from engine.queue.understanding import understand
from tests.engine.orders.understanding.mails_read import (
    action_of_britain,
    ordered,
    played,
    position,
    read,
)
from tests.engine.seven_years_world_war.test_markers import UNITS, at

EARLY = "empires_of_the_ancient_world/actions-early"
MARCH = "seven_years_world_war/winter/deutsch-auf-dem-marsch"
COMBAT = "seven_years_world_war/corrections-of-an-attack-once-misread"
TURN = "seven_years_world_war/breadth/turn_1"
TILES = "struggle_of_empires/actions-tiles"
BRITAIN = "struggle_of_empires/five_writers/action_1"


@pytest.mark.parametrize(
    "text",
    [
        "bid 3 gold for Spain",
        "I bid 3 gold to get Spain on my side",
        "For the auction: I bid 3 gold that Spain is with us",
        "Ich biete 3 Gold auf Spanien",
        "Auf Spanien biete ich 3",
    ],
)
def test_a_bid_written_ahead_is_no_gift(text: str) -> None:
    (reading,) = understand(action_of_britain(), "britain", [text]).readings
    assert reading.several == ("bid 3 red Spain", "bid 3 blue Spain")


def test_a_bid_in_german_names_no_one_who_gets_it() -> None:
    text = "Gebot: 3 Gold, Spanien auf unsere Seite"
    (reading,) = understand(action_of_britain(), "britain", [text]).readings
    assert (reading.sort, reading.lines) == ("proposal", ("bid 3",))


def test_what_is_offered_to_a_power_is_a_gift() -> None:
    (reading,) = understand(action_of_britain(), "britain", ["Ich biete Spanien 3 Gold"]).readings
    assert reading.lines == ("give 3 gold to Spain if it joins",)


@pytest.mark.parametrize(
    "text",
    [
        "I pass this time, and next time I'd like to trade in Asia",
        "Pass, next time I'd like to trade in Italia",
        "Ich passe diesmal, und nächstes Mal möchte ich in Italia handeln",
    ],
)
def test_a_wish_for_the_next_time_leaves_a_pass_as_it_is(text: str) -> None:
    this, wish = read(EARLY, text).readings
    assert (this.sort, wish.sort) == ("order", "remark")
    assert this.lines[0].lower() == "pass"
    assert wish.reason


@pytest.mark.parametrize(
    "text",
    [
        "Ich gebe die beiden Admirale zurück",
        "Die Admirale gehen zurück",
        "return both admirals",
        "return 2 admirals",
    ],
)
def test_all_of_a_sort_are_those_that_are_held(text: str) -> None:
    hand = ["admiral_1", "admiral_2", *["forced_march"] * 9, *["minor_power_alliance"] * 3]
    session = at(
        ["diplomacy_1"],
        phase="free_markers",
        first="britain",
        reactions="ask",
        markers={"britain": hand},
        units={"britain": UNITS["britain"]},
    )
    (reading,) = understand(session, "britain", [text]).readings
    assert reading.sort == "order"
    (order,) = session.game.words.split(reading.lines[0])
    assert ("return", ("admiral_1", "admiral_2")) in [
        *(choice for step in order.steps for choice in step.choices("room")),
        order.anytime,
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Ich bin durch", "done"),
        ("Damit endet mein Zug", "end turn"),
        ("Damit ist mein Zug vorbei", "end turn"),
        ("Mein Zug ist vorbei", "end turn"),
    ],
)
def test_a_turn_and_a_phase_end_in_german(text: str, line: str) -> None:
    assert played(COMBAT, text) == [line]


@pytest.mark.parametrize("text", ["That ends my turn", "My turn ends here"])
def test_who_ends_a_turn_ends_more_than_its_phase(text: str) -> None:
    session, seat = position(TURN)
    (reading,) = understand(session, seat, [text]).readings
    (order,) = session.game.words.split(reading.lines[0])
    assert len(order.steps) > 1


@pytest.mark.parametrize(
    "text",
    [
        "Verlege als Gewaltmarsch 1 Armee von C16 nach D15",
        "Verlege 1 Armee mit Gewaltmarsch von C16 nach D15",
        "Gewaltmarsch: ziehe 1 Armee von C16 nach D15",
        "move 1 army from C16 to D15 with a forced march",
    ],
)
def test_a_move_by_a_marker_is_no_plain_move(text: str) -> None:
    assert played(MARCH, text) == ["force march 1 army from C16 to D15"]


@pytest.mark.parametrize(
    "text",
    ["Forced march: bring 1 army from C16 to D15", "Gewaltmarsch: bewege 1 Armee nach Polen"],
)
def test_a_marker_named_as_a_heading_is_not_lost(text: str) -> None:
    assert "order" not in {reading.sort for reading in read(MARCH, text).readings}


def test_an_attack_with_a_marker_is_no_plain_attack() -> None:
    text = "Ich setze den Gewaltmarsch ein und greife C16 aus C15 an"
    assert played(COMBAT, text) == ["force march attack C16 from C15 using Engagement"]


@pytest.mark.parametrize("text", ["Danke dir, sehr nett", "Thank you, very kind", "Danke!"])
def test_thanks_order_nothing(text: str) -> None:
    (reading,) = read(COMBAT, text).readings
    assert reading.sort == "remark"


@pytest.mark.parametrize("text", ["Danke, ich bin fertig", "Thanks, that's all"])
def test_what_is_said_behind_thanks_counts(text: str) -> None:
    assert played(COMBAT, text) == ["done"]


@pytest.mark.parametrize(
    "text",
    [
        "presskommando bitte, das neue schiff gleich rueber in die karibik",
        "Presskommando und das neue Schiff in die Karibik verlegen",
        "Pressgangs, the new ship to the Caribbean",
    ],
)
def test_the_new_ship_is_the_one_of_the_tile(text: str) -> None:
    assert played(TILES, text) == ["use Pressgangs in Caribbean"]


@pytest.mark.parametrize(
    "text",
    [
        "Rebuild in the Caribbean with the army that is now in the German States",
        "Rebuild in the Caribbean the army in the German States",
        "Rebuild the army in the German States in the Caribbean",
    ],
)
def test_units_come_from_where_they_are_said_to_be(text: str) -> None:
    assert ordered(BRITAIN, text, 84) == ["rebuild army from German States in Caribbean"]
