"""When a standing order answers and for how long, in whatever words, in front and behind."""

import pytest

from tests.engine.orders.understanding.mails_read import ordered

AUCTION = "in auctions: pass, this war"
AMBUSH = ("empires_of_the_ancient_world/german/standing", 1)
DUTCH = ("struggle_of_empires/autumn/france-waits-its-turn", 8)
WHERE = ("struggle_of_empires/writers/third-standing", 7)


@pytest.mark.parametrize(
    "text",
    [
        "On every auction I pass as long as the current war lasts.",
        "In every auction I pass until this war is over",
        "For the duration of this war I just pass whenever there is an auction.",
        "This war, pass in all auctions",
        "Bis Kriegsende in allen Auktionen passen.",
        "auktionen: immer passen solange dieser krieg läuft",
        "Bis dieser Krieg vorbei ist, passe ich in allen Auktionen",
        "Wir passen diesen Krieg hindurch in sämtlichen Auktionen.",
        "Russland passt bis zum Ende des Krieges grundsätzlich bei den Bündnisauktionen.",
        "Dauerbefehl für den laufenden Krieg: Auktion = passe",
    ],
)
def test_a_time_is_read_in_front_and_behind(text: str) -> None:
    assert [line.removeprefix("when ") for line in ordered(WHERE[0], text, WHERE[1])] == [AUCTION]


@pytest.mark.parametrize(
    "text",
    [
        "Whenever somebody attacks Aegyptus, my army remains inside the walls and the moderator "
        "chooses the best deck for me.",
        "Werde ich in Ägypten angegriffen, bleibe ich im Fort, der Moderator nimmt die besten "
        "Karten.",
    ],
)
def test_what_is_left_to_the_moderator_is_not_lost(text: str) -> None:
    lines = ["when attacked in Aegyptus: inside; best deck"]
    assert ordered("empires_of_the_ancient_world/standing", text, 0) == lines


@pytest.mark.parametrize(
    "text",
    [
        "Should Red ever attack me, I want to use the ambush.",
        "As soon as and as often as I am attacked by Red, I ambush",
        "Any attack on me by Red: ambush",
        "Sollte Rot mich attackieren, Hinterhalt",
        "Für alle Angriffe von Rot auf mich gilt: Hinterhalt",
        "Sobald Rot über mich herfällt: Hinterhalt",
    ],
)
def test_an_attack_that_may_come_is_told_in_many_ways(text: str) -> None:
    assert ordered(AMBUSH[0], text, AMBUSH[1]) == ["when attacked by Red: ambush"]


@pytest.mark.parametrize(
    "text",
    [
        "Any Dutch attack on me in the Carib: my ships stay out of it, I refuse the sea fight.",
        "Should the Netherlands ever attack me in the Caribbean, then I don't fight with the navy "
        "at sea.",
        "Sollten mich die Niederlande in der Karibik angreifen: auf See nicht kämpfen",
    ],
)
def test_it_may_say_where(text: str) -> None:
    lines = ["when attacked by United Provinces in Caribbean: at sea: decline"]
    assert ordered(DUTCH[0], text, DUTCH[1]) == lines


@pytest.mark.parametrize(
    "text",
    ["Diese Auktion endet, ich biete 2 in Rot für Spanien.", "This war ends soon, I pass."],
)
def test_what_ends_is_a_time_only_behind_until(text: str) -> None:
    assert not [line for line in ordered(WHERE[0], text, WHERE[1]) if "auction" in line]
