"""Deadlines: when they run, reminders, the default, and what a moderator who was down does."""

import json
import re
from datetime import timedelta

import pytest
from sqlalchemy import event
from sqlmodel import select

from pbem.campaign import deadlines, host_acts, scheduler, turns, windows
from pbem.daemon import receive_judge_send
from pbem.features.host import undoing
from pbem.reports import stored_mails
from pbem.store import tables as t
from tests.house import SEATS, flat, kinds, text_of, to


def waiting(house):
    seat = house.session().waiting()[0]
    return seat, f"{seat}@example.org"


def window_of(house, seat):
    return house.rows(t.Window, seat=seat, state="open")[-1]


def units_of(house, seat):
    return house.session().view(None)["units"][seat]


def test_time_counts_from_the_acceptance_of_the_report(setting_up):
    seat, _ = waiting(setting_up)
    setting_up.order(seat, "place army in India")
    setting_up.now += timedelta(minutes=1)
    receive_judge_send.take_in(setting_up.world, setting_up.mailbox, setting_up.now)
    receive_judge_send.work(setting_up.world, setting_up.now)
    other, _ = waiting(setting_up)
    assert window_of(setting_up, other).due is None
    setting_up.cycle(hours=5)
    row = window_of(setting_up, other)
    assert (row.accepted, row.due) == (setting_up.now, setting_up.now + timedelta(hours=48))


def test_the_mail_says_the_deadline_that_counts(setting_up):
    seat, address = waiting(setting_up)
    report = setting_up.last(address)
    assert f"{window_of(setting_up, seat).due:%H:%M} UTC" in report["Subject"]
    entry = next(p for p in report.iter_attachments() if p.get_filename() == "deadline.ics")
    assert f"{window_of(setting_up, seat).due:%Y%m%dT%H%M}" in entry.get_content()


def test_nothing_is_due_while_no_server_takes_the_report(setting_up):
    seat, _ = waiting(setting_up)
    with setting_up.world.store.transaction() as db:
        row = db.get_one(t.Window, window_of(setting_up, seat).id)
        row.accepted = row.due = row.next_at = None
    setting_up.cycle(days=30)
    assert window_of(setting_up, seat).state == "open"


def test_reminders_come_half_way_and_shortly_before(setting_up):
    seat, address = waiting(setting_up)
    due = window_of(setting_up, seat).due
    assert setting_up.cycle(hours=23) == []
    (first,) = setting_up.cycle(hours=1)
    assert (first["To"], kinds([first])) == (address, ["reminder"])
    assert "left. The full report" in flat(first)
    assert setting_up.cycle(hours=18) == []
    (second,) = setting_up.cycle(hours=1)
    assert kinds([second]) == ["reminder"]
    assert window_of(setting_up, seat).due == due


def test_a_reminder_can_be_answered_like_the_report(setting_up):
    seat, _ = waiting(setting_up)
    setting_up.cycle(hours=24)
    setting_up.order(seat, "place army in India")
    setting_up.cycle(minutes=1)
    assert "india" in units_of(setting_up, seat)


def test_at_the_deadline_the_default_is_taken_and_all_are_told(setting_up):
    seat, address = waiting(setting_up)
    default = setting_up.session().decision(seat).default
    setting_up.cycle(hours=24)
    setting_up.cycle(hours=20)
    mails = setting_up.cycle(hours=4)
    assert units_of(setting_up, seat) == {default[2]: {default[1]: 1}}
    (row,) = [w for w in setting_up.rows(t.Window, seat=seat) if w.state == "defaulted"]
    assert row.next_at is None
    asked = waiting(setting_up)[1]
    assert "No answer came from" in flat(to(mails, asked)[0])
    assert address != asked


def test_a_mail_at_the_deadline_goes_first(setting_up):
    seat, _ = waiting(setting_up)
    setting_up.now = window_of(setting_up, seat).due
    setting_up.order(seat, "place army in India")
    setting_up.cycle()
    assert list(units_of(setting_up, seat)) == ["india"]
    assert not [w for w in setting_up.rows(t.Window) if w.state == "defaulted"]


