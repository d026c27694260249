"""NodeBB from version 3 on, through its write API (https://docs.nodebb.org/api/write).

The account is a member of "Global Moderators" and has its own token. Pictures can only be uploaded
in a session with its CSRF token, which takes the account's password; without a password, posts have
no map. For a post that waits for approval, the answer is 200 or 202 with `queued` and no number.
"""

import re
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote

import httpx

from pbem.forum.http_calls import Web, json_of, no_topic, refused_in_front, uploaded
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

_WAIT = re.compile(r"\bwait\b|every (\d+) second", re.IGNORECASE)
_MISSING = re.compile(r"\b(?:does not|doesn't) exist\b", re.IGNORECASE)
_SECONDS = re.compile(r"(\d+) second")


class NodeBB:
    """An account on a NodeBB forum."""

    limits = Limits(most=31_000, seconds=10)

    def __init__(
        self, address: str, user: str, token: str, password: str, category: str, timeout: float
    ) -> None:
        self._address, self._user, self._password = address.rstrip("/"), user, password
        self._category, self._timeout = category, timeout
        self._web = Web(address, timeout, _judged, {"Authorization": f"Bearer {token}"})
        self._session: Web | None = None

    def account(self) -> str:
        """Return the number of the moderator's own account on the forum."""
        said = self._web.call("GET", "/api/self")
        if not int(said.get("uid") or 0):
            raise Unauthorized("the forum does not know the token")
        return str(said["uid"])

    def post(
        self, thread: str | None, title: str, document: Document, pictures: Sequence[Picture] = ()
    ) -> Posted:
        """Write a post into a topic; with None, begin a new topic with this title."""
        content = self._content(document, pictures)
        if thread:
            said = self._write("POST", f"/api/v3/topics/{quote(thread)}", {"content": content})
            return Posted(thread, str(said["pid"]))
        about = {"cid": int(self._category), "title": title, "content": content}
        try:
            said = self._write("POST", "/api/v3/topics", about)
        except Forbidden as refused:
            raise no_topic(self._category, refused) from None
        return Posted(str(said["tid"]), str(said["mainPid"]))

    def edit(self, post: str, document: Document, pictures: Sequence[Picture] = ()) -> None:
        """Replace the text of a post."""
        content = self._content(document, pictures)
        self._write("PUT", f"/api/v3/posts/{quote(post)}", {"content": content})

    def posts(self, thread: str, known: Collection[str]) -> list[ForumPost]:
        """Read the posts of a topic that are not known yet, and again those that were edited or
        deleted.

        Posts are compared by number, not by time: a post that waited for approval has the time at
        which it was written.
        """
        found, page, pages = list[ForumPost](), 1, 1
        while page <= pages:
            seen = self._web.call("GET", f"/api/topic/{quote(thread)}", params={"page": page})
            pages = seen["pagination"]["pageCount"]
            for one in seen["posts"]:
                if str(one["pid"]) not in known or one.get("edited") or one.get("deleted"):
                    found.append(self._post(one, thread))
            page += 1
        return found

    def whispers(self, since: datetime) -> list[ForumPost]:
        """Read the chat messages that the moderator has received since then."""
        own, found = self.account(), list[ForumPost]()
        listed = self._web.call("GET", "/api/v3/chats")["response"]
        for room in listed["rooms"]:
            teaser = room.get("teaser") or {}
            if _moment(teaser.get("timestamp", 0)) >= since:
                found += self._in_room(str(room["roomId"]), since, own)
        return found

    def whisper(self, member: str, name: str, title: str, document: Document) -> Posted:
        """Send a chat message to a member."""
        room = self._write("POST", "/api/v3/chats", {"uids": [int(member)]})["roomId"]
        said = self._write("POST", f"/api/v3/chats/{room}", {"message": markdown.render(document)})
        return Posted(str(room), str(said.get("messageId") or said["mid"]))

    def close(self) -> None:
        """Close the connections."""
        for web in (self._web, self._session):
            if web:
                web.close()

    def _in_room(self, room: str, since: datetime, own: str) -> list[ForumPost]:
        path = f"/api/v3/chats/{quote(room)}/messages"
        messages = self._web.call("GET", path)["response"]["messages"]
        return [
            ForumPost(
                id=f"chat{one['messageId']}",
                thread=room,
                author=str(one["fromuid"]),
                name=one["fromUser"]["username"],
                written=_moment(one["timestamp"]),
                text=_words(one["content"]),
                private=True,
            )
            for one in messages
            if _moment(one["timestamp"]) >= since and str(one["fromuid"]) != own
        ]

    def _post(self, given: dict[str, Any], thread: str) -> ForumPost:
        said = self._web.call("GET", f"/api/v3/posts/{given['pid']}/raw")
        return ForumPost(
            id=str(given["pid"]),
            thread=thread,
            author=str(given["uid"]),
            name=given["user"]["username"],
            written=_moment(given["timestamp"]),
            text=said["response"]["content"],
            edited=_moment(given["edited"]) if given.get("edited") else None,
            deleted=bool(given.get("deleted")),
        )

    def _write(self, method: str, path: str, given: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = self._web.call(method, path, json=given)["response"]
        if found.get("queued"):
            why = 'the post waits for approval: put the account into the group "Global Moderators"'
            raise Queued(why)
        return found

    def _content(self, document: Document, pictures: Sequence[Picture]) -> str:
        address = uploaded(self._uploaded, pictures) if self._password else None
        return markdown.render(document, address)

    def _uploaded(self, picture: Picture) -> str:
        """Upload a picture and return its address. This route accepts no token, only a session."""
        web = self._session = self._session or Web(self._address, self._timeout, _judged, {})
        if not web.call("GET", "/api/config").get("loggedIn"):
            login = {"username": self._user, "password": self._password}
            web.ask("POST", "/login", data=login, headers=_csrf(web))
        files = {"files[]": (picture.name, picture.png, "image/png")}
        said = web.call("POST", "/api/post/upload", files=files, headers=_csrf(web))
        return str(said["response"]["images"][0]["url"])


def _csrf(web: Web) -> dict[str, str]:
    return {"x-csrf-token": str(web.call("GET", "/api/config")["csrf_token"])}


def _moment(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


class _Text(HTMLParser):
    """Extracts the text of a chat message, which comes as HTML. Quoted text is left out; `quoted`
    is the depth of quotes."""

    BREAKS = ("p", "br", "li", "pre", "blockquote")

    def __init__(self) -> None:
        super().__init__()
        self.said, self.quoted = list[str](), 0

    def handle_starttag(self, tag: str, _attrs: object) -> None:
        self.said += ["\n"] if tag in self.BREAKS else []
        self.quoted += tag == "blockquote"

    def handle_endtag(self, tag: str) -> None:
        self.said += ["\n"] if tag in self.BREAKS else []
        self.quoted -= tag == "blockquote"

    def handle_data(self, data: str) -> None:
        self.said += [] if self.quoted else [data]


def _words(content: str) -> str:
    reader = _Text()
    reader.feed(content)
    reader.close()
    return re.sub(r"\n{3,}", "\n\n", "".join(reader.said)).strip()


def _judged(answer: httpx.Response) -> ForumProblem | None:
    """Return the error that an answer stands for; None if it is not one of NodeBB's own. How long
    to wait is only in its text, not in a header."""
    if answer.status_code not in (400, 403, 404):
        return None
    if in_front := refused_in_front(answer):
        return in_front
    said = str(json_of(answer).get("status", {}).get("message", ""))
    if _WAIT.search(said):
        seconds = _SECONDS.search(said)
        return TryLater(said[:200], float(seconds[1]) if seconds else 0)
    kind = Forbidden if answer.status_code in (403, 404) or _MISSING.search(said) else NotTaken
    return kind(said[:200] or f"the forum answered {answer.status_code}")
