"""A turn of five powers of Struggle of Empires, to which seats send lines."""

from typing import Any

from engine.core.dice import ScriptedDice
from engine.games import GAMES
from tests.engine import board

GAME = GAMES["struggle-of-empires"]
WORDS = GAME.words
SEATS = ["britain", "france", "prussia", "austria", "spain"]
TURN = {
    "phase": "actions",
    "red": ["britain", "austria", "spain"],
    "blue": ["france", "prussia"],
    "gold": dict.fromkeys(SEATS, 10),
}
AT_SEA = {"units": {"britain": {"north_america": {"navy": 1}, "german_states": {"army": 1}}}}
INDIA: dict[str, Any] = {
    "control": {"india": {"france": 1}},
    "units": {
        "britain": {"india": {"army": 2}},
        "france": {"india": {"army": 1}},
        "spain": {"india": {"army": 1}},
        "prussia": {"india": {"army": 1}},
    },
}
WON = (6, 1, 1, 1, 0, 0, 0, 0)
"""Land dice, and unrest counters behind them."""


class Board(board.Board):
    """A turn of five, in which Britain is asked first."""

    def __init__(self, *dice: Any, options: dict[str, Any] | None = None, **position: Any) -> None:
        super().__init__(
            GAME, {"seats": SEATS, **(options or {})}, {**TURN, **position}, ScriptedDice(dice)
        )

    def states(self, seat: str = "britain") -> list[str]:
        return super().states(seat)

    def said(self, seat: str = "britain") -> list[str]:
        return super().said(seat)


def attack_with(*standing: tuple[str, str]) -> Board:
    board = Board(*WON, **INDIA)
    for seat, text in standing:
        board.mail(seat, text)
    board.mail("britain", "attack France in India")
    return board
