"""The registry of games."""

from engine.games import GAMES


def test_games_are_found_by_their_names_in_a_fixed_order():
    names = ["struggle-of-empires", "empires-of-the-ancient-world", "seven-years-world-war"]
    assert list(GAMES) == names
    assert all(game.name == name for name, game in GAMES.items())