def test_a_mail_after_the_deadline_comes_too_late(setting_up):
    seat, address = waiting(setting_up)
    default = setting_up.session().decision(seat).default
    setting_up.now = window_of(setting_up, seat).due + timedelta(seconds=1)
    setting_up.order(seat, "place army in India")
    mails = setting_up.cycle()
    assert list(units_of(setting_up, seat)) == [default[2]]
    assert kinds(to(mails, address)) == ["receipt"]


def test_a_moderator_who_was_down_over_a_deadline_wrongs_nobody(setting_up):
    seat, _ = waiting(setting_up)
    setting_up.now += timedelta(hours=47)
    setting_up.order(seat, "place army in India")
    setting_up.cycle(days=9)
    assert list(units_of(setting_up, seat)) == ["india"]
    other, _ = waiting(setting_up)
    row = window_of(setting_up, other)
    assert (row.state, row.due) == ("open", setting_up.now + timedelta(hours=48))


def test_reminders_that_time_has_overtaken_are_not_sent(setting_up):
    seat, address = waiting(setting_up)
    mails = to(setting_up.cycle(days=4), address)
    assert "reminder" not in kinds(mails)
    assert setting_up.rows(t.Outgoing, kind="reminder", seat=seat) == []


def test_of_reminders_that_were_missed_only_one_is_sent(setting_up):
    _, address = waiting(setting_up)
    assert kinds(to(setting_up.cycle(hours=44), address)) == ["reminder"]
    assert setting_up.cycle(hours=3) == []


def test_a_reminder_says_the_time_that_is_left_when_it_goes_out(setting_up):
    _seat, address = waiting(setting_up)
    setting_up.now += timedelta(hours=24)
    receive_judge_send.work(setting_up.world, setting_up.now)
    setting_up.now += timedelta(hours=16)
    receive_judge_send.send(setting_up.world, setting_up.transport, setting_up.now, setting_up.maps)
    (reminder,) = to(setting_up.sent(), address)
    assert "You have 8 hours left." in flat(reminder)


def test_a_reminder_that_could_not_go_out_before_the_deadline_is_withdrawn(setting_up):
    setting_up.now += timedelta(hours=24)
    receive_judge_send.work(setting_up.world, setting_up.now)
    setting_up.now += timedelta(hours=25)
    receive_judge_send.send(setting_up.world, setting_up.transport, setting_up.now, setting_up.maps)
    assert setting_up.sent() == []
    assert [row.state for row in setting_up.rows(t.Outgoing, kind="reminder")] == ["withdrawn"]


def defaults_of(house, seat):
    bodies = [json.loads(row.body) for row in house.rows(t.Entry)]
    return [b for b in bodies if b.get("source") == "default" and b["seat"] == seat]


def test_what_follows_for_the_same_seat_gets_its_default_too(action):
    """Both actions are passed: nobody waits for the second one."""
    seat, _ = waiting(action)
    mails = action.cycle(hours=49)
    assert [body["choice"] for body in defaults_of(action, seat)] == [["pass"], ["pass"]]
    other, address = waiting(action)
    assert other != seat
    assert len([w for w in action.rows(t.Window, seat=seat) if w.state == "defaulted"]) == 1
    assert kinds(to(mails, address))[-1] == "report"


def test_after_the_default_whoever_is_asked_next_is_asked_by_mail(setting_up):
    """The others' lines are used, then the seat that was silent has a new question and new time."""
    seat, address = waiting(setting_up)
    setting_up.place(*[s for s in SEATS if s != seat])
    setting_up.cycle(hours=49)
    assert waiting(setting_up) == (seat, address)
    assert len(defaults_of(setting_up, seat)) == 1
    assert window_of(setting_up, seat).due == setting_up.now + timedelta(hours=48)


def test_a_joint_question_waits_for_each_by_itself(drawing):
    first, second = drawing.session().waiting()
    drawing.order(first, "keep all")
    drawing.cycle(hours=1)
    drawing.cycle(hours=48)
    assert drawing.session().questions[drawing.session().waiting()[0]].kind.name == "placement"
    (row,) = drawing.rows(t.Window, seat=second, state="defaulted")
    assert row.question == "redraw"


def test_paused_games_have_no_deadlines_and_take_orders(setting_up):
    seat, _ = waiting(setting_up)
    setting_up.command(host_acts.pause, because="holidays")
    setting_up.cycle(days=20)
    assert window_of(setting_up, seat).state == "open"
    setting_up.order(seat, "place army in India")
    setting_up.cycle(minutes=1)
    assert "india" in units_of(setting_up, seat)


