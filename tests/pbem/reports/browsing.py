"""A real browser without a window, Debian's Chromium, for pages that must work from a file.

The headless shell opens a page in a quarter of the time of the whole program.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

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
PHONE = 360
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


FRAMED = """async ([pages, width, look]) => {
  const found = [];
  for (const page of pages) {
    const frame = document.createElement("iframe");
    frame.style = `width: ${width}px; height: 800px; border: 0`;
    frame.srcdoc = page;
    document.body.append(frame);
    await new Promise(done => { frame.onload = done; });
    const root = frame.contentDocument.documentElement;
    found.push([root.scrollWidth - root.clientWidth, eval(look)(frame.contentDocument)]);
    frame.remove();
  }
  return found;
}"""


def framed(page: Page, folder: Path, pages: Sequence[str], look: str) -> list[tuple[int, Any]]:
    """Each of many pages shown by itself within one, on a phone, which is quicker than to open it:
    by how many pixels it is too wide, and what a function says that looks at its document."""
    page.set_viewport_size({"width": PHONE, "height": 800})
    page.goto(saved(folder, "frames.html", "<!DOCTYPE html><html><body></body></html>"))
    found = page.evaluate(FRAMED, [pages, PHONE, look])
    return [(wider, seen) for wider, seen in found]
