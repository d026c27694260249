"""What is past, as somebody may see it."""

import re

import pytest

from pbem.campaign import game_store, stand_in
from pbem.campaign.lookup import history
from pbem.campaign.mails.outbox import Context
from pbem.features.host import undoing
from pbem.inbox.reading.requests import read
from pbem.store import tables as t
from tests.house import flat, kinds, to


def told(house, seat, said=None):
    """What a seat (None: the public) would be told."""
    with house.world.store.transaction() as db:
        game = db.get_one(t.Game, 1)
        ctx = Context(house.world, db, house.now, "a test")
        return history.tell(ctx, game, seat, said or "")


def lines_of(mail):
    return [event["n"] for window in mail.windows for event in window.events]


def test_all_windows_together_tell_each_event_once_to_who_may_see_it(auction):
    with auction.world.store.reading() as db:
        game = db.get_one(t.Game, 1)
        for seat in ("britain", "spain", None):
            seen = [event["n"] for event in game_store.events(db, game, seat)]
            mail = told(auction, seat, f"0-{game.windows}")
            lines = lines_of(mail)
            while mail.left:
                mail = told(auction, seat, f"{mail.left[0]}-{game.windows}")
                lines += lines_of(mail)
            assert lines == seen


def test_what_one_seat_alone_was_told_is_told_to_no_other(empires):
    with empires.world.store.reading() as db:
        game = db.get_one(t.Game, 1)
        private = [one for one in game_store.events_since(db, game, 0) if one.event.to is not None]
        seats = [row.key for row in game_store.seats_of(db, game)]
    assert {one.event.to for one in private} == {(seat,) for seat in seats}
    for seat in (*seats, None):
        windows = told(empires, seat, f"0-{empires.game().windows}").windows
        said = [event for window in windows for event in window.events]
        mine = [one.shown() for one in private if one.event.seen_by(seat)]
        others = [one.shown() for one in private if not one.event.seen_by(seat)]
        assert all(event in said for event in mine)
        assert not [event for event in others if event in said]


def test_a_long_story_is_cut_at_a_window_and_says_how_to_go_on(auction, monkeypatch):
    monkeypatch.setattr(history, "MOST_EVENTS", 12)
    last = auction.game().windows
    mail = told(auction, "spain", f"0-{last}")
    shown = len(mail.windows)
    assert 0 < shown <= last
    assert mail.left == [shown, last]
    assert len(lines_of(mail)) <= 12


def test_a_window_that_is_too_long_alone_is_cut_and_says_so(auction, monkeypatch):
    monkeypatch.setattr(history, "MOST_EVENTS", 1)
    (window,) = told(auction, "spain", "0").windows
    assert len(window.events) == 1
    assert window.more > 0


def test_a_round_is_found_by_the_event_that_begins_it(empires):
    (first,) = told(empires, None, "round 1").windows
    assert first.title == "round 1"
    assert first.events[0]["what"] == "round_begun"
    assert told(empires, None, "round 99").problem.id == "history.untold"


@pytest.mark.parametrize("said", ["99", "3-2", "window 4000"])
def test_windows_that_there_are_not_are_refused(setting_up, said):
    assert told(setting_up, "spain", said).problem.id == "history.no_window"


@pytest.mark.parametrize("said", ["2", "w2", "window 2", "soe1 2", "soe1: windows 2-2", "2 to 2"])
def test_a_window_can_be_named_in_many_ways(setting_up, said):
    (window,) = told(setting_up, "spain", said).windows
    assert window.window == 2


def test_what_an_undo_took_back_is_left_out_but_not_what_people_did(setting_up):
    house = setting_up
    house.order("britain", "place army in India")
    house.cycle(minutes=1)
    (line,) = [row.n for row in house.rows(t.Entry) if '"t":"choice"' in row.body][-1:]
    house.order("spain", "propose draw")
    house.cycle(minutes=1)
    house.command(undoing.undo, line=line, because="it was misread")
    house.cycle()
    windows = told(house, "spain", f"2-{house.game().windows}").windows
    happened = [event["what"] for window in windows for event in window.events]
    assert "unit_placed" not in happened
    assert {"vote_opened", "undone"} <= set(happened)
    assert any(window.taken_back for window in windows)


@pytest.mark.parametrize("played", ["action", "empires", "war"])
def test_each_game_can_be_told_from_its_beginning(request, played):
    house = request.getfixturevalue(played)
    reader, *others = [row.key for row in house.rows(t.Seat)]
    for seat in others:
        house.command(stand_in.by_host, key=seat, back=False)
    for _ in range(15):
        if reader in (session := house.session()).waiting():
            asked = session.questions[reader].kind.name
            house.order(reader, session.game.words.say(asked, session.decision(reader).default))
        house.cycle(minutes=1)
    first, last = 0, house.game().windows
    while first is not None:
        house.order(reader, f"history {first}-{last}")
        (mail,) = to(house.cycle(minutes=1), f"{reader}@example.org")
        assert kinds([mail]) == ["history"]
        more = re.search(r'"history (\d+)', flat(mail))
        first = int(more[1]) if more else None


def test_before_a_game_begins_there_is_nothing_to_tell(house):
    house.new()
    house.join("britain@example.org")
    house.order("britain", "history 1")
    (mail,) = house.cycle(minutes=1)
    assert kinds([mail]) == ["history"]
    assert "The game has not begun" in flat(mail)


@pytest.mark.parametrize("line", ["history of the war", "my history teacher said", "historic 12"])
def test_chatter_is_no_command(line):
    assert read([line]).commands == ()
