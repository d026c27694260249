"""Empires of the Ancient World for 2 to 5 players. README.md describes it."""

from engine.kit.registration import game_of

GAME = game_of(__name__, title="Empires of the Ancient World", version="1")
