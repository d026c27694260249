"""A real browser without a window, Debian's Chromium, for pages that must work from a file.

The headless shell opens a page in a quarter of the time of the whole program.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = 380
PROGRAMS = ("chromium-headless-shell", "chromium")
MISSING = "no Chromium on this machine (Debian: chromium-headless-shell)"


def installed() -> str | None:
    """The path of a Chromium, if there is one."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser; skips where none is installed. Playwright downloads nothing by itself."""
    program = installed()
    if program is None:
        pytest.skip(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


class Fetched(list[str]):
    """The addresses of everything that a page has asked for, and what went wrong on it."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.faults: list[str] = []
        page.context.on("request", lambda request: self.append(request.url))
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda said: self.faults.append(said.text))


def too_wide(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    width: int = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return width


def saved(folder: Path, name: str, text: str) -> str:
    """The file: address of a page written into a folder."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path.as_uri()
