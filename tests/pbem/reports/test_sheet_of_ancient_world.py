"""Crib sheet and help of Empires of the Ancient World: right for every number and variant."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
import pytest
from ancient_world import GAME
from samples import MODERATOR
from selectolax.lexbor import LexborHTMLParser
from test_sheet import UNRENDERED, leaves

from engine.empires_of_the_ancient_world.data import SHIPPED, read
from engine.empires_of_the_ancient_world.facts import facts
from pbem.reports import plain, sheet
from pbem.reports.composing import compose
from pbem.reports.topics import topics_of

DATA = read(SHIPPED)
ABOUT = {"name": "eotaw1", "rules": GAME.name, "title": GAME.title}
PLAIN = [
    {"seats": seats, "opening": opening, "variants": []}
    for seats in range(2, 6)
    for opening in ("placed", "fixed")
]
VARIED = [{"seats": 4, "opening": "placed", "variants": [key]} for key in DATA.variants]
ALL = {"seats": 3, "opening": "fixed", "variants": list(DATA.variants)}


def named(given: dict[str, Any]) -> str:
    return " ".join(map(str, [given["seats"], given["opening"], *given["variants"]]))


def help_on(topic: str, rules: dict[str, Any]) -> str:
    payload = {"kind": "help", "moderator": MODERATOR, "game": ABOUT, "rules": rules}
    return compose(payload | {"about": {"topic": topic}}, GAME.words).text


def everything(rules: dict[str, Any]) -> str:
    """All that help can tell of these rules."""
    topics = [topic.title for topic in topics_of(GAME.name) if topic.key != "forms"]
    entries = [*rules["cards"], *rules["personalities"], *rules["areas"]]
    said = topics + [GAME.words.name(entry) for entry in entries]
    return "\n".join(help_on(one, rules) for one in said)


@pytest.mark.parametrize("given", [*PLAIN, *VARIED, ALL], ids=named)
def test_sheet_and_topics_are_sound_in_every_rule_set(given: dict[str, Any]) -> None:
    rules = GAME.rules_facts(GAME.options(given))

    for text in (sheet.text(GAME, rules), everything(rules)):
        assert [line for line in text.splitlines() if plain.columns(line) > 72] == []
        assert UNRENDERED.findall(text) == []
    page = LexborHTMLParser(sheet.page(GAME, rules))
    assert UNRENDERED.findall(page.text()) == []
    assert page.css("script, link, img, a, iframe") == []


@pytest.mark.parametrize("given", VARIED, ids=named)
def test_each_variant_changes_what_is_said(given: dict[str, Any]) -> None:
    """Apart from its own line."""
    (line,) = (variant.line for key, variant in DATA.variants.items() if key in given["variants"])
    before = everything(GAME.rules_facts(GAME.options({**given, "variants": []})))
    after = everything(GAME.rules_facts(GAME.options(given)))

    assert " ".join(line.split()) in " ".join(after.split())
    rest = help_on("This game", GAME.rules_facts(GAME.options(given)))
    assert after.replace(rest, "") != before.replace(
        help_on("This game", GAME.rules_facts(GAME.options({**given, "variants": []}))), ""
    )


ELSEWHERE = {
    "opening_left_out": "told by the bases that are left",
    "tokens": "told in words where all are meant",
}


def test_every_number_told_is_a_number_of_the_data() -> None:
    """Change them all, and no other number is left in the text; and hardly one goes untold."""
    rules = GAME.rules_facts(GAME.options(PLAIN[4]))
    changed: dict[str, Any] = json.loads(json.dumps(rules))
    places: dict[int, tuple[Any, ...]] = {}
    for n, path in enumerate(p for p in leaves(rules) if p not in UNCHANGED and p[-1] != "revolt"):
        at: Any = changed
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = 100_001 + 10 * n
        places[100_001 + 10 * n] = path

    told = re.sub(r'"[^"]*"', "", everything(changed) + sheet.text(GAME, changed))
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
        ("rout_cubes", "loses {} cubes of his warehouse"),
        ("row", "always shows {} cards"),
        ("bases", "{} bases and"),
    ],
)
def test_a_number_changed_in_the_rules_is_changed_in_the_text(field: str, said: str) -> None:
    options = GAME.options(PLAIN[4])
    rules = msgspec.structs.replace(DATA.ruleset(()), **{field: 77})

    before = " ".join(sheet.text(GAME, GAME.rules_facts(options)).split())
    after = " ".join(sheet.text(GAME, facts(DATA, rules, options)).split())
    assert said.format(77) not in before
    assert said.format(77) in after
