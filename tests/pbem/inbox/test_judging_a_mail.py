"""Every mail that ever comes is judged: applied, answered, set aside or ignored, with a reason."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core.record import chained, sealed
from pbem.store import tables as t
from tests import ROOT
from tests.house import PLAYERS, flat, kinds, to

LETTERS = sorted((ROOT / "tests/pbem/mail/letters").glob("*.eml"))


def test_real_mails_of_all_kinds_are_judged(setting_up):
    before = len(setting_up.letters())
    for file in LETTERS:
        setting_up.drop(file.read_bytes())
    mails = setting_up.cycle(minutes=1)
    rows = setting_up.rows(t.InboundMail)[before:]
    assert len(rows) == len(LETTERS)
    assert {row.status for row in rows} <= {"done", "ignored", "aside"}
    assert all(row.reason for row in rows)
    assert not [mail for mail in mails if "failed" in str(mail["Subject"])]


@pytest.mark.parametrize("file", LETTERS, ids=lambda file: file.stem)
def test_a_player_may_write_with_any_mail_program(setting_up, file):
    """The same mail, but with the right tag from the joined address: it never fails."""
    seat = setting_up.session().waiting()[0]
    address = f"{seat}@example.org"
    reply_to = setting_up.last(address)["Reply-To"].split("<")[1].rstrip(">")
    lines = [
        line
        for line in file.read_bytes().split(b"\n")
        if not line.lower().startswith((b"from:", b"to:", b"message-id:"))
    ]
    head = f"From: {address}\nTo: {reply_to}\nMessage-ID: <any@example.org>\n".encode()
    setting_up.drop(head + b"\n".join(lines))
    mails = setting_up.cycle(minutes=1)
    (row,) = [row for row in setting_up.rows(t.InboundMail) if row.message_id == "any@example.org"]
    assert row.status in ("done", "ignored", "aside")
    assert row.attempts == 1
    assert "aside" not in row.status or to(mails, address)


@settings(
    max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(text=st.lists(st.text(max_size=60), max_size=8))
def test_whatever_a_player_writes_is_judged(setting_up, text):
    seat = setting_up.session().waiting()[0]
    body = "\n".join(text).encode("utf-8", "replace").decode()
    setting_up.order(seat, body.replace("\r", " "), message_id=None)
    setting_up.cycle(minutes=1)
    assert setting_up.letters()[-1][0] in ("done", "ignored", "aside")


OF_PLAYERS = ("mails are not answered", "Nothing has been heard from", "missed the last")
"""What the host may hear of players; all else is a fault."""
LINES = ["place army in India", "yes", "no", "clear", "status", "add", "leave soe1", "join soe1"]


@settings(
    max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(
    lines=st.lists(st.sampled_from([*LINES, "place fort in Africa", "hello", "keep all"])),
    who=st.sampled_from(PLAYERS),
    tagged=st.booleans(),
    hours=st.sampled_from([0, 1, 30]),
)
def test_mails_in_any_mixture_keep_the_game_sound(setting_up, lines, who, tagged, hours):
    if tagged:
        setting_up.answer(setting_up.last(who), "\n".join(lines))
    else:
        setting_up.mail(who, "\n".join(lines))
    mails = setting_up.cycle(hours=hours)
    told = [f"{mail['Subject']} {flat(mail)}" for mail in mails if kinds([mail]) == ["host"]]
    assert [each for each in told if not any(said in each for said in OF_PLAYERS)] == []
    session = setting_up.session()
    assert {w.seat for w in setting_up.rows(t.Window, state="open")} == set(session.waiting())
    hash_ = ""
    for row in setting_up.rows(t.Entry):
        hash_ = chained(hash_, sealed(row.salt, json.loads(row.body)))
        assert row.hash == hash_
