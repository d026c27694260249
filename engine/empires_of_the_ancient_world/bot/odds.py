"""The exact odds of battles: pairs of cards by their dice, and the tokens over all pairs."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.empires_of_the_ancient_world.attack.combat import cells, volleys
from engine.empires_of_the_ancient_world.data import Data
from engine.empires_of_the_ancient_world.schema import ENGINEER, NO_CARD, Card, Cell, Place
from engine.empires_of_the_ancient_world.start import start
from engine.empires_of_the_ancient_world.state import SIDES, Battle, Side
from engine.kit.datafile import TABLES_IN_USE

FACES = 6
PAIR = FACES * FACES
"""The number of throws of two dice, which is the unit for the chances of a pair."""
FULL = 60 * PAIR
"""The same for a pair in which one card is any of up to five, or of six."""
OF = 10_000
"""The unit in which the chances of a battle are counted."""


class Pair(NamedTuple):
    """How many of PAIR throws, or of FULL, win the pair, and how many lose it."""

    win: int
    lose: int


class Odds(NamedTuple):
    """How many of OF battles end with more tokens, or at least as many; routs won, and lost; and
    the number of pairs lost in all."""

    win: int
    hold: int
    rout: int
    routed: int
    lost: int


class Meetings:
    """How cards meet in a place, with or without an ambush, each pair worked out once.

    `engineers`: the sides that have one; nothing else about the seats matters here.
    """

    def __init__(
        self,
        data: Data,
        variants: tuple[str, ...],
        place: Place,
        ambush: bool,
        engineers: tuple[Side, ...],
    ) -> None:
        self._state = start(data, {"seats": SIDES, "opening": "", "variants": variants})
        self._state.personalities |= {side: [ENGINEER] for side in engineers}
        self._battle = Battle("", "attacker", "defender", place, ambush)
        self._pairs: dict[tuple[Card, Card], Pair] = {}

    def pair(self, ours: Card, theirs: Card) -> Pair:
        """Return the chances of an attacker's card against the defender's (or none), in PAIR."""
        key = (ours, theirs)
        if key not in self._pairs:
            alone = NO_CARD in key
            self._pairs[key] = self._unopposed(*key) if alone else self._meeting(*key)
        return self._pairs[key]

    def _unopposed(self, ours: Card, theirs: Card) -> Pair:
        won = PAIR * (self._state.rules.unopposed == "won")
        return Pair(won * (ours != NO_CARD), won * (theirs != NO_CARD))

    def _meeting(self, ours: Card, theirs: Card) -> Pair:
        cards: dict[Side, Card] = {"attacker": ours, "defender": theirs}
        met = cells(self._state, self._battle, cards)
        own, enemy = _hits(met["attacker"]), _hits(met["defender"])
        missed = (FACES - own) * (FACES - enemy)
        early = volleys(self._state, self._battle, cards)[0]
        first = early[0] if len(early) == 1 else None
        win = own * (FACES if first == "attacker" else FACES - enemy)
        lose = enemy * (FACES if first == "defender" else FACES - own)
        ahead = _ahead(met["attacker"], met["defender"])
        return Pair(win + missed * (ahead > 0), lose + missed * (ahead < 0))


meetings = lru_cache(maxsize=16 * TABLES_IN_USE)(Meetings)
"""Cached, so that all similar battles share one."""


def _hits(cell: Cell) -> int:
    """Return how many of six dice results hit."""
    return FACES + 1 - max(cell.hit, 1) if cell.hit else 0


def _ahead(ours: Cell, theirs: Cell) -> int:
    return 0 if ours.blocks or theirs.blocks else ours.rating - theirs.rating


def battle_odds(pairs: Sequence[Pair], tokens: int) -> Odds:
    """Return the odds over pairs (in FULL), as tokens move until one side has them all."""
    alive = {(0, 0): 1}
    rout = routed = lost = 0
    whole = 1
    for pair in pairs:
        whole, rout, routed, lost = whole * FULL, rout * FULL, routed * FULL, lost * FULL
        following: dict[tuple[int, int], int] = {}
        for (ours, theirs), weight in alive.items():
            centre = ours + theirs < tokens
            won = (ours + 1, theirs) if centre else (ours, theirs - 1)
            beaten = (ours, theirs + 1) if centre else (ours - 1, theirs)
            lost += weight * pair.lose
            for end, chance in (
                (won, pair.win),
                (beaten, pair.lose),
                ((ours, theirs), FULL - pair.win - pair.lose),
            ):
                if chance:
                    following[end] = following.get(end, 0) + weight * chance
        rout += following.pop((tokens, 0), 0)
        routed += following.pop((0, tokens), 0)
        alive = following
    win = rout + sum(weight for (ours, theirs), weight in alive.items() if ours > theirs)
    tie = sum(weight for (ours, theirs), weight in alive.items() if ours == theirs)
    return Odds(*(OF * part // whole for part in (win, win + tie, rout, routed, lost)))


def mean(odds: Sequence[Odds]) -> Odds:
    """Return the average of equally likely cases."""
    return Odds(*(sum(column) // len(odds) for column in zip(*odds, strict=True)))


def share(value: int, chance: int) -> int:
    """Return the expected value of something that comes with this many of OF chances."""
    return value * chance // OF
