"""The crib sheet and the topics of help: right for every edition, number of players, variant."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from selectolax.lexbor import LexborHTMLParser

from engine.struggle_of_empires import GAME
from engine.struggle_of_empires.data import SHIPPED, read
from engine.struggle_of_empires.facts import facts
from pbem.reports import crib_sheet, orderform
from tests.pbem.reports.rules_told import (
    check_all_told,
    everything,
    help_on,
    on_one_line,
    renumbered,
)
from tests.pbem.reports.samples import MODERATOR
from tests.sampling import sampled

DATA = read(SHIPPED)

Options = dict[str, Any]
TABLES = ("tiles", "local_alliances", "regions", "powers")
"""What help has an entry for each of."""


def options(
    edition: str = "deluxe", seats: int = 5, *variants: str, calls: str = "together"
) -> Options:
    return {"edition": edition, "seats": seats, "variants": list(variants), "calls": calls}


def goes(key: str, edition: str, players: int) -> bool:
    row = DATA.variants[key]
    return edition not in row.not_in and (not row.players or players in row.players)


def together(edition: str, players: int) -> tuple[str, ...]:
    """As many variants as go together."""
    chosen: list[str] = []
    for key in DATA.variants:
        rows = DATA.variants
        clashes = any(key in rows[o].not_with or o in rows[key].not_with for o in chosen)
        if goes(key, edition, players) and not clashes:
            chosen.append(key)
    return tuple(chosen)


PLAIN = [options(edition, seats) for edition in DATA.editions for seats in range(2, 8)]
VARIED = [
    options(edition, next(n for n in (5, 2) if goes(key, edition, n)), key)
    for key in DATA.variants
    for edition in DATA.editions
    if edition not in DATA.variants[key].not_in
]
MANY = [options(e, n, *together(e, n), calls="in order") for e in DATA.editions for n in (2, 4, 7)]
TOLD_TOGETHER = {(given["edition"], key) for given in MANY for key in given["variants"]}
ALONE = [
    given
    for given in VARIED
    if not {(given["edition"], key) for key in given["variants"]} <= TOLD_TOGETHER
]
"""Of the variants, those that are in none of the rule sets with as many as go together."""
IN_SAMPLE = PLAIN + MANY + ALONE


def named(given: Options) -> str:
    return " ".join(map(str, [given["edition"], given["seats"], *given["variants"]]))


@pytest.mark.parametrize("given", sampled(PLAIN + MANY + VARIED, IN_SAMPLE), ids=named)
def test_sheet_and_topics_are_sound_in_every_rule_set(given: Options) -> None:
    check_all_told(GAME, GAME.rules_facts(given), TABLES)


@pytest.mark.parametrize("given", PLAIN, ids=named)
def test_the_text_is_short_enough_for_two_pages_of_small_print(given: Options) -> None:
    assert len(crib_sheet.text(GAME, GAME.rules_facts(given)).splitlines()) <= 2 * 88


@pytest.mark.parametrize("edition", DATA.editions)
@pytest.mark.parametrize(
    ("code", "topic", "told"),
    [
        ("en", "neutral commerce", "you need a navy in Africa. In all: North America 1, Carib"),
        ("en", "colonize", "for one population. In all: North America 4, Caribbean 1"),
        ("de", "Handel", "einer Marine in Afrika. Insgesamt: Nordamerika 1, Karibik 4"),
        ("en", "landing", "A colony takes a navy of yours before an army"),
        ("de", "Landung", "In eine Kolonie kommt vor einer Armee eine Marine von dir"),
    ],
)
def test_what_is_taken_without_a_fight_and_over_the_sea_is_told_in_help_alone(
    edition: str, code: str, topic: str, told: str
) -> None:
    rules = GAME.rules_facts(options(edition))
    assert told in on_one_line(help_on(GAME, topic, rules, code))
    assert told not in on_one_line(crib_sheet.text(GAME, rules, code))


COUNTS = {("players",), ("unplayed_powers",)}
"""By what there is of these, more or less is told."""
ELSEWHERE = {
    "unrest": "counters of five are for change",
    "pieces": "alliance markers, where there is one for each alliance",
    "red_die": "told by what it brings, as second_die",
    "spared_in_ties": "told where it holds",
    "tiles": "costs of nothing",
    "local_alliances": "costs of nothing",
    **dict.fromkeys(("letter_set", "unplayed_strength"), "where nobody is left out"),
    **dict.fromkeys(("navigation", "second_die", "sea_faces"), "with the other sort of sea dice"),
}
"""What can go untold, and why."""


@pytest.mark.parametrize("given", [PLAIN[0], PLAIN[3], PLAIN[9], VARIED[7]], ids=named)
def test_every_number_told_is_a_number_of_the_data(given: Options) -> None:
    """Change them all, and no other number is left in the text; and hardly one goes untold."""
    rules = GAME.rules_facts({**given, "variants": []})
    changed, places = renumbered(rules, COUNTS)
    for region in changed["regions"].values():
        region["markers"] = ["pop"]  # their numbers stand in their names

    told = re.sub(
        r'"[^"]*"', "", everything(GAME, changed, TABLES) + crib_sheet.text(GAME, changed)
    )
    numbers = {int(digits) for digits in re.findall(r"(?<![\w.])x?(\d+)", told)}
    own = {2, given["seats"], 7 - given["seats"]} | {
        int(d) for d in re.findall(r"\d+", MODERATOR["version"])
    }
    assert {number for number in numbers if number not in places} <= own
    untold = {path for number, path in places.items() if number not in numbers}
    assert {path[0] for path in untold} <= set(ELSEWHERE), untold


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("attack_cost", "For {} gold you attack"),
        ("taxation", "brings {} gold"),
        ("gold", "Each has {} gold"),
        ("population_growth", "grows by {}"),
        ("most_population", "to {} at most"),
        ("revolution", "with {} or more"),
        ("pirates_strength", "Pirates fight with {}"),
        ("rebels_strength", "rebels with {}"),
        ("initial_units", "{} times"),
        ("wars", "There are {} wars"),
        ("actions", "{} actions a turn"),
        ("industry_points", "{} points"),
    ],
)
def test_a_number_changed_in_a_rule_set_is_changed_in_the_text(field: str, said: str) -> None:
    rules = msgspec.structs.replace(DATA.ruleset("deluxe", ()), **{field: 77})

    before = on_one_line(crib_sheet.text(GAME, GAME.rules_facts(options())))
    after = on_one_line(crib_sheet.text(GAME, facts(DATA, rules, options())))
    assert said.format(77) not in before
    assert said.format(77) in after


def test_only_what_differs_is_said() -> None:
    deluxe, original = (
        on_one_line(crib_sheet.text(GAME, GAME.rules_facts(options(e)))) for e in DATA.editions
    )

    assert "rolls the sea die: 4 faces of six success, 1 stay, 1 sink." in deluxe
    assert "On a one a second die decides, with 2 more for each Navigation tile" in original
    assert "without an attack: 1 point of unrest goes back" in deluxe
    assert "pass brings nothing" in original
    assert "Navigation x2" in original
    assert "Navigation" not in deluxe
    assert '"ally Savoy"' in deluxe
    assert '"claim Savoy"' in original
    assert "surrender" not in deluxe


def test_calls_in_order_are_told() -> None:
    in_order = crib_sheet.text(GAME, GAME.rules_facts(options(calls="in order")))

    assert "the attacker's allies first" in on_one_line(in_order)


def test_a_tile_that_is_not_in_the_game_is_told_to_be_so() -> None:
    assert "In this game: none." in help_on(GAME, "Navigation", GAME.rules_facts(options()))
    assert "In this game: 2." in help_on(GAME, "Navigation", GAME.rules_facts(options("original")))


def test_the_sheet_lists_the_order_forms_that_the_game_has_use_for() -> None:
    deluxe, original = GAME.rules_facts(options()), GAME.rules_facts(options("original"))
    page = LexborHTMLParser(crib_sheet.page(GAME, deluxe))

    usages = [node.text() for node in page.css("dt")]
    assert usages == [usage for usage, _ in orderform.usages(GAME.words, deluxe)]
    assert {"ally ALLIANCE", "pay to arrive", "keep all"} <= set(usages)
    assert "ally ALLIANCE; " in crib_sheet.text(GAME, deluxe)
    for usage in ("ally ALLIANCE", "pay to arrive", "keep all"):
        assert usage not in dict(orderform.usages(GAME.words, original))
