"""The registry of games."""

from engine.games import GAMES


def test_games_are_found_by_their_names_in_a_fixed_order():
    assert list(GAMES) == ["struggle-of-empires", "empires-of-the-ancient-world"]
    assert all(game.name == name for name, game in GAMES.items())
