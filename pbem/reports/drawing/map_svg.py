"""Draws a position as SVG, from the drawings of a game. Names no game.

A game's drawings are a folder `templates/<game>/map` with

- `layout.toml`: size, colours (`ink`, `card`, `land` and `changed` among them), powers (with
  their tints), fonts, where everything goes;
- `geo.json`: outlines, made at development time;
- `base.svg.j2`: the base, which never changes, drawn once and stored as PNG;
- `state.svg.j2`: what a position adds, laid over the base (see map_png.py and sprites.py);
- other templates, which `state.svg.j2` uses by `part(name, ...)`: see `_parts`;
- `words.j2`: the position in two or three sentences, for readers who cannot see the picture.

All words are in `layout.toml`; another language has its own in `<game>/map.toml`, which is laid
over it (see `worded`). All templates get `layout`, `english` (the same before that) and
`geo`; those of a position also get `view` (what one seat may see), `title` and `marks`, the traces
of the events in a report (see marks.py). The size of a picture comes from `layout.toml` alone: no
player's text can make it larger.
"""

import json
import tomllib
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, degrees, hypot
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError
from markupsafe import Markup

from engine.kit.ranks import ranks
from pbem.reports.drawing.marks import marks_of
from pbem.reports.languages.language import ENGLISH
from pbem.resources import templates

Free = Mapping[str, Any]
Box = tuple[float, float, float, float]
"""Left, top, width, height."""
STEP = 13.0
"""The distance between the steps of an arrow, in pixels."""
PARTS = 4096
"""How many parts are cached for each game and language."""


class MapFailed(Exception):
    """No map could be drawn; the report is sent without it."""


@dataclass(frozen=True)
class Drawings:
    """The drawings of a game, read once."""

    layout: Mapping[str, Any]
    geo: Mapping[str, Any]
    templates: Environment
    fonts: tuple[str, ...]
    base: str


class Part(NamedTuple):
    """A part of a position's map, such as the card of a region."""

    svg: Markup
    box: Box | None
    """Where the part is, if its template sets `box`."""


def map_folder(game: str) -> Path | None:
    """Find the drawings of a game by its name; None if it has no map."""
    folder = templates() / game.replace("-", "_") / "map"
    return folder if (folder / "layout.toml").is_file() else None


def render_svg(
    folder: Path,
    view: Free,
    events: Sequence[Free] = (),
    title: str = "",
    language: str = ENGLISH,
) -> tuple[str, str]:
    """Draw the base and the position to lay over it, both as SVG. Raises MapFailed.

    `events` are what a report tells; they are marked on the map.
    """
    with failing():
        drawings = drawings_in(folder, language)
        return drawings.base, _state(drawings, view, events, title)


def in_words(game: str, view: Free, language: str = ENGLISH) -> str:
    """Say in two or three sentences what the map of a position shows; "" if that is impossible."""
    folder = map_folder(game)
    try:
        drawings = drawings_in(folder, language) if folder else None
        if drawings is None:
            return ""
        said = drawings.templates.get_template("words.j2").render(view=view)
    except (OSError, ValueError, LookupError, TypeError, TemplateError):  # a mail can do without
        return ""
    return " ".join(said.split())


def marks_anything(game: str, events: Sequence[Free]) -> bool:
    """Tell whether the map of a game marks anything that these events have left."""
    folder = map_folder(game)
    try:
        return folder is not None and bool(marks_of(_layout(folder), events))
    except (OSError, ValueError, LookupError):  # then no map is drawn
        return False


@contextmanager
def failing() -> Iterator[None]:
    """Turn any error in templates, fonts or libraries into MapFailed."""
    try:
        yield
    except Exception as error:
        raise MapFailed(f"{type(error).__name__}: {error}") from error


def words_file(folder: Path, language: str) -> Path:
    """Return the file with a language's words for the drawings in a folder; English has none."""
    return templates() / "languages" / language / folder.parent.name / "map.toml"


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


@lru_cache(maxsize=8)
def _layout(folder: Path) -> Mapping[str, Any]:
    return _read(folder / "layout.toml")


def worded(layout: Any, words: Any) -> Any:
    """Merge the words of a language into a layout: tables by name, lists of tables one by one.

    Raises ValueError, LookupError if the layout has no such place.

    >>> worded({"key": [{"sign": "fort", "text": "fort"}]}, {"key": [{"text": "Festung"}]})
    {'key': [{'sign': 'fort', 'text': 'Festung'}]}
    """
    if isinstance(words, dict):
        return layout | {key: worded(layout[key], below) for key, below in words.items()}
    if isinstance(words, list) and isinstance(words[0], dict):
        return [worded(one, below) for one, below in zip(layout, words, strict=True)]
    return words


