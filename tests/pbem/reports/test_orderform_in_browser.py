"""The order form in a real browser, opened from a file as a player opens the attachment."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from msgspec import to_builtins
from playwright.sync_api import Browser, Locator, Page, expect

from engine.core.bots import Stream, thrifty_choice
from engine.core.decision import Choice
from engine.core.dice import Dice, Seed
from engine.core.session import Session
from engine.queue.using_lines import preview, take_in, use_lines
from engine.struggle_of_empires import GAME
from pbem.reports import question_as_json
from tests.engine import marches
from tests.engine.struggle_of_empires.soe import at
from tests.pbem.reports.browsing import PHONE, Fetched, framed, saved, too_wide
from tests.pbem.reports.hostile import HOSTILE
from tests.pbem.reports.playing import payload
from tests.pbem.reports.sampled import form_of
from tests.pbem.reports.samples import REPORT, asking

SEATS = ["britain", "france", "spain", "prussia", "austria"]
SUBJECT = "[soe1] Spain & Prussia: 100% yours + more? [soe1-spain-w1-abcdefghij]"
WORDS = GAME.words

WALK = """() => {
  const steps = document.getElementById("steps"), found = [];
  function behind(depth) {
    const box = steps.children[depth];
    if (!box) { found.push(document.getElementById("line").textContent); return; }
    const control = box.querySelector("select, input, output");
    const values = control.tagName === "SELECT" ? [...control.options].slice(1).map(o => o.value)
      : control.tagName === "INPUT" ? [control.min, control.max] : [null];
    for (const value of values) {
      if (value !== null) {
        control.value = value;
        control.dispatchEvent(new Event("input"));
        control.dispatchEvent(new Event("change"));
      }
      behind(depth + 1);
    }
  }
  behind(0);
  return found;
}"""
"""Goes every way through the steps of the form, at the ends of each range of numbers."""


PASSED = """page => {
  const menu = page.querySelector("#steps select");
  menu.value = [...menu.options].find(option => option.label === "Pass").value;
  menu.dispatchEvent(new Event("change"));
  return page.getElementById("line").textContent;
}"""
"""Chooses to pass, and reads the order."""


class Asked(NamedTuple):
    """A question of a random game: what is mailed, and all that the rules accept."""

    payload: dict[str, Any]
    legal: frozenset[Choice]

    @property
    def kind(self) -> str:
        kind: str = self.payload["question"]["kind"]
        return kind

    def some(self, *beginning: Any) -> Choice:
        """The last legal choice, in order of the alphabet, that begins so."""
        size = len(beginning)
        return max((choice for choice in self.legal if choice[:size] == beginning), key=str)


@cache
def asked() -> dict[str, Asked]:
    """The first question of each kind in two random games."""
    found: dict[str, Asked] = {}
    for name in ("form one", "form two"):
        dice = Dice(Seed(name.encode().ljust(32)))
        session = Session.start(GAME, dice, GAME.options({"seats": SEATS}))
        stream = Stream(name)
        while not session.over:
            seat = session.waiting()[0]
            kind = session.questions[seat].kind.name
            if kind not in found:
                legal = frozenset(session.decision(seat).menu.choices())
                found[kind] = Asked(payload(session, seat, [], 1), legal)
            session.submit(seat, thrifty_choice(session.decision(seat), stream))
    return found


def opened(page: Page, folder: Path, mailed: dict[str, Any]) -> Page:
    """The page with the form of this payload."""
    page.goto(saved(folder, "orders.html", form_of(mailed, WORDS, SUBJECT)))
    return page


def shown(value: Any) -> str:
    """What a menu of the form shows for a value."""
    name = " ".join(WORDS.name(part) for part in str(value).split(":"))
    return name[:1].upper() + name[1:]


def choose(page: Page, choice: Choice) -> str:
    """Go through the menus as a player does, by what they show; returns the order there is."""
    controls = page.locator("#steps").locator("select, input, output")
    for place, value in enumerate(choice):
        control = controls.nth(place)
        tag = control.evaluate("node => node.tagName")
        if tag == "INPUT":
            control.fill(str(value))
        elif tag == "SELECT":
            control.select_option(label=shown(value))
        else:
            expect(control).to_have_text(shown(value))
    return line(page)


def captions(page: Page) -> list[str]:
    """What the steps that are shown are called."""
    return page.locator("#steps label").all_inner_texts()


def add(page: Page, choice: Choice) -> str:
    """Choose an order and add it to the mail."""
    text = choose(page, choice)
    page.get_by_role("button", name="Add to the mail").click()
    return text


def mail(page: Page) -> str:
    return page.get_by_label("Your mail").input_value()


def said(page: Page) -> Locator:
    """What the form says of what was just done."""
    return page.locator("#said")


def line(page: Page) -> str:
    return page.get_by_label("The order so far").inner_text()


def link(page: Page) -> tuple[str, str, str]:
    """Address, subject and text of the link that opens a mail."""
    href = page.get_by_role("link", name="Open as a mail").get_attribute("href") or ""
    assert "+" not in href, "some mail programs take it for a space"
    parts = urlsplit(href)
    fields = parse_qs(parts.query, keep_blank_values=True)
    assert (parts.scheme, set(fields)) == ("mailto", {"subject", "body"})
    return unquote(parts.path), fields["subject"][0], fields["body"][0]


def accepted(question: Asked, text: str) -> Choice | None:
    """The choice that an order reads as, if it is one that the question takes."""
    lines = WORDS.split(text)
    assert isinstance(lines, tuple), text
    ((step, *others),) = [line.steps for line in lines]
    assert all(other.rest for other in others), text
    found = [choice for kind, choice in step.candidates if kind == question.kind]
    assert set(found) <= question.legal, text
    return found[0] if found else None


def test_a_move_is_chosen_step_by_step(page: Page, tmp_path: Path) -> None:
    question = asked()["action"]
    opened(page, tmp_path, question.payload)
    assert captions(page) == ["Order"]
    expect(page.get_by_role("button", name="Add to the mail")).to_be_disabled()

    choice = question.some("move", "army")
    text = choose(page, choice)

    assert captions(page) == ["Order", "Unit", "From", "To"]
    assert text == WORDS.say("action", choice)
    assert text.startswith("move army ")
    expect(page.get_by_role("button", name="Add to the mail")).to_be_enabled()


def moving(units: dict[str, dict[str, int]], **position: Any) -> tuple[Session, dict[str, Any]]:
    """Britain's turn with these units, and what it is mailed."""
    place = {"phase": "actions", "active": "britain", "units": {"britain": units}, **position}
    session = at(**place)
    mailed = payload(session, "britain", [], 1)
    mailed["question"]["further"] = question_as_json.further(session, "britain")
    return session, mailed


