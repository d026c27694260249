"""Bodies of the lines that a session enters in its record, and their steps of the dice's path."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.decision import Choice, Kind, Seat, as_lists
from engine.core.game import Game
from engine.core.record import Body


def start_body(
    game: Game, options: Mapping[str, Any], words: Mapping[Seat, str], commitment: str
) -> Body:
    """Make the body of a record's first line."""
    return {
        "t": "start",
        "game": game.name,
        "options": dict(options),
        "words": dict(words),
        "commitment": commitment,
        "version": game.version,
        "data": game.data_hash,
    }


def segment_body(
    game: Game, segment: tuple[Any, ...] | None, number: int, path: str, epoch: int, mark: str
) -> Body:
    """Make the body of a segment's start (None: the game is over). `mark` stands for the state."""
    return {
        "t": "segment",
        "number": number,
        "segment": list(segment) if segment else None,
        "path": path,
        "epoch": epoch,
        "state": mark,
        "version": game.version,
        "data": game.data_hash,
    }


def choice_body(seat: Seat, kind: Kind, choice: Choice, source: str, part: int) -> Body:
    """Make the body of an answer, with its place among answers that are entered together."""
    body: Body = {
        "t": "choice",
        "seat": seat,
        "kind": kind.name,
        "choice": as_lists(choice),
        "source": source,
        "part": part,
    }
    return body | {"to": [seat]} if kind.secret else body


def draw_body(
    label: str,
    occurrence: int,
    path: str,
    epoch: int,
    options: Sequence[Any],
    index: int,
    to: Sequence[Seat] | None,
) -> Body:
    """Make the body of a draw; `to` lists the seats that may see it (None: all)."""
    body: Body = {
        "t": "draw",
        "label": label,
        "occurrence": occurrence,
        "path": path,
        "epoch": epoch,
        "of": len(options),
        "index": index,
        "value": options[index],
    }
    return body if to is None else body | {"to": list(to)}


def step_of_path(body: Body) -> tuple[Any, ...]:
    """Return what a line adds to the dice's path, the same for verifiers that know no rules."""
    if body["t"] == "choice":
        return "choice", body["seat"], body["kind"], body["choice"]
    return ("change", body["choice"]) if body["t"] == "change" else ()
