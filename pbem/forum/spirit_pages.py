"""Reads the pages of Spirit, which must be in English."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser

from pbem.forum.protocol import NotTaken

TOKEN = "csrfmiddlewaretoken"
"""The field that every form must have."""
_NUMBER = re.compile(r"/(?:topic|private|comment)/(\d+)/")
_MEMBER = re.compile(r"/user/(\d+)/")
_PAGE = re.compile(r"[?&]page=(\d+)")
_WAIT = re.compile(r"too many submissions, wait (\d+)", re.IGNORECASE)
_TIME = re.compile(r"([A-Z][a-z]{2})[a-z]*\.? (\d+), (\d{4}), (.+)")
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
_HOURS = {"midnight": "12 a.m.", "noon": "12 p.m."}
Page = LexborHTMLParser


class Row(NamedTuple):
    """A post as its topic's page shows it; `edits`: how often it was edited."""

    id: str
    author: str
    name: str
    written: datetime
    edits: int
    deleted: bool


def rows(page: Page) -> Iterator[Row]:
    """Read the posts of a page, skipping the notes among them on what moderators did."""
    for one in page.css(".comments_list > [data-pk]"):
        deleted = one.css_first(".comments_list__item__badge .fa-trash-o") is not None
        writers = [a for a in one.css("a[href]") if _MEMBER.search(a.attributes["href"] or "")]
        when = one.css_first(".comment__info__date [title], .comments_list__item__info [title]")
        if writers and when and (deleted or one.css_first(".comment__text")):
            name = next((said for a in writers if (said := a.text().strip())), "")
            edits = one.css_first('.comment__info__date a[href*="/history/"]')
            yield Row(
                str(one.attributes["data-pk"]),
                member_in(writers[0].attributes["href"] or ""),
                name,
                time_of(when.attributes["title"] or ""),
                int(edits.text()) if edits else 0,
                deleted,
            )


def token(page: Page) -> str:
    """Read the CSRF token of a page's forms."""
    field = page.css_first(f"input[name={TOKEN}]")
    return str(field.attributes["value"]) if field else ""


def source(page: Page) -> str:
    """Read the source of a post from the form that edits it."""
    area = page.css_first("textarea[name=comment]")
    return "\n".join(area.text().splitlines()) if area else ""


def own_number(page: Page) -> str:
    """Read whose menu a page shows; empty if it is nobody's."""
    links = (link.attributes["href"] or "" for link in page.css("a.menu_list__link[href]"))
    return next((found[1] for link in links if (found := _MEMBER.search(link))), "")


def topics(page: Page) -> list[str]:
    """Read the numbers of the topics that a page lists."""
    return [number_in(link.attributes["href"] or "") for link in page.css("a.topic__link[href]")]


def last_page(page: Page) -> int:
    """Read from a topic's first page how many pages it has."""
    links = (link.attributes["href"] or "" for link in page.css(".paginator a[href]"))
    return max([1, *(int(found[1]) for link in links if (found := _PAGE.search(link)))])


def refusal(page: Page) -> str:
    """Read why a form was rejected; empty if the page does not say."""
    return " ".join(one.text().strip() for one in page.css(".errorlist li"))


def seconds_to_wait(page: Page) -> int:
    """Read how many seconds to wait until the forum accepts posts again; 0 if the page does not
    say."""
    said = " ".join(one.text() for one in page.css(".js-messages"))
    found = _WAIT.search(said)
    return int(found[1]) if found else 0


def number_in(address: str) -> str:
    """Extract the number of a topic or post from an address; empty if it has none."""
    found = _NUMBER.search(address)
    return found[1] if found else ""


def member_in(address: str) -> str:
    """Extract a member's number from the address of their page."""
    found = _MEMBER.search(address)
    return found[1] if found else ""


def time_of(said: str) -> datetime:
    """Read a time, to the minute, as Django writes it in English: "Nov. 23, 2026, 1:05 p.m."."""
    found = _TIME.fullmatch(said.strip())
    if not found or found[1] not in _MONTHS:
        raise NotTaken(f"the forum told a time in a way that is not known: {said[:40]}")
    hours, half = _HOURS.get(found[4], found[4]).split()
    hour, _, minute = hours.partition(":")
    of_day = int(hour) % 12 + (12 if half == "p.m." else 0)
    month = _MONTHS.index(found[1]) + 1
    return datetime(int(found[3]), month, int(found[2]), of_day, int(minute or 0), tzinfo=UTC)
