"""The options of a new game: completed, or refused with what to do."""

import pytest

from engine.core.decision import Refused
from engine.empires_of_the_ancient_world import GAME
from tests.engine.empires_of_the_ancient_world.ancient import SEATS, VARIANTS
from tests.wording import worded


def test_what_is_left_out_is_completed():
    assert GAME.options({}) == {"seats": 4, "opening": "placed", "variants": []}
    assert GAME.seat_names({}) == list(SEATS)


def test_variants_are_said_in_any_order_and_with_spaces():
    given = ["whole deck", "Free-Landing", "whole_deck"]
    assert GAME.options({"variants": given})["variants"] == ["free_landing", "whole_deck"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"edition": "deluxe"}, "There is no option 'edition'"),
        ({"seats": 1}, "1 seats: give 2 to 5"),
        ({"seats": 6}, "6 seats: give 2 to 5"),
        ({"seats": ["red"]}, "1 seats: give 2 to 5"),
        ({"seats": ["red", "red"]}, "named twice"),
        ({"seats": ["red", "orange"]}, "There is no seat 'orange'"),
        ({"opening": "free"}, "it can be placed or fixed"),
        ({"variants": ["camels"]}, "There is no variant 'camels'"),
    ],
)
def test_what_cannot_be_played_is_refused(given, said):
    with pytest.raises(Refused) as raised:
        GAME.options(given)
    assert said in worded(raised.value)


def test_every_variant_goes_with_every_other():
    chosen = GAME.options({"variants": list(VARIANTS)})["variants"]
    assert chosen == list(VARIANTS)


def test_the_list_for_a_host_has_every_option_with_every_value():
    listed = {option.key: option for option in GAME.option_list}
    assert list(listed) == list(GAME.options({}))
    assert [value.value for value in listed["variants"].values] == list(VARIANTS)
    assert "2 to 5" in listed["seats"].line
