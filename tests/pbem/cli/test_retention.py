"""Mails of games that are over are emptied after a time; those of games that are played stay."""

from __future__ import annotations

import pytest

from pbem.daemon.maintenance import retention
from tests.pbem.cli.conftest import PLAYER, Club


def kept(club: Club) -> tuple[int, int]:
    """How many mails that came, and that were sent, still say something."""
    ((came,),) = club.sql("SELECT count(*) FROM inbound_mail WHERE length(raw) > 0")
    ((sent,),) = club.sql("SELECT count(*) FROM outgoing WHERE payload != ''")
    return int(str(came)), int(str(sent))


@pytest.fixture
def over(playing: Club) -> Club:
    """A game that ended a moment ago, by settings that keep mails for some days."""
    (playing.folder / "config.toml").write_text(
        (playing.folder / "config.toml")
        .read_text()
        .replace("raw_mails = 0", "raw_mails = 30")
        .replace("sent_payloads = 0", "sent_payloads = 10")
    )
    playing.done("cancel", "club1", "--because", "a test", "--yes")
    playing.run(minutes=1)
    return playing


def test_mails_are_emptied_so_many_days_after_the_end_of_their_game(over: Club) -> None:
    came, sent = kept(over)
    assert came >= 2
    assert sent >= 4
    over.run(days=9)
    assert kept(over) == (came, sent)
    over.run(days=2)
    assert kept(over) == (came, 0)
    over.run(days=20)
    assert kept(over)[0] == 0


def test_what_needs_them_goes_on_without(over: Club) -> None:
    over.run(days=40)
    assert "club1" in over.done("report", "club1", "--public")
    assert [name for name, ok in over.verified("club1") if ok == "WRONG"] == []
    over.answer(PLAYER, "status")
    over.run(minutes=1)
    said = over.pbem("rebuild", "club1")
    assert said.exit_code == 1
    assert "of its mails are not kept any more" in said.stdout
    assert over.done("rebuild")


def test_answers_to_strangers_go_too_and_stay_while_an_older_game_is_played(over: Club) -> None:
    over.write("stranger@example.net", "moderator@example.org", "How do I play with you?")
    over.run(minutes=1)
    answers = "SELECT payload FROM outgoing WHERE kind = 'stranger'"
    over.sql("UPDATE game SET status = 'running'")
    over.run(days=400)
    ((kept_one,),) = over.sql(answers)
    over.sql("UPDATE game SET status = 'over'")
    over.run(days=1)
    ((now,),) = over.sql(answers)

    assert kept_one
    assert not now


def test_mails_of_a_game_that_is_played_stay(over: Club) -> None:
    over.sql("UPDATE game SET status = 'running', ended = NULL")
    before = kept(over)
    over.run(days=400)
    assert kept(over)[0] == before[0]
    assert kept(over)[1] >= before[1]


def test_all_stay_where_the_settings_do_not_say_otherwise(playing: Club) -> None:
    playing.done("cancel", "club1", "--because", "a test", "--yes")
    playing.run(minutes=1)
    before = kept(playing)
    playing.run(days=4_000)
    assert kept(playing) == before


@pytest.mark.parametrize("number", ["FOUND", "BATCH"])
def test_many_are_emptied_in_portions(
    over: Club, monkeypatch: pytest.MonkeyPatch, number: str
) -> None:
    monkeypatch.setattr(retention, number, 1)
    over.run(days=31)
    assert kept(over) == (0, 0)
