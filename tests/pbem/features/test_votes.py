"""Votes: what passes, how long they are open, and what the record has of them."""

import itertools
import json
from datetime import timedelta

import pytest
from sqlmodel import select

from engine.core.verify import verify
from engine.games import GAMES
from pbem.campaign import host_acts, stand_in
from pbem.campaign.lookup import portable_record
from pbem.features.host import undoing
from pbem.features.votes import counting, voting
from pbem.features.votes.counting import RULES
from pbem.settings.attendance_policy import MATTERS, Terms, stored
from pbem.store import tables as t
from tests.house import PLAYERS, flat, kinds, text_of, to

SEATS = ("britain", "france", "spain", "austria")


def treat(house, name="soe1", **settings):
    def change(_post, game):
        game.terms = stored(Terms(**settings))

    house.command(change, name=name)


def says(house, seat, text):
    """The last mail to a seat is answered; what that brings about."""
    house.order(seat, text)
    return house.cycle(minutes=1)


def vote(house):
    (row,) = house.rows(t.Vote)
    return row


def notes(house, *names):
    bodies = [json.loads(row.body) for row in house.rows(t.Entry)]
    return [body for body in bodies if body.get("what") in names]


# What passes


def test_every_kind_that_a_game_may_allow_has_its_rule():
    assert set(RULES) == set(MATTERS)


@pytest.mark.parametrize("matter", ["draw", "end"])
def test_an_end_needs_everybody_and_one_no_is_enough_against_it(matter):
    rule = RULES[matter]
    assert counting.outcome(rule, dict.fromkeys("abc", True), "abc") == "passed"
    assert counting.outcome(rule, {"a": True, "b": True}, "abc") == ""
    assert counting.outcome(rule, {"a": False}, "abc") == "failed"


@pytest.mark.parametrize("matter", ["extend", "replace"])
def test_a_majority_is_more_than_half_and_half_is_none(matter):
    rule = RULES[matter]
    for number in range(1, 8):
        counted = [f"seat {n}" for n in range(number)]
        for cast in itertools.product((True, False, None), repeat=min(number, 5)):
            voted = {s: b for s, b in zip(counted, cast, strict=False) if b is not None}
            yes, no = sum(voted.values()), len(voted) - sum(voted.values())
            wanted = "passed" if yes * 2 > number else "failed" if no * 2 >= number else ""
            assert counting.outcome(rule, voted, counted) == wanted


@pytest.mark.parametrize("rule", RULES.values())
def test_nothing_passes_where_nobody_votes(rule):
    assert counting.outcome(rule, {"a": True}, ()) != "passed"


def test_bots_do_not_vote(house):
    house.new(seats=3, bots=1)
    house.join(*PLAYERS[:2], wish={p: p.partition("@")[0] for p in PLAYERS[:2]})
    says(house, "britain", "propose end")
    says(house, "france", "yes")
    assert house.game().status == "over"


def test_one_of_two_cannot_vote_the_other_out(house):
    house.new(seats=3, bots=1, treats={"stand_in_after": 0})
    house.join(*PLAYERS[:2], wish={p: p.partition("@")[0] for p in PLAYERS[:2]})
    house.cycle(hours=49)
    (told,) = to(says(house, "france", "propose replace Britain"), PLAYERS[1])
    assert "Too few others play who could vote on it" in flat(told)
    (bot,) = [row.key for row in house.rows(t.Seat) if row.bot]
    name = house.session().game.words.name(bot)
    (told,) = to(says(house, "france", f"propose replace {name}"), PLAYERS[1])
    assert f"{name} is played by a bot" in flat(told)
    assert house.rows(t.Vote) == []


def test_who_alone_plays_against_bots_needs_nobody_elses_vote(house):
    house.new(seats=3, bots=2)
    house.join(PLAYERS[0], wish={PLAYERS[0]: "britain"})
    (told,) = says(house, "britain", "propose end")
    assert "The game is over" in told["Subject"]
    assert house.game().status == "over"


def test_a_missing_player_is_not_waited_for_but_may_vote(setting_up):
    house = setting_up
    treat(house, stand_in_after=1)
    house.cycle(hours=49)
    says(house, "spain", "propose draw")
    says(house, "austria", "vote yes")
    sent = says(house, "britain", "vote no")
    assert "not passed" in flat(to(sent, PLAYERS[1])[0])
    (row,) = house.rows(t.Seat, key="britain")
    assert row.stand_in == "bot"
    says(house, "spain", "propose draw")
    says(house, "austria", "vote yes")
    says(house, "france", "vote yes")
    assert house.game().status == "over"


def test_somebody_for_whom_the_host_has_a_bot_stand_in_is_still_asked(setting_up):
    house = setting_up
    house.command(lambda post, game: stand_in.by_host(post, game, "france", back=False))
    house.cycle()
    for seat, text in (("spain", "propose end"), ("austria", "vote yes"), ("britain", "vote yes")):
        says(house, seat, text)
    assert house.game().status == "running"
    assert vote(house).state == "open"


