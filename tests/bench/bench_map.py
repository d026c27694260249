"""How long a map takes and how large it is: `python tests/bench/bench_map.py`.

Medians with the range between the quartiles. "Stored base" is the usual case: the base lies in
memory, a position is drawn and laid over it. Aim: 150 ms, 150 kB.
"""

import json
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from pbem.reports import maps, painting

FOLDER = maps.map_folder("struggle-of-empires")
VIEWS = Path(__file__).parent.parent / "pbem" / "reports"


def timed(work: Callable[[], object], runs: int) -> str:
    """Median and quartiles in milliseconds."""
    took = []
    for _ in range(runs):
        begun = time.perf_counter()
        work()
        took.append((time.perf_counter() - begun) * 1000)
    low, middle, high = statistics.quantiles(took, n=4)
    return f"{middle:6.1f} ms  ({low:.1f} to {high:.1f})"


def main() -> None:
    """Print the figures of the three positions of the tests."""
    if FOLDER is None:
        raise SystemExit("the drawings of the map are missing")
    with tempfile.TemporaryDirectory() as temporary:
        cache = Path(temporary)
        first = json.loads((VIEWS / "view_start.json").read_text(encoding="utf-8"))
        begun = time.perf_counter()
        painting.render_png(FOLDER, first, cache=cache)
        print(f"first map, base drawn and stored  {(time.perf_counter() - begun) * 1000:6.1f} ms")
        for name in ("start", "war2", "crowded"):
            view = json.loads((VIEWS / f"view_{name}.json").read_text(encoding="utf-8"))
            size = len(painting.render_png(FOLDER, view, cache=cache)) / 1000
            svg = timed(lambda view=view: maps.render_svg(FOLDER, view), 30)
            png = timed(lambda view=view: painting.render_png(FOLDER, view, cache=cache), 30)
            print(f"{name:8} SVG {svg}   PNG, stored base {png}   {size:.1f} kB")


if __name__ == "__main__":
    main()
