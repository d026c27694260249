"""Scenario files: a position, the dice, the orders, and what must come of them.

A scenario is a case of the rules as data (TOML); the documentation of scenario files describes the
keys. `load` reads one, `run` plays it; `engine.scenarios.playing` is the play itself.

A step with `again = true` changes an answer to a joint question that its seat gave in an earlier
step, while others still have to answer; if it is refused, the first answer stands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec

from engine.core.decision import Refusal, Refused, Seat
from engine.core.dice import ScriptMismatch
from engine.core.game import DataError, Game
from engine.core.record import Diverged
from engine.kit import datafile
from engine.kit.position_codec import Names, misnamed
from engine.scenarios.playing import Difference, Failed, ScenarioRun, Step, keeps


class StepRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step as written in a file."""

    seat: Seat | None = None
    order: str | None = None
    refused: str | None = None
    expect: dict[str, Any] = {}
    again: bool = False

    def __post_init__(self) -> None:
        if self.seat is None and (self.order is not None or self.refused is not None or self.again):
            raise ValueError("seat: expected the seat that orders")
        if self.order is None and (self.refused is not None or self.again):
            raise ValueError("order: expected what is refused, or given anew")

    def step(self) -> Step:
        """Return the step, with its lines one by one."""
        lines = (line.strip() for line in (self.order or "").splitlines())
        return Step(self.seat, tuple(filter(None, lines)), self.refused, self.expect, self.again)


class Situation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a file says about a position and how it is reached."""

    title: str = ""
    game: str
    dice: list[Any] = []
    options: dict[str, Any] = {}
    position: dict[str, Any] = {}
    step: list[StepRow] = []

    def scenario(self, source: str, rule: Sequence[str] = ()) -> Scenario:
        """Turn it into a scenario from the file of this name."""
        steps = tuple(row.step() for row in self.step)
        told = (tuple(rule), tuple(self.dice), self.options, self.position)
        return Scenario(source, self.title, self.game, *told, steps)


class ScenarioFile(Situation, frozen=True, kw_only=True):
    """A scenario file. Title and steps are required."""

    title: str
    rule: str | list[str] = []
    step: list[StepRow]


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario as it was written."""

    source: str
    title: str
    game: str
    rule: tuple[str, ...] = ()
    dice: tuple[Any, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    position: Mapping[str, Any] = field(default_factory=dict)
    steps: tuple[Step, ...] = ()

    def mistake(self, key: str, expected: str) -> DataError:
        """Return the error to raise if a key does not have the expected value."""
        return DataError(f"{self.source}: {key}: {expected}")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a scenario: the differences, if any."""

    differences: tuple[Difference, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether everything came out as expected."""
        return not self.differences


def load(path: str) -> Scenario:
    """Read a scenario file. Raises DataError with the file, the key, and what was expected."""
    return _scenario(datafile.read(path, ScenarioFile), path)


def parse(data: bytes, source: str) -> Scenario:
    """Read a scenario from the text of its file. Raises DataError."""
    return _scenario(datafile.parse(source, data, ScenarioFile), source)


def _scenario(file: ScenarioFile, source: str) -> Scenario:
    return file.scenario(source, [file.rule] if isinstance(file.rule, str) else file.rule)


Say = Callable[[Game, Refusal], str]
"""Words a game's refusal, to be compared with what a scenario expects of it."""


def unworded(game: Game, refusal: Refusal) -> str:
    """Show a refusal without any language."""
    return str(refusal)


def run(scenario: Scenario, games: Mapping[str, Game], say: Say = unworded) -> Outcome:
    """Play a scenario. Raises DataError if its game, options or position are impossible."""
    try:
        play = begin(scenario, games, say)
        return Outcome(tuple(_differences(play, scenario.steps)))
    except Failed as failed:
        return Outcome((failed.difference,))
    except ScriptMismatch as mismatch:
        return Outcome((Difference("dice", "the draws in their order", str(mismatch)),))
    except Diverged as diverged:
        return Outcome((Difference("rules", "a way to go on", str(diverged)),))


def begin(scenario: Scenario, games: Mapping[str, Game], say: Say = unworded) -> ScenarioRun:
    """Start a scenario, before its first step. Raises what `run` raises or reports."""
    game = _game(scenario, games)
    options, state = _start(scenario, game, say)
    phase = scenario.position.get("phase")
    return ScenarioRun(game, options, state, scenario.dice, phase, partial(say, game))


def _game(scenario: Scenario, games: Mapping[str, Game]) -> Game:
    game = games.get(scenario.game)
    if game is None:
        expected = f"expected one of {', '.join(games)}, found {scenario.game!r}"
        raise scenario.mistake("game", expected)
    return game


def _start(scenario: Scenario, game: Game, say: Say) -> tuple[dict[str, Any], Any]:
    try:
        options = game.options(scenario.options)
    except Refused as refused:
        raise scenario.mistake("options", say(game, refused.refusal)) from None
    for number, step in enumerate(scenario.steps, 1):
        if step.seat is not None and step.seat not in options["seats"]:
            expected = f"expected one of {', '.join(options['seats'])}"
            raise scenario.mistake(f"step {number}.seat", expected)
    try:
        state = game.place(options, scenario.position)
    except Refused as refused:
        raise scenario.mistake("position", say(game, refused.refusal)) from None
    except (AttributeError, TypeError, ValueError, KeyError) as error:
        raise scenario.mistake("position", f"cannot be read: {error}") from None
    _check_effect(scenario, game, state)
    _check_paths(scenario, game.paths)
    return options, state


def _check_effect(scenario: Scenario, game: Game, state: Any) -> None:
    """Check that the game keeps all that a position says; the rest has no meaning in its phase."""
    kept = game.position(state)
    for key, value in scenario.position.items():
        if not keeps(game, key, value, kept.get(key)):
            expected = f"expected only where it counts, which is not in phase {kept['phase']!r}"
            raise scenario.mistake(f"position.{key}", expected)


def _check_paths(scenario: Scenario, names: Names) -> None:
    """Check that every expected path, and every table, can exist."""
    there = {**names, "asked": {}}
    for number, step in enumerate(scenario.steps, 1):
        for path, value in step.expect.items():
            if found := misnamed(_tree(path, value), there):
                where = f"step {number}.expect.{'.'.join((*found.where, found.key))}"
                one = f"one of {', '.join(found.allowed)}" if found.allowed else "no more names"
                raise scenario.mistake(where, f"expected {one}")


def _tree(path: str, value: Any) -> Any:
    """Return the tree with a value at a dotted path."""
    for key in reversed(path.split(".")):
        value = {key: value}
    return value


def _differences(play: ScenarioRun, steps: Sequence[Step]) -> list[Difference]:
    """Play all steps; the first step that differs ends the scenario."""
    for number, step in enumerate(steps, 1):
        following = steps[number] if number < len(steps) else None
        play.take(step, following)
        found = [
            difference._replace(path=f"step {number}: {difference.path}")
            for difference in play.compare(step.expect)
        ]
        if found:
            return found
    if play.dice.left:
        return [Difference("dice", "all draws used", f"left over: {play.dice.left}")]
    return []