TAKEN = re.compile(r"Your last report, of .*?, reached the mail server on .*? UTC")


def test_no_mail_denies_the_deadline_of_a_report_that_goes_out_with_it(setting_up):
    seat, _ = waiting(setting_up)
    setting_up.order(seat, "place army in India")
    for one in SEATS:
        setting_up.order(one, "orders?")
    mails = setting_up.cycle(minutes=1)
    _, its_address = waiting(setting_up)
    assert sorted(kinds(to(mails, its_address))) == ["held", "report"]
    assert not any("No deadline is running" in flat(mail) for mail in mails)


def test_mails_of_a_pause_name_no_deadline(setting_up):
    seat, address = waiting(setting_up)
    setting_up.command(host_acts.pause, because="holidays")
    setting_up.order(seat, "place army in India\nstatus")
    mails = setting_up.cycle(hours=1)
    other, its_address = waiting(setting_up)
    (report,) = [mail for mail in to(mails, its_address) if kinds([mail]) == ["report"]]
    assert "No deadline is running" in flat(report)
    assert " - by " not in report["Subject"]
    assert "deadline.ics" not in [part.get_filename() for part in report.iter_attachments()]
    told = " ".join(flat(mail) for mail in to(mails, address) if kinds([mail]) != ["notice"])
    assert "Waiting for" in told
    assert " UTC" not in TAKEN.sub("", told)
    setting_up.command(host_acts.resume)
    (notice,) = to(setting_up.cycle(), its_address)
    assert f"{window_of(setting_up, other).due:%H:%M} UTC" in flat(notice)


def test_a_reminder_that_a_pause_overtakes_is_withdrawn(setting_up):
    setting_up.now += timedelta(hours=24)
    receive_judge_send.work(setting_up.world, setting_up.now)
    setting_up.command(host_acts.pause, because="holidays")
    assert "reminder" not in kinds(setting_up.cycle(minutes=1))


def test_a_pause_that_comes_just_before_the_default_is_taken_prevents_it(setting_up):
    seat, _ = waiting(setting_up)
    row = window_of(setting_up, seat)
    setting_up.command(host_acts.pause, because="holidays")
    due = scheduler.Due(scheduler.WINDOW, row.id, row.due)
    scheduler.handle(setting_up.world, due, row.due)
    assert window_of(setting_up, seat).state == "open"
    assert defaults_of(setting_up, seat) == []


def test_a_question_asked_anew_at_once_has_a_window_of_its_own(setting_up):
    """A default that is held for a joint question can be dropped before anybody else has a say."""
    seat, _ = waiting(setting_up)

    def asks_anew(post, game):
        begun = turns.at(post, game)
        windows.close(post, game, begun.windows[0], "defaulted")
        turns.go_on(begun)

    setting_up.command(asks_anew)
    states = [row.state for row in setting_up.rows(t.Window, seat=seat)]
    assert states[-2:] == ["defaulted", "open"]


def test_after_a_pause_everybody_has_the_time_that_was_left(setting_up):
    seat, _ = waiting(setting_up)
    due = window_of(setting_up, seat).due
    setting_up.cycle(hours=10)
    setting_up.command(host_acts.pause, because="holidays")
    setting_up.cycle(days=20)
    setting_up.command(host_acts.resume)
    assert setting_up.cycle() != []
    assert window_of(setting_up, seat).due == due + timedelta(days=20)
    assert kinds(setting_up.cycle(hours=14)) == ["reminder"]


def test_a_question_of_the_pause_has_its_whole_time_afterwards(setting_up):
    seat, _ = waiting(setting_up)
    setting_up.command(host_acts.pause, because="holidays")
    setting_up.cycle(days=1)
    setting_up.order(seat, "place army in India")
    setting_up.cycle(days=1)
    setting_up.cycle(days=3)
    setting_up.command(host_acts.resume)
    other, _ = waiting(setting_up)
    assert window_of(setting_up, other).due == setting_up.now + timedelta(hours=48)


