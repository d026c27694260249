"""Campaigns of before play on to the same end."""

import pytest

from tests.engine.restoring import in_another_world
from tests.engine.seven_years_world_war import stored
from tests.engine.seven_years_world_war.stored import NAMES, kept, played_again, read


@pytest.mark.parametrize("name", NAMES)
def test_a_stored_campaign_throws_the_same_dice_and_ends_in_the_same_position(name: str) -> None:
    lines = read(name)
    assert kept(played_again(name, lines)) == lines


def test_the_same_seed_and_choices_give_the_same_record_in_every_process() -> None:
    names = [f"same {number}" for number in range(4)]
    program = "-m", stored.__name__, *names
    here = in_another_world(*program, PYTHONHASHSEED="1", LC_ALL="C.UTF-8", TZ="UTC")
    there = in_another_world(*program, PYTHONHASHSEED="2", LC_ALL="C", TZ="Australia/Eucla")
    assert len(here) == len(names)
    assert here == there
