"""What a map says of its report: what came and went, battles, moves, who acts and who leads."""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from engine.core.bots import Stream, random_bot
from engine.core.dice import Dice, Seed
from engine.core.session import Session
from pbem.reports import question_as_json
from pbem.reports.drawing.map_svg import render_svg
from tests.pbem.reports.drawing import (
    EVENTS,
    FOLDER,
    GAME,
    LAYOUT,
    POWERS,
    card,
    drawn,
    told,
    view_of,
)
from tests.pbem.reports.measuring import (
    Box,
    elements,
    group,
)


def grown(box: Box, by: float) -> Box:
    return Box(box.left - by, box.top - by, box.right + by, box.bottom + by)


def changes(root: Element) -> dict[tuple[str | None, ...], str | None]:
    """How many more or fewer of which piece are marked where."""
    marked = {}
    places = [g for g in elements(root, "g") if g.get("data-region") or g.get("data-home")]
    for place in places:
        for piece in elements(place, "g"):
            for change in (g.attrib["data-change"] for g in piece if g.get("data-change")):
                key = (place.get("data-region") or place.get("data-home"), piece.get("data-power"))
                marked[*key, piece.get("data-piece")] = change
    return marked


def test_what_came_and_went_is_marked_at_the_piece_and_nothing_else() -> None:
    assert changes(drawn(view_of("war2"), EVENTS)) == {
        ("india", "france", "control"): "1",
        ("india", "britain", "control"): "-1",
        ("france", "france", "army"): "-1",
        ("german_states", "france", "army"): "1",
    }


def test_what_has_come_and_gone_again_is_not_marked() -> None:
    there = told("unit_moved", seat="spain", unit="army", origin="home", destination="india")
    back = told("unit_moved", seat="spain", unit="army", origin="india", destination="home")

    assert changes(drawn(view_of("war2"), [there, back])) == {}


def test_who_has_lost_all_in_a_region_still_has_a_row_that_says_so() -> None:
    lost = told("unit_lost", seat="russia", unit="army", place="africa", cause="sea")

    assert changes(drawn(view_of("war2"), [lost])) == {("africa", "russia", "army"): "-1"}


def test_the_set_up_leaves_no_marks() -> None:
    dice, options = Dice(Seed(bytes(32))), GAME.options({"seats": POWERS[:3]})
    session = Session.start(GAME, dice, options)
    bot = random_bot(Stream("a start"))
    while session.view(None)["phase"] != "actions":
        seat = session.waiting()[0]
        session.submit(seat, bot(session, seat))
    root = drawn(session.view(None), question_as_json.events(session.events, None))

    assert changes(root) == {}
    assert not [g for g in elements(root, "g") if g.get("data-battle") or g.get("data-way")]


@pytest.mark.parametrize("target", ["britain", "neutral:4+3gold", "neutral:pop", "pirates"])
def test_a_battle_is_marked_where_it_was_with_both_sides(target: str) -> None:
    fought = told("attack_declared", seat="france", region="india", target=target)
    root = drawn(view_of("war2"), [fought, fought])

    (battle,) = (g for g in elements(root, "g") if g.get("data-battle"))
    assert (battle.get("data-battle"), battle.get("data-defender")) == ("france", target)
    assert battle in list(elements(group(root, "data-region", "india"), "g"))


def test_a_move_within_a_panel_is_an_arrow_from_card_to_card() -> None:
    origin, destination = "mediterranean", "baltic"
    moved = told("unit_moved", seat="spain", unit="navy", origin=origin, destination=destination)
    far = told("unit_moved", seat="spain", unit="navy", origin="home", destination="india")
    svg = ElementTree.fromstring(render_svg(FOLDER, view_of("war2"), [moved, far])[1])
    root = drawn(view_of("war2"), [moved, far])

    (way,) = (g for g in elements(svg, "g") if g.get("data-way"))
    steps = [
        tuple(map(float, re.findall(r"[-.0-9]+", step.attrib["transform"])))
        for step in elements(way, "g")
        if step.get("transform")
    ]
    ends = [card(root, "data-region", region) for region in (origin, destination)]
    assert len(steps) > 5
    assert not any(end.holds(Box(x, y, x, y)) for x, y in steps for end in ends)
    (x, y), box = steps[-1], ends[1]
    assert grown(box, 20).holds(Box(x, y, x, y))


def test_own_pieces_stand_out_on_the_map_of_a_seat() -> None:
    framed = {
        row.get("data-power")
        for row in elements(drawn(view_of("war2") | {"you": "france"}), "g")
        if any(rect.get("class") == "own" for rect in row)
    }
    assert framed == {"france"}
    assert not [r for r in elements(drawn(view_of("war2")), "rect") if r.get("class") == "own"]


SIDES = {"red": ["britain", "france"], "blue": ["spain", "united_provinces"]}


def test_a_region_shows_what_it_would_bring_to_whom_now() -> None:
    state = GAME.place(
        GAME.options({"seats": POWERS[:4]}),
        {**SIDES, "control": {"india": {"britain": 2, "france": 1, "spain": 1}}},
    )
    here = group(drawn(GAME.view(state, None)), "data-region", "india")

    points = {
        row.get("data-power"): [t.text for t in elements(row, "text") if t.get("data-points")]
        for row in elements(here, "g")
        if row.get("class") == "row"
    }
    assert points == {"britain": ["5"], "france": ["3"], "spain": ["3"]}


def ranking(root: Element) -> dict[str | None, list[str]]:
    """By power what stands in its row: turn order, points, rank; without letter and name."""
    rows = [g for g in elements(root, "g") if g.get("data-member")]
    texts = {row.get("data-member"): [t.text or "" for t in elements(row, "text")] for row in rows}
    drop = {home["label"][0] for home in LAYOUT["homes"].values()} | {"United Provinces"}
    letters = {power["letter"] for power in LAYOUT["powers"].values()}
    return {
        power: [text for text in said if text and text not in drop | letters]
        for power, said in texts.items()
    }


def test_the_display_tells_who_acts_when_apart_from_who_leads() -> None:
    shown = ranking(drawn(view_of("war2")))

    assert shown["britain"] == ["1", "24", "1st"]
    assert shown["prussia"] == ["2", "13", "5th"]
    assert shown["austria"] == ["3", "21", "2nd"]
    assert shown["russia"] == ["no player"]


def test_the_last_map_has_the_final_ranking_and_the_winner_of_a_tie_first() -> None:
    points = {"britain": 24, "prussia": 30, "austria": 30, "france": 19, "united_provinces": 17}
    view = view_of("war2") | {"victory_points": points, "result": {"winner": ["austria"]}}
    shown = ranking(drawn(view))

    assert list(shown) == ["austria", "prussia", "britain", "france", "united_provinces"]
    assert [said[-1] for said in shown.values()] == ["1st", "2nd", "3rd", "4th", "5th"]
