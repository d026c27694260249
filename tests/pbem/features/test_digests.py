"""The digest: when it is due, once a day, and that nothing is lost by what is kept back."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.bots import Stream, thrifty_choice
from engine.queue.steps_to_choices import ordered
from pbem.campaign import host_acts, stand_in
from pbem.features.digests.digests import next_digest
from pbem.reports import stored_mails
from pbem.store import tables as t
from tests.house import PLAYERS, flat, kinds, to
from tests.pbem.campaign.telling_readers import told

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
ZONES = [
    "UTC",
    "Europe/Madrid",
    "America/New_York",
    "America/Santiago",  # leaps over midnight
    "Australia/Lord_Howe",  # by half an hour
    "Pacific/Apia",  # left out a whole day
]
AUSTRIA = "austria@example.org"
zones = st.sampled_from(ZONES).map(ZoneInfo)
hours = st.integers(0, 23)
moments = st.datetimes(datetime(2011, 1, 1), datetime(2029, 1, 1)).map(
    lambda naive: naive.replace(microsecond=0, tzinfo=UTC)
)


@given(hours, zones, moments)
def test_a_digest_comes_soon_and_at_its_hour(hour, zone, now):
    due = next_digest(hour, zone, now)
    local = due.astimezone(zone)
    assert now < due <= now + 2 * DAY
    before = (due - timedelta(minutes=1)).astimezone(zone)
    leapt = local.utcoffset() != before.utcoffset()  # clocks leap over the hour
    assert leapt or (local.hour, local.minute, local.second) == (hour, 0, 0)


@given(hours, zones, moments)
def test_each_day_has_one_digest_also_where_clocks_change(hour, zone, now):
    days, last = [], None
    for _ in range(10):
        now = last = next_digest(hour, zone, now, last)
        days.append(last.astimezone(zone).date())
    gaps = {later - earlier for earlier, later in pairwise(days)}
    left_out = zone.key == "Pacific/Apia" and date(2011, 12, 30) > days[0]
    assert gaps == {DAY} or (left_out and gaps <= {DAY, 2 * DAY})


@given(hours, hours, zones, moments, st.integers(0, 30))
def test_another_hour_gives_no_second_digest_on_a_day(first, second, zone, now, later):
    last = next_digest(first, zone, now)
    due = next_digest(second, zone, last + later * HOUR, last)
    assert due.astimezone(zone).date() > last.astimezone(zone).date()


def test_an_hour_that_clocks_leave_out_is_when_they_leap():
    madrid = ZoneInfo("Europe/Madrid")
    due = next_digest(2, madrid, datetime(2027, 3, 28, 0, 0, tzinfo=UTC))
    assert due == datetime(2027, 3, 28, 1, 0, tzinfo=UTC)
    assert next_digest(2, madrid, due, due) == datetime(2027, 3, 29, 0, 0, tzinfo=UTC)


def test_an_hour_that_clocks_show_twice_has_one_digest():
    madrid = ZoneInfo("Europe/Madrid")
    first = next_digest(2, madrid, datetime(2026, 10, 24, 12, tzinfo=UTC))
    assert first == datetime(2026, 10, 25, 0, 0, tzinfo=UTC)
    assert next_digest(2, madrid, first, first) == datetime(2026, 10, 26, 1, 0, tzinfo=UTC)


# In the course of mails


def prefers(house, address, text):
    house.answer(house.last(address), text)
    return house.cycle(minutes=1)


def of_kind(mails, kind):
    return [mail for mail in mails if kinds([mail]) == [kind]]


def person(house, address):
    (row,) = house.rows(t.Person, address=address)
    return row


def test_a_digest_that_is_written_again_has_the_same_id(setting_up, tmp_path):
    prefers(setting_up, AUSTRIA, "digest at 12")
    setting_up.order("britain", "place army in India")
    setting_up.cycle(minutes=1)
    twin = setting_up.copy(tmp_path / "twin")
    written = [of_kind(house.cycle(hours=4), "digest") for house in (setting_up, twin)]
    (one,), (other,) = written
    assert one.as_bytes() == other.as_bytes()


def test_a_moderator_that_was_down_for_days_sends_one_digest(setting_up):
    prefers(setting_up, AUSTRIA, "digest at 12")
    setting_up.order("britain", "place army in India")
    setting_up.cycle(minutes=1)
    down = of_kind(setting_up.cycle(hours=30), "digest")
    assert len(down) == 1
    assert "Britain placed an army in India" in flat(down[0])
    due = person(setting_up, AUSTRIA).digest_at
    assert due == datetime(2026, 12, 3, 12, tzinfo=UTC)


def test_a_mail_that_came_before_the_hour_is_in_the_digest(setting_up):
    """It is judged in order of time, however late that is."""
    prefers(setting_up, AUSTRIA, "digest at 12")
    setting_up.now += timedelta(hours=1)
    setting_up.order("britain", "place army in India")
    (digest,) = of_kind(setting_up.cycle(hours=5), "digest")
    assert "Britain placed an army in India" in flat(digest)


def test_a_mail_that_came_behind_the_hour_is_not(setting_up):
    prefers(setting_up, AUSTRIA, "digest at 12")
    setting_up.order("britain", "place army in India")
    setting_up.now += timedelta(hours=3)
    setting_up.order("france", "place army in Baltic")
    (digest,) = of_kind(setting_up.cycle(hours=5), "digest")
    assert "Britain placed" in flat(digest)
    assert "France placed" not in flat(digest)


def test_a_digest_says_what_is_true_when_it_is_sent(setting_up):
    """It waited for a mail server, and what it asked was answered meanwhile."""
    prefers(setting_up, "britain@example.org", "digest at 12")
    setting_up.command(host_acts.extend, hours=24, because="")
    setting_up.cycle(minutes=1)
    setting_up.transport.stalled = ["britain@example.org"]
    setting_up.cycle(hours=3)
    (waiting,) = setting_up.rows(t.Outgoing, kind="digest", state="waiting")
    assert stored_mails.restored("digest", waiting.payload).games[0].question
    setting_up.order("britain", "place army in India")
    setting_up.cycle(minutes=1)
    setting_up.transport.stalled = []
    (digest,) = of_kind(setting_up.cycle(hours=5), "digest")
    assert "BRITAIN, nothing to do just now. Waiting for France" in flat(digest)


def test_a_digest_says_that_a_bot_plays_for_its_reader(setting_up):
    prefers(setting_up, AUSTRIA, "digest at 12")
    setting_up.command(stand_in.by_host, key="austria", back=False)
    setting_up.order("britain", "place army in India")
    (digest,) = of_kind(setting_up.cycle(hours=5), "digest")
    assert 'AUSTRIA, a bot plays for you. Write "back", or any order' in flat(digest)


def test_a_digest_is_not_for_who_has_lost_the_seat(setting_up):
    prefers(setting_up, AUSTRIA, "digest at 12")
    setting_up.order("britain", "place army in India")
    setting_up.cycle(minutes=1)
    setting_up.transport.stalled = [AUSTRIA]
    setting_up.cycle(hours=4)
    with setting_up.world.store.transaction() as db:
        seat = db.get_one(t.Seat, next(s.id for s in setting_up.rows(t.Seat) if s.key == "austria"))
        seat.address = "another@example.org"
    setting_up.transport.stalled = []
    assert to(setting_up.cycle(hours=1), AUSTRIA) == []
    assert setting_up.rows(t.Outgoing, kind="digest", state="withdrawn")


# Nothing is lost


def play_on(house, stream, most):
    """Seats answer by chance, two of them a day, until the end or for so many answers."""
    for _ in range(most):
        if house.game().status != "running":
            return
        session = house.session()
        seat = session.waiting()[0]
        choice = thrifty_choice(session.decision(seat), stream)
        house.order(seat, ordered(session, seat, choice))
        house.cycle(hours=5)


PREFER = {
    "britain": "digest at 7\nzone America/New_York",
    "france": "only my turn",
    "spain": "only my turn\ndigest at 19\ntext only",
    "austria": "no map",
}


def campaign(house, prefer, most):
    """Play on with four who prefer this; what each was told. In the end all want all reports."""
    for seat, text in prefer.items():
        prefers(house, f"{seat}@example.org", text)
    play_on(house, Stream("nothing is lost"), most)
    for seat in prefer:
        prefers(house, f"{seat}@example.org", "all reports\ndigest off")
    house.cycle(hours=1)
    return {seat: told(house, f"{seat}@example.org") for seat in PREFER}


def compare(begun, tmp_path, most):
    """Two campaigns that begin alike, and the mails of the second."""
    found = {}
    for name, prefer in (("usual", dict.fromkeys(PREFER, "all reports")), ("others", PREFER)):
        house = begun.copy(tmp_path / name)
        found[name] = campaign(house, prefer, most)
        mails = house.box
        house.close()
    return found["usual"], found["others"], mails


def check(usual, others, mails):
    for seat in PREFER:
        assert set(usual[seat]) <= set(others[seat]), seat
        assert set(others[seat].values()) <= {1}, seat
    digests = of_kind(mails, "digest")
    assert {mail["To"] for mail in digests} == {PLAYERS[0], PLAYERS[2]}
    assert all(mail.get_body(("html",)) is None for mail in to(digests, PLAYERS[2]))


def test_by_digests_and_by_questions_one_learns_what_all_others_learn(acting, tmp_path):
    check(*compare(acting, tmp_path, 12))


@pytest.mark.soak
def test_so_it_is_over_a_whole_campaign(begun, tmp_path):
    check(*compare(begun, tmp_path, 10_000))
