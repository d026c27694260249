"""Every scenario file passes, and together they cover every action, tile and alliance."""

from functools import cache
from pathlib import Path

import pytest

from engine.games import GAMES
from engine.scenarios.scenario import load, run
from engine.struggle_of_empires.actions.taking import actions
from engine.struggle_of_empires.data import SHIPPED, read
from pbem.reports.languages.english import refusal_said

DATA = read(SHIPPED)

HERE = Path(__file__).parent
FOLDERS = [HERE / name.replace("-", "_") for name in GAMES]
FILES = sorted(path for folder in FOLDERS for path in folder.rglob("*.toml"))
SOE = sorted((HERE / "struggle_of_empires").glob("*.toml"))
WORDS = GAMES["struggle-of-empires"].words


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HERE)))
def test_scenario(path: Path) -> None:
    scenario = load(str(path))
    assert scenario.rule, "it names no rule"
    outcome = run(scenario, GAMES, refusal_said)
    assert outcome.passed, "\n".join(map(str, outcome.differences))


@cache
def ordered(*, refused: bool) -> set[tuple[str, ...]]:
    """All choices that the files order, in steps that are refused or in the others."""
    steps = [step for path in SOE for step in load(str(path)).steps]
    lines = [line for step in steps if (step.refused is not None) == refused for line in step.lines]
    return {
        choice
        for line in lines
        for order in WORDS.split(line)
        for step in order.steps
        for _, choice in step.candidates
    }


@pytest.mark.parametrize("verb", list(actions(DATA)))
def test_every_action_has_an_accepted_and_a_refused_case(verb: str) -> None:
    assert verb in {choice[0] for choice in ordered(refused=False)}
    if verb != "pass":
        assert verb in {choice[0] for choice in ordered(refused=True)}


@pytest.mark.parametrize("tile", sorted(DATA.tiles))
def test_every_tile_is_claimed_and_refused(tile: str) -> None:
    assert ("claim", tile) in ordered(refused=False)
    assert ("claim", tile) in ordered(refused=True)


@pytest.mark.parametrize("alliance", sorted(DATA.alliances))
def test_every_local_alliance_is_established_and_refused(alliance: str) -> None:
    assert ("ally", alliance) in ordered(refused=False)
    assert ("ally", alliance) in ordered(refused=True)


@pytest.mark.parametrize(
    "choice",
    [
        ("surprise",), ("use_blockade",), ("reroll",), ("keep",), ("withdraw",), ("fight",),
        ("decline",), ("alliance", "navy"), ("alliance", "unused"), ("lose", "fort"),
        ("lose", "spain"), ("pay", "arrive"), ("pay", "stay"), ("accept",), ("redraw", "baltic"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_every_kind_of_answer_has_a_case(choice: tuple[str, ...]) -> None:
    assert choice in ordered(refused=False)


def test_the_pass_is_refused_to_who_opens_an_auction() -> None:
    assert ("pass",) in ordered(refused=True)
