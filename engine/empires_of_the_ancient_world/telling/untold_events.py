"""Which events are not told."""

from collections.abc import Callable, Mapping

from engine.kit.telling import Told

UNTOLD: Mapping[str, Callable[[Told], bool]] = {
    "control_changed": lambda e: not e["loser"],
    "deck_reshuffled": lambda _: True,
}
"""Events that other events tell as well, or that nobody wants to read."""
