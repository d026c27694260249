"""Plans for standing orders: bids up to a ceiling for a desired alliance.

Among seats with such orders, each bids one more than the other until a ceiling is reached, as in an
auction with sealed proxy bids: nobody bids more than necessary.
"""

from collections.abc import Iterator, Mapping

from engine.core.decision import Choice, Menu
from engine.orders.conditions.policy import Plan, Sight
from engine.struggle_of_empires.schema import Gold, Power
from engine.struggle_of_empires.war.grand_alliances import NONE

Rows = Mapping[Power, str]
"""The alliance of each power that has one, or would have one under a proposal."""
PASS: Choice = ("pass",)


def against(sight: Sight, menu: Menu, power: Power, ceiling: Gold) -> Choice | None:
    """Bid as low as possible to place the seat and that power in different alliances."""
    return _bid(sight, menu, power, ceiling, allied=False)


def together(sight: Sight, menu: Menu, power: Power, ceiling: Gold) -> Choice | None:
    """Bid as low as possible to place the seat and that power in the same alliance."""
    return _bid(sight, menu, power, ceiling, allied=True)


def placing(sight: Sight, menu: Menu, red: Power, blue: Power, ceiling: Gold) -> Choice | None:
    """Bid as low as possible to place two powers, one in each alliance. None: it cannot be proposed
    in this auction, or only for more gold."""
    facts = sight.facts
    if (facts["red"], facts["blue"]) == (red, blue):
        return PASS if PASS[0] in menu else None
    choice = ("bid", facts["lowest"], red, blue)
    return choice if facts["lowest"] <= ceiling and menu.judge(choice) is None else None


PLANS: Mapping[str, Plan] = {"against": against, "together": together, "placing": placing}


def _bid(sight: Sight, menu: Menu, power: Power, ceiling: Gold, *, allied: bool) -> Choice | None:
    """Return the lowest bid that fulfils the wish, or keeps it from failing; otherwise a pass."""
    facts, placed = sight.facts, _placed(sight)

    def wish(red: Power, blue: Power) -> bool | None:
        return _wish({**placed, red: "red", blue: "blue"}, sight.seat, power, allied)

    leave: Choice | None = PASS if PASS[0] in menu else None
    stands = wish(facts["red"], facts["blue"]) if facts["bidder"] else False
    if stands or _wish(placed, sight.seat, power, allied) is not None:
        return leave
    if facts["lowest"] > ceiling:
        return leave
    legal = [
        choice
        for red, blue in proposals(facts["unallied"])
        if menu.judge(choice := ("bid", facts["lowest"], red, blue)) is None
    ]
    granted = [choice for choice in legal if wish(*choice[2:])]
    if granted or stands is None:
        return next(iter(granted), leave)
    return next((choice for choice in legal if wish(*choice[2:]) is None), leave)


def _placed(sight: Sight) -> Rows:
    return {power: row for row in ("red", "blue") for power in sight.view[row]}


def _wish(rows: Rows, seat: Power, power: Power, allied: bool) -> bool | None:
    """Tell whether the wish has come true; None if it is not decided yet."""
    if seat not in rows or power not in rows:
        return None
    return (rows[seat] == rows[power]) is allied


def proposals(unallied: list[Power]) -> Iterator[tuple[Power, Power]]:
    """Yield all pairs of powers that can be proposed for red and blue."""
    if len(unallied) == 1:
        yield from ((unallied[0], NONE), (NONE, unallied[0]))
    for red in unallied:
        yield from ((red, blue) for blue in unallied if blue != red)
