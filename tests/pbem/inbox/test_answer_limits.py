"""How much the moderator answers, and what comes of machines that answer him."""

from datetime import timedelta

import pytest
from sqlmodel import select

from pbem.campaign.mails.outbox import Context
from pbem.inbox import answer_limits
from pbem.store import tables as t
from tests.calls import calls
from tests.house import HOST, PLAYERS, House, flat, kinds, letter, text_of, to

ROBOT = "robot@example.net"
TURNS = ["britain", "france", "austria", "spain"]


@pytest.fixture(scope="module")
def answered(placing, tmp_path_factory):
    """A player has written once more than is answered in a day; the mails that came of it."""
    house = placing.copy(tmp_path_factory.mktemp("answered") / "house")
    write(house, house.session().waiting()[0], wishes(answer_limits.PLAYER_A_DAY + 1))
    mails = house.cycle(minutes=1)
    house.close()
    return house, mails


@pytest.fixture
def spent(answered, tmp_path):
    """The same house, as it stands then."""
    house = answered[0].copy(tmp_path / "spent")
    yield house
    house.close()


def post_at(house, db, days=0):
    return Context(house.world, db, house.now + timedelta(days=days), "a test")


def test_a_few_answers_a_day_to_mails_that_ask_for_nothing(house):
    with house.world.store.transaction() as db:
        allowed = [answer_limits.may_answer(post_at(house, db), ROBOT) for _ in range(10)]
    assert sum(allowed) == house.world.config.limits.answers_a_day


def test_hardly_more_in_a_week(house):
    with house.world.store.transaction() as db:
        days = [day for day in range(7) for _ in range(10)]
        allowed = [answer_limits.may_answer(post_at(house, db, day), ROBOT) for day in days]
        assert sum(allowed) == house.world.config.limits.answers_a_day + answer_limits.MORE_A_WEEK
        assert answer_limits.may_answer(post_at(house, db, 8), ROBOT)


def test_what_is_asked_for_is_answered_more_often(house):
    with house.world.store.transaction() as db:
        allowed = [
            answer_limits.may_answer(post_at(house, db), ROBOT, asked=True) for _ in range(50)
        ]
    assert sum(allowed) == answer_limits.ASKED_A_DAY


def test_the_last_answer_to_the_host_says_so_and_commands_are_done_all_the_same(setting_up):
    house = setting_up
    house.mail(HOST, "help", subject="soe1")
    told = to(house.cycle(minutes=1), HOST)
    while told:
        last = told[-1]
        house.answer(last, f"I wonder about this, number {len(house.box)}")
        told = to(house.cycle(minutes=1), HOST)
    assert "the last answer for now" in flat(last).lower()
    assert "I answer only commands of the host in answers to my mails" in flat(last)
    house.answer(last, "pause because of this")
    assert "host_receipt" in [kinds([mail])[0] for mail in to(house.cycle(minutes=1), HOST)]
    assert house.game().status == "paused"
    house.answer(last, "end")
    assert [kinds([mail]) for mail in to(house.cycle(minutes=1), HOST)] == [["host_ask"]]


def test_a_player_is_answered_however_many_orders_they_send(setting_up):
    seat = setting_up.session().waiting()[0]
    for number in range(30):
        setting_up.order(seat, f"add\nplace army in {['India', 'Africa'][number % 2]}")
    mails = setting_up.cycle(minutes=1)
    assert kinds(to(mails, f"{seat}@example.org")).count("receipt") == 30


def test_a_beginner_is_answered_however_badly_they_word_their_mails(setting_up):
    seat = setting_up.session().waiting()[0]
    mails = [answer for wish in wishes(25) for answer in answers(setting_up, seat, wish)]
    assert len(mails) == 25
    assert not [mail for mail in mails if "last answer" in flat(mail).lower()]


def test_the_last_answer_says_until_when_it_is_the_last_and_which_lines_work(answered, spent):
    seat = spent.session().waiting()[0]
    *others, last = to(answered[1], f"{seat}@example.org")
    assert len(others) == answer_limits.PLAYER_A_DAY - 1
    assert not [mail for mail in others if "LAST ANSWER" in flat(mail)]
    assert "THE LAST ANSWER FOR NOW" in flat(last)
    assert "Until Wednesday 2 December, 00:00 UTC" in flat(last)
    tail = text_of(last).partition("THE LAST ANSWER FOR NOW")[2]
    order = next(line.strip() for line in tail.splitlines() if line.strip().startswith("place"))
    assert answers(spent, seat, "one more of the kind") == []
    assert "receipt" in kinds(answers(spent, seat, order))


