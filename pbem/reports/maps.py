"""Maps: a position as SVG and as PNG, from the drawings of a game. Names no game.

A game's drawings are a folder `templates/<game>/map` with

- `layout.toml`: size, colours (`ink`, `card`, `land` and `changed` among them), powers (with
  their tints), fonts, where everything stands;
- `geo.json`: outlines, made at development time;
- `base.svg.j2`: what no position changes, drawn once and stored as PNG;
- `state.svg.j2`: what a position adds, transparent, laid over the base.

Both templates get `layout` and `geo`; the second also `view` (what one seat may see), `title` and
`changed`: keys of regions to mark, `home:<power>` for a home; other words mark nothing. The size of
a picture comes from `layout.toml` alone: no text of a player can make it larger.
"""

import hashlib
import io
import json
import os
import tempfile
import tomllib
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import oxipng
import resvg_py
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from PIL import Image, ImageFont

from pbem.resources import templates

Colour = tuple[int, int, int]
Palette = tuple[Colour, ...]


class MapFailed(Exception):
    """No map could be drawn; the report goes out without it."""


@dataclass(frozen=True)
class Drawings:
    """The drawings of a game, read once."""

    layout: Mapping[str, Any]
    geo: Mapping[str, Any]
    templates: Environment
    fonts: tuple[str, ...]
    base: str


def map_folder(game: str) -> Path | None:
    """The drawings of a game by its name, None if it has no map."""
    folder = templates() / game.replace("-", "_") / "map"
    return folder if (folder / "layout.toml").is_file() else None


def render_svg(
    folder: Path, view: Mapping[str, Any], changed: Collection[str] = (), title: str = ""
) -> tuple[str, str]:
    """The base and, to be laid over it, the position, as SVG. Raises MapFailed."""
    with _failing():
        drawings = _drawings(folder)
        return drawings.base, _state(drawings, view, changed, title)


def render_png(
    folder: Path,
    view: Mapping[str, Any],
    changed: Collection[str] = (),
    title: str = "",
    *,
    cache: Path,
) -> bytes:
    """The map of a position as PNG. The base is kept in the folder `cache`. Raises MapFailed.

    The same position gives the same bytes as long as the libraries are the same.
    """
    return paint(folder, render_svg(folder, view, changed, title)[1], cache=cache)


def paint(folder: Path, position: str, *, cache: Path) -> bytes:
    """The PNG of a position's SVG, the second that `render_svg` gives. Raises MapFailed."""
    with _failing():
        drawings = _drawings(folder)
        overlay = _rasterise(drawings, position)
        base, palette = _base(folder, cache)
        return _shrink(Image.alpha_composite(base, overlay), palette)


@contextmanager
def _failing() -> Iterator[None]:
    """Whatever goes wrong in templates, fonts or libraries: the caller's answer is the same."""
    try:
        yield
    except Exception as error:
        raise MapFailed(f"{type(error).__name__}: {error}") from error


@lru_cache(maxsize=8)
def _drawings(folder: Path) -> Drawings:
    layout = tomllib.loads((folder / "layout.toml").read_text(encoding="utf-8"))
    geo = json.loads((folder / "geo.json").read_text(encoding="utf-8"))
    fonts = tuple(str(templates() / "fonts" / name) for name in layout["fonts"]["files"])
    missing = [font for font in fonts if not Path(font).is_file()]
    if missing:  # the renderer would leave the text out without a word
        raise FileNotFoundError(f"fonts are missing: {', '.join(missing)}")
    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.do"],
    )
    environment.filters["fitted"] = _fitted
    base = environment.get_template("base.svg.j2").render(layout=layout, geo=geo)
    return Drawings(layout, geo, environment, fonts, base)


def _state(
    drawings: Drawings, view: Mapping[str, Any], changed: Collection[str], title: str
) -> str:
    template = drawings.templates.get_template("state.svg.j2")
    return template.render(
        layout=drawings.layout,
        geo=drawings.geo,
        view=view,
        changed=frozenset(changed),
        title=title,
    )


def _fitted(text: str, font: str, fallback: str, size: int, width: float) -> str:
    """A template's filter: one line of printable text no wider than its place.

    XML forbids control characters; what is too long ends in an ellipsis. A line with letters that
    `font` lacks (it has those of Western Europe) is drawn in `fallback` as a whole.
    """
    printable = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in text[:200])
    line = " ".join(printable.split())
    western = line.encode("cp1252", "ignore").decode("cp1252") == line
    face = ImageFont.truetype(templates() / "fonts" / (font if western else fallback), size)
    if face.getlength(line) <= width:
        return line
    while line and face.getlength(line + "…") > width:
        line = line[:-1]
    return line.rstrip() + "…"


