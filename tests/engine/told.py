"""What was told in a game is what its events declare."""

import msgspec

from engine.core.rules_interface import PrivateEvent


def check_events(game, events):
    """Each has the fields of its struct, with values of their types, and is seen by who may."""
    for event in events:
        shape = game.events[event.what]
        assert msgspec.to_builtins(msgspec.convert(event.data, shape)) == event.data, event.what
        to = (event.data["seat"],) if issubclass(shape, PrivateEvent) else None
        assert event.to == to, event.what
