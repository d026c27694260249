"""Feeding the record's answers and draws to the rules again, and saying what no longer fits."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.core.decision import Choice, Decision, Kind, Question, Seat, as_choice
from engine.core.dice import canonical
from engine.core.game import Game
from engine.core.record import Body, Diverged, together

Feed = deque[tuple[int, Body]]
"""The lines still to be fed to the rules while restoring, with their numbers."""


def answers_from(
    feed: Feed,
    fed: int | None,
    game: Game,
    questions: Mapping[Seat, Question],
    decision: Callable[[Seat], Decision],
) -> dict[Seat, Choice]:
    """Take the answers to the current questions from the feed, in whatever order they were entered.

    `fed`: the line that was fed last. Raises Diverged.
    """
    answers: dict[Seat, Choice] = {}
    given = together(feed)
    for seat, (kind, _, _) in questions.items():
        if (found := given.get((seat, kind.name))) is not None:
            feed.remove(found)
            answers[seat] = _still_legal(game, kind, decision(seat), *found)
            if kind.settled_by(answers[seat]):
                break
        elif kind.absent is not None:
            # An absent answer is no line and no step of the path: whoever verifies the dice does
            # not know the rules.
            answers[seat] = kind.absent
        else:
            name = game.words.name
            asked = f"now it is {name(seat)} who is asked ({name(kind.name)})"
            raise Diverged(f"{asked}, where the record has {next_of(feed, game)}", fed)
    return answers


def _still_legal(game: Game, kind: Kind, decision: Decision, n: int, body: Body) -> Choice:
    choice, name = as_choice(body["choice"]), game.words.name
    if refusal := decision.menu.judge(choice):
        what = f"{name(body['seat'])}'s answer ({name(kind.name)}) is no longer legal"
        if kind.secret:
            raise Diverged(what, n)
        raise Diverged(f"{what}: {_said(game, kind.name, choice)}", n, refusal)
    return choice


def _said(game: Game, kind: str, choice: Choice) -> str:
    """Word a recorded choice as an order; its form may have disappeared with an option."""
    try:
        return game.words.say(kind, choice)
    except ValueError:
        return " ".join(game.words.name(str(word)) for word in choice)


def next_of(feed: Feed, game: Game) -> str:
    """Say in words what comes next in the record."""
    if not feed:
        return "no answer"
    body = feed[0][1]
    if body["t"] != "choice":
        return "an act of the host" if body["t"] == "change" else "an order at any time"
    return f"{game.words.name(body['seat'])}'s answer ({game.words.name(body['kind'])})"


def still_there(options: Sequence[Any], n: int, body: Body) -> Any:
    """Return the outcome of an earlier draw. Raises Diverged if it is no longer an option."""
    value, index = body["value"], body["index"]
    if index < len(options) and options[index] == value:
        return options[index]
    for option in options:
        if canonical(option) == canonical(value):
            return option
    drawn = "" if "to" in body else f": {value}"
    raise Diverged(f"what was drawn ({body['label']}) is no longer there{drawn}", n)
