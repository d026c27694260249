"""Positions drawn piece by piece."""

from __future__ import annotations

import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
import resvg_py
from PIL import Image, ImageChops

from pbem.reports.drawing.map_svg import drawings_in, render_svg
from pbem.reports.drawing.sprites import lay_over
from pbem.resources import templates

FOLDER = templates() / "struggle_of_empires" / "map"
FONTS = drawings_in(FOLDER).fonts
PAPER = (243, 232, 203)


def in_one(svg: str) -> Image.Image:
    png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=list(FONTS))
    drawn = Image.open(io.BytesIO(bytes(png))).convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", drawn.size, PAPER), drawn).convert("RGB")


def in_pieces(svg: str, size: tuple[int, int]) -> Image.Image:
    picture = Image.new("RGB", size, PAPER)
    lay_over(picture, svg, FONTS)
    return picture


def apart(one: Image.Image, other: Image.Image) -> int:
    """The greatest difference of two pixels. Seen from afar: a sprite may be a quarter off."""
    far, away = (picture.reduce(4) for picture in (one, other))
    return max(high for _, high in ImageChops.difference(far, away).getextrema())


def svg(inner: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60">{inner}</svg>'


def test_a_position_looks_in_pieces_as_it_does_in_one() -> None:
    view = json.loads(Path(__file__).with_name("view_crowded.json").read_text(encoding="utf-8"))
    position = render_svg(FOLDER, view, title="soe1 · report 12")[1]

    whole = in_one(position)
    blank = Image.new("RGB", whole.size, PAPER)
    assert apart(whole, in_pieces(position, whole.size)) < 40
    assert apart(whole, blank) > 100


@pytest.mark.parametrize(
    "inner",
    [
        '<g transform="translate(20.5 10) scale(1.5)"><rect x="2" y="3" width="9" height="7"/></g>',
        '<g fill="#a8242c"><g stroke="#000000"><circle cx="30.3" cy="20" r="9.5"/></g></g>',
        '<path d="M10 10Q40 50 70.5 12" fill="none" stroke="#000000" stroke-width="4"/>',
        '<defs><path id="bar" d="M-9 -2h18v4h-18z"/></defs>'
        '<g transform="translate(40 30)"><use href="#bar" transform="rotate(30)"/></g>',
        '<rect x="80" y="-5" width="30" height="30"/>',
    ],
)
def test_groups_move_scale_and_hand_on_their_attributes(inner: str) -> None:
    assert apart(in_one(svg(inner)), in_pieces(svg(inner), (90, 60))) < 40
    assert apart(in_pieces(svg(inner), (90, 60)), Image.new("RGB", (90, 60), PAPER)) > 40


def test_what_cannot_be_seen_leaves_no_mark() -> None:
    picture = in_pieces(svg('<rect x="5" y="5" width="9" height="9" fill="none"/>'), (90, 60))

    assert apart(picture, Image.new("RGB", (90, 60), PAPER)) == 0


@pytest.mark.parametrize(
    "inner", ["<image/>", "<rect/>", '<text font-size="9">', '<g transform="translate(a)"/>']
)
def test_what_cannot_be_drawn_is_an_error(inner: str) -> None:
    with pytest.raises((ValueError, KeyError, ElementTree.ParseError)):
        in_pieces(svg(inner), (90, 60))
