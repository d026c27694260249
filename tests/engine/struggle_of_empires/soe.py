"""A game of five in a given position, with dice written down beforehand."""

from dataclasses import replace

from engine.core.dice import ScriptedDice
from engine.core.session import Session
from engine.struggle_of_empires import GAME
from pbem.reports.languages.english import refusal_said

SEATS = ["britain", "france", "prussia", "austria", "spain"]
ALLIANCES = {
    "red": ["britain", "austria", "spain"],
    "blue": ["france", "prussia"],
    "unplayed": {"united_provinces": "red", "russia": "blue"},
}


def at(
    dice=(), *, seats=tuple(SEATS), calls="together", game=GAME, counters=None, rules=(), **position
):
    """A session at a position; once alliances are formed they are those above.

    `rules`: the options edition and variants, where they are not the Deluxe edition's main rules.
    `counters`: those left in the bag, with no others to refill it.
    """
    options = GAME.options({"seats": list(seats), "calls": calls} | dict(rules))
    if position.get("phase", "actions") in ("actions", "income", "scoring", "end-of-war"):
        position = ALLIANCES | position
        if options["edition"] == "original":
            del position["unplayed"]
    state = GAME.place(options, position)
    if counters:
        state.counters, state.fives = list(counters), 0
    return Session.of_state(game, ScriptedDice(dice), state, options)


def only(phase, dice=(), **position):
    """A session that ends with the phase."""
    game = replace(GAME, segment=lambda s: GAME.segment(s) if s.phase == phase else None)
    return at(dice, game=game, phase=phase, **position)


def told(session, what):
    """What was told by this name, in order."""
    return [event.data for event in session.events if event.what == what]


def asked(session):
    """Who is asked what."""
    return {seat: question.kind.name for seat, question in session.questions.items()}


def refusal(session, seat, *choice):
    """Why a choice is refused, with the place in the rules."""
    reason = session.decision(seat).menu.judge(choice)
    return refusal_said(session.game, reason) if reason else None


def units(session, power, place):
    """What a power has in a place."""
    return session.state.units[power].get(place, {})
