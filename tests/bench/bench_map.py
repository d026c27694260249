"""How long a map takes and how large it is: `python -m tests.bench map`.

"Stored base" is the usual case: base and sprites lie in memory, a position is laid over the base.
"""

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from engine import empires_of_the_ancient_world as ancient_world
from engine import seven_years_world_war as seven_years
from engine.core.bots import Stream, random_bot
from engine.core.dice import Dice, Seed
from engine.core.session import Session
from pbem.reports.drawing import map_png, map_svg
from tests.bench.timing import cpu, line, show

VIEWS = Path(__file__).parent.parent / "pbem" / "reports"
RUNS = 30
ANSWERS = 200
"""Before the late position."""

Views = Iterator[tuple[str, Mapping[str, Any]]]


def struggle_of_empires() -> Views:
    """The three positions of the tests."""
    for name in ("start", "war2", "crowded"):
        yield name, json.loads((VIEWS / f"view_{name}.json").read_text(encoding="utf-8"))


def empires_of_the_ancient_world() -> Views:
    """The fixed opening of five, and what chance makes of it."""
    game = ancient_world.GAME
    seats = ["red", "blue", "green", "yellow", "purple"]
    options = game.options({"seats": seats, "opening": "fixed"})
    session = Session.start(game, Dice(Seed(bytes(32))), options)
    return _start_and_late(session)


def seven_years_world_war() -> Views:
    """The opening of four, and what chance makes of it."""
    game = seven_years.GAME
    seats = game.seat_names({})[:4]
    return _start_and_late(
        Session.start(game, Dice(Seed(bytes(32))), game.options({"seats": seats}))
    )


def _start_and_late(session: Session) -> Views:
    yield "start", session.view(None)
    bot = random_bot(Stream("a late position"))
    for _ in range(ANSWERS):
        if session.over:
            break
        seat = session.waiting()[0]
        session.submit(seat, bot(session, seat))
    yield "late", session.view(None)


GAMES: dict[str, Callable[[], Views]] = {
    "struggle-of-empires": struggle_of_empires,
    "empires-of-the-ancient-world": empires_of_the_ancient_world,
    "seven-years-world-war": seven_years_world_war,
}


def main() -> None:
    """Print the figures of each game's positions."""
    for game, views in GAMES.items():
        folder = map_svg.map_folder(game)
        if folder is None:
            raise SystemExit(f"the drawings of {game} are missing")
        with tempfile.TemporaryDirectory() as temporary:
            _positions(game, folder, views(), Path(temporary))


def _positions(game: str, folder: Path, views: Views, cache: Path) -> None:
    for n, (name, view) in enumerate(views):

        def svg(view: Mapping[str, Any] = view) -> object:
            return map_svg.render_svg(folder, view)

        def png(view: Mapping[str, Any] = view) -> bytes:
            return map_png.render_png(folder, view, cache=cache)

        if not n:
            show(f"{game}: first, base drawn and stored", [cpu(png) * 1000], "ms")
        show(f"{game}: {name}, SVG", [cpu(svg) * 1000 for _ in range(RUNS)], "ms")
        taken = [cpu(png) * 1000 for _ in range(RUNS)]
        show(f"{game}: {name}, stored base", taken, "ms", aim="100")
        line(f"{game}: {name}, PNG", len(png()) / 1000, "kB", aim="150")


if __name__ == "__main__":
    main()
