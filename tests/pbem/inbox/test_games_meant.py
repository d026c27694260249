"""Who plays one game and hosts, or no longer plays, another: each mail is for the one it names."""

import pytest

from pbem.inbox.reading import hosts_grammar
from tests.house import HOST, flat, kinds, to
from tests.pbem.inbox.test_host_mail import take_over


@pytest.fixture
def host_plays(setting_up):
    """The host plays Spain in soe1, and hosts eaw1, too, where others play."""
    house = setting_up
    take_over(house, "Spain", HOST)
    house.new("eaw1", rules="empires-of-the-ancient-world", seats=3)
    house.sent()
    return house


@pytest.mark.parametrize(
    ("subject", "text", "shown"),
    [
        (
            "eaw1",
            "Please pause the game because I am ill",
            "Please pause the game because I am ill",
        ),
        ("eaw1: something", "extend eaw1 by two days, please", "extend eaw1 by two days, please"),
        ("for you", "extend eaw1 by two days, please", "extend eaw1 by two days, please"),
        ("eaw1", "host:\nverlängere um 2 Tage", "verlängere um 2 Tage"),
        ("eaw1", "Verlängere eaw1 um eine Woche, weil der Server weg war", "Verlängere eaw1"),
    ],
)
def test_a_game_that_is_named_decides_what_a_playing_host_means(host_plays, subject, text, shown):
    host_plays.mail(HOST, text, subject)
    sent = host_plays.cycle(minutes=1)
    assert kinds(sent) == ["host_ask"]
    assert sent[0]["Subject"].startswith("[eaw1]")
    assert shown in flat(sent[0])


def test_a_playing_host_asks_how_another_game_stands(host_plays):
    host_plays.mail(HOST, "status eaw1", "hello")
    (told,) = host_plays.cycle(minutes=1)
    assert (told["Message-ID"].split(".")[1], told["Subject"][:6]) == ("host_receipt", "[eaw1]")
    assert "no command" not in flat(told)


def test_a_game_in_which_the_host_plays_takes_marked_lines_only(host_plays):
    host_plays.mail(HOST, "place army in India\nhost:\nextend 1 day\npause", "soe1")
    asked = host_plays.cycle(minutes=1)
    assert sorted(kinds(asked)) == ["ask", "host_ask"]
    (hosts,) = (mail for mail in asked if ".host_ask." in mail["Message-ID"])
    assert "extend 1 day" in flat(hosts)
    assert "pause" in flat(hosts)
    assert "India" not in flat(hosts)


@pytest.mark.parametrize("line", ["host: help", "host: status"])
def test_a_playing_host_gets_the_hosts_help(host_plays, line):
    host_plays.order("host", line)
    (told,) = host_plays.cycle(minutes=1)
    assert kinds([told]) == ["host_receipt"]
    assert "no command" not in flat(told)
    assert "extend 2 days" in flat(told)


def test_a_command_that_names_another_game_is_refused(setting_up):
    setting_up.command(lambda post, game: None)
    setting_up.mail(HOST, "pause eaw7", "soe1")
    (told,) = setting_up.cycle(minutes=1)
    assert "This names eaw7, but your mail is about soe1" in flat(told)


def test_who_was_replaced_is_told_so_and_nothing_is_tried_elsewhere(setting_up):
    house = setting_up
    old = house.last("spain@example.org")
    take_over(house, "Spain", "new@example.org")
    house.new("soe2", bots=3)
    house.join("spain@example.org", name="soe2")
    house.sent()
    subject = f"Re: {old['Subject']}"
    for headers in ({}, {"subject": subject.partition(" [soe1-")[0]}):
        house.answer(old, "place army in India", **headers)
        (told,) = house.cycle(minutes=1)
        assert told["To"] == "spain@example.org"
        assert "you no longer play Spain in soe1" in flat(told)
    assert not to(house.sent(), "new@example.org")


def test_who_was_replaced_and_plays_nothing_else_is_told_so(setting_up):
    old = setting_up.last("spain@example.org")
    take_over(setting_up, "Spain", "new@example.org")
    setting_up.answer(old, "place army in India")
    (told,) = setting_up.cycle(minutes=1)
    assert "you no longer play Spain in soe1" in flat(told)


def test_a_player_who_names_a_game_without_a_seat_is_told_their_games(setting_up):
    setting_up.new("eaw1", rules="empires-of-the-ancient-world", seats=3)
    setting_up.mail("spain@example.org", "status eaw1", "hello")
    (told,) = setting_up.cycle(minutes=1)
    assert "it is about eaw1, where you have no seat; you play in soe1" in flat(told)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("verlängere um 2 Tage und sag es allen", True),
        ("extend until they are all back", True),
        ("Hello everybody", False),
        ("undo my last order", False),
        ("extend 2 days", False),
        ("pauze", True),
        ("w2: Extnd 2 days", True),
        ("umdo to 12 because it was misread", True),
        ("please remnid all", True),
        ("verlängre um 2 Tage", True),
        ("Send me the map", False),
        ("Friends, I am back", False),
        ("Paused clocks are fine", False),
    ],
)
def test_a_line_that_begins_as_a_command_does_is_meant_as_one(line, meant):
    assert hosts_grammar.is_meant(line) is meant


def test_a_mistyped_command_holds_those_below_it(setting_up):
    setting_up.mail(HOST, "help", "soe1")
    (asked,) = setting_up.cycle(minutes=1)
    setting_up.answer(asked, "extend 1 day\npauze\nextend 2 days")
    told = to(setting_up.cycle(minutes=1), HOST)[-1]
    assert "Line 2 could not be done; what stands below it was not done" in flat(told)
    assert "2 pauze refused I do not understand this command" in flat(told)
    assert "3 extend 2 days not done" in flat(told)


def test_a_command_that_is_too_long_is_refused_as_such(setting_up):
    setting_up.mail(
        HOST, "pause because " + "of the weather, " * 300 + "as said\n\nremind all", "soe1"
    )
    (told,) = setting_up.cycle(minutes=1)
    assert "a command and its reason may have 500 letters at most" in flat(told)
    assert "2 remind all not done" in flat(told)
    assert len(flat(told)) < 3_000


def test_a_command_that_is_not_understood_holds_those_below_it(setting_up):
    setting_up.mail(HOST, "extend until they are all back\nremind all", "soe1")
    (told,) = setting_up.cycle(minutes=1)
    assert "I do not understand this command" in flat(told)
    assert "2 remind all not done" in flat(told)
