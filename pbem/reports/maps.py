"""Maps: a position as SVG, from the drawings of a game. Names no game.

A game's drawings are a folder `templates/<game>/map` with

- `layout.toml`: size, colours (`ink`, `card`, `land` and `changed` among them), powers (with
  their tints), fonts, where everything stands;
- `geo.json`: outlines, made at development time;
- `base.svg.j2`: what no position changes, drawn once and stored as PNG;
- `state.svg.j2`: what a position adds, laid over the base (see painting.py and sprites.py).

Both templates get `layout` and `geo`; the second also `view` (what one seat may see), `title` and
`changed`: keys of regions to mark, `home:<power>` for a home; other words mark nothing. The size of
a picture comes from `layout.toml` alone: no text of a player can make it larger.
"""

import json
import tomllib
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pbem.resources import templates


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
    """Find the drawings of a game by its name, None if it has no map."""
    folder = templates() / game.replace("-", "_") / "map"
    return folder if (folder / "layout.toml").is_file() else None


def render_svg(
    folder: Path, view: Mapping[str, Any], changed: Collection[str] = (), title: str = ""
) -> tuple[str, str]:
    """Draw the base and, to be laid over it, the position, as SVG. Raises MapFailed."""
    with failing():
        drawings = drawings_in(folder)
        return drawings.base, _state(drawings, view, changed, title)


@contextmanager
def failing() -> Iterator[None]:
    """Make a MapFailed of whatever goes wrong in templates, fonts or libraries."""
    try:
        yield
    except Exception as error:
        raise MapFailed(f"{type(error).__name__}: {error}") from error


@lru_cache(maxsize=8)
def drawings_in(folder: Path) -> Drawings:
    """Read the drawings of a game. Raises OSError, ValueError, LookupError, Jinja's errors."""
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
    from PIL import ImageFont  # 4 MB, and whoever knows of maps need not draw them

    printable = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in text[:200])
    line = " ".join(printable.split())
    western = line.encode("cp1252", "ignore").decode("cp1252") == line
    face = ImageFont.truetype(templates() / "fonts" / (font if western else fallback), size)
    if face.getlength(line) <= width:
        return line
    while line and face.getlength(line + "…") > width:
        line = line[:-1]
    return line.rstrip() + "…"
