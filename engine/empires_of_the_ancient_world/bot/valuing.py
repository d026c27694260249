"""What areas, trade, cubes and cards are worth to the seat now, in hundredths of a point."""

from collections.abc import Mapping

from engine.core.decision import Seat
from engine.empires_of_the_ancient_world.bot.seeing import Seen
from engine.empires_of_the_ancient_world.schema import Area

POINT = 100
SURE = 1000
"""What keeping something is counted in."""
LOST = 100
"""Of SURE: about what a round takes away, as others attack and provinces rise."""
LOST_TRADE = 35
RIVALRY, OF_THE_LEADER = 90, 150
"""Of a hundred, shared among the others: what they lose counts for the seat; more the leader's."""
CUBE = 30
"""A cube in the warehouse, for each scoring that its use would count in."""
PER_TURN = 2
"""Cubes that a turn can use: with more than that for each turn left they are worth nothing."""
ALONE, AHEAD, TIED, BEHIND = 100, 70, 30, 12
"""Of a hundred: how surely trade is led by who cannot be caught up with, leads, is equal, or
behind by a cube."""


class Worth:
    """The seat's prices, for one decision."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self.until = self._until_scorings()
        self.keeping = sum(self._kept(turns, LOST) for turns in self.until)
        """In how many scorings an area of now will count, in SURE."""
        self.trading = sum(self._kept(turns, LOST_TRADE) for turns in self.until)
        self.turns_left = self._turns_left()
        self.future = self._future()
        """The same for areas won later, over all turns that the seat has after this one."""
        self.cube = self._cube()
        self._rivalry = self._rivals()

    # How long it lasts

    def _until_scorings(self) -> list[int]:
        """Turns of all players before each scoring, after the turn under way."""
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
        """How likely something is kept for so many turns of all players."""
        of = SURE * len(self.seen.seats)
        kept: int = SURE * (of - lost) ** turns // of**turns
        return kept

    def _turns_left(self) -> int:
        """Turns that the seat will still have after the one under way."""
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
        """What a gain of a seat is to this one: its own, or less than nothing."""
        if seat == self.seen.me:
            return value
        return -value * self._rivalry[seat] // 100 if seat else 0

    # Areas

    def area(self, area: Area) -> int:
        """What it is to whoever has it: its value in the scorings to come, its amphora."""
        row = self.seen.data.board[area]
        goods = self.cube * row.amphora if self.seen.incomes_left else 0
        return row.value * self.keeping * POINT // SURE + goods

    def taking(self, area: Area) -> int:
        """That the area becomes the seat's."""
        value = self.area(area)
        return value - self.for_me(self.seen.owner(area), value)

    # Trade

    def plunder(self, area: Area, victims: list[Seat]) -> int:
        """That the cubes of others there become points, and their trade is gone."""
        before = self.seen.cubes(area)
        taken = sum(before.get(victim, 0) for victim in victims)
        if not taken:
            return 0
        after = {seat: n for seat, n in before.items() if seat not in victims}
        return taken * POINT * bool(self.until) + self.trade(area, after) - self.trade(area, before)

    def trade(self, area: Area, cubes: Mapping[Seat, int]) -> int:
        """What the cubes in an area are to the seat, with those of others counted against it."""
        value = self.seen.data.board[area].value
        room = value - sum(cubes.values())
        points = value // 2 * self.trading * POINT // SURE
        return sum(self.for_me(seat, points * _leading(seat, cubes, room) // 100) for seat in cubes)


def _leading(seat: Seat, cubes: Mapping[Seat, int], room: int) -> int:
    """How surely, of a hundred, a seat will have most cubes."""
    lead = cubes[seat] - max((n for other, n in cubes.items() if other != seat), default=0)
    if lead > 0:
        return ALONE if lead > room else AHEAD + (ALONE - AHEAD) * lead // (room + 1)
    if lead == 0:
        return TIED if room else TIED // 2
    return BEHIND if lead == -1 and room else 0


def moved(cubes: Mapping[Seat, int], loser: Seat, winner: Seat) -> dict[Seat, int]:
    """The cubes of an area after one has come, and perhaps one has gone."""
    after = dict(cubes)
    if loser:
        after[loser] -= 1
        if not after[loser]:
            del after[loser]
    after[winner] = after.get(winner, 0) + 1
    return after
