"""Draws the SVG of a position over its base: what looks the same is rendered once and pasted.

A position has many small things that recur: flags, numbers, shields, frames. Each element is
rendered alone, cached as a picture and pasted where it belongs. Rendering the whole SVG takes four
times as long.

So that each element can be drawn alone, the SVG of a position may only have groups that move or
scale (by `transform="translate(x y) scale(s)"`) or pass on presentation attributes, symbols no
larger than SYMBOL, and paths whose numbers are all absolute pairs.
"""

import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import floor
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import resvg_py
from PIL import Image

SVG = "{http://www.w3.org/2000/svg}"
SYMBOL = 24.0
"""How far a symbol may extend to each side of where it is used, in its own units."""
KEPT = 4096
"""How many sprites are cached: 2 kB each on average, three for each thing that a map can show."""

Box = tuple[float, float, float, float]


class Sprite(NamedTuple):
    """What an element looks like, and its offset from the pixel of its anchor."""

    picture: Image.Image
    mask: Image.Image
    left: int
    top: int


class Alone(NamedTuple):
    """An element without its place: the key by which it is cached once drawn."""

    tag: str
    attributes: tuple[tuple[str, str], ...]
    text: str | None

    def element(self) -> Element:
        """Make the element."""
        made = Element(self.tag, dict(self.attributes))
        made.text = self.text
        return made


@dataclass(frozen=True, slots=True)
class Place:
    """Where a group puts its contents, and the attributes that it passes on."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    attributes: Mapping[str, str] = field(default_factory=dict)

    def within(self, element: Element) -> "Place":
        """Return the place inside an element."""
        moved = dict(_TRANSFORM.findall(element.get("transform", "")))
        x, y, *_ = *map(float, moved.get("translate", "0 0").split()), 0.0
        own = {key: value for key, value in element.items() if _handed_on(key)}
        return Place(
            self.x + self.scale * x,
            self.y + self.scale * y,
            self.scale * float(moved.get("scale", 1)),
            {**self.attributes, **own},
        )


_TRANSFORM = re.compile(r"(\w+)\(([^)]*)\)")
_NUMBER = re.compile(r"-?[\d.]+")
_ANCHORS = {"circle": ("cx", "cy"), "path": ("", "")}
_DEFINED = {"style", "defs"}


def lay_over(picture: Image.Image, svg: str, fonts: tuple[str, ...]) -> None:
    """Draw a position over a picture. Raises ValueError, KeyError, ParseError."""
    ElementTree.register_namespace("", SVG[1:-1])
    root = ElementTree.fromstring(svg)
    shared = "".join(_text(child) for child in root if _kind(child) in _DEFINED)
    for element, place in _leaves(root, Place()):
        anchor = _ANCHORS.get(_kind(element), ("x", "y"))
        x = place.x + place.scale * float(element.get(anchor[0], 0))
        y = place.y + place.scale * float(element.get(anchor[1], 0))
        x, y = round(2 * x) / 2, round(2 * y) / 2  # else one thing would need many sprites
        at = floor(x), floor(y)
        alone = _alone(element, place.attributes, anchor)
        sprite = _sprite(shared, alone, x - at[0], y - at[1], place.scale, fonts)
        if sprite:
            corner = at[0] + sprite.left, at[1] + sprite.top
            picture.paste(sprite.picture, corner, sprite.mask)


def _leaves(group: Element, place: Place) -> Iterator[tuple[Element, Place]]:
    for child in group:
        if _kind(child) == "g":
            yield from _leaves(child, place.within(child))
        elif _kind(child) not in _DEFINED:
            yield child, place


def _kind(element: Element) -> str:
    return element.tag.removeprefix(SVG)


def _handed_on(attribute: str) -> bool:
    return attribute not in {"id", "class", "transform"} and not attribute.startswith("data-")


def _text(element: Element) -> str:
    return ElementTree.tostring(element, encoding="unicode")


def _alone(element: Element, attributes: Mapping[str, str], anchor: tuple[str, str]) -> Alone:
    """Return an element as it would be at the origin."""
    own = {
        key: value
        for key, value in element.items()
        if key not in anchor and not key.startswith("data-")
    }
    return Alone(element.tag, tuple({**attributes, **own}.items()), element.text)


@lru_cache(maxsize=KEPT)
def _sprite(
    shared: str, alone: Alone, x: float, y: float, scale: float, fonts: tuple[str, ...]
) -> Sprite | None:
    """Draw an element at this offset within its pixel; None if nothing of it is visible."""
    element = alone.element()
    left, top, right, bottom = (scale * side for side in _extent(element))
    before, above = floor(left) - 2, floor(top) - 2
    at = f'transform="translate({x - before} {y - above}) scale({scale})"'
    svg = (
        f'<svg xmlns="{SVG[1:-1]}" width="{floor(right) - before + 4}"'
        f' height="{floor(bottom) - above + 4}">{shared}<g {at}>{_text(element)}</g></svg>'
    )
    needed = list(fonts) if "<text" in svg else []  # the renderer reads them again each time
    png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=needed)
    drawn = Image.open(io.BytesIO(bytes(png))).convert("RGBA")
    seen = drawn.getbbox()
    if seen is None:
        return None
    cut = drawn.crop(seen)
    return Sprite(cut.convert("RGB"), cut.getchannel("A"), before + seen[0], above + seen[1])


def _extent(element: Element) -> Box:
    """Return a box that contains the whole element, relative to its anchor; it may be too large."""
    line = float(element.get("stroke-width", 1))
    match _kind(element):
        case "rect":
            return (-line, -line, _size(element, "width") + line, _size(element, "height") + line)
        case "circle":
            reach = _size(element, "r") + line
            return (-reach, -reach, reach, reach)
        case "text":
            size = _size(element, "font-size")
            reach = size * len(element.text or "")
            return (-reach, -size, reach, size / 2)
        case "path":
            numbers = [float(number) for number in _NUMBER.findall(element.attrib["d"])]
            across, down = numbers[0::2], numbers[1::2]
            return (min(across) - line, min(down) - line, max(across) + line, max(down) + line)
        case "use":
            return (-SYMBOL, -SYMBOL, SYMBOL, SYMBOL)
        case kind:
            raise ValueError(f"a position cannot be drawn with <{kind}>")


def _size(element: Element, key: str) -> float:
    return float(element.attrib[key])
