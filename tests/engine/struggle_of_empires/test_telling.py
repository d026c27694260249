"""Everything that the game does is told, and everything that it asks is asked in words."""

from collections.abc import Mapping

import pytest

from engine.struggle_of_empires import GAME
from engine.struggle_of_empires.telling import opening, questions, story
from engine.struggle_of_empires.telling.standings import MOMENTS


def test_every_event_is_told() -> None:
    assert set(story.TELLS) == set(GAME.events)


def test_what_is_left_out_is_an_event() -> None:
    assert set(story.UNTOLD) <= set(GAME.events)


@pytest.mark.parametrize("table", [questions.ASK, questions.TITLES, questions.OTHERWISE])
def test_every_kind_of_decision_is_asked_in_words(table: Mapping[str, object]) -> None:
    assert set(table) == set(GAME.kinds)


def test_more_is_known_only_of_kinds_that_there_are() -> None:
    assert set(questions.FACTS) <= set(GAME.kinds)


def test_only_phases_are_announced() -> None:
    assert set(opening.PHASES) <= set(MOMENTS)


def test_an_event_that_is_none_is_an_error() -> None:
    with pytest.raises(LookupError, match="'comet'"):
        story.tell({"what": "comet"}, {}, None)
