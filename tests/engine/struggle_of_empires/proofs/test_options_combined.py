"""Variants together, and with editions: what can be played and what is refused."""

import itertools

import pytest

from engine.core.decision import Refused
from engine.struggle_of_empires import GAME
from tests.wording import worded

PLAYED_BY_THE_ORIGINAL_ANYWAY = [
    "keep_duplicates",
    "original_movement",
    "original_sea_move",
    "original_unrest",
    "own_fleet",
    "original_pass",
    "original_agriculture",
    "original_industry",
]
FOR_UNPLAYED_POWERS = ["wallace_simple", "random_letters", "unplayed_navies"]
WITH_BOTH_EDITIONS = ["draft", "open_unrest", "ottoman_third_value", "surrender"]
NEVER_TOGETHER = {
    frozenset(["draft", "keep_duplicates"]),
    frozenset(["open_unrest", "original_unrest"]),
    frozenset(["random_letters", "wallace_simple"]),
}
ALL = [*PLAYED_BY_THE_ORIGINAL_ANYWAY, *FOR_UNPLAYED_POWERS, *WITH_BOTH_EDITIONS]


def refused(**given):
    with pytest.raises(Refused) as caught:
        GAME.options(given)
    return worded(caught.value)


@pytest.mark.parametrize("variant", PLAYED_BY_THE_ORIGINAL_ANYWAY)
def test_a_variant_that_restores_an_original_rule_is_for_deluxe_only(variant):
    assert variant in refused(edition="original", variants=[variant])


@pytest.mark.parametrize("variant", FOR_UNPLAYED_POWERS)
def test_the_original_edition_has_no_unplayed_powers_to_vary(variant):
    said = refused(edition="original", variants=[variant])
    assert "powers that nobody plays are not on the map" in said


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7])
def test_four_variants_go_with_the_original_edition_too(seats):
    given = {"edition": "original", "seats": seats, "variants": WITH_BOTH_EDITIONS}
    assert sorted(GAME.options(given)["variants"]) == WITH_BOTH_EDITIONS


@pytest.mark.parametrize("variant", FOR_UNPLAYED_POWERS)
def test_seven_players_leave_no_power_unplayed(variant):
    assert "not for 7" in refused(seats=7, variants=[variant])


@pytest.mark.parametrize("seats", [2, 3, 7])
def test_the_simple_variant_is_for_four_to_six(seats):
    assert f"not for {seats}" in refused(seats=seats, variants=["wallace_simple"])


@pytest.mark.parametrize("seats", [2, 3])
def test_with_six_different_regions_no_duplicates_are_kept(seats):
    assert f"not for {seats}" in refused(seats=seats, variants=["keep_duplicates"])


@pytest.mark.parametrize("pair", sorted(itertools.combinations(sorted(ALL), 2)), ids="+".join)
def test_of_all_pairs_only_three_exclude_each_other(pair):
    given = {"seats": 5, "variants": list(pair)}
    if frozenset(pair) in NEVER_TOGETHER:
        assert "do not go together" in refused(**given)
    else:
        assert sorted(GAME.options(given)["variants"]) == list(pair)


def test_all_variants_that_suit_each_other_make_one_game():
    given = {"seats": 4, "variants": sorted(set(ALL) - {"draft", "open_unrest", "random_letters"})}
    assert sorted(GAME.options(given)["variants"]) == given["variants"]
