"""Options of a new game."""

import pytest

from engine.core.decision import Refused
from engine.struggle_of_empires import GAME
from tests.wording import worded


def refused(**given):
    with pytest.raises(Refused) as caught:
        GAME.options(given)
    return worded(caught.value)


def test_options_are_completed():
    assert GAME.options({}) == {
        "edition": "deluxe",
        "seats": 5,
        "variants": [],
        "calls": "together",
    }


@pytest.mark.parametrize("edition", ["deluxe", "original"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7])
def test_two_to_seven_can_play(edition, seats):
    assert GAME.options({"edition": edition, "seats": seats})["seats"] == seats


def test_eight_cannot_play():
    assert refused(seats=8) == "8 seats: give 2 to 7."


def test_what_the_original_edition_plays_anyway_is_no_variant_of_it():
    said = refused(edition="original", variants=["keep_duplicates"])
    assert said.endswith("is not for the original edition: the original edition plays so already.")


def test_an_unknown_edition_is_named_with_those_there_are():
    assert refused(edition="first").endswith("edition is 'first'; it can be deluxe or original.")


def test_variants_are_said_in_any_order_with_spaces_or_hyphens():
    given = ["Original Pass", "original-movement", "original_pass"]
    assert GAME.options({"variants": given})["variants"] == ["original_movement", "original_pass"]


def test_a_variant_is_for_some_numbers_of_players_only():
    said = refused(seats=7, variants=["wallace_simple"])
    assert said == "The variant wallace_simple is for 4, 5, 6 players, not for 7."


def test_variants_that_exclude_each_other_are_refused():
    said = refused(variants=["open_unrest", "original_unrest"])
    assert said.endswith("do not go together: unrest is either hidden or open.")
    assert "no letter sets" in refused(variants=["random_letters", "wallace_simple"])


def test_variants_are_kept_in_the_order_of_the_table():
    chosen = GAME.options({"variants": ["Unplayed Navies", "draft", "draft"]})["variants"]
    assert chosen == ["draft", "unplayed_navies"]


def test_an_unknown_variant_is_named_with_those_there_are():
    said = refused(variants=["own navy"])
    assert said.startswith("There is no variant 'own_navy'; there are wallace_simple, ")


def test_an_unknown_option_is_named_with_those_there_are():
    assert refused(colour="red").startswith("There is no option 'colour'; there are edition,")


def test_an_unknown_power_is_named():
    assert refused(seats=["britain", "sweden", "spain", "russia"]).startswith(
        "There is no seat 'sweden'"
    )


def test_no_power_has_two_seats():
    assert "twice" in refused(seats=["britain", "britain", "spain", "russia"])


def test_calls_are_together_or_in_order():
    assert GAME.options({"calls": "in order"})["calls"] == "in order"
    assert "together or in order" in refused(calls="shuffled")


def test_the_seats_are_the_seven_powers():
    assert len(GAME.seat_names({})) == 7
