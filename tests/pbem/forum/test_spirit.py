"""Spirit, against the real one: a forum that has only pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path

import httpx
import pytest
from PIL import Image

from pbem.daemon import forum_visits
from pbem.features.forum import threads
from pbem.forum.protocol import Forum, NotTaken, Picture, TryLater, Unauthorized
from pbem.forum.spirit import Spirit
from pbem.forum.spirit_pages import time_of
from pbem.reports.rendering import document as d
from pbem.store import tables as t
from tests.house import House, flat, no_maps, to
from tests.pbem.features.boards import word_in
from tests.spirit.running import PASSWORD, START, SpiritForum, running

SPAIN = d.Document("The standings", (d.Paragraph((d.Span("Spain leads by three points."),)),))
OTHER = d.Document("The standings", (d.Paragraph((d.Span("France leads by three points."),)),))
MAP = d.Document("The map", (d.MapPlace("no map here, as it seems", "the map"),))


def adapter(spirit: SpiritForum, password: str = PASSWORD) -> Spirit:
    return Spirit(spirit.url, "moderator", password, spirit.category, 5)


@pytest.fixture
def forum(spirit: SpiritForum) -> Iterator[Forum]:
    spirit.later(300)  # five logins in five minutes
    with closing(adapter(spirit)) as forum:
        yield forum


def test_a_thread_is_begun_and_its_first_post_written_anew(
    spirit: SpiritForum, forum: Forum
) -> None:
    first = forum.post(None, f"begun at {spirit.now}", SPAIN)
    second = forum.post(first.thread, "", OTHER)
    forum.edit(first.post, OTHER)

    read = forum.posts(first.thread, set())
    assert [post.id for post in read] == [first.post, second.post]
    assert {post.author for post in read} == {forum.account()}
    assert ["France" in post.text for post in read] == [True, True]
    assert read[0].written == spirit.now.replace(second=0)


def test_what_members_write_is_read_as_they_wrote_it_and_so_are_edits_and_deletions(
    spirit: SpiritForum, forum: Forum
) -> None:
    first = forum.post(None, f"read at {spirit.now}", SPAIN)
    with spirit.member("anna") as anna, spirit.member("moderator") as moderator:
        number = anna.say(first.thread, 'orders:\n> not this\nattack "Spain" & <b>pass</b>')
        (read,) = [p for p in forum.posts(first.thread, {first.post}) if p.id == number]
        assert read.text == 'orders:\n> not this\nattack "Spain" & <b>pass</b>'
        assert (read.name, read.deleted) == ("anna", False)

        anna.change(number, "orders:\npass")
        (read,) = [p for p in forum.posts(first.thread, {number}) if p.id == number]
        assert read.text == "orders:\npass"

        moderator.delete(number)
        (gone,) = [p for p in forum.posts(first.thread, {number}) if p.id == number]
        assert (gone.deleted, gone.author) == (True, read.author)


def test_an_account_that_is_no_moderator_is_told_what_it_lacks(
    spirit: SpiritForum, forum: Forum
) -> None:
    first = forum.post(None, f"not read at {spirit.now}", SPAIN)
    without = Spirit(spirit.url, "ben", PASSWORD, spirit.category, 5)
    with closing(without), pytest.raises(NotTaken, match="only a moderator can read"):
        without.posts(first.thread, set())


def test_a_long_thread_is_read_page_by_page(spirit: SpiritForum, forum: Forum) -> None:
    first = forum.post(None, f"long at {spirit.now}", SPAIN)
    with spirit.member("ben") as ben:
        numbers = [ben.say(first.thread, f"word {n}") for n in range(41)]

    assert [p.id for p in forum.posts(first.thread, set())] == [first.post, *numbers]
    again = forum.posts(first.thread, {first.post, *numbers})
    assert again[-1].id == numbers[-1]
    assert first.post not in {post.id for post in again}


def test_two_posts_too_close_to_each_other_are_a_flood(spirit: SpiritForum, forum: Forum) -> None:
    first = forum.post(None, f"flooded at {spirit.now}", SPAIN)
    forum.post(first.thread, "", OTHER)
    with pytest.raises(TryLater) as told:
        forum.post(first.thread, "", MAP)
    assert told.value.seconds == 10

    spirit.later(told.value.seconds)
    forum.post(first.thread, "", MAP)


def test_its_clock_may_be_set_back_to_a_time_at_which_something_was_posted(
    spirit: SpiritForum, forum: Forum
) -> None:
    first = forum.post(None, f"written at {spirit.now}", SPAIN)
    forum.post(first.thread, "", OTHER)
    spirit.later()
    forum.post(first.thread, "", MAP)
    spirit.later(-10)
    forum.post(first.thread, "", OTHER)


def test_what_is_too_long_is_not_taken(forum: Forum) -> None:
    long = d.Document("The whole story of it", (d.Paragraph((d.Span("word " * 8_000),)),))
    with pytest.raises(NotTaken, match="at most 32000 characters"):
        forum.post(None, "a long story", long)


def test_a_picture_is_uploaded_and_can_be_seen(spirit: SpiritForum, forum: Forum) -> None:
    out = BytesIO()
    Image.new("P", (40, 30)).save(out, "PNG")
    first = forum.post(None, f"shown at {spirit.now}", MAP, [Picture("map.png", out.getvalue())])

    (post,) = forum.posts(first.thread, set())
    assert re.search(rf"!\[map\]\(<{spirit.url}/media/spirit/images/\d+/\S+\.gif>\)", post.text)


def test_a_private_message_goes_out_and_its_answer_comes_in(
    spirit: SpiritForum, forum: Forum
) -> None:
    sent = forum.whisper("2", "anna", f"soe1 at {spirit.now}", SPAIN)
    since = spirit.now
    with spirit.member("anna") as anna:
        number = anna.say(sent.thread, "orders: pass")

    (read,) = [post for post in forum.whispers(since) if post.id == number]
    assert (read.text, read.private, read.thread) == ("orders: pass", True, sent.thread)
    assert forum.whispers(since + timedelta(hours=1)) == []
    with httpx.Client(base_url=spirit.url) as stranger:
        assert stranger.get(f"/topic/private/{sent.thread}/").status_code == 302


def test_a_password_that_is_not_known_any_more_is_told_apart(spirit: SpiritForum) -> None:
    now, spirit.now = spirit.now, START - timedelta(days=1)  # when no other test logs in
    with closing(adapter(spirit, "another one")) as forum:
        with pytest.raises(Unauthorized) as told:
            forum.account()
        for _ in range(4):
            with pytest.raises(Unauthorized):
                forum.account()
        with pytest.raises(TryLater, match="too many logins"):
            forum.account()
    spirit.now = now
    assert "another one" not in str(told.value)


def test_a_session_that_has_ended_is_begun_anew(spirit: SpiritForum, forum: Forum) -> None:
    own = forum.account()
    spirit.later(timedelta(days=15).total_seconds())
    assert forum.account() == own


@pytest.mark.parametrize(
    ("said", "hour", "minute"),
    [("midnight", 0, 0), ("noon", 12, 0), ("1 a.m.", 1, 0), ("12:05 p.m.", 12, 5)],
)
def test_times_are_read_as_django_tells_them(said: str, hour: int, minute: int) -> None:
    assert time_of(f"Sept. 3, 2026, {said}") == datetime(2026, 9, 3, hour, minute, tzinfo=UTC)
    assert time_of(f"March 23, 2026, {said}").month == 3


def private_posts(house: House) -> list[t.ForumPosting]:
    return [row for row in house.rows(t.ForumPosting) if row.post.startswith("private ")]


def test_a_game_is_played_in_it(setting_up: House, spirit: SpiritForum, forum: Forum) -> None:
    """A thread, a word posted, orders in the thread and in private, the posts of the moderator."""
    house = setting_up

    def visit() -> None:
        house.now += timedelta(minutes=1)
        spirit.now = house.now
        forum_visits.visit_once(house.world, forum, house.now, no_maps)
        house.cycle(minutes=1)

    house.command(threads.begin)
    visit()
    (thread,) = [row.thread for row in house.rows(t.ForumThread)]
    seat = house.session().waiting()[0]
    house.order(seat, "forum word")
    (mail,) = to(house.cycle(minutes=1), f"{seat}@example.org")
    with spirit.member("anna") as anna:
        anna.say(thread, f"Here I am: {word_in(flat(mail))}")
        visit()
        (member,) = house.rows(t.ForumMember)
        assert member.name == "anna"

        anna.say(thread, "Good morning!\n\n**orders:**\nplace army in Africa\n\nend")
        visit()
        assert house.session().waiting()[0] != seat
        while house.session().waiting()[0] != seat:
            house.place(house.session().waiting()[0], number=1)
        spirit.now = house.now
        before = {row.id for row in private_posts(house)}  # answers to members of other tests
        anna.whisper("moderator", "my orders", "orders:\nplace army in India")
        visit()
        assert house.session().waiting()[0] != seat

    for _ in range(3):
        visit()
    assert [row.state for row in private_posts(house) if row.id not in before] == ["sent"]
    head, *others = [p.text for p in forum.posts(thread, set()) if p.author == forum.account()]
    assert f"Waiting for {house.session().waiting()[0].title()}" in head
    assert any("anna: you play" in text.replace("\u200b", "") for text in others)


def test_two_moderators_in_one_thread_never_answer_each_other(
    setting_up: House, tmp_path: Path
) -> None:
    """Each with a game of its own; a member's orders are seen by both."""
    other = House(tmp_path / "other", address="referee@example.net")
    other.begin("club2")
    with (
        running() as spirit,
        closing(adapter(spirit)) as forum,
        closing(Spirit(spirit.url, "referee", PASSWORD, spirit.category, 5)) as second,
    ):

        def visit(house: House, by: Forum) -> None:
            spirit.later(120)
            house.now = max(house.now, spirit.now)
            spirit.now = house.now
            forum_visits.visit_once(house.world, by, house.now, no_maps)
            house.cycle(minutes=1)

        moderators = {forum.account(): "soe1", second.account(): "club2"}
        setting_up.command(threads.begin)
        visit(setting_up, forum)
        (thread,) = [row.thread for row in setting_up.rows(t.ForumThread)]
        other.command(threads.begin, name="club2", thread=thread)
        visit(other, second)
        with spirit.member("anna") as anna:
            anna.say(thread, "orders:\nplace army in Africa")
        written = list[int]()
        for _ in range(6):
            visit(setting_up, forum)
            visit(other, second)
            written.append(len(forum.posts(thread, set())))
        posts = [post for post in forum.posts(thread, set()) if post.author in moderators]
    other.close()

    assert written[-1] == written[-3]
    for account, name in moderators.items():
        own = [post.text for post in posts if post.author == account]
        assert any(name in text for text in own)
        assert len([text for text in own if "anna" in text]) == 1, own
        assert not any("referee:" in text or "moderator:" in text for text in own), own
