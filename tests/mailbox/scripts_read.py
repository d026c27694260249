"""The mail scripts as they are written, for what is asked of all of them."""

import tomllib
from pathlib import Path

FOLDER = Path(__file__).parent / "scripts"
SCRIPTS = sorted(FOLDER.glob("*.toml"))


def read(file):
    """A script, by its file."""
    return tomllib.loads(file.read_text())


def shown():
    """What steps say of themselves that they show: script, number and step, command, outcome."""
    return [
        (file.stem, number, step, *what.rsplit(": ", 1))
        for file in SCRIPTS
        for number, step in enumerate(read(file)["step"], 1)
        for what in step.get("shows", [])
    ]
