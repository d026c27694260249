"""Whether a page can be read by screen readers, by keyboard and with weak eyes: the rules of axe.

Axe looks at every text for its contrast, which takes a hundred times as long as to draw the page.
Of the elements that look the same to it, in the same surroundings, it gets two.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

from tests.pbem.reports.valid import assert_valid

FAULTS = {"resultTypes": ["violations"]}
SCHEMES: Sequence[tuple[Literal["light", "dark"], dict[str, Any]]] = (
    ("light", FAULTS),
    ("dark", FAULTS | {"runOnly": ["color-contrast"]}),
)
"""Only colours can be wrong in one scheme alone."""
TWO_OF_A_KIND = """() => {
  const READ = ["class", "style", "role", "scope", "lang", "href", "type", "tabindex", "headers"];
  const kinds = new Map(), seen = new Map(), before = new Map();
  let heading = "";
  for (const each of document.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    before.set(each, heading);
    heading = each.localName;
  }
  const value = each => READ.includes(each.name) ? each.value : each.value.trim() !== "";
  const said = node => [...node.childNodes].some(each => each.nodeType === 3 && each.data.trim());
  const look = node => [node.localName, before.get(node), said(node),
    ...[...node.attributes].map(each => `${each.name}=${value(each)}`).sort()].join("|");
  const kind = (node, above) => {
    const key = `${above} ${look(node)}`;
    if (!kinds.has(key)) kinds.set(key, kinds.size);
    return kinds.get(key);
  };
  const isNew = (node, above) => {
    const own = kind(node, above);
    return (seen.get(own) || 0) < 2 || [...node.children].some(child => isNew(child, own));
  };
  const visit = (node, above) => {
    const own = kind(node, above);
    seen.set(own, (seen.get(own) || 0) + 1);
    for (const child of [...node.children]) {
      if (isNew(child, own)) visit(child, own);
      else child.remove();
    }
  };
  visit(document.documentElement, "");
}"""
"""Takes out what is like two others: in its name and attributes, in those of all that it stands in,
and in all that stands in it. (Two, as every second row may have another background.)"""


def assert_accessible(page: Page, name: str, *, whole: bool = False) -> None:
    """Axe finds nothing on the page, in light or in dark colours, and a parser nothing either."""
    assert_valid(page)
    if not whole:
        page.evaluate(TWO_OF_A_KIND)
    page.evaluate(AXE_SCRIPT)
    for scheme, options in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found = AxeResults(page.evaluate("options => axe.run(options)", options))
        assert found.violations_count == 0, f"{name}, {scheme}: {found.generate_report()}"
