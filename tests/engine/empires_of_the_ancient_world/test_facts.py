"""What the rules in play say, as JSON."""

import json

import msgspec
import pytest

from engine.empires_of_the_ancient_world import GAME
from engine.empires_of_the_ancient_world.data import SHIPPED
from engine.empires_of_the_ancient_world.facts import KINDS, VERBS, facts
from tests.engine.empires_of_the_ancient_world.ancient import (
    ARMIES,
    DATA,
    MERCENARIES,
    VARIANTS,
    Warlike,
    begin,
    wander,
)


def said(seats=4, **options):
    return GAME.rules_facts(GAME.options({"seats": seats, **options}))


@pytest.mark.parametrize("opening", ["placed", "fixed"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_facts_are_plain_json(seats, opening):
    told = said(seats, opening=opening)
    assert json.loads(json.dumps(told)) == told


@pytest.mark.parametrize("key", VARIANTS)
def test_each_variant_is_named_and_changes_what_is_said(key):
    plain, changed = said(), said(variants=[key])
    (variant,) = changed.pop("variants")
    assert variant == {"key": key, "name": VARIANTS[key].name, "line": VARIANTS[key].line}
    assert changed != {k: v for k, v in plain.items() if k != "variants"}


def test_seats_are_counted_or_named():
    assert said(["red", "blue", "green"]) == said(3)


def test_tables_by_players_are_told_for_the_players_at_hand():
    two, five = said(2), said(5)
    assert (two["placed_bases"], five["placed_bases"]) == (8, 5)
    assert (two["starts_in_a_half"], five["starts_in_a_half"]) == (1, 3)
    assert len(said(5, opening="fixed")["openings"]) == 5
    assert five["openings"] == []


def test_the_bases_of_a_fixed_opening_are_those_that_lie_on_the_board():
    for variants in ((), ("bases_in_all",)):
        options = {"opening": "fixed", "variants": list(variants)}
        session = begin("openings", 3, **options)
        told = said(3, **options)["openings"]
        placed = [e.data for e in session.events if e.what in ("base_placed", "fort_placed")]
        for seat, row in zip(session.state.seats, told, strict=True):
            laid = [data["area"] for data in placed if data["seat"] == seat]
            assert laid == [*row["bases"], row["fort"]]


def test_decks_limits_and_bonuses_are_those_of_the_tables():
    told = said()
    cards, personalities = told["cards"], told["personalities"]
    copies = sum(row["copies"] for row in (*cards.values(), *personalities.values()))
    assert copies == told["deck"] == len(MERCENARIES)
    assert {key: row["cards"] for key, row in told["armies"].items()} == {
        key: row.cards for key, row in ARMIES.items()
    }
    assert [told["places"][place]["size"] for place in ("field", "siege", "sea")] == [5, 3, 5]
    assert {"types": ["sword", "spear"], "most": 1} in told["places"]["sea"]["limits"]
    assert told["places"]["siege"]["cells"]["siege_tower"]["sword"] == "9"
    assert (told["ambush_bonus"], told["engineer_bonus"], told["veteran_bonus"]) == (1, 1, 1)


def test_what_has_no_place_in_a_game_is_named_and_does_not_come_up_there():
    placed, fixed = (
        said()["without"],
        said(opening="fixed", variants=["ambush_anywhere"])["without"],
    )
    assert placed == {"kinds": [], "verbs": ["inside_ambush"]}
    assert fixed == {"kinds": ["start_province", "placement", "first_fort"], "verbs": []}
    session = begin("without", 3, opening="fixed")
    for _ in wander(session, Warlike("without")):
        pass
    bodies = [line.body for line in session.record.lines if line.body["t"] == "choice"]
    assert not {body["kind"] for body in bodies} & set(fixed["kinds"])
    assert "inside_ambush" not in {body["choice"][0] for body in bodies}


def test_changed_rules_are_told_as_they_are():
    rules = msgspec.structs.replace(DATA.ruleset(()), fort_cost=7)
    assert facts(DATA, rules, GAME.options({}))["fort_cost"] == 7


def test_a_game_with_other_tables_tells_its_own():
    board = SHIPPED["board.toml"].decode().replace("value = 2", "value = 7", 1)
    other = GAME.with_data({**SHIPPED, "board.toml": board.encode()})
    told = [rules.rules_facts(rules.options({}))["areas"]["britannia"] for rules in (GAME, other)]
    assert [row["value"] for row in told] == [2, 7]


def test_what_may_have_no_place_is_a_kind_or_a_verb_of_the_game():
    verbs = {form.choice[0] for form in GAME.words.forms}
    assert set(KINDS) <= set(GAME.kinds)
    assert set(VERBS) <= verbs
