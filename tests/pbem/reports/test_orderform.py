"""The order form: complete, small, self-contained, and proof against what people write."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from engine.core.dice import Dice, Seed
from engine.core.game import Game
from engine.core.session import Session
from engine.games import GAMES
from engine.seven_years_world_war import GAME as WAR
from engine.struggle_of_empires import GAME
from pbem.reports import question_as_json
from pbem.reports.menu_packing import packed
from tests.engine.seven_years_world_war.campaigns import at as at_war
from tests.engine.struggle_of_empires.soe import at
from tests.pbem.reports.hostile import HOSTILE
from tests.pbem.reports.playing import payload, reports
from tests.pbem.reports.sampled import compose, form_of
from tests.pbem.reports.samples import ASKED, REPORT

SEATS = ["britain", "france", "spain", "prussia", "austria"]


def form(**changed: object) -> LexborHTMLParser:
    given = {**REPORT, **changed}
    return LexborHTMLParser(form_of(given, GAME.words, "[soe1] Spain: your turn [tag]"))


def asked(kind: str) -> dict[str, object]:
    """The question of the report as one of another kind."""
    question: dict[str, object] = REPORT["question"] | {"kind": kind, "facts": ASKED[kind]}
    return question


def data(tree: LexborHTMLParser) -> dict[str, Any]:
    node = tree.css_first("script#data")
    assert node is not None
    found: dict[str, Any] = json.loads(node.text())
    return found


def in_german(game: Game) -> LexborHTMLParser:
    """The form of a turn, as a reader of German gets it."""
    told = (mail for mail, _ in reports(game, "verbs", game.seat_names({})[:4]))
    turn = next(mail for mail in told if len(mail["question"]["menu"]) > 4)
    mail = compose(turn | {"kind": "order_form", "language": "de"}, game.words)
    (form,) = (each.data for each in mail.attachments if each.name == "orders.html")
    return LexborHTMLParser(form.decode())


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_verbs_are_called_what_orders_of_the_language_begin_with(game: Game) -> None:
    page = in_german(game)
    found = data(page)
    names = [found["names"][verb] for verb, _ in found["menu"]]

    assert len(set(names)) == len(names)
    assert not {"Build", "Attack", "Ally", "Claim", "Recruit", "Trade", "Done"} & set(names)
    if game is GAME:
        assert {"Baue", "Verbünde mich mit"} & set(names)
    shown = [node.text() for node in page.css("noscript h3")]
    assert set(shown) <= set(names)


def test_it_holds_the_menu_the_names_and_the_way_back() -> None:
    found = data(form())

    assert found["menu"] == packed(REPORT["question"]["menu"])
    assert found["to"] == "games+soe1-spain-w41-k3j9xqabcd@example.org"
    assert found["subject"] == "Re: [soe1] Spain: your turn [tag]"
    assert found["names"] == {
        "attack": "Attack",
        "britain": "Britain",
        "caribbean": "Caribbean",
        "colonize": "Colonize",
        "north_america": "North America",
        "pass": "Pass",
    }


def test_each_step_is_called_by_its_place_in_the_order_forms() -> None:
    assert data(form())["steps"] == {
        "attack": ["Region", "Power"],
        "colonize": ["Region"],
        "pass": [],
    }
    menu = [["join", [["#", 0, 2, [["#", 0, 1, "join with {0} armies, {1} navies"]]]]]]
    call = form(question=asked("call") | {"menu": menu})
    assert data(call)["steps"] == {"join": ["Armies", "Navies"]}
    menu = [["bid", [["#", 2, 9, [["spain", [["austria", "bid"]]]]]]]]
    bid = form(question=asked("auction") | {"menu": menu})
    assert data(bid)["steps"] == {"bid": ["How many", "Red", "Blue"]}


def test_a_value_of_two_parts_is_shown_as_words() -> None:
    menu = [["attack", [["india", [["neutral:4+3gold", "attack neutral 4+3gold in India"]]]]]]
    names = data(form(question=REPORT["question"] | {"menu": menu}))["names"]

    assert isinstance(names, dict)
    assert names["neutral:4+3gold"] == "Neutral 4+3gold"


def test_it_says_until_when_and_what_happens_otherwise() -> None:
    body = form().css_first("main")
    assert body is not None

    text = " ".join(body.text().split())
    assert "Orders of Spain" in text
    assert "By Thursday 3 December, 21:00 your time (20:00 UTC). If nothing comes: pass." in text


def test_its_forms_are_those_of_the_vocabulary_the_fitting_ones_first() -> None:
    orders = form().css("details")[0]

    usages = [node.text() for node in orders.css("dt button")]
    assert {form.usage for form in GAME.words.forms if form.help} == set(usages)
    helps = [node.text() for node in orders.css("dd")]
    fits = [text.endswith("(answers the question you are asked)") for text in helps]
    assert fits == sorted(fits, reverse=True)


def test_what_orders_may_depend_on_and_answers_that_stand_are_at_hand() -> None:
    _, conditions, standing = form().css("details")
    clauses = GAME.words.words.clauses

    said = [node.text() for node in conditions.css("dt button")]
    assert said[:2] == ["else:", "stop"]
    assert {f"if {test.usage}:" for test in clauses.conditions if test.help} == set(said[2:])
    said = [node.text() for node in standing.css("dt button")]
    assert {"when attacked in REGION:", "in auctions:"} <= set(said)
    assert len(said) == sum(bool(t.help) for t in (*clauses.situations, *clauses.plans))


def test_it_fetches_nothing() -> None:
    page = form_of(REPORT, GAME.words, "subject")

    assert not re.search(r"https?://|//[a-z]|\bsrc=|@import|url\(|<link|<iframe", page)
    assert "default-src 'none'" in page


def test_what_people_write_is_data_and_nothing_else() -> None:
    expected = len(form().css("*"))
    for said in HOSTILE:
        tree = form(
            reply_to=f"x{said}@example.org",
            moderator={"name": said, "version": "1", "address": said},
            game=REPORT["game"] | {"title": said},
        )
        assert len(tree.css("*")) == expected, said


def test_every_control_has_its_label() -> None:
    tree = form()

    labels = {node.attributes.get("for") for node in tree.css("label")}
    assert {node.attributes["id"] for node in tree.css("textarea")} <= labels
    assert tree.css_first("html").attributes["lang"] == "en"


def test_a_further_part_begins_as_is_legal_now_and_may_go_anywhere() -> None:
    units = {"britain": {"home": {"navy": 1}, "german_states": {"army": 1}}}
    session = at(phase="actions", active="britain", units=units)
    moving = question_as_json.further(session, "britain")["move"]

    assert (moving["room"], moving["called"], moving["end"]) == (1, "unit.counted", "no other unit")
    origins = {unit: [place for place, _ in below] for unit, below in moving["menu"]}
    assert origins == {"army": ["german_states"], "navy": ["home"]}
    ways = [place for place, _ in moving["menu"][0][1][0][1]]
    assert {"india", "africa", "home", "baltic"} <= set(ways)
    asked = REPORT["question"] | {"further": {"move": moving}}
    shown = moving | {"called": "another unit", "menu": packed(moving["menu"])}
    assert data(form(question=asked))["further"] == {"move": shown}


def test_a_question_that_is_no_action_has_no_further_parts() -> None:
    session = at(phase="actions", active="britain", units={"britain": {"home": {"army": 3}}})
    session.submit("britain", ("move", "army", "home", "baltic"))
    assert session.questions["britain"].kind.name == "further_move"
    assert question_as_json.further(session, "britain") == {}


def test_it_stays_small_where_many_units_stand_in_many_places() -> None:
    everywhere = {place: {"army": 1, "navy": 1} for place in ("home", "baltic", "africa", "india")}
    session = at(phase="actions", active="britain", units={"britain": everywhere})
    mailed = payload(session, "britain", [], 1)
    mailed["question"]["further"] = question_as_json.further(session, "britain")
    assert len(form_of(mailed, GAME.words, "s").encode()) < 80_000


def test_it_stays_small_in_real_games() -> None:
    sizes = [
        len(form_of(payload, GAME.words, "s").encode())
        for payload, _ in reports(GAME, "sizes", SEATS, every=40)
        if payload.get("question")
    ]

    assert sizes
    assert max(sizes) < 80_000


def test_units_said_as_one_are_one_step_and_what_is_left_open_is_none() -> None:
    units = {"prussia": {"C16": {"veteran_army": 2, "army": 1}}}
    session = at_war(phase="movement", active="britain", units=units)
    page = form_of(payload(session, "britain", [], 1), session.game.words, "s")
    found = data(LexborHTMLParser(page))
    assert found["lists"]["move"] == []
    assert found["names"]["veteran_army"] == "Veteran army"
    ((_, origins),) = dict(found["menu"])["move"]
    ((origin, forces),) = origins
    assert origin == "C16"
    targets = {str(force): below for force, below in forces}["[]"]
    (first, whole), (second, end) = targets[:2]
    assert whole == f"0:move all from C16 to {first}"
    shared, _, rest = end.partition(":")
    assert whole[2:][: int(shared)] + rest == f"move all from C16 to {second}"


def test_it_stays_small_in_a_great_war() -> None:
    session = Session.start(WAR, Dice(Seed(b"great".ljust(32))), WAR.options({}))
    while session.questions[session.waiting()[0]].kind.name != "turn":
        seat = session.waiting()[0]
        session.submit(seat, session.decision(seat).default)
    page = form_of(payload(session, session.waiting()[0], [], 1), WAR.words, "s")
    assert len(page.encode()) < 80_000
