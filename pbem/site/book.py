"""Writes a finished campaign as one file to print: maps, stories, the orders of all sides,
tables."""

import base64
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any

from markupsafe import Markup

from engine.core.decision import as_choice
from engine.core.messages import text
from engine.core.record import Record
from pbem.reports.mail_parts import DiaryTold
from pbem.site import markup, pages, pictures
from pbem.site.campaign_by_windows import Frame
from pbem.site.pages import Page, Part

BESIDE = 16
"""The most orders that are printed beside a map: more of them may be longer than the map is
high."""
BEFORE = (1, 0)
"""The part and round of the setting up: nobody has gained a lead by play yet."""


@dataclass(frozen=True)
class Chapter:
    """A part of the campaign, with everything that may be told once the game has ended."""

    part: Part
    picture: str
    """The map at its end, as a `data:` address."""
    orders: list[tuple[str, list[str]]]
    """Each seat's orders, in order of time."""
    diaries: list[Mapping[str, Any]]
    standings: list[tuple[Mapping[str, str], int]]
    """The seats and their points, highest first."""

    @property
    def few(self) -> bool:
        """Whether there is room for its orders beside the map."""
        return sum(len(orders) for _, orders in self.orders) <= BESIDE


def book(page: Page, cache: Path) -> str:
    """Write the book of a campaign that has ended. Raises MapFailed."""
    return pages.rendered(
        "book",
        page.worded.plain,
        page.campaign.telling.language,
        page=page,
        chapters=list(_chapters(page, cache)),
        turns=list(turning_points(page)),
        fought=attacks(page),
    )


def _chapters(page: Page, cache: Path) -> Iterator[Chapter]:
    stops, frames, first = page.campaign.stops, page.campaign.frames, 0
    for part in page.parts:
        after = first + len(part.stops)
        last = frames[after - 1]
        lines = range(stops[first - 1].line if first else 0, stops[after - 1].line)
        numbers = {stop.number for stop in stops[first:after]}
        yield Chapter(
            part,
            _data(pictures.drawn(page.campaign, last, cache)),
            _orders(page, lines),
            [_diary(page, one) for one in page.campaign.diaries if one.window in numbers],
            sorted(_points(page, last), key=lambda pair: -pair[1]),
        )
        first = after


def _points(page: Page, frame: Frame) -> Iterator[tuple[Mapping[str, str], int]]:
    for seat in page.seats:
        yield seat, frame.points[seat["key"]][0]


def _data(png: bytes | None) -> str:
    return f"data:image/png;base64,{base64.b64encode(png).decode()}" if png else ""


def _orders(page: Page, lines: range) -> list[tuple[str, list[str]]]:
    """List the orders among these lines by seat, without those that were taken back."""
    record = Record(page.campaign.telling.lines)
    said: dict[str, list[str]] = {seat["key"]: [] for seat in page.seats}
    words = page.campaign.rules.words.spoken(page.campaign.telling.language)
    standing = _standing(record)
    for n in lines:
        body = record.line(n).body
        if body["t"] == "choice" and n in standing:
            order = words.say(body["kind"], as_choice(body["choice"]))
            default = body.get("source") == "default"
            said[body["seat"]].append(
                f"{order} {page.say('book.by_default')}" if default else order
            )
    return [(page.called(seat), orders) for seat, orders in said.items() if orders]


def _standing(record: Record) -> set[int]:
    """Return the lines that no undo has taken back."""
    found, at = set(), len(record) - 1
    while at >= 0:
        found.add(at)
        body = record.line(at).body
        at = body["back"] if body["t"] == "undo" else at - 1
    return found


def _diary(page: Page, one: DiaryTold) -> Mapping[str, Any]:
    return {
        "who": page.called(one.seat),
        "at": page.minute(one.at),
        "text": Markup(markup.quote(one.text)),
    }


def turning_points(page: Page) -> Iterator[dict[str, Any]]:
    """List the moments at which somebody took the sole lead in points, once the game is set up."""
    pairs = zip(page.seen, page.campaign.frames, strict=True)
    ahead = [(seen, *_leader(frame)) for seen, frame in pairs if frame.round != BEFORE]
    led = [one for one in ahead if one[1]]
    for before, now in pairwise([(None, "", 0), *led]):
        if before[1] != now[1] and now[0] is not None:
            who, points = text(page.called(now[1])), now[2]
            said = page.say("book.turning", who=who, points=points)
            yield {"moment": now[0].moment, "window": now[0].window, "said": said}


def _leader(frame: Frame) -> tuple[str, int]:
    """Return the seat that alone has the most points, and its points; "" if several are level."""
    most = max(now for now, _ in frame.points.values())
    first = [seat for seat, (now, _) in frame.points.items() if now == most]
    return (first[0] if len(first) == 1 else "", most)


def attacks(page: Page) -> Markup:
    """Make the table of who attacked whom and how often. All neutral markers count as one side."""
    battles = [each for frame in page.campaign.frames for each in frame.battles]
    found = Counter(
        (page.fighter(attacker.partition(":")[0]), page.fighter(defender.partition(":")[0]))
        for _, attacker, defender in battles
    )
    if not found:
        return Markup("")
    by, on = (sorted({pair[side] for pair in found}) for side in (0, 1))
    corner = f'<th scope="col">{escape(page.say("site.attacker"))}</th>'
    head = corner + "".join(f'<th scope="col" class="r">{escape(who)}</th>' for who in on)
    rows = "".join(
        f'<tr><th scope="row">{escape(who)}</th>'
        + "".join(f'<td class="r">{found[who, whom] or ""}</td>' for whom in on)
        + "</tr>"
        for who in by
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return Markup(f'<div class="wide" tabindex="0">{table}</div>')
