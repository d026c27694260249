"""What a player writes about his mails, as it is read."""

import pytest

from engine.core.decision import Refusal
from engine.core.messages import message
from engine.games import GAMES
from pbem.settings.preferences import USUAL, Preferences, changed, restored, stored, wish_in
from tests.wording import worded

SAID = {
    "html": (True, ["html", "HTML on", "html: on", "with html", "text and HTML"]),
    "text": (False, ["text only", "Plain text.", "only text", "html off", "no html, please"]),
    "with map": (True, ["map on", "maps on", "with maps", "with the map", "map: on"]),
    "no map": (False, ["map off", "No map!", "without maps", "no maps please", "maps: none"]),
    "my turn": (True, ["only my turn", "Only on my turn", "only mail me when it's my turn"]),
    "all": (False, ["all reports", "all mails", "every report", "only my turn off"]),
}
KEYS = {"html": "html", "text": "html", "with map": "maps", "no map": "maps"}
HOURS = {
    "digest": 7,
    "digest on": 7,
    "Daily digest": 7,
    "digest at 7": 7,
    "digest: 7:00": 7,
    "digest daily at 19": 19,
    "please digest at 7 pm": 19,
    "digest at 12 am": 0,
    "a daily digest at 18h": 18,
    "digest at noon": 12,
    "digest at 0": 0,
}


@pytest.mark.parametrize("name", SAID)
def test_preferences_are_read_in_natural_slips(name):
    value, lines = SAID[name]
    key = KEYS.get(name, "only_my_turn")
    assert {line: wish_in(line) for line in lines} == {line: ({key: value}, "") for line in lines}


@pytest.mark.parametrize(("line", "hour"), HOURS.items())
def test_the_hour_of_a_digest_is_read(line, hour):
    assert wish_in(line) == ({"digest": hour}, "")


@pytest.mark.parametrize("line", ["digest off", "no digest", "Stop the digest", "without digests"])
def test_a_digest_is_ended(line):
    assert wish_in(line) == ({"digest": None}, "")


@pytest.mark.parametrize(
    ("line", "called"),
    [
        ("language de", "de"),
        ("Language: Deutsch, please", "deutsch"),
        ("my language is German.", "german"),
        ("Sprache: Französisch", "französisch"),
        ("language", ""),
    ],
)
def test_a_language_is_taken_as_it_is_called(line, called):
    assert wish_in(line) == ({"language": called}, "")


@pytest.mark.parametrize(
    ("line", "possible"),
    [
        ("digest at 25", "digest at 7"),
        ("digest at 7:30", "a full hour"),
        ("digest at 13 pm", "digest off"),
        ("digest weekly", "digest at 19"),
        ("map sometimes", "map on or map off"),
        ("map", "map on or map off"),
        ("html maybe", "html on"),
    ],
)
def test_what_cannot_be_had_is_refused_with_what_can(line, possible):
    wish = wish_in(line)
    assert wish.changes == {}
    assert possible in worded(message(wish.problem))


@pytest.mark.parametrize(
    "line",
    [
        "the map looks great this time, thank you",
        "only now did I see that it was my turn",
        "all armies to India",
        "text me when you are home",
        "digest of what I think about the last war",
        "no",
        "",
        "map " + "x" * 200,
    ],
)
def test_other_lines_are_left_alone(line):
    assert wish_in(line) is None


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_no_game_reads_a_preference_as_an_order(game):
    lines = [line for _, lines in SAID.values() for line in lines] + [*HOURS, "language de"]
    orders = [line for line in lines if not isinstance(game.words.split(line), Refusal)]
    assert orders == []


def test_what_is_usual_takes_no_room_in_the_store():
    other = changed(USUAL, {"html": False, "digest": 0})
    assert stored(USUAL) == ""
    assert restored("") == USUAL
    assert restored(stored(other)) == other == Preferences(html=False, digest=0)


def test_a_language_stored_in_earlier_versions_counts():
    assert restored('{"html":false,"language":"de"}') == Preferences(html=False, language="de")
