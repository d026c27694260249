"""Everything that a game does is told, and everything that it asks is asked in words."""

import pytest

from engine.core.game import Game
from engine.games import GAMES
from engine.kit.telling import Telling

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def telling(game: Game) -> Telling:
    """What a game tells."""
    assert game.telling is not None
    return game.telling


@EVERY_GAME
def test_every_event_is_told(game: Game) -> None:
    assert set(telling(game).story.tells) == set(game.events)


@EVERY_GAME
def test_what_is_left_out_is_an_event(game: Game) -> None:
    assert set(telling(game).story.left_out) <= set(game.events)


@EVERY_GAME
@pytest.mark.parametrize("table", ["asks", "titles", "otherwises"])
def test_every_kind_of_decision_is_asked_in_words(game: Game, table: str) -> None:
    assert set(getattr(telling(game).questions, table)) == set(game.kinds)


@EVERY_GAME
def test_more_is_known_only_of_kinds_that_there_are(game: Game) -> None:
    assert set(telling(game).questions.known) <= set(game.kinds)


@EVERY_GAME
def test_an_event_that_is_none_is_an_error(game: Game) -> None:
    with pytest.raises(LookupError, match="'comet'"):
        telling(game).story.tell({"what": "comet"}, {})
