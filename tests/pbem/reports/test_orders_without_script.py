"""What readers whose programs run no script can order: links, or menus where room is short."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, unquote_plus

from playwright.sync_api import Browser
from selectolax.lexbor import LexborHTMLParser, LexborNode

from pbem.mail.text import plain_characters
from pbem.reports.orders_without_script import Mailing, Orders, Said, written
from tests.pbem.reports.browsing import saved
from tests.pbem.reports.hostile import HOSTILE

MAILING = Mailing("games+soe1@example.org", "Re: [soe1] your turn [tag]")
SAID = Said("Open as a mail", "There are more orders.")
VERBS = (
    Orders("Pass", ["pass"]),
    Orders("Move", [f"move army from B{n} to C{n} & on" for n in range(200)]),
    Orders("Attack", [f"attack France in region {n}" for n in range(20)]),
)
PLENTY = 1_000_000


def tree(room: int) -> LexborHTMLParser:
    text = written(VERBS, MAILING, SAID, room)
    assert len(text.encode()) <= room
    return LexborHTMLParser(text)


def said(nodes: list[LexborNode]) -> list[str]:
    return [node.text().strip().replace("\u00a0", " ") for node in nodes]


def test_where_there_is_room_each_order_is_a_link() -> None:
    page = tree(PLENTY)

    assert said(page.css("a")) == [order for verb in VERBS for order in verb.orders]
    assert not page.css("form")
    address = page.css("a")[1].attributes["href"]
    assert address
    assert unquote_plus(address).endswith("body=move army from B0 to C0 & on")


def test_where_links_do_not_fit_a_menu_has_them_and_no_order_is_missing() -> None:
    page = tree(16_000)

    assert said(page.css("a")) == [*VERBS[0].orders, *VERBS[2].orders]
    assert said(page.css("option")) == VERBS[1].orders
    assert not page.css("p")


def test_where_menus_do_not_fit_either_it_is_said_that_there_are_more() -> None:
    page = tree(5_000)

    shown = said(page.css("option"))
    assert shown == [*VERBS[2].orders, *VERBS[1].orders[: len(shown) - 20]]
    assert said(page.css("a")) == ["pass"]
    assert said(page.css("p")) == [SAID.more]


def test_where_there_is_no_room_there_is_nothing() -> None:
    assert written(VERBS, MAILING, SAID, 10) == ""


def test_what_people_write_is_text() -> None:
    for words in HOSTILE:
        text = written([Orders(words, [words])], Mailing(words, words), SAID, PLENTY)
        found = [node.tag for node in LexborHTMLParser(text).css("body *")]
        assert found == ["h3", "ul", "li", "a"]


def test_a_browser_puts_the_chosen_order_into_the_mail(browser: Browser, tmp_path: Path) -> None:
    address = saved(tmp_path, "orders.html", written(VERBS, MAILING, SAID, 16_000))
    with browser.new_context(java_script_enabled=False) as context:
        page, asked = context.new_page(), list[str]()
        session = context.new_cdp_session(page)
        session.send("Page.enable")
        session.on("Page.frameRequestedNavigation", lambda event: asked.append(event["url"]))
        page.goto(address)
        page.locator("select").select_option(index=7)
        page.get_by_role("button").click()

    (url,) = asked
    assert unquote(url).startswith("mailto:games+soe1@example.org?")
    assert "+" not in url.partition("?")[2]
    told = plain_characters(unquote_plus(url))
    assert told.endswith("?subject=Re: [soe1] your turn [tag]&body=move army from B7 to C7 & on")