def test_a_navy_and_the_army_that_needs_it_are_written_as_one_move(
    page: Page, tmp_path: Path
) -> None:
    session, mailed = moving({"home": {"navy": 1}, "german_states": {"army": 1}})
    opened(page, tmp_path, mailed)

    choose(page, ("move", "navy", "home", "baltic"))
    expect(page.get_by_role("button", name="Add to the mail")).to_be_disabled()
    page.get_by_label("And", exact=True).select_option(label="another unit")
    page.get_by_label("Unit", exact=True).last.select_option(label="Army")
    page.get_by_label("To", exact=True).last.select_option(label="India")

    assert captions(page) == ["Order", "Unit", "From", "To", "And", "Unit", "From", "To"]
    assert line(page) == "move navy home to Baltic, army German States to India"
    page.get_by_label("To", exact=True).first.select_option(label="India")
    page.get_by_label("And", exact=True).select_option(label="another unit")
    page.get_by_label("Unit", exact=True).last.select_option(label="Army")
    page.get_by_label("To", exact=True).last.select_option(label="India")
    [order] = take_in(session, "britain", [], [line(page)], 1)
    assert [preview(session, "britain", [order])[0].state] == ["played"]


def test_a_unit_that_moves_alone_is_chosen_so(page: Page, tmp_path: Path) -> None:
    session, mailed = moving({"home": {"navy": 1}, "german_states": {"army": 1}})
    opened(page, tmp_path, mailed)

    choose(page, ("move", "navy", "home", "baltic"))
    page.get_by_label("And", exact=True).select_option(label="no other unit")
    page.get_by_role("button", name="Add to the mail").click()

    assert mail(page) == "move navy home to Baltic, no other unit\n"
    assert captions(page) == ["Order"]
    orders = use_lines(session, "britain", take_in(session, "britain", [], [mail(page)], 1))
    assert {order.state for order in orders} == {"played"}
    assert {order.note for order in orders} == {None}


