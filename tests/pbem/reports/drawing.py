"""Maps of Struggle of Empires, drawn for tests: positions, events, and where things stand."""

from __future__ import annotations

import itertools
import json
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from PIL import ImageFont

from engine.games import GAMES
from pbem.reports.drawing.map_png import render_png
from pbem.reports.drawing.map_svg import drawings_in, render_svg
from pbem.reports.languages.language import ENGLISH
from pbem.resources import templates
from tests.pbem.reports.measuring import (
    FONTS,
    Box,
    box_of,
    elements,
    flattened,
    group,
)

GAME = GAMES["struggle-of-empires"]
FOLDER = templates() / "struggle_of_empires" / "map"
LAYOUT = tomllib.loads((FOLDER / "layout.toml").read_text(encoding="utf-8"))
VIEWS = ["start", "war2", "crowded"]
POWERS = list(LAYOUT["powers"])
REGIONS = list(LAYOUT["regions"])
UNITS = ("army", "navy", "fort")
INLAND = ("german_states", "central_europe", "ottoman_empire")


def view_of(name: str) -> dict[str, Any]:
    text = Path(__file__).with_name(f"view_{name}.json").read_text(encoding="utf-8")
    view: dict[str, Any] = json.loads(text)
    return view


def told(what: str, **data: Any) -> dict[str, Any]:
    """An event as a report has it."""
    return {"what": what, "data": data}


EVENTS = [
    told("attack_declared", seat="france", region="india", target="britain"),
    told("control_taken", seat="france", region="india", loser="britain"),
    told("unit_moved", seat="france", unit="army", origin="home", destination="german_states"),
]


def everything() -> list[dict[str, Any]]:
    """Events that leave a mark upon each piece, and a battle in each region."""
    happened = []
    for region, power in itertools.product(REGIONS, POWERS):
        happened.append(told("control_taken", seat=power, region=region, loser=""))
        units = ("army", "fort") if region in INLAND else UNITS
        for unit in units:
            happened.append(told("unit_lost", seat=power, unit=unit, place=region))
    for power, unit in itertools.product(POWERS, UNITS):
        happened.append(told("built", seat=power, unit=unit, place="home"))
    for region in REGIONS:
        target = "neutral:4+3gold"
        happened.append(told("attack_declared", seat="spain", region=region, target=target))
    return happened


def drawn(
    view: dict[str, Any],
    events: Sequence[dict[str, Any]] = (),
    title: str = "soe1",
    language: str = ENGLISH,
) -> Element:
    svg = render_svg(FOLDER, view, events, title, language)[1]
    return flattened(ElementTree.fromstring(svg))


def card(root: Element, key: str, value: str) -> Box:
    (found,) = (r for r in elements(group(root, key, value), "rect") if r.get("class") == "card")
    return box_of(found)


def fixed_boxes(language: str = ENGLISH) -> dict[str, Box]:
    """What has its place whatever the position: boxes, and the names of the powers."""
    boxes = {}
    layout = drawings_in(FOLDER, language).layout
    for name in ("cartouche", "display", "key"):
        (x, y), (w, h) = layout[name]["at"], layout[name]["size"]
        boxes[name] = Box(x, y, x + w, y + h)
    for power, home in layout["homes"].items():
        face = ImageFont.truetype(templates() / "fonts" / FONTS["f"], home["font"])
        lines = [line.upper() for line in home["label"]]
        half = max(face.getlength(line) + home["spacing"] * len(line) for line in lines) / 2
        x, y = home["at"]
        above = y + face.getbbox(lines[0], anchor="ls")[1]
        below = y + home["font"] * (len(lines) - 1)
        boxes[f"name of {power}"] = Box(x - half, above, x + half, below)
    return boxes


def boxes_of(root: Element, language: str = ENGLISH) -> dict[str, Box]:
    """All that a reader must be able to see whole."""
    boxes = fixed_boxes(language)
    boxes |= {region: card(root, "data-region", region) for region in REGIONS}
    return boxes | {f"home of {power}": card(root, "data-home", power) for power in POWERS}


def overlapping(root: Element, language: str = ENGLISH) -> list[tuple[str, str]]:
    pairs = itertools.combinations(boxes_of(root, language).items(), 2)
    return [(one, other) for (one, a), (other, b) in pairs if a.meets(b)]


def rendered(view: dict[str, Any], cache: Path) -> bytes:
    return render_png(FOLDER, view, EVENTS, "soe1 · report 12", cache=cache)
