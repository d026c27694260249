"""The map of Seven Years World War: as the board has it, every unit told, and small."""

from __future__ import annotations

import io
import itertools
import json
import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from PIL import Image, ImageChops, ImageDraw

from engine.seven_years_world_war import GAME
from engine.seven_years_world_war.data import SHIPPED, read
from pbem.reports.drawing.map_png import render_png
from pbem.reports.drawing.map_svg import in_words, render_svg
from pbem.resources import templates
from tests.engine.seven_years_world_war.campaigns import at, begin
from tests.pbem.reports.measuring import (
    Box,
    box_of,
    covered,
    elements,
    extent,
    flattened,
    group,
)
from tests.pbem.reports.playing import views

FOLDER = templates() / "seven_years_world_war" / "map"
LAYOUT = tomllib.loads((FOLDER / "layout.toml").read_text(encoding="utf-8"))
GEO = json.loads((FOLDER / "geo.json").read_text(encoding="utf-8"))
BOARD = read(SHIPPED).board
PANELS = ("west", "europe", "east")
HALVES = ("west", "east")
MOST_BYTES = 150_000


@pytest.fixture(scope="module")
def opening() -> dict[str, Any]:
    """All that stands on the map when four begin, each power set up by default."""
    session = begin("a map", seats=4)
    while session.state.phase == "setup":
        for seat in session.waiting():
            session.submit(seat, session.decision(seat).default)
    return GAME.view(session.state, "britain")


def drawn(view: dict[str, Any], events: Sequence[dict[str, Any]] = ()) -> Element:
    return flattened(ElementTree.fromstring(render_svg(FOLDER, view, events, "7yw1")[1]))


def told(what: str, **data: Any) -> dict[str, Any]:
    """An event as a report has it."""
    return {"what": what, "data": data}


def squares(root: Element) -> dict[tuple[str, str], Element]:
    """What is drawn in each square, by panel and id."""
    found = {}
    for each in elements(root, "g"):
        if panel := each.get("data-panel"):
            found[panel, each.attrib["data-square"]] = each
    return found


def chips(square: Element) -> dict[str, list[str]]:
    """The words on the chips of a square, by power."""
    return {
        chip.attrib["data-piece"]: " ".join(t.text or "" for t in elements(chip, "text")).split()
        for chip in elements(square, "g")
        if chip.get("data-piece")
    }


FINE = 4
"""Pixels of a mask for each of the map."""


def land_of(panel: str) -> Image.Image:
    """Where the land of a panel is, filled as it is drawn: even-odd."""
    width, height = LAYOUT["size"]
    mask = Image.new("1", (width * FINE, height * FINE))
    for line in GEO["panels"][panel]["land"].split("Z")[:-1]:
        numbers = [FINE * float(number) for number in re.findall(r"-?[\d.]+", line)]
        one = Image.new("1", mask.size)
        ImageDraw.Draw(one).polygon(list(zip(numbers[0::2], numbers[1::2], strict=True)), fill=1)
        mask = ImageChops.logical_xor(mask, one)
    return mask


@pytest.mark.parametrize("panel", PANELS)
def test_what_is_printed_in_a_square_is_what_the_board_has(panel: str) -> None:
    for key, printed in GEO["panels"][panel]["squares"].items():
        square = BOARD.squares[key]
        assert {name: printed[name] for name in printed if name not in ("x", "y")} == {
            name: getattr(square, name) for name in printed if name not in ("x", "y")
        }


def test_each_square_is_in_one_panel_but_for_two_columns_of_inner_africa() -> None:
    shown = Counter(key for panel in PANELS for key in GEO["panels"][panel]["squares"])

    assert set(shown) == set(BOARD.ids)
    twice = [key for key, times in shown.items() if times > 1]
    assert {key[1:] for key in twice} == {"15", "16"}
    assert not {key[0] for key in twice} & set("ABCDEF")
    capitals = {BOARD.capital[power] for power in ("britain", "france", "prussia", "austria")}
    assert capitals | {"B17", "C15", "E13", "E16"} <= set(GEO["panels"]["europe"]["squares"])


def frame(panel: str) -> Box:
    """Where a panel stands."""
    shape = GEO["panels"][panel]
    (left, top), (width, height) = shape["at"], shape["square"]
    across, down = len(shape["columns"]) * width, len(shape["rows"]) * height
    return Box(left, top, left + across, top + down)


def hole(panel: str) -> Box | None:
    """Where a half of the world leaves Europe out."""
    if GEO["panels"][panel]["hole"] is None:
        return None
    left, top, width, height = GEO["panels"][panel]["hole"]
    return Box(left, top, left + width, top + height)


