"""What areas, trade, cubes and cards are worth to the seat now, in hundredths of a point."""

from collections.abc import Mapping

from engine.core.decision import Seat
from engine.empires_of_the_ancient_world.bot.seeing import Seen
from engine.empires_of_the_ancient_world.schema import Area

POINT = 100
SURE = 1000
"""The unit in which the likelihood of keeping something is counted."""
LOST = 100
"""Of SURE: roughly what a round takes away, through attacks and revolts."""
LOST_TRADE = 35
RIVALRY, OF_THE_LEADER = 90, 150
"""Percentages, shared among the others: how much their losses count; the leader's count more."""
CUBE = 30
"""The value of a cube in the warehouse, for each scoring that its use would count in."""
PER_TURN = 2
"""How many cubes a turn can use: any more for the remaining turns are worth nothing."""
ALONE, AHEAD, TIED, BEHIND = 100, 70, 30, 12
"""How surely, in percent, a seat will lead trade that cannot be caught up with, is ahead, is tied,
or is behind by a cube."""


class Worth:
    """The seat's prices, for one decision."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self.until = self._until_scorings()
        self.keeping = sum(self._kept(turns, LOST) for turns in self.until)
        """In how many scorings an area held now will count, in SURE."""
        self.trading = sum(self._kept(turns, LOST_TRADE) for turns in self.until)
        self.turns_left = self._turns_left()
        self.future = self._future()
        """The same for areas won later, over all the seat's turns after this one."""
        self.cube = self._cube()
        self._rivalry = self._rivals()

    # Remaining time

    def _until_scorings(self) -> list[int]:
        """Return the number of turns of all players before each scoring, after the current one."""
        seen, rules = self.seen, self.seen.rules
        left = seen.turns_left_in_round + seen.rounds_left * len(seen.seats)
        found = []
        for turn in range(seen.view["turn"], len(rules.rounds) + 1):
            if turn in rules.scored:
                found.append(left)
            if turn < len(rules.rounds):
                left += rules.rounds[turn] * len(seen.seats)
        return found

    def _kept(self, turns: int, lost: int) -> int:
        """Return how likely something is kept for this many turns of all players."""
        of = SURE * len(self.seen.seats)
        kept: int = SURE * (of - lost) ** turns // of**turns
        return kept

    def _turns_left(self) -> int:
        """Count the turns that the seat will still have after the current one."""
        seen, rules = self.seen, self.seen.rules
        return seen.rounds_left + sum(rules.rounds[seen.view["turn"] :])

    def _future(self) -> int:
        players, total = len(self.seen.seats), 0
        for turn in range(1, self.turns_left + 1):
            for until in self.until:
                if until >= turn * players:
                    total += self._kept(until - turn * players, LOST)
        return total

    def _cube(self) -> int:
        held: int = self.seen.view["warehouse"][self.seen.me]
        use = CUBE * self.trading // SURE
        return use * min(held, PER_TURN * self.turns_left) // held if held else use

    # Others

    def _rivals(self) -> dict[Seat, int]:
        seen = self.seen
        leader = max(seen.others, key=lambda seat: (seen.standing(seat), seat))
        shares = len(seen.others)
        return {s: (OF_THE_LEADER if s == leader else RIVALRY) // shares for s in seen.others}

    def for_me(self, seat: Seat, value: int) -> int:
        """Return what a seat's gain means to this one: its full value, or a rival's as a loss."""
        if seat == self.seen.me:
            return value
        return -value * self._rivalry[seat] // 100 if seat else 0

    # Areas

    def area(self, area: Area) -> int:
        """Value an area for its owner: its value in the remaining scorings, and its amphora."""
        row = self.seen.data.board[area]
        goods = self.cube * row.amphora if self.seen.incomes_left else 0
        return row.value * self.keeping * POINT // SURE + goods

    def taking(self, area: Area) -> int:
        """Value the area becoming the seat's."""
        value = self.area(area)
        return value - self.for_me(self.seen.owner(area), value)

    # Trade

    def plunder(self, area: Area, victims: list[Seat]) -> int:
        """Value plundering there: others' cubes become points, and their trade is gone."""
        before = self.seen.cubes(area)
        taken = sum(before.get(victim, 0) for victim in victims)
        if not taken:
            return 0
        after = {seat: n for seat, n in before.items() if seat not in victims}
        return taken * POINT * bool(self.until) + self.trade(area, after) - self.trade(area, before)

    def trade(self, area: Area, cubes: Mapping[Seat, int]) -> int:
        """Value the cubes in an area for the seat, counting those of others against it."""
        value = self.seen.data.board[area].value
        room = value - sum(cubes.values())
        points = value // 2 * self.trading * POINT // SURE
        return sum(self.for_me(seat, points * _leading(seat, cubes, room) // 100) for seat in cubes)


def _leading(seat: Seat, cubes: Mapping[Seat, int], room: int) -> int:
    """Return how surely, in percent, a seat will have the most cubes."""
    lead = cubes[seat] - max((n for other, n in cubes.items() if other != seat), default=0)
    if lead > 0:
        return ALONE if lead > room else AHEAD + (ALONE - AHEAD) * lead // (room + 1)
    if lead == 0:
        return TIED if room else TIED // 2
    return BEHIND if lead == -1 and room else 0


def moved(cubes: Mapping[Seat, int], loser: Seat, winner: Seat) -> dict[Seat, int]:
    """Return the cubes of an area after one has been added, and perhaps one removed."""
    after = dict(cubes)
    if loser:
        after[loser] -= 1
        if not after[loser]:
            del after[loser]
    after[winner] = after.get(winner, 0) + 1
    return after
