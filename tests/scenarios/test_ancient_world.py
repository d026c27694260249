"""The scenarios of Empires of the Ancient World cover every action, answer and variant."""

from pathlib import Path

import pytest

from engine.core.decision import Refusal
from engine.empires_of_the_ancient_world import GAME
from engine.empires_of_the_ancient_world.actions.taking import ACTIONS
from engine.empires_of_the_ancient_world.data import SHIPPED, read
from engine.scenarios.scenario import Scenario, load

FOLDER = Path(__file__).parent / "empires_of_the_ancient_world"
CASES = [load(str(path)) for path in sorted(FOLDER.glob("*.toml"))]


def ordered(cases: list[Scenario], *, refused: bool) -> set[str]:
    """The verbs that the files order, in steps that are refused or in the others."""
    steps = [step for case in cases for step in case.steps]
    lines = [line for step in steps if (step.refused is not None) == refused for line in step.lines]
    read = [GAME.words.split(line) for line in lines]
    return {
        str(choice[0])
        for orders in read
        if not isinstance(orders, Refusal)
        for order in orders
        for step in order.steps
        for _, choice in step.candidates
    }


@pytest.mark.parametrize("verb", [action.verb for action in ACTIONS])
def test_every_action_has_an_accepted_and_a_refused_case(verb: str) -> None:
    assert verb in ordered(CASES, refused=False)
    if verb != "pass":
        assert verb in ordered(CASES, refused=True)


@pytest.mark.parametrize(
    "verb", ["start", "done", "inside", "outside", "ambush", "inside_ambush", "deck"]
)
def test_every_kind_of_answer_has_a_case(verb: str) -> None:
    assert verb in ordered(CASES, refused=False)


@pytest.mark.parametrize("key", read(SHIPPED).variants)
def test_every_variant_is_played(key: str) -> None:
    assert any(key in case.options.get("variants", ()) for case in CASES)
