"""How long the site of a whole campaign takes: `python -m tests.bench site`.

The demo of each game is played first. "From nothing" draws every window and every map; "windows
kept" has those of the last writing, as after a move, and makes the pages anew. The process has
begun, and what it needs is loaded, as in `pbem run`.
"""

import io
import shutil
import tempfile
from pathlib import Path

from rich.console import Console

from engine.games import GAMES
from pbem.campaign.world import World
from pbem.cli.demo import number_of_players
from pbem.daemon.moderator_folder import opened
from pbem.demo import showing
from pbem.demo.campaign import Plan
from pbem.site import publishing
from tests.bench.bench_mail import quietly
from tests.bench.timing import cpu, line, show

RUNS = 5
SEED = "the site"


def main() -> None:
    """Print the figures of each game."""
    quietly()
    for name, game in GAMES.items():
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary) / "club"
            plan = Plan(folder, name, number_of_players(game, None), SEED)
            if not showing.show(plan, Console(file=io.StringIO()), imap=False):
                raise SystemExit(f"the demo of {name} has failed")
            with opened(folder) as world:
                _site(name, world, Path(temporary) / "www")


def _site(name: str, world: World, target: Path) -> None:
    kept = world.config.folder / publishing.CACHE

    def publish() -> None:
        made = publishing.publish(world, target)
        assert len(made.written) == 1

    def from_nothing() -> float:
        for folder in (kept, target):
            shutil.rmtree(folder, ignore_errors=True)
        return cpu(publish)

    def windows_kept() -> float:
        for page in target.glob("*/index.html"):
            page.unlink()
        return cpu(publish)

    from_nothing()
    show(f"{name}: from nothing", [from_nothing() for _ in range(RUNS)], "s", aim="5", digits=2)
    show(f"{name}: windows kept", [windows_kept() for _ in range(RUNS)], "s", digits=2)
    line(f"{name}: kept", sum(f.stat().st_size for f in kept.iterdir()) / 1000, "kB")


if __name__ == "__main__":
    main()
