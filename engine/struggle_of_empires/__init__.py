"""Struggle of Empires: both editions, for 2 to 7 players. README.md describes it."""

from engine.kit.registration import game_of
from engine.struggle_of_empires.gifts import anytime, do_anytime
from engine.struggle_of_empires.tolls import toll
from engine.struggle_of_empires.view import allies_in

GAME = game_of(
    __name__,
    title="Struggle of Empires",
    version="3",
    anytime=anytime,
    do_anytime=do_anytime,
    allies=allies_in,
    toll=toll,
)