def test_there_is_room_for_as_many_units_as_the_game_says(page: Page, tmp_path: Path) -> None:
    units = {"home": {"navy": 1}, "german_states": {"army": 2}}
    _, mailed = moving(units, tiles={"britain": ["logistics"]})
    opened(page, tmp_path, mailed)

    choose(page, ("move", "navy", "home", "baltic"))
    for _ in range(2):
        page.get_by_label("And", exact=True).last.select_option(label="another unit")
        page.get_by_label("Unit", exact=True).last.select_option(label="Army")
        page.get_by_label("To", exact=True).last.select_option(label="Baltic")

    army = "army German States to Baltic"
    assert line(page) == f"move navy home to Baltic, {army}, {army}"
    assert page.get_by_label("And", exact=True).count() == 2


def test_an_action_of_one_part_is_whole_at_once(page: Page, tmp_path: Path) -> None:
    _, mailed = moving({"home": {"navy": 1}})
    opened(page, tmp_path, mailed)

    assert choose(page, ("build", "army", "home")) == "build army at home"
    assert captions(page) == ["Order", "Unit", "Place"]


def test_a_step_that_changes_takes_what_was_behind_it_away(page: Page, tmp_path: Path) -> None:
    question = asked()["action"]
    opened(page, tmp_path, question.payload)
    choose(page, question.some("move", "army"))

    page.get_by_label("Order", exact=True).select_option(label="choose ...")

    assert captions(page) == ["Order"]
    assert line(page) == ""
    expect(page.get_by_role("button", name="Add to the mail")).to_be_disabled()


def test_a_bid_has_a_number_that_may_change_last(page: Page, tmp_path: Path) -> None:
    question = asked()["auction"]
    opened(page, tmp_path, question.payload)
    _, low, red, blue = min(choice for choice in question.legal if choice[0] == "bid")
    high = max(choice[1] for choice in question.legal if choice[0] == "bid")

    assert choose(page, ("bid", low, red, blue)) == WORDS.say("auction", ("bid", low, red, blue))
    assert captions(page) == ["Order", f"How many ({low} to {high})", "Red", "Blue"]
    page.get_by_label("How many").fill(str(high))

    assert line(page) == WORDS.say("auction", ("bid", high, red, blue))


def test_a_list_is_chosen_value_by_value_down_to_its_end(page: Page, tmp_path: Path) -> None:
    words = marches.WORDS
    dice = Dice(Seed(b"lists".ljust(32)))
    session = Session.start(marches.GAME, dice, {"seats": marches.SEATS})
    decision = session.decision("red")
    asked = to_builtins(question_as_json.question(marches.turn, decision, words))
    given = REPORT | {"question": REPORT["question"] | asked}
    page.goto(saved(tmp_path, "orders.html", form_of(given, words, SUBJECT, "What now?")))

    steps = page.locator("#steps select")
    for place, value in enumerate(("Move", "A1", "A2", "B2", "no more", "1 Recruit", "no more")):
        expect(page.get_by_role("button", name="Add to the mail")).to_be_disabled()
        steps.nth(place).select_option(label=value)

    assert captions(page) == ["Order", "Path", "Path", "Path", "Path", "Force", "Force"]
    assert line(page) == "move 1 recruit A1-A2-B2"


def test_armies_and_navies_are_two_numbers_that_can_be_told_apart(
    page: Page, tmp_path: Path
) -> None:
    below = [["#", 0, 1, "join with {0} armies, {1} navies"]]
    menu = [["join", [["#", 0, 3, below]]], ["decline", "call: decline"]]
    opened(page, tmp_path, REPORT | {"question": asking("call")["question"] | {"menu": menu}})

    assert choose(page, ("join", 3, 1)) == "join with 3 armies, 1 navies"
    assert captions(page) == ["Order", "Armies (0 to 3)", "Navies (0 to 1)"]


