"""What a drawn map holds, measured: boxes, texts, and colours as colour-blind eyes see them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element

from PIL import ImageFont

from pbem.resources import templates

FONTS = {
    "f": "IMFellEnglish-Roman.ttf",
    "i": "IMFellEnglish-Italic.ttf",
    "s": "DejaVuSansCondensed-Bold-Latin.ttf",
}


class Box(NamedTuple):
    """A rectangle by its edges."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def holds(self, other: Box) -> bool:
        across = self.left <= other.left and other.right <= self.right
        return across and self.top <= other.top and other.bottom <= self.bottom


def flattened(element: Element, x: float = 0, y: float = 0, scale: float = 1) -> Element:
    """A drawing with what its groups move and scale where it stands on the picture."""
    for key in ("x", "cx"):
        if key in element.attrib:
            element.set(key, f"{x + scale * float(element.attrib[key]):.4f}")
    for key in ("y", "cy"):
        if key in element.attrib:
            element.set(key, f"{y + scale * float(element.attrib[key]):.4f}")
    for key in ("width", "height", "font-size", "r"):
        if key in element.attrib:
            element.set(key, f"{scale * float(element.attrib[key]):.4f}")
    if element.tag.endswith("g"):
        moves = dict(re.findall(r"(\w+)\(([^)]*)\)", element.attrib.pop("transform", "")))
        dx, dy = map(float, moves.get("translate", "0 0").split())
        x, y, scale = x + scale * dx, y + scale * dy, scale * float(moves.get("scale", 1))
    if element.tag.endswith("use"):
        element.set("scale", f"{scale:.4f}")
    for child in element:
        flattened(child, x, y, scale)
    return element


def elements(root: Element, name: str) -> Iterator[Element]:
    return root.iter("{http://www.w3.org/2000/svg}" + name)


def group(root: Element, key: str, value: str) -> Element:
    (found,) = (g for g in elements(root, "g") if g.get(key) == value)
    return found


def box_of(rect: Element) -> Box:
    x, y, w, h = (float(rect.attrib[side]) for side in ("x", "y", "width", "height"))
    return Box(x, y, x + w, y + h)


def width_of(text: Element) -> float:
    face = ImageFont.truetype(
        templates() / "fonts" / FONTS[text.attrib["class"]], float(text.attrib["font-size"])
    )
    return face.getlength(text.text or "")


def extent(text: Element) -> tuple[float, float]:
    x, width = float(text.attrib["x"]), width_of(text)
    shift = {"middle": width / 2, "end": width}.get(text.get("text-anchor", ""), 0)
    return x - shift, x - shift + width


SYMBOLS = {
    "control": (11, 12),
    "army": (10, 12),
    "navy": (13.5, 12),
    "fort": (11.3, 12),
    "amphora": (9, 12.6),
    "swords": (11.5, 11.5),
}
"""Width and height of what is drawn by `use`; others are 12 square or smaller."""


def _drawn(shape: Element) -> Box | None:
    """Where a shape is; None if it is a frame around others."""
    kind = shape.tag.rpartition("}")[2]
    if kind == "rect" and shape.get("fill") != "none":
        return box_of(shape)
    if kind == "text" and shape.text and "font-size" in shape.attrib:
        size, y = float(shape.attrib["font-size"]), float(shape.attrib["y"])
        left, right = extent(shape)
        return Box(left, y - 0.72 * size, right, y)
    if kind == "use" and "x" in shape.attrib:
        x, y, scale = (float(shape.attrib[key]) for key in ("x", "y", "scale"))
        width, height = SYMBOLS.get(shape.attrib["href"].removeprefix("#"), (12, 12))
        return Box(x, y, x + scale * width, y + scale * height)
    return None


MARKS = ("data-piece", "data-change", "data-battle", "data-face", "data-points", "data-mark")


def marks_in(place: Element) -> Iterator[tuple[str, Box]]:
    """What a reader must tell apart in a card or square: pieces with their numbers, what has
    changed, battles, points, what is printed; with the box of each."""
    for mark in place.iter():
        key = next((key for key in MARKS if mark.get(key)), None)
        if key is None or mark.get("data-mark") == "name":
            continue
        inner = {part for g in elements(mark, "g") if g.get("data-change") for part in g.iter()}
        parts = [part for part in mark.iter() if key == "data-change" or part not in inner]
        boxes = [box for box in map(_drawn, parts) if box]
        if boxes:
            lefts, tops, rights, bottoms = zip(*boxes, strict=True)
            yield f"{key} {mark.get(key)}", Box(min(lefts), min(tops), max(rights), max(bottoms))


def covered(place: Element, least: float = 0.6) -> list[tuple[str, str]]:
    """Which marks in a card or square lie upon each other, by more than so many pixels."""
    found = [
        (name, Box(b.left, b.top, b.right - least, b.bottom - least)) for name, b in marks_in(place)
    ]
    pairs = itertools.combinations(found, 2)
    return [(one, other) for (one, a), (other, b) in pairs if a.meets(b)]


# Machado, Oliveira, Fernandes 2009, full severity: rows of a matrix on linear RGB.
EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def lab(colour: str, eye: str) -> tuple[float, float, float]:
    """CIE L*a*b* of a colour as an eye sees it."""

    def linear(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    rgb = [linear(part) for part in bytes.fromhex(colour[1:])]
    r, g, b = (max(0, sum(m * c for m, c in zip(row, rgb, strict=True))) for row in EYES[eye])
    x, y, z = (
        share ** (1 / 3) if share > 0.008856 else 7.787 * share + 16 / 116
        for share in (
            (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
            0.2126 * r + 0.7152 * g + 0.0722 * b,
            (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
