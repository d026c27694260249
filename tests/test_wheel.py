"""The wheel alone, installed where nothing of the checkout can be seen, is the whole program."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.games import GAMES
from tests import ROOT

LIBRARIES = Path(sysconfig.get_path("purelib"))

DRAW = '''
"""Plays a little of each game, draws its map; prints the files opened and imported on the way."""
import json
import sys

opened = []
sys.addaudithook(lambda what, args: opened.append(str(args[0])) if what == "open" else None)

from pathlib import Path

from engine.core.bots import Stream, thrifty_choice
from engine.core.dice import Dice, Seed
from engine.core.session import Session
from engine.games import GAMES
from pbem.reports.drawing.map_svg import map_folder
from pbem.reports.drawing.map_png import render_png

folders = []
for game in GAMES.values():
    seats = game.seat_names(game.options({"seats": 4}))[:4]
    session = Session.start(game, Dice(Seed(bytes(32))), game.options({"seats": seats}))
    stream = Stream("wheel")
    for _ in range(40):
        seat = session.waiting()[0]
        session.submit(seat, thrifty_choice(session.decision(seat), stream))
    folders.append(str(map_folder(game.name)))
    png = render_png(map_folder(game.name), session.view(None), cache=Path.cwd() / game.name)
    Path(f"{game.name}.png").write_bytes(png)
imported = [module.__file__ for module in sys.modules.values() if getattr(module, "__file__", "")]
print(json.dumps({"files": opened + imported + folders, "path": sys.path}))
'''


class Installed(NamedTuple):
    """A place where the wheel is installed and the libraries are at hand."""

    wheel: Path
    folder: Path

    def run(self, program: str, *args: str, timeout: int = 60) -> str:
        """What a program of the place prints; it must end well."""
        hidden = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
        done = subprocess.run(
            [self.folder / "bin" / program, *args],
            cwd=self.folder,
            env={key: value for key, value in os.environ.items() if key not in hidden},
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel of this tree without its dependencies; those are lent by the tests' own libraries.

    A folder that a .pth file names is searched, but its own .pth files, and with them the
    checkout installed there, are not.
    """
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=600)
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "venv", symlinks=True)
    (packages,) = (folder / "venv").glob("lib/python*/site-packages")
    (packages / "lent.pth").write_text(f"{LIBRARIES}\n")
    _install(wheel, folder / "venv" / "bin" / "python")
    return Installed(wheel, folder / "venv")


def _install(wheel: Path, python: Path) -> None:
    """With pip or uv, whichever has made the environment that the tests run in."""
    if importlib.util.find_spec("pip"):
        program = [sys.executable, "-m", "pip", "--python", str(python), "install"]
    elif uv := shutil.which("uv"):
        program = [uv, "pip", "install", "--python", str(python), "--offline"]
    else:
        pytest.skip("neither pip nor uv is here to install a wheel (Debian: python3-pip)")
    options = ["--quiet", "--no-index", "--no-deps", str(wheel)]
    subprocess.run([*program, *options], check=True, capture_output=True, timeout=600)


def test_the_wheel_holds_all_that_is_not_python_too(installed: Installed) -> None:
    held = set(zipfile.ZipFile(installed.wheel).namelist())

    wanted = {
        f"pbem/{path}" if path.parts[0] == "templates" else str(path)
        for part in ("engine", "pbem", "templates")
        for path in (file.relative_to(ROOT) for file in (ROOT / part).rglob("*"))
        if (ROOT / path).is_file() and "__pycache__" not in path.parts
    }
    assert wanted <= held
    fonts = [name for name in held if name.endswith(".ttf")]
    licences = [name for name in held if name.endswith("-LICENSE.txt")]
    assert {Path(font).name[:6] for font in fonts} == {Path(text).name[:6] for text in licences}
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in held)
    assert not any(name.startswith(("tests/", "tools/")) for name in held)


def test_the_installed_program_founds_a_moderator(installed: Installed, tmp_path: Path) -> None:
    assert "Commands:" in installed.run("pbem", "--help")

    installed.run("pbem", "init", str(tmp_path / "club"))
    installed.run("pbem", "-C", str(tmp_path / "club"), "status")

    assert (tmp_path / "club" / "config.toml").is_file()
    assert (tmp_path / "club" / "mail" / "inbox" / "new").is_dir()


def test_it_plays_and_draws_from_its_own_files_alone(installed: Installed) -> None:
    told = json.loads(installed.run("python", "-c", DRAW))

    checkout = [
        file
        for file in [*told["files"], *told["path"]]
        if Path(file).is_relative_to(ROOT) and not Path(file).is_relative_to(LIBRARIES)
    ]
    assert checkout == []
    own = [file for file in told["files"] if f"{os.sep}templates{os.sep}" in file]
    assert own
    assert all(Path(file).is_relative_to(installed.folder) for file in own)
    for game in GAMES:
        assert (installed.folder / f"{game}.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_it_plays_the_demo(game: str, installed: Installed, tmp_path: Path) -> None:
    folder = tmp_path / "demo"

    given = ["--game", game, "--players", "4", "--dir", str(folder)]
    installed.run("pbem", "demo", *given, timeout=1_200)

    (record,) = folder.glob("*.jsonl")
    assert "ok" in installed.run("pbem", "verify", str(record))
