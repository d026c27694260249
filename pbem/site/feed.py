"""Writes news as an Atom feed (RFC 4287).

Its ids are made from parts that no other campaign or moderator has, and stay the same when the site
moves. If its address is unknown, links are relative to the feed, and the feed does not name itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import NAMESPACE_URL, uuid5

from pbem.reports.jinja_environment import pages
from pbem.site.pages import VERSION, Page

MOST = 30
"""How many entries a feed has: the newest ones."""
NEVER = "2000-01-01T00:00:00+00:00"


@dataclass(frozen=True)
class Entry:
    """What happened up to a window, or since the last one."""

    id: str
    title: str
    updated: str
    address: str
    html: str


def id_of(*what: str) -> str:
    """Return the id of a feed or an entry (RFC 4122), the same for the same parts."""
    return uuid5(NAMESPACE_URL, "/".join(("pbem", *what))).urn


def entries(page: Page) -> list[Entry]:
    """List a campaign's latest windows in which anything was told, newest first."""
    campaign = page.campaign
    pairs = zip(campaign.stops, page.seen, strict=True)
    told = [
        Entry(
            id=id_of(campaign.commitment, f"w{stop.number}"),
            title=f"{page.name}, {page.say('site.window', number=seen.window, over=page.over)}"
            f": {seen.moment}",
            updated=stop.at or campaign.ended or campaign.stops[-2].at,
            address=f"text.html#w{stop.number}",
            html=str(seen.told),
        )
        for stop, seen in pairs
        if seen.told
    ]
    return told[::-1][:MOST]


def moved(entry: Entry, name: str) -> Entry:
    """Return an entry of a campaign's feed with its address as seen from the feed of all
    campaigns."""
    return replace(entry, address=f"{name}/{entry.address}")


def feed(id: str, title: str, told: Sequence[Entry], *, language: str = "en", url: str = "") -> str:
    """Write a feed. `url` is the address of the page it belongs to, "" if unknown."""
    updated = max((one.updated for one in told), default=NEVER)
    return (
        pages()
        .get_template("site/feed.xml.j2")
        .render(
            id=id,
            title=title,
            updated=updated,
            language=language,
            author="pbem",
            version=VERSION,
            url=url,
            entries=told,
        )
    )
