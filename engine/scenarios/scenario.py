"""Scenario files: a position, the dice, the orders, what must come of it.

A scenario is a case of the rules as data (TOML): the documentation of scenario files tells the
keys. `load` reads one, `run` plays it; `engine.scenarios.playing` is the play itself.

A step with `again = true` changes an answer to a joint question that its seat has given in a step
before, while others have still to answer; if it is refused, the first answer stands.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.core.decision import Refused
from engine.core.dice import ScriptMismatch
from engine.core.game import Game
from engine.core.record import Diverged
from engine.kit.position_codec import Names, misnamed
from engine.scenarios.playing import Difference, Failed, ScenarioRun, Step, keeps

_KEYS = {
    "title": (str, "a text"),
    "game": (str, "the name of a game"),
    "rule": (str | list, "a list of paragraphs, or words"),
    "dice": (list, "a list of draws"),
    "options": (dict, "a table"),
    "position": (dict, "a table"),
    "step": (list, "tables [[step]]"),
}
_STEP_KEYS = {
    "seat": (str, "the name of a seat"),
    "order": (str, "lines of orders"),
    "refused": (str, "a text from the reason"),
    "expect": (dict, "a table of paths"),
    "again": (bool, "true where a joint answer is given anew before the others are in"),
}


class ScenarioUnreadable(Exception):
    """A scenario that cannot be read: file, key, and what was expected there."""

    def __init__(self, source: str, key: str, expected: str) -> None:
        super().__init__(f"{source}: {key}: {expected}")
        self.source, self.key, self.expected = source, key, expected


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


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a scenario: nothing differs, or what does."""

    differences: tuple[Difference, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether all came as expected."""
        return not self.differences


def load(path: str) -> Scenario:
    """Read a scenario file. Raises ScenarioUnreadable."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise ScenarioUnreadable(path, "file", error.strerror or str(error)) from None
    return parse(data, path)


def parse(data: bytes, source: str) -> Scenario:
    """A scenario from the text of its file. Raises ScenarioUnreadable."""
    try:
        given = tomllib.loads(data.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ScenarioUnreadable(source, "file", f"expected TOML: {error}") from None
    _check(given, _KEYS, source, "")
    for key in ("title", "game", "step"):
        if key not in given:
            raise ScenarioUnreadable(source, key, f"expected {_KEYS[key][1]}")
    rule = given.get("rule", ())
    return Scenario(
        source,
        given["title"],
        given["game"],
        (rule,) if isinstance(rule, str) else tuple(rule),
        tuple(given.get("dice", ())),
        given.get("options", {}),
        given.get("position", {}),
        steps_of(given["step"], source),
    )


def steps_of(given: Sequence[Any], source: str) -> tuple[Step, ...]:
    """The steps as a file has them. Raises ScenarioUnreadable."""
    return tuple(_step(step, source, n) for n, step in enumerate(given, 1))


def _check(
    given: Mapping[str, Any], keys: Mapping[str, tuple[Any, str]], source: str, where: str
) -> None:
    for key, value in given.items():
        if key not in keys:
            raise ScenarioUnreadable(source, where + key, f"expected one of {', '.join(keys)}")
        wanted, what = keys[key]
        if not isinstance(value, wanted):
            raise ScenarioUnreadable(source, where + key, f"expected {what}, found {value!r}")


def _step(given: Any, source: str, number: int) -> Step:
    where = f"step {number}: "
    if not isinstance(given, dict):
        raise ScenarioUnreadable(source, where.rstrip(": "), "expected a table")
    _check(given, _STEP_KEYS, source, where)
    for key in ("order", "refused", "again"):
        if key in given and "seat" not in given:
            raise ScenarioUnreadable(source, f"{where}seat", "expected the seat that orders")
    for key, what in (("refused", "that is refused"), ("again", "given anew")):
        if key in given and "order" not in given:
            raise ScenarioUnreadable(source, f"{where}order", f"expected the order {what}")
    return Step(
        given.get("seat"),
        tuple(line.strip() for line in given.get("order", "").splitlines() if line.strip()),
        given.get("refused"),
        given.get("expect", {}),
        given.get("again", False),
    )


def run(scenario: Scenario, games: Mapping[str, Game]) -> Outcome:
    """Play a scenario. Raises ScenarioUnreadable if its game, options or position cannot be."""
    try:
        play = begin(scenario, games)
        return Outcome(tuple(_differences(play, scenario.steps)))
    except Failed as failed:
        return Outcome((failed.difference,))
    except ScriptMismatch as mismatch:
        return Outcome((Difference("dice", "the draws in their order", str(mismatch)),))
    except Diverged as diverged:
        return Outcome((Difference("rules", "a way to go on", str(diverged)),))


def begin(scenario: Scenario, games: Mapping[str, Game]) -> ScenarioRun:
    """The play of a scenario before its first step. Raises as `run` does, or what that tells."""
    game = _game(scenario, games)
    options, state = _start(scenario, game)
    return ScenarioRun(game, options, state, scenario.dice, scenario.position.get("phase"))


def _game(scenario: Scenario, games: Mapping[str, Game]) -> Game:
    game = games.get(scenario.game)
    if game is None:
        expected = f"expected one of {', '.join(games)}, found {scenario.game!r}"
        raise ScenarioUnreadable(scenario.source, "game", expected)
    return game


def _start(scenario: Scenario, game: Game) -> tuple[dict[str, Any], Any]:
    try:
        options = game.options(scenario.options)
    except Refused as refused:
        raise ScenarioUnreadable(scenario.source, "options", str(refused)) from None
    for number, step in enumerate(scenario.steps, 1):
        if step.seat is not None and step.seat not in options["seats"]:
            expected = f"expected one of {', '.join(options['seats'])}"
            raise ScenarioUnreadable(scenario.source, f"step {number}: seat", expected)
    try:
        state = game.place(options, scenario.position)
    except Refused as refused:
        raise ScenarioUnreadable(scenario.source, "position", str(refused)) from None
    except (AttributeError, TypeError, ValueError, KeyError) as error:
        expected = f"cannot be read: {error}"
        raise ScenarioUnreadable(scenario.source, "position", expected) from None
    _check_effect(scenario, game, state)
    _check_paths(scenario, game.paths)
    return options, state


def _check_effect(scenario: Scenario, game: Game, state: Any) -> None:
    """What a position says, and the game does not keep, has no meaning in its phase."""
    kept = game.position(state)
    for key, value in scenario.position.items():
        if not keeps(game, key, value, kept.get(key)):
            expected = f"expected only where it counts, which is not in phase {kept['phase']!r}"
            raise ScenarioUnreadable(scenario.source, f"position.{key}", expected)


def _check_paths(scenario: Scenario, names: Names) -> None:
    """Every path that is expected, and every table, can be there."""
    there = {**names, "asked": {}}
    for number, step in enumerate(scenario.steps, 1):
        for path, value in step.expect.items():
            if found := misnamed(_tree(path, value), there):
                where = f"step {number}: expect.{'.'.join((*found.where, found.key))}"
                one = f"one of {', '.join(found.allowed)}" if found.allowed else "no more names"
                raise ScenarioUnreadable(scenario.source, where, f"expected {one}")


def _tree(path: str, value: Any) -> Any:
    """The tree in which a value stands at a dotted path."""
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
