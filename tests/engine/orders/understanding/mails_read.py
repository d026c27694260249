"""What is made of a mail in the position of an understanding file, and a game to read mails in."""

from functools import cache
from pathlib import Path
from typing import Any

from engine.core.session import Session
from engine.games import GAMES
from engine.orders.understanding.interpreter_parts import Parts
from engine.orders.vocabulary import Vocabulary
from engine.queue.understanding import Understood, understand
from engine.scenarios.playing import ScenarioRun
from engine.scenarios.scenario import Scenario, begin
from tests.bench.understanding import files
from tests.bench.understanding.judging import position as opened

WHERE = Path("tests/understanding")


def turn_of_britain(**position: Any) -> ScenarioRun:
    """A game of Struggle of Empires before an action of Britain, with 9 gold."""
    seats = ["britain", "france", "prussia", "austria", "spain"]
    whole = {
        "war": 2,
        "phase": "actions",
        "active": "britain",
        "red": ["britain", "austria", "spain"],
        "blue": ["france", "prussia"],
        "gold": {"britain": 9},
        **position,
    }
    options = {"seats": seats}
    return begin(Scenario("", "", "struggle-of-empires", options=options, position=whole), GAMES)


def action_of_britain(**position: Any) -> Session:
    """The same game, in which Britain is asked for its action."""
    play = turn_of_britain(**position)
    play.play_until_asked("britain")
    return play.session


@cache
def position(name: str, number: int | None = None) -> tuple[Session, str]:
    """The game in which a file's mails are written, or the one with this number, and whose they
    are."""
    file = files.load(WHERE / f"{name}.toml")
    play = opened(file, "" if number is None else file.mails[number].open)
    assert not isinstance(play, str)
    return play.session, file.seat


def read(name: str, text: str, number: int | None = None) -> Understood:
    session, seat = position(name, number)
    return understand(session, seat, text.splitlines())


def played(name: str, text: str, number: int | None = None) -> list[str]:
    """The lines of a mail of which nothing is asked."""
    readings = read(name, text, number).readings
    assert {reading.sort for reading in readings} <= {"order", "remark"}
    return [line for reading in readings for line in reading.lines]


def ordered(name: str, text: str, number: int | None = None) -> list[str]:
    """The same lines as they are printed."""
    parts = _parts(position(name, number)[0].game.words)
    return [parts.canonical(line) for line in played(name, text, number)]


@cache
def _parts(words: Vocabulary) -> Parts:
    return Parts(words, "en")
