"""States as bytes, for games whose states use data tables that are not part of them."""

from collections.abc import Callable
from typing import Any

import msgspec

dump: Callable[[Any], bytes] = msgspec.msgpack.Encoder().encode
"""Turn a state into bytes, without loss; the data tables it is played with are left out."""


def loader(shape: type[Any]) -> Callable[[Any, bytes], Any]:
    """Make the function that reads a state back from its tables (its `data`) and bytes."""
    decode = msgspec.msgpack.Decoder(shape).decode

    def load(data: Any, dumped: bytes) -> Any:
        state = decode(dumped)
        state.data = data
        return state

    return load
