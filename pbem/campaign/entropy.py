"""The moderator's source of randomness and secrets, passed in like the clock.

Secrets of games are fresh bytes. Everything that a repeated attempt has to make again exactly
(tokens, Message-IDs, the seating, what a bot draws) is derived from the moderator's key and a
purpose. So a moderator that is killed in the middle of something does exactly the same thing again.
"""

import base64
import hashlib
import hmac
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pbem.mail.durable_files import write_once

KEY_BYTES = 32


class Entropy:
    """The moderator's key, which its repr hides, and a source of fresh bytes."""

    __slots__ = ("_fresh", "_key")

    def __init__(self, key: bytes, fresh: Callable[[int], bytes] = os.urandom) -> None:
        self._key, self._fresh = key, fresh

    def __repr__(self) -> str:
        return "Entropy(...)"

    def fresh(self, number: int) -> bytes:
        """Return bytes that nobody can predict."""
        return self._fresh(number)

    def with_fresh(self, fresh: Callable[[int], bytes]) -> "Entropy":
        """Return an entropy with the same key and another source of fresh bytes."""
        return Entropy(self._key, fresh)

    def derived(self, *purpose: Any) -> bytes:
        """Return 32 bytes: always the same for the same purpose, and unknown without the key."""
        return hmac.digest(self._key, repr(purpose).encode(), "sha256")

    def token(self, *purpose: Any, length: int = 12) -> str:
        """Return a derived text of lower-case letters and digits, with 5 bits each."""
        return base64.b32encode(self.derived(*purpose)).decode().lower()[:length]

    def shuffled(self, values: Sequence[str], *purpose: Any) -> list[str]:
        """Return the values in an order derived from the purpose; all orders are equally likely."""
        return sorted(values, key=lambda value: self.derived(*purpose, value))


def from_file(path: Path) -> Entropy:
    """Read the moderator's key from a file. Raises OSError, and ValueError if it is no key."""
    key = path.read_bytes()
    if len(key) != KEY_BYTES:
        raise ValueError(f"should be {KEY_BYTES} bytes long, and has {len(key)}")
    return Entropy(key)


def new_key_file(path: Path, fresh: Callable[[int], bytes] = os.urandom) -> None:
    """Write a new key file that only its owner can read, unless there is one. Raises OSError."""
    if not path.exists():
        write_once(path, fresh(KEY_BYTES), mode=0o600)


def seeded(text: str) -> Entropy:
    """Return entropy that depends only on the text: for demos and tests, not for games."""
    key = hashlib.sha256(text.encode()).digest()
    count = 0

    def fresh(number: int) -> bytes:
        nonlocal count
        count += 1
        return hashlib.shake_256(key + count.to_bytes(8, "big")).digest(number)

    return Entropy(key, fresh)
