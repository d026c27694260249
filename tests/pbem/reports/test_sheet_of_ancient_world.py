"""Crib sheet and help of Empires of the Ancient World: right for every number and variant."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from engine.empires_of_the_ancient_world.data import SHIPPED, read
from engine.empires_of_the_ancient_world.facts import facts
from pbem.reports import crib_sheet
from tests.pbem.reports.ancient_world import GAME
from tests.pbem.reports.rules_told import (
    check_all_told,
    everything,
    help_on,
    leaves,
    on_one_line,
    renumbered,
)

DATA = read(SHIPPED)
TABLES = ("cards", "personalities", "areas")
"""What help has an entry for each of."""
PLAIN = [
    {"seats": seats, "opening": opening, "variants": []}
    for seats in range(2, 6)
    for opening in ("placed", "fixed")
]
VARIED = [{"seats": 4, "opening": "placed", "variants": [key]} for key in DATA.variants]
ALL = {"seats": 3, "opening": "fixed", "variants": list(DATA.variants)}


def named(given: dict[str, Any]) -> str:
    return " ".join(map(str, [given["seats"], given["opening"], *given["variants"]]))


@pytest.mark.parametrize("given", [*PLAIN, *VARIED, ALL], ids=named)
def test_sheet_and_topics_are_sound_in_every_rule_set(given: dict[str, Any]) -> None:
    check_all_told(GAME, GAME.rules_facts(GAME.options(given)), TABLES)


@pytest.mark.parametrize("given", VARIED, ids=named)
def test_each_variant_changes_what_is_said(given: dict[str, Any]) -> None:
    """Apart from its own line."""
    (line,) = (variant.line for key, variant in DATA.variants.items() if key in given["variants"])
    told = []
    for variants in ([], given["variants"]):
        rules = GAME.rules_facts(GAME.options({**given, "variants": variants}))
        all_ = everything(GAME, rules, TABLES)
        assert (on_one_line(line) in on_one_line(all_)) == bool(variants)
        told.append(all_.replace(help_on(GAME, "This game", rules), ""))

    assert told[0] != told[1]


ELSEWHERE = {
    "opening_left_out": "told by the bases that are left",
    "tokens": "told in words where all are meant",
}


def test_every_number_told_is_a_number_of_the_data() -> None:
    """Change them all, and no other number is left in the text; and hardly one goes untold."""
    rules = GAME.rules_facts(GAME.options(PLAIN[4]))
    revolts = {path for path in leaves(rules) if path[-1] == "revolt"}
    changed, places = renumbered(rules, UNCHANGED | revolts)

    told = re.sub(
        r'"[^"]*"', "", everything(GAME, changed, TABLES) + crib_sheet.text(GAME, changed)
    )
    told = re.sub(r"\d+(\+/[B\d]|(?= against)|(?= +\d))", "", told)  # cells are texts, as printed
    numbers = {int(digits) for digits in re.findall(r"(?<![\w.])(\d+)", told)}
    assert {number for number in numbers if number not in places} <= {*range(10), PROVINCES}
    untold = {path for number, path in places.items() if number not in numbers}
    assert {path[0] for path in untold} <= set(ELSEWHERE), untold


PROVINCES = 18
"""In each half: they are counted."""
UNCHANGED = {("players",), ("scored", 0), ("scored", 1), ("scored", 2)}
"""What is compared with other numbers."""


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("fort_cost", "for {} cubes, with an Engineer"),
        ("income", "everybody gets {} cubes"),
        ("replace_on", "a die of {}"),
        ("tokens", "{} tokens lie in the centre"),
        ("rout_cubes", "loses {} cubes of their warehouse"),
        ("row", "always shows {} cards"),
        ("bases", "{} bases and"),
    ],
)
def test_a_number_changed_in_the_rules_is_changed_in_the_text(field: str, said: str) -> None:
    options = GAME.options(PLAIN[4])
    rules = msgspec.structs.replace(DATA.ruleset(()), **{field: 77})

    before = on_one_line(crib_sheet.text(GAME, GAME.rules_facts(options)))
    after = on_one_line(crib_sheet.text(GAME, facts(DATA, rules, options)))
    assert said.format(77) not in before
    assert said.format(77) in after
