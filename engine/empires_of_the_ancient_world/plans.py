"""What standing orders leave to be worked out: a deck by the worth of its cards.

Both read only what the seat is told when it is asked for its own deck.
"""

from collections.abc import Mapping

from engine.core.decision import Choice, Menu
from engine.orders.conditions.policy import Plan, Sight


def best(sight: Sight, _menu: Menu) -> Choice | None:
    """The worthiest cards that fight here, fast ones first."""
    return ("deck", *sight.facts["best"])


def starting(sight: Sight, _menu: Menu) -> Choice | None:
    """The same of the starting army alone: no mercenary is at risk."""
    return ("deck", *sight.facts["own"])


PLANS: Mapping[str, Plan] = {"best": best, "starting": starting}
