"""Campaigns of more than a thousand days, among people who vanish, come back, go away, are
replaced, quarrel with the parser: what has to hold at their end, and that all of it has happened.
"""

import dataclasses
import json
from collections import Counter
from dataclasses import dataclass
from datetime import date

import pytest
from msgspec.structs import replace

from engine.core.verify import verify
from engine.games import GAMES
from pbem.campaign import host_acts
from pbem.campaign.lookup import portable_record
from pbem.demo.mail_programs import PROGRAMS
from pbem.settings.pacing import WORKING_DAYS, Pace
from pbem.store import tables as t
from tests.house import PLAYERS, House, kinds, readable, to
from tests.pbem.campaign.long_life import Life

OTHERS = WAITS, SHY, FRIEND, LATER, STRANGER = [
    f"{who}@example.net" for who in ("waits", "shy", "friend", "later", "stranger")
]
FIVE_DAYS = Pace(
    length=5,
    unit="days",
    weekdays=WORKING_DAYS,
    between=(8, 20),
    grace=24,
    blackout=((date(2026, 12, 24), date(2027, 1, 3)), (date(2027, 8, 2), date(2027, 8, 15))),
)


@dataclass(frozen=True)
class Plan:
    """Who plays what, at which pace, and how many lines a mail of orders has."""

    rules: str
    seats: tuple[str, ...]
    bots: int
    pace: Pace
    most: int
    days: int = 10_000
    """The host ends it after so many."""


SOE, EMPIRES = "struggle-of-empires", "empires-of-the-ancient-world"
SEATS = tuple(address.partition("@")[0] for address in PLAYERS)
QUICK = Plan(SOE, SEATS[:2], 1, replace(FIVE_DAYS, length=12, reminders=(12,)), 3)
WHOLE = [
    pytest.param(QUICK, marks=pytest.mark.soak, id="quick"),
    pytest.param(Plan(SOE, SEATS, 0, FIVE_DAYS, 1), marks=pytest.mark.soak, id="four"),
    pytest.param(
        Plan(EMPIRES, ("red", "blue", "green"), 0, replace(FIVE_DAYS, length=7), 2),
        marks=pytest.mark.soak,
        id="other",
    ),
]
TWO_YEARS = pytest.param(dataclasses.replace(QUICK, days=720), id="two years")
"""Long enough for all that people do."""
to_the_end = pytest.mark.parametrize("lived", WHOLE, indirect=True)


@pytest.fixture(scope="module", params=[TWO_YEARS, *WHOLE])
def lived(request, tmp_path_factory):
    """A campaign at its end, and the days that it took."""
    plan, house = request.param, House(tmp_path_factory.mktemp("lived") / "house")
    players = [f"{seat}@example.org" for seat in plan.seats]
    house.new(seats=len(players) + plan.bots, rules=plan.rules, bots=plan.bots, pace=plan.pace)
    house.join(*players, wish=dict(zip(players, plan.seats, strict=True)))
    life = Life(house, "a long life", [*players, *OTHERS], plan.most)
    plan_life(life, *(plan.seats * 2)[:3])
    life.people[SHY].takes = "no, thank you"
    life.days = life.play(plan.days)
    if house.game().status != "over":
        house.command(host_acts.cancel, because="two years are enough")
        life.hand_out(house.cycle())
    yield life
    house.close()


def plan_life(life, first, second, third):
    """What people do: one vanishes for good, one comes back and resigns later, and one is replaced
    by the host. The third may be who has taken the seat of the first."""
    life.happens(1, "writes", WAITS, "wait for soe1")
    life.happens(5, "writes", STRANGER, "help")
    life.happens(20, "speaks", second, "attack everybody at once")
    life.happens(26, "speaks", third, "I would rather have peace, to be honest.")
    life.happens(30, "mail_comes_back", second)
    life.happens(40, "vanishes", first)
    life.happens(200, "has_a_machine_answer", second)
    life.happens(240, "vanishes", second)
    life.happens(340, "comes_back", second)
    life.happens(360, "is_away", third, 12, "stand-in")
    life.happens(366, "comes_back", third)
    life.happens(380, "host_says", f"replace {third} by {SHY} because of a new job")
    life.happens(400, "host_says", f"replace {third} by {FRIEND} because of a new job")
    life.happens(450, "host_says", "pause because of the summer")
    life.happens(480, "host_says", "resume")
    life.happens(500, "host_says", "extend 5 days")
    life.happens(550, "resigns", second)
    life.happens(580, "writes", LATER, "wait for soe1")


