"""Random conditions and standing orders in random games: nothing raises, and no line is lost."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from engine.core.bots import Stream, random_choice
from engine.core.dice import Dice, Seed
from engine.core.game import Game
from engine.empires_of_the_ancient_world import GAME as ANCIENT
from engine.orders.conditions.clauses import Clauses
from engine.orders.conditions.policy import ME
from engine.orders.conditions.policy import Test as Said
from engine.orders.patterns.forms import NUMBER, Place, written
from engine.queue.order import Order
from engine.struggle_of_empires import GAME as STRUGGLE
from tests.engine.board import Board

SEATS = {
    STRUGGLE.name: ["britain", "france", "prussia", "spain"],
    ANCIENT.name: ["red", "blue", "green"],
}
HERE = ("baltic", "india", "caribbean", "german_states")
SET: dict[str, dict[str, Any]] = {
    STRUGGLE.name: {
        "phase": "actions",
        "red": ["britain", "spain"],
        "blue": ["france", "prussia"],
        "gold": {"britain": 20, "france": 20},
        "units": {
            seat: {place: {"army": 2, "navy": int(place != "german_states")} for place in HERE}
            for seat in SEATS[STRUGGLE.name]
        },
        "control": {place: dict.fromkeys(SEATS[STRUGGLE.name], 1) for place in HERE},
        "tiles": {"britain": ["reserves", "surprise_attack"], "france": ["fighting_withdrawal"]},
    },
    ANCIENT.name: {
        "phase": "actions",
        "armies": {"red": "A", "blue": "D", "green": "B"},
        "bases": {"italia": {"red": 1}, "cisalpina": {"blue": 1}, "narbonensis": {"green": 1}},
        "forts": ["cisalpina"],
        "warehouse": dict.fromkeys(SEATS[ANCIENT.name], 6),
    },
}
ENDED = {"played", "done", "skipped", "refused", "met", "unmet", "unclear", "remark"}
MAILS = 40


class Writer:
    """Writes mails by chance, of all that a vocabulary knows."""

    def __init__(self, game: Game, stream: Stream) -> None:
        self.game, self.stream = game, stream
        self.clauses: Clauses = game.words.words.clauses

    def said(self, test: Said) -> str:
        values: dict[str, Any] = {}
        for part in test.patterns[0]:
            if isinstance(part, Place):
                keys = sorted(self.clauses.statements.grammar.names.get(part.category, self).keys)
                keys = [self.stream.below(9)] if part.category == NUMBER else keys
                values[part.slot] = self.stream.pick(keys)
        return written(
            test.say, values, lambda key: self.game.words.name(key) if key != ME else "I"
        )

    keys: frozenset[str] = frozenset()

    def condition(self) -> str:
        joint = self.stream.pick([" and ", " or "])
        said = (self.said(self.stream.pick(self.clauses.conditions)) for _ in range(2))
        return joint.join(list(said)[: 1 + self.stream.below(2)])

    def order(self, board: Board, seat: str) -> str:
        """A legal answer to what is asked, else some other order."""
        if seat not in board.session.questions:
            return self.stream.pick(["pass", "decline", "done"])
        decision = board.session.decision(seat)
        kind = board.session.questions[seat].kind.name
        return self.game.words.say(kind, random_choice(decision, self.stream))

    def line(self, board: Board, seat: str) -> str:
        order, condition = self.order(board, seat), self.condition()
        situation = self.said(self.stream.pick(self.clauses.situations))
        return self.stream.pick([
            order,
            f"if {condition}: {order}",
            f"unless {condition}: {order}; else: {self.order(board, seat)}",
            f"{order} if {condition}",
            f"if {condition}:",
            f"else if {condition}: {order}",
            "else:",
            "end if",
            f"if {condition}: stop",
            f"else: {order}",
            f"when {situation}: {order}",
            f"when {situation}, once: default",
            f"when {situation}, this round: {order} if {condition}; default",
            f"when {situation}: default if {condition}",
            f"forget when {situation}",
            f"forget {self.stream.below(5)}",
        ])  # fmt: skip

    def mail(self, board: Board, seat: str) -> str:
        lines = [self.line(board, seat) for _ in range(1 + self.stream.below(4))]
        return "\n".join(["add"] * (self.stream.below(3) == 0) + lines)


def games() -> Iterator[Any]:
    for game in (STRUGGLE, ANCIENT):
        for n in range(6):
            yield pytest.param(game.name, n, marks=[pytest.mark.soak] * (n > 2))


@pytest.mark.parametrize(("name", "n"), list(games()))
def test_nothing_raises_and_no_line_is_lost_or_used_twice(name: str, n: int) -> None:
    game = {STRUGGLE.name: STRUGGLE, ANCIENT.name: ANCIENT}[name]
    stream = Stream(f"{name} {n}")
    dice = Dice(Seed(f"{name} {n}".encode().ljust(32)))
    board = Board(game, {"seats": SEATS[name]}, SET[name], dice)
    writer = Writer(game, stream)
    for _ in range(MAILS):
        if not (waiting := board.session.waiting()):
            break
        seat = stream.pick([*waiting, *SEATS[name]])
        before = {who: list(orders) for who, orders in board.kept.items()}
        board.mail(seat, writer.mail(board, seat))
        for who, orders in board.kept.items():
            check(before.get(who, []), orders, mine=who == seat)
        if not stream.below(3):
            seat = next(iter(board.session.waiting()), seat)
            board.mail(seat, "stop")
            board.mail(seat, f"forget standing orders\n{writer.order(board, seat)}")


def check(before: list[Order], after: list[Order], *, mine: bool) -> None:
    """A line keeps its number, is used in one way only, and goes only with a mail of its seat."""
    assert max(Counter(order.number for order in after).values(), default=1) == 1
    now = {order.number: order for order in after}
    for order in before:
        if order.number in now:
            same = now[order.number]
            assert mine or same.text == order.text
            assert order.state not in ENDED or same.state == order.state or mine
            assert same.used >= order.used or mine
        else:
            assert mine, order
    for order in after:
        assert order.state != "played" or order.role in ("action", "answer", "standing")
