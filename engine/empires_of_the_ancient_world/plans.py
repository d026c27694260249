"""Plans for standing orders: a deck chosen by the worth of its cards.

Both read only what the seat is told when it is asked for its own deck.
"""

from collections.abc import Mapping

from engine.core.decision import Choice, Menu
from engine.orders.conditions.policy import Plan, Sight


def best(sight: Sight, _menu: Menu) -> Choice | None:
    """Choose the worthiest cards that fight here, fast ones first."""
    return ("deck", *sight.facts["best"])


def starting(sight: Sight, _menu: Menu) -> Choice | None:
    """Choose in the same way from the starting army alone, so that no mercenary is at risk."""
    return ("deck", *sight.facts["own"])


PLANS: Mapping[str, Plan] = {"best": best, "starting": starting}
