"""The complete state of a game, with queries that do not change it."""

from collections import Counter
from functools import cached_property
from typing import Literal, TypeAlias

import msgspec

from engine.core import rules_interface
from engine.core.decision import Seat
from engine.core.state_bytes import loader
from engine.empires_of_the_ancient_world.data import Data
from engine.empires_of_the_ancient_world.ruleset import Ruleset
from engine.empires_of_the_ancient_world.schema import MERCHANT, Area, Card, Half, Place

Side = Literal["attacker", "defender"]
SIDES: tuple[Side, Side] = ("attacker", "defender")


class Battle(msgspec.Struct):
    """A battle in progress, as everybody sees it: where, who, how. Decks are never in the state."""

    area: Area
    attacker: Seat
    defender: Seat
    place: Place = "field"
    ambush: bool = False

    def seat(self, side: Side) -> Seat:
        """Return the seat that leads a side."""
        return self.attacker if side == "attacker" else self.defender

    def opponent(self, seat: Seat) -> Seat:
        """Return the other of the two opponents."""
        return self.defender if seat == self.attacker else self.attacker


class Outcome(msgspec.Struct):
    """How the game ended."""

    winner: list[Seat] = []
    victory_points: dict[Seat, int] = {}


class State(msgspec.Struct, dict=True):
    """Everything there is to know about a game."""

    seats: list[Seat]
    opening: str
    variants: tuple[str, ...]
    phase: str
    step: str
    turn: int
    round: int
    active: Seat
    first: Seat
    """The start player of the game turn."""
    halves: dict[Seat, Half]
    """The half in which each seat started."""
    bases: dict[Area, dict[Seat, int]]
    control: dict[Area, Seat]
    forts: list[Area]
    cubes: dict[Area, dict[Seat, int]]
    """Trade cubes on the board."""
    warehouse: dict[Seat, int]
    """Cubes that their owner can spend."""
    plunder: dict[Seat, dict[Seat, int]]
    """By holder, cubes of others: a point each at the next scoring."""
    armies: dict[Seat, str]
    """Each seat's starting army, which only its owner sees."""
    hands: dict[Seat, list[Card]]
    """Mercenary armies."""
    personalities: dict[Seat, list[Card]]
    row: list[Card]
    deck: list[Card]
    """The remaining cards, sorted: a card is drawn at random when it is needed."""
    discards: list[Card]
    victory_points: dict[Seat, int]
    extra: bool = False
    """Whether the active player has won an extra action by a rout and not begun it yet."""
    placed: int = 0
    """Cubes placed in this trade action."""
    battle: Battle | None = None
    outcome: Outcome | None = None

    @cached_property
    def data(self) -> Data:
        """The tables it is played with: neither dumped nor considered for equality."""
        raise AttributeError("a state is given its data where it is made or read")

    @cached_property
    def rules(self) -> Ruleset:
        """The rules in play."""
        return self.data.ruleset(self.variants)

    @property
    def rounds(self) -> int:
        """The number of rounds in this game turn."""
        return self.rules.rounds[self.turn - 1]

    @property
    def current_battle(self) -> Battle:
        """The battle in progress. Raises ValueError if there is none."""
        if self.battle is None:
            raise ValueError("there is no battle")
        return self.battle

    def turn_order(self) -> list[Seat]:
        """Return the seats clockwise from the start player."""
        place = self.seats.index(self.first)
        return self.seats[place:] + self.seats[:place]

    def after(self, seat: Seat) -> Seat:
        """Return the next seat clockwise."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    # The board

    def owner(self, area: Area) -> Seat:
        """Return who controls an area; "" if nobody does."""
        return self.control.get(area, "")

    def controlled(self, seat: Seat) -> list[Area]:
        """Return the areas a seat controls, in the order of the board."""
        return [area for area in self.data.areas if self.control.get(area) == seat]

    def borders(self, seat: Seat, area: Area) -> bool:
        """Tell whether an area borders a seat's empire, by any kind of edge."""
        return seat in map(self.control.get, self.data.adjacent[area])

    def in_half(self, seat: Seat, half: Half) -> bool:
        """Tell whether a seat has a province in a half."""
        return any(self.data.board[area].half == half for area in self.controlled(seat))

    def bases_left(self, seat: Seat) -> int:
        """Count the base discs that are not on the board."""
        placed = sum([bases[seat] for bases in self.bases.values() if seat in bases])
        return self.rules.bases - placed

    def forts_left(self) -> int:
        """Count the fort discs that are not on the board."""
        return self.rules.forts - len(self.forts)

    # Cubes

    def cubes_in(self, area: Area) -> int:
        """Count all trade cubes in an area."""
        return sum(self.cubes.get(area, {}).values())

    def on_board(self, seat: Seat) -> int:
        """Count a seat's trade cubes on the board."""
        return sum(cubes.get(seat, 0) for cubes in self.cubes.values())

    def stock(self, seat: Seat) -> int:
        """Count a seat's cubes that are neither on the board nor in any warehouse."""
        held = sum(plunder.get(seat, 0) for plunder in self.plunder.values())
        return self.rules.cubes - self.warehouse[seat] - self.on_board(seat) - held

    # Cards

    def has(self, seat: Seat, personality: Card) -> bool:
        """Tell whether a seat has a personality in play."""
        return personality in self.personalities[seat]

    def merchants(self, seat: Seat) -> int:
        """Count the Merchants that a seat has in play."""
        return self.personalities[seat].count(MERCHANT)

    def starting(self, seat: Seat) -> Counter[Card]:
        """Return the cards of a seat's starting army; none before it is drawn."""
        army = self.data.armies.get(self.armies[seat])
        return Counter(dict(army.cards) if army else {})

    def hand(self, seat: Seat) -> Counter[Card]:
        """Return all army cards of a seat: its starting army and its mercenaries."""
        return self.starting(seat) + Counter(self.hands[seat])

    def upkeep(self, seat: Seat) -> int:
        """Return what recruited armies and personalities cost at a scoring, in victory points."""
        cards = self.data.cards
        return sum(cards[card].upkeep for card in self.hands[seat] + self.personalities[seat])

    def unseen_deck(self) -> list[Card]:
        """Return the mercenary cards that are nowhere else, sorted."""
        out = Counter(self.row + self.discards)
        for seat in self.seats:
            out.update(self.hands[seat] + self.personalities[seat])
        left = Counter(self.data.mercenaries)
        left.subtract(out)
        return sorted(left.elements())


load = loader(State)
Table: TypeAlias = rules_interface.Table[State]
"""What this game's rules work with."""
