"""A seat's view as the bot looks at it: the position but for what is hidden, and the time left."""

from collections import Counter
from collections.abc import Mapping
from copy import copy
from typing import Any

from engine.core.decision import Seat
from engine.empires_of_the_ancient_world.data import Data
from engine.empires_of_the_ancient_world.schema import Area, Card
from engine.empires_of_the_ancient_world.state import Battle, State


class Seen:
    """What can be read off a view."""

    def __init__(self, data: Data, view: Mapping[str, Any]) -> None:
        self.data, self.view = data, view
        self.me: Seat = view["you"]
        self.seats: list[Seat] = view["seats"]
        self.others = [seat for seat in self.seats if seat != self.me]
        self.rules = data.ruleset(tuple(view["variants"]))
        self.state = self._state()
        self.mine = self.state.controlled(self.me)

    def _state(self) -> State:
        """The position for the rules to look at: of others no army, no hand, and no deck."""
        view, own = self.view, self.view["hands"][self.me]
        battle = view["battle"]
        state = State(
            seats=self.seats,
            opening=view["opening"],
            variants=tuple(view["variants"]),
            phase=view["phase"],
            step="extra" if view["extra"] else "",
            turn=view["turn"],
            round=view["round"],
            active=view["active"] or "",
            first=view["first"],
            halves={},
            bases=view["bases"],
            control=view["control"],
            forts=view["forts"],
            cubes=view["cubes"],
            warehouse=view["warehouse"],
            plunder=view["plunder"],
            armies=dict.fromkeys(self.seats, "") | {self.me: own["army"]},
            hands={seat: [] for seat in self.seats} | {self.me: own["mercenaries"]},
            personalities=view["personalities"],
            row=view["row"],
            deck=[],
            discards=view["discards"],
            victory_points=view["victory_points"],
            battle=Battle(**battle) if battle else None,
        )
        state.data = self.data
        return state

    def owner(self, area: Area) -> Seat:
        """Who controls an area; "" if nobody does."""
        found: Seat = self.view["control"].get(area, "")
        return found

    def cubes(self, area: Area) -> Mapping[Seat, int]:
        """Trade cubes in an area, by owner."""
        found: Mapping[Seat, int] = self.view["cubes"].get(area, {})
        return found

    def standing(self, seat: Seat) -> int:
        """About what a seat will have in the end, if all stays as it is."""
        values = sum(self.data.board[area].value for area in self.view["areas"][seat])
        points: int = self.view["victory_points"][seat]
        return points + self.scorings_left * (values + self.state.on_board(seat) // 2)

    # Cards

    def with_hand(self, seat: Seat, army: str, mercenaries: list[Card]) -> State:
        """The position if another had these cards."""
        state = copy(self.state)
        state.armies = self.state.armies | {seat: army}
        state.hands = self.state.hands | {seat: mercenaries}
        state.data = self.data
        return state

    def mercenaries(self, seat: Seat) -> int:
        """About how many mercenary armies a seat has: all see how many cards it holds."""
        army = self.view["hands"][self.me]["army"]
        own = sum(self.data.armies[army].cards.values()) if army else 0
        held: int = self.view["cards"][seat]
        return max(0, held - own)

    def unseen(self) -> list[Card]:
        """Mercenary armies that lie nowhere in the open, sorted: in the deck or in hands."""
        left = Counter(self.data.mercenaries)
        left.subtract(self.view["row"] + self.view["discards"])
        left.subtract(self.view["hands"][self.me]["mercenaries"])
        return [card for card in left.elements() if card in self.data.army_cards]

    # How long

    @property
    def acting(self) -> bool:
        """Whether actions are being played."""
        return bool(self.view["phase"] == "actions")

    @property
    def rounds_left(self) -> int:
        """Rounds of this game turn after the one under way."""
        return int(self.view["rounds"] - self.view["round"]) if self.acting else self.view["rounds"]

    @property
    def turns_left_in_round(self) -> int:
        """Turns of all players in this round after the one under way."""
        if not self.acting:
            return 0
        order: list[Seat] = self.view["turn_order"]
        return len(order) - 1 - order.index(self.view["active"])

    @property
    def scorings_left(self) -> int:
        """Scorings that are still to come."""
        return sum(turn >= self.view["turn"] for turn in self.rules.scored)

    @property
    def incomes_left(self) -> int:
        """Incomes that are still to come."""
        return int(self.view["turns"] - self.view["turn"])
