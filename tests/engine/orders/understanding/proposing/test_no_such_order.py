"""What a vocabulary names as no order is answered with the reason, or read as what it means."""

import pytest

from engine.core.session import Session
from engine.games import GAMES
from engine.orders.understanding.reading_types import Reading
from engine.orders.vocabulary import Vocabulary
from engine.queue.understanding import understand
from engine.struggle_of_empires.words import REASONS
from tests.engine.struggle_of_empires.soe import at

GAME = GAMES["struggle-of-empires"]


@pytest.fixture
def session() -> Session:
    """Britain's turn, with armies in the Baltic and at home."""
    return at(units={"britain": {"baltic": {"army": 2}, "home": {"army": 1}}})


def read(session: Session, text: str) -> Reading:
    (reading,) = understand(session, "britain", [text]).readings
    return reading


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("move army Baltic to Britain", "move army Baltic to home"),
        ("move army from Baltic to England", "move army Baltic to home"),
        ("move 2 armies Baltic to England", "move 2 armies Baltic to home"),
        ("move army England to Baltic", "move army home to Baltic"),
        ("build army in Britain", "build army at home"),
        ("verlege Armee aus dem Baltikum nach England", "move army Baltic to home"),
        ("verlege Armee aus England ins Baltikum", "move army home to Baltic"),
        ("baue Armee in England", "build army at home"),
    ],
)
def test_the_own_power_as_a_place_is_home(session: Session, text: str, line: str) -> None:
    reading = read(session, text)
    assert reading.sort == "order"
    assert GAME.words.order(reading.lines[0]).steps == GAME.words.order(line).steps


@pytest.mark.parametrize(
    "text",
    [
        "move army Baltic to Prussia",
        "move army France to Baltic",
        "build fort in France",
        "verlege Armee aus dem Baltikum nach Österreich",
        "baue Fort in Frankreich",
    ],
)
def test_nothing_near_is_offered_for_the_home_of_another_power(session: Session, text: str) -> None:
    assert because(read(session, text)) == "refusal.home_of_power"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("use Banking", "refusal.works_by_itself"),
        ("use the bank", "refusal.works_by_itself"),
        ("use Army Training", "refusal.works_by_itself"),
        ("use Industry", "refusal.works_when_claimed"),
        ("nutze Bankwesen", "refusal.works_by_itself"),
        ("nutze Regierungsreform", "refusal.works_when_claimed"),
    ],
)
def test_a_tile_that_needs_no_order_says_so(session: Session, text: str, why: str) -> None:
    assert because(read(session, text)) == why


def because(reading: Reading) -> str:
    """The reason for which a reading is no order."""
    assert (reading.sort, reading.several, reading.near) == ("unclear", (), ())
    assert reading.reason is not None
    return str(getattr(reading.reason.slots["because"], "id", ""))


@pytest.mark.parametrize("words", [GAME.words, GAME.words.tongues["de"].other])
def test_the_reasons_are_those_that_the_game_names(words: Vocabulary) -> None:
    assert {form.reason for form in words.words.reasons} == set(REASONS)
