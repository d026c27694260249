"""The map of the order form, tapped through at random: what it writes is what was meant, and legal.

In every game, whatever is asked: the page knows no rule, only the menu.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect
from selectolax.lexbor import LexborHTMLParser

from engine.core.bots import Stream, thrifty_choice
from engine.core.decision import Choice
from engine.core.dice import Dice, Seed
from engine.core.game import Game
from engine.core.session import Session
from engine.games import GAMES
from pbem.reports.drawing import map_svg, order_form_board
from tests.pbem.reports.browsing import PHONE, Fetched, saved, too_wide
from tests.pbem.reports.playing import payload
from tests.pbem.reports.sampled import form_of

SAMPLE, CAMPAIGNS = 6, 20
TAPS = 12
"""At most so many for one order."""
SUBJECT = "[x1] your turn"


class Asked(NamedTuple):
    """A question that names places: its form, and what the rules accept."""

    form: str
    kind: str
    legal: frozenset[Choice]


def asked(game: Game, name: str) -> Iterator[Asked]:
    """The questions of a campaign that bots play, one of each kind of a turn, as they come."""
    seats = game.seat_names({})[:4]
    session = Session.start(
        game, Dice(Seed(name.encode().ljust(32))), game.options({"seats": seats})
    )
    stream, before = Stream(name), ""
    while not session.over:
        seat = session.waiting()[0]
        kind, decision = session.questions[seat].kind.name, session.decision(seat)
        if kind != before and stream.below(4) == 0:
            mailed = payload(session, seat, [], 1)
            form = form_of(mailed, game.words, SUBJECT, "What now?")
            if 'id="board"' in form:
                yield Asked(form, kind, frozenset(decision.menu.choices()))
        before = kind
        session.submit(seat, thrifty_choice(decision, stream))


def sample(game: Game) -> Iterator[Asked]:
    """Questions of several campaigns: one alone may be too short for enough of them."""
    campaigns = (asked(game, f"tap {number}") for number in range(SAMPLE))
    return islice(chain.from_iterable(campaigns), SAMPLE)


def places(page: Page) -> list[str]:
    """What is marked to be tapped."""
    found: list[str] = page.evaluate(
        "[...new Set([...document.querySelectorAll('.place.can')].map(e => e.dataset.at))]"
    )
    return found


def chosen(page: Page, chance: Random) -> bool:
    """Choose in the first menu that is left; False: there is none."""
    for menu in page.locator("#steps select").all():
        values = menu.evaluate("e => [...e.options].filter(o => !o.disabled).map(o => o.value)")
        if not menu.input_value() and any(values):
            menu.select_option(chance.choice([value for value in values if value]))
            return True
    return False


def tapped(page: Page, chance: Random) -> tuple[str, set[str]]:
    """Tap until an order is in the mail, with the menus for what no map shows; "": it took too
    long. And the places tapped since the order was begun."""
    keys = set[str]()
    for _ in range(TAPS):
        choices = page.locator("#choices button")
        if choices.count() > 1:
            choices.nth(chance.randrange(choices.count() - 1)).evaluate("node => node.click()")
        elif marked := places(page):
            key = chance.choice(marked)
            keys.add(key)
            page.locator(f'#board .place[data-at="{key}"]').first.dispatch_event("click")
        elif page.locator("#add").is_enabled():
            page.locator("#add").click()
        elif not chosen(page, chance):
            return "", keys
        if line := page.locator("#mail").input_value().strip():
            return line, keys
    return "", keys


def values(part: Any) -> set[str]:
    """All words of a choice."""
    if isinstance(part, str):
        return {part}
    return set().union(*map(values, part)) if isinstance(part, list | tuple) else set()


def accepted(game: Game, question: Asked, text: str) -> Choice | None:
    """The choice that an order reads as, if it is one that the question takes."""
    lines = game.words.split(text)
    assert isinstance(lines, tuple), text
    found = [choice for kind, choice in lines[0].steps[0].candidates if kind == question.kind]
    return next((choice for choice in found if choice in question.legal), None)


def tap_through(page: Page, folder: Path, game: Game, questions: Iterator[Asked]) -> int:
    """Tap an order for each question; how many were written. What is read is the choice that the
    menu says so."""
    written, chance = 0, Random(game.name)
    for question in questions:
        page.goto(saved(folder, "orders.html", question.form))
        text, keys = tapped(page, chance)
        if text:
            choice = accepted(game, question, text)
            assert choice is not None, text
            assert keys <= values(choice), text
            said = game.words.say(question.kind, choice)
            assert said == text or text.startswith(f"{said} ")  # "with 0" need not be said
            written += 1
    return written


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_what_is_tapped_is_read_back_as_a_legal_order(
    page: Page, tmp_path: Path, game: Game
) -> None:
    assert tap_through(page, tmp_path, game, sample(game)) == SAMPLE


@pytest.mark.soak
@pytest.mark.parametrize("number", range(CAMPAIGNS))
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_whole_campaigns_can_be_tapped(page: Page, tmp_path: Path, game: Game, number: int) -> None:
    questions = [*asked(game, f"campaign {number}")]

    assert questions
    assert tap_through(page, tmp_path, game, iter(questions)) == len(questions)


@pytest.fixture(scope="module")
def attack() -> Asked:
    """A turn of the first game, with orders for many places."""
    game = next(iter(GAMES.values()))
    return next(one for one in asked(game, "tap") if one.kind == "action")


def opened(page: Page, folder: Path, question: Asked) -> list[str]:
    page.goto(saved(folder, "orders.html", question.form))
    return places(page)


def test_keys_do_what_taps_do(page: Page, tmp_path: Path, attack: Asked) -> None:
    key, *_ = opened(page, tmp_path, attack)
    place = page.locator(f'#board .place[data-at="{key}"]')

    place.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#tapped")).to_contain_text("choose what to do")
    expect(place).to_have_attribute("role", "button")
    assert place.get_attribute("aria-label")
    page.keyboard.press("Escape")

    assert page.locator("#choices button").count() == 0
    assert places(page)


def test_fingers_alone_write_an_order(browser: Browser, tmp_path: Path, attack: Asked) -> None:
    """By real touches on a phone: a place, what to do, and where to, if that is open."""
    game = next(iter(GAMES.values()))
    with browser.new_context(
        has_touch=True, is_mobile=True, viewport={"width": PHONE, "height": 700}
    ) as phone:
        page = phone.new_page()
        for key in opened(page, tmp_path, attack)[:4]:
            page.reload()
            page.locator("#board").tap()
            page.locator(f'#board .place[data-at="{key}"] rect').tap()
            while not (line := page.locator("#mail").input_value().strip()):
                choices = page.locator("#choices button")
                at = f'#board .place.can[data-at="{(places(page) or [""])[-1]}"] rect'
                (choices.first if choices.count() > 1 else page.locator(at)).tap(timeout=2_000)

            choice = accepted(game, attack, line)
            assert choice is not None, line
            assert key in values(choice)


def test_a_choice_that_goes_on_marks_where_to(page: Page, tmp_path: Path, attack: Asked) -> None:
    opened(page, tmp_path, attack)
    move = next(c for c in sorted(attack.legal, key=str) if c[0] == "move")
    page.locator(f'#board .place[data-at="{move[2]}"]').dispatch_event("click")

    page.locator("#choices button", has_text="Move").first.click()
    ends = {choice[3] for choice in attack.legal if choice[:3] == move[:3]}

    assert set(places(page)) == ends or page.locator("#mail").input_value().startswith("move")


def test_on_a_phone_it_scrolls_within_and_asks_for_nothing(
    page: Page, tmp_path: Path, attack: Asked
) -> None:
    page.set_viewport_size({"width": PHONE, "height": 700})
    fetched = Fetched(page)
    opened(page, tmp_path, attack)

    assert too_wide(page) == 0
    assert (list(fetched), fetched.faults) == ([page.url], [])


BESIDE = "map.scrollWidth - map.clientWidth"
"""How many pixels of the map are beside its frame, which is named `map`."""


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_on_a_phone_the_whole_map_is_shown_until_it_is_enlarged(
    page: Page, tmp_path: Path, game: Game
) -> None:
    """A tap enlarges it around the place tapped, and orders nothing."""
    page.set_viewport_size({"width": PHONE, "height": 700})
    page.goto(saved(tmp_path, "orders.html", next(sample(game)).form))
    assert page.evaluate(BESIDE) == 0
    page.locator("#larger").click()
    assert page.evaluate(BESIDE) > 100
    page.locator("#larger").click()
    assert page.evaluate(BESIDE) == 0

    place = page.locator("#board .place.can").last
    place.scroll_into_view_if_needed()
    small = place.bounding_box()
    assert small
    at = small["x"] + small["width"] / 2, small["y"] + small["height"] / 2
    page.mouse.click(*at)
    large = place.bounding_box()
    assert large
    assert large["width"] > 1.5 * small["width"]
    assert 0 <= large["x"] + large["width"] / 2 <= PHONE
    assert abs(large["y"] + large["height"] / 2 - at[1]) < 5
    assert page.locator("#choices button").count() == 0
    assert page.locator("#mail").input_value() == ""


def test_without_script_each_order_is_a_link(attack: Asked) -> None:
    assert "<noscript>" in attack.form
    assert "?subject=Re%3A%20%5Bx1%5D%20your%20turn&amp;body=pass" in attack.form


def test_a_question_that_names_no_place_has_no_map() -> None:
    assert order_form_board.board("struggle-of-empires", {"pass", "attack"}) == ""


@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_in_the_menu_cannot_be_tapped(game: str) -> None:
    everything: dict[str, Any] = {"struggle-of-empires": "india", "seven-years-world-war": "D14"}
    key = everything.get(game, "asia")

    assert order_form_board.board(game, {key}).count("data-at=") in (1, 2)


ALL_OWN = """svg => {
    document.getElementById("map").innerHTML = svg;
    return [...document.querySelectorAll("#board .place")].flatMap(place => {
        place.scrollIntoView({ block: "center", inline: "center" });
        const box = place.querySelector("rect").getBoundingClientRect();
        const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
        const middle = document.elementFromPoint(x, y), faults = [];
        const texts = [...place.querySelectorAll("text")].map(text => text.getBoundingClientRect());
        if (!middle || middle.closest(".place") !== place) { faults.push("covered"); }
        if (box.width < 24 || box.height < 24) { faults.push("small"); }
        const cut = text => text.right > box.right || text.bottom > box.bottom;
        if (texts.some(cut)) { faults.push("cut"); }
        const hidden = text => [text.left + 2, text.right - 2].some(end => {
            const over = document.elementFromPoint(end, (text.top + text.bottom) / 2);
            return !over || over.closest(".place") !== place;
        });
        if (texts.some(hidden)) { faults.push("hidden"); }
        return faults.map(fault => `${place.textContent}: ${fault}`);
    });
}"""
"""What is wrong with a board: a name that its plate does not hold, a plate that is hard to tap."""


def everywhere(game: Game) -> set[str]:
    """The places of a game's board."""
    folder = map_svg.map_folder(game.name)
    assert folder
    drawings = map_svg.drawings_in(folder)
    panels = drawings.geo.get("panels", {}).values()
    squares = (panel.get("squares", {}) for panel in panels)
    named = (drawings.layout.get(name, {}) for name in ("regions", "areas"))
    return set().union(*squares, *named)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_name_fits_its_plate_and_every_plate_a_finger(
    page: Page, tmp_path: Path, attack: Asked, game: Game, language: str
) -> None:
    page.set_viewport_size({"width": PHONE, "height": 700})
    opened(page, tmp_path, attack)
    board = order_form_board.board(game.name, everywhere(game), everywhere(game), language)

    assert board.count("data-at=") >= len(everywhere(game))
    assert page.evaluate(ALL_OWN, board) == []


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_on_a_desk_no_board_has_to_be_scrolled(
    page: Page, tmp_path: Path, attack: Asked, game: Game
) -> None:
    page.set_viewport_size({"width": 1000, "height": 700})
    opened(page, tmp_path, attack)
    board = order_form_board.board(game.name, everywhere(game))
    page.evaluate("svg => { document.getElementById('map').innerHTML = svg; }", board)

    assert page.locator("#map").evaluate("map => map.scrollWidth - map.clientWidth") == 0