@to_the_end
def test_it_takes_a_thousand_days_and_ends_with_a_report_to_all_who_play(lived):
    assert lived.days >= 1000
    assert lived.house.game().status == "over"
    playing = [row.address for row in lived.house.rows(t.Seat) if not row.bot]
    finals = [mail["To"] for mail in lived.house.box if kinds([mail]) == ["final"]]
    assert sorted(finals) == sorted(playing)
    assert lived.house.cycle(days=60) == []


def test_its_record_is_right(lived):
    with lived.house.world.store.reading() as db:
        header, *lines = map(json.loads, portable_record.lines(db, db.get_one(t.Game, 1)))
    assert [finding.ok for finding in verify(header, lines, GAMES)] == [True] * 3


def test_every_mail_that_came_is_answered_for(lived):
    letters = lived.house.letters()
    joining = 2 * len(lived.house.rows(t.Seat)) - 2 * bots(lived)
    assert len(letters) == lived.dropped + joining
    assert {status for status, _ in letters} == {"done", "ignored"}
    assert all(reason for _, reason in letters)


def bots(lived):
    return sum(row.bot for row in lived.house.rows(t.Seat))


def test_no_mail_waits_to_be_sent_and_no_question_is_open(lived):
    assert lived.house.rows(t.Outgoing, state="waiting") == []
    assert lived.house.rows(t.Window, state="open") == []


def test_nobody_is_asked_twice_the_same(lived):
    mails = lived.house.rows(t.Outgoing)
    asked = Counter((m.seat, m.window) for m in mails if m.kind in REPORTS and m.window)
    again = sum(reason.count("resent") for _, reason in lived.house.letters())
    assert sum(asked.values()) - len(asked) <= again
    reminded = Counter((m.seat, m.window) for m in mails if m.kind == "reminder")
    assert max(reminded.values()) <= 2
    once = Counter((m.recipient, m.kind) for m in mails if m.kind in ONCE)
    assert set(once.values()) == {1}


REPORTS = ("report", "started")
ONCE = ("confirm", "takeover", "away_ask", "handover", "final")


def test_no_address_reaches_another_player(lived):
    everybody = set(lived.people)
    for mail in lived.house.box:
        others = () if mail["To"].startswith("host@") else everybody - {mail["To"]}
        said = readable(mail)
        assert [other for other in others if other in said] == [], mail["Subject"]


HAPPENED = (
    ("answered", "orders(played"),
    ("strange words", "unclear"),
    ("nothing but talk", "orders(remark"),
    ("forbidden", "refused"),
    ("without a tag", "yes_asked"),
    ("sent twice", "duplicate"),
    ("a bounce", "bounce("),
    ("a machine's answer", "away_asked"),
    ("away", "away"),
    ("back", "back"),
    ("waiting for a seat", "waits("),
    ("resigned", "resigned("),
    ("declined", "declined("),
    ("taken over", "took_over("),
    ("a stranger", "help"),
    ("the host", "host(extend done"),
)
NOTED = {
    "defaulted": 3,
    "stand_in": 3,
    "stand_in_ended": 2,
    "new_player_sought": 2,
    "resigned": 1,
    "taken_over": 3,
    "paused": 1,
    "resumed": 1,
    "extended": 1,
}
"""What the record notes of people, and how often at least."""


@pytest.mark.parametrize(("what", "reason"), HAPPENED, ids=[what for what, _ in HAPPENED])
def test_people_have_done_all_that_people_do(lived, what, reason):
    assert any(reason in said for _, said in lived.house.letters()), what


def test_the_record_notes_who_was_missing_and_who_was_replaced(lived):
    noted = Counter(json.loads(row.body).get("what") for row in lived.house.rows(t.Entry))
    assert {what: noted[what] for what in NOTED if noted[what] < NOTED[what]} == {}
    assert {row.address for row in lived.house.rows(t.Entrant)} >= {WAITS, FRIEND, LATER}
    assert kinds(to(lived.house.box, WAITS)).count("handover") == 1


def test_orders_came_by_every_mail_program(lived):
    used = sum((person.desk.tally for person in lived.people.values()), Counter())
    assert [name for name in PROGRAMS if not used[f"as: {name}"]] == []
