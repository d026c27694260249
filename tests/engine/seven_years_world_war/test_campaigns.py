"""Whole campaigns by chance, over every scenario, number of seats and variant."""

from collections import Counter
from collections.abc import Iterable

import pytest

from engine.core.bots import Stream
from engine.core.dice import Dice
from engine.core.record import Record
from engine.core.session import Session
from engine.seven_years_world_war import GAME
from tests.engine.seven_years_world_war.campaigns import DATA, any_rules, begin, check, wander
from tests.sampling import sampled

ALL_MARKERS = Counter({key: row.number for key, row in DATA.charts.markers.items()})


IN_CI = (0, 2, 5, 9, 10, 11, 16, 19, 27, 28, 39)
"""Enough for every power and variant, and for every number of seats and both kinds of reactions in
each scenario."""
MANY = [n if n in IN_CI else pytest.param(n, marks=pytest.mark.soak) for n in range(1000)]


@pytest.mark.parametrize("number", MANY)
def test_a_campaign_by_chance_keeps_to_what_must_hold(number: int) -> None:
    name = f"campaign {number}"
    session = begin(name, **any_rules(name))
    stream = Stream(name)
    seen = {}
    for _ in wander(session, stream):
        assert check(session, seen) <= ALL_MARKERS
        if not session.questions and not session.over:
            raise AssertionError("nobody is asked")
    assert session.over
    assert GAME.result(session.state)


def test_the_campaigns_of_each_run_have_every_rule_that_the_long_proof_has() -> None:
    assert rules_of(IN_CI) == rules_of(range(1000))


def rules_of(numbers: Iterable[int]) -> set[tuple[object, ...]]:
    """What the campaigns of these numbers are played by: each option and each of its values, and
    those of seats and reactions with the scenario."""
    found: set[tuple[object, ...]] = set()
    for number in numbers:
        rules = any_rules(f"campaign {number}")
        seats = rules["seats"]
        players = len(seats) if isinstance(seats, list) else seats
        found |= {(rules["scenario"], players), (rules["scenario"], rules["reactions"])}
        for key, given in rules.items():
            found |= {(key, value) for value in (given if isinstance(given, list) else [given])}
    return found


@pytest.mark.parametrize("number", range(4))
def test_a_campaign_is_restored_at_every_decision(number: int) -> None:
    name = f"restored {number}"
    session = begin(name, **any_rules(name))
    for _ in wander(session, Stream(name)):
        record = Record(session.record.lines, session.record.snapshots)
        twin = Session(GAME, Dice(None), record, session.sealed)
        assert GAME.dump(twin.state) == GAME.dump(session.state)
        assert list(twin.questions) == list(session.questions)


@pytest.mark.parametrize("number", sampled(range(4), [0, 2]))
def test_what_is_chosen_prints_and_reads_back(number: int) -> None:
    name = f"printed {number}"
    session = begin(name, **any_rules(name))
    for _ in wander(session, Stream(name)):
        for seat, question in session.questions.items():
            kind, menu = question.kind.name, session.decision(seat).menu
            for choice in [*menu.choices(6), session.decision(seat).default]:
                said = GAME.words.say(kind, choice)
                read = GAME.words.order(said)
                assert read.steps, said
                meant = [
                    GAME.words.resolve(kind, found, menu) for found in read.steps[0].choices(kind)
                ]
                assert choice in meant, (said, choice, meant)


@pytest.mark.parametrize("number", range(4))
def test_a_position_says_all_of_a_state(number: int) -> None:
    name = f"position {number}"
    rules = any_rules(name)
    options = GAME.options(rules)
    session = begin(name, **rules)
    for n, _ in enumerate(wander(session, Stream(name))):
        if n % 7 == 0 and session.state.outcome is None:
            tree = GAME.position(session.state)
            assert GAME.position(GAME.place(options, placeable(tree))) == tree


def placeable(tree):
    """What of a position can be in a file."""
    keys = [key for key in tree if key not in DERIVED]
    return {key: tree[key] for key in keys if tree[key] not in ("", [], {})}


DERIVED = ("turn_order", "campaign", "sums", "routes", "stock", "result")
