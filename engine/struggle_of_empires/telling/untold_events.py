"""Which events are not told."""

from collections.abc import Callable, Mapping

from engine.kit.telling import Told

PAID_WITH_IT = ("auction", "attack", "maintenance")
"""Purposes of gold whose own event tells the payment."""
PEOPLE_WITH_IT = ("build", "rebuild", "tile", "colonize", "growth")
"""Causes of a change of population whose own event tells it."""
UNTOLD: Mapping[str, Callable[[Told], bool]] = {
    "gold_paid": lambda e: e["purpose"] in PAID_WITH_IT,
    "population_changed": lambda e: e["cause"] in PEOPLE_WITH_IT,
    "unrest_taken": lambda e: e["cause"] != "industry",
    "unit_lost": lambda e: e["cause"] != "sea",
    "naval_choice": lambda e: bool(e["fights"]),
    "unrest_returned": lambda e: not e["points"],
    "naval_support": lambda e: e["reason"] == "neutral",
    "tile_returned": lambda _: True,
}
"""Events that other events tell as well, or that nobody wants to read."""