def test_whose_order_was_taken_is_answered_again(spent):
    seat = spent.session().waiting()[0]
    assert spent.letters()[-1][0] == "ignored"
    answers(spent, seat, "place army in India")
    assert len(answers(spent, seat, "and now something entirely different")) == 1


def test_each_question_is_worth_an_answer_whatever_was_written_before(spent):
    seat = spent.session().waiting()[0]
    spent.cycle(hours=24)
    write(spent, seat, wishes(answer_limits.PLAYER_A_DAY))
    spent.cycle(hours=24)
    assert answers(spent, seat, "nothing is left of this week") == []
    spent.cycle(hours=24)
    for other in [other for other in TURNS if other != seat]:
        spent.place(other, number=1)
    assert spent.session().waiting() == [seat]
    (mail,) = answers(spent, seat, "Redraw please!")
    assert "THE LAST ANSWER FOR NOW" in flat(mail)
    assert answers(spent, seat, "Redraw, I said!") == []


def test_what_others_write_in_their_name_costs_a_player_no_answer(setting_up):
    seat = setting_up.session().waiting()[0]
    for wish in wishes(20):
        setting_up.mail(f"{seat}@example.org", f"place unknown {wish}")
    setting_up.cycle(minutes=1)
    assert len(answers(setting_up, seat, "what am I to do")) == 1


def test_the_host_hears_when_a_player_is_answered_no_more(answered, spent):
    player = f"{spent.session().waiting()[0]}@example.org"
    assert len(to(answered[1], player)) == answer_limits.PLAYER_A_DAY
    (told,) = to(answered[1], HOST)
    assert player in flat(told)
    assert wishes(answer_limits.PLAYER_A_DAY + 1)[-1] in flat(told)


def test_a_host_who_plays_does_not_read_what_the_others_wrote(house):
    house.new()
    house.join(HOST, *PLAYERS[:3])
    write(house, "britain", wishes(answer_limits.PLAYER_A_DAY + 1))
    mails = house.cycle(minutes=1)
    (told,) = [mail for mail in to(mails, HOST) if kinds([mail]) == ["host"]]
    assert PLAYERS[0] in flat(told)
    assert "harbour" not in flat(told)


def test_what_is_answered_no_more_changes_nothing_either(spent):
    seat = spent.session().waiting()[0]
    assert spent.letters()[-1][0] == "ignored"
    spent.order(seat, "place army in India")
    assert "receipt" in kinds(spent.cycle(minutes=1))
    assert "india" in spent.session().view(None)["units"][seat]


def test_an_order_that_is_held_back_is_no_order_that_was_taken(setting_up):
    seat = setting_up.session().waiting()[0]
    write(setting_up, seat, ["what now", "place unknown thing\nplace army in India"])
    assert kinds(setting_up.cycle(minutes=1)) == ["receipt", "receipt"]
    assert [line.state for line in setting_up.rows(t.QueueLine, seat=seat)][-1] == "on_hold"
    assert sum(row.count for row in setting_up.rows(t.AnswerCount)) == 2


def test_long_prose_that_is_answered_no_more_is_not_read_in_earnest(setting_up):
    seat = setting_up.session().waiting()[0]
    pages = ["\n".join(f"{wish}, said {who}" for wish in wishes(30)) for who in ("he", "she")]
    read = calls(lambda: answers(setting_up, seat, pages[0]))
    with setting_up.world.store.transaction() as db:
        row = db.exec(select(t.AnswerCount)).one()
        row.count = answer_limits.PLAYER_A_DAY
        db.add(row)
    unread = calls(lambda: answers(setting_up, seat, pages[1]))
    assert setting_up.letters()[-1] == ("ignored", "enough")
    assert unread < read / 2


def test_a_mail_of_more_lines_than_are_read_costs_no_more_than_one_of_so_many(setting_up):
    seat = setting_up.session().waiting()[0]
    lines = [f"The army of France attacked page {n} of India." for n in range(1200)]
    some = calls(lambda: answers(setting_up, seat, "\n".join(lines[:301])))
    setting_up.order(seat, "\n".join(lines))
    all_ = calls(lambda: setting_up.cycle(minutes=20))
    assert setting_up.letters()[-1] == ("done", "denied")
    assert all_ < 2 * some


