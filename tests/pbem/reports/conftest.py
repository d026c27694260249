"""A browser's page."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.pbem.reports.browsing import chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 1000, "height": 900}) as context:
        yield context.new_page()
