"""Spirit, through its web pages (https://spirit.readthedocs.io), since it has no API.

The account is a moderator, because only moderators can see the source of a post, in the form that
edits it. Times are read from the pages, to the minute; the account's time zone must be UTC.
"""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from io import BytesIO
from typing import Any

import httpx

from pbem.forum import spirit_pages as pages
from pbem.forum.http_calls import Web, json_of, uploaded
from pbem.forum.protocol import (
    ForumPost,
    Limits,
    NotTaken,
    Picture,
    Posted,
    TryLater,
    Unauthorized,
)
from pbem.forum.spirit_pages import Page, Row
from pbem.reports.rendering import markdown
from pbem.reports.rendering.document import Document

LOGIN = "/user/login/"
BEGINS = "/topic/publish/"
LOGINS_LATER = 300
"""Seconds until it allows five more logins from an address."""
AGAIN = 2
"""How many of a topic's last pages are read again, since posts there may have changed."""


class Spirit:
    """An account on a Spirit forum."""

    limits = Limits(most=31_000, seconds=10)

    def __init__(
        self, address: str, user: str, password: str, category: str, timeout: float
    ) -> None:
        self._user, self._password, self._category = user, password, category
        # Django requires a referer for each form sent by HTTPS
        headers = {"Referer": f"{address.rstrip('/')}/", "Accept-Language": "en"}
        self._web = Web(address, timeout, lambda _: None, headers, redirects=True)
        self._sources: dict[str, tuple[int, str]] = {}
        """By post: how often it had been edited when it was read, and its source at that time."""

    def account(self) -> str:
        """Return the number of the moderator's own account on the forum."""
        number = pages.own_number(self._page("/user/menu/"))
        if not number:
            raise Unauthorized("the forum does not know the account")
        return number

    def post(
        self, thread: str | None, title: str, document: Document, pictures: Sequence[Picture] = ()
    ) -> Posted:
        """Write a post into a topic; with None, begin a new topic with this title."""
        comment = self._comment(document, pictures)
        if thread is None:
            return self._begun(BEGINS, title=title, category=self._category, comment=comment)
        there = self._sent(f"/comment/{int(thread)}/publish/", comment=comment)
        return Posted(thread, pages.number_in(there))

    def edit(self, post: str, document: Document, pictures: Sequence[Picture] = ()) -> None:
        """Replace the text of a post."""
        self._sent(f"/comment/{int(post)}/update/", comment=self._comment(document, pictures))

    def posts(self, thread: str, known: Collection[str]) -> list[ForumPost]:
        """Read the posts of a topic that are not known yet, and the latest ones again."""
        return self._posts("topic", thread, known)

    def whispers(self, since: datetime) -> list[ForumPost]:
        """Read what was written in private topics since then."""
        topics = pages.topics(self._page("/topic/private/"))
        found = (post for topic in topics for post in self._posts("topic/private", topic, ()))
        return [post for post in found if post.written >= since.replace(second=0, microsecond=0)]

    def whisper(self, member: str, name: str, title: str, document: Document) -> Posted:
        """Begin a private topic with a member, who is addressed by name."""
        comment = self._comment(document, ())
        return self._begun("/topic/private/publish/", title=title, users=name, comment=comment)

    def close(self) -> None:
        """Close the connections."""
        self._web.close()

    def _posts(self, where: str, thread: str, known: Collection[str]) -> list[ForumPost]:
        there = [row for page in self._latest(f"/{where}/{int(thread)}/", known) for row in page]
        return [
            ForumPost(
                id=row.id,
                thread=thread,
                author=row.author,
                name=row.name,
                written=row.written,
                text=self._source(row),
                deleted=row.deleted,
                private=where.endswith("private"),
            )
            for row in sorted(there, key=lambda row: int(row.id))
        ]

    def _latest(self, path: str, known: Collection[str]) -> Iterator[list[Row]]:
        """Read the last pages of a topic, and go back until all posts of a page are known."""
        answer = self._asked("GET", path)
        first = Page(answer.text)
        last = pages.last_page(first)
        for number in range(last, 0, -1):
            there = f"{answer.url.path}?page={number}"
            found = list(pages.rows(first if number == 1 else self._page(there)))
            if number <= last - AGAIN and all(row.id in known for row in found):
                return
            yield found

    def _source(self, row: Row) -> str:
        edits, text = self._sources.get(row.id, (-1, ""))
        if edits != row.edits:
            try:
                text = pages.source(self._page(f"/comment/{row.id}/update/"))
            except NotTaken as problem:
                raise NotTaken(
                    f"{problem}: what members write, only a moderator can read"
                ) from None
            self._sources[row.id] = row.edits, text
        return text

    def _comment(self, document: Document, pictures: Sequence[Picture]) -> str:
        return markdown.render(document, uploaded(self._uploaded, pictures))

    def _uploaded(self, picture: Picture) -> str | None:
        """Upload a picture as GIF and return its address; None if the forum accepts none. By
        default, PNG is not accepted."""
        said = json_of(
            self._asked(
                "POST",
                "/comment/upload/",
                data={pages.TOKEN: pages.token(self._page(BEGINS))},
                files={"image": ("map.gif", _gif(picture.png), "image/gif")},
                headers={"X-Requested-With": "XMLHttpRequest"},
            )
        )
        return str(self._web.client.base_url.join(said["url"])) if "url" in said else None

    def _begun(self, path: str, **fields: str) -> Posted:
        """Begin a topic with its first post."""
        there = self._sent(path, **fields)
        thread = pages.number_in(there)
        if not thread:
            raise NotTaken("a topic of this title was begun just now: maybe it is this very one")
        return Posted(thread, next(pages.rows(self._page(there))).id)

    def _sent(self, path: str, **fields: str) -> str:
        """Send a form and return the address that it redirects to. If the form is shown again, it
        was rejected."""
        data = {pages.TOKEN: pages.token(self._page(path)), **fields}
        answer = self._asked("POST", path, data=data)
        if answer.is_redirect:
            return answer.headers["location"]
        page = Page(answer.text)
        if seconds := pages.seconds_to_wait(page):
            raise TryLater("the forum wants more time between posts", seconds)
        raise NotTaken(pages.refusal(page)[:200] or "the forum does not say why")

    def _page(self, path: str) -> Page:
        return Page(self._asked("GET", path).text)

    def _asked(self, method: str, path: str, **given: Any) -> httpx.Response:
        """Send a request, logging in if needed. A page that has moved is fetched from its new
        address."""
        answer = self._web.ask(method, path, **given)
        if LOGIN in answer.headers.get("location", ""):
            self._log_in()
            answer = self._web.ask(method, path, **given)
        if method == "GET" and answer.is_redirect:
            answer = self._web.ask(method, answer.url.join(answer.headers["location"]).path)
        return answer

    def _log_in(self) -> None:
        token = pages.token(Page(self._web.ask("GET", LOGIN).text))
        login = {pages.TOKEN: token, "username": self._user, "password": self._password}
        answer = self._web.ask("POST", LOGIN, data=login)
        if not answer.is_redirect:
            raise Unauthorized("the forum does not know the account or its password")
        if LOGIN in answer.headers["location"]:
            raise TryLater("the forum has had too many logins from here", LOGINS_LATER)


def _gif(png: bytes) -> bytes:
    from PIL import Image  # 4 MB, and only a host of Spirit needs it

    out = BytesIO()
    Image.open(BytesIO(png)).save(out, "GIF")
    return out.getvalue()
