"""The host's hand: in the record, told to all."""

import json

import pytest

from engine.core.decision import Refused
from pbem.campaign import host_acts
from pbem.campaign.mails.outbox import Context
from pbem.features.host import undoing
from pbem.features.joining import opening_and_starting
from pbem.store import tables as t
from tests.house import PLAYERS, SEATS, flat, kinds, to
from tests.wording import refusing


def bodies(house):
    return [json.loads(row.body) for row in house.rows(t.Entry)]


def units_of(house, seat):
    return house.session().view(None)["units"][seat]


def last_choice(house, seat):
    rows = [row for row in house.rows(t.Entry) if json.loads(row.body).get("seat") == seat]
    return rows[-1].n


ACTS = {
    "paused": (host_acts.pause, {"because": "holidays"}),
    "extended": (host_acts.extend, {"hours": 24, "because": "holidays"}),
    "looked": (host_acts.look, {}),
    "cancelled": (host_acts.cancel, {"because": "holidays"}),
}


@pytest.mark.parametrize("act", ACTS)
def test_an_act_stands_in_the_record_and_all_are_told(setting_up, act):
    do, arguments = ACTS[act]
    setting_up.command(do, **arguments)
    mails = setting_up.cycle()
    assert (bodies(setting_up)[-1]["t"], bodies(setting_up)[-1]["what"]) == ("note", act)
    assert sorted(mail["To"] for mail in mails) == sorted(PLAYERS)
    assert set(kinds(mails)) == {"notice"}
    if "because" in arguments:
        assert all("holidays" in flat(mail) for mail in mails)


def test_an_act_is_in_the_next_report_too(setting_up):
    seat = setting_up.session().waiting()[0]
    setting_up.command(host_acts.extend, hours=24, because="holidays")
    setting_up.cycle()
    mails = setting_up.place(seat)
    report = next(mail for mail in mails if kinds([mail]) == ["report"])
    assert "extended the deadline by" in flat(report)


def test_resume_goes_on(setting_up):
    setting_up.command(host_acts.pause, because="")
    setting_up.command(host_acts.resume)
    assert setting_up.game().status == "running"
    assert [body.get("what") for body in bodies(setting_up)[-2:]] == ["paused", "resumed"]


def test_a_cancelled_game_reveals_its_dice_and_asks_nothing_more(setting_up):
    setting_up.command(host_acts.cancel, because="all have left")
    mails = setting_up.cycle()
    assert all("seed" in flat(mail) for mail in mails)
    assert setting_up.rows(t.Window, state="open") == []
    assert setting_up.cycle(days=30) == []


def test_undo_takes_back_a_choice_and_asks_again(setting_up):
    seat = setting_up.session().waiting()[0]
    other_seats = [s for s in SEATS if s != seat]
    setting_up.place(seat, number=1)
    line = last_choice(setting_up, seat)
    setting_up.command(undoing.undo, line=line, because="misread")
    mails = setting_up.cycle()
    assert units_of(setting_up, seat) == {}
    assert bodies(setting_up)[-1]["t"] == "undo"
    asked = to(mails, f"{seat}@example.org")
    assert kinds(asked) == ["report"]
    assert "misread" in flat(asked[0])
    assert "place a unit" in asked[0]["Subject"]
    others = [m for s in other_seats for m in to(mails, f"{s}@example.org")]
    assert kinds(others) == ["notice"] * 3
    assert all("misread" in flat(mail) for mail in others)


def test_the_question_that_an_undo_takes_away_is_withdrawn(setting_up):
    seat = setting_up.session().waiting()[0]
    setting_up.place(seat, number=1)
    other = setting_up.session().waiting()[0]
    setting_up.command(undoing.undo, line=last_choice(setting_up, seat), because="misread")
    setting_up.cycle()
    assert [w.state for w in setting_up.rows(t.Window, seat=other)] == ["withdrawn"]
    setting_up.order(other, "place army in India")
    setting_up.cycle(minutes=1)
    setting_up.order(seat, "place army in Africa")
    setting_up.cycle(minutes=1)
    assert "india" in units_of(setting_up, other)


def test_after_an_undo_the_same_choice_gives_the_same_course(setting_up):
    seat = setting_up.session().waiting()[0]
    setting_up.place(seat, number=1)
    session = setting_up.session()
    setting_up.command(undoing.undo, line=last_choice(setting_up, seat), because="a test")
    setting_up.cycle()
    setting_up.place(seat, number=1)
    again = setting_up.session()
    assert (again.path, again.view(None)) == (session.path, session.view(None))


def test_an_undo_forgets_what_was_held_for_who_is_taken_back_and_for_nobody_else(setting_up):
    seat = setting_up.session().waiting()[0]
    turn = setting_up.session().view(None)["seats"]
    other = turn[turn.index(seat) - 1]
    setting_up.place(other)
    setting_up.place(seat)
    played = [n for n, body in enumerate(bodies(setting_up)) if body.get("seat") == seat]
    setting_up.command(undoing.undo, line=played[-1], because="misread")
    setting_up.cycle()
    assert setting_up.rows(t.QueueLine, seat=seat) == []
    waits = [row.text for row in setting_up.rows(t.QueueLine, seat=other, state="queued")]
    assert waits


def test_lines_that_can_be_undone_are_listed_newest_first(setting_up):
    seat = setting_up.session().waiting()[0]
    setting_up.place(seat, number=1)
    with setting_up.world.store.transaction() as db:
        post = Context(setting_up.world, db, setting_up.now, "a look")
        listed = undoing.standing_choices(post, host_acts.game_named(db, "soe1"))
    assert listed[0][0] == last_choice(setting_up, seat)
    assert listed[0][1].lower().startswith(seat)


@pytest.mark.parametrize(
    ("act", "arguments", "reason"),
    [
        (host_acts.resume, {}, "is running, not paused"),
        (undoing.undo, {"line": 0, "because": "x"}, "no choice or order"),
        (undoing.undo, {"line": 9999, "because": "x"}, "no choice or order"),
        (opening_and_starting.start, {}, "only an open game"),
    ],
)
def test_what_cannot_be_done_is_refused_and_leaves_no_trace(setting_up, act, arguments, reason):
    before = bodies(setting_up)
    with refusing(reason):
        setting_up.command(act, **arguments)
    assert bodies(setting_up) == before
    assert setting_up.cycle() == []


def test_an_unknown_game_is_refused_with_those_that_there_are(setting_up):
    with refusing("there are: soe1"):
        setting_up.command(host_acts.pause, name="soe9", because="")


@pytest.mark.parametrize(
    ("text", "hours"), [("36h", 36), ("2d", 48), ("1 day", 24), ("3 hours", 3)]
)
def test_times_are_read(text, hours):
    assert host_acts.hours_of(text) == hours


@pytest.mark.parametrize("text", ["", "soon", "0h", "2", "-1d", "99999h", "366 days", "9999 weeks"])
def test_other_times_are_refused(text):
    with pytest.raises(Refused):
        host_acts.hours_of(text)
