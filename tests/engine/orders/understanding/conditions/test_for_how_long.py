"""For how long a standing order is meant, in whatever words, in front and behind."""

import pytest

from tests.engine.orders.understanding.mails_read import ordered

AUCTION = "in auctions: pass, this war"
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
