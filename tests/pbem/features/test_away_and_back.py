"""Absences that meet each other, a game's begin, missed deadlines or the whole table."""

from datetime import UTC, datetime, timedelta

import pytest

from pbem.campaign import host_acts, scheduler, stand_in, turns
from pbem.settings.attendance_policy import Terms, stored
from pbem.store import tables as t
from tests.house import PLAYERS, SEATS, flat, kinds, text_of, to

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
WISH = {player: player.partition("@")[0] for player in PLAYERS}


def treat(house, **settings):
    def change(_post, game):
        game.terms = stored(Terms(**settings))

    house.command(change)


def writes(house, seat, text):
    house.order(seat, text)
    return house.cycle(minutes=1)


def seat(house, key):
    (row,) = house.rows(t.Seat, key=key)
    return row


def spans(house):
    return [(row.begins.day, row.ends.day, row.state) for row in house.rows(t.Absence)]


def due(house):
    (row,) = house.rows(t.Window, state="open")
    return row.due


def test_an_earlier_absence_leaves_a_later_one_as_it_is(setting_up):
    writes(setting_up, "britain", "away from 20 to 23 December")
    writes(setting_up, "britain", "away from 10 to 12 December")
    assert spans(setting_up) == [(20, 24, "coming"), (10, 13, "coming")]


def test_a_later_absence_goes_on_from_one_that_has_begun(setting_up):
    treat(setting_up, away_days=20)
    writes(setting_up, "britain", "away until 10 December")
    (told,) = writes(setting_up, "britain", "away from 8 to 15 December")
    assert spans(setting_up) == [(1, 8, "begun"), (8, 16, "coming")]
    assert due(setting_up) > datetime(2026, 12, 16, tzinfo=UTC)
    assert "In this game you have 27 days of absence left" in flat(told)
    setting_up.cycle(days=8)
    assert spans(setting_up) == [(1, 8, "over"), (8, 16, "begun")]


def test_an_absence_that_two_processes_begin_goes_on(setting_up):
    writes(setting_up, "spain", "away from 3 to 5 December: wait")
    (kind,) = (kind for kind in scheduler.kinds(setting_up.world) if kind.name == "absence")
    (row,) = setting_up.rows(t.Absence)
    for _ in range(2):
        scheduler.handle(setting_up.world, scheduler.Due(kind, row.id, row.begins), row.begins)
    assert spans(setting_up) == [(3, 6, "begun")]


def test_between_two_absences_of_a_kind_nobody_is_told_that_a_player_is_back(setting_up):
    writes(setting_up, "spain", "away until 3 December: stand-in")
    writes(setting_up, "spain", "away from 3 to 5 December: stand-in")
    mails = setting_up.cycle(hours=39)
    assert spans(setting_up) == [(1, 3, "over"), (3, 6, "begun")]
    assert "notice" not in kinds(mails)
    assert seat(setting_up, "spain").stand_in == "bot"
    setting_up.cycle(days=3)
    assert seat(setting_up, "spain").stand_in == ""


@pytest.mark.parametrize(
    ("zone", "text", "days"),
    [
        ("Europe/Berlin", "away from 20 to 29 October 2027", 10),  # a day of 25 hours
        ("Europe/Berlin", "away from 20 to 29 March 2027", 10),  # one of 23
        ("UTC", "away from 20 to 29 October 2027", 10),
    ],
)
def test_days_are_counted_by_the_calendar(setting_up, zone, text, days):
    setting_up.now = datetime(2027, 3, 1, 12, tzinfo=UTC)
    setting_up.command(host_acts.pause, because="")
    setting_up.cycle()
    writes(setting_up, "britain", f"zone {zone}")
    (told,) = writes(setting_up, "britain", text)
    assert f"you have {42 - days} days of absence left" in flat(told)
    (told,) = writes(setting_up, "britain", "away from 1 to 2 May")
    assert f"you have {42 - days - 2} days of absence left" in flat(told)


def test_who_is_away_before_a_game_begins_is_so_when_it_does(house):
    house.new()
    house.join(*PLAYERS[:2], wish=WISH)
    for player, way in zip(PLAYERS, ("stand-in", "stand-in"), strict=False):
        house.answer(house.last(player), f"away until 10 December: {way}")
        house.cycle(minutes=1)
    house.cycle(days=1)
    house.join(*PLAYERS[2:], wish=WISH)
    house.cycle(minutes=1)
    assert [seat(house, key).stand_in for key in SEATS] == ["bot", "bot", "", ""]
    begun = house.game().started
    assert {row.state for row in house.rows(t.Absence) if row.begins <= begun} == {"begun"}
    house.cycle(days=10)
    assert seat(house, "britain").stand_in == ""


def test_an_absence_that_ends_before_its_game_begins_is_over(house):
    house.new()
    house.join(PLAYERS[0], wish=WISH)
    house.answer(house.last(PLAYERS[0]), "away until 2 December: stand-in")
    house.cycle(days=4)
    house.join(*PLAYERS[1:], wish=WISH)
    house.cycle(minutes=1)
    assert [row.state for row in house.rows(t.Absence)] == ["over"]
    assert seat(house, "britain").stand_in == ""


