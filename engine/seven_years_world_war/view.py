"""What a seat, or with None the public, may see of a game, as JSON.

Until the game is over, these are hidden: the hands and treasuries of others, markers laid face down
in diplomacy, and offers, proposals and agreements between others. How many markers a hand has,
everybody sees (R9).
"""

from typing import Any

from engine.core.decision import Seat
from engine.kit.position_codec import parts, plain, result
from engine.kit.registration import name_of
from engine.seven_years_world_war.forces import size
from engine.seven_years_world_war.income.points import route_income, square_income
from engine.seven_years_world_war.income.routes import holders
from engine.seven_years_world_war.state import FACE_DOWN, State
from engine.seven_years_world_war.victory import final_sum

GAME = name_of(__package__)


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    """Return the view of a seat; with None, that of the public."""
    return {
        "game": GAME,
        "you": seat,
        **_sequence(state),
        **_powers(state),
        **_board(state),
        **_seats(state),
        **_secrets(state, seat),
        "battle": plain(state.battle),
        "attempt": _attempt(state, seat),
        "result": result(state),
    }


def _sequence(state: State) -> dict[str, Any]:
    setups = state.data.setups
    return {
        **parts(state, "seats", "scenario", "reactions", "turn", "phase", "step", "first"),
        "variants": list(state.variants),
        "turns": setups.turns,
        "year": setups.first_year + state.turn - 1,
        "active": state.active or None,
        "turn_order": state.turn_order(),
    }


def _powers(state: State) -> dict[str, Any]:
    majors = state.data.powers.majors
    return {
        "controllers": dict(state.controllers),
        "powers": {seat: state.powers_of(seat) for seat in state.seats},
        "neutral": [power for power, seat in state.controllers.items() if not seat],
        "values": {power: row.campaign for power, row in majors.items()},
        "leaders": plain(state.leaders),
    }


def _board(state: State) -> dict[str, Any]:
    squares = sorted(state.units, key=state.data.board.number.__getitem__)
    return {
        **parts(state, "units", "embarked", "moved", "attacked", "attacks"),
        "beaten_back": plain(state.beaten_back or {}),
        **parts(state, "pillaged", "enlightenment", "tried"),
        "numbers": {square: size(force) for square, force in state.units.items()},
        "occupants": {square: found for square in squares if (found := state.occupant(square))},
        "routes": {route: holders(state, route) for route in state.data.board.routes},
    }


def _seats(state: State) -> dict[str, Any]:
    return {
        "campaign": {seat: state.campaign(seat) for seat in state.seats},
        "held": {seat: state.held(seat) for seat in state.seats},
        "limit": state.limit,
        "income": {
            seat: square_income(state, seat) + route_income(state, seat) for seat in state.seats
        },
        "sums": {seat: final_sum(state, seat) for seat in state.seats},
        "start_sums": dict(state.start_sums),
        "squares": {seat: len(state.occupied(seat)) for seat in state.seats},
        "treaty": list(state.treaty),
        "ending": list(state.ending),
        "aside": list(state.aside),
        "pool": sum(state.pool.values()),
        "costs": {
            what: n for what, n in plain(state.data.charts.costs).items() if what != "source"
        },
    }


def _secrets(state: State, seat: Seat | None) -> dict[str, Any]:
    over = state.phase == "over"
    seen = state.seats if over else [seat] if seat in state.seats else []
    return {
        "hands": {owner: list(state.hands[owner]) for owner in seen if owner},
        "to_use": {owner: _to_use(state, owner) for owner in seen if owner},
        "treasury": {owner: state.treasury[owner] for owner in seen if owner},
        "offers": [plain(o) for o in state.offers if over or seat in (o.by, o.to)],
        "proposals": [plain(p) for p in state.proposals if over or seat in p.parties],
        "agreements": [plain(a) for a in state.agreements if over or seat in a.parties],
    }


def _to_use(state: State, seat: Seat) -> list[str]:
    """The markers that a seat may use: its hand, and leaders face up in the boxes of its powers."""
    boxed = [leader for _, leader in state.boxed(seat) if not leader.endswith(FACE_DOWN)]
    return [*state.hands[seat], *boxed]


def _attempt(state: State, seat: Seat | None) -> dict[str, Any] | None:
    """Diplomacy under way. Until markers are revealed, only the attacker sees his own; others see
    their number."""
    attempt = state.attempt
    if attempt is None:
        return None
    shown = attempt.revealed or seat == attempt.by
    return {
        "power": attempt.power,
        "by": attempt.by,
        "number": len(attempt.attack),
        "attack": list(attempt.attack) if shown else [],
        "defence": plain(attempt.defence) if attempt.revealed else {},
    }
