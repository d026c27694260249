"""`pbem pace`, `pbem new --pace` and `pbem release`: how a host sets the time that answers have."""

from __future__ import annotations

import json
from typing import Any

from engine.games import GAMES


def due(club: Any) -> str:
    (game,) = json.loads(club.done("status", "--json"))["games"]
    return str(game["awaited"][0]["due"])


def test_a_pace_is_set_with_a_new_campaign_and_told_to_who_is_invited(club: Any) -> None:
    printed = club.done(
        *("new", next(iter(GAMES)), "--name", "club1", "--seats", 4),
        *("--invite", "friend@example.org"),
        *("--pace", "3 working days", "--pace-hours", "8-22", "--zone", "Europe/Berlin"),
        *("--blackout", "2026-12-24..2026-12-27", "--blackout", "2027-01-01", "--grace", "12h"),
    )
    assert "3 working days for an answer." in printed
    assert "2026-12-24 to 2026-12-27, 2027-01-01" in printed
    club.run()
    (text,) = club.texts("friend@example.org")
    assert "You have 3 working days for an answer." in text
    assert "Deadlines fall between 8:00 and 22:00 (Europe/Berlin)" in text


def test_a_pace_is_shown_and_changed(playing: Any) -> None:
    assert "48 hours for an answer." in playing.done("pace", "club1")
    before = due(playing)
    printed = playing.done("pace", "club1", "72h", "--because", "holidays")
    assert "72 hours for an answer." in printed
    assert due(playing) > before
    playing.run()
    assert "The pace has changed" in playing.mails("player@example.org")[-1]["Subject"]


def test_a_shorter_pace_leaves_a_quarter_of_it(playing: Any) -> None:
    playing.run(hours=20)
    playing.done("pace", "club1", "8h")
    assert due(playing) == "2026-12-02T18:00:00+00:00"


def test_what_is_no_pace_is_told_in_one_line(playing: Any) -> None:
    for given, how in (
        (["soon"], "write 48h, 2 days or 3 working days"),
        (["--hours", "22-8"], "write 8-22"),
        (["--bank", "lots"], "write it like 72h +24h max 120h"),
        (["--zone", "Europe/Berln"], "write one like Europe/Berlin"),
    ):
        result = playing.pbem("pace", "club1", *given)
        assert result.exit_code == 2
        assert how in result.stderr
    assert playing.pbem("pace", "club1", "48h").exit_code != 0, "it has this pace already"
    assert playing.pbem("pace", "club7", "48h").exit_code != 0


def test_a_paused_game_shows_no_deadline(playing: Any) -> None:
    playing.done("pause", "club1")
    assert "no time runs: paused" in playing.done("status")
    (game,) = json.loads(playing.done("status", "--json"))["games"]
    assert game["awaited"][0]["due"] is None


def test_stopped_clocks_are_shown_and_released(playing: Any) -> None:
    assert playing.pbem("release").exit_code != 0
    playing.run(hours=24 * 5)
    shown = playing.done("status")
    assert "All clocks stand still" in shown
    assert "pbem release" in shown
    assert "no time runs: stopped" in shown
    playing.done("release")
    assert "All clocks" not in playing.done("status")
    assert due(playing) > playing.now.isoformat()
