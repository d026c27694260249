"""A game is put together from the modules of its package."""

from types import SimpleNamespace

import pytest

from engine.core.decision import kind
from engine.core.rules_interface import GameEvent
from engine.games import GAMES
from engine.kit import registration
from engine.kit.registration import events_of, game_of, kinds_of, name_of

PACKAGE = "engine.empires_of_the_ancient_world"


def module(name, **parts):
    return SimpleNamespace(__name__=name, **parts)


def test_a_game_is_called_as_its_package_and_says_so_in_its_views():
    assert name_of("engine.struggle_of_empires") == "struggle-of-empires"
    for name, game in GAMES.items():
        options = game.options({"seats": 3}) | {"seats": game.seat_names({})[:3]}
        assert game.view(game.start(options), None)["game"] == game.name == name


def test_kinds_are_found_where_they_are_defined_and_where_they_are_imported():
    @kind()
    def step(table, seat):
        """Which way?"""

    found = kinds_of({"a": module("a", step=step, other=1), "b": module("b", step=step)})
    assert found == {"step": step}


def test_two_kinds_of_one_name_are_a_mistake_that_names_the_module():
    def made():
        @kind()
        def step(table, seat):
            """Which way?"""

        return step

    with pytest.raises(ValueError, match="b: another kind is called step"):
        kinds_of({"a": module("a", step=made()), "b": module("b", step=made())})


def test_events_are_those_defined_in_a_module_and_what_they_have_in_common_is_none():
    class GoldPaid(GameEvent):
        seat: str

    found = events_of({"a": module(__name__, GoldPaid=GoldPaid, _OfSeat=GoldPaid, Base=GameEvent)})
    assert found == {"gold_paid": GoldPaid}


def test_a_game_has_what_is_said_where_it_is_put_together():
    game = game_of(PACKAGE, title="Another", version="9", upcoming=len)
    assert (game.title, game.version, game.upcoming) == ("Another", "9", len)
    assert game.with_data(game.data).version == "9"


@pytest.mark.parametrize(("part", "missing"), [("plans", False), ("follow", True)])
def test_a_part_that_no_game_can_do_without_is_missed_by_its_name(monkeypatch, part, missing):
    rest = {key: where for key, where in registration.PARTS.items() if key != part}
    monkeypatch.setattr(registration, "PARTS", rest)
    if missing:
        with pytest.raises(TypeError, match=part):
            game_of(PACKAGE, title="", version="1")
    else:
        assert game_of(PACKAGE, title="", version="1").plans == {}
