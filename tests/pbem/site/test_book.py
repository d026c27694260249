"""A finished campaign as one file to be printed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from engine.core.decision import as_choice
from pbem.cli.book import _print
from pbem.site import book, publishing
from pbem.store import tables as t
from tests.house import House
from tests.pbem.reports.browsing import MISSING, chromium, installed
from tests.pbem.site.test_publishing import Strict


def test_it_is_one_valid_file_that_needs_nothing_else(written: str) -> None:
    strict = Strict()
    strict.feed(written)

    assert (strict.faults, strict.open) == ([], [])
    assert len(strict.ids) == len(set(strict.ids))
    assert not re.search(r'(src|href)="(?!#|data:)', written)
    assert "<script" not in written


def test_it_has_a_map_for_each_part(written: str) -> None:
    parts = written.count('<section class="chapter" id=')

    assert parts > 10
    assert written.count('src="data:image/png;base64,') == parts


def test_the_orders_of_all_sides_are_there(ended: House, written: str) -> None:
    said = [one for one in map(_order(ended), ended.rows(t.Entry)) if one]

    assert {seat for seat, _ in said} == {"britain", "france", "spain", "austria"}
    assert all(f"<dd>{order}" in written for _, order in said)


def _order(house: House) -> Callable[[t.Entry], tuple[str, str] | None]:
    words = house.session().game.words

    def order(row: t.Entry) -> tuple[str, str] | None:
        body = json.loads(row.body)
        if body["t"] != "choice":
            return None
        return body["seat"], words.say(body["kind"], as_choice(body["choice"]))

    return order


def test_press_to_all_and_diaries_are_there_and_no_other_press(written: str) -> None:
    assert "Good luck" in written
    assert "I trust nobody." in written
    assert "share the Baltic" not in written


def test_who_took_the_lead_when_is_told(written: str) -> None:
    assert re.search(r"takes the lead with \d+ point", written)


@pytest.mark.skipif(not installed(), reason=MISSING)
def test_a_browser_prints_it(written: str, tmp_path: Path) -> None:
    _print(written, tmp_path / "book.pdf")

    data = (tmp_path / "book.pdf").read_bytes()
    assert data.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", data)) > 10


def test_in_print_the_points_and_few_orders_stand_beside_the_map(page: Page, written: str) -> None:
    page.set_content(written)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 680, "height": 1000})  # the width of A4 within its margins
    rounds = page.locator(".end").all()

    beside = [one for one in rounds if one.locator("dl").count()]
    assert 3 < len(beside) < len(rounds)
    for one in rounds:
        drawn, points = (one.locator(part).bounding_box() for part in (".map img", ".points"))
        assert drawn
        assert points
        assert points["x"] > drawn["x"] + drawn["width"]
        assert drawn["height"] < 1000
    for one in beside:
        assert one.locator("dd").count() <= book.BESIDE


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The book of a game whose map is more than twice as high as wide."""
    house = House(tmp_path_factory.mktemp("war"))
    house.begin_war()
    house.go_on(days=3)
    return book.book(publishing.page_of(house.world, house.game()), tmp_path_factory.mktemp("maps"))


@pytest.fixture(scope="module")
def browser(written: str, war: str) -> Iterator[Browser]:
    """Chromium; the books are made before, since no event loop runs beside that of Playwright."""
    with chromium() as running:
        yield running


def test_a_tall_map_fills_a_page_with_the_points_beside_it(war: str, page: Page) -> None:
    page.set_content(war)
    page.set_viewport_size({"width": 360, "height": 740})
    shown = page.locator(".map img").first.bounding_box()
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 680, "height": 1000})
    printed, points = (page.locator(part).first.bounding_box() for part in (".map img", ".points"))

    assert shown
    assert shown["width"] > 320
    assert printed
    assert points
    assert 800 < printed["height"] < 1000
    assert points["x"] > printed["x"] + printed["width"]


def test_in_print_a_window_and_its_story_begin_on_one_line(page: Page, written: str) -> None:
    page.set_content(written)
    page.emulate_media(media="print")
    told = page.locator(".stop:has(> h3 + p)").nth(7)
    head, story = (told.locator(part).first.bounding_box() for part in ("h3", "p"))

    assert head
    assert story
    assert abs(head["y"] - story["y"]) < 6
