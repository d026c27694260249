"""A deck put together card by card in the order form, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine.orders.vocabulary import Line
from tests.pbem.reports.ancient_world import AMBUSH, GAME, played, report
from tests.pbem.reports.browsing import PHONE, Fetched, saved, too_wide
from tests.pbem.reports.sampled import form_of


@pytest.fixture
def page(page: Page) -> Page:
    page.set_viewport_size({"width": PHONE, "height": 900})
    return page


def opened(page: Page, folder: Path, seat: str) -> Page:
    payload = report(played(AMBUSH), seat)
    page.goto(saved(folder, "orders.html", form_of(payload, GAME.words, "deck")))
    return page


def choose(page: Page, *cards: str) -> None:
    for step, card in zip(("First", "Second", "Third", "Fourth", "Fifth"), cards, strict=False):
        page.get_by_label(step, exact=True).select_option(label=card)


def test_a_deck_is_put_together_card_by_card(page: Page, tmp_path: Path) -> None:
    fetched = Fetched(page)
    opened(page, tmp_path, "red")
    # There is only one verb, and it is chosen like any other.
    page.get_by_label("Order", exact=True).select_option(label="Deck")
    choose(page, "Veteran Archers", "Heavy Horse", "Sword", "No card")

    text = page.get_by_label("The order so far").inner_text()
    assert text == "deck: Veteran Archers, Heavy Horse, Sword"
    assert isinstance(GAME.words.read(text), Line)
    expect(page.get_by_role("button", name="Add to the mail")).to_be_enabled()
    assert (fetched.faults, too_wide(page)) == ([], 0)


def test_every_card_can_come_first_and_slow_ones_let_no_fast_one_follow(
    page: Page, tmp_path: Path
) -> None:
    opened(page, tmp_path, "red")
    page.get_by_label("Order", exact=True).select_option(label="Deck")

    def offered(step: str) -> set[str]:
        texts = page.get_by_label(step, exact=True).locator("option").all_inner_texts()
        return set(texts) - {"choose ...", "others: write the order yourself"}

    hand = {"Veteran Archers", "Elephants", "Foot Skirmishers", "Heavy Horse", "Sword"}
    assert offered("First") == {*hand, "No card"}
    choose(page, "Sword")
    assert offered("Second") == {"Sword", "No card"}


def test_what_is_left_out_is_said_and_cannot_be_chosen(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path, "blue")
    page.get_by_label("Order", exact=True).select_option(label="Deck")
    choose(page, "Archers", "Foot Skirmishers", "Light Horse")

    left_out = page.locator("#steps option", has_text="others: write the order yourself")
    assert left_out.count() > 0
    expect(left_out.first).to_be_disabled()
