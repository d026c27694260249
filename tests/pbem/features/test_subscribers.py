"""A forum or list that takes posts by mail gets the public reports by itself."""

import pytest

from engine.core.decision import Refused
from pbem.features.spectators import subscribers
from pbem.store import tables as t
from tests.house import PLAYERS, flat, kinds, text_of, to

BOARD = "board@forum.example"


def playing_on(house):
    return to(house.place(house.session().waiting()[0], number=1), BOARD)


def test_each_window_is_reported(setting_up):
    setting_up.command(subscribers.subscribe, address=BOARD)
    for _ in range(3):
        (mail,) = playing_on(setting_up)
        assert kinds([mail]) == ["report"]
        assert "placed an army" in flat(mail)


def test_a_report_tells_what_happened_since_the_last_one(setting_up):
    setting_up.command(subscribers.subscribe, address=BOARD)
    (first,) = playing_on(setting_up)
    (second,) = playing_on(setting_up)
    assert flat(first).count("placed an army") == 1
    assert flat(second).count("placed an army") == 1


def test_it_holds_nothing_that_is_somebodys(setting_up):
    setting_up.command(subscribers.subscribe, address=BOARD)
    (mail,) = playing_on(setting_up)
    assert mail["Reply-To"] is None
    assert not [player for player in PLAYERS if player in mail.as_string() + text_of(mail)]
    assert "For you alone".upper() not in text_of(mail).upper()
    assert "-w" not in mail["Subject"]


def test_bbcode_for_a_forum(setting_up):
    setting_up.command(subscribers.subscribe, address=BOARD, format="bbcode")
    (mail,) = playing_on(setting_up)
    assert text_of(mail).startswith("[b]")
    assert mail.get_body(("html",)) is None


def test_markdown_for_a_forum(setting_up):
    setting_up.command(subscribers.subscribe, address=BOARD, format="markdown")
    (mail,) = playing_on(setting_up)
    assert "# " in text_of(mail)


def test_who_subscribes_twice_changes_the_format(setting_up):
    setting_up.command(subscribers.subscribe, address=BOARD)
    setting_up.command(subscribers.subscribe, address=BOARD.upper(), format="bbcode")
    (row,) = setting_up.rows(t.Subscriber)
    assert (row.address, row.format) == (BOARD, "bbcode")


def test_who_unsubscribes_gets_nothing_more(setting_up):
    setting_up.command(subscribers.subscribe, address=BOARD)
    setting_up.command(subscribers.unsubscribe, address=BOARD)
    assert playing_on(setting_up) == []


@pytest.mark.parametrize(
    ("act", "arguments"),
    [
        (subscribers.subscribe, {"address": "no address"}),
        (subscribers.subscribe, {"address": BOARD, "format": "carrier pigeon"}),
        (subscribers.unsubscribe, {"address": BOARD}),
    ],
)
def test_what_makes_no_sense_is_refused(setting_up, act, arguments):
    with pytest.raises(Refused):
        setting_up.command(act, **arguments)
