"""The pages in a real browser, opened as files: without a network, by keyboard, on a phone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pbem.reports.accessible import assert_accessible
from tests.pbem.reports.browsing import Fetched, saved, too_wide
from tests.sampling import sampled

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

PHONE: ViewportSize = {"width": 360, "height": 740}
WHOLE = sampled([False, True], [False])
"""Whether axe gets all of a page, or two of all that is alike on it."""
PAGES = ["index.html", "soe1/index.html", "soe1/text.html", "soe1/dice.html"]


def opened(page: Page, site: Path, address: str = "") -> Page:
    """The campaign's page, at this address within it."""
    page.goto(f"{(site / 'soe1/index.html').as_uri()}{address}")
    return page


def where(page: Page) -> str:
    return page.locator("#where").inner_text()


def frames(page: Page) -> list[dict[str, Any]]:
    """What the page has of each window."""
    data = page.locator("#data").text_content()
    found: list[dict[str, Any]] = json.loads(data or "")["frames"]
    return found


DRAWN = """numbers => numbers.map(number => {
  const slide = document.getElementById("slide");
  slide.value = number;
  slide.dispatchEvent(new Event("input"));
  return [...document.querySelectorAll("#map svg")].at(-1).innerHTML;
})"""


def drawn(page: Page, numbers: Iterable[int]) -> list[str]:
    """The positions that stand on the map while the slider is moved to these numbers."""
    found: list[str] = page.evaluate(DRAWN, list(numbers))
    return found


