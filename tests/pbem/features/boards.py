"""A forum beside a moderator, for tests: a visit lets both clocks go on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from typing import Any

from pbem.daemon import forum_visits
from pbem.forum.discourse import Discourse
from pbem.forum.nodebb import NodeBB
from pbem.forum.protocol import Forum
from pbem.store import tables as t
from tests.house import House, flat, no_maps, to
from tests.pbem.forum.standing_in import DiscourseStandIn, NodeBBStandIn, StandIn, serving


class Board:
    """What a test does with the two."""

    def __init__(self, house: House, server: Any, forum: Forum) -> None:
        self.house, self.server, self.forum = house, server, forum

    def visit(self, times: int = 1, **later: float) -> None:
        for _ in range(times):
            self.house.now += timedelta(**(later or {"minutes": 1}))
            self.server.now = self.house.now
            forum_visits.visit_once(self.house.world, self.forum, self.house.now, no_maps)

    def settle(self) -> None:
        """Visit until nothing waits."""
        for _ in range(30):
            if all(state != "waiting" for _, state in self.rows()):
                return
            self.visit()
        raise AssertionError(self.house.rows(t.ForumPosting))

    def posts(self, thread: int = 1) -> list[str]:
        """The texts of the moderator's posts, as they stand."""
        mine = (post for post in self.server.of(thread) if post.author == 1)
        return [post.raw.replace("\u200b", "") for post in mine]

    def rows(self) -> list[tuple[str, str]]:
        """What waits, and what became of the rest."""
        return [(row.kind, row.state) for row in self.house.rows(t.ForumPosting)]

    def word(self, seat: str) -> str:
        """The word that a player gets by mail."""
        self.house.order(seat, "forum word")
        (mail,) = to(self.house.cycle(minutes=1), f"{seat}@example.org")
        return word_in(flat(mail))

    def tie(self, seat: str, author: int) -> None:
        """A member posts the word of a seat."""
        self.server.say(author, f"Here I am: {self.word(seat)}")
        self.read()

    def read(self) -> None:
        """What was posted is read, and judged."""
        self.visit()
        self.house.cycle(minutes=1)

    def whispered(self, member: int) -> list[str]:
        """What the moderator has written to a member in private."""
        server = self.server
        if isinstance(server, NodeBBStandIn):
            sent = [one for one in server.chats.get(member, ()) if one.author == 1]
        else:
            sent = [one for one in server.posts if one.thread in server.private]
            sent = [one for one in sent if one.author == 1]
        return [post.raw.replace("\u200b", "") for post in sent]

    def letters(self) -> list[tuple[str, str]]:
        """What became of the posts that say something."""
        rows = self.house.rows(t.InboundMail, source="forum")
        return [(row.status, row.reason) for row in rows]


def word_in(text: str) -> str:
    """The word that a mail gives to a player."""
    found = re.search(r"word-[a-z2-7]{10}", text)
    assert found
    return found[0]


@contextmanager
def beside(house: House, server: StandIn) -> Iterator[Board]:
    """A forum in which nothing is posted yet."""
    with serving(server) as url, closing(_adapter(url, server)) as forum:
        yield Board(house, server, forum)


def _adapter(url: str, server: StandIn) -> Forum:
    if isinstance(server, DiscourseStandIn):
        return Discourse(url, "moderator", server.key, "4", 5)
    return NodeBB(url, "moderator", "a-token-of-nodebb", "", "4", 5)