@pytest.mark.parametrize(
    ("allowed", "said"),
    [
        (("wait", "stand-in"), "your deadlines wait until you are back. Nobody else is asked"),
        (("stand-in",), "your deadlines run on. Nobody else is asked by mail just now"),
    ],
)
def test_the_last_of_a_table_that_is_away_has_no_stand_in_and_hears_so(setting_up, allowed, said):
    treat(setting_up, away=allowed)
    for key in SEATS:
        mails = writes(setting_up, key, "away until 10 December: stand-in")
    (told,) = [m for m in to(mails, f"{SEATS[-1]}@example.org") if kinds([m]) == ["away"]]
    assert said in flat(told)
    assert max(map(len, text_of(told).splitlines())) <= 72
    assert [seat(setting_up, key).stand_in for key in SEATS] == ["bot", "bot", "bot", ""]
    waits = due(setting_up) > datetime(2026, 12, 11, tzinfo=UTC)
    assert waits == ("wait" in allowed)


@pytest.mark.parametrize(("way", "by"), [("stand-in", "bot"), ("wait", "")])
def test_who_has_missed_deadlines_and_is_away_is_missing_no_more(setting_up, way, by):
    treat(setting_up, stand_in_after=1, offer_after=1)
    setting_up.mail("late@example.net", "wait for soe1")
    setting_up.cycle(hours=49)
    for key in ("france", "austria", "spain"):
        writes(setting_up, key, "place army in India")
    assert seat(setting_up, "britain").offered
    mails = writes(setting_up, "britain", f"away until 10 December: {way}")
    row = seat(setting_up, "britain")
    assert (row.offered, row.missed, row.stand_in) == ("", 0, by)
    assert kinds(to(mails, "late@example.net")) == ["refused"]
    for key in ("france", "austria", "spain"):
        if key in setting_up.session().waiting():
            writes(setting_up, key, "place army in India")
    assert not seat(setting_up, "britain").offered


def test_an_absence_moves_the_deadline_in_the_calendar_too(setting_up):
    (told,) = writes(setting_up, "britain", "away until 10 December: wait")
    (entry,) = [p for p in told.iter_attachments() if p.get_filename() == "deadline.ics"]
    assert f"DTSTART:{due(setting_up):%Y%m%dT%H%M%SZ}" in entry.get_content()


def test_who_is_late_already_reads_that_this_does_not_wait(setting_up):
    settings = {"grace": "12h", "reminders": "none"}
    setting_up.command(lambda post, game: host_acts.change_pace(post, game, settings, ""))
    setting_up.cycle(hours=50)
    (told,) = writes(setting_up, "britain", "away until 10 December: wait")
    assert "This does not move the deadline of the question you have now." in flat(told)
    setting_up.cycle(hours=12)
    assert setting_up.session().waiting() != ["britain"]


def test_who_is_back_and_orders_at_once_reads_no_contradiction(setting_up):
    writes(setting_up, "britain", "away until 10 December: stand-in")
    mails = to(writes(setting_up, "britain", "I'm back\nplace army in India"), PLAYERS[0])
    assert kinds(mails) == ["away", "receipt"]
    assert "welcome back" in flat(mails[0])


def test_who_is_back_gets_one_mail_and_the_others_no_deadline(setting_up):
    writes(setting_up, "france", "away until 10 December: stand-in")
    said = "back\nHi, sorry, I was in hospital. I am back."
    mails = writes(setting_up, "france", said)
    (own,) = [mail for mail in mails if "welcome back" in flat(mail)]
    assert kinds(to(mails, own["To"])) == ["away"]
    told = [mail for mail in mails if kinds([mail]) == ["notice"]]
    assert told
    assert all("played by its player again" in flat(mail) for mail in told)
    assert not any("The deadline is now" in flat(mail) for mail in told)


def test_who_orders_and_goes_has_their_orders_taken_first(setting_up):
    writes(setting_up, "britain", "away until 10 December: stand-in\nplace army in India")
    assert "india" in setting_up.session().view(None)["units"]["britain"]
    assert seat(setting_up, "britain").stand_in == "bot"


@pytest.mark.parametrize("text", ["I am away until 10 December.", "I'm back."])
def test_a_machine_that_says_so_over_and_over_is_answered_only_so_often(setting_up, text):
    few = setting_up.world.config.limits.answers_a_day  # of which one went on joining
    answers = [kinds(writes(setting_up, "britain", text)) for _ in range(few + 5)]
    assert answers == [["away"]] * few + [[]] * 5


def test_the_reports_of_a_player_whose_seat_a_bot_plays_say_so_first(action):
    action.limit(silent=1000, missing=1000)
    action.command(change_terms, stand_in_after=0)
    action.command(stand_in.by_host, key="austria", back=False)
    told = []
    while not told:
        mails = to(action.cycle(days=2), "austria@example.org")
        told = [mail for mail in mails if kinds([mail]) == ["report"]]
    for mail in told:
        assert 'a bot plays for you. Write "back", or any order, and you play' in flat(mail)[:400]
        assert "Your turn comes soon" not in flat(mail)


def test_the_reports_of_one_whose_standing_orders_answer_say_so_first(action):
    action.limit(silent=1000, missing=1000)
    action.command(change_terms, stand_in_after=0)
    action.command(lambda ctx, game: begin_for(ctx, game, "austria"))
    told = []
    while not told:
        mails = to(action.cycle(days=2), "austria@example.org")
        told = [mail for mail in mails if kinds([mail]) == ["report"]]
    assert "your standing orders, or else the default, answer for you" in flat(told[0])[:400]


def begin_for(ctx, game, key):
    at = turns.at(ctx, game)
    stand_in.begin(at, at.seats[key], "away", "standing orders")
    stand_in.go_on(at)


def change_terms(_ctx, game, **terms):
    game.terms = stored(Terms(**terms))
