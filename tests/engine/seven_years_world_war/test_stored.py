"""Campaigns of before play on to the same end."""

import pytest

from tests.engine.seven_years_world_war.stored import NAMES, kept, played_again, read


@pytest.mark.parametrize("name", NAMES)
def test_a_stored_campaign_throws_the_same_dice_and_ends_in_the_same_position(name: str) -> None:
    lines = read(name)
    assert kept(played_again(name, lines)) == lines