def test_a_number_on_which_the_next_depends_is_chosen_from_a_menu(
    page: Page, tmp_path: Path
) -> None:
    apart = [[0, [["#", 1, 2, "join with {0} navies"]]], [1, [[0, "join with 1 army"]]]]
    menu = [["join", apart], ["decline", "call: decline"]]
    opened(page, tmp_path, REPORT | {"question": asking("call")["question"] | {"menu": menu}})

    assert choose(page, ("join", 0, 2)) == "join with 2 navies"
    assert choose(page, ("join", 1, 0)) == "join with 1 army"
    assert captions(page) == ["Order", "Armies", "Navies"]


@pytest.mark.parametrize("wrong", ["999", "1.5", "", "-2"])
def test_a_number_out_of_range_makes_no_order(page: Page, tmp_path: Path, wrong: str) -> None:
    question = asked()["auction"]
    opened(page, tmp_path, question.payload)
    choose(page, question.some("bid"))

    page.get_by_label("How many").fill(wrong)

    assert line(page) == ""
    expect(page.get_by_role("button", name="Add to the mail")).to_be_disabled()
    expect(page.get_by_label("How many")).to_have_attribute("aria-invalid", "true")


def test_an_order_of_one_word_is_there_at_once(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path, asked()["action"].payload)

    assert choose(page, ("pass",)) == "pass"
    assert captions(page) == ["Order"]


def test_orders_are_added_and_taken_away_and_the_mail_says_exactly_that(
    page: Page, tmp_path: Path
) -> None:
    question = asked()["action"]
    opened(page, tmp_path, question.payload)
    reply_to = question.payload["reply_to"]
    assert link(page) == (reply_to, f"Re: {SUBJECT}", "")

    first = add(page, question.some("move"))
    second = add(page, question.some("build"))
    third = add(page, ("pass",))
    assert mail(page) == f"{first}\n{second}\n{third}\n"
    page.get_by_role("button", name="Remove the last line").click()

    expect(said(page)).to_have_text("Removed: pass")
    assert mail(page) == f"{first}\n{second}\n"
    assert link(page) == (reply_to, f"Re: {SUBJECT}", f"{first}\r\n{second}\r\n")


def test_what_is_written_by_hand_goes_into_the_mail_too(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path, asked()["action"].payload)
    add(page, ("pass",))

    page.get_by_label("Your mail").press_sequentially("give 2 gold to Austria, please?\n")

    assert link(page)[2] == "pass\r\ngive 2 gold to Austria, please?\r\n"


def test_a_form_from_the_list_goes_into_the_mail_as_it_stands(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path, asked()["action"].payload)
    page.get_by_text("Other orders, checked when their time comes").click()

    page.get_by_role("button", name="use Surprise Attack").click()

    assert mail(page) == "use Surprise Attack\n"
    expect(said(page)).to_have_text("Added: use Surprise Attack")


def test_with_nothing_to_take_away_nothing_happens(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path, asked()["action"].payload)

    page.get_by_role("button", name="Remove the last line").click()

    assert mail(page) == ""
    expect(said(page)).to_have_text("There is nothing to remove.")


@pytest.mark.parametrize("way", ["clipboard", "refused", "old browser"])
def test_the_mail_is_copied(browser: Browser, tmp_path: Path, way: str) -> None:
    allowed = ["clipboard-read", "clipboard-write"]
    with browser.new_context(permissions=allowed) as context:
        page = context.new_page()
        if way == "refused":
            page.add_init_script("navigator.clipboard.writeText = () => Promise.reject('no')")
        elif way == "old browser":
            page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: null})")
        opened(page, tmp_path, asked()["action"].payload)
        add(page, ("pass",))

        page.get_by_role("button", name="Copy").click()

        expect(said(page)).to_have_text("Copied.")
        page.get_by_label("Your mail").fill("")
        page.get_by_label("Your mail").press("Control+v")
        assert mail(page) == "pass\n"


