"""The crib sheet as a browser shows and prints it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from engine.core.game import Game
from engine.games import GAMES
from engine.struggle_of_empires import GAME
from pbem.reports import crib_sheet
from pbem.reports.languages.language import ENGLISH, codes
from tests.pbem.reports.browsing import PHONE, Fetched, saved, too_wide
from tests.pbem.reports.test_sheet import MANY, PLAIN, named


@pytest.fixture
def page(page: Page) -> Page:
    page.set_viewport_size({"width": 1300, "height": 900})
    return page


def told_apart(given: dict[str, object] | str) -> str:
    return given if isinstance(given, str) else named(given)


GIVEN = [(given, ENGLISH) for given in (PLAIN[0], PLAIN[3], PLAIN[9], *MANY)]


@pytest.mark.parametrize(("given", "code"), [*GIVEN, (PLAIN[3], "de")], ids=told_apart)
def test_it_prints_on_two_pages(
    page: Page, tmp_path: Path, given: dict[str, object], code: str
) -> None:
    page.goto(saved(tmp_path, "sheet.html", crib_sheet.page(GAME, GAME.rules_facts(given), code)))

    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 2


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_sheet_of_each_game_prints_on_two_pages(
    page: Page, tmp_path: Path, game: Game, code: str
) -> None:
    facts = game.rules_facts(game.options({"seats": game.seat_names({})[:4]}))
    page.goto(saved(tmp_path, "sheet.html", crib_sheet.page(game, facts, code)))
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))) == 2


@pytest.mark.parametrize("width", [1300, 800, PHONE])
def test_it_fits_the_window_and_fetches_nothing(page: Page, tmp_path: Path, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    fetched = Fetched(page)

    address = saved(tmp_path, "sheet.html", crib_sheet.page(GAME, GAME.rules_facts(PLAIN[3])))
    page.goto(address)

    assert too_wide(page) == 0
    assert (list(fetched), fetched.faults) == ([address], [])


TABLES = """() => [...document.querySelectorAll("table")].filter(table => {
    const own = table.getBoundingClientRect(), room = table.parentElement.getBoundingClientRect();
    return own.width > room.width + 1;
}).map(table => table.innerText.slice(0, 40))"""
"""What begins a table that is wider than its column, and lies upon the next one."""


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_no_table_of_any_game_is_wider_than_its_column(
    page: Page, tmp_path: Path, game: Game, code: str
) -> None:
    rules = game.rules_facts(game.options({"seats": game.seat_names({})[:4]}))
    page.goto(saved(tmp_path, "sheet.html", crib_sheet.page(game, rules, code)))

    for width in (1300, 1000, 800, PHONE):
        page.set_viewport_size({"width": width, "height": 800})
        assert (too_wide(page), page.evaluate(TABLES)) == (0, []), width
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 725, "height": 1050})  # A4 within its margins
    assert page.evaluate(TABLES) == []