def test_panels_are_as_wide_as_the_picture_and_apart() -> None:
    boxes = [frame(panel) for panel in PANELS]

    assert all(box.right - box.left > 0.95 * LAYOUT["size"][0] for box in boxes)
    assert all(one.bottom + 20 < other.top for one, other in itertools.pairwise(boxes))
    assert boxes[-1].bottom < LAYOUT["key"]["at"][1] < LAYOUT["size"][1]


def test_no_square_lies_beneath_what_stands_in_place_of_europe(opening: dict[str, Any]) -> None:
    for panel in HALVES:
        free, (width, height) = hole(panel), GEO["panels"][panel]["square"]
        assert free
        for key, place in GEO["panels"][panel]["squares"].items():
            x, y = place["x"], place["y"]
            assert not free.meets(Box(x, y, x + width, y + height)), key
    within = hole("west")
    seats = next(g for g in elements(drawn(opening), "g") if g.get("id") == "seats")
    assert within
    assert all(within.holds(box_of(rect)) for rect in elements(seats, "rect"))


LEGIBLE = 12
"""How large letters have to be for a phone, which shows the map at two fifths of its size."""


def test_all_that_is_written_is_large_enough_for_a_phone(opening: dict[str, Any]) -> None:
    base, position = (ElementTree.fromstring(svg) for svg in render_svg(FOLDER, opening))
    for text in (*elements(flattened(base), "text"), *elements(flattened(position), "text")):
        assert float(text.attrib["font-size"]) >= LEGIBLE, text.text


def test_a_square_with_something_in_it_says_its_id(opening: dict[str, Any]) -> None:
    base, position = (ElementTree.fromstring(svg) for svg in render_svg(FOLDER, opening))
    printed = [(text.text or "").split()[0] for text in elements(base, "text") if text.text]
    for panel in HALVES:
        there = {key for where, key in squares(position) if where == panel}
        named = {
            text.text for key in there for text in elements(squares(position)[panel, key], "text")
        }
        assert there <= named.union(printed)


@pytest.mark.parametrize("panel", PANELS)
def test_coasts_run_where_the_board_has_land_and_water(panel: str) -> None:
    place, (width, height) = GEO["panels"][panel]["squares"], GEO["panels"][panel]["square"]
    land = land_of(panel)

    def inside(x: float, y: float) -> bool:
        return bool(land.getpixel((round(FINE * x), round(FINE * y))))

    for key, at_ in place.items():
        middle = (at_["x"] + width / 2, at_["y"] + height / 2)
        assert inside(*middle) == BOARD.squares[key].has_land, key
        for near in BOARD.ids:
            if near in place and BOARD.distance(key, near) == 1:
                by_land, by_sea = near in BOARD.by_land[key], near in BOARD.by_sea[key]
                x = (middle[0] + place[near]["x"] + width / 2) / 2
                y = (middle[1] + place[near]["y"] + height / 2) / 2
                if by_land != by_sea:
                    assert inside(x, y) == by_land, (key, near)


@pytest.mark.parametrize("panel", PANELS)
def test_every_unit_of_the_opening_is_told_in_its_square(
    panel: str, opening: dict[str, Any]
) -> None:
    found = squares(drawn(opening))
    letters = LAYOUT["units"]
    for key, force in opening["units"].items():
        if key not in GEO["panels"][panel]["squares"]:
            continue
        said = chips(found[panel, key])
        for power, stack in force.items():
            look = LAYOUT["powers"].get(power, LAYOUT["minor"])["letter"]
            words = "".join(said[power]).removeprefix(look)
            units = [f"{number}{letters[unit]}" for unit, number in stack.items()]
            if panel == "europe":
                assert all(unit in said[power] for unit in units), (key, power)
            else:
                assert words.endswith("+") or all(unit in words for unit in units), (key, power)


@pytest.mark.parametrize("panel", PANELS)
def test_chips_stay_in_their_square_and_apart(panel: str, opening: dict[str, Any]) -> None:
    width, height = GEO["panels"][panel]["square"]
    for (where, key), square in squares(drawn(opening)).items():
        if where != panel:
            continue
        place = GEO["panels"][panel]["squares"][key]
        whole = Box(place["x"], place["y"], place["x"] + width, place["y"] + height)
        there = [
            box_of(next(elements(chip, "rect")))
            for chip in elements(square, "g")
            if chip.get("data-piece")
        ]
        assert all(whole.holds(box) for box in there), key
        assert not any(a.meets(b) for n, a in enumerate(there) for b in there[:n]), key


def printed(panel: str, key: str) -> Box:
    """Where the value of a square of Europe stands, and the anchor of its port."""
    place, (width, height) = GEO["panels"][panel]["squares"][key], GEO["panels"][panel]["square"]
    right, bottom = place["x"] + width, place["y"] + height
    return Box(right - 47, bottom - 42, right - 4, bottom - 21)


