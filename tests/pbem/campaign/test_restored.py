"""A moderator restored from a backup: what answers mails of a time that it does not know."""

import pytest

from pbem.campaign import reminders
from pbem.store import tables as t
from tests.house import HOST, House, flat, kinds, to

MOVE, LATER = "place army in India", "place army in Baltic"


def waiting(house):
    return house.session().waiting()[0]


def placed(house, seat):
    return house.session().view(None)["units"][seat]


@pytest.fixture
def restored(setting_up, tmp_path):
    """The game as it stood before the first seat had placed anything, and the report that it got
    behind that."""
    house = setting_up
    first = waiting(house)
    old = house.copy(tmp_path / "backup")
    house = House(house.folder)
    house.now, house.count = old.now, old.count + 1000
    house.box = list(old.box)
    for _ in range(4):  # once around the table
        house.order(waiting(house), MOVE)
        house.cycle(minutes=1)
    report = house.last(f"{first}@example.org")
    house.close()
    old.now = house.now
    yield old, first, report
    old.close()


def test_an_answer_to_a_later_question_is_shown_and_asked(restored):
    house, seat, report = restored
    house.answer(report, LATER)
    (asked,) = house.cycle(minutes=1)
    assert (asked["To"], kinds([asked])) == (f"{seat}@example.org", ["unknown"])
    assert "answers one that I do not know" in flat(asked)
    assert placed(house, seat) == {}
    house.answer(asked, "yes")
    assert "receipt" in kinds(house.cycle(minutes=1))
    assert placed(house, seat)["baltic"]


def test_so_is_one_to_an_unknown_mail_of_a_window_that_is_known(restored):
    """The game has gone on in another way: there is such a window, but it asks something else."""
    house, seat, report = restored
    house.mail("stranger@example.net", "help")
    house.cycle(minutes=1)
    for _ in range(4):
        house.order(waiting(house), "place army in Africa")
        house.cycle(minutes=1)
    assert report["Message-ID"].strip("<>") not in {
        row.message_id for row in house.rows(t.Outgoing)
    }
    before = placed(house, seat)
    house.answer(report, LATER)
    (asked,) = house.cycle(minutes=1)
    assert kinds([asked]) == ["unknown"]
    assert placed(house, seat) == before


def test_a_yes_to_an_unknown_mail_applies_nothing_that_another_has_shown(restored):
    house, seat, report = restored
    address = f"{seat}@example.org"
    house.mail(address, MOVE)
    (shown,) = house.cycle(minutes=1)
    assert kinds([shown]) == ["ask"]
    house.answer(report, "yes")
    (asked,) = house.cycle(minutes=1)
    assert kinds([asked]) == ["unknown"]
    assert placed(house, seat) == {}


def test_an_answer_to_a_mail_that_is_known_is_obeyed(restored):
    house, seat, _ = restored
    house.order(seat, MOVE)
    assert "receipt" in kinds(house.cycle(minutes=1))
    assert placed(house, seat)["india"]


def test_so_is_what_answers_no_mail_of_ours(restored):
    """Some mail programs and gateways give mails an id of their own."""
    house, seat, _ = restored
    house.order(seat, MOVE, In_Reply_To="<0100018f@eu-west-1.amazonses.com>")
    assert "receipt" in kinds(house.cycle(minutes=1))
    assert placed(house, seat)["india"]


def test_a_host_who_answers_an_unknown_mail_is_asked(setting_up, tmp_path):
    house = setting_up
    old = house.copy(tmp_path / "backup")
    house = House(house.folder)
    house.now, house.count = old.now, old.count + 1000
    house.transport.refused = [f"{waiting(house)}@example.org"]
    house.command(reminders.send, seats=[])
    (told,) = to(house.cycle(minutes=1), HOST)
    house.close()
    old.now = house.now
    old.answer(told, "pause")
    (asked,) = old.cycle(minutes=1)
    assert (asked["To"], kinds([asked])) == (HOST, ["host_ask"])
    assert "do not know" in flat(asked)
    assert old.game().status == "running"
    old.answer(asked, "yes")
    old.cycle(minutes=1)
    assert old.game().status == "paused"
    old.close()