@pytest.mark.parametrize("size", [PHONE, {"width": 1200, "height": 900}], ids=["phone", "desktop"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_asks_for_nothing_else_and_has_no_faults(
    page: Page, over: Path, name: str, size: ViewportSize
) -> None:
    page.set_viewport_size(size)
    fetched = Fetched(page)
    page.goto((over / name).as_uri())
    page.wait_for_load_state("networkidle")

    assert fetched.faults == []
    assert too_wide(page) == 0
    pictures = {url for url in fetched if re.search(r"/(maps/[^/]*\.png|cover\.jpg)$", url)}
    others = {url for url in fetched if not url.startswith("data:")} - pictures
    assert others == {(over / name).as_uri()}


@pytest.mark.parametrize("whole", WHOLE)
def test_the_book_is_accessible_and_fits_a_phone(
    written: str, page: Page, tmp_path: Path, whole: bool
) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(saved(tmp_path, "book.html", written))

    assert too_wide(page) == 0
    assert_accessible(page, "the book", whole=whole)


def test_on_a_phone_the_map_can_be_large(page: Page, over: Path) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    opened(page, over, "#w3").get_by_label("Large map").check()

    assert page.locator("#map svg").last.evaluate("svg => svg.clientWidth") == 1000
    assert too_wide(page) == 0


@pytest.mark.parametrize("whole", WHOLE)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_accessible(page: Page, over: Path, name: str, whole: bool) -> None:
    page.goto((over / name).as_uri())
    assert_accessible(page, name, whole=whole)


def test_it_stays_offline(browser: Browser, over: Path) -> None:
    with browser.new_context(offline=True) as context:
        page = opened(context.new_page(), over, "#w5")

        assert where(page).startswith("Window 5,")


def test_arrows_go_from_window_to_window(page: Page, over: Path) -> None:
    opened(page, over, "#w5")
    keys = page.keyboard

    for key, number in (("ArrowRight", 6), ("ArrowRight", 7), ("ArrowLeft", 6), ("PageDown", 16)):
        keys.press(key)
        assert where(page).startswith(f"Window {number},")
    keys.press("Home")
    assert where(page).startswith("Window 1,")
    keys.press("End")
    assert where(page).startswith("The end")


def test_the_slider_is_reached_and_moved_by_keys(page: Page, over: Path) -> None:
    opened(page, over, "#w5")
    slider = page.get_by_role("slider")

    slider.focus()
    page.keyboard.press("ArrowRight")

    assert where(page).startswith("Window 6,")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("Window 6,"))
    slider.fill("0")
    assert where(page).startswith("Window 1,")


def test_the_address_names_the_window_and_leads_back_to_it(page: Page, over: Path) -> None:
    opened(page, over, "#w5")
    page.keyboard.press("ArrowRight")

    page.wait_for_url("**#w6")
    page.reload()
    assert where(page).startswith("Window 6,")
    page.goto("about:blank")
    opened(page, over, "#nonsense")
    assert where(page).startswith("Window 1,")


def test_a_campaign_that_goes_on_opens_where_it_is_now(page: Page, going_on: Path) -> None:
    opened(page, going_on)

    assert where(page).startswith(f"Window {frames(page)[-1]['w0']},")


def test_whatever_the_way_to_a_window_the_map_is_the_same(page: Page, over: Path) -> None:
    opened(page, over)
    straight = drawn(page, range(len(frames(page))))
    back = [3, 30, 12, 13, 2, len(straight) - 1, 0]

    assert drawn(page, back) == [straight[number] for number in back]
    assert where(page).startswith("Window 1,")
    assert len(set(straight)) > 20


def test_attacks_only_stops_where_there_are_some(page: Page, over: Path) -> None:
    opened(page, over)
    told = frames(page)
    first = next(n for n, frame in enumerate(told) if frame["b"])

    page.get_by_label("Attacks only").check()
    page.locator("#on").click()

    assert page.locator("#slide").input_value() == str(first)


def test_the_index_of_attacks_is_filtered_and_leads_to_the_window(page: Page, over: Path) -> None:
    opened(page, over)
    rows = page.locator("#attacks tbody tr")
    every = rows.count()
    seat = rows.first.locator("td").nth(2).inner_text()

    page.locator("#by").select_option(seat)
    shown = [row for row in rows.all() if row.is_visible()]
    assert 0 < len(shown) < every
    assert all(seat in row.inner_text() for row in shown)
    link = shown[0].get_by_role("link")
    number = link.inner_text()
    link.click()
    assert page.url.endswith(f"#w{number}")
    assert int(frames(page)[int(page.locator("#slide").input_value())]["w0"]) == int(number)


def test_a_part_of_the_game_is_chosen_by_its_name(page: Page, over: Path) -> None:
    opened(page, over)
    chapter = page.get_by_label("Go to")
    name = chapter.locator("option").nth(4).inner_text()

    chapter.select_option(index=4)

    assert name in where(page)


def test_points_follow_the_window(page: Page, over: Path) -> None:
    opened(page, over)
    page.keyboard.press("End")

    shown = [row.inner_text().split()[-2:] for row in page.locator("#points tbody tr").all()]
    assert shown == [list(map(str, pair)) for pair in frames(page)[-1]["p"]]
    assert all(now == then for now, then in shown)


def test_it_plays_and_stops(page: Page, over: Path) -> None:
    page.clock.install()
    opened(page, over)

    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_text("Pause")
    page.clock.run_for(2_200)
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_text("Play")
    stopped = where(page)
    assert not stopped.startswith("Window 1,")
    page.clock.run_for(2_200)
    assert where(page) == stopped


@pytest.mark.parametrize("site", ["going_on", "over"])
def test_the_true_record_is_right(page: Page, site: str, request: pytest.FixtureRequest) -> None:
    folder: Path = request.getfixturevalue(site)
    page.goto((folder / "soe1/dice.html").as_uri())
    lines = len((folder / "soe1/record.jsonl").read_text().splitlines()) - 1

    page.get_by_role("button", name="Check the record of this page").click()
    expect(page.locator("#said")).to_contain_text(f" {lines} lines")
    expect(page.locator("#said")).to_contain_text("Right")
    page.locator("#file").set_input_files(folder / "soe1/record.jsonl")
    expect(page.locator("#said")).to_contain_text("Right")


def changed(lines: list[dict[str, Any]], what: str) -> tuple[list[dict[str, Any]], str]:
    """The record with one thing changed, and what is said of it."""
    bodies = [line.get("body", {}) for line in lines]
    find = {body["t"]: n for n, body in enumerate(bodies) if isinstance(body, dict) and "t" in body}
    draw, choice = find["draw"], find["choice"]
    if what == "die":
        lines[draw]["body"]["index"] = (lines[draw]["body"]["index"] + 1) % 2
        return lines, f"line {draw - 1}"
    if what == "choice":
        lines[choice]["body"]["choice"] = ["pass", "so"]
        return lines, f"line {choice - 1}"
    if what == "secret":
        lines[0]["secret"] = "00" * 32
        return lines, "the secret is not the one"
    del lines[choice]
    return lines, f"line {choice - 1}"


@pytest.mark.parametrize("what", ["die", "choice", "secret", "a line less"])
def test_a_changed_record_is_wrong(page: Page, over: Path, tmp_path: Path, what: str) -> None:
    text = (over / "soe1/record.jsonl").read_text("utf-8")
    true = [json.loads(line) for line in text.splitlines()]
    lines, said = changed(true, what)
    file = tmp_path / "record.jsonl"
    file.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
    page.goto((over / "soe1/dice.html").as_uri())

    page.locator("#file").set_input_files(file)

    expect(page.locator("#said")).to_contain_text("Wrong")
    expect(page.locator("#said")).to_contain_text(said)


def test_what_is_no_record_is_said_to_be_none(page: Page, over: Path, tmp_path: Path) -> None:
    (tmp_path / "record.jsonl").write_text("hello\n")
    page.goto((over / "soe1/dice.html").as_uri())

    page.locator("#file").set_input_files(tmp_path / "record.jsonl")

    expect(page.locator("#said")).to_contain_text("no record of a game")


def test_without_script_there_is_a_page_with_everything(browser: Browser, over: Path) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = opened(context.new_page(), over)
        expect(page.get_by_text("Your browser runs no script here")).to_be_visible()
        page.get_by_role("link", name="All as text").click()

        expect(page.locator("#w5")).to_be_visible()
        picture = page.locator("img").first
        assert picture.evaluate("img => img.decode().then(() => img.naturalWidth)") == 900
        assert "Victory points" in (picture.get_attribute("alt") or "")


PAIRS = """() => {
  const rgb = text => text.match(/[\\d.]+/g).map(Number);
  const light = text => {
    const [r, g, b] = rgb(text).map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92
      : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = node => {
    for (; node; node = node.parentElement) {
      const colour = getComputedStyle(node).backgroundColor;
      if (rgb(colour)[3] !== 0) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const poor = new Set();
  const texts = "p, a, h1, h2, h3, h4, td, th, small, summary, button, label, select, strong";
  for (const node of document.querySelectorAll(texts)) {
    if (!node.textContent.trim() || node.closest("svg") || !node.offsetParent) continue;
    const [a, b] = [light(getComputedStyle(node).color), light(ground(node))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) poor.add(`${node.tagName} ${ratio.toFixed(2)} ${node.textContent}`);
  }
  return [...poor];
}"""
"""The texts whose contrast is below what WCAG 2.2 AA wants (1.4.3)."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_texts_stand_out(
    browser: Browser, over: Path, name: str, scheme: Literal["light", "dark"]
) -> None:
    with browser.new_context(color_scheme=scheme) as context:
        page = context.new_page()
        page.goto((over / name).as_uri())

        assert page.evaluate(PAIRS) == []