@pytest.mark.parametrize("seats", [2, 4])
def test_no_mark_hides_a_unit_or_a_value(seats: int) -> None:
    events = [
        event
        for key in BOARD.ids
        for event in (
            told("units_lost", square=key, power="britain", units={"army": 12}, cause="combat"),
            told("attack_declared", target=key, seat="france", defender="britain"),
        )
    ]
    for view in views(GAME, GAME.seat_names({})[:seats], every=25):
        for (panel, key), square in squares(drawn(view, events)).items():
            assert covered(square) == [], (panel, key)
            if panel == "europe":
                new = [g for g in elements(square, "g") if g.get("data-change")]
                tags = [box_of(next(elements(g, "rect"))) for g in new]
                assert not any(tag.meets(printed(panel, key)) for tag in tags), key


def test_no_line_of_units_is_wider_than_its_chip() -> None:
    for view in views(GAME, GAME.seat_names({})[:4], every=25):
        for square in squares(drawn(view)).values():
            for chip in (g for g in elements(square, "g") if g.get("data-piece")):
                rim = box_of(next(elements(chip, "rect")))
                for text in elements(chip, "text"):
                    left, right = extent(text)
                    assert rim.left <= left < right <= rim.right, text.text


def test_own_units_have_a_thick_rim(opening: dict[str, Any]) -> None:
    rims = {
        chip.attrib["data-piece"]: float(next(elements(chip, "rect")).attrib["stroke-width"])
        for square in squares(drawn(opening)).values()
        for chip in elements(square, "g")
        if chip.get("data-piece")
    }
    own = opening["powers"]["britain"]
    assert {power for power, rim in rims.items() if rim > 1} == set(own)


def test_who_occupies_a_square_frames_it(opening: dict[str, Any]) -> None:
    framed = {r.get("data-occupied"): r.get("stroke") for r in elements(drawn(opening), "rect")}
    assert framed["C16"] == LAYOUT["powers"]["prussia"]["tint"]
    assert framed["D16"] == LAYOUT["powers"]["france"]["tint"]
    assert "E13" not in framed


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("led", [1, 3, 5, 8])
def test_all_powers_that_a_seat_leads_stand_apart_behind_its_name(
    opening: dict[str, Any], led: int, language: str
) -> None:
    powers = ["britain", *(power for power in LAYOUT["powers"] if power != "britain")][:led]
    view = opening | {"powers": opening["powers"] | {"britain": powers}}
    root = flattened(ElementTree.fromstring(render_svg(FOLDER, view, language=language)[1]))

    row = group(root, "data-member", "britain")
    whole, name = box_of(next(elements(row, "rect"))), next(elements(row, "text"))
    found = [g for g in elements(row, "g") if g.get("data-piece")]
    there = [box_of(next(elements(chip, "rect"))) for chip in found]
    assert len(there) == led
    assert all(whole.holds(box) and extent(name)[1] < box.left for box in there)
    assert not any(a.meets(b) for a, b in itertools.combinations(there, 2))
    for chip, box in zip(found, there, strict=True):
        left, right = extent(next(elements(chip, "text")))
        assert box.left <= left < right <= box.right


def test_a_trade_route_shows_its_value_and_who_has_it() -> None:
    units = {"britain": {"E7": {"base": 1}, "C14": {"base": 1}}}
    session = at(phase="movement", units=units)
    route = group(drawn(GAME.view(session.state, None)), "data-route", "american_colonies")
    assert [text.text for text in elements(route, "text")] == ["2", "GB"]


def test_what_is_new_is_marked() -> None:
    session = at(phase="movement", units={"britain": {"E7": {"veteran_fleet": 1}}})
    events = [
        told("force_moved", start="C14", end="E7", units={"britain": {"veteran_fleet": 1}}),
        told("units_lost", square="F6", power="britain", units={"base": 1}, cause="combat"),
        told("attack_declared", target="F6", seat="france", defender="britain"),
    ]
    root = drawn(GAME.view(session.state, None), events)
    changed = [r.get("data-changed") for r in elements(root, "rect") if r.get("data-changed")]
    assert changed == ["F6"]
    assert group(root, "data-battle", "france").get("data-defender") == "britain"


WAYS = {
    "within Europe": ("D14", "E13", ["europe"]),
    "from Europe to America": ("C14", "E7", ["west", "europe"]),
    "from India to Europe": ("G23", "C14", ["europe", "east"]),
    "through the Pacific": ("H4", "H26", ["west", "east"]),
    "and back": ("H26", "H4", ["west", "east"]),
}


