"""Who was coming to a table or leaving it under a version before goes on under today's code."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.pbem.cli.conftest import Club
from tests.pbem.store.moderators import THEN, unpack


@pytest.fixture(scope="session")
def up_to_date(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = unpack(tmp_path_factory.mktemp("older tables") / "club", "v0005")
    Club(folder, THEN["v0005"]).done("init", folder)
    return folder


@pytest.fixture
def older(up_to_date: Path, tmp_path: Path) -> Club:
    """Its moderator, brought up to date."""
    return Club(shutil.copytree(up_to_date, tmp_path / "club"), THEN["v0005"])


def answer(club: Club, who: str, kind: str, text: str) -> dict[str, str]:
    """Answer the last mail of a kind to somebody; the mails that come of it, by kind and person."""
    mail = [m for m in club.mails(f"{who}@example.org") if m["Message-ID"].split(".")[1] == kind][
        -1
    ]
    before = len(club.mails())
    club.write(f"{who}@example.org", mail["Reply-To"], text, f"Re: {mail['Subject']}")
    club.run(minutes=1)
    new, texts = club.mails()[before:], club.texts(since=before)
    names = (f"{m['Message-ID'].split('.')[1]} {m['X-Envelope-To'].split('@')[0]}" for m in new)
    return dict(zip(names, texts, strict=True))


def test_who_was_invited_takes_the_seat_over_by_the_tag_of_the_old_mail(older: Club) -> None:
    told = answer(older, "new", "takeover", "yes\nname: A Newcomer")
    assert "AUSTRIA, this seat is yours now" in told["handover new"]
    assert "notice austria" in told
    assert "A Newcomer" in older.done("status", "soe1")
    assert "bot instead" not in older.done("status", "soe1")
    assert answer(older, "new", "handover", "status").keys() == {"status new"}
    assert ["chain", "ok"] in older.verified("soe1")


def test_who_had_waited_takes_the_offered_seat_and_who_had_resigned_learns_it(older: Club) -> None:
    assert (
        "SPAIN, this seat is yours now"
        in answer(older, "late", "takeover", "take Spain")["handover late"]
    )
    told = answer(older, "spain", "resign", "back")
    assert "somebody else" in told["resign spain"]


def test_who_had_resigned_takes_the_seat_back_and_the_offer_is_void(older: Club) -> None:
    told = answer(older, "spain", "resign", "back")
    assert told.keys() >= {"handover spain", "refused late"}
    assert "handover late" not in answer(older, "late", "takeover", "yes")


def test_what_was_sent_to_who_had_resigned_orders_nothing(older: Club) -> None:
    told = answer(older, "spain", "started", "place army in India")
    assert "receipt spain" not in told
    assert "you had already given up Spain" in told["resign spain"]


def test_who_waits_is_offered_the_next_seat(older: Club) -> None:
    answer(older, "france", "started", "resign")
    told = answer(older, "france", "resign", "yes")
    assert told.keys() >= {"takeover late", "takeover tardy"}


def test_who_was_asked_to_join_confirms_and_the_game_begins(older: Club) -> None:
    answer(older, "russia", "confirm", "yes")
    older.write("patient@example.org", "moderator@example.org", "join soe2")
    older.run(minutes=1)
    told = answer(older, "patient", "confirm", "yes")
    assert told.keys() >= {"joined patient", "started prussia", "started russia", "started patient"}
    assert "drums" in told["started russia"]
    assert answer(older, "prussia", "joined", "status").keys() == {"status prussia"}
    older.done("cancel", "soe2", "--yes")
    assert {word for _, word in older.verified("soe2")} == {"ok"}


def test_lines_that_were_shown_before_the_start_are_applied_by_a_yes(older: Club) -> None:
    assert answer(older, "prussia", "elsewhere", "yes").keys() == {"left prussia", "host host"}
    assert "3 of 4 seats to be taken" in older.done("status")


def test_who_had_left_comes_back_and_who_is_invited_comes(older: Club) -> None:
    for who in ("denmark", "friend"):
        older.write(f"{who}@example.org", "moderator@example.org", "join soe2")
        older.run(minutes=1)
    assert answer(older, "denmark", "confirm", "yes").keys() == {"joined denmark", "host host"}
    assert "started friend" in answer(older, "friend", "confirm", "yes")


def test_what_was_sent_to_who_had_left_is_no_tag_any_more(older: Club) -> None:
    assert answer(older, "denmark", "joined", "yes") == {}


def test_an_absence_that_was_announced_before_the_start_begins(older: Club) -> None:
    older.done("pause", "soe1")
    older.done("start", "soe2", "--bots")
    older.done("pause", "soe2")
    older.run(days=18)
    absences = older.sql("SELECT state FROM absence ORDER BY id")
    assert absences[0] == ("begun",)
