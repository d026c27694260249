"""Draw the pictures of docs/pictures anew: `make pictures` (wants Chromium).

Mails as a phone shows them, a report at the width of a desk, the order form, and a map of each
game: PNG files with a palette.
"""

import io
import sys
import tempfile
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser

from engine.core.game import Game
from engine.games import GAMES
from pbem.reports.compose_mail import Composed
from pbem.reports.drawing.map_png import render_png
from pbem.reports.drawing.map_svg import map_folder
from pbem.reports.languages.language import ENGLISH
from tests.pbem.reports.browsing import chromium, saved
from tests.pbem.reports.playing import reports
from tests.pbem.reports.sampled import compose
from tests.pbem.reports.samples import MAILS, REPORT, asking

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "pictures"
SOE = GAMES["struggle-of-empires"]
PHONE, DESK = 390, 760
HEIGHT = 1400
"""What is further down is cut off."""
COLOURS = 96
KINDS: Mapping[str, dict[str, Any]] = {
    "question": asking("naval") | {"events": REPORT["events"][:2]},
    "receipt": MAILS["receipt"],
    "german": REPORT | {"language": "de"},
}
ANSWERED = 60
"""How many answers a random game has had where its map is drawn."""


def pages() -> Iterator[tuple[str, str, int, bytes]]:
    """The name of each picture, its page, how wide its window is, and the map on it."""
    map_of = drawn(SOE, REPORT["view"], REPORT["events"])
    yield "report", compose(REPORT, SOE.words).html, DESK, map_of
    for name, payload in KINDS.items():
        language = payload.get("language", ENGLISH)
        shown = drawn(SOE, REPORT["view"], REPORT["events"], language)
        yield name, compose(payload, SOE.words).html, PHONE, shown
    form = compose(MAILS["order form"], SOE.words)
    yield "order_form", attached(form), PHONE, b""


def attached(mail: Composed) -> str:
    """The page that goes with a mail."""
    return next(each.data for each in mail.attachments if each.mime == "text/html").decode()


def drawn(game: Game, view: Mapping[str, Any], events: Any = (), language: str = ENGLISH) -> bytes:
    """The map of a position."""
    folder = map_folder(game.name)
    if folder is None:
        raise SystemExit(f"the drawings of {game.name} are missing")
    with tempfile.TemporaryDirectory() as cache:
        return render_png(folder, view, events, language=language, cache=Path(cache))


def photographed(browser: Browser, page: str, width: int, map_of: bytes, scheme: str) -> bytes:
    """A page as it looks in a window of this width."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "map.png").write_bytes(map_of)
        address = saved(Path(folder), "page.html", page.replace("cid:map", "map.png"))
        with browser.new_context(
            viewport={"width": width, "height": HEIGHT}, color_scheme=scheme
        ) as context:
            shown = context.new_page()
            shown.goto(address)
            height = shown.evaluate("document.body.scrollHeight")
            clip = {"x": 0, "y": 0, "width": width, "height": min(height, HEIGHT)}
            return shown.screenshot(clip=clip, full_page=True)


def small(png: bytes) -> bytes:
    """A picture with a palette."""
    shown = Image.open(io.BytesIO(png)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    kept = io.BytesIO()
    shown.save(kept, "PNG", optimize=True)
    return kept.getvalue()


def main(folder: Path = FOLDER, scheme: str = "light") -> None:
    """Write all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in GAMES.values():
        told = reports(game, "pictures", game.seat_names({})[:4])
        payload, _ = next(islice(told, ANSWERED, None))
        picture = drawn(game, payload["view"], payload["events"])
        (folder / f"map_{game.name.replace('-', '_')}.png").write_bytes(picture)
    with chromium() as browser:
        for name, page, width, map_of in pages():
            picture = small(photographed(browser, page, width, map_of, scheme))
            (folder / f"{name}.png").write_bytes(picture)


if __name__ == "__main__":
    main(*(Path(each) for each in sys.argv[1:2]), *sys.argv[2:3])
