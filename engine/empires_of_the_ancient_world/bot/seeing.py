"""A seat's view as the bot reads it: the position without what is hidden, and the time left."""

from collections import Counter
from collections.abc import Mapping
from copy import copy
from typing import Any

from engine.core.decision import Seat
from engine.empires_of_the_ancient_world.data import Data
from engine.empires_of_the_ancient_world.schema import Area, Card
from engine.empires_of_the_ancient_world.state import Battle, State


class Seen:
    """A view, as a state for the rules and as numbers for the bot."""

    def __init__(self, data: Data, view: Mapping[str, Any]) -> None:
        self.data, self.view = data, view
        self.me: Seat = view["you"]
        self.seats: list[Seat] = view["seats"]
        self.others = [seat for seat in self.seats if seat != self.me]
        self.rules = data.ruleset(tuple(view["variants"]))
        self.state = self._state()
        self.mine = self.state.controlled(self.me)

    def _state(self) -> State:
        """Build the position for the rules to read, without others' cards and the deck."""
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
        """Return who controls an area; "" if nobody does."""
        found: Seat = self.view["control"].get(area, "")
        return found

    def cubes(self, area: Area) -> Mapping[Seat, int]:
        """Return the trade cubes in an area, by owner."""
        found: Mapping[Seat, int] = self.view["cubes"].get(area, {})
        return found

    def standing(self, seat: Seat) -> int:
        """Estimate a seat's final points if everything stays as it is."""
        values = sum(self.data.board[area].value for area in self.view["areas"][seat])
        points: int = self.view["victory_points"][seat]
        return points + self.scorings_left * (values + self.state.on_board(seat) // 2)

    # Cards

    def with_hand(self, seat: Seat, army: str, mercenaries: list[Card]) -> State:
        """Return the position as if another seat had these cards."""
        state = copy(self.state)
        state.armies = self.state.armies | {seat: army}
        state.hands = self.state.hands | {seat: mercenaries}
        state.data = self.data
        return state

    def mercenaries(self, seat: Seat) -> int:
        """Estimate how many mercenary armies a seat has: everybody sees how many cards it holds."""
        army = self.view["hands"][self.me]["army"]
        own = sum(self.data.armies[army].cards.values()) if army else 0
        held: int = self.view["cards"][seat]
        return max(0, held - own)

    def unseen(self) -> list[Card]:
        """Return mercenary armies that are not in the open, sorted: in the deck or in hands."""
        left = Counter(self.data.mercenaries)
        left.subtract(self.view["row"] + self.view["discards"])
        left.subtract(self.view["hands"][self.me]["mercenaries"])
        return [card for card in left.elements() if card in self.data.army_cards]

    # Remaining time

    @property
    def acting(self) -> bool:
        """Whether actions are being played."""
        return bool(self.view["phase"] == "actions")

    @property
    def rounds_left(self) -> int:
        """The number of rounds of this game turn after the current one."""
        return int(self.view["rounds"] - self.view["round"]) if self.acting else self.view["rounds"]

    @property
    def turns_left_in_round(self) -> int:
        """The number of turns of all players in this round after the current one."""
        if not self.acting:
            return 0
        order: list[Seat] = self.view["turn_order"]
        return len(order) - 1 - order.index(self.view["active"])

    @property
    def scorings_left(self) -> int:
        """The number of scorings still to come."""
        return sum(turn >= self.view["turn"] for turn in self.rules.scored)

    @property
    def incomes_left(self) -> int:
        """The number of incomes still to come."""
        return int(self.view["turns"] - self.view["turn"])
