"""A moderator that is killed at any step and started again does what it would have done, once."""

from collections import defaultdict
from datetime import timedelta

import pytest

from pbem.demo.loopback import smtp_server
from tests.house import PLAYERS, to
from tests.pbem.campaign import killing
from tests.processes import begun

pytestmark = pytest.mark.only_sqlite("copies before each step: random kills try PostgreSQL")


def killed(house, *, hours=0.0, first=1, every=1, port=0):
    """What came of dying at each of these steps."""
    house.close()
    now = house.now + timedelta(hours=hours)
    process, pipe = begun(killing.main, house.folder, now, first, every, port)
    came = pipe.recv()
    process.join()
    return came


def an_order(house):
    """A mail that is played, kept for later turns, answered, and asks the next seat."""
    house.order(house.session().waiting()[0], "place army in India\nplace fort in Africa")


def an_unreadable_mail(house):
    house.drop(b"From: spain@example.org\nContent-Type: application/ms-tnef\n\nx\n")


def two_mails_and_a_deadline(house):
    first, *_ = house.session().waiting()
    others = [p for p in PLAYERS if not p.startswith(first)]
    house.answer(house.last(others[0]), "place army in India")
    house.answer(house.last(others[1]), "orders?\nhelp")


def a_digest_is_due(house):
    """For one who is told of it by nothing else."""
    last = PLAYERS[-2]
    house.answer(house.last(last), "digest at 12")
    house.cycle(minutes=1)
    house.order(house.session().waiting()[0], "place army in India")


def press_and_an_order(house):
    """A mail that goes to two others, to the writer's diary, and answers what is asked."""
    lines = ["place army in India", "press to all: Hello", "end press", "diary: They know it."]
    house.order(house.session().waiting()[0], "\n".join(lines))


SCENES = {
    an_order: 0.5,
    an_unreadable_mail: 0.5,
    two_mails_and_a_deadline: 49,
    a_digest_is_due: 4,
    press_and_an_order: 0.5,
}
EVERY = {
    an_order: 11,
    an_unreadable_mail: 9,
    two_mails_and_a_deadline: 37,
    a_digest_is_due: 19,
    press_and_an_order: 23,
}


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_a_death_makes_no_difference(setting_up, scene):
    """At some steps; at all of them in the long proof below."""
    scene(setting_up)
    came = killed(setting_up, hours=SCENES[scene], first=4, every=EVERY[scene])
    assert came["tried"] > 5
    assert came["bad"] == {}


def filling(house):
    """The last player confirms: the game is made, dice and all."""
    house.new()
    house.join(*PLAYERS[:3])
    house.mail(PLAYERS[3], "join soe1")
    (confirm,) = to(house.cycle(minutes=1), PLAYERS[3])
    house.answer(confirm, "yes")


def test_a_death_at_the_start_of_a_game_makes_no_difference(house):
    filling(house)
    assert killed(house, first=4, every=31)["bad"] == {}


@pytest.mark.soak
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_a_death_at_no_step_at_all_makes_a_difference(setting_up, scene):
    scene(setting_up)
    came = killed(setting_up, hours=SCENES[scene])
    assert (came["bad"], came["tried"]) == ({}, came["steps"])


@pytest.mark.soak
def test_a_death_at_no_step_of_the_start_makes_a_difference(house):
    filling(house)
    came = killed(house)
    assert (came["bad"], came["tried"]) == ({}, came["steps"])


def sent_by_smtp(house, **steps):
    """The mails that a server got, by Message-ID: each copy."""
    got = defaultdict(list)

    def deliver(_sender, recipient, raw):
        head, _, _ = raw.partition(b"\r\n\r\n")
        (line,) = [x for x in head.split(b"\r\n") if x.lower().startswith(b"message-id:")]
        got[line].append((recipient, raw))

    with smtp_server(deliver) as port:
        came = killed(house, hours=0.5, port=port, **steps)
    return came, got


def check_at_least_once(came, got):
    assert came["bad"] == {}
    assert len(got) == 2
    for copies in got.values():
        assert len(set(copies)) == 1
        assert len(copies) >= came["tried"] + 1


def test_a_server_gets_each_mail_at_least_once_and_always_the_same(setting_up):
    an_order(setting_up)
    check_at_least_once(*sent_by_smtp(setting_up, first=60, every=7))


@pytest.mark.soak
def test_a_server_gets_each_mail_whatever_the_step(setting_up):
    an_order(setting_up)
    check_at_least_once(*sent_by_smtp(setting_up))