def test_where_nothing_can_be_copied_the_mail_is_marked(page: Page, tmp_path: Path) -> None:
    page.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', {value: null});"
        "document.execCommand = () => false;"
    )
    opened(page, tmp_path, asked()["action"].payload)
    add(page, ("pass",))

    page.get_by_role("button", name="Copy").click()

    expect(said(page)).to_contain_text("copy it by hand")
    assert page.evaluate("String(getSelection())") == "pass\n"


def go_down_to(page: Page, label: str, wanted: str) -> None:
    """Press the arrow key in the menu that has the focus until it shows this option.

    Typing its first letters would do too, but the browser forgets them when a busy machine pauses.
    """
    menu = page.get_by_label(label, exact=True)
    expect(menu).to_be_focused()
    for _ in range(menu.locator("option").count()):
        if menu.evaluate("menu => menu.selectedOptions[0].text") == wanted:
            return
        page.keyboard.press("ArrowDown")
    raise AssertionError(f"{label} has no option {wanted!r}")


def test_the_keyboard_is_enough(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path, asked()["action"].payload)
    keys = page.keyboard

    keys.press("Tab")
    expect(page.get_by_role("link", name="Skip the map")).to_be_focused()
    keys.press("Enter")
    keys.press("Tab")
    go_down_to(page, "Order", "Pass")
    keys.press("Tab")
    expect(page.get_by_role("button", name="Add to the mail")).to_be_focused()
    keys.press("Enter")
    assert mail(page) == "pass\n"
    go_down_to(page, "Order", "Build")
    keys.press("Tab")
    go_down_to(page, "Unit", "Army")
    keys.press("Tab")
    go_down_to(page, "Place", "Home")
    keys.press("Tab")
    keys.press("Space")
    assert mail(page) == "pass\nbuild army at home\n"

    for _ in range(4):
        keys.press("Tab")
    expect(page.get_by_role("button", name="Remove the last line")).to_be_focused()
    keys.press("Enter")
    assert link(page)[2] == "pass\r\n"
    keys.press("Tab")
    keys.press("Enter")
    expect(page.get_by_role("button", name="use Surprise Attack")).to_be_visible()


def test_every_order_it_writes_is_read_back_as_what_was_chosen(page: Page, tmp_path: Path) -> None:
    assert len(asked()) > 10
    for kind, question in asked().items():
        texts = opened(page, tmp_path, question.payload).evaluate(WALK)
        written = {accepted(question, text) for text in texts}

        lowest = {tuple(v for v in c if isinstance(v, str)) for c in question.legal}
        assert {tuple(v for v in c if isinstance(v, str)) for c in written if c} == lowest, kind


def test_it_asks_the_network_for_nothing(page: Page, tmp_path: Path) -> None:
    fetched = Fetched(page)
    question = asked()["action"]
    opened(page, tmp_path, question.payload)
    add(page, question.some("move"))
    page.get_by_role("button", name="Copy").click()
    page.get_by_role("button", name="Remove the last line").click()

    assert fetched == [(tmp_path / "orders.html").as_uri()]
    assert fetched.faults == []


@pytest.mark.parametrize("kind", ["action", "auction", "redraw"])
def test_on_a_phone_nothing_is_cut_off(page: Page, tmp_path: Path, kind: str) -> None:
    page.set_viewport_size({"width": PHONE, "height": 700})
    question = asked()[kind]
    opened(page, tmp_path, question.payload)

    longest = max(question.legal, key=lambda choice: len(WORDS.say(kind, choice)))
    text = add(page, longest)
    choose(page, longest)
    page.get_by_text("Other orders, checked when their time comes").click()

    assert mail(page) == f"{text}\n"
    assert too_wide(page) == 0


def test_what_people_write_does_nothing_in_it(page: Page, tmp_path: Path) -> None:
    fetched = Fetched(page)
    moderators = [{"name": words, "version": "1", "address": words} for words in HOSTILE]
    forms = [
        form_of(REPORT | {"moderator": said, "reply_to": f"x{words}@example.org"}, WORDS, SUBJECT)
        for words, said in zip(HOSTILE, moderators, strict=True)
    ]

    seen = framed(page, tmp_path, forms, PASSED)

    assert {order for _, order in seen} == {"pass"}
    assert set(fetched) == {page.url}
    assert fetched.faults == []
