"""Discourse, through its HTTP API (https://docs.discourse.org).

The key is made at /admin/api/keys, for the moderator's account only. If an answer has no post
number and its `action` is `enqueued`, the post waits for approval.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any
from urllib.parse import quote

import httpx
from msgspec.structs import replace

from pbem.forum.http_calls import Web, json_of, no_topic, refused_in_front, retry_after, uploaded
from pbem.forum.protocol import (
    Forbidden,
    ForumPost,
    ForumProblem,
    Limits,
    NotTaken,
    Picture,
    Posted,
    Queued,
    TryLater,
    Unauthorized,
)
from pbem.reports.rendering import markdown
from pbem.reports.rendering.document import Document

AT_ONCE = 20
"""How many posts are fetched in one call."""
_WAIT = re.compile(r"too (?:many|fast)|wait", re.IGNORECASE)


class Discourse:
    """An account on a Discourse forum."""

    limits = Limits(most=31_000, seconds=5)

    def __init__(self, address: str, user: str, key: str, category: str, timeout: float) -> None:
        self._user, self._category = user, category
        self._web = Web(address, timeout, _judged, {"Api-Key": key, "Api-Username": user})

    def account(self) -> str:
        """Return the number of the moderator's own account on the forum."""
        try:
            return str(self._web.call("GET", "/session/current.json")["current_user"]["id"])
        except (NotTaken, KeyError):
            raise Unauthorized("the forum does not know the account or its key") from None

    def post(
        self, thread: str | None, title: str, document: Document, pictures: Sequence[Picture] = ()
    ) -> Posted:
        """Write a post into a topic; with None, begin a new topic with this title."""
        where = {"topic_id": thread} if thread else {"title": title, "category": self._category}
        try:
            return self._created({**where, "raw": self._raw(document, pictures)})
        except Forbidden as refused:
            if thread:
                raise
            raise no_topic(self._category, refused) from None

    def edit(self, post: str, document: Document, pictures: Sequence[Picture] = ()) -> None:
        """Replace the text of a post."""
        raw = {"raw": self._raw(document, pictures), "edit_reason": "standings"}
        self._write("PUT", f"/posts/{quote(post)}.json", {"post": raw})

    def posts(self, thread: str, known: Collection[str]) -> list[ForumPost]:
        """Read the posts of a topic that are not known yet, and the latest ones again."""
        last = self._web.call(
            "GET", f"/t/{quote(thread)}/last.json", params={"include_raw": "true"}
        )
        stream = last["post_stream"]
        there = [_post(one, thread) for one in stream["posts"]]
        got = {post.id for post in there}
        new = [n for n in map(str, stream["stream"]) if n not in known and n not in got]
        for start in range(0, len(new), AT_ONCE):
            there += self._by_number(thread, new[start : start + AT_ONCE])
        return sorted(there, key=lambda post: int(post.id))

    def whispers(self, since: datetime) -> list[ForumPost]:
        """Read the private messages that the moderator has received since then."""
        found: list[ForumPost] = []
        for topic in self._private():
            if datetime.fromisoformat(topic["last_posted_at"]) >= since:
                found += self.posts(str(topic["id"]), ())
        return [replace(post, private=True) for post in found]

    def whisper(self, member: str, name: str, title: str, document: Document) -> Posted:
        """Send a private message to a member, who is addressed by name; if the latest one that they
        are in is from them, as an answer below it."""
        to = {"archetype": "private_message", "target_recipients": name, "title": title}
        said = (one for one in self._private() if one.get("last_poster_username") == name)
        where = next(({"topic_id": str(one["id"])} for one in said), to)
        return self._created({**where, "raw": self._raw(document, ())})

    def close(self) -> None:
        """Close the connections."""
        self._web.close()

    def _private(self) -> list[dict[str, Any]]:
        """List the topics of private messages to the account, the latest first."""
        path = f"/topics/private-messages/{quote(self._user)}.json"
        found: list[dict[str, Any]] = self._web.call("GET", path)["topic_list"]["topics"]
        return found

    def _by_number(self, thread: str, numbers: Iterable[str]) -> list[ForumPost]:
        asked = [("post_ids[]", number) for number in numbers] + [("include_raw", "true")]
        said = self._web.call("GET", f"/t/{quote(thread)}/posts.json", params=asked)
        return [_post(one, thread) for one in said["post_stream"]["posts"]]

    def _created(self, given: dict[str, Any]) -> Posted:
        said = self._write("POST", "/posts.json", given)
        if said.get("action") == "enqueued":
            raise Queued("the post waits for approval: make the account a moderator")
        return Posted(str(said["topic_id"]), str(said["id"]))

    def _write(self, method: str, path: str, given: dict[str, Any]) -> dict[str, Any]:
        """Send a change. If it is rejected, check whether the key is still valid (else
        Unauthorized) or the account only lacks a right."""
        try:
            return self._web.call(method, path, json=given)
        except NotTaken:
            self.account()
            raise

    def _raw(self, document: Document, pictures: Sequence[Picture]) -> str:
        address = uploaded(self._uploaded, pictures)
        return markdown.render(document, address, spoiler=markdown.DETAILS)

    def _uploaded(self, picture: Picture) -> str:
        """Upload a picture and return its address. From Discourse 3.4 on, what it is for is
        `upload_type`; older versions call it `type`."""
        said = self._web.call(
            "POST",
            "/uploads.json",
            data={"type": "composer", "upload_type": "composer", "synchronous": "true"},
            files={"files[]": (picture.name, picture.png, "image/png")},
        )
        return str(said["short_url"])


def _post(given: dict[str, Any], thread: str) -> ForumPost:
    edited = datetime.fromisoformat(given["updated_at"]) if given.get("version", 1) > 1 else None
    return ForumPost(
        id=str(given["id"]),
        thread=thread,
        author=str(given["user_id"]),
        name=given["username"],
        written=datetime.fromisoformat(given["created_at"]),
        text=given.get("raw", ""),
        edited=edited,
        deleted=bool(given.get("deleted_at") or given.get("user_deleted")),
    )


def _judged(answer: httpx.Response) -> ForumProblem | None:
    """Return the error that an answer stands for; None if it is not one of Discourse's own."""
    said = json_of(answer) if answer.status_code >= 400 else {}
    if answer.status_code == 429:
        seconds = said.get("extras", {}).get("wait_seconds") or retry_after(answer)
        return TryLater("the forum wants fewer calls", float(seconds))
    if in_front := refused_in_front(answer):
        return in_front
    errors = " ".join(map(str, said.get("errors", ())))
    if answer.status_code == 422 and _WAIT.search(errors):
        return TryLater(errors[:200])
    if answer.status_code in (403, 404) or said.get("error_type") == "invalid_parameters":
        return Forbidden(errors[:200] or f"the forum answered {answer.status_code}")
    if 400 <= answer.status_code < 500 and errors and answer.status_code != 401:
        return NotTaken(errors[:200])
    return None
