"""What the game tells beside what every game has to (tests/engine/test_telling.py)."""

from engine.struggle_of_empires.telling import opening
from engine.struggle_of_empires.telling.standings import MOMENTS


def test_only_phases_are_announced() -> None:
    assert set(opening.PHASES) <= set(MOMENTS)
