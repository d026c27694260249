"""Writes the site after each move, in a process of its own: making pages takes time and memory that
the daemon should not spend. Whatever fails is retried, and holds up no game."""

import subprocess
import sys
from pathlib import Path
from threading import Event
from typing import Any

import structlog

from pbem.campaign.world import World
from pbem.site.touched_games import TouchedGames

PATIENCE = 600.0
"""The most seconds for writing a site; the first of many long campaigns takes minutes."""
PROGRAM = "from pbem.cli import main; main()"
LOOK = 0.5
"""Seconds between two checks whether the moderator stops."""

log: Any = structlog.get_logger()


class NotPublished(Exception):
    """The site could not be written; the text says why."""


def publish(world: World, stop: Event | None = None, touched: TouchedGames | None = None) -> bool:
    """Write the site's changed pages, if the configuration names a folder; return whether it does.
    `touched` remembers between two calls what need not be looked at. Raises NotPublished."""
    settings, stop, touched = world.config.site, stop or Event(), touched or TouchedGames()
    if not settings.folder:
        return False
    from pbem.site import publishing  # it loads the maps, and not everybody has a site

    target = world.config.inside(Path(settings.folder))
    with world.store.reading() as db:
        games = touched.look(db)
    if publishing.changed(world, target, settings.url, games):
        _run(world.config.folder, stop)
    touched.is_up_to_date()
    return True


def try_to(world: World) -> None:
    """Do the same once, and log failures."""
    try:
        publish(world)
    except NotPublished as problem:
        log.warning("the site is not written", reason=str(problem))


def _run(folder: Path, stop: Event) -> None:
    program = [sys.executable, "-P", "-c", PROGRAM, "-C", str(folder), "site"]
    with subprocess.Popen(
        program,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    ) as process:
        for _ in range(int(PATIENCE / LOOK)):
            try:
                _, said = process.communicate(timeout=LOOK)
                break
            except subprocess.TimeoutExpired:
                if stop.is_set():
                    process.kill()
                    return
        else:
            process.kill()
            raise NotPublished(f"it took more than {PATIENCE:.0f} seconds")
    if process.returncode:
        raise NotPublished((said.strip().splitlines() or ["it ended without a word"])[-1])
