"""What players write who are away, or back."""

import pytest

from pbem.inbox.reading import absences, requests

AWAY = {
    "I'll be away until 27 December": ("until 27 December", ""),
    "between 20 and 27 December I'm away": ("from 20 to 27 December", ""),
    "I'm away from 20 to 27 December, stand-in please": ("from 20 to 27 December", "stand-in"),
    "Sorry, I'm ill until 5 January. Please use a stand-in.": ("until 5 January", "stand-in"),
    "I'm away 2026-12-20 to 2026-12-27, standing orders please": (
        "2026-12-20 to 2026-12-27",
        "standing orders",
    ),
    "I am on holiday next week": ("", ""),
    "I can't play next week": ("", ""),
    "Urlaub bis 27.12.": ("until 27.12.", ""),
    "ich bin vom 3. bis 12. Dezember im Urlaub, ein Bot soll für mich spielen": (
        "from 3. to 12. December",
        "stand-in",
    ),
    "I am away from 3 to 12 December, a bot should play for me": (
        "from 3 to 12 December",
        "stand-in",
    ),
    "Vom 20.12. bis zum 3.1. bin ich im Urlaub, bitte Vertretung": (
        "from 20.12. to 3.1.",
        "stand-in",
    ),
    "Ich bin nächste Woche weg": ("", ""),
    "offline until 27 December": ("until 27 December", ""),
    "I'm ill until 5 January. I can't play.": ("until 5 January", ""),
    "Ich bin bis zum 3.1. weg, ich komme danach zurück": ("until 3.1.", ""),
}
BACK = [
    "Hi, sorry, I was in hospital. I am back.",
    "I'm back from holiday",
    "Hallo, ich war im Krankenhaus. Ich bin wieder da.",
]
NEITHER = [
    "attack India, I'm away next week",
    "I'll be back on 5 January",
    "I can't play the general here",
    "stand-in please",
    "Hello",
]


@pytest.mark.parametrize("line", AWAY)
def test_who_is_away_says_when_and_who_plays(line: str) -> None:
    assert [one.verb for one in requests.read([line]).commands] == ["away"]
    assert absences.apart(line) == AWAY[line]


@pytest.mark.parametrize("line", BACK)
def test_who_is_back_says_so(line: str) -> None:
    assert [one.verb for one in requests.read([line]).commands] == ["back"]


@pytest.mark.parametrize("line", NEITHER)
def test_what_says_something_else_is_neither(line: str) -> None:
    assert absences.tells_of(line) == ""
