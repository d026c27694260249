"""The scenario files of this game."""

from pathlib import Path

import pytest

from engine.scenarios.scenario import load, run
from engine.seven_years_world_war import GAME
from pbem.reports.languages.english import refusal_said
from tests import ROOT

FOLDER = ROOT / "tests" / "scenarios" / "seven_years_world_war"
FILES = sorted(FOLDER.glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_scenario(path: Path) -> None:
    outcome = run(load(str(path)), {GAME.name: GAME}, refusal_said)
    assert outcome.passed, "\n".join(map(str, outcome.differences))
