"""Draws the board of an order form: a game's simplified outlines, with the menu's places to tap.

The template is `form.svg.j2` among a game's drawings. It gets `places` (the words of the menu) and
`own`; whatever can be tapped has its word in `data-at`. Of the position, it shows only where the
reader has pieces (class `own`).
"""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from pbem.reports.drawing import map_svg
from pbem.reports.languages.language import ENGLISH

Point = tuple[float, float]
SLACK = 1.6
"""How far an outline may deviate, in pixels of the map."""
LEAST = 14.0
"""Islands up to this size are left out, in square pixels."""
_RING = re.compile(r"M([^MZ]+)Z?")


def board(
    game: str, places: Collection[str], own: Collection[str] = (), language: str = ENGLISH
) -> str:
    """Draw the board of an order form as SVG, with names in a language.

    Returns "" if the game has no board or nothing on it can be tapped. `own`: places with the
    reader's pieces.
    """
    folder = map_svg.map_folder(game)
    if folder is None or not (folder / "form.svg.j2").is_file():
        return ""
    drawings = map_svg.drawings_in(folder, language)
    template = drawings.templates.get_template("form.svg.j2")
    svg = template.render(places=places, own=own, outline=outline)
    return re.sub(r">\s+<", "><", svg).strip() if "data-at=" in svg else ""


def shows_own(svg: str) -> bool:
    """Tell whether a board shows where the reader has pieces."""
    return re.search(r'class="place[^"]* own"', svg) is not None


def outline(path: str) -> str:
    """Simplify an SVG path of straight lines: fewer points, in whole pixels.

    >>> outline("M0.2 0L10 0.3L20 0L20 20L0 20Z")
    'M0 0l20 0 0 20-20 0z'
    """
    said = []
    for ring in _RING.findall(path):
        points = [_point(pair) for pair in ring.split("L")]
        thin = [(round(x), round(y)) for x, y in thinned([*points, points[0]])[:-1]]
        if len(thin) > 2 and abs(_area(thin)) > LEAST:
            (x, y), *_ = thin
            steps = (f"{b[0] - a[0]} {b[1] - a[1]}" for a, b in pairwise(thin))
            said.append(f"M{x} {y}l{' '.join(steps)}z")
    return "".join(said).replace(" -", "-")


def _point(pair: str) -> Point:
    x, y = re.split(r"[ ,]+", pair.strip())
    return float(x), float(y)


def _area(ring: Sequence[Point]) -> float:
    pairs = zip(ring, [*ring[1:], ring[0]], strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs) / 2


def thinned(points: Sequence[Point]) -> list[Point]:
    """Return a line with fewer points, none off by more than SLACK (Douglas and Peucker, 1973)."""
    if len(points) < 3:
        return list(points)
    apart = [_off(point, points[0], points[-1]) for point in points[1:-1]]
    far = max(range(len(apart)), key=apart.__getitem__)
    if apart[far] <= SLACK:
        return [points[0], points[-1]]
    return thinned(points[: far + 2])[:-1] + thinned(points[far + 1 :])


def _off(point: Point, begin: Point, end: Point) -> float:
    """Return a point's distance from the line through two others."""
    across, down = end[0] - begin[0], end[1] - begin[1]
    x, y = point[0] - begin[0], point[1] - begin[1]
    length = float((across**2 + down**2) ** 0.5)
    return abs(across * y - down * x) / length if length else float((x**2 + y**2) ** 0.5)
