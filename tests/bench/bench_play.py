"""Decisions per second in random play, with menus and record, on one core.

Beside it the rules alone: nothing is hashed, drawn from a seed, written or read back. And
catanatron's random players, if it is there: `uv pip install --python .venv/bin/python catanatron`.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from typing import Any
from unittest.mock import patch

from engine.core import session as sessions
from engine.core.bots import Stream, play, random_bot
from engine.core.dice import Dice, Seed
from engine.core.game import Game
from engine.core.record import Body, Line, Record
from engine.core.session import Session
from tests.bench.seating import options
from tests.bench.timing import cpu, show

RUNS, GAMES_A_RUN = 15, 10


class Unhashed(Record):
    """A record without its chain."""

    def append(self, salt: str, body: Body) -> int:
        self.lines.append(Line(body, salt, ""))
        return len(self) - 1


class Thrown(Dice):
    """Dice that are thrown: no seed, no path, no keyed hash."""

    __slots__ = ("_stream",)

    def __init__(self, stream: Stream) -> None:
        super().__init__(Seed(b""))
        self._stream = stream

    def hash(self, *message: Any) -> str:
        return ""

    def draw(self, options: Any, *name: Any) -> int:
        return self._stream.below(len(options))


def unwritten(game: Game) -> Game:
    """The game whose state is handed from segment to segment, not written and read back."""
    handed: list[Any] = []

    def dump(state: Any) -> bytes:
        handed[:] = [state]
        return b""

    return replace(game, dump=dump, load=lambda _data: handed[0])


def with_record(game: Game, name: str) -> int:
    """A game as the moderator has it."""
    seed = Seed(name.encode().ljust(32))
    return play(Session.start(game, Dice(seed), options(game, name)), random_bot(Stream(name)))


def rules_alone(game: Game, name: str) -> int:
    """A game of which nothing is left."""
    with patch.object(sessions, "Record", Unhashed):
        dice = Thrown(Stream(f"{name} dice"))
        session = Session.start(unwritten(game), dice, options(game, name))
        return play(session, random_bot(Stream(name)))


def catanatron(name: str) -> int:
    """A game of four random players of the Catan engine."""
    from catanatron import Color, Game, RandomPlayer

    colours = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
    game = Game([RandomPlayer(colour) for colour in colours], seed=Stream(name).below(65536))
    game.play()
    return len(game.state.actions)


def rate(play_one: Callable[[str], int], run: int) -> float:
    """Decisions a second over some games."""
    decided: list[int] = []
    names = [f"bench {run} {number}" for number in range(GAMES_A_RUN)]
    took = cpu(lambda: decided.extend(map(play_one, names)))
    return sum(decided) / took


def main(game: Game) -> None:
    """Print the three, taken in turn."""
    figures: list[tuple[str, str, Callable[[str], int]]] = [
        ("random play with menus and record", "10,000", partial(with_record, game)),
        ("the rules alone, no record", "", partial(rules_alone, game)),
    ]
    if find_spec("catanatron"):
        figures.append(("catanatron, random players, same run", "", catanatron))
    for _, _, play_one in figures:
        rate(play_one, RUNS)
    rates = [[rate(play_one, run) for _, _, play_one in figures] for run in range(RUNS)]
    for (what, aim, _), values in zip(figures, zip(*rates, strict=True), strict=True):
        show(what, values, "/s", aim, digits=0)
    if not find_spec("catanatron"):
        print("catanatron is not there: uv pip install --python .venv/bin/python catanatron")
