"""All figures, or those named, of all games or of those named:
`python -m tests.bench [play bot restore reading mail report status daemon deadlines map site walk]
[GAME]...`.

`tempo`, whole campaigns of simulated people, takes some minutes, and is played only where named.
`load` hands many mails in, at once and 14 a second (tests.bench.bench_load).
`understanding [-v] [--without STEP]... FILE...` tells how mails are understood, and what a step of
reading is good for (tests.bench.bench_understanding).
"""

import platform
import sys
from importlib import import_module

from engine.games import GAMES
from tests.bench import bench_load, bench_understanding

OF_A_GAME = ("play", "bot", "restore", "reading")
OF_THE_MODERATOR = ("mail", "report", "status", "daemon", "deadlines", "map", "site", "walk")
LONG = ("tempo",)
BENCHES = OF_A_GAME + OF_THE_MODERATOR


def main(wanted: list[str]) -> None:
    """Print the figures of each bench under its name."""
    if wanted[:1] == ["understanding"]:
        return bench_understanding.main(wanted[1:])
    if wanted[:1] == ["load"]:
        return bench_load.main(wanted[1:])
    if unknown := [name for name in wanted if name not in (*BENCHES, *LONG, *GAMES)]:
        there = ", ".join((*BENCHES, *LONG, *GAMES))
        raise SystemExit(f"no bench or game {', '.join(unknown)}; there are {there}")
    print(f"Python {platform.python_version()} on {platform.machine()}")
    print("medians (and quartiles): of one core's time, by the clock where a disk is waited for")
    games = [game for name, game in GAMES.items() if name in wanted] or list(GAMES.values())
    benches = [name for name in (*BENCHES, *LONG) if name in wanted]
    for name in benches or (OF_A_GAME if wanted else BENCHES):
        bench = import_module(f"tests.bench.bench_{name}")
        for game in games if name in (*OF_A_GAME, *LONG) else ():
            print(f"\n{name}, {game.title}")
            bench.main(game)
        if name in OF_THE_MODERATOR:
            print(f"\n{name}")
            bench.main()


if __name__ == "__main__":
    main(sys.argv[1:])
