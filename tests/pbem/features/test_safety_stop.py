"""When all clocks are stopped: by counted facts, and what comes of it in real games."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from pbem.campaign import host_acts
from pbem.daemon import receive_judge_send
from pbem.features.safety_stop import safety_stop
from pbem.features.safety_stop.safety_stop import Facts, alarm
from pbem.settings.sections.service import SafetyStop
from pbem.store import tables as t
from tests.house import flat, kinds, to
from tests.wording import refusing

NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LIMITS = SafetyStop()

counts = st.integers(0, 12)
facts = st.builds(
    Facts,
    now=st.just(NOW),
    before=st.none() | st.integers(-20_000, 20_000).map(lambda m: NOW - timedelta(minutes=m)),
    running=st.booleans(),
    overdue=st.booleans(),
    passed=counts,
    due=counts,
    missed=counts,
    people=counts,
)


@given(facts)
def test_nothing_stops_where_nothing_is_asked(given_):
    quiet = given_._replace(running=False, overdue=False, passed=0, missed=0, people=0)
    assert alarm(quiet, LIMITS) is None


@given(facts)
def test_one_who_is_late_stops_nothing(given_):
    """Whatever else there is: this is what defaults are for."""
    one = given_._replace(before=NOW - HOUR, overdue=True, passed=1, missed=1, people=1)
    assert alarm(one, LIMITS) is None


@given(facts)
def test_an_alarm_is_what_its_limit_says(given_):
    why = alarm(given_, LIMITS)
    gone = NOW - (given_.before or NOW)
    if why == "back":
        assert gone < -HOUR
        assert given_.running
    elif why == "gap":
        assert gone > 4 * DAY
        assert given_.overdue
    elif why == "silent":
        assert given_.passed >= 3
    elif why == "missing":
        assert given_.people >= 5
        assert given_.missed >= 0.6 * given_.due
    else:
        assert gone >= -HOUR or not given_.running
        assert gone <= 4 * DAY or not given_.overdue


@given(facts, st.integers(0, 5), st.sampled_from(["overdue", "passed", "missed", "people"]))
def test_more_that_is_wrong_never_silences_an_alarm(given_, more, what):
    worse = given_._replace(**{what: getattr(given_, what) + more})
    assert alarm(given_, LIMITS) is None or alarm(worse, LIMITS) is not None


@given(facts, st.integers(0, 20))
def test_more_who_answer_never_raise_an_alarm(given_, more):
    better = given_._replace(due=given_.due + more)
    assert alarm(given_, LIMITS) is not None or alarm(better, LIMITS) is None


# In games


def waiting(house):
    seat = house.session().waiting()[0]
    return seat, f"{seat}@example.org"


def due_of(house, seat):
    return house.rows(t.Window, seat=seat, state="open")[-1].due


def test_a_mail_that_came_while_the_moderator_was_down_lets_the_clocks_run(setting_up):
    """It was down for days, and one of those asked has written too late: mail does come in."""
    seat, address = waiting(setting_up)
    due = due_of(setting_up, seat)
    setting_up.now += 4 * DAY
    setting_up.order(seat, "status")
    mails = setting_up.cycle(days=1)
    assert [m["Subject"] for m in to(mails, "host@example.org")] == [
        "all clocks are stopped",
        "all clocks run again",
    ]
    assert due_of(setting_up, seat) == due + 5 * DAY
    assert kinds(to(mails, address)) == ["status", "notice"]


def test_an_answer_in_time_is_taken_however_long_the_moderator_was_down(setting_up):
    seat, _ = waiting(setting_up)
    setting_up.now += 2 * DAY
    setting_up.order(seat, "place army in India")
    mails = setting_up.cycle(days=9)
    assert to(mails, "host@example.org") == []
    assert waiting(setting_up)[0] != seat


def test_while_the_clocks_stand_still_nobody_is_reminded_and_mails_are_judged(setting_up):
    seat, address = waiting(setting_up)
    setting_up.cycle(days=5)
    assert setting_up.cycle(days=3) == []
    setting_up.order(seat, "orders?")
    setting_up.limit(gap_hours=8_000)
    mails = setting_up.cycle(hours=1)
    assert kinds(to(mails, address))[0] == "held"
    assert "No deadline is running" in flat(to(mails, address)[0])


def test_a_release_is_refused_where_nothing_is_stopped(setting_up):
    with refusing("nothing to release"):
        setting_up.release()


def test_behind_a_release_an_extended_question_has_as_much_time_as_before(setting_up):
    setting_up.limit(missing=2, silent=2)
    seat, _ = waiting(setting_up)
    setting_up.cycle(hours=24)
    setting_up.command(host_acts.extend, hours=72, because="")
    setting_up.cycle(hours=52)
    assert due_of(setting_up, seat) - setting_up.now == 44 * HOUR
    safety_stop.look_at_jump(setting_up.world, setting_up.now - HOUR, setting_up.now)
    setting_up.cycle(hours=20)
    setting_up.release()
    assert due_of(setting_up, seat) == setting_up.now + 45 * HOUR


def test_behind_a_release_everybody_has_a_part_of_their_time(setting_up):
    """The clocks were stopped at the deadline: nothing was left then."""
    setting_up.limit(missing=2, silent=2)
    seat, _ = waiting(setting_up)
    setting_up.cycle(hours=48)
    other, address = waiting(setting_up)
    assert other != seat
    setting_up.cycle(hours=48)
    assert setting_up.game().stopped == setting_up.now
    setting_up.cycle(hours=20)
    setting_up.release()
    assert due_of(setting_up, other) == setting_up.now + 12 * HOUR
    (notice,) = setting_up.cycle()
    assert (notice["To"], kinds([notice])) == (address, ["notice"])
    mails = setting_up.cycle(hours=12)
    assert "host" not in kinds(mails), "what was missed before the release does not count again"
    assert waiting(setting_up)[0] != other


def test_a_game_that_goes_on_while_clocks_are_stopped_waits_like_the_others(setting_up):
    seat, _ = waiting(setting_up)
    due = due_of(setting_up, seat)
    setting_up.cycle(days=5)
    setting_up.command(host_acts.pause, because="")
    setting_up.cycle(days=1)
    setting_up.command(host_acts.resume)
    setting_up.cycle(days=1)
    assert setting_up.game().stopped is not None
    setting_up.cycle(days=30)
    setting_up.release()
    assert due_of(setting_up, seat) == due + 37 * DAY


def test_the_host_hears_of_a_mailbox_that_cannot_be_read(setting_up):
    seat, _ = waiting(setting_up)
    due, read = due_of(setting_up, seat), setting_up.now
    safety_stop.look_at_mailbox(setting_up.world, read, read + 12 * HOUR)
    assert setting_up.game().stopped is None
    safety_stop.look_at_mailbox(setting_up.world, read, read + 13 * HOUR)
    safety_stop.look_at_mailbox(setting_up.world, read, read + 14 * HOUR)
    assert setting_up.game().stopped == read
    setting_up.now += 13 * HOUR
    receive_judge_send.send(setting_up.world, setting_up.transport, setting_up.now, setting_up.maps)
    (told,) = setting_up.sent()
    assert "could not be read since Tuesday 1 December" in flat(told)
    setting_up.cycle(hours=7)
    assert setting_up.game().stopped is None
    assert due_of(setting_up, seat) == due + 20 * HOUR


def jump(house, **forward):
    should = house.now
    house.now += timedelta(**forward)
    safety_stop.look_at_jump(house.world, should, house.now)
    house.cycle(minutes=2)


def test_a_mail_servers_clock_that_agrees_lets_the_clocks_run(setting_up):
    """A machine that stood still for some hours has its clock put right when it goes on."""
    due = due_of(setting_up, waiting(setting_up)[0])
    jump(setting_up, hours=5)
    assert setting_up.game().stopped is not None
    came_by_server(setting_up, minutes_ago=300)
    setting_up.cycle(minutes=30)
    assert setting_up.game().stopped is not None, "that clock has still the old time"
    came_by_server(setting_up, minutes_ago=1)
    setting_up.cycle(minutes=1)
    assert setting_up.game().stopped is None
    assert due_of(setting_up, waiting(setting_up)[0]) > due + 5 * HOUR


def came_by_server(house, minutes_ago):
    """A mail of which a mail server has said when it came."""
    with house.world.store.transaction() as db:
        arrived = house.now - timedelta(minutes=minutes_ago)
        known = {"source": "imap", "server_id": str(arrived), "body_hash": "", "message_id": ""}
        db.add(
            t.InboundMail(
                **known,
                arrived=arrived,
                raw=b"",
                sender="",
                status="ignored",
                reason="it is a test",
                attempts=1,
                finished=house.now,
            )
        )


def test_a_clock_that_is_set_where_nothing_is_asked_stops_nothing(house):
    jump(house, hours=5)
    assert house.sent() == []


def test_moderators_without_games_are_never_stopped(house):
    house.cycle()
    assert house.cycle(days=400) == []
    house.now -= 300 * DAY
    assert house.cycle() == []


def test_a_mail_without_a_tag_shows_that_mail_comes_in_and_an_automatic_one_does_not(setting_up):
    setting_up.limit(silent=2)
    setting_up.cycle(hours=48)
    setting_up.cycle(hours=48)
    assert setting_up.game().stopped is not None
    setting_up.mail("france@example.org", "I am away", auto_submitted="auto-replied")
    setting_up.mail("stranger@example.org", "help")
    setting_up.cycle(hours=1)
    assert setting_up.game().stopped is not None
    setting_up.mail("france@example.org", "status", to="games@example.org")
    setting_up.cycle(hours=1)
    assert setting_up.game().stopped is None
