"""A seat's view as the bot looks at it: the position without what is hidden."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from msgspec import UNSET

from engine.core.decision import Seat
from engine.seven_years_world_war.combat.combat_under_way import Battle
from engine.seven_years_world_war.data import Data
from engine.seven_years_world_war.forces import common, each, minus, only, plus, size
from engine.seven_years_world_war.negotiation.breaches import NO_ATTACKS
from engine.seven_years_world_war.state import State, land_units
from engine.seven_years_world_war.tables.names import IMMOBILE, UNITS, Force, Square


class Seen:
    """What can be read off a view. `state` is the position for the rules to look at; other seats
    have no hand and no treasury in it, and the pool is empty."""

    def __init__(self, data: Data, view: Mapping[str, Any]) -> None:
        self.data, self.view = data, view
        self.me: Seat = view["you"]
        self.state = self._state()
        self.prospects: dict[Any, Any] = {}
        """Results already worked out for this answer."""

    def _state(self) -> State:
        view = self.view
        battle = view["battle"]
        same = ("scenario", "phase", "step", "turn", "first", "controllers", "units", "embarked")
        also = ("moved", "attacked", "attacks", "leaders", "aside", "pillaged", "enlightenment")
        state = State(
            seats=view["seats"],
            variants=tuple(view["variants"]),
            reactions=view["reactions"],
            active=view["active"] or "",
            treasury=dict.fromkeys(view["seats"], 0) | view["treasury"],
            hands={seat: [] for seat in view["seats"]} | view["hands"],
            pool={},
            recruited={},
            tried=view["tried"],
            start_sums=view["start_sums"],
            offers=[],
            proposals=[],
            agreements=[],
            treaty=view["treaty"],
            ending=view["ending"],
            changing=[],
            battle=Battle(**battle) if battle else None,
            beaten_back=view["beaten_back"] or UNSET,
            **{key: view[key] for key in (*same, *also)},
        )
        state.data = self.data
        return state

    @property
    def hand(self) -> list[str]:
        """The seat's own markers."""
        return self.state.hands[self.me]

    @property
    def leaders(self) -> frozenset[str]:
        """The markers that are leaders."""
        return self.data.charts.leaders

    @property
    def points(self) -> int:
        """The points in the seat's own treasury."""
        return self.state.treasury[self.me]

    @cached_property
    def mine(self) -> list[Square]:
        """The squares that the seat occupies, in the order of the board."""
        return self.state.occupied(self.me)

    @cached_property
    def partners(self) -> frozenset[Seat]:
        """The seats that it has agreed with not to attack."""
        made = (each for each in self.view["agreements"] if each["clause"] == NO_ATTACKS)
        return frozenset(seat for each in made for seat in each["parties"]) - {self.me}

    @cached_property
    def targets(self) -> list[Square]:
        """The squares of enemies and minor powers. Partners are spared, and so are neutral powers:
        an attack on one would make it somebody's ally."""
        state = self.state
        spared = {self.me, *self.partners}
        return [
            square
            for square, force in state.units.items()
            if spared.isdisjoint(map(state.controller, force))
            and not any(map(state.is_neutral, force))
        ]

    def is_wanted(self, square: Square) -> bool:
        """Tell whether holding a square is of any use."""
        return bool(self.state.value(square))

    def spare(self, square: Square) -> Force:
        """Return the land units ashore that can leave a square: one stays where it is needed to
        hold it."""
        state = self.state
        own = state.of_seat(self.me, square)
        ashore = land_units(minus(own, common(own, state.aboard(square))))
        mobile = only(ashore, [unit for unit in UNITS if unit not in IMMOBILE])
        if not self.is_wanted(square) or size(own) > size(mobile):
            return mobile
        for power, unit, _ in sorted(each(mobile), key=lambda kind: UNITS.index(kind[1])):
            return minus(mobile, {power: {unit: 1}})
        return mobile

    def upkeep(self) -> int:
        """Return the points that it will cost to feed units beyond what their squares feed."""
        state, board = self.state, self.data.board
        over = 0
        for square in self.mine:
            fed = 0 if square in state.pillaged else board.forage(square)
            over += max(0, size(state.of_seat(self.me, square)) - fed)
        return over * self.data.charts.costs.provision

    def together(self, force: Force, square: Square) -> Force:
        """Return a force together with the seat's other units of the same powers in a square."""
        there = self.state.of_seat(self.me, square)
        return plus(force, {power: stack for power, stack in there.items() if power in force})
