"""How much the moderator answers, and what comes of machines that answer him."""

from datetime import timedelta

import pytest
from house import HOST, PLAYERS, House, flat, kinds, letter, text_of, to

from pbem.campaign import limits
from pbem.campaign.post import Post
from pbem.store import tables as t

ROBOT = "robot@example.net"


def post_at(house, db, days=0):
    return Post(house.world, db, house.now + timedelta(days=days), "a test")


def test_a_few_answers_a_day_to_mails_that_ask_for_nothing(house):
    with house.world.store.transaction() as db:
        allowed = [limits.may_answer(post_at(house, db), ROBOT) for _ in range(10)]
    assert sum(allowed) == house.world.config.limits.answers_a_day


def test_hardly_more_in_a_week(house):
    with house.world.store.transaction() as db:
        days = [day for day in range(7) for _ in range(10)]
        allowed = [limits.may_answer(post_at(house, db, day), ROBOT) for day in days]
        assert sum(allowed) == house.world.config.limits.answers_a_day + limits.MORE_A_WEEK
        assert limits.may_answer(post_at(house, db, 8), ROBOT)


def test_what_is_asked_for_is_answered_more_often(house):
    with house.world.store.transaction() as db:
        allowed = [limits.may_answer(post_at(house, db), ROBOT, asked=True) for _ in range(50)]
    assert sum(allowed) == limits.ASKED_A_DAY


def test_a_player_is_answered_however_many_orders_he_sends(setting_up):
    seat = setting_up.session().waiting()[0]
    for number in range(30):
        setting_up.order(seat, f"add\nplace army in {['India', 'Africa'][number % 2]}")
    mails = setting_up.cycle(minutes=1)
    assert kinds(to(mails, f"{seat}@example.org")).count("receipt") == 30


def test_the_host_hears_when_a_player_is_answered_no_more(setting_up):
    for number in range(20):
        setting_up.order("spain", f"Thank you for mail number {number}. I shall be back soon.")
    mails = setting_up.cycle(minutes=1)
    assert 1 <= len(to(mails, PLAYERS[2])) <= 5
    (told,) = to(mails, HOST)
    assert PLAYERS[2] in flat(told)


def test_what_is_answered_no_more_changes_nothing_either(setting_up):
    seat = setting_up.session().waiting()[0]
    for number in range(20):
        setting_up.order(seat, f"Thank you for mail number {number}. I shall be back soon.")
    setting_up.cycle(minutes=1)
    assert setting_up.letters()[-1][0] == "ignored"
    setting_up.order(seat, "place army in India")
    assert "receipt" in kinds(setting_up.cycle(minutes=1))
    assert "india" in setting_up.session().view(None)["units"][seat]


# Machines


def out_of_office(_mail, number):
    return "Thank you for your mail. I am out of the office and will answer it when I am back."


def chatty(_mail, number):
    return f"Your mail has been received as ticket {number}. Somebody will look at it."


def echo(mail, _number):
    return text_of(mail)


def agreeing(_mail, _number):
    return "OK"


def helpless(mail, _number):
    return f"I cannot read this:\n\n{text_of(mail)}\n\nPlease help"


ROBOTS = [out_of_office, chatty, echo, agreeing, helpless]


class Talk:
    """Moderators and a program that answers every mail, and says nowhere that it is one."""

    def __init__(self, houses, robot):
        self.houses, self.robot, self.sent, self.said = houses, robot, [], 0

    def day(self):
        for _ in range(24):
            for house in self.houses:
                house.now += timedelta(hours=1)
                for mail in house.cycle():
                    self.sent.append(mail)
                    self.carry(mail)

    def carry(self, mail):
        for house in self.houses:
            if mail["To"] == house.address:
                house.drop(mail.as_bytes())
        if mail["To"] == ROBOT:
            self.said += 1
            home = next(h for h in self.houses if h.address == mail["From"].addresses[0].addr_spec)
            to_ = mail["Reply-To"] or mail["From"]
            headers = {"message_id": f"<{self.said}@robot.example>"}
            text = self.robot(mail, self.said)
            subject = f"Re: {mail['Subject']}"
            home.drop(letter(ROBOT, text, subject, to_, home.now, self.said, headers))


@pytest.fixture
def two_houses(tmp_path):
    houses = [
        House(tmp_path / name, address=f"{name}@example.org") for name in ("friday", "sunday")
    ]
    yield houses
    for house in houses:
        house.close()


@pytest.mark.parametrize("robot", ROBOTS)
def test_two_moderators_and_a_robot_send_less_than_twenty_mails_in_a_week(two_houses, robot):
    friday, sunday = two_houses
    talk = Talk(two_houses, robot)
    for house, other in ((friday, sunday), (sunday, friday)):
        for mail in house.new(invite=[ROBOT, other.address]):
            talk.sent.append(mail)
            talk.carry(mail)
        house.drop(letter(ROBOT, "join soe1", "hello", house.address, house.now, 0, {}))
    for _ in range(7):
        talk.day()
    assert len(talk.sent) < 20
    last_days = [mail for mail in talk.sent if mail["Date"].datetime.day > 5]
    assert len(last_days) <= 2


def test_a_robot_who_plays_gets_its_reports_and_little_else(house):
    talk = Talk([house], chatty)
    house.new()
    house.join(ROBOT, *PLAYERS[:3])
    for mail in house.box:
        if mail["To"] == ROBOT:
            talk.carry(mail)
    for _ in range(7):
        talk.day()
    mails = to(talk.sent, ROBOT)
    asked_for_nothing = [m for m in mails if kinds([m]) in (["receipt"], ["status"])]
    assert len(asked_for_nothing) <= 6
    assert len([row for row in house.rows(t.Letter) if row.sender == ROBOT]) >= 3
