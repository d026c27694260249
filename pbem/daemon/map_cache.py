"""Draws maps for mails, each once for all seats that see the same in the same language.

`python -m pbem.daemon.map_cache FOLDER SECONDS` draws them in a process of its own. It reads lines
of JSON, each a list of rules, view, events and language. For each it writes a line with `png` (in
base64) or the reason why it `failed`. It ends with its input, or after SECONDS without any.
"""

from __future__ import annotations

import hashlib
import json
import sys
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from pathlib import Path
from select import select
from typing import TYPE_CHECKING, Any

from pbem.reports.drawing import map_svg
from pbem.reports.languages.language import ENGLISH

if TYPE_CHECKING:  # a process that only draws loads no campaign
    from pbem.campaign.sending.rows_to_mails import MapMaker

FOLDER = "cache"
KEPT = 16
"""Maps kept in memory: 150 kB each, and seats that see the same get their mails one after the
other."""


def maps_of(folder: Path) -> MapMaker:
    """Return a function that draws maps and caches their bases in the moderator's folder."""
    drawn: OrderedDict[tuple[str, str, str], bytes] = OrderedDict()

    def draw(
        rules: str,
        view: Mapping[str, Any],
        events: Sequence[Mapping[str, Any]],
        language: str = ENGLISH,
    ) -> bytes:
        """Draw the map as PNG. Raises MapFailed."""
        from pbem.reports.drawing import map_png  # 8 MB, so not before there is something to draw

        place = map_svg.map_folder(rules)
        if place is None:
            raise map_svg.MapFailed(f"{rules} has no map")
        position = map_svg.render_svg(place, view, events, language=language)[1]
        key = rules, language, hashlib.sha256(position.encode()).hexdigest()
        if key not in drawn:
            drawn[key] = map_png.paint(place, position, language, cache=folder / FOLDER)
        drawn.move_to_end(key)
        while len(drawn) > KEPT:
            drawn.popitem(last=False)
        return drawn[key]

    return draw


def answer(line: bytes, draw: MapMaker) -> dict[str, str]:
    """Answer one line of input."""
    try:
        return {"png": b64encode(draw(*json.loads(line)) or b"").decode()}
    except map_svg.MapFailed as failed:
        return {"failed": str(failed)}


def main(folder: str, seconds: str) -> None:
    """Draw what is asked for on standard input."""
    draw = maps_of(Path(folder))
    while select([sys.stdin], [], [], float(seconds))[0]:
        line = sys.stdin.buffer.readline()
        if not line:
            break
        print(json.dumps(answer(line, draw)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
