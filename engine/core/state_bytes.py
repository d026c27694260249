"""States as bytes, for games whose states are played with tables that are no part of them."""

from collections.abc import Callable
from typing import Any

import msgspec

dump: Callable[[Any], bytes] = msgspec.msgpack.Encoder().encode
"""A state as bytes, without loss; the tables it is played with are left out."""


def loader(shape: type[Any]) -> Callable[[Any, bytes], Any]:
    """What reads such a state back, given its tables (from now on its `data`) and its bytes."""
    decode = msgspec.msgpack.Decoder(shape).decode

    def load(data: Any, dumped: bytes) -> Any:
        state = decode(dumped)
        state.data = data
        return state

    return load
