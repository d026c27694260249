"""Whether HTML is well made: a browser that parses it has nothing to repair, and no id is there
twice."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from playwright.sync_api import Page

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source"}
IMPLIED = "tbody"
"""An element that a parser may put in."""
MAY_STAY_OPEN = "option"
"""An element that the next one of its kind closes, or the end of the menu that it is in."""
DOM = """source => {
    const found = [], walk = (node, depth) => {
        for (const child of (node.localName === "template" ? node.content : node).children) {
            const open = child.localName !== "tbody";
            if (open) found.push(depth + " " + child.localName.toLowerCase());
            walk(child, depth + open);
        }
    };
    walk(new DOMParser().parseFromString(source, "text/html"), 0);
    return found;
}"""


class Written(HTMLParser):
    """The elements as they are written, each with its depth; what is closed that was not open."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.ids: list[str] = []
        self.faults: list[str] = []
        self.open: list[str] = []
        self.feed(source)
        self.close()
        self.faults += [f"<{tag}> is not closed" for tag in self.open]
        self.faults += [f"{one} is there twice" for one in self.ids if self.ids.count(one) > 1]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the element, and that it is open."""
        if tag == IMPLIED:
            return
        self._leave(tag == MAY_STAY_OPEN)
        self.elements.append(f"{len(self.open)} {tag}")
        names = [name for name, _ in attrs]
        self.faults += [f"<{tag}> has {n} twice" for n in set(names) if names.count(n) > 1]
        self.ids += [f"id {value}" for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element of a drawing that closes itself."""
        self.handle_starttag(tag, attrs)
        if tag not in VOID and tag != IMPLIED:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        """Close the element, which must be the last that was opened."""
        self._leave(tag == "select")
        if self.open[-1:] == [tag]:
            self.open.pop()
        elif tag != IMPLIED:
            self.faults.append(f"</{tag}> at {self.getpos()}, open: {self.open[-3:]}")

    def _leave(self, closes: bool) -> None:
        """Close the last element, if it may stay open and something `closes` it."""
        if closes and self.open[-1:] == [MAY_STAY_OPEN]:
            self.open.pop()


def assert_valid(page: Page) -> None:
    """The file that a page was opened from is well made."""
    source = Path(unquote(urlsplit(page.url).path)).read_text(encoding="utf-8")
    assert source.lower().startswith("<!doctype html>"), source[:60]
    written = Written(source)
    assert written.faults == [], written.faults[:5]
    parsed: list[str] = page.evaluate(DOM, source)
    apart = [pair for pair in zip(written.elements, parsed, strict=False) if pair[0] != pair[1]]
    assert not apart, f"written and parsed: {apart[:3]}"
    assert len(parsed) == len(written.elements)
