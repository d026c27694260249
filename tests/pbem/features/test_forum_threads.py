"""A game's thread in a forum: its first post always tells how things stand, one post a round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlmodel import select

from engine.core.decision import Refused
from pbem.campaign.mails.outbox import Context
from pbem.daemon import forum_visits
from pbem.features.forum import threads
from pbem.forum.nodebb import NodeBB
from pbem.forum.protocol import Limits, Unauthorized
from pbem.reports.mails import ForumReplyMail, ReportMail
from pbem.store import tables as t
from tests.house import HOST, House, flat, no_maps, to
from tests.pbem.features.boards import Board, beside
from tests.pbem.forum.standing_in import NodeBBStandIn


@pytest.fixture
def server() -> NodeBBStandIn:
    return NodeBBStandIn()


@pytest.fixture
def board(setting_up: House, server: NodeBBStandIn) -> Iterator[Board]:
    """A forum in which a game of four is posted that sets up."""
    with beside(setting_up, server) as board:
        setting_up.command(threads.begin)
        board.visit()
        yield board


def play_on(house: House) -> str:
    """Who is waited for places a unit."""
    seat = house.session().waiting()[0]
    house.place(seat, number=1)
    return seat


def in_german(ctx: Context, game: t.Game) -> None:
    """Its posts are in German from now on."""
    threads.begin(ctx, game, language="de")


def play_to_the_first_round(board: Board) -> None:
    """The set-up is over, and posted."""
    board.house.answer_by_default_until("action")
    board.settle()


def test_a_thread_begins_with_the_standings(board: Board) -> None:
    (opening,) = board.posts()

    assert board.server.titles[1] == "soe1: Struggle of Empires"
    assert opening.startswith("# soe1: where everybody stands")
    assert "Waiting for Britain" in opening
    assert board.house.game().commitment in opening
    assert "| Britain | Britain | still has to answer" in opening


def test_a_thread_may_have_another_language_than_its_game(board: Board) -> None:
    english = board.posts()[0]
    board.house.command(in_german)
    board.visit()
    (german,) = board.posts()
    play_to_the_first_round(board)
    _, story = board.posts()

    assert "still has to answer" in english
    assert "Der Spielleiter wartet auf Großbritannien" in german
    assert "| stellte auf |" in story
    assert "| placed |" not in story


def test_the_thread_of_the_next_part_keeps_the_language(board: Board) -> None:
    board.house.command(in_german)
    with board.house.world.store.transaction() as db:
        ctx = Context(board.house.world, db, board.house.now, "a test")
        game = board.house.game()
        row = threads.current(db, game)
        assert row
        row.part = 0  # a part that is over by now
        threads.tell(ctx, game, board.house.session(), ReportMail())
        following = threads.current(db, game)
        assert following
        assert (following.id != row.id, following.language) == (True, "de")


def test_the_first_post_always_tells_who_is_waited_for(board: Board) -> None:
    before = board.posts()[0]
    seat = play_on(board.house)
    waited = board.house.session().waiting()[0]
    board.visit()
    (after,) = board.posts()

    assert seat != waited
    assert f"Waiting for {waited.title()}" in after
    assert f"Waiting for {waited.title()}" not in before


def test_there_is_one_post_a_round_and_none_for_a_window(board: Board) -> None:
    house = board.house
    house.answer_by_default_until("action")
    board.settle()
    before, windows = board.posts(), house.game().windows
    while house.session().view(None)["round"] == 1:
        for seat in house.session().waiting():
            house.order(seat, "pass\npass")
        house.cycle(minutes=5)
    board.settle()
    (story,) = board.posts()[len(before) :]

    assert house.game().windows > windows + 2
    assert "passed both actions" in story or "passed" in story
    assert "war 1, round 2" in story
    assert "Waiting for" not in story


def test_the_setting_up_is_one_post(board: Board) -> None:
    play_to_the_first_round(board)
    _, story = board.posts()

    assert "| placed |" in story
    assert "An auction began" in story


def test_new_posts_keep_the_distance_that_a_forum_wants_and_the_standings_need_not(
    board: Board,
) -> None:
    board.settle()
    with board.house.world.store.transaction() as db:
        thread = db.exec(select(t.ForumThread)).one()
        ctx = Context(board.house.world, db, board.house.now, "a test")
        for name in ("anna", "ben"):
            threads.reply(
                ctx, board.house.game(), thread, ForumReplyMail(what="not_tied", names=[name])
            )
    board.visit(seconds=4)
    board.visit(seconds=5)
    assert len(board.posts()) == 1
    board.visit(seconds=1)
    board.visit(seconds=5)
    assert len(board.posts()) == 2
    board.visit(seconds=5)
    assert len(board.posts()) == 3


def test_a_post_is_cut_at_what_the_forum_takes(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(NodeBB, "limits", Limits(most=3_000, seconds=10))
    house = board.house
    house.answer_by_default_until("action")
    while house.session().view(None)["round"] == 1:
        for seat in house.session().waiting():
            house.order(seat, "pass\npass")
        house.cycle(minutes=5)
    board.settle()

    posts = board.posts()
    assert any("(2/" in post for post in posts)
    assert max(map(len, posts)) <= 3_000


def test_nothing_that_is_somebodys_stands_in_the_forum(board: Board) -> None:
    for _ in range(3):
        play_on(board.house)
        board.visit()

    assert "example.org" not in "".join(board.posts())
    assert "For you alone" not in "".join(board.posts())
    assert not re.search(r"soe1-\w+-w\d", "".join(board.posts()))


def test_no_game_waits_for_a_forum_that_is_down(board: Board) -> None:
    board.server.breaks = ["down"] * 50
    play_on(board.house)
    board.visit()
    assert board.rows()[-1] == ("forum_standings", "waiting")
    play_on(board.house)

    board.server.breaks = []
    board.visit(minutes=10)
    assert board.rows()[-1] == ("forum_standings", "sent")
    assert len(board.posts()) == 1


def test_a_thread_whose_answer_got_lost_is_not_begun_twice(
    setting_up: House, server: NodeBBStandIn
) -> None:
    with beside(setting_up, server) as board:
        setting_up.command(threads.begin)
        server.breaks = ["lost"]
        board.visit()
        board.visit(times=3, minutes=10)

        for _ in range(2):
            play_on(setting_up)
            board.visit(minutes=5)

        assert len(server.titles) == 1
        (told,) = to(setting_up.box + setting_up.cycle(), HOST)
        assert "maybe the thread is there" in flat(told)
        assert "`pbem forum soe1 --thread NUMBER` tells its number" in flat(told)
        setting_up.command(threads.begin, thread="1")
        board.visit(times=2)
        assert [state for _, state in board.rows()] == ["sent", "sent"]
        (opening,) = board.posts()
        assert f"Waiting for {setting_up.session().waiting()[0].title()}" in opening


def test_a_thread_that_is_not_there_after_all_is_begun_when_the_host_says_so(
    setting_up: House, server: NodeBBStandIn
) -> None:
    with beside(setting_up, server) as board:
        setting_up.command(threads.begin)
        server.breaks = ["down"]
        board.visit()
        board.visit(times=3, minutes=10)
        assert server.titles == {}

        setting_up.command(threads.end)
        setting_up.command(threads.begin)
        board.visit()
        assert [state for _, state in board.rows()] == ["withdrawn", "sent"]
        assert len(board.posts()) == 1


def test_a_forum_that_does_not_know_the_account_is_left_alone_and_the_host_told_once(
    board: Board,
) -> None:
    board.server.token = "another"
    play_on(board.house)
    for _ in range(3):
        board.house.now += timedelta(minutes=5)
        with pytest.raises(Unauthorized):
            forum_visits.visit(board.house.world, board.forum, board.house.now, no_maps)

    told = [m for m in to(board.house.cycle(), HOST) if "forum" in m["Subject"]]
    assert len(told) == 1
    assert "a-token-of-nodebb" not in flat(told[0])
    assert board.rows()[-1][1] == "waiting"


def test_a_post_that_waits_for_approval_is_told_to_the_host_and_not_posted_twice(
    setting_up: House, server: NodeBBStandIn
) -> None:
    with beside(setting_up, server) as board:
        server.approves = True
        setting_up.command(threads.begin)
        board.visit(times=3, minutes=9)
        play_on(setting_up)
        board.visit(minutes=9)

        assert len(server.waiting) == 1
        (told,) = to(setting_up.box + setting_up.cycle(), HOST)
        assert "approval" in flat(told)
        server.approve()
        setting_up.command(threads.begin, thread="1")
        board.visit(times=2)
        assert len(board.posts()) == 1
        assert [state for _, state in board.rows()] == ["sent", "sent"]


def test_a_category_without_rights_is_told_once_a_day_and_tried_with_each_window(
    setting_up: House, server: NodeBBStandIn
) -> None:
    server.categories = {4: False}
    with beside(setting_up, server) as board:
        setting_up.command(threads.begin)
        board.visit()
        for _ in range(3):
            play_on(setting_up)
            board.visit()

        (told,) = to(setting_up.box + setting_up.sent(), HOST)
        assert "no thread can begin in category 4" in flat(told)
        assert "may see it and begin topics there" in flat(told)
        assert {state for _, state in board.rows()} == {"failed"}
        server.categories = {4: True}
        play_on(setting_up)
        board.visit()
        (opening,) = board.posts()
        assert f"Waiting for {setting_up.session().waiting()[0].title()}" in opening


def test_a_thread_that_cannot_be_read_is_told_and_keeps_no_other_from_being_read(
    board: Board,
) -> None:
    house = board.house
    seat = house.session().waiting()[0]
    board.tie(seat, 2)
    house.begin("club2")
    house.command(threads.begin, name="club2")
    board.visit()
    house.sent()
    board.server.hidden.add(1)
    board.server.chat(2, "orders soe1:<br>place army in Africa")
    board.visit(times=3)
    house.cycle(minutes=1)

    assert house.session().waiting()[0] != seat
    (told,) = [mail for mail in to(house.box, HOST) if "cannot be read" in mail["Subject"]]
    assert "Thread 1 of soe1" in flat(told)
    assert "`pbem forum soe1 --thread NUMBER`" in flat(told)
    board.server.titles[9] = "by hand"
    house.command(threads.end)
    house.command(threads.begin, thread="9")
    board.settle()
    assert "where everybody stands" in board.posts(9)[0]


def test_an_account_that_may_not_chat_reads_threads_and_the_host_is_told_once(
    board: Board,
) -> None:
    house = board.house
    seat = house.session().waiting()[0]
    board.server.may_chat = False
    board.tie(seat, 2)
    board.server.say(2, "orders:\nplace army in Africa")
    board.visit(times=2)
    board.visit(days=1)
    house.cycle(minutes=1)

    assert house.session().waiting()[0] != seat
    (told,) = [mail for mail in to(house.box, HOST) if "private messages" in mail["Subject"]]
    assert "enough privileges" in flat(told)


def test_a_game_goes_to_a_forum_once_and_can_leave_it(board: Board) -> None:
    with pytest.raises(Refused, match="has a thread"):
        board.house.command(threads.begin)
    board.house.command(threads.end)
    play_on(board.house)
    board.visit()
    assert [state for _, state in board.rows()] == ["sent"]
    with pytest.raises(Refused, match="no thread"):
        board.house.command(threads.end)


def test_a_game_that_has_not_begun_has_no_thread(house: House) -> None:
    house.new()
    with pytest.raises(Refused, match="not being played"):
        house.command(threads.begin)
