"""Serves the page that ends a spectator's reports with one click (RFC 8058).

It listens on the loopback address only; the host's web server passes on what comes to the address
in the settings. Programs follow links, so that looking at the page changes nothing: only a POST
does. All tokens get the same answers, so that nobody can try which ones are right.
"""

import html
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any
from urllib.parse import parse_qsl

import structlog

from pbem.campaign.mails import failures
from pbem.daemon.local_pages import Handler, served
from pbem.reports.languages.language import ENGLISH, codes, texts_of

BODY_LIMIT = 2_000
A_SECOND, AT_MOST = 10.0, 50.0
"""How many clicks a second are looked at in the long run, and how many after a pause."""
TOKEN = re.compile(r"[A-Za-z0-9_-]{1,120}\Z")
IN_A_FORM = re.compile(
    rb'(?i)name="?List-Unsubscribe"?[^\r\n]{0,100}\r?\n(?:[^\r\n]{1,100}\r?\n){0,3}\r?\nOne-Click\r?\n'
)
PAGE = """<!DOCTYPE html>
<html lang="{language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<body style="font: 1em/1.4 sans-serif; max-width: 30em; margin: 3em auto; padding: 0 1em">
<main><h1 style="font-size: 1.3em">{title}</h1>
<p>{said}</p>{form}</main></body></html>
"""
FORM = """<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click">
<button style="font-size: 1em; padding: .6em 1em">{button}</button></form>"""
HEADERS = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
}
End = Callable[[str], object]
"""Notes a click for a token."""
log: Any = structlog.get_logger()


class Rate:
    """Tells how many clicks may be looked at, by seconds on a clock that nobody can set."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._lock = clock, Lock()
        self._at, self._left = clock(), AT_MOST

    def allows(self) -> bool:
        """Tell whether one more may be looked at, and count it."""
        with self._lock:
            now = self._clock()
            self._left = min(AT_MOST, self._left + (now - self._at) * A_SECOND)
            self._at = now
            allowed = self._left >= 1
            self._left -= allowed
            return allowed


@contextmanager
def page(end: End, port: int, clock: Callable[[], float]) -> Iterator[int]:
    """Serve the page to this machine only; yield the port. `port`: 0 for any that is free. Raises
    OSError if it is taken."""
    with served(_handler(end, Rate(clock)), port, "one click") as taken:
        yield taken


def _handler(end: End, rate: Rate) -> type[Handler]:
    class Clicks(Handler):
        def do_GET(self) -> None:
            """Ask a person whether to end them; this changes nothing (http.server)."""
            self._answer(200, "ask", form=True)

        def do_POST(self) -> None:
            """End the reports, if the request says so in the words of RFC 8058 (http.server)."""
            length = self.headers.get("Content-Length", "")
            if not length.isdecimal() or int(length) > BODY_LIMIT:
                self._answer(413, "wrong")
            elif not _is_click(self.rfile.read(int(length))):
                self._answer(400, "wrong")
            elif not rate.allows():
                self._answer(429, "later")
            else:
                self._end(self.path.partition("?")[0].rpartition("/")[2])

        def _end(self, token: str) -> None:
            try:
                if TOKEN.match(token):
                    end(token)
            except Exception as problem:  # the database is unavailable
                log.warning("reports cannot be ended", **failures.told(problem))
                self._answer(503, "later")
            else:
                self._answer(200, "done")

        def _answer(self, status: int, said: str, *, form: bool = False) -> None:
            accepted = self.headers.get("Accept-Language", "")
            self.answer(status, HEADERS, _page(accepted, said, form=form))

    return Clicks


def _is_click(body: bytes) -> bool:
    """Tell whether a form says what RFC 8058, 3.1 wants, in either of its encodings."""
    if IN_A_FORM.search(body):
        return True
    pairs = parse_qsl(body.decode("latin-1"), max_num_fields=20) if body.count(b"&") < 20 else []
    return ("List-Unsubscribe", "One-Click") in pairs


def _page(accepted: str, said: str, *, form: bool) -> str:
    language = _language(accepted[:200])
    words = {
        word: html.escape(texts_of(language).messages[f"one_click.{word}"])
        for word in ("title", said, "button")
    }
    shown = FORM.format(button=words["button"]) if form else ""
    return PAGE.format(language=language, title=words["title"], said=words[said], form=shown)


def _language(accepted: str) -> str:
    """Choose the first language of a browser that there is (RFC 9110, 12.5.4)."""
    wanted = (each.strip().lower()[:2] for each in accepted.split(","))
    return next((code for code in wanted if code in codes()), ENGLISH)
