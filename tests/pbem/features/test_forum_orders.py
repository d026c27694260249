"""Orders from a thread: whose they are, which version counts, and what is nothing for all."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from pbem.campaign import host_acts
from pbem.campaign.mails.outbox import Context
from pbem.daemon import judging_units
from pbem.daemon.maintenance import retention
from pbem.features.forum import threads
from pbem.features.host import forgetting_a_person
from pbem.store import tables as t
from tests.house import House, flat, to
from tests.pbem.features.boards import Board, beside
from tests.pbem.forum.standing_in import NodeBBStandIn

ANNA, BEN = 2, 3
SPAIN = "spain@example.org"


@pytest.fixture
def board(setting_up: House) -> Iterator[Board]:
    """A game in a forum; Anna there plays whoever is waited for."""
    with beside(setting_up, NodeBBStandIn()) as board:
        setting_up.command(threads.begin)
        board.visit()
        board.tie(waited(setting_up), ANNA)
        board.house.sent()
        yield board


def waited(house: House) -> str:
    """The seat that is asked."""
    return house.session().waiting()[0]


def units(house: House, seat: str) -> int:
    """How many units of its own a seat has placed."""
    return sum("placed" in row.body and f'"{seat}"' in row.body for row in house.rows(t.Event))


def played(house: House, text: str) -> bool:
    """Whether a choice of this word is in the record."""
    return any(text in row.body for row in house.rows(t.Entry) if '"choice"' in row.body)


def test_a_member_who_posts_the_word_of_their_mail_has_the_seat(board: Board) -> None:
    (member,) = board.house.rows(t.ForumMember)

    assert (member.author, member.name) == ("2", "anna")
    board.settle()
    assert any("@anna: you play" in post for post in board.posts())
    assert "anna" in board.posts()[0]


def test_the_player_is_told_by_mail_which_account_has_their_seat(setting_up: House) -> None:
    with beside(setting_up, NodeBBStandIn()) as board:
        setting_up.command(threads.begin)
        board.visit()
        seat = waited(setting_up)
        board.server.say(ANNA, board.word(seat))
        board.visit()
        (told,) = to(setting_up.cycle(), f"{seat}@example.org")
        assert "anna" in flat(told)


def test_orders_are_played_and_the_receipt_goes_by_mail(board: Board) -> None:
    seat = waited(board.house)
    board.server.say(ANNA, "Good morning!\n\n**orders:**\nplace army in Africa\n\nend\nHave fun.")
    board.visit()
    (receipt, *_) = to(board.house.cycle(), f"{seat}@example.org")

    assert "place army in Africa played" in flat(receipt)
    assert "Have fun" not in flat(receipt)
    assert waited(board.house) != seat


def test_a_post_is_judged_in_order_with_all_else_in_the_games_that_its_writer_plays(
    board: Board,
) -> None:
    house = board.house
    house.new("soe2")
    house.join(f"{waited(house)}@example.org", name="soe2")
    board.server.say(ANNA, "orders:\nplace army in Africa")
    board.visit()
    judging_units.clear(house.world, house.now)

    games = {house.game(name).id for name in ("soe1", "soe2")}
    assert {row.unit for row in house.rows(t.Routing)} == games


def test_talk_is_no_order(board: Board) -> None:
    seat = waited(board.house)
    board.server.say(ANNA, "I could place army in Africa, of course. Your orders?")
    board.read()

    assert waited(board.house) == seat
    assert len(board.letters()) == 1  # the word's


def test_whoever_is_not_tied_orders_nothing_and_is_answered_three_times_a_day(
    board: Board,
) -> None:
    seat = waited(board.house)
    for n in range(6):
        board.server.say(BEN, f"orders:\nplace army in Africa\n{'please ' * n}")
        board.read()
    board.settle()

    assert waited(board.house) == seat
    assert sum("I do not know which seat is yours" in post for post in board.posts()) == 3


def test_a_member_is_known_by_their_number_and_not_by_their_name(board: Board) -> None:
    seat = waited(board.house)
    board.server.names |= {ANNA: "anna_the_great", BEN: "anna"}
    board.server.say(BEN, "orders:\nplace army in Africa")
    board.read()
    assert waited(board.house) == seat

    board.server.say(ANNA, "orders:\nplace army in Africa")
    board.read()
    assert waited(board.house) != seat


def test_a_word_works_once_and_for_nobody_else(board: Board) -> None:
    seat = waited(board.house)
    used = next(post.raw for post in board.server.posts if "word-" in post.raw and post.author == 2)
    board.server.say(BEN, used)
    board.read()
    board.settle()

    (member,) = board.house.rows(t.ForumMember)
    assert member.author == "2"
    assert any("@ben: this word is not valid" in post for post in board.posts())
    board.tie(seat, BEN)
    (member,) = board.house.rows(t.ForumMember)
    assert member.author == "3"


def test_a_quote_brings_no_orders_along(board: Board) -> None:
    seat = waited(board.house)
    for quoted in (
        "> orders:\n> place army in Africa\n\nWell said.",
        '[quote="ben"]orders:\nplace army in Africa[/quote]\nWell said.',
        "[quote][quote]x[/quote]\norders:\nplace army in Africa",
    ):
        board.server.say(ANNA, quoted)
        board.read()
    assert waited(board.house) == seat


def test_orders_in_a_code_block_are_read(board: Board) -> None:
    seat = waited(board.house)
    board.server.say(ANNA, "orders:\n```text\nplace army in Africa\n```")
    board.read()
    assert waited(board.house) != seat


def test_german_orders_are_read(board: Board) -> None:
    seat = waited(board.house)
    board.server.say(ANNA, "Befehle:\nsetze Armee in Afrika")
    board.read()
    assert waited(board.house) != seat


def test_each_version_is_read_once(board: Board) -> None:
    board.server.say(ANNA, "orders:\nplace army in Africa")
    board.read()
    before = board.letters()
    for _ in range(3):
        board.read()
    assert board.letters() == before


def test_an_edit_before_it_was_used_takes_its_place(board: Board) -> None:
    post = board.server.say(ANNA, "orders:\nplace army in Africa")
    board.visit()
    board.server.change(post, "orders:\nplace army in the Baltic")
    board.visit()
    board.house.cycle()

    assert played(board.house, "baltic")
    assert not played(board.house, "africa")
    assert [status for status, _ in board.letters()[1:]] == ["ignored", "done"]


def test_an_edit_afterwards_is_told_and_not_obeyed(board: Board) -> None:
    seat = waited(board.house)
    post = board.server.say(ANNA, "orders:\nplace army in Africa")
    board.read()
    board.server.now += timedelta(minutes=9)
    board.server.change(post, "orders:\nplace army in the Baltic")
    board.visit()
    (told,) = to(board.house.cycle(), f"{seat}@example.org")

    assert "What was played stands" in flat(told)
    assert "place army in the Baltic" in flat(told)
    assert not played(board.house, "baltic")


def test_a_deletion_takes_nothing_back(board: Board) -> None:
    post = board.server.say(ANNA, "orders:\nplace army in Africa")
    board.visit()
    post.deleted = True
    board.visit()
    board.house.cycle()
    assert played(board.house, "africa")


def test_a_post_that_was_approved_late_answers_the_question_of_its_time(board: Board) -> None:
    seat = waited(board.house)
    then = board.house.now
    board.house.order(seat, "place army in India")
    board.house.cycle(minutes=5)
    board.server.say(ANNA, "orders:\nplace army in Africa", at=then)
    board.read()

    assert not played(board.house, "africa")


def test_press_goes_by_mail_only(board: Board) -> None:
    board.server.say(ANNA, "orders:\npress to all:\nlet us attack France")
    board.read()
    board.settle()

    assert any("@anna: press and notes go by private message" in p for p in board.posts())
    assert board.house.rows(t.Press) == []


def test_what_others_answer_too_is_refused_in_the_thread_and_taken_in_private(
    house: House,
) -> None:
    house.begin()
    with beside(house, NodeBBStandIn()) as board:
        house.command(threads.begin)
        board.visit()
        seat = waited(house)
        board.tie(seat, ANNA)
        assert len(house.session().waiting()) > 1
        board.server.say(ANNA, "orders:\nkeep all")
        board.read()
        board.settle()
        assert seat in house.session().waiting()
        refused = next(p for p in board.posts() if "this is nothing for all" in p)
        assert refused.startswith("@anna: ")
        assert "keep" not in refused

        board.server.chat(ANNA, "orders:<br>keep all")
        board.read()
        assert seat not in house.session().waiting()
        board.settle()
        assert "has answered" in board.posts()[0]


def test_a_private_message_is_answered_in_private_and_judged_by_mail(board: Board) -> None:
    seat = waited(board.house)
    board.server.chat(ANNA, "orders for Britain:<br>place army in Africa")
    board.read()
    board.settle()

    (told,) = board.whispered(ANNA)
    assert "@anna: your message about soe1 has arrived" in told
    assert "Africa" not in told
    assert played(board.house, "africa")
    assert "africa" in flat(to(board.house.box, f"{seat}@example.org")[-1]).lower()
    assert not any("has arrived" in post for post in board.posts())


def test_a_stranger_in_private_is_answered_there_three_times_a_day(board: Board) -> None:
    for n in range(5):
        board.server.chat(BEN, f"orders soe1:<br>place army in Africa{' please' * n}")
        board.read()
        board.settle()

    told = board.whispered(BEN)
    assert len(told) == 3
    assert all("I do not know which seat is yours" in one for one in told)
    assert not any("@ben" in post for post in board.posts())


def test_a_private_message_about_no_game_is_asked_which_one(board: Board) -> None:
    board.server.chat(BEN, "orders:<br>place army in Africa")
    board.read()
    board.settle()

    (told,) = board.whispered(BEN)
    assert "which game" in told
    assert board.letters()[-1] == ("done", "which_game_asked")


def test_a_post_that_names_another_game_of_its_writer_is_for_that_game(board: Board) -> None:
    seat = waited(board.house)
    board.house.begin("club2")
    board.house.command(threads.begin, name="club2")
    board.visit()
    for name in ("club2", "soe1"):
        board.server.say(ANNA, f"orders {name}:\nplace army in Africa", thread=2)
        board.read()
    board.settle()

    assert waited(board.house) != seat
    (told,) = [post for post in board.posts(2) if "@anna" in post]
    assert "I do not know which seat is yours" in told


def test_a_word_works_in_private_too(board: Board) -> None:
    other = next(seat.key for seat in board.house.rows(t.Seat) if seat.key != waited(board.house))
    word = board.word(other)
    board.server.chat(BEN, f"Here I am: {word}")
    board.read()
    board.settle()

    assert {member.name for member in board.house.rows(t.ForumMember)} == {"anna", "ben"}
    (told,) = board.whispered(BEN)
    assert f"you play {other.title()} from here now" in told


def test_a_private_answer_that_may_be_lost_is_sent_again(board: Board) -> None:
    board.server.chat(ANNA, "orders:<br>place army in Africa")
    board.read()
    board.server.breaks = ["down"]
    board.visit()
    assert board.whispered(ANNA) == []
    board.visit(times=3, minutes=5)

    assert len(board.whispered(ANNA)) == 1


def test_two_moderators_in_a_thread_never_answer_each_other(board: Board) -> None:
    for text in board.posts():
        board.server.say(BEN, text)
    board.settle()
    for _ in range(3):
        for post in [p for p in board.server.posts if p.author == 1][1:]:
            board.server.say(BEN, post.raw)
        board.read()
    before = len(board.posts())
    board.read()
    assert len(board.posts()) == before


def test_a_seat_that_changes_hands_is_not_played_from_the_forum_any_more(board: Board) -> None:
    seat = waited(board.house)
    with board.house.world.store.transaction() as db:
        row = db.get_one(t.Seat, board.house.rows(t.ForumMember)[0].seat_id)
        row.generation += 1
    board.server.say(ANNA, "orders:\nplace army in Africa")
    board.read()
    assert waited(board.house) == seat


def test_without_a_thread_there_is_no_word(setting_up: House) -> None:
    setting_up.order("spain", "forum word")
    (told,) = to(setting_up.cycle(minutes=1), SPAIN)
    assert "not played in a forum" in flat(told)


def test_who_is_forgotten_leaves_no_account_and_no_words_behind(board: Board) -> None:
    seat = waited(board.house)
    board.server.say(ANNA, "orders:\nplace army in Africa")
    board.read()
    board.house.command(host_acts.cancel, because="it is over")
    with board.house.world.store.transaction() as db:
        ctx = Context(board.house.world, db, board.house.now, "forget")
        forgetting_a_person.forget(ctx, f"{seat}@example.org")

    assert board.house.rows(t.ForumMember) == []
    assert {(row.text, row.name) for row in board.house.rows(t.ForumPost)} == {("", "")}
    assert {row.raw for row in board.house.rows(t.InboundMail, source="forum")} == {b""}


def test_posts_of_a_game_that_is_over_are_emptied_like_its_mails(board: Board) -> None:
    house = board.house
    board.server.say(ANNA, "orders:\nplace army in Africa")
    board.server.say(BEN, "What a fine day for a war.")
    board.server.chat(ANNA, "orders:<br>place army in the Baltic")
    board.server.chat(BEN, "I only wanted to say hello.")
    board.read()
    board.settle()
    house.limit("keep", raw_mails=30, sent_payloads=10)

    def said() -> tuple[int, int]:
        theirs, ours = house.rows(t.ForumPost), house.rows(t.ForumPosting)
        return sum(bool(row.text) for row in theirs), sum(bool(row.payload) for row in ours)

    before = said()
    retention.tidy(house.world, house.now + timedelta(days=400))
    assert said() == before
    assert min(before) > 1
    house.command(host_acts.cancel, because="it is over")
    retention.tidy(house.world, house.now + timedelta(days=11))
    assert said() == (before[0], 0)
    retention.tidy(house.world, house.now + timedelta(days=31))
    assert said() == (0, 0)
    board.visit()
    assert said() == (0, 0)


def test_who_has_not_answered_is_called_once_when_time_gets_short(board: Board) -> None:
    board.visit(hours=20)
    board.settle()
    assert not [post for post in board.posts() if "@anna: you still have to answer" in post]

    board.visit(hours=24)
    board.visit(times=3, hours=1)
    board.settle()
    (call,) = [post for post in board.posts() if "@anna: you still have to answer" in post]
    assert "by Thursday 3 December" in call


def test_whoever_has_longer_is_called_later_and_not_forgotten(house: House) -> None:
    house.begin()
    with beside(house, NodeBBStandIn()) as board:
        house.command(threads.begin)
        board.visit()
        first, second = house.session().waiting()[:2]
        board.tie(first, ANNA)
        board.tie(second, BEN)
        extend(house, second, timedelta(days=2))
        (soon,) = (row.due for row in house.rows(t.Window, seat=first, state="open"))
        assert soon
        board.visit(seconds=(soon - house.now).total_seconds() - 3600)
        board.settle()
        assert calls(board) == ["anna"]

        board.visit(days=2)
        board.visit(times=2, minutes=30)
        board.settle()
        assert calls(board) == ["anna", "ben"]


def test_nobody_is_called_for_what_is_over_when_the_forum_comes_back(house: House) -> None:
    house.begin()
    with beside(house, NodeBBStandIn()) as board:
        house.command(threads.begin)
        board.visit()
        first, second = house.session().waiting()[:2]
        board.tie(first, ANNA)
        board.tie(second, BEN)
        board.settle()
        (due,) = (row.due for row in house.rows(t.Window, seat=first, state="open"))
        assert due
        board.server.breaks = ["down"] * 999
        board.visit(seconds=(due - house.now).total_seconds() - 3600)
        house.order(first, "keep all")
        house.cycle()
        board.server.breaks = []
        board.visit(times=2, minutes=10)
        assert calls(board) == ["ben"]


def test_no_reminder_is_posted_after_the_deadline(board: Board) -> None:
    board.settle()
    board.server.breaks = ["down"] * 999
    board.visit(hours=44)
    board.server.breaks = []
    board.visit(hours=5)
    board.settle()

    assert calls(board) == []
    assert ("forum_reply", "withdrawn") in board.rows()


def test_a_report_that_waited_calls_those_who_are_asked_now(board: Board) -> None:
    house = board.house
    board.tie("france", BEN)
    board.settle()
    board.server.breaks = ["down"] * 999
    board.visit()
    house.answer_by_default_until("action")
    house.order(waited(house), "pass\npass")
    house.cycle()
    board.server.breaks = []
    board.visit(minutes=10)
    board.settle()

    assert waited(house) == "france"
    (story,) = [post for post in board.posts() if "what happened" in post]
    assert "@ben: you still have to answer, by Thursday 3 December" in story
    assert "@anna" not in story


def extend(house: House, seat: str, more: timedelta) -> None:
    """Give a seat more time than the others have."""
    with house.world.store.transaction() as db:
        row = db.get_one(t.Window, house.rows(t.Window, seat=seat, state="open")[0].id)
        assert row.due
        row.due += more


def calls(board: Board) -> list[str]:
    """Who was called since time gets short, in this order."""
    said = (post.partition(": you still have to answer") for post in board.posts())
    return [names.removeprefix("@") for names, found, _ in said if found]


def test_a_post_with_a_date_of_long_ago_counts_from_when_it_was_seen(board: Board) -> None:
    for _ in range(3):
        board.visit()
    board.server.say(ANNA, "orders:\nplace army in Africa", at=board.house.now - timedelta(days=9))
    board.visit()

    (post,) = [row for row in board.house.rows(t.ForumPost) if "Africa" in row.text]
    (mail,) = (row for row in board.house.rows(t.InboundMail) if row.id == post.mail_id)
    assert mail.arrived == post.seen
    board.house.cycle()
    assert not played(board.house, "africa")


def test_a_member_whose_name_stands_for_all_calls_nobody(board: Board) -> None:
    board.server.names[BEN] = "Everyone"
    board.server.say(BEN, "orders:\nplace army in India")
    board.read()
    board.settle()

    assert any("**Everyone**:" in post for post in board.posts())
    assert not any("@Everyone" in post for post in board.posts())
