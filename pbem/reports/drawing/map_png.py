"""Draws maps as PNG: a position laid over a stored picture of the base, which never changes."""

import hashlib
import io
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import resvg_py
from PIL import Image

from pbem.reports.drawing.map_svg import Drawings, drawings_in, failing, render_svg
from pbem.reports.drawing.sprites import lay_over
from pbem.reports.languages.language import ENGLISH

Colour = tuple[int, int, int]
Palette = tuple[Colour, ...]

AREA = 2000
"""Pixels of one colour that are more than lines and the rims of letters."""
COMPRESSION = 7
"""Of the PNG: the next level saves 3 % of the bytes and takes twice as long."""


def render_png(
    folder: Path,
    view: Mapping[str, Any],
    events: Sequence[Mapping[str, Any]] = (),
    title: str = "",
    language: str = ENGLISH,
    *,
    cache: Path,
) -> bytes:
    """Draw the map of a position as PNG. The base is kept in the folder `cache`. Raises MapFailed.

    The same position gives the same bytes as long as the libraries are the same.
    """
    position = render_svg(folder, view, events, title, language)[1]
    return paint(folder, position, language, cache=cache)


def paint(folder: Path, position: str, language: str = ENGLISH, *, cache: Path) -> bytes:
    """Draw a position's SVG, the second that `render_svg` returns, as PNG. Raises MapFailed."""
    with failing():
        base, palette = _base(folder, language, cache)
        picture = base.copy()
        lay_over(picture, position, drawings_in(folder, language).fonts)
        return _shrink(picture, palette)


def _rasterise(drawings: Drawings) -> Image.Image:
    png = resvg_py.svg_to_bytes(
        svg_string=drawings.base, skip_system_fonts=True, font_files=list(drawings.fonts)
    )
    return Image.open(io.BytesIO(bytes(png))).convert("RGB")


@lru_cache(maxsize=8)
def _base(folder: Path, language: str, cache: Path) -> tuple[Image.Image, Palette]:
    """Return the base, from memory, from the cache folder or newly drawn, and its palette."""
    drawings = drawings_in(folder, language)
    stored = cache / f"map-{_fingerprint(drawings)}.png"
    base = _read(stored, drawings)
    if base is not None:
        return base, _palette(drawings, base)
    base, palette = _drawn(folder, language)
    _write(stored, base)
    return base, palette


@lru_cache(maxsize=8)
def _drawn(folder: Path, language: str) -> tuple[Image.Image, Palette]:
    """Draw a base and choose its palette: once in a process, whatever cache folders it has."""
    drawings = drawings_in(folder, language)
    base = _rasterise(drawings)
    return base, _palette(drawings, base)


def _fingerprint(drawings: Drawings) -> str:
    """Return a hash that changes with the drawing, a font or the renderer."""
    digest = hashlib.sha256(version("resvg-py").encode())
    digest.update(drawings.base.encode())
    for font in drawings.fonts:
        digest.update(Path(font).read_bytes())
    return digest.hexdigest()[:32]


def _read(stored: Path, drawings: Drawings) -> Image.Image | None:
    """Read a stored base; None if there is none or the file is damaged."""
    try:
        base = Image.open(io.BytesIO(stored.read_bytes())).convert("RGB")
    except (OSError, SyntaxError, ValueError):
        return None
    return base if list(base.size) == drawings.layout["size"] else None


def _write(stored: Path, base: Image.Image) -> None:
    """Store a base, whole or not at all. If it cannot be stored, maps only take longer."""
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
    """Choose the colours: first those with a meaning, exactly, then those of the base's areas, the
    tints between those with a meaning, and what else the base needs.

    A palette found by counting alone may merge the colours of two powers.
    """
    colours = drawings.layout["colours"]
    tints = [power["tint"] for power in drawings.layout["powers"].values()]
    kept = [*tints, *colours.values(), "#ffffff"]
    mixed = [
        *(_mix(tint, colours["card"], 0.2) for tint in tints),
        *(
            _mix(tint, colours[ground], part)
            for ground in drawings.layout["grounds"]
            for tint in tints
            for part in (0.42, 0.55, 0.68)
        ),
        *(_mix(tint, colours["ink"], 0.5) for tint in tints),
        *(_mix(colours["ink"], colours["card"], part) for part in (0.25, 0.5, 0.75)),
        *(_mix(colours["changed"], colours["card"], 0.5), _mix(colours["ink"], "#ffffff", 0.5)),
    ]
    room = drawings.layout["colours_in_png"]
    counted = base.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    palette = list(dict.fromkeys(_rgb(colour) for colour in kept))
    flat = counted.getpalette() or []
    needed = zip(flat[0::3], flat[1::3], flat[2::3], strict=True)
    for colour in (*_areas(base), *(_rgb(colour) for colour in mixed), *needed):
        if len(palette) < room and all(_apart(colour, other) for other in palette):
            palette.append(colour)
    return tuple(palette)


def _areas(base: Image.Image) -> Iterator[Colour]:
    """Find the colours that fill areas of a base, the largest first."""
    counted: Any = base.getcolors(base.width * base.height)
    for pixels, colour in sorted(counted, reverse=True):
        if pixels > AREA:
            yield colour


def _apart(one: Colour, other: Colour) -> bool:
    """Tell whether a palette can have both colours. Pillow compares colours by their upper six
    bits, so a neighbour nearer than twice that error could take a colour's place."""
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) > 108


def _shrink(picture: Image.Image, palette: Palette) -> bytes:
    """Write an indexed PNG, without dithering, which would speckle flat colours and cost bytes."""
    shelf = Image.new("P", (1, 1))
    shelf.putpalette([part for colour in palette for part in colour])
    indexed = picture.quantize(palette=shelf, dither=Image.Dither.NONE)
    made = io.BytesIO()
    indexed.save(made, "PNG", compress_level=COMPRESSION)
    return made.getvalue()


def _rgb(colour: str) -> Colour:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _mix(over: str, under: str, part: float) -> str:
    pairs = zip(_rgb(over), _rgb(under), strict=True)
    return "#" + "".join(f"{round(a * part + b * (1 - part)):02x}" for a, b in pairs)
