"""Every scenario file passes, and together they cover every action, tile and alliance."""

from functools import cache
from itertools import groupby
from pathlib import Path
from traceback import format_exc

import pytest

from engine.core.decision import Refusal
from engine.core.game import Game
from engine.core.session import NOTHING_ASKED
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


def chapter(path: Path) -> str:
    """Its folder, and what stands before the point in its number."""
    return f"{path.parent.relative_to(HERE)} {path.name.partition('.')[0]}"


CHAPTERS = {name: list(paths) for name, paths in groupby(sorted(FILES, key=chapter), chapter)}


@pytest.mark.parametrize("paths", CHAPTERS.values(), ids=CHAPTERS)
def test_every_scenario_of_a_chapter_passes(paths: list[Path]) -> None:
    told = {path.name: differences(path) for path in paths}
    wrong = {name: different for name, different in told.items() if different}
    assert not wrong, "\n\n".join(f"{name}\n{different}" for name, different in wrong.items())


def differences(path: Path) -> str:
    """What is otherwise than the file says; one that cannot be played is told with the rest."""
    idle = []

    def say(game: Game, refusal: Refusal) -> str:
        idle.extend([refusal] if refusal == NOTHING_ASKED else [])
        return refusal_said(game, refusal)

    try:
        scenario = load(str(path))
        outcome = run(scenario, GAMES, say)
    except Exception:
        return format_exc()
    if idle and any(step.refused == "" for step in scenario.steps):
        return 'refused = "" where its seat is asked nothing: say so, or ask it something'
    return "\n".join(map(str, outcome.differences)) if scenario.rule else "it names no rule"


def test_a_scenario_that_does_not_pass_is_told_with_what_differs(tmp_path: Path) -> None:
    passes = FILES[0].read_text(encoding="utf-8")
    (other := tmp_path / "other.toml").write_text(passes + "\n[[step]]\nnonsense = 1\n", "utf-8")
    assert differences(FILES[0]) == ""
    assert "nonsense" in differences(other)


def test_a_refusal_for_any_reason_says_nothing_where_nobody_is_asked(tmp_path: Path) -> None:
    path = next(path for path in FILES if path.name.startswith("15.623-"))
    text = path.read_text(encoding="utf-8").replace("You are not asked anything", "")
    (idle := tmp_path / "idle.toml").write_text(text, "utf-8")
    assert differences(path) == ""
    assert "asked nothing" in differences(idle)


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