def test_an_extension_moves_the_deadline_and_repeats_no_reminder(setting_up):
    seat, address = waiting(setting_up)
    due = window_of(setting_up, seat).due
    setting_up.cycle(hours=24)
    setting_up.command(host_acts.extend, hours=48, because="the mail was down")
    (notice,) = to(setting_up.cycle(), address)
    assert window_of(setting_up, seat).due == due + timedelta(hours=48)
    assert "the mail was down" in flat(notice)
    assert f"{due + timedelta(hours=48):%H:%M} UTC" in text_of(notice)
    assert setting_up.cycle(hours=40) == []
    assert len(setting_up.cycle(hours=26.5)) == 1


def test_behind_a_long_extension_the_last_reminder_comes_again(setting_up):
    seat, address = waiting(setting_up)
    setting_up.cycle(hours=24)
    setting_up.cycle(hours=19)
    setting_up.command(host_acts.extend, hours=168, because="")
    setting_up.cycle()
    due = window_of(setting_up, seat).due
    assert setting_up.cycle(hours=166) == []
    (reminder,) = setting_up.cycle(hours=2)
    assert (reminder["To"], kinds([reminder])) == (address, ["reminder"])
    assert due - setting_up.now < timedelta(hours=6)


def test_the_next_time_something_is_due_is_known(setting_up):
    seat, _ = waiting(setting_up)
    row = window_of(setting_up, seat)
    with setting_up.world.store.reading() as db:
        assert deadlines.next_due(db) == row.due - timedelta(hours=24)
        assert deadlines.earliest(db, setting_up.now) is None
        assert deadlines.earliest(db, row.due) == (row.id, row.due - timedelta(hours=24))
        assert deadlines.earliest(db, row.due, [row.id]) is None


def test_a_question_is_taken_out_of_a_report_that_was_not_sent_in_time(setting_up):
    """Britain's answer and France's arrive together: France's report still tells what happened."""
    seat, _ = waiting(setting_up)
    turn = setting_up.session().view(None)["seats"]
    other = turn[(turn.index(seat) + 1) % 4]
    setting_up.order(other, "place army in Africa")
    setting_up.cycle(minutes=1)
    setting_up.order(seat, "place army in India")
    mails = setting_up.cycle(minutes=1)
    assert "place a unit" not in " ".join(m["Subject"] for m in to(mails, f"{other}@example.org"))


def test_windows_are_counted(setting_up):
    before = setting_up.game().windows
    setting_up.place(waiting(setting_up)[0])
    assert setting_up.game().windows == before + 1
    rows = setting_up.rows(t.Window)
    assert rows[-1].number == before + 1
    with setting_up.world.store.reading() as db:
        length = len(db.exec(select(t.Entry.n)).all())
    assert rows[-1].line == length


def paced(house, **settings):
    """The same game at another pace."""
    house.command(lambda post, game: host_acts.change_pace(post, game, settings, ""))
    return house.cycle()


def test_a_change_of_pace_counts_what_was_added_to_the_time(setting_up):
    seat, _ = waiting(setting_up)
    setting_up.command(host_acts.extend, hours=72, because="")
    setting_up.cycle(hours=76)
    due = window_of(setting_up, seat).due
    paced(setting_up, reminders="none")
    assert window_of(setting_up, seat).due == due
    paced(setting_up, time="24h")
    assert window_of(setting_up, seat).due == due - timedelta(hours=24)
    setting_up.cycle(hours=18)
    paced(setting_up, time="40h")
    assert window_of(setting_up, seat).due == setting_up.now + timedelta(hours=18)


def test_an_extension_in_the_grace_ends_it(setting_up):
    seat, address = waiting(setting_up)
    paced(setting_up, grace="12h", reminders="none")
    due = window_of(setting_up, seat).due
    setting_up.cycle(hours=50)
    assert window_of(setting_up, seat).late
    setting_up.command(host_acts.extend, hours=24, because="")
    (notice,) = to(setting_up.cycle(), address)
    row = window_of(setting_up, seat)
    assert (row.late, row.due) == (False, due + timedelta(days=1))
    assert row.next_at == row.due
    assert f"The deadline is now Friday 4 December, {row.due:%H:%M} UTC" in flat(notice)
    assert len(setting_up.cycle(hours=22)) == len(SEATS), "late anew, and all hear of it"


