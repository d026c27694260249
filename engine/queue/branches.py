"""Which of a mail's orders depend on which conditions."""

from collections.abc import Sequence
from dataclasses import replace

from engine.orders.reading.lines import Line
from engine.queue.order import Order

LAST = "else:"


class Branches:
    """The open branches while the lines of a mail are read from top to bottom."""

    def __init__(self) -> None:
        self._open: list[Order] = []
        """The conditions that stand on a line of their own, above their orders."""
        self._before: Order | None = None
        """The order that an `else` on the next line would belong to."""
        self._acted: Order | None = None
        """The last action above."""
        self.covered: set[int] = set()
        """The actions whose refusal does not stop the lines after them."""

    def placed(self, read: Sequence[Line], made: Sequence[Order]) -> list[Order]:
        """Return the orders of one line with the conditions they depend on."""
        starts = [n for n, line in enumerate(read) if line.apart and n]
        ends = zip([0, *starts], [*starts, len(read)], strict=True)
        return [order for a, b in ends for order in self._sentence(read[a:b], made[a:b])]

    def _sentence(self, read: Sequence[Line], made: Sequence[Order]) -> list[Order]:
        inline: list[Order] = []
        placed: list[Order] = []
        for line, order in zip(read, made, strict=True):
            clause = line.clause
            if clause and clause.word in ("if", "else"):
                order = self._condition(line, order, inline, self._last_action(placed))
                (inline if clause.one_line else self._open).append(order)
            elif clause and clause.word == "end":
                self._open = self._open[:-1]
            else:
                order = replace(order, within=self._numbers(inline))
            self._acted = order if order.role == "action" else self._acted
            placed.append(order)
        self._before = self._looked_at_next(inline, placed)
        return placed

    def _looked_at_next(self, inline: Sequence[Order], placed: Sequence[Order]) -> Order | None:
        """Return the order that an `else` on the next line belongs to. After an else without a
        condition, it is that else's own order: the next else applies if this order is refused,
        too."""
        if inline and not _is_last(inline[0]):
            return inline[0]
        return self._last_action(placed) or next(iter(inline), None)

    def _condition(
        self, line: Line, order: Order, inline: list[Order], before: Order | None
    ) -> Order:
        if line.clause and line.clause.word == "else":
            if before and _is_last(before):
                before = None
            if inline:
                before = _popped(inline)
            elif self._open and (not before or before.role != "condition" or _is_last(before)):
                before = _popped(self._open)
            order = replace(order, otherwise=before.number if before else None)
        if before and before.role == "action" and order.otherwise:
            self.covered.add(before.number)
        if self._acted and _asks_refused(line):
            self.covered.add(self._acted.number)
        return replace(order, within=self._numbers(inline))

    def _numbers(self, inline: Sequence[Order]) -> tuple[int, ...]:
        return tuple(order.number for order in (*self._open, *inline))

    def _last_action(self, placed: Sequence[Order]) -> Order | None:
        actions = [order for order in placed if order.role == "action"]
        return actions[-1] if actions else self._before if not placed else None


def written_out(orders: Sequence[Order]) -> list[str]:
    """Write orders as lines that are read back the same, closing each branch where it ends."""
    lines: list[str] = []
    open_: list[int] = []
    there = {order.number for order in orders} & {n for order in orders for n in order.within}
    left_out: set[int] = set()
    for order in orders:
        within = [number for number in order.within if number in there]
        if order.otherwise in open_:
            within = open_[: open_.index(order.otherwise) + 1]
        elif (order.otherwise is not None and lines) or left_out.intersection(order.within):
            left_out.add(order.number)  # what its else belongs to is not among the orders
            continue
        while open_ != within[: len(open_)]:
            open_.pop()
            lines.append("end if")
        if order.otherwise in open_:
            open_.pop()
        if order.number in there:
            open_.append(order.number)
        lines.append(order.text)
    return lines


def _popped(branches: list[Order]) -> Order | None:
    """Pop the innermost branch that an else can still belong to; None if there is none."""
    while branches:
        branch = branches.pop()
        if not _is_last(branch):
            return branch
    return None


def _is_last(order: Order) -> bool:
    """Tell whether no further else can follow, because this one has no condition."""
    return order.text == LAST


def _asks_refused(line: Line) -> bool:
    condition = line.clause.condition if line.clause else None
    return condition is not None and any(s.test.refused for s in condition.statements)
