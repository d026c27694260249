"""The order form of a seat on the site: at an address that only its player is told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from pbem.reports import stored_mails
from pbem.reports.mails import OrderFormMail
from pbem.site import publishing
from pbem.store import tables as t
from tests.house import House, flat, to

URL = "https://example.org/campaigns"


@pytest.fixture
def served(action: House) -> House:
    """A game whose moderator has a site, from its next question on."""
    action.limit("site", folder="www", url=URL)
    return action


def folder(house: House) -> Path:
    return house.world.config.folder / "www"


def publish(house: House) -> dict[str, str]:
    publishing.publish(house.world, folder(house), URL)
    return pages(house)


def pages(house: House) -> dict[str, str]:
    """The order forms there are, by their names."""
    found = (folder(house) / "my.orders").glob("*.html")
    return {path.name: path.read_text("utf-8") for path in found if path.name != "index.html"}


def page_in(mail_text: str) -> str:
    """The name of the page that a mail tells of."""
    found = re.search(rf"{URL}/my\.orders/(\w+\.html)", mail_text)
    assert found, mail_text
    return found[1]


def page_of(house: House, seat: str) -> str:
    """The name of a seat's page, as its player's newest mail tells it."""
    house.order(seat, "status")
    (mail,) = to(house.cycle(minutes=1), f"{seat}@example.org")
    return page_in(flat(mail))


def style(page: str) -> set[str]:
    """The lines of a page's style that lay it out."""
    (sheet, *_) = LexborHTMLParser(page).css("style")
    return {line for line in sheet.text().splitlines() if line.startswith(("body", "main", "h1 "))}


def waited(house: House) -> str:
    return house.session().waiting()[0]


def test_the_mail_with_a_question_tells_where_its_page_is(served: House) -> None:
    seat = waited(served)
    name = page_of(served, seat)

    form = publish(served)[name]
    assert f"soe1-{seat}-w" in form
    assert "mailto:" in form
    assert 'name="robots" content="noindex' in form


def test_the_page_and_the_mail_show_where_the_player_has_units(served: House) -> None:
    seat = waited(served)
    served.order(seat, "form on")
    served.cycle(minutes=1)
    served.order(seat, "pass")  # the first of its two actions
    served.cycle(minutes=1)
    form = publish(served)[page_of(served, seat)]
    units = served.session().view(None)["units"][seat]
    rows = [row for row in served.rows(t.Outgoing) if row.kind == "order_form"]
    mailed = stored_mails.restored("order_form", rows[-1].payload)

    drawn = LexborHTMLParser(form).css(".place.own[data-at]")
    assert drawn
    assert {node.attributes["data-at"] for node in drawn} <= set(units)
    assert "You have pieces in the green places" in form
    assert isinstance(mailed, OrderFormMail)
    assert mailed.own == sorted(units)


def test_the_page_follows_the_game(served: House) -> None:
    first = waited(served)
    name = page_of(served, first)
    assert "You have nothing to answer" not in publish(served)[name]
    for _ in range(2):  # its two actions
        served.order(first, "pass")
        served.cycle(minutes=1)
    assert waited(served) != first

    after = publish(served)
    assert "You have nothing to answer" in after[name]
    asked = [text for text in after.values() if "You have nothing to answer" not in text]
    assert len(asked) == 1
    assert len(style(after[name]) & style(asked[0])) == 3
    assert f"soe1-{waited(served)}-w" in asked[0]


def test_every_player_has_a_page_and_sees_nothing_of_the_others(served: House) -> None:
    found = publish(served)
    seats = list(served.session().view(None)["seats"])

    assert len(found) == len(seats)
    tags = [set(re.findall(r"soe1-(\w+)-w\d+-\w+", text)) for text in found.values()]
    assert sorted(len(each) for each in tags) == [0] * (len(seats) - 1) + [1]
    assert not any(f"{seat}@example.org" in text for seat in seats for text in found.values())


def test_no_other_page_tells_of_it_and_the_folder_lists_nothing(served: House) -> None:
    names = publish(served)
    others = (path for path in folder(served).rglob("*") if path.is_file())
    for path in others:
        if path.name not in names:
            data = path.read_bytes()
            assert not any(name.encode() in data for name in names), path
    assert b"href" not in (folder(served) / "my.orders" / "index.html").read_bytes()


def test_new_tags_move_the_page_and_the_old_address_is_gone(served: House) -> None:
    seat = waited(served)
    old = page_of(served, seat)
    assert old in publish(served)
    served.order(seat, "new token")
    (mail,) = to(served.cycle(minutes=1), f"{seat}@example.org")
    new = page_in(flat(mail))

    after = publish(served)
    assert new != old
    assert new in after
    assert old not in after


def test_only_what_has_changed_is_written_and_what_is_missing_too(served: House) -> None:
    (name, *_), place = publish(served), folder(served) / "my.orders"
    before = {path.name: path.stat().st_mtime_ns for path in place.iterdir()}
    publish(served)
    assert {path.name: path.stat().st_mtime_ns for path in place.iterdir()} == before

    (place / name).unlink()
    assert name in publish(served)


def test_the_daemon_sees_that_a_page_is_to_be_written(served: House) -> None:
    publish(served)
    assert not publishing.changed(served.world, folder(served), URL)
    served.order(waited(served), "new token")
    served.cycle(minutes=1)
    assert publishing.changed(served.world, folder(served), URL)


def test_a_site_elsewhere_has_no_order_forms(served: House, tmp_path: Path) -> None:
    publishing.publish(served.world, tmp_path / "archive", URL)
    assert not (tmp_path / "archive" / "my.orders").exists()


def test_without_a_site_no_mail_tells_of_a_page(action: House) -> None:
    action.order(waited(action), "status")
    (mail,) = to(action.cycle(minutes=1), f"{waited(action)}@example.org")
    assert "my.orders" not in flat(mail)