def test_a_pause_in_the_grace_keeps_what_is_left_of_it(setting_up):
    seat, _ = waiting(setting_up)
    paced(setting_up, grace="12h", reminders="none")
    setting_up.cycle(hours=50)
    ends = window_of(setting_up, seat).next_at
    setting_up.command(host_acts.pause, because="")
    setting_up.cycle(days=3)
    setting_up.command(host_acts.resume)
    row = window_of(setting_up, seat)
    assert (row.late, row.next_at) == (True, ends + timedelta(days=3))


def test_all_who_are_late_at_once_are_named_in_one_mail(drawing):
    paced(drawing, grace="12h", reminders="none")
    mails = drawing.cycle(hours=48)
    assert sorted(mail["To"] for mail in mails) == sorted(f"{seat}@example.org" for seat in SEATS)
    assert "from Austria and Spain. Answers still count" in flat(to(mails, "france@example.org")[0])


def test_a_notice_of_lateness_that_time_has_overtaken_is_not_sent(setting_up):
    paced(setting_up, grace="12h", reminders="none")
    mails = setting_up.cycle(days=3)
    assert "notice" not in kinds(mails)
    notices = setting_up.rows(t.Outgoing, kind="notice")
    late = [row for row in notices if stored_mails.restored(row.kind, row.payload).act == "late"]
    assert {row.state for row in late} == {"withdrawn"}


def test_who_has_answered_before_the_mail_goes_out_is_not_told_of_as_late(drawing):
    """Two were asked, both are late, and one answers in the same cycle."""
    paced(drawing, grace="12h", reminders="none")
    first, second = drawing.session().waiting()
    drawing.now += timedelta(hours=49)
    drawing.order(first, "keep all")
    mails = drawing.cycle(minutes=1)
    notices = [mail for mail in mails if kinds([mail]) == ["notice"]]
    assert len(notices) == len(SEATS)
    assert not any(f"come from {first.title()}" in flat(mail) for mail in notices)
    (told,) = to(notices, f"{first}@example.org")
    assert f"without an answer from {second.title()}." in flat(told)
    assert "Keep the duplicates" not in flat(told)


def test_where_all_have_answered_before_the_mail_goes_out_nobody_is_late(setting_up):
    paced(setting_up, grace="12h", reminders="none")
    setting_up.now += timedelta(hours=49)
    setting_up.order(waiting(setting_up)[0], "place army in India")
    assert kinds(setting_up.cycle(minutes=1)) == ["receipt", "report"]


def test_another_pace_plans_what_is_asked_anew(setting_up):
    seat, _ = waiting(setting_up)
    row = window_of(setting_up, seat)
    paced(setting_up, time="72h")
    assert window_of(setting_up, seat).due == row.accepted + timedelta(hours=72)
    setting_up.cycle(hours=40)
    paced(setting_up, time="24h")
    assert window_of(setting_up, seat).due == setting_up.now + timedelta(hours=6)


def test_time_that_is_withdrawn_is_not_paid_from_the_bank(setting_up):
    seat, _ = waiting(setting_up)
    paced(setting_up, bank="72h +24h max 120h")
    setting_up.cycle(hours=30)
    setting_up.order(seat, "place army in India")
    setting_up.cycle(hours=1)
    (row,) = setting_up.rows(t.Seat, key=seat)
    assert row.bank == (72 - 30 + 24) * 3600
    other, _ = waiting(setting_up)
    setting_up.cycle(hours=10)
    line = [row.n for row in setting_up.rows(t.Entry) if '"t":"choice"' in row.body][-1]
    setting_up.command(undoing.undo, line=line, because="")
    assert [row.bank for row in setting_up.rows(t.Seat, key=other)] == [None]


# Among many games


@pytest.mark.only_sqlite("it reads SQLite's plan of a query")
def test_what_is_open_in_one_game_is_not_looked_for_in_all(setting_up):
    seat, _ = waiting(setting_up)
    said = []

    def listen(connection):
        connection.connection.dbapi_connection.set_trace_callback(said.append)

    event.listen(setting_up.world.store.engine, "begin", listen)
    setting_up.order(seat, "place army in India")
    setting_up.cycle(minutes=1)
    of_one = {line for line in said if re.search(r"FROM (window|vote)\s+WHERE \1.game_id", line)}
    assert len(of_one) > 2
    with setting_up.world.store.reading() as db:
        for line in of_one:
            plan = db.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {line}").all()
            assert "game_id=?" in str(plan), (line, plan)