def test_a_page_in_one_line_is_not_sent_back_whole(setting_up):
    seat = setting_up.session().waiting()[0]
    page = "attack the army in India, France and " * 100
    (mail,) = to(answers(setting_up, seat, page), f"{seat}@example.org")
    assert flat(mail).count("attack the army") < 15


def test_the_same_words_over_and_over_are_a_machine_s(setting_up):
    seat = setting_up.session().waiting()[0]
    write(setting_up, seat, [f"Thank you for mail {n}. Back soon." for n in range(20)])
    mails = to(setting_up.cycle(minutes=1), f"{seat}@example.org")
    few = setting_up.world.config.limits.answers_a_day - 1  # one went on joining
    assert len(mails) == 1 + few


def test_the_same_words_each_morning_are_a_person_s(setting_up):
    for _ in range(9):
        setting_up.cycle(hours=24)
        assert "status" in kinds(answers(setting_up, "spain", "status"))


def wishes(number):
    """As many ways to say nothing that is known."""
    words = ["harbour", "island", "jungle", "kingdom", "law", "market", "nation", "river"]
    words += ["mountain", "coast"]
    return [f"{words[n % 10]} of the {words[n // 10 % 10]} for the better" for n in range(number)]


def write(house, seat, texts):
    for text in texts:
        house.order(seat, text)


def answers(house, seat, text):
    """What comes back for one mail, a minute later."""
    house.cycle(minutes=1)
    house.order(seat, text)
    return to(house.cycle(minutes=1), f"{seat}@example.org")


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


def talkative(_mail, number):
    return f"{wishes(number + 1)[-1]}, and never twice the same"


ROBOTS = [out_of_office, chatty, echo, agreeing, helpless]


class Talk:
    """Moderators and a program that answers every mail, and says nowhere that it is one."""

    def __init__(self, houses, robot):
        self.houses, self.robot, self.sent, self.said = houses, robot, [], 0

    def week(self):
        """Hour by hour at first; later, when there should be silence, with longer pauses."""
        for hours in [1] * 8 + [4] * 10 + [8] * 15:
            for house in self.houses:
                house.now += timedelta(hours=hours)
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
    talk.week()
    assert len(talk.sent) < 20
    last_days = [mail for mail in talk.sent if mail["Date"].datetime.day > 5]
    assert len(last_days) <= 2


SIGNS = ["Auto-Submitted", "X-Auto-Response-Suppress", "List-Unsubscribe"]


@pytest.mark.parametrize("rewritten", [[], SIGNS, [*SIGNS, "Message-ID"], [*SIGNS, "Reply-To"]])
def test_two_moderators_never_answer_each_other(two_houses, rewritten):
    """Each has a seat at the other's table, and servers on the way may change the head of mails."""
    for house, other in (two_houses, two_houses[::-1]):
        house.new()
        house.join(other.address)
        house.mail(other.address, "help")
        house.cycle(minutes=1)
    for house, other in (two_houses, two_houses[::-1]):
        mails = to(house.box, other.address)
        assert {"confirm", "joined", "help"} <= set(kinds(mails))
        for mail in mails:
            for name in rewritten:
                del mail[name]
            other.drop(mail.as_bytes())
        assert other.cycle(minutes=1) == []
        judged = other.letters()[-len(mails) :]
        assert all(why.startswith("automatic(") for _, why in judged)


@pytest.mark.parametrize("robot", [out_of_office, chatty, agreeing, talkative])
def test_a_robot_who_plays_gets_its_reports_and_few_answers(house, robot):
    """Those that repeat themselves fewer than those that might be people; in the end, one for each
    question."""
    talk = Talk([house], robot)
    house.new()
    house.join(ROBOT, *PLAYERS[:3])
    for mail in house.box:
        if mail["To"] == ROBOT:
            talk.carry(mail)
    talk.week()
    mails = to(talk.sent, ROBOT)
    answered = [m for m in mails if kinds([m])[0] in ("receipt", "status", "help", "ask")]
    repeats = robot is not talkative
    assert len(answered) <= (6 if repeats else answer_limits.PLAYER_A_WEEK) + house.game().windows
    late = [m for m in answered if m["Date"].datetime.day > 5]
    assert len(late) <= house.game().windows
    assert len([row for row in house.rows(t.InboundMail) if row.sender == ROBOT]) >= 3
