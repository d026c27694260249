"""What readers whose programs run no script can order: links, or menus where room is short."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, unquote_plus

from playwright.sync_api import Browser
from selectolax.lexbor import LexborHTMLParser, LexborNode

from pbem.mail import incoming
from pbem.mail.text import plain_characters
from pbem.reports.arguments_apart import Frames, Place
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
APART = Orders(
    "Move",
    VERBS[1].orders,
    complete=False,
    frames=[Frames([Place("move", ["army", "navy"]), Place("to", ["C0", "C1"])], "at once")],
)


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


def test_a_verb_whose_orders_are_not_all_listed_has_a_menu_for_each_place() -> None:
    page = LexborHTMLParser(written([VERBS[0], APART], MAILING, SAID, PLENTY))

    assert said(page.css("a")) == ["pass"]
    assert [said(node.css("option")) for node in page.css("select")] == [
        ["army", "navy"],
        ["C0", "C1"],
    ]


def test_the_shortest_way_goes_where_links_and_one_menu_are_too_long() -> None:
    page = LexborHTMLParser(written([APART._replace(complete=True)], MAILING, SAID, 2_000))

    assert len(page.css("select")) == 2


def test_where_there_is_no_room_there_is_nothing() -> None:
    assert written(VERBS, MAILING, SAID, 10) == ""


def test_what_people_write_is_text() -> None:
    for words in HOSTILE:
        text = written([Orders(words, [words])], Mailing(words, words), SAID, PLENTY)
        found = [node.tag for node in LexborHTMLParser(text).css("body *")]
        assert found == ["h3", "ul", "li", "a"]


def mailed(browser: Browser, tmp_path: Path, html: str, chosen: list[int]) -> str:
    """The address that a browser opens when these options are chosen."""
    address = saved(tmp_path, "orders.html", html)
    with browser.new_context(java_script_enabled=False) as context:
        page, asked = context.new_page(), list[str]()
        session = context.new_cdp_session(page)
        session.send("Page.enable")
        session.on("Page.frameRequestedNavigation", lambda event: asked.append(event["url"]))
        page.goto(address)
        for menu, index in zip(page.locator("select").all(), chosen, strict=True):
            menu.select_option(index=index)
        page.get_by_role("button").click()
    (url,) = asked
    return url


def test_a_browser_puts_the_chosen_order_into_the_mail(browser: Browser, tmp_path: Path) -> None:
    url = mailed(browser, tmp_path, written(VERBS, MAILING, SAID, 16_000), [7])

    assert unquote(url).startswith("mailto:games+soe1@example.org?")
    assert "+" not in url.partition("?")[2]
    told = plain_characters(unquote_plus(url))
    assert told.endswith("?subject=Re: [soe1] your turn [tag]&body=move army from B7 to C7 & on")


def test_what_is_chosen_for_each_place_arrives_as_one_order(
    browser: Browser, tmp_path: Path
) -> None:
    url = mailed(browser, tmp_path, written([APART], MAILING, SAID, PLENTY), [1, 1])

    head, _, body = url.partition("&body=")
    assert unquote(head) == "mailto:games+soe1@example.org?subject=Re: [soe1] your turn [tag]"
    assert "+" not in body
    mail = f"From: spain@example.org\r\n\r\n{unquote(body)}Yours,\r\nSpain\r\n"
    assert incoming.read(mail.encode()).lines[0] == "move navy to C1 at once"
