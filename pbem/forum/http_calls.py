"""Calls a forum's HTTP API, and decides what a failure means."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from ssl import SSLContext
from typing import Any

import httpx
import structlog

from pbem.forum.protocol import (
    Forbidden,
    ForumProblem,
    NotTaken,
    Picture,
    TryLater,
    Unauthorized,
    Unsure,
)

log: Any = structlog.get_logger()
Judge = Callable[[httpx.Response], ForumProblem | None]
"""Recognizes the errors that a forum reports in its own way."""
WRITES = ("POST", "PUT")


@cache
def _tls() -> SSLContext:
    """Read the certificates once: that takes longer than a call."""
    return httpx.create_ssl_context()


class Web:
    """A forum's address, and how its answers are judged.

    No redirect is followed, so that a token never goes to another server. With `redirects`, a
    redirect counts as an ordinary answer (for forums that are used through their pages).
    """

    def __init__(
        self,
        address: str,
        timeout: float,
        judge: Judge,
        headers: Mapping[str, str],
        *,
        redirects: bool = False,
    ) -> None:
        base = address.rstrip("/")
        self.client = httpx.Client(base_url=base, timeout=timeout, headers=headers, verify=_tls())
        self._judge, self._redirects = judge, redirects

    def call(self, method: str, path: str, **given: Any) -> dict[str, Any]:
        """Call the API and return the JSON object that it answers. Raises ForumProblem."""
        return _object(self.ask(method, path, **given))

    def ask(self, method: str, path: str, **given: Any) -> httpx.Response:
        """Send a request and return the answer. Raises ForumProblem."""
        try:
            answer = self.client.request(method, path, **given)
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as problem:
            raise TryLater(f"the forum is out of reach ({type(problem).__name__})") from None
        except httpx.HTTPError as problem:
            kind = Unsure if method in WRITES else TryLater
            raise kind(f"the forum did not answer ({type(problem).__name__})") from None
        led_on = self._redirects and answer.is_redirect
        if not led_on and (wrong := self._judge(answer) or _wrong(answer, method)):
            raise wrong
        return answer

    def close(self) -> None:
        """Close the connections."""
        self.client.close()


def _wrong(answer: httpx.Response, method: str) -> ForumProblem | None:
    """Return the error that a status means on any forum (RFC 9110, 15)."""
    status = answer.status_code
    if status < 300:
        return None
    if status == 401:
        return Unauthorized("the forum does not know the account or its token")
    if status == 429:
        return TryLater("the forum wants fewer calls", retry_after(answer))
    if status >= 500:
        kind = Unsure if method in WRITES else TryLater
        return kind(f"the forum has a problem of its own ({status})")
    said = f"the forum answered {status}"
    return Forbidden(said) if status in (403, 404) else NotTaken(said)


def refused_in_front(answer: httpx.Response) -> TryLater | None:
    """Recognize a refusal by a server in front of the forum, such as one that keeps robots out: it
    is no JSON, says nothing about the account's rights, and passes."""
    if answer.status_code == 403 and not json_of(answer):
        return TryLater("a server in front of the forum refuses the call (403)")
    return None


def uploaded(upload: Callable[[Picture], str | None], pictures: Sequence[Picture]) -> str | None:
    """Upload the picture of a post, if it has one, and return its address. None: the forum takes
    none, and the post goes without. As it may be uploaded twice, this never raises Unsure."""
    try:
        return next(map(upload, pictures), None)
    except Unsure as lost:
        raise TryLater(str(lost)) from None
    except NotTaken as refused:
        log.warning("the forum takes no picture", reason=str(refused))
        return None


def no_topic(category: str, refused: Forbidden) -> NotTaken:
    """Return the error that says what a host can do if no topic may begin in a category."""
    said = str(refused).rstrip(".")
    return NotTaken(
        f'no thread can begin in category {category} ("{said}"): check that this is its number, and'
        " that the account may see it and begin topics there"
    )


def retry_after(answer: httpx.Response) -> float:
    """Return the seconds of Retry-After (RFC 9110, 10.2.3), or 0 if there is none."""
    said = answer.headers.get("retry-after", "")
    return float(said) if said.isdecimal() else 0


def _object(answer: httpx.Response) -> dict[str, Any]:
    found = json_of(answer)
    if not found:
        raise Unsure("the forum answered something else than its interface does")
    return found


def json_of(answer: httpx.Response) -> dict[str, Any]:
    """Return the JSON object of an answer, or an empty one if it has none."""
    try:
        found = answer.json()
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
