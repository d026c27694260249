"""Discourse and NodeBB, against servers that answer as theirs do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from pbem.forum.discourse import Discourse
from pbem.forum.nodebb import NodeBB
from pbem.forum.protocol import (
    Forbidden,
    Forum,
    NotTaken,
    Picture,
    Posted,
    Queued,
    TryLater,
    Unauthorized,
    Unsure,
)
from pbem.reports.rendering import document as d
from tests.pbem.forum.standing_in import (
    NOON,
    DiscourseStandIn,
    NodeBBStandIn,
    StandIn,
    serving,
)

TITLE = "soe1: Struggle of Empires, war 1"
SPAIN = d.Document("The standings", (d.Paragraph((d.Span("Spain leads by three points."),)),))
OTHER = d.Document("The standings", (d.Paragraph((d.Span("France leads by three points."),)),))
MAP = d.Document("The map", (d.MapPlace("no map here, as it seems", "the map"),))
SHORT = d.Document("!", ())


class Case:
    """An adapter and the forum that it talks to."""

    def __init__(self, server: StandIn, forum: Forum) -> None:
        self.server, self.forum = server, forum

    def later(self) -> None:
        """Wait for as long as the forum wants."""
        self.server.now += timedelta(minutes=1)


def discourse(url: str, key: str = "a-key-of-discourse") -> Forum:
    return Discourse(url, "moderator", key, "4", 5)


def nodebb(url: str, token: str = "a-token-of-nodebb", password: str = "a password") -> Forum:
    return NodeBB(url, "moderator", token, password, "4", 5)


KINDS: dict[str, tuple[Any, Any]] = {
    "discourse": (DiscourseStandIn, discourse),
    "nodebb": (NodeBBStandIn, nodebb),
}


@pytest.fixture(params=KINDS)
def case(request: pytest.FixtureRequest) -> Iterator[Case]:
    server, adapter = KINDS[request.param]
    stand_in = server()
    with talking(stand_in, adapter) as forum:
        yield Case(stand_in, forum)


@contextmanager
def talking(server: StandIn, adapter: Any, *given: str, **others: str) -> Iterator[Forum]:
    """An adapter that talks to this server."""
    with serving(server) as url, closing(adapter(url, *given, **others)) as forum:
        yield forum


def png() -> bytes:
    out = BytesIO()
    Image.new("P", (40, 30)).save(out, "PNG")
    return out.getvalue()


def test_the_own_account_is_known_by_its_number(case: Case) -> None:
    assert case.forum.account() == "1"


def test_a_thread_begins_with_a_post_and_goes_on_with_others(case: Case) -> None:
    first = case.forum.post(None, TITLE, SPAIN)
    case.later()
    second = case.forum.post(first.thread, "", OTHER)

    assert second.thread == first.thread
    assert case.server.titles[int(first.thread)] == TITLE
    assert ["Spain" in p.raw for p in case.server.of(int(first.thread))] == [True, False]
    read = case.forum.posts(first.thread, set())
    assert [post.id for post in read] == [first.post, second.post]
    assert [post.author for post in read] == ["1", "1"]


def test_the_first_post_is_written_anew(case: Case) -> None:
    first = case.forum.post(None, TITLE, SPAIN)
    case.server.now += timedelta(minutes=9)
    case.forum.edit(first.post, OTHER)

    (post,) = case.forum.posts(first.thread, {first.post})
    assert "France leads" in post.text
    assert post.edited == case.server.now


def test_a_post_of_many_is_found_by_its_number(case: Case) -> None:
    first = case.forum.post(None, TITLE, SPAIN)
    for n in range(50):
        case.server.say(2, f"a word of mine, the number {n}", int(first.thread))
    read = case.forum.posts(first.thread, {first.post})

    assert len({post.id for post in read} - {first.post}) == 50
    assert {post.author for post in read} <= {"1", "2"}


def test_a_post_that_waited_for_approval_is_found_behind_later_ones(case: Case) -> None:
    first = case.forum.post(None, TITLE, SPAIN)
    late = case.server.say(3, "this waited for a person", int(first.thread), at=NOON)
    case.server.posts.remove(late)
    seen = {p.id for p in case.forum.posts(first.thread, set())}
    for n in range(25):
        case.server.now += timedelta(seconds=9)
        case.server.say(2, f"a word of mine, the number {n}", int(first.thread))
    seen |= {p.id for p in case.forum.posts(first.thread, seen)}
    late.id = 5_000
    case.server.posts.append(late)

    new = [p for p in case.forum.posts(first.thread, seen) if p.id not in seen]
    assert [(post.id, post.written) for post in new] == [("5000", NOON)]


def test_an_edit_and_a_deletion_are_seen(case: Case) -> None:
    first = case.forum.post(None, TITLE, SPAIN)
    post = case.server.say(2, "orders: pass, and so on", int(first.thread))
    known = {p.id for p in case.forum.posts(first.thread, set())}
    case.server.now += timedelta(minutes=20)
    case.server.change(post, "orders: attack, and so on")
    (changed,) = [p for p in case.forum.posts(first.thread, known) if p.id == str(post.id)]
    assert ("attack" in changed.text, changed.edited) == (True, case.server.now)

    post.deleted = True
    (gone,) = [p for p in case.forum.posts(first.thread, known) if p.id == str(post.id)]
    assert gone.deleted


def test_a_post_that_waits_for_approval_has_no_number(case: Case) -> None:
    case.server.approves = True
    with pytest.raises(Queued, match="approval"):
        case.forum.post(None, TITLE, SPAIN)

    case.server.approves = False
    case.later()
    first = case.forum.post(None, TITLE, OTHER)
    case.later()
    case.server.approves = True
    with pytest.raises(Queued):
        case.forum.post(first.thread, "", SPAIN)


def test_a_flood_is_waited_out(case: Case) -> None:
    first = case.forum.post(None, TITLE, SPAIN)
    with pytest.raises(TryLater) as told:
        case.forum.post(first.thread, "", OTHER)

    assert 0 < told.value.seconds <= 10
    case.server.now += timedelta(seconds=told.value.seconds)
    case.forum.post(first.thread, "", OTHER)


@pytest.mark.parametrize(
    ("adapter", "server"), [(discourse, DiscourseStandIn), (nodebb, NodeBBStandIn)]
)
def test_a_token_that_is_not_known_any_more_is_told_apart(adapter: Any, server: Any) -> None:
    with talking(server(), adapter, "another") as forum:
        for does in (forum.account, lambda: forum.post(None, TITLE, SPAIN)):
            with pytest.raises(Unauthorized) as told:
                does()
            assert "another" not in str(told.value)


def test_a_thread_that_is_closed_takes_nothing(case: Case) -> None:
    first = case.forum.post(None, TITLE, SPAIN)
    case.later()
    case.server.closed.add(int(first.thread))
    with pytest.raises(NotTaken):
        case.forum.post(first.thread, "", OTHER)


@pytest.mark.parametrize("categories", [{}, {4: False}], ids=["none", "without rights"])
def test_a_category_without_rights_is_named_and_what_the_account_lacks(
    case: Case, categories: dict[int, bool]
) -> None:
    case.server.categories = categories
    with pytest.raises(NotTaken, match=r"category 4 .*: check .* begin topics there"):
        case.forum.post(None, TITLE, SPAIN)
    assert case.server.posts == []


@pytest.mark.parametrize("what", ["gone", "hidden"])
def test_a_thread_that_cannot_be_seen_is_told_apart(case: Case, what: str) -> None:
    first = case.forum.post(None, TITLE, SPAIN)
    case.server.hidden.add(int(first.thread))
    if what == "gone":
        del case.server.titles[int(first.thread)]
    with pytest.raises(Forbidden):
        case.forum.posts(first.thread, set())


def test_what_is_too_short_is_not_taken(case: Case) -> None:
    case.server.least = 40
    with pytest.raises(NotTaken, match="40 character"):
        case.forum.post(None, TITLE, SHORT)


def test_what_is_too_long_is_not_taken(case: Case) -> None:
    long = d.Document("The whole story of it", (d.Paragraph((d.Span("word " * 8_000),)),))
    with pytest.raises(NotTaken, match="character"):
        case.forum.post(None, TITLE, long)


def test_a_forum_that_is_down_is_tried_later(case: Case) -> None:
    case.server.breaks = ["down", "down"]
    with pytest.raises(TryLater):
        case.forum.posts("1", set())
    with pytest.raises(Unsure):
        case.forum.post(None, TITLE, SPAIN)


def test_a_server_in_front_that_refuses_says_nothing_about_the_account(case: Case) -> None:
    case.server.breaks = ["blocked"] * 3
    for call in (case.forum.account, lambda: case.forum.posts("1", ())):
        with pytest.raises(TryLater):
            call()
    with pytest.raises(TryLater) as told:
        case.forum.post(None, TITLE, SPAIN)

    assert not isinstance(told.value, Unsure)
    assert case.forum.account() == "1"


def test_an_answer_that_gets_lost_is_told_apart_since_the_post_may_stand(case: Case) -> None:
    first = case.forum.post(None, TITLE, SPAIN)
    case.later()
    case.server.breaks = ["lost"]
    with pytest.raises(Unsure):
        case.forum.post(first.thread, "", OTHER)

    assert len(case.server.of(int(first.thread))) == 2


def test_a_forum_that_is_not_there_is_tried_later() -> None:
    with closing(nodebb("http://127.0.0.1:9")) as forum, pytest.raises(TryLater) as told:
        forum.account()
    assert not isinstance(told.value, Unsure)


def test_a_picture_is_uploaded_and_shown(case: Case) -> None:
    first = case.forum.post(None, TITLE, MAP, [Picture("map.png", png())])

    (post,) = case.server.of(int(first.thread))
    assert "![map](<" in post.raw
    (kept,) = case.server.pictures
    assert Image.open(BytesIO(kept)).mode == "RGB"


def test_where_a_picture_is_refused_the_words_stand(case: Case) -> None:
    case.server.takes_pictures = False
    first = case.forum.post(None, TITLE, MAP, [Picture("map.png", png())])

    (post,) = case.server.of(int(first.thread))
    assert "no map here" in post.raw


def test_a_post_whose_picture_got_lost_is_surely_not_there(case: Case) -> None:
    case.server.broken = {"/uploads.json": "lost", "/api/post/upload": "lost"}
    with pytest.raises(TryLater) as told:
        case.forum.post(None, TITLE, MAP, [Picture("map.png", png())])

    assert not isinstance(told.value, Unsure)
    assert case.server.posts == []


def test_without_a_password_nodebb_takes_no_picture_and_the_words_stand() -> None:
    server = NodeBBStandIn()
    with talking(server, nodebb, password="") as forum:
        first = forum.post(None, TITLE, MAP, [Picture("map.png", png())])

    (post,) = server.of(int(first.thread))
    assert "no map here" in post.raw
    assert server.pictures == []


def test_discourse_takes_the_same_words_only_once() -> None:
    server = DiscourseStandIn()
    with talking(server, discourse) as forum:
        first = forum.post(None, TITLE, SPAIN)
        server.now += timedelta(minutes=1)
        with pytest.raises(NotTaken, match="too similar"):
            forum.post(first.thread, "", SPAIN)


def test_discourse_has_private_messages() -> None:
    server = DiscourseStandIn()
    with talking(server, discourse) as forum:
        sent = forum.whisper("2", "anna", "Your orders in soe1", SPAIN)
        server.now += timedelta(minutes=3)
        server.say(2, "orders: pass, whatever comes", int(sent.thread))
        before = server.now - timedelta(minutes=1)

        read = forum.whispers(before)
        assert [(p.author, p.private) for p in read] == [("1", True), ("2", True)]
        assert forum.whispers(server.now + timedelta(minutes=1)) == []


def test_discourse_answers_a_private_message_below_it() -> None:
    server = DiscourseStandIn()
    with talking(server, discourse) as forum:
        asked = server.message(2, "my orders in soe1", "orders: pass, whatever comes")
        server.message(3, "something else", "what do you think of it?")

        sent = forum.whisper("2", "anna", "Your orders in soe1", SPAIN)
        assert sent.thread == str(asked.thread)
        server.now += timedelta(minutes=1)
        assert forum.whisper("2", "anna", "Your orders in soe1", OTHER).thread != sent.thread


def test_nodebb_has_chats() -> None:
    server = NodeBBStandIn()
    with talking(server, nodebb) as forum:
        assert forum.whisper("2", "anna", "", SPAIN) == Posted("2", "1")
        server.now += timedelta(minutes=3)
        server.chat(2, "orders:</p><blockquote>old</blockquote><p>attack &amp; pass")

        (read,) = forum.whispers(server.now - timedelta(minutes=1))
        assert (read.author, read.private) == ("2", True)
        assert read.text.split() == ["orders:", "attack", "&", "pass"]