def test_a_seat_makes_only_so_many_proposals_a_week(setting_up):
    house = setting_up
    for _ in range(voting.PROPOSALS):
        says(house, "spain", "propose draw")
        says(house, "spain", "withdraw proposal")
    (told,) = says(house, "spain", "propose end")
    assert "You have made 3 proposals within 7 days" in flat(told)
    house.now += timedelta(days=8)
    with house.world.store.transaction() as db:
        for row in db.exec(select(t.Window).where(t.Window.state == "open")):
            row.due = row.next_at = None
    assert "vote" in kinds(says(house, "spain", "propose end"))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("propose extend 30 days", "14 days at most"),
        ("propose extend 0 days", "at least 1 hour"),
        ("propose replace Atlantis", "Atlantis"),
        ("propose war", "write one of propose draw"),
        ("vote yes", "No such vote is open"),
        ("vote no on 7", "There has been no vote 7"),
        ("withdraw proposal", "No such vote is open"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(setting_up, text, why):
    (told,) = says(setting_up, "spain", text)
    assert kinds([told]) == ["denied"]
    assert why in flat(told)


def test_votes_stand_beside_orders_in_one_mail(setting_up):
    house = setting_up
    sent = says(house, "britain", "place army in India\npropose draw")
    assert sorted(kinds(to(sent, PLAYERS[0]))) == ["receipt", "vote"]


# Time


@pytest.mark.parametrize(("time", "hours"), [("2h", 24), ("48h", 48), ("5 days", None)])
def test_a_vote_is_open_as_long_as_an_answer_may_take_but_a_day_at_least(house, time, hours):
    house.begin()
    if time != "48h":
        house.command(lambda post, game: host_acts.change_pace(post, game, {"time": time}, ""))
    says(house, "spain", "propose draw")
    row = vote(house)
    assert row.due - row.opened >= timedelta(hours=24)
    if hours:
        assert row.due - row.opened == timedelta(hours=hours)


def test_a_vote_that_has_its_majority_when_time_is_over_has_passed_before(setting_up):
    house = setting_up
    says(house, "spain", "propose extend 1 day")
    says(house, "france", "yes")
    assert vote(house).state == "open"
    says(house, "britain", "yes")
    assert vote(house).state == "passed"
    assert [body["hours"] for body in notes(house, "extended")] == [24]


def test_while_all_clocks_are_stopped_no_vote_ends(setting_up):
    house = setting_up
    says(house, "spain", "propose draw")
    due = vote(house).due
    house.cycle(hours=1)
    house.cycle(hours=120)
    assert house.game().stopped is not None
    assert vote(house).state == "open"
    house.release()
    stood = house.now - (due - timedelta(hours=48)) - timedelta(hours=2)
    assert vote(house).due > due + stood - timedelta(hours=1)
    house.cycle(minutes=1)
    assert vote(house).state == "open"


def test_a_vote_goes_on_over_an_undo(setting_up):
    house = setting_up
    says(house, "spain", "propose draw")
    says(house, "britain", "place army in India")
    (line,) = [row.n for row in house.rows(t.Entry) if '"t":"choice"' in row.body][-1:]
    house.command(undoing.undo, line=line, because="it was misread")
    house.cycle()
    says(house, "austria", "vote yes")
    assert vote(house).state == "open"
    assert counting.ballots(vote(house)) == {"spain": True, "austria": True}


def test_when_the_host_ends_the_game_there_is_nothing_to_vote_on_any_more(setting_up):
    house = setting_up
    says(house, "spain", "propose extend 1 day")
    house.command(host_acts.cancel, because="enough")
    assert vote(house).state == "void"
    house.cycle(days=10)
    assert notes(house, "vote_closed") == []


# The record


def test_what_passes_is_in_the_record_as_the_hosts_act_with_its_source(setting_up):
    house = setting_up
    says(house, "spain", "propose extend 2 days")
    says(house, "france", "yes")
    says(house, "britain", "yes")
    opened, closed, extended = notes(house, "vote_opened", "vote_closed", "extended")
    assert (opened["on"], opened["seat"], opened["hours"]) == ("extend", "spain", 48)
    assert closed["ballots"] == {"spain": True, "france": True, "britain": True}
    assert (extended["hours"], extended["source"]) == (48, "vote")
    says(house, "austria", "propose end")
    for seat in ("britain", "france", "spain"):
        says(house, seat, "vote yes")
    assert notes(house, "cancelled")[0]["source"] == "vote"
    with house.world.store.reading() as db:
        header, *lines = map(json.loads, portable_record.lines(db, house.game()))
    assert [finding.ok for finding in verify(header, lines, GAMES)] == [True] * 3


def test_who_has_voted_how_on_a_draw_is_in_no_mail_before_it_is_closed(setting_up):
    house = setting_up
    sent = says(house, "spain", "propose draw")
    sent += says(house, "austria", "yes")
    sent += says(house, "france", "status")
    assert not [mail for mail in sent if "Yes: " in text_of(mail)]
    closed = says(house, "france", "vote no")
    assert all("Yes: Spain and Austria; no: France" in flat(mail) for mail in closed)


def test_a_newcomer_has_not_voted(setting_up):
    house = setting_up
    treat(house, stand_in_after=0)
    house.cycle(hours=49)
    says(house, "britain", "propose draw")
    says(house, "france", "propose replace Britain")
    says(house, "austria", "vote yes on replace")
    house.mail("new@example.net", "wait for soe1")
    (offer,) = [m for m in house.cycle(minutes=1) if kinds([m]) == ["takeover"]]
    house.answer(offer, "yes")
    (told,) = [m for m in house.cycle(minutes=1) if kinds([m]) == ["handover"]]
    assert 'You have not voted yet: "vote yes on 1"' in flat(told)
    assert counting.ballots(house.rows(t.Vote)[0]) == {}


def test_a_vote_on_a_seat_is_off_when_its_player_resigns_and_others_may_be_decided(setting_up):
    house = setting_up
    treat(house, stand_in_after=0)
    house.cycle(hours=49)
    says(house, "spain", "propose draw")
    for seat in ("austria", "france"):
        says(house, seat, "vote yes on draw")
    says(house, "spain", "propose replace Britain")
    (asked,) = to(says(house, "britain", "resign"), PLAYERS[0])
    house.answer(asked, "yes")
    sent = house.cycle(minutes=1)
    draw, replace = house.rows(t.Vote)
    assert (draw.state, replace.state) == ("passed", "void")
    assert house.game().status == "over"
    assert any("is off: the matter is settled" in flat(mail) for mail in sent)


def test_a_yes_to_a_mail_that_asks_for_orders_votes_nothing(setting_up):
    house = setting_up
    report = house.last(PLAYERS[0])
    says(house, "spain", "propose draw")
    for text in ("yes", "no"):
        house.answer(report, text)
        house.cycle(minutes=1)
    assert counting.ballots(vote(house)) == {"spain": True}


def test_every_seat_is_asked_by_a_tag_of_its_own(setting_up):
    house = setting_up
    sent = says(house, "spain", "propose draw")
    mine, other = (to(sent, address)[0] for address in PLAYERS[:2])
    house.answer(other, "no", sender=PLAYERS[0])
    (asked,) = house.cycle(minutes=1)
    assert (asked["To"], kinds([asked])) == (PLAYERS[1], ["elsewhere"])
    assert counting.ballots(vote(house)) == {"spain": True}
    house.answer(mine, "no")
    house.cycle(minutes=1)
    assert vote(house).state == "failed"


# In a player's own words


@pytest.mark.parametrize(
    ("text", "ballot"),
    [
        ("yes of course", True),
        ("Yes, agreed.", True),
        ("No way, I am winning!", False),
        ("No.\nI am winning.", False),
        ("Nein, auf keinen Fall.", False),
    ],
)
def test_a_vote_in_other_words_counts(action, text, ballot):
    (asked,) = to(says(action, "france", "propose draw"), "austria@example.org")
    action.answer(asked, text)
    mails = action.cycle(minutes=1)
    assert counting.ballots(vote(action)).get("austria") is ballot
    assert kinds(to(mails, "austria@example.org")) in (["vote"], ["notice"])


def test_what_says_neither_is_told_that_it_counts_for_no_vote(action):
    (asked,) = to(says(action, "france", "propose draw"), "austria@example.org")
    action.answer(asked, "I will think about it, maybe.")
    (told,) = action.cycle(minutes=1)
    assert kinds([told]) == ["denied"]
    assert "it is not counted as a vote" in flat(told)
    assert "austria" not in counting.ballots(vote(action))


@pytest.mark.parametrize(
    ("line", "because"),
    [
        ("propose extend 2 days because of the holidays", "Reason given: the holidays"),
        ("propose extend 2 days, as I am away", "Reason given: I am away"),
        ("beantrage 2 Tage mehr wegen der Feiertage", "Reason given: wegen der Feiertage"),
    ],
)
def test_the_reason_of_a_proposal_is_told_to_all(action, line, because):
    mails = says(action, "france", line)
    assert kinds(mails) == ["vote"] * 4
    assert all(because in flat(mail) for mail in mails)
    assert vote(action).what == "48"


def test_a_reason_does_not_stand_in_for_press_where_there_is_none(action):
    treat(action, press=())
    (told,) = says(action, "france", "propose draw because I love you all")
    assert "without a reason" in flat(told)
    assert action.rows(t.Vote) == []
