"""Every page that we make, by the rules of axe: for screen readers, keyboards, weak eyes."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from engine.core.game import Game
from engine.games import GAMES
from pbem.reports import sheet
from tests.pbem.reports.ancient_world import ROUT, SHOTS, played, report
from tests.pbem.reports.browsing import saved
from tests.pbem.reports.playing import reports
from tests.pbem.reports.sampled import compose
from tests.pbem.reports.samples import MAILS

SOE = GAMES["struggle-of-empires"]
KINDS = {payload["kind"]: payload for payload in reversed(MAILS.values())}
"""The first sample of each kind of mail."""
COLOURS = {"runOnly": ["color-contrast"]}
"""All that may be wrong in one scheme of colours alone."""


def assert_accessible(page: Page, name: str) -> None:
    """Axe finds nothing on the page, in light or in dark colours."""
    for scheme, options in (("light", {}), ("dark", COLOURS)):
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page, options=options)
        assert found.violations_count == 0, f"{name}, {scheme}: {found.generate_report()}"


@pytest.mark.parametrize("kind", KINDS)
def test_a_mail_is_accessible(page: Page, tmp_path: Path, kind: str) -> None:
    payload = KINDS[kind]
    mail = compose(payload, SOE.words if payload.get("game") else None)
    page.goto(saved(tmp_path, "mail.html", mail.html))

    assert_accessible(page, kind)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_reports_of_a_game_are_accessible(page: Page, tmp_path: Path, game: Game) -> None:
    told = reports(game, "axe", game.seat_names({})[:4], every=20)
    for payload, _ in islice(told, 3):
        mail = compose(payload, game.words)
        page.goto(saved(tmp_path, "mail.html", mail.html))
        assert_accessible(page, mail.subject)


def test_a_battle_is_accessible(page: Page, tmp_path: Path) -> None:
    game = GAMES["empires-of-the-ancient-world"]
    mail = compose(report(played(ROUT, SHOTS), "red"), game.words)
    page.goto(saved(tmp_path, "mail.html", mail.html))

    assert_accessible(page, "a rout")


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_order_form_is_accessible(page: Page, tmp_path: Path, game: Game) -> None:
    payload, _ = next(reports(game, "axe", game.seat_names({})[:4], every=30))
    mail = compose(payload | {"kind": "order_form"}, game.words)
    (form,) = (each.data for each in mail.attachments if each.name == "orders.html")
    page.goto(saved(tmp_path, "orders.html", form.decode()))

    assert_accessible(page, "the order form")


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_crib_sheet_is_accessible(page: Page, tmp_path: Path, game: Game) -> None:
    facts = game.rules_facts(game.options({"seats": game.seat_names({})[:4]}))
    page.goto(saved(tmp_path, "sheet.html", sheet.page(game, facts)))

    assert_accessible(page, "the crib sheet")