def _rasterise(drawings: Drawings, svg: str) -> Image.Image:
    png = resvg_py.svg_to_bytes(
        svg_string=svg, skip_system_fonts=True, font_files=list(drawings.fonts)
    )
    return Image.open(io.BytesIO(bytes(png))).convert("RGBA")


@lru_cache(maxsize=8)
def _base(folder: Path, cache: Path) -> tuple[Image.Image, Palette]:
    """The base as picture, from memory, from the cache folder or drawn, and the palette for it."""
    drawings = _drawings(folder)
    stored = cache / f"map-{_fingerprint(drawings)}.png"
    base = _read(stored, drawings)
    if base is None:
        base = _rasterise(drawings, drawings.base)
        _write(stored, base)
    return base, _palette(drawings, base)


def _fingerprint(drawings: Drawings) -> str:
    """Differs when the drawing, a font or the renderer does."""
    digest = hashlib.sha256(version("resvg-py").encode())
    digest.update(drawings.base.encode())
    for font in drawings.fonts:
        digest.update(Path(font).read_bytes())
    return digest.hexdigest()[:32]


def _read(stored: Path, drawings: Drawings) -> Image.Image | None:
    """A stored base, or None if there is none or the file is damaged."""
    try:
        base = Image.open(io.BytesIO(stored.read_bytes())).convert("RGBA")
    except (OSError, SyntaxError, ValueError):
        return None
    return base if list(base.size) == drawings.layout["size"] else None


def _write(stored: Path, base: Image.Image) -> None:
    """Stores a base whole or not at all. Without the folder the map takes longer, that is all."""
    with suppress(OSError):
        stored.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=stored.parent, suffix=".part", delete=False) as part:
            try:
                base.save(part, "PNG", compress_level=1)
                part.close()
                os.replace(part.name, stored)
            except OSError:
                os.unlink(part.name)
                raise


def _palette(drawings: Drawings, base: Image.Image) -> Palette:
    """The colours that mean something, exact and with their tints, then what the base needs.

    A palette found by counting alone may merge the colours of two powers.
    """
    colours = drawings.layout["colours"]
    tints = [power["tint"] for power in drawings.layout["powers"].values()]
    kept = [*tints, *colours.values(), "#ffffff"]
    mixed = [
        *(_mix(tint, colours["card"], 0.2) for tint in tints),
        *(_mix(tint, colours["land"], part) for tint in tints for part in (0.42, 0.55, 0.68)),
        *(_mix(tint, colours["ink"], 0.5) for tint in tints),
        *(_mix(colours["ink"], colours["card"], part) for part in (0.25, 0.5, 0.75)),
        *(_mix(colours["changed"], colours["card"], 0.5), _mix(colours["ink"], "#ffffff", 0.5)),
    ]
    room = drawings.layout["colours_in_png"]
    counted = base.convert("RGB").quantize(
        256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE
    )
    palette = list(dict.fromkeys(_rgb(colour) for colour in kept))
    for colour in (*(_rgb(colour) for colour in mixed), *_triples(counted.getpalette() or [])):
        if len(palette) < room and all(_apart(colour, other) for other in palette):
            palette.append(colour)
    return tuple(palette)


def _apart(one: Colour, other: Colour) -> bool:
    """Whether both can be in a palette: Pillow compares colours by their upper six bits, so a
    neighbour nearer than twice that error could take a colour's place."""
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) > 108


def _shrink(picture: Image.Image, palette: Palette) -> bytes:
    """An indexed PNG; no dithering, which would speckle flat colours and cost bytes."""
    shelf = Image.new("P", (1, 1))
    shelf.putpalette([part for colour in palette for part in colour])
    indexed = picture.convert("RGB").quantize(palette=shelf, dither=Image.Dither.NONE)
    raw = oxipng.RawImage(
        indexed.tobytes(),
        indexed.width,
        indexed.height,
        color_type=oxipng.ColorType.indexed([(*colour, 255) for colour in palette]),
        bit_depth=8,
    )
    return bytes(
        raw.create_optimized_png(
            level=0,
            filter=[oxipng.RowFilter.NoOp],
            deflate=oxipng.Deflaters.libdeflater(6),
        )
    )


def _rgb(colour: str) -> Colour:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _mix(over: str, under: str, part: float) -> str:
    pairs = zip(_rgb(over), _rgb(under), strict=True)
    return "#" + "".join(f"{round(a * part + b * (1 - part)):02x}" for a, b in pairs)


def _triples(flat: list[int]) -> list[Colour]:
    return list(zip(flat[0::3], flat[1::3], flat[2::3], strict=True))