@lru_cache(maxsize=8)
def drawings_in(folder: Path, language: str = ENGLISH) -> Drawings:
    """Read the drawings of a game, with the words of a language.

    Raises OSError, ValueError, LookupError, Jinja's errors.
    """
    english = _read(folder / "layout.toml")
    layout = worded(english, _read(words_file(folder, language)))
    geo = json.loads((folder / "geo.json").read_text(encoding="utf-8"))
    fonts = tuple(str(templates() / "fonts" / name) for name in layout["fonts"]["files"])
    missing = [font for font in fonts if not Path(font).is_file()]
    if missing:  # the renderer would silently leave the text out
        raise FileNotFoundError(f"fonts are missing: {', '.join(missing)}")
    environment = Environment(
        loader=FileSystemLoader([folder, templates() / "maps"]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.do"],
        auto_reload=False,
    )
    environment.filters |= {"fitted": _fitted, "arrow": _arrow, "ranks": ranks}
    environment.globals |= {"layout": layout, "english": english, "geo": geo}
    environment.globals["part"] = _parts(environment)
    base = environment.get_template("base.svg.j2").render()
    return Drawings(layout, geo, environment, fonts, base)


def _parts(environment: Environment) -> Callable[..., Part]:
    """Make the function `part` for templates, which renders a part of a map.

    Most parts are the same from position to position, and are cached. A part depends only on its
    arguments, not on the position.
    """

    @lru_cache(maxsize=PARTS)
    def made(name: str, given: bytes) -> Part:
        module: Any = environment.get_template(name).make_module(msgspec.json.decode(given))
        return Part(Markup(module), getattr(module, "box", None))

    def part(name: str, /, **given: Any) -> Part:
        return made(name, msgspec.json.encode(given))

    return part


def _state(drawings: Drawings, view: Free, events: Sequence[Free], title: str) -> str:
    template = drawings.templates.get_template("state.svg.j2")
    return template.render(
        view=view,
        marks=marks_of(drawings.layout, events),
        title=title,
    )


def _arrow(
    origin: Box, destination: Box, within: Box | None = None, hole: Box | None = None
) -> dict[str, Any]:
    """Return the steps of an arrow between two boxes, the last one at the edge of the second box,
    and its angle in degrees (a template filter). Only steps within a box count, and none in its
    hole."""
    (x, y), (to_x, to_y) = _middle(origin), _middle(destination)
    across, down = to_x - x, to_y - y
    length = hypot(across, down) or 1.0
    first = _to_edge(origin, across, down) + STEP / length
    last = 1.0 - _to_edge(destination, across, down) - STEP / length
    count = max(1, round((last - first) * length / STEP))
    shares = [last - n * STEP / length for n in reversed(range(count))]
    steps = [(round(x + share * across), round(y + share * down)) for share in shares]
    if within is not None:
        steps = [step for step in steps if _inside(step, within, STEP / 2)]
    if hole is not None:
        steps = [step for step in steps if not _inside(step, hole, -STEP / 2)]
    return {"angle": round(degrees(atan2(down, across))), "steps": steps}


def _inside(point: tuple[float, float], box: Box, margin: float) -> bool:
    """Tell whether a point is so far within a box."""
    (x, y), (left, top, width, height) = point, box
    across = left + margin <= x <= left + width - margin
    return across and top + margin <= y <= top + height - margin


def _middle(box: Box) -> tuple[float, float]:
    left, top, width, height = box
    return left + width / 2, top + height / 2


def _to_edge(box: Box, across: float, down: float) -> float:
    """Return which fraction of a way from the middle of a box lies inside it."""
    sides = [(box[2], across), (box[3], down)]
    return min((size / 2 / abs(way) for size, way in sides if way), default=0.0)


def _fitted(text: str, font: str, fallback: str, size: int, width: float) -> str:
    """Shorten printable text to one line that fits its place (a template filter).

    Control characters are removed, as XML forbids them. A text that is too long ends in an
    ellipsis. If `font`, which has the letters of Western Europe, lacks any, the whole line is drawn
    in `fallback`.
    """
    from PIL import ImageFont  # 4 MB, and not everybody who imports this draws maps

    printable = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in text[:200])
    line = " ".join(printable.split())
    western = line.encode("cp1252", "ignore").decode("cp1252") == line
    face = ImageFont.truetype(templates() / "fonts" / (font if western else fallback), size)
    if face.getlength(line) <= width:
        return line
    while line and face.getlength(line + "…") > width:
        line = line[:-1]
    return line.rstrip() + "…"
