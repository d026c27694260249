"""Mails in a real browser, as a mail program shows them: nothing fetched, nothing cut off."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from engine.core.game import Game
from engine.games import GAMES
from engine.struggle_of_empires import GAME
from pbem.reports.drawing.map_png import render_png
from pbem.reports.drawing.map_svg import map_folder
from tests.pbem.reports.browsing import PHONE, Fetched, framed, saved, too_wide
from tests.pbem.reports.playing import reports
from tests.pbem.reports.sampled import compose
from tests.pbem.reports.samples import MAILS, REPORT

SEATS = ["britain", "france", "spain", "united_provinces", "austria", "prussia", "russia"]
TEXT = "page => page.body.innerText.trim()"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where mails are saved, with the map of the sample report beside them."""
    kept = tmp_path_factory.mktemp("mails")
    drawings = map_folder(GAME.name)
    assert drawings is not None
    picture = render_png(drawings, REPORT["view"], title="soe1", cache=kept)
    (kept / "map.png").write_bytes(picture)
    return kept


@pytest.mark.parametrize("width", [1000, PHONE])
def test_the_map_of_a_report_is_shown_in_its_width(page: Page, folder: Path, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    fetched = Fetched(page)

    mail = compose(REPORT, GAME.words).html.replace("cid:map", "map.png")
    address = saved(folder, "report.html", mail)
    page.goto(address)

    image = page.get_by_role("img", name="Victory points")
    assert image.evaluate("node => node.complete && node.naturalWidth") >= 900
    box = image.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert 0.8 * min(width, 656) < box["width"] <= width - box["x"]
    assert too_wide(page) == 0
    assert fetched == [address, (folder / "map.png").as_uri()]


def test_no_mail_fetches_anything_or_is_cut_off_on_a_phone(page: Page, folder: Path) -> None:
    fetched = Fetched(page)
    mails = [compose(mail, GAME.words if mail.get("game") else None) for mail in MAILS.values()]
    pages = [mail.html.replace("cid:map", "map.png") for mail in mails]

    seen = dict(zip(MAILS, framed(page, folder, pages, TEXT), strict=True))

    assert {name: wider for name, (wider, _) in seen.items() if wider} == {}
    assert [name for name, (_, text) in seen.items() if not text] == []
    assert set(fetched) == {page.url, (folder / "map.png").as_uri()}
    assert fetched.faults == []


def test_reports_of_a_crowded_game_are_not_cut_off_on_a_phone(page: Page, folder: Path) -> None:
    told = [payload for payload, _ in reports(GAME, "wide", SEATS, every=60, form=False)]
    mails = [compose(payload, GAME.words).html.replace("cid:map", "map.png") for payload in told]

    seen = framed(page, folder, mails, TEXT)

    assert len(seen) > 10
    wide = [payload["line"] for payload, (wider, _) in zip(told, seen, strict=True) if wider]
    assert wide == []


CUT = """page => [...page.querySelectorAll(".tb")]
    .filter(table => table.scrollWidth > table.clientWidth)
    .map(table => table.innerText.slice(0, 60))"""
"""The tables that have to be scrolled sideways, where a mail program lets one."""


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_table_of_a_report_fits_a_phone(
    page: Page, folder: Path, game: Game, code: str
) -> None:
    told = reports(game, "wide", game.seat_names({})[:4], every=120, form=False)
    mails = [
        compose(payload | {"language": code, "whole": True}, game.words).html for payload, _ in told
    ]

    seen = framed(page, folder, [mail.replace("cid:map", "map.png") for mail in mails], CUT)

    assert len(seen) > 4
    assert [cut for _, cut in seen if cut] == []