@pytest.mark.parametrize(("start", "end", "panels"), WAYS.values(), ids=WAYS)
def test_an_arrow_goes_as_far_as_a_panel_shows_its_way(
    start: str, end: str, panels: list[str]
) -> None:
    session = at(phase="movement", units={"britain": {"E7": {"veteran_fleet": 1}}})
    moved = told("force_moved", start=start, end=end, units={"britain": {"veteran_fleet": 1}})
    svg = render_svg(FOLDER, GAME.view(session.state, None), [moved])[1]

    root = ElementTree.fromstring(svg)
    ways = [way for way in elements(root, "g") if way.get("data-way") == "britain"]
    assert len(ways) == len(panels)
    for panel, way in zip(panels, ways, strict=True):
        moves = [re.findall(r"-?\d+", g.get("transform", "")) for g in way]
        steps = [(int(x), int(y)) for x, y in moves]
        shown, free = frame(panel), hole(panel)
        for x, y in steps:
            point = Box(x - 1, y - 1, x + 1, y + 1)
            assert shown.holds(point)
            assert not (free and free.meets(point))
        shape = GEO["panels"][panel]
        for key, (x, y) in ((start, steps[0]), (end, steps[-1])):
            if place := shape["squares"].get(key):
                width, height = shape["square"]
                assert abs(x - place["x"] - width / 2) < width
                assert abs(y - place["y"] - height / 2) < height


def test_the_picture_is_small_enough_for_a_mail(opening: dict[str, Any], tmp_path: Path) -> None:
    png = render_png(FOLDER, opening, [], "7yw1", cache=tmp_path)
    assert Image.open(io.BytesIO(png)).size == tuple(LAYOUT["size"]) == (900, 2420)
    assert len(png) < MOST_BYTES


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_picture_with_a_mark_in_every_square_with_units_is_small_enough(
    opening: dict[str, Any], language: str, tmp_path: Path
) -> None:
    events = [
        told("units_placed", square=key, power=power, units=stack)
        for key, force in opening["units"].items()
        for power, stack in force.items()
    ]
    png = render_png(FOLDER, opening, events, "7yw1 · report 12", language, cache=tmp_path)
    assert len(png) < MOST_BYTES


def test_the_position_is_told_in_words_as_well(opening: dict[str, Any]) -> None:
    said = in_words(GAME.name, opening)
    assert "France also leads Austria." in said
    assert "Britain leads" not in said
    assert "Units: France in D6, D7, D14" in said
    assert "The sums of victory" in said


def test_the_squares_of_europe_have_the_names_of_the_board() -> None:
    named = {key: BOARD.squares[key].name for key in GEO["panels"]["europe"]["squares"]}

    assert LAYOUT["squares"] == {key: name for key, name in named.items() if name}


def test_squares_are_named_in_the_language_of_the_reader(opening: dict[str, Any]) -> None:
    base = ElementTree.fromstring(render_svg(FOLDER, opening, language="de")[0])
    texts = {"".join(node.itertext()).strip() for node in base.iter() if node.tag.endswith("text")}

    assert {"A12 Island", "B14 Schottland", "B15 Norwegen"} <= texts


def ended(view: dict[str, Any]) -> dict[str, Any]:
    """The same position at the end of the game, with a victory of each level."""
    ratio = {"france": 84, "prussia": 100, "russia": 187, "britain": 121}
    levels = ["defeat", "equilibrium", "continental", "marginal"]
    level = dict(zip(ratio, levels, strict=True))
    return {**view, "result": {"winner": ["russia"], "ratio": ratio, "level": level}}


@pytest.mark.parametrize(
    ("language", "first"),
    [("en", ["Russia", "RU", "14", "14", "1.87", "continental"]),
     ("de", ["Russland", "RU", "14", "14", "1,87", "kontinental"])],
)  # fmt: skip
def test_the_last_map_has_the_final_ranking(
    opening: dict[str, Any], language: str, first: list[str]
) -> None:
    view = ended(opening)
    root = flattened(ElementTree.fromstring(render_svg(FOLDER, view, (), "7yw1", language)[1]))
    rows = [each for each in elements(root, "g") if each.get("data-member")]

    assert [row.get("data-member") for row in rows] == ["russia", "britain", "prussia", "france"]
    assert [each.text for each in elements(rows[0], "text")] == first
    for row in rows:
        told = [extent(t) for t in elements(row, "text") if t.get("data-column")]
        assert all(end < begin for (_, end), (begin, _) in itertools.pairwise(told))
        assert told[-1][1] < box_of(next(elements(row, "rect"))).right


def test_the_last_map_is_told_as_it_ends(opening: dict[str, Any]) -> None:
    said = in_words("seven-years-world-war", ended(opening))

    assert said.endswith(
        "Ratio of the sums, and victory: Russia 1.87 (continental), Great Britain 1.21 (marginal),"
        " Prussia 1.00 (equilibrium) and France 0.84 (defeat)."
    )
