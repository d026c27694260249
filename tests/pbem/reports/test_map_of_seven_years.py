"""The map of Seven Years World War: as the board has it, every unit told, and small."""

from __future__ import annotations

import io
import json
import re
import tomllib
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
PANELS = ("world", "europe")
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
    """What is drawn in each square, by panel and id; the world comes first."""
    found: dict[tuple[str, str], Element] = {}
    for each in elements(root, "g"):
        if key := each.get("data-square"):
            found["europe" if ("world", key) in found else "world", key] = each
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
    for line in GEO[panel]["land"].split("Z")[:-1]:
        numbers = [FINE * float(number) for number in re.findall(r"-?[\d.]+", line)]
        one = Image.new("1", mask.size)
        ImageDraw.Draw(one).polygon(list(zip(numbers[0::2], numbers[1::2], strict=True)), fill=1)
        mask = ImageChops.logical_xor(mask, one)
    return mask


@pytest.mark.parametrize("panel", PANELS)
def test_what_is_printed_in_a_square_is_what_the_board_has(panel: str) -> None:
    for key, printed in GEO[panel]["squares"].items():
        square = BOARD.squares[key]
        assert {name: printed[name] for name in printed if name not in ("x", "y")} == {
            name: getattr(square, name) for name in printed if name not in ("x", "y")
        }


def test_the_world_has_all_squares_and_europe_is_four_times_as_large() -> None:
    assert list(GEO["world"]["squares"]) == list(BOARD.ids)
    assert GEO["europe"]["square"][0] > 4 * GEO["world"]["square"][0]
    capitals = {BOARD.capital[power] for power in ("britain", "france", "prussia", "austria")}
    assert capitals | {"B17", "C15", "E13", "E16"} <= set(GEO["europe"]["squares"])


@pytest.mark.parametrize("panel", PANELS)
def test_coasts_run_where_the_board_has_land_and_water(panel: str) -> None:
    place, (width, height) = GEO[panel]["squares"], GEO[panel]["square"]
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
        if key not in GEO[panel]["squares"]:
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
    width, height = GEO[panel]["square"]
    for (where, key), square in squares(drawn(opening)).items():
        if where != panel:
            continue
        place = GEO[panel]["squares"][key]
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
    place, (width, height) = GEO[panel]["squares"][key], GEO[panel]["square"]
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
    assert next(iter(group(root, "data-way", "britain")), None) is not None
    changed = [r.get("data-changed") for r in elements(root, "rect") if r.get("data-changed")]
    assert changed == ["F6"]
    assert group(root, "data-battle", "france").get("data-defender") == "britain"


def test_the_picture_is_small_enough_for_a_mail(opening: dict[str, Any], tmp_path: Path) -> None:
    png = render_png(FOLDER, opening, [], "7yw1", cache=tmp_path)
    assert Image.open(io.BytesIO(png)).size == tuple(LAYOUT["size"]) == (900, 1540)
    assert len(png) < MOST_BYTES


def test_the_position_is_told_in_words_as_well(opening: dict[str, Any]) -> None:
    said = in_words(GAME.name, opening)
    assert "France also leads Austria." in said
    assert "Britain leads" not in said
    assert "The sums of victory" in said


def test_the_squares_of_europe_have_the_names_of_the_board() -> None:
    named = {key: BOARD.squares[key].name for key in GEO["europe"]["squares"]}

    assert LAYOUT["squares"] == {key: name for key, name in named.items() if name}


def test_squares_are_named_in_the_language_of_the_reader(opening: dict[str, Any]) -> None:
    base = ElementTree.fromstring(render_svg(FOLDER, opening, language="de")[0])
    texts = {"".join(node.itertext()).strip() for node in base.iter() if node.tag.endswith("text")}

    assert {"A12 Island", "B14 Schottland", "B15 Norwegen"} <= texts
