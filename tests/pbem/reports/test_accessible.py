"""Every page that we make, by the rules of axe: for screen readers, keyboards, weak eyes. And
that its HTML is well made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from itertools import islice
from pathlib import Path

import pytest
from playwright.sync_api import Page

from engine.core.game import Game
from engine.games import GAMES
from pbem.daemon import one_click_page
from pbem.reports import crib_sheet
from pbem.reports.compose_mail import Composed, order_page
from tests.pbem.reports.accessible import assert_accessible
from tests.pbem.reports.ancient_world import ROUT, SHOTS, played, report
from tests.pbem.reports.browsing import saved, too_wide
from tests.pbem.reports.playing import reports
from tests.pbem.reports.sampled import compose, mail_of
from tests.pbem.reports.samples import MAILS
from tests.sampling import sampled

SOE = GAMES["struggle-of-empires"]
KINDS = {payload["kind"]: payload for payload in reversed(MAILS.values())}
"""The first sample of each kind of mail."""
LOOKS = ("class", "style", "role", "scope", "lang", "href")
"""Attributes that axe reads the value of, beside those of which it asks whether they are there."""
HEADINGS = ("h1", "h2", "h3", "h4")
VOID = ("br", "hr", "img", "input", "link", "meta", "wbr", "col")


PALE = '<b style="color: #ccc">some text</b>'
LIST = """<!DOCTYPE html>
<html lang="en"><head><title>x</title></head>
<body><main><h1>x</h1><ul>{}</ul></main></body></html>"""
WHOLE = sampled([False, True], [False])
"""Whether axe gets all of a page, or two of all that is alike on it."""


class Structure(HTMLParser):
    """What axe can find a fault in: elements with their attributes and parents, and headings."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: set[tuple[str, ...]] = set()
        self.open: list[str] = []
        self.heading = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the element."""
        looks = [f"{name}={value}" if name in LOOKS else name for name, value in attrs]
        self.found.add((self.open[-1] if self.open else "", tag, *sorted(looks)))
        if tag in HEADINGS:
            self.found.add((self.heading, tag))
            self.heading = tag
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close the element."""
        while tag in self.open and self.open.pop() != tag:
            pass


def mails() -> Iterator[Composed]:
    """A mail of each kind, and reports from the midst of each game."""
    for payload in KINDS.values():
        yield compose(payload, SOE.words if payload.get("game") else None)
    for game in GAMES.values():
        told = reports(game, "axe", game.seat_names({})[:4], every=20, form=False)
        for payload, _ in islice(told, 3):
            yield compose(payload, game.words)
    game = GAMES["empires-of-the-ancient-world"]
    yield compose(report(played(ROUT, SHOTS), "red"), game.words)


def telling_apart(pages: Iterable[Composed]) -> list[Composed]:
    """As few mails as hold all that is in any of them, the richest first."""
    left = {number: (page, Structure(page.html).found) for number, page in enumerate(pages)}
    chosen: list[Composed] = []
    while left:
        richest = max(left, key=lambda number: len(left[number][1]))
        page, found = left.pop(richest)
        chosen.append(page)
        rest = {number: (other, its - found) for number, (other, its) in left.items()}
        left = {number: (other, its) for number, (other, its) in rest.items() if its}
    return chosen


@pytest.mark.parametrize("whole", WHOLE)
def test_mails_are_accessible(page: Page, tmp_path: Path, whole: bool) -> None:
    for mail in telling_apart(mails()):
        page.goto(saved(tmp_path, "mail.html", mail.html))
        assert_accessible(page, mail.subject, whole=whole)


@pytest.mark.parametrize("whole", WHOLE)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_order_form_is_accessible(page: Page, tmp_path: Path, game: Game, whole: bool) -> None:
    payload, _ = next(reports(game, "axe", game.seat_names({})[:4], every=30))
    assert game.telling
    own = sorted(game.telling.own_places(payload["view"], payload["seat"]))
    mail = compose(payload | {"kind": "order_form", "own": own}, game.words)
    (form,) = (each.data for each in mail.attachments if each.name == "orders.html")
    page.goto(saved(tmp_path, "orders.html", form.decode()))

    assert page.locator("#board .own").count()
    assert_accessible(page, "the order form", whole=whole)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_order_page_without_a_question_is_accessible(
    page: Page, tmp_path: Path, language: str
) -> None:
    game = GAMES["struggle-of-empires"]
    payload, _ = next(reports(game, "axe", game.seat_names({})[:4], every=30))
    asks_nothing = payload | {"kind": "order_form", "question": None, "language": language}
    mail = mail_of(asks_nothing)
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(saved(tmp_path, "none.html", order_page(mail, game.words)))

    assert page.locator("html").get_attribute("lang") == language
    assert too_wide(page) == 0
    assert_accessible(page, "the order page", whole=True)


@pytest.mark.parametrize("whole", WHOLE)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_crib_sheet_is_accessible(page: Page, tmp_path: Path, game: Game, whole: bool) -> None:
    facts = game.rules_facts(game.options({"seats": game.seat_names({})[:4]}))
    page.goto(saved(tmp_path, "sheet.html", crib_sheet.page(game, facts)))

    assert_accessible(page, "the crib sheet", whole=whole)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_that_ends_reports_is_accessible(
    page: Page, tmp_path: Path, language: str
) -> None:
    page.context.set_extra_http_headers({"Accept-Language": language})
    page.set_viewport_size({"width": 360, "height": 640})
    ended: list[str] = []
    with one_click_page.page(ended.append, 0, lambda: 0.0) as port:
        page.goto(f"http://127.0.0.1:{port}/token")
        assert too_wide(page) == 0
        asks = page.content()
        page.get_by_role("button").click()
        says = page.content()
    assert ended == ["token"]
    for name, text in (("asks.html", asks), ("says.html", says)):
        page.goto(saved(tmp_path, name, text))
        assert_accessible(page, name)


@pytest.mark.parametrize("place", [0, 20, 39])
def test_what_is_wrong_in_one_place_of_many_is_found(
    page: Page, tmp_path: Path, place: int
) -> None:
    rows = ['<li><img src="a.png" alt="a"> <b>some text</b></li>'] * 40
    page.goto(saved(tmp_path, "sound.html", LIST.format("".join(rows))))
    assert_accessible(page, "a list")
    for wrong, told in (("<img src='a.png'>", "image-alt"), (PALE, "color-contrast")):
        rows[place] = f"<li>{wrong}</li>"
        page.goto(saved(tmp_path, "wrong.html", LIST.format("".join(rows))))
        with pytest.raises(AssertionError, match=told):
            assert_accessible(page, "a list")
