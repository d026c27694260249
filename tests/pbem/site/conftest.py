"""Campaigns to be published: one that goes on, one that has ended, with all that may be told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from pbem.campaign import stand_in
from pbem.site import book, publishing
from tests.house import House
from tests.made_once import house_made_once, made_once
from tests.pbem.reports.browsing import chromium

MOST = 300
"""Windows in which the last player lets the time pass."""
URL = "https://example.org/campaigns"


def played(house: House) -> House:
    """Bots play on, beside one who never answers again."""
    house.order("britain", "press to all:\nGood luck <b>everybody</b>!\n")
    house.order("france", "press to Spain:\nSecretly, let us share the Baltic.\n")
    house.order("spain", "diary:\nI trust nobody.\n")
    house.cycle(minutes=1)
    house.limit(silent=1000, missing=1000)
    for seat in ("france", "spain", "austria"):
        house.command(stand_in.by_host, key=seat, back=False)
    for _ in range(MOST):
        if house.game().status == "over":
            break
        house.go_on(days=2)
    assert house.game().status == "over"
    return house


def published(house: House, folder: Path) -> None:
    publishing.publish(house.world, folder, URL)
    house.close()


@pytest.fixture(scope="session")
def ended(acting: House, tmp_path_factory: pytest.TempPathFactory) -> House:
    """A campaign that bots have played to its end."""
    return house_made_once(tmp_path_factory, "ended", lambda at: played(acting.copy(at)))


@pytest.fixture(scope="session")
def going_on(acting: House, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site with a campaign that goes on."""
    return made_once(tmp_path_factory, "site going on", lambda at: published(acting, at))


@pytest.fixture(scope="session")
def over(ended: House, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site with a campaign that has ended."""
    return made_once(tmp_path_factory, "site of the ended", lambda at: published(ended, at))


@pytest.fixture(scope="session")
def written(ended: House, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The book of the campaign that has ended."""

    def write(folder: Path) -> None:
        folder.mkdir()
        text = book.book(publishing.page_of(ended.world, ended.game()), folder)
        ended.close()
        (folder / "book.html").write_text(text, "utf-8")

    return (made_once(tmp_path_factory, "book", write) / "book.html").read_text("utf-8")


@pytest.fixture(scope="module")
def browser(over: Path, going_on: Path) -> Iterator[Browser]:
    """Chromium; the sites are made before, since no event loop runs beside that of Playwright."""
    with chromium() as running:
        yield running


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 1200, "height": 900}) as context:
        yield context.new_page()
