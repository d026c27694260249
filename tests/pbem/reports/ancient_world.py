"""Reports of Empires of the Ancient World: positions, dice and orders, and what is told of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.decision import Choice
from engine.core.dice import ScriptedDice
from engine.core.session import Session
from engine.empires_of_the_ancient_world import GAME
from tests.pbem.reports.playing import payload

NO = "none"
BORDER: dict[str, Any] = {
    "turn": 2,
    "round": 4,
    "bases": {
        "italia": {"red": 2},
        "sicilia": {"red": 1},
        "cisalpina": {"blue": 2},
        "pannonia": {"blue": 1},
        "west_med": {"green": 1},
        "africa": {"green": 1},
    },
    "forts": ["italia", "cisalpina"],
    "cubes": {"cisalpina": {"blue": 2, "green": 1}, "italia": {"red": 3, "green": 3}},
    "warehouse": {"red": 4, "blue": 2, "green": 5},
    "armies": {"red": "A", "blue": "B", "green": "D"},
    "hands": {"red": ["elephants", "veteran_archers"], "blue": ["archers", "pike"]},
    "personalities": {
        "red": ["diplomat"],
        "blue": ["engineer", "military_leader"],
        "green": ["merchant", "merchant"],
    },
    "row": ["sword", "galley", "veteran_light_horse", "merchant", "siege_tower", "spear"],
    "plunder": {"green": {"blue": 2}},
    "victory_points": {"red": 31, "blue": 27, "green": 40},
}
Orders = Sequence[tuple[str, Choice]]
ATTACK: Orders = [("red", ("attack", "cisalpina", "surest"))]
AMBUSH: Orders = [*ATTACK, ("blue", ("ambush",))]
ROUT: Orders = [
    *AMBUSH,
    ("red", ("deck", "veteran_archers", "elephants", "heavy_horse", "heavy_horse", "sword")),
    ("blue", ("deck", "archers", "heavy_horse", "light_horse", "warband", NO)),
]
SHOTS = (5, 3, 4, "heavy_horse*", "archers", "heavy_horse*", "light_horse*", "warband*")


def played(orders: Orders, dice: Sequence[Any] = (), **position: Any) -> Session:
    """A game of three at the border of Red and Blue, after these orders."""
    options = GAME.options({"seats": ["red", "blue", "green"]})
    state = GAME.place(options, {**BORDER, **position})
    session = Session.of_state(GAME, ScriptedDice(dice), state, options)
    for seat, choice in orders:
        session.submit(seat, choice)
    return session


def report(session: Session, seat: str | None) -> dict[str, Any]:
    """The report of all that has happened, to a seat or to the public.

    It names no line of the record, whose hash tells the data that are played with.
    """
    told = payload(session, seat, session.events, 12)
    about = {"name": "eotaw1", "rules": GAME.name, "title": GAME.title}
    return {**told, "game": about, "tag": "", "reply_to": "", "line": None}
