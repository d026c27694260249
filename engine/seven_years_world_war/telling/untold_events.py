"""Which events are not told."""

from collections.abc import Callable, Mapping

from engine.kit.telling import Told

UNTOLD: Mapping[str, Callable[[Told], bool]] = {
    "units_placed": lambda e: e["cause"] == "set_up",
    "square_emptied": lambda _: True,
    "force_arrived": lambda _: True,
    "phase_begun": lambda _: True,
    "points_paid": lambda _: True,
}
"""Events that others or the map tell as well, or that nobody wants to read."""
