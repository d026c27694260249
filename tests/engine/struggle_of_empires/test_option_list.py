"""The options that a host chooses from."""

import re

import pytest

from engine.core.decision import Refused
from engine.struggle_of_empires import GAME
from engine.struggle_of_empires.data import SHIPPED, read

DATA = read(SHIPPED)

LISTED = {option.key: option for option in GAME.option_list}


def values(key):
    return [row.value for row in LISTED[key].values]


def test_every_option_and_every_value_is_listed():
    assert list(LISTED) == list(GAME.options({}))
    assert values("edition") == list(DATA.editions)
    assert values("calls") == ["together", "in order"]
    assert values("variants") == list(DATA.variants)


def test_each_has_a_line():
    for option in GAME.option_list:
        assert option.line
        assert all(row.line for row in option.values)


@pytest.mark.parametrize("row", LISTED["variants"].values, ids=lambda row: row.value)
@pytest.mark.parametrize("edition", DATA.editions)
@pytest.mark.parametrize("seats", range(2, 8))
def test_a_variant_is_refused_where_it_is_said_to_have_no_place(row, edition, seats):
    numbers = [
        int(digits)
        for digits in re.findall(r"(\d+) to (\d+)", row.limits)[:1] or ()
        for digits in digits
    ]
    fits = not numbers or numbers[0] <= seats <= numbers[1]
    fits = fits and f"not in the {edition} edition" not in row.limits
    given = {"variants": [row.value], "edition": edition, "seats": seats}
    assert is_refused(given) == (not fits)


def is_refused(given):
    try:
        GAME.options(given)
    except Refused:
        return True
    return False


def test_where_a_variant_has_no_place_is_said_of_both_that_do_not_go_together():
    limits = {row.value: row.limits for row in LISTED["variants"].values}
    assert "not with keep_duplicates" in limits["draft"]
    assert "not with draft" in limits["keep_duplicates"]
    assert "not in the original edition" in limits["keep_duplicates"]
    assert "for 4 to 7 players" in limits["keep_duplicates"]
