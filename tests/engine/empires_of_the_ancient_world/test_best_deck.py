"""The choice of a deck that is left to the moderator, this once."""

from pathlib import Path

import pytest

from engine.core.dice import Seed
from engine.core.session import Session
from engine.queue.understanding import understand
from engine.queue.using_lines import use_lines
from tests.bench.understanding import files
from tests.bench.understanding.files import Mail
from tests.bench.understanding.judging import SameDice, position, take

FILE = "tests/understanding/empires_of_the_ancient_world/breadth/deck_1.toml"


def asked() -> tuple[Session, str]:
    """A battle in which a seat is asked for its deck, and the seat."""
    file = files.load(Path(FILE))
    play = position(file, "")
    assert not isinstance(play, str)
    copy = play.session.record.copy()
    return Session(play.session.game, SameDice(Seed(bytes(32))), copy), file.seat


@pytest.mark.parametrize(
    "text", ["best deck", "My best deck, please.", "you choose", "Bestes Deck bitte"]
)
def test_the_best_deck_answers_the_question_and_is_no_standing_wish(text: str) -> None:
    session, seat = asked()
    (reading,) = understand(session, seat, [text]).readings
    assert (reading.sort, len(reading.lines)) == ("order", 1)
    orders = take(session, seat, Mail(1, text, ())).orders
    (left,) = use_lines(session, seat, list(orders))
    assert left.state == "given"
    assert session.sealed[seat][0][0] == "deck"


@pytest.mark.parametrize("text", ["Is the best deck a good idea?", "not the best deck"])
def test_who_asks_or_denies_leaves_nothing_to_the_moderator(text: str) -> None:
    session, seat = asked()
    assert "order" not in {r.sort for r in understand(session, seat, [text]).readings}
