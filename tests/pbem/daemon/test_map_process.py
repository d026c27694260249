from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import closing

import pytest

from engine.games import GAMES
from pbem.daemon.map_cache import FOLDER, maps_of
from pbem.daemon.map_process import MapProcess
from pbem.reports.drawing.map_svg import MapFailed

GAME = next(iter(GAMES.values()))
SEATS = GAME.seat_names({})[:5]
VIEW = GAME.view(GAME.start(GAME.options({"seats": SEATS})), None)
MOVE = {"seat": "spain", "unit": "navy", "origin": "home", "destination": "india"}
MOVED = [{"what": "unit_moved", "data": MOVE, "n": 1}]
PATIENCE = 60

KILLED = """
import json, os, pathlib, signal, sys
from pbem.daemon.map_process import MapProcess
rules, view = json.load(sys.stdin)
MapProcess(pathlib.Path(sys.argv[1])).draw(rules, view, [])
os.kill(os.getpid(), signal.SIGKILL)
"""
IMPORTS = """
import sys
import pbem.cli.run
print(*{name.partition(".")[0] for name in sys.modules})
"""


@pytest.fixture
def map_process(tmp_path):
    with closing(MapProcess(tmp_path)) as map_process:
        yield map_process


def test_one_process_draws_map_after_map_as_they_are_drawn_here_and_is_gone_at_the_end(tmp_path):
    with closing(MapProcess(tmp_path / "apart")) as map_process:
        first = map_process.draw(GAME.name, VIEW, [])
        process = map_process.process
        second = map_process.draw(GAME.name, VIEW, MOVED)
        assert map_process.process is process
    assert process is not None
    assert process.returncode == 0
    assert second != first
    assert second == maps_of(tmp_path / "here")(GAME.name, VIEW, MOVED)


def test_after_a_while_without_maps_it_ends_and_the_next_map_begins_it_anew(tmp_path):
    with closing(MapProcess(tmp_path, idle=0.1)) as map_process:
        first = map_process.draw(GAME.name, VIEW, [])
        process = map_process.process
        assert process is not None
        assert process.wait(PATIENCE) == 0
        assert map_process.draw(GAME.name, VIEW, []) == first


def test_one_that_is_killed_between_two_maps_is_begun_anew(map_process):
    first = map_process.draw(GAME.name, VIEW, [])
    os.kill(map_process.process.pid, signal.SIGKILL)
    assert map_process.draw(GAME.name, VIEW, []) == first


def test_a_map_that_takes_too_long_is_killed_and_fails(tmp_path):
    with closing(MapProcess(tmp_path, patience=0.0)) as map_process:
        with pytest.raises(MapFailed, match="ended"):
            map_process.draw(GAME.name, VIEW, [])
        assert map_process.process is None


def test_where_no_process_can_be_begun_the_map_fails_and_not_its_mail(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "executable", str(tmp_path / "no-program"))
    with closing(MapProcess(tmp_path)) as map_process, pytest.raises(MapFailed, match="begun"):
        map_process.draw(GAME.name, VIEW, [])


def test_what_cannot_be_drawn_fails_and_the_next_map_is_drawn(map_process):
    for rules, view in (("no-such-game", {}), (GAME.name, {"units": 3})):
        with pytest.raises(MapFailed):
            map_process.draw(rules, view, [])
    assert map_process.draw(GAME.name, VIEW, []).startswith(b"\x89PNG")


def test_when_the_daemon_is_killed_it_ends_too(tmp_path):
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(tmp_path)], stdin=subprocess.PIPE, stderr=subprocess.PIPE
    ) as daemon:
        # Both hold the pipe that is read here: that it ends means that both have ended.
        _, said = daemon.communicate(json.dumps([GAME.name, VIEW]).encode(), PATIENCE)
    assert (daemon.returncode, said) == (-signal.SIGKILL, b"")
    assert any((tmp_path / FOLDER).glob("*.png"))


def test_the_daemon_carries_nothing_that_only_draws_migrates_or_plays_demos():
    run = subprocess.run(
        [sys.executable, "-c", IMPORTS], capture_output=True, text=True, check=True
    )
    assert not {"PIL", "resvg_py", "alembic"} & set(run.stdout.split())