def test_a_board_has_the_names_of_its_language() -> None:
    drawn = LexborHTMLParser(
        order_form_board.board("struggle-of-empires", {"german_states"}, ["baltic"], "de")
    )

    assert [node.text() for node in drawn.css(".place text")] == ["Deutsche Staaten", "Baltikum"]


def test_a_wide_board_begins_where_the_reader_has_pieces(
    page: Page, tmp_path: Path, attack: Asked
) -> None:
    page.set_viewport_size({"width": PHONE, "height": 700})
    form = re.sub(
        '<svg id="board".*</svg>',
        order_form_board.board("struggle-of-empires", {"india"}, ["india"]),
        attack.form,
        flags=re.DOTALL,
    )
    page.goto(saved(tmp_path, "orders.html", form))

    plate = page.locator("#board .own rect").bounding_box()
    seen = page.locator("#map").bounding_box()
    assert plate
    assert seen
    assert seen["x"] <= plate["x"]
    assert plate["x"] + plate["width"] <= seen["x"] + seen["width"]


@pytest.mark.parametrize("game", GAMES)
def test_places_with_own_pieces_stand_out(game: str) -> None:
    named = {"struggle-of-empires": ("india", "africa"), "seven-years-world-war": ("D14", "E14")}
    tapped, own = named.get(game, ("asia", "creta"))
    drawn = LexborHTMLParser(order_form_board.board(game, {tapped}, [own, tapped]))

    found = {node.attributes.get("data-at") for node in drawn.css(".place.own")}
    assert found == {tapped, None}
