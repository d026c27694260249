"""Which mails tell their reader what his own seat did, and which name it as they do for all."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games import GAMES
from engine.struggle_of_empires import GAME as SOE
from pbem.reports.languages.language import language_of
from tests.pbem.reports.sampled import compose
from tests.pbem.reports.samples import MAILS

EVENTS = [
    {"what": "gift", "data": {"seat": "spain", "receiver": "prussia", "gold": 2}, "n": 700},
    {"what": "rerolled", "data": {"seat": "spain"}, "n": 701},
]
"""What Spain did."""
BY_NAME = "Spain gave Prussia 2 gold. Spain used Reserves"


def told(name: str, **fields: Any) -> str:
    payload = MAILS[name] | {"events": EVENTS, **fields}
    return " ".join(compose(payload, SOE.words).text.split())


@pytest.mark.parametrize(
    ("language", "seat", "said"),
    [
        ("en", "spain", "You gave Prussia 2 gold. You used Reserves"),
        ("en", "prussia", "Spain gave you 2 gold. Spain used Reserves"),
        ("en", "austria", BY_NAME),
        ("de", "spain", "Du hast Preußen 2 Gold geschenkt. Du hast die Reserven eingesetzt"),
        ("de", "prussia", "Spanien schenkte dir 2 Gold. Spanien setzte die Reserven ein"),
        ("de", "austria", "Spanien schenkte Preußen 2 Gold. Spanien setzte die Reserven ein"),
    ],
)
def test_a_report_tells_each_seat_of_itself(language: str, seat: str, said: str) -> None:
    assert said in told("report", language=language, seat=seat)


@pytest.mark.parametrize("name", ["receipt", "started"])
def test_other_mails_to_a_seat_tell_it_of_itself(name: str) -> None:
    assert "You gave Prussia 2 gold." in told(name)


def test_what_everybody_may_read_names_all_seats() -> None:
    assert BY_NAME in told("public report")


def test_the_last_report_names_all_seats() -> None:
    assert BY_NAME in told("final")


def test_a_new_player_reads_what_another_did_with_the_seat() -> None:
    about = MAILS["handover"]["about"] | {"story": EVENTS}

    assert BY_NAME in told("handover", events=[], about=about)


def test_a_power_that_a_seat_leads_keeps_its_name() -> None:
    """France leads several powers: what happens to one of them happens to that power."""
    game = GAMES["seven-years-world-war"]
    language = language_of("en", game.name, game.words, "france")
    placed = {"power": "france", "units": ("x",)}
    lost = {"who": "france", "units": ("x",), "square": "k5", "why": ""}
    offer = {"seat": "france", "power": "spain", "other": "prussia"}

    assert language.words("units.placed", placed) == "France: x."
    assert language.words("units.lost", lost) == "you lost x in k5."
    assert language.words("units.lost", lost | {"who": "austria"}) == "Austria lost x in k5."
    assert language.words("talks.offered", offer) == "you offer Spain to Prussia."
