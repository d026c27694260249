"""What the rules in play say, as JSON."""

import json

import msgspec
import pytest

from engine.struggle_of_empires import GAME
from engine.struggle_of_empires.data import SHIPPED, read
from engine.struggle_of_empires.facts import KINDS, VERBS, facts
from engine.struggle_of_empires.view import view

DATA = read(SHIPPED)


def given(edition="deluxe", seats=5, variants=()):
    return {"edition": edition, "seats": seats, "variants": list(variants), "calls": "together"}


@pytest.mark.parametrize("seats", range(2, 8))
@pytest.mark.parametrize("edition", DATA.editions)
def test_facts_are_plain_json(edition, seats):
    said = GAME.rules_facts(given(edition, seats))
    assert json.loads(json.dumps(said)) == said


@pytest.mark.parametrize("key", DATA.variants)
def test_each_variant_is_named_and_changes_what_is_said(key):
    players = (DATA.variants[key].players or (5,))[0]
    edition = next(name for name in DATA.editions if name not in DATA.variants[key].not_in)
    plain, changed = (
        GAME.rules_facts(given(edition, players)),
        GAME.rules_facts(given(edition, players, [key])),
    )
    (variant,) = changed.pop("variants")
    assert variant == {"key": key, "name": DATA.variants[key].name, "line": DATA.variants[key].line}
    assert changed != {k: v for k, v in plain.items() if k != "variants"}


def test_seats_are_counted_or_named():
    powers = ["britain", "france", "spain", "austria"]
    assert GAME.rules_facts(given(seats=powers)) == GAME.rules_facts(given(seats=4))


def test_tables_by_players_are_told_for_the_players_at_hand():
    two, six = GAME.rules_facts(given(seats=2)), GAME.rules_facts(given(seats=6))
    assert (two["rounds"], six["rounds"]) == (6, 5)
    assert (two["unplayed_powers"], six["unplayed_powers"]) == (5, 1)
    assert (two["starting_tiles"], six["starting_tiles"]) == (
        ["improved_agriculture", "reserves"],
        None,
    )
    assert (two["letters"], six["letters"]) == (["A", "B", "C", "D", "E"], ["A"])


def test_the_tiles_told_of_are_those_on_the_display_of_such_a_game():
    options = GAME.options({"seats": ["britain", "france", "spain", "austria"]})
    stock = view(GAME.start(options), None)["stock"]
    told = GAME.rules_facts(options)["tiles"]
    assert {tile: row["in_play"] for tile, row in told.items()} == stock


def test_what_has_no_place_in_a_game_is_named():
    deluxe, original = (
        GAME.rules_facts(given())["without"],
        GAME.rules_facts(given("original"))["without"],
    )
    assert "sea_die" not in deluxe["kinds"]
    assert {"redraw", "sea_die", "surrender"} <= set(original["kinds"])
    assert (deluxe["verbs"], original["verbs"]) == ([], ["ally"])


def test_a_changed_rule_set_is_told_as_it_is():
    rules = msgspec.structs.replace(DATA.ruleset("deluxe", ()), attack_cost=7)
    assert facts(DATA, rules, given())["attack_cost"] == 7


def test_what_may_have_no_place_is_a_kind_or_a_verb_of_the_game():
    verbs = {form.choice[0] for form in GAME.words.forms}
    assert set(KINDS) <= set(GAME.kinds)
    assert set(VERBS) <= verbs
